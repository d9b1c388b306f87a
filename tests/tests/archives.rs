//! `.npz` archives that are made to harm, and their headers alone.
#![allow(missing_docs)]

use std::io::Write;

use allocation_counter::measure;
use tensor_format::{
    ErrorKind, FileFault, Limit, Record, npy,
    npz::{self, Entry},
};
use tensor_format_tests::files::fault;
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

/// A ZIP archive of these entries.
fn zipped(entries: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
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
    let error = npz::from_slice::<Record>(&twice).unwrap_err();
    assert_eq!(error.to_string(), "npz: expected each name once, found a name twice");

    // Two entries over the same bytes.
    let mut shared = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    shared.start_file("a.npy", SimpleFileOptions::default().compression_method(stored)).unwrap();
    shared.write_all(&tensor).unwrap();
    shared.shallow_copy_file("a.npy", "b.npy").unwrap();
    let error = npz::from_slice::<Record>(&shared.finish().unwrap().into_inner()).unwrap_err();
    assert_eq!(fault(&error), FileFault::Overlap, "{error}");

    let foreign = zipped(&[("a.npy", &tensor), ("readme.txt", b"hello")], stored);
    let error = npz::from_slice::<Record>(&foreign).unwrap_err();
    assert_eq!(error.to_string(), "npz: readme.txt: expected a name that ends in .npy, found readme.txt");

    let zeros = npy::to_vec(&vec![0u8; 4 << 20]).unwrap();
    let bomb = zipped(&[("a.npy", &zeros), ("b.npy", &zeros)], CompressionMethod::Deflated);
    assert!(bomb.len() < 20_000);
    let options = npz::Options::new().max_unpacked(6 << 20);
    let error = options.from_slice::<Record>(&bomb).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Bytes, .. }), "{error}");
    assert_eq!(error.parameter(), Some("b"));
    assert!(npz::from_slice::<Record>(&bomb).is_ok());
    let error = npz::Options::new().max_params(1).from_slice::<Record>(&bomb).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Params, max: 1, found: 2 }), "{error}");
    // The size in the header of the archive is not what is unpacked.
    let len = (zeros.len() as u32).to_le_bytes();
    let small = replaced(bomb, &len, &64u32.to_le_bytes());
    assert!(npz::from_slice::<Record>(&small).is_err());

    let mut changed = zipped(&[("a.npy", &tensor)], stored);
    let at = changed.windows(2).position(|pair| pair == [1, 2]).unwrap();
    changed[at] = 3;
    let error = npz::from_slice::<Record>(&changed).unwrap_err();
    assert_eq!((error.kind().name(), error.parameter()), ("io", Some("a")), "{error}");
    let cut = zipped(&[("a.npy", &tensor[..100])], stored);
    let error = npz::from_slice::<Record>(&cut).unwrap_err();
    assert_eq!((error.kind().name(), error.parameter()), ("truncated", Some("a")), "{error}");
    let error = npz::from_slice::<Record>(b"no archive at all").unwrap_err();
    assert_eq!(fault(&error), FileFault::Archive, "{error}");
}

/// What an entry unpacks to goes where the caller wants it.
#[test]
fn entries_are_unpacked_without_memory() {
    let zeros = npy::to_vec(&vec![0u8; 4 << 20]).unwrap();
    let archive = zipped(&[("a.npy", &zeros), ("b.npy", &zeros)], CompressionMethod::Deflated);
    let options = npz::Options::new();
    let mut unpacked = 0;
    let memory = measure(|| {
        let copied = options.try_for_each_entry(&archive, |_, entry| {
            let Entry::Deflated(reader) = entry else { panic!("a stored entry") };
            unpacked += std::io::copy(reader, &mut std::io::sink())?;
            Ok(())
        });
        copied.unwrap();
    });
    assert_eq!(unpacked, 2 * zeros.len() as u64);
    assert!(memory.bytes_max < 1 << 20, "{memory:?}");
    let stored = zipped(&[("a.npy", &zeros)], CompressionMethod::Stored);
    let lent = |name: &str, entry: Entry<'_, '_>| {
        assert!(matches!(entry, Entry::Stored(bytes) if bytes == zeros && name == "a"));
        Ok(())
    };
    options.try_for_each_entry(&stored, lent).unwrap();

    // The limit and the checksum hold for what is left unread, too.
    let error = options.max_unpacked(6 << 20).try_for_each_entry(&archive, |_, _| Ok(())).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Bytes, .. }), "{error}");
    assert_eq!(error.parameter(), Some("b"));
    let mut wrong = archive.clone();
    let crc = wrong.windows(4).position(|window| window == b"PK\x01\x02").unwrap() + 16;
    wrong[crc] ^= 1;
    let error = options.try_for_each_entry(&wrong, |_, _| Ok(())).unwrap_err();
    assert_eq!((error.kind().name(), error.parameter()), ("io", Some("a")), "{error}");
    // So does what the caller finds wrong.
    let error = options.try_for_each_entry(&archive, |_, _| Err(ErrorKind::custom("no").into())).unwrap_err();
    assert_eq!((error.to_string().as_str(), error.parameter()), ("parameter `a`: no", Some("a")));
}

#[test]
fn headers_of_archives_are_read_without_their_elements() {
    let zeros = npy::to_vec(&vec![0u8; 4 << 20]).unwrap();
    let columns = npy::Options::new().order(npy::Order::ColumnMajor).to_vec(&[[1.0f32, 2.0]]).unwrap();
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let archive = zipped(&[("zeros.npy", &zeros), ("columns.npy", &columns)], method);
        let memory = measure(|| {
            let heads = npz::heads(&archive).unwrap();
            let expected = [("zeros", npy::Head::from_slice(&zeros)), ("columns", npy::Head::from_slice(&columns))];
            let expected = expected.map(|(name, head)| (name.to_owned(), head.unwrap()));
            assert_eq!(heads, expected, "{method:?}");
        });
        assert!(memory.bytes_max < 1 << 20, "{method:?}: {}", memory.bytes_max);
        let options = npz::Options::new().tensor(npy::Options::new().max_elements(100));
        let error = options.heads(&archive).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Elements, max: 100, .. }), "{error}");
        assert_eq!(error.parameter(), Some("zeros"));
        let error = npz::Options::new().max_params(1).heads(&archive).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Params, .. }), "{error}");

        // Entries of another length than their header says, with the words of who reads it all.
        for wrong in [&[&columns[..], &[0; 3]].concat()[..], &zeros[..zeros.len() - 1]] {
            let archive = zipped(&[("a.npy", wrong)], method);
            let all = npz::from_slice::<Record>(&archive).unwrap_err();
            assert_eq!(npz::heads(&archive).unwrap_err().to_string(), all.to_string());
        }
        for wrong in [&b"no header"[..], &zeros[..100], b""] {
            let error = npz::heads(&zipped(&[("a.npy", wrong)], method)).unwrap_err();
            assert_eq!(error.parameter(), Some("a"), "{error}");
        }
        let foreign = zipped(&[("readme.txt", b"hello")], method);
        assert_eq!(fault(&npz::heads(&foreign).unwrap_err()), FileFault::Entry);
    }
    assert_eq!(fault(&npz::heads(b"no archive at all").unwrap_err()), FileFault::Archive);
    // What lies behind the header of a deflated entry may be broken.
    let noise: Vec<u32> = (0..20_000u32).map(|index| index.wrapping_mul(0x9e37_79b9)).collect();
    let mut broken = zipped(&[("a.npy", &npy::to_vec(&noise).unwrap())], CompressionMethod::Deflated);
    let middle = broken.len() / 2;
    broken[middle..][..1000].fill(0xff);
    assert!(npz::from_slice::<Record>(&broken).is_err());
    assert_eq!(npz::heads(&broken).unwrap()[0].1.header().to_string(), "u32 [20000]");
}
