//! `.npz` archives that are made to harm, and their headers alone.

use std::io::Write;

use allocation_counter::measure;
use tensor_format::{
    ErrorKind, Many, Record, Tensor,
    error::{FileFault, Limit},
    npy,
    npz::{self, Archive},
    safetensors,
};
use tensor_format_tests::files::fault;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// A ZIP archive of these entries.
fn zipped(entries: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let level = (method == CompressionMethod::Deflated).then_some(1);
    for (name, bytes) in entries {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method).compression_level(level))
            .unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Puts `new` in place of `old`, of the same length, wherever it stands.
fn replaced(mut bytes: Vec<u8>, old: &[u8], new: &[u8]) -> Vec<u8> {
    for at in 0..=bytes.len() - old.len() {
        if &bytes[at..at + old.len()] == old {
            bytes[at..at + old.len()].copy_from_slice(new);
        }
    }
    bytes
}

#[test]
fn archives_that_lie_are_refused() {
    let tensor = npy::to_vec(&[1u8, 2]).unwrap();
    let stored = CompressionMethod::Stored;
    let twice = replaced(zipped(&[("a.npy", &tensor), ("b.npy", &tensor)], stored), b"b.npy", b"a.npy");
    // Behind other bytes too, as in a program that unpacks itself.
    for twice in [twice.clone(), [b"#!", &*twice].concat()] {
        let again = twice.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
        let expected = format!("npz: expected each name once, found `a.npy` twice (byte {again})");
        assert_eq!(npz::from_slice::<Record>(&twice).unwrap_err().to_string(), expected);
        assert_eq!(npz::Reader::new(std::io::Cursor::new(&twice)).unwrap_err().to_string(), expected);
    }

    // Two entries over the same bytes, behind another.
    let mut shared = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in ["alone.npy", "a.npy"] {
        shared.start_file(name, SimpleFileOptions::default().compression_method(stored)).unwrap();
        shared.write_all(&tensor).unwrap();
    }
    shared.shallow_copy_file("a.npy", "b.npy").unwrap();
    let shared = shared.finish().unwrap().into_inner();
    let start = shared.windows(4).rposition(|window| window == b"PK\x03\x04").unwrap() as u64;
    let error = npz::from_slice::<Record>(&shared).unwrap_err();
    assert_eq!((fault(&error), error.offset()), (FileFault::Overlap, Some(start)), "{error}");

    let foreign = zipped(&[("a.npy", &tensor), ("readme.txt", b"hello")], stored);
    let error = npz::from_slice::<Record>(&foreign).unwrap_err();
    let start = foreign.windows(5).position(|window| window == b"hello").unwrap();
    assert_eq!(
        error.to_string(),
        format!("parameter `readme.txt`: npz: expected a name that ends in .npy, found readme.txt (byte {start})")
    );

    let zeros = npy::to_vec(&vec![0u8; 4 << 20]).unwrap();
    let bomb = zipped(&[("a.npy", &zeros), ("b.npy", &zeros)], CompressionMethod::Deflated);
    assert!(bomb.len() < 200_000);
    let options = npz::Options::new().max_expanded(6 << 20);
    let error = options.from_slice::<Record>(&bomb).unwrap_err();
    let found = 2 * zeros.len() as u64;
    let limit = |error: &ErrorKind| match error {
        ErrorKind::LimitExceeded { limit: Limit::Expanded, max, found } => (*max, *found),
        other => panic!("{other}"),
    };
    assert_eq!((limit(error.kind()), error.parameter()), ((6 << 20, found), Some("b")));
    assert!(error.offset().is_some());
    assert!(npz::from_slice::<Record>(&bomb).is_ok());
    // By default 64 MiB, and 32 bytes for each of the archive.
    let zeros_of = |len: usize| {
        let tensor = npy::to_vec(&vec![0u8; len]).unwrap();
        zipped(&[("a.npy", &tensor)], CompressionMethod::Deflated)
    };
    assert!(npz::from_slice::<Tensor>(&zeros_of(16)).is_err_and(|error| error.kind().name() == "record_found"));
    let large = zeros_of(96 << 20);
    let memory = measure(|| {
        let error = npz::from_slice::<Record>(&large).unwrap_err();
        let expected = ((64 << 20) + 32 * large.len() as u64, (96 << 20) + 128);
        assert_eq!(limit(error.kind()), expected);
    });
    assert!(memory.bytes_max < 1 << 20, "{}", memory.bytes_max);
    // To a writer goes what there is.
    let archive = npz::Options::new().max_expanded(10).archive(&bomb).unwrap();
    assert_eq!(archive.get("a").unwrap().head().unwrap().header().to_string(), "u8 [4194304]");
    assert_eq!(archive.get("a").unwrap().write_to(&mut std::io::sink()).unwrap(), zeros.len() as u64);
    let error = npz::Options::new().max_params(1).from_slice::<Record>(&bomb).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Params, max: 1, found: 2 }), "{error}");
    // The size in the header of the archive is not what is unpacked.
    let len = (zeros.len() as u32).to_le_bytes();
    let small = replaced(bomb, &len, &64u32.to_le_bytes());
    assert!(npz::from_slice::<Record>(&small).is_err());
    let whole = npy::to_vec(&[0u8; 1000]).unwrap();
    let packed = zipped(&[("a.npy", &whole)], CompressionMethod::Deflated);
    let less = replaced(packed.clone(), &(whole.len() as u32).to_le_bytes(), &(whole.len() as u32 - 1).to_le_bytes());
    let error = npz::from_slice::<Record>(&less).unwrap_err();
    assert_eq!((fault(&error), error.parameter()), (FileFault::Damaged, Some("a")), "{error}");
    assert!(Archive::from_slice(&less).unwrap().get("a").unwrap().bytes().is_err());

    let mut changed = zipped(&[("a.npy", &tensor)], stored);
    let at = changed.windows(2).position(|pair| pair == [1, 2]).unwrap();
    changed[at] = 3;
    let error = npz::from_slice::<Record>(&changed).unwrap_err();
    assert_eq!((fault(&error), error.parameter()), (FileFault::Damaged, Some("a")), "{error}");
    assert_eq!(error.offset(), Some(at as u64 - 128), "where the member begins");
    let cut = zipped(&[("a.npy", &tensor[..100])], stored);
    let error = npz::from_slice::<Record>(&cut).unwrap_err();
    assert_eq!((error.kind().name(), error.parameter()), ("truncated", Some("a")), "{error}");
    assert!(error.offset().is_some());
    let error = npz::from_slice::<Record>(b"no archive at all").unwrap_err();
    assert_eq!((fault(&error), error.offset()), (FileFault::Archive, Some(17)), "{error}");
    let cut = npz::from_slice::<Record>(&packed[..packed.len() / 2]).unwrap_err();
    let words = "npz: expected a ZIP archive of stored or deflated entries, found no directory at its end: it was cut, or is no archive";
    assert!([&error, &cut].iter().all(|error| error.to_string().starts_with(words)), "{error} {cut}");
    for end in 0..packed.len() {
        let error = npz::from_slice::<Record>(&packed[..end]).unwrap_err().to_string();
        assert!(!error.contains("::") && error.contains("it was cut"), "{end} of {}: {error}", packed.len());
    }
    // At the byte of the archive, or where a packed member begins.
    let dates = npy::to_vec(&[1u8]).unwrap();
    let dates = replaced(dates, b"|u1", b"<M8");
    for (method, place) in [(stored, 5 + 30 + 20), (CompressionMethod::Deflated, 5 + 30)] {
        let archive = zipped(&[("a.npy", &dates)], method);
        let error = npz::from_slice::<Record>(&archive).unwrap_err();
        assert_eq!((fault(&error), error.parameter(), error.offset()), (FileFault::Dtype, Some("a"), Some(place)));
    }
}

#[derive(Tensor, Debug, PartialEq)]
struct Pair {
    a: Vec<u8>,
    b: Option<Vec<f32>>,
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(deny_unknown)]
struct Strict {
    a: Vec<u8>,
}

#[derive(Tensor, Debug)]
#[allow(dead_code, reason = "never read whole")]
struct Lacking {
    zerros: Vec<u8>,
}

#[test]
fn a_type_reads_only_the_members_that_it_names() {
    let pair = Pair { a: vec![1, 2], b: Some(vec![0.5]) };
    let (a, b) = (npy::to_vec(&pair.a).unwrap(), npy::to_vec(pair.b.as_ref().unwrap()).unwrap());
    let texts = replaced(npy::to_vec(&[1u8, 2, 3, 4]).unwrap(), b"|u1", b"<U1");
    let zeros = npy::to_vec(&vec![0u8; 4 << 20]).unwrap();
    let entries =
        [("a.npy", &a[..]), ("texts.npy", &texts), ("readme.txt", b"hello"), ("zeros.npy", &zeros), ("b.npy", &b)];
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let archive = zipped(&entries, method);
        let memory = measure(|| assert_eq!(npz::from_slice::<Pair>(&archive).unwrap(), pair));
        assert!(memory.bytes_max < 1 << 19, "{}", memory.bytes_max);
        // Not even within the limit of what is unpacked.
        let options = npz::Options::new().max_expanded(1000);
        assert_eq!(options.from_slice::<Pair>(&archive).unwrap(), pair);
        let error = npz::from_slice::<Record>(&archive).unwrap_err();
        assert_eq!((fault(&error), error.parameter()), (FileFault::Dtype, Some("texts")), "{error}");
        let error = npz::from_slice::<Strict>(&archive).unwrap_err();
        assert_eq!((error.kind().name(), error.parameter()), ("unknown_param", Some("texts")), "{error}");
        let error = npz::from_slice::<Lacking>(&archive).unwrap_err();
        let text = "parameter `zerros`: required, but missing; is `zeros`, which is not known, meant for it?";
        assert_eq!(error.to_string(), text);
        let open = Archive::from_slice(&archive).unwrap();
        let listed: Vec<_> = open.members().map(|member| (member.name(), member.dtype(), member.len())).collect();
        let expected = [("a", Some("|u1"), 130), ("texts", Some("<U1"), 132), ("readme.txt", None, 5)];
        assert_eq!(listed[..3], expected.map(|(name, dtype, len)| (name, dtype.map(str::to_owned), len)));
        assert_eq!(open.get("texts").unwrap().shape().unwrap(), [4]);
        assert_eq!(open.get("readme.txt").unwrap().bytes().unwrap(), b"hello");
        assert_eq!(open.get("a").unwrap().is_stored(), method == CompressionMethod::Stored);
        assert!(open.get("c").is_none());
        // Packed members are unpacked once.
        let (once, again) = (open.get("b").unwrap().bytes().unwrap(), open.get("b").unwrap().bytes().unwrap());
        assert_eq!(once.as_ptr(), again.as_ptr());
    }
    // The same of safetensors: a boolean that is none, and bytes of a type that the model lacks.
    let text = r#"{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"f":{"dtype":"F8_E5M2","shape":[2],"data_offsets":[2,4]},"t":{"dtype":"BOOL","shape":[1],"data_offsets":[4,5]}}"#;
    let file = [&(text.len() as u64).to_le_bytes()[..], text.as_bytes(), &[1, 2, 3, 4, 5]].concat();
    assert_eq!(safetensors::from_slice::<Pair>(&file).unwrap(), Pair { a: vec![1, 2], b: None });
    let error = safetensors::from_slice::<Strict>(&file).unwrap_err();
    assert_eq!((error.kind().name(), error.parameter()), ("unknown_param", Some("f")), "{error}");
    let error = safetensors::from_slice::<Lacking>(&file).unwrap_err();
    let text = "parameter `zerros`: required, but missing; found, but not known: `a`, `f`, `t`";
    assert_eq!(error.to_string(), text);
    let open = safetensors::File::from_slice(&file).unwrap();
    assert_eq!(fault(&open.get("f").unwrap().tensor().unwrap_err()), FileFault::Dtype);
    assert_eq!(open.get("f").unwrap().bytes(), [3, 4]);
    let error = open.get("t").unwrap().tensor().unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("invalid_boolean", Some(file.len() as u64 - 1)));
    assert!(matches!(
        safetensors::from_slice::<Tensor>(&file).unwrap_err().kind(),
        ErrorKind::RecordFound { tensors: 3 }
    ));
}

/// A tensor without a name is one as any other.
#[test]
fn a_tensor_is_found_beside_another_file_of_its_name() {
    let tensor = npy::to_vec(&[1u8, 2]).unwrap();
    let entries = [("a", &b"text"[..]), ("a.npy", &tensor)];
    for entries in [entries, [entries[1], entries[0]]] {
        let bytes = zipped(&entries, CompressionMethod::Stored);
        assert_eq!(npz::from_slice::<Pair>(&bytes).unwrap().a, [1, 2]);
        let mut reader = npz::Reader::new(std::io::Cursor::new(&bytes)).unwrap();
        assert_eq!(reader.read::<Pair>().unwrap().a, [1, 2]);
        assert_eq!(fault(&reader.read::<Record>().unwrap_err()), FileFault::Entry);
        let archive = Archive::from_slice(&bytes).unwrap();
        assert_eq!(archive.get("a").unwrap().path(), "a.npy");
        // Who asks for all gets none silently dropped.
        assert_eq!(fault(&npz::from_slice::<Record>(&bytes).unwrap_err()), FileFault::Entry);
    }
}

#[test]
fn empty_names_are_kept() {
    let record: Record = [(String::new(), Tensor::from(vec![1u8, 2])), ("x".to_owned(), Tensor::from(vec![0.5f64]))]
        .into_iter()
        .collect();
    let archive = npz::to_vec(&record).unwrap();
    assert_eq!(npz::from_slice::<Record>(&archive).unwrap(), record);
    assert_eq!(Archive::from_slice(&archive).unwrap().get("").unwrap().tensor().unwrap().shape(), &[2]);
    let file = safetensors::to_vec(&record).unwrap();
    let read: Record = safetensors::from_slice(&file).unwrap();
    assert_eq!((read.len(), read.get("")), (2, record.get("")));
    assert_eq!(npy::to_vec(&record).unwrap_err().kind().name(), "record_found");
    // An empty list is nothing, and has no name to lose.
    #[derive(Tensor, Debug, PartialEq)]
    struct Crops {
        crops: Many<Vec<u8>>,
    }
    let none = Crops { crops: Many(vec![]) };
    assert_eq!(npz::from_slice::<Crops>(&npz::to_vec(&none).unwrap()).unwrap(), none);
}

/// What a member unpacks to goes where the caller wants it.
#[test]
fn members_are_unpacked_without_memory() {
    let zeros = npy::to_vec(&vec![0u8; 4 << 20]).unwrap();
    let archive = zipped(&[("a.npy", &zeros), ("b.npy", &zeros)], CompressionMethod::Deflated);
    let mut unpacked = 0;
    let memory = measure(|| {
        for member in Archive::from_slice(&archive).unwrap().members() {
            unpacked += member.write_to(&mut std::io::sink()).unwrap();
        }
    });
    assert_eq!(unpacked, 2 * zeros.len() as u64);
    assert!(memory.bytes_max < 1 << 20, "{memory:?}");
    let stored = zipped(&[("a.npy", &zeros)], CompressionMethod::Stored);
    let open = Archive::from_slice(&stored).unwrap();
    let memory = measure(|| assert!(open.get("a").unwrap().bytes().unwrap() == zeros));
    assert!(memory.bytes_max < 1 << 20, "{memory:?}");

    let mut wrong = archive.clone();
    let crc = wrong.windows(4).position(|window| window == b"PK\x01\x02").unwrap() + 16;
    wrong[crc] ^= 1;
    let open = Archive::from_slice(&wrong).unwrap();
    let error = open.get("a").unwrap().write_to(&mut std::io::sink()).unwrap_err();
    assert_eq!(
        (fault(&error), error.parameter(), error.offset()),
        (FileFault::Damaged, Some("a"), Some(35)),
        "{error}"
    );
    // The other is as it was.
    assert_eq!(open.get("b").unwrap().write_to(&mut Vec::new()).unwrap(), zeros.len() as u64);
}

#[test]
fn headers_of_archives_are_read_without_their_elements() {
    let zeros = npy::to_vec(&vec![0u8; 4 << 20]).unwrap();
    let columns = npy::Options::new().order(npy::Order::ColumnMajor).to_vec(&[[1.0f32, 2.0]]).unwrap();
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let archive = zipped(&[("zeros.npy", &zeros), ("columns.npy", &columns)], method);
        let memory = measure(|| {
            let open = Archive::from_slice(&archive).unwrap();
            let heads: Vec<_> = open.members().map(|member| (member.name(), member.head().unwrap())).collect();
            let expected = [("zeros", npy::Head::from_slice(&zeros)), ("columns", npy::Head::from_slice(&columns))];
            assert_eq!(heads, expected.map(|(name, head)| (name, head.unwrap())), "{method:?}");
        });
        assert!(memory.bytes_max < 1 << 20, "{method:?}: {}", memory.bytes_max);
        let options = npz::Options::new().tensor(npy::Options::new().max_elements(100));
        let error = options.archive(&archive).unwrap().get("zeros").unwrap().head().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Elements, max: 100, .. }), "{error}");
        assert_eq!(error.parameter(), Some("zeros"));
        let error = npz::Options::new().max_params(1).archive(&archive).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Params, .. }), "{error}");

        // Entries of another length than their header says, with the words of who reads it all.
        for wrong in [&[&columns[..], &[0; 3]].concat()[..], &zeros[..zeros.len() - 1]] {
            let archive = zipped(&[("a.npy", wrong)], method);
            let all = npz::from_slice::<Record>(&archive).unwrap_err();
            let head = Archive::from_slice(&archive).unwrap().get("a").unwrap().head().unwrap_err();
            assert_eq!(head.to_string(), all.to_string());
        }
        for wrong in [&b"no header"[..], &zeros[..100], b""] {
            let archive = zipped(&[("a.npy", wrong)], method);
            let error = Archive::from_slice(&archive).unwrap().get("a").unwrap().head().unwrap_err();
            assert_eq!(error.parameter(), Some("a"), "{error}");
        }
    }
    // What lies behind the header of a deflated entry may be broken.
    let noise: Vec<u32> = (0..20_000u32).map(|index| index.wrapping_mul(0x9e37_79b9)).collect();
    let mut broken = zipped(&[("a.npy", &npy::to_vec(&noise).unwrap())], CompressionMethod::Deflated);
    let middle = broken.len() / 2;
    broken[middle..][..1000].fill(0xff);
    assert!(npz::from_slice::<Record>(&broken).is_err());
    let open = Archive::from_slice(&broken).unwrap();
    assert_eq!(open.get("a").unwrap().head().unwrap().header().to_string(), "u32 [20000]");
}

#[test]
fn tensors_that_the_model_lacks_are_listed_in_time_of_the_header() {
    let entry = |n: u32| format!(r#""\"{n}":{{"dtype":"F4","shape":[0],"data_offsets":[0,0]}}"#);
    let text = format!("{{{}}}", (0..20_000).map(entry).collect::<Vec<_>>().join(","));
    let file = [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat();
    let open = safetensors::File::from_slice(&file).unwrap();
    let start = std::time::Instant::now();
    for member in open.members() {
        let error = member.tensor().unwrap_err();
        let at = usize::try_from(error.offset().unwrap()).unwrap();
        let name = format!(r#""\{}":"#, member.name());
        assert_eq!(&file[at..at + name.len()], name.as_bytes());
    }
    assert!(start.elapsed() < std::time::Duration::from_secs(5), "{:?}", start.elapsed());
}

#[derive(Tensor)]
enum Drawn {
    Circle { radius: f32 },
    Nothing,
}

#[derive(Tensor)]
struct Page {
    id: u32,
    drawn: Vec<Drawn>,
}

#[test]
fn enums_with_data_need_a_format_with_texts() {
    let page = Page { id: 1, drawn: vec![Drawn::Circle { radius: 0.5 }, Drawn::Nothing] };
    let error = npz::to_vec(&page).unwrap_err();
    assert_eq!(error.to_string(), "parameter `drawn.variant`: npy has no element type string");
    let error = safetensors::to_vec(&page).unwrap_err();
    assert_eq!(error.to_string(), "parameter `drawn.variant`: safetensors has no element type string");
}

/// Other entries of the archive can be read, and it is not called damaged.
#[test]
fn an_entry_that_is_packed_otherwise_or_encrypted_is_called_that() {
    let tensor = npy::to_vec(&[1u8, 2]).unwrap();
    let plain = zipped(&[("a.npy", &tensor), ("b.npy", &tensor)], CompressionMethod::Stored);
    let directory = plain.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    for (own, listed, value, expected) in [
        (8, 10, 12, "npz: expected an entry that is stored or deflated, found compression method 12"),
        (6, 8, 1, "npz: expected an entry without a password, found one that is encrypted"),
    ] {
        let mut archive = plain.clone();
        (archive[own], archive[directory + listed]) = (value, value);
        let open = Archive::from_slice(&archive).unwrap();
        assert_eq!(open.read_tensor::<Vec<u8>>("b").unwrap(), [1, 2]);
        let mut reader = npz::Reader::new(std::io::Cursor::new(&archive)).unwrap();
        assert_eq!(reader.read_tensor::<Vec<u8>>("b").unwrap(), [1, 2]);
        let member = open.get("a").unwrap();
        for error in [
            member.head().unwrap_err(),
            member.bytes().unwrap_err(),
            member.write_to(&mut std::io::sink()).unwrap_err(),
            reader.head("a").unwrap_err(),
            reader.read::<Record>().unwrap_err(),
        ] {
            assert_eq!((fault(&error), error.parameter()), (FileFault::Archive, Some("a")), "{error}");
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}

#[test]
fn no_more_bytes_are_taken_from_a_reader_than_allowed() {
    let bytes = zipped(&[("a.npy", &npy::to_vec(&[1u8, 2]).unwrap())], CompressionMethod::Stored);
    let read = |max| npz::Options::new().max_file(max).from_reader::<Record, _>(&*bytes);
    assert_eq!(read(bytes.len()).unwrap().len(), 1);
    let error = read(bytes.len() - 1).unwrap_err();
    let (limit, max, found) = (Limit::Bytes, bytes.len() as u64 - 1, bytes.len() as u64);
    assert!(
        matches!(*error.kind(), ErrorKind::LimitExceeded { limit: l, max: m, found: f } if (l, m, f) == (limit, max, found)),
        "{error}"
    );
}

#[test]
fn bytes_behind_the_tensors_of_an_archive_are_allowed_by_its_options() {
    let tensor = [&npy::to_vec(&[1u8, 2]).unwrap()[..], b"\n"].concat();
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let bytes = zipped(&[("a.npy", &tensor)], method);
        assert_eq!(npz::from_slice::<Record>(&bytes).unwrap_err().kind().name(), "trailing_bytes");
        let options = npz::Options::new().tensor(npy::Options::new().allow_trailing(true));
        let archive = options.archive(&bytes).unwrap();
        assert_eq!(archive.read_tensor::<Vec<u8>>("a").unwrap(), [1, 2]);
        let mut reader = options.reader(std::io::Cursor::new(&bytes)).unwrap();
        assert_eq!(
            (reader.read_tensor::<Vec<u8>>("a").unwrap(), reader.read::<Record>().unwrap().len()),
            (vec![1, 2], 1)
        );
    }
}
