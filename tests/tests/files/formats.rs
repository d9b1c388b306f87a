//! `.npy`, `.npz` and `.safetensors`: real files, typed values, generated records, and input made to harm.

use std::path::Path;

use allocation_counter::measure;
use ndarray::{Array2, ArrayView2};
use proptest::{collection::vec, prelude::*, sample::select};
use tensor_format::{
    Binary, ByteOrder, DecodeError, ElementType, ErrorKind, Image, Many, Record, RecordRef, Shape, Tensor, TensorRef,
    View,
    error::{FileFault, Limit},
    npy,
    npz::{self, Archive},
    safetensors::{self, File},
};
use tensor_format_tests::files::{self, fault};

#[derive(Tensor, Debug, PartialEq)]
struct Layer {
    #[tensor(shape = [n, 2])]
    weights: Vec<[f32; 2]>,
    #[tensor(shape = [n])]
    bias: Vec<f64>,
    mask: Option<Vec<bool>>,
}

fn layer() -> Layer {
    Layer { weights: vec![[1.0, 2.0], [3.0, 4.0]], bias: vec![0.5, -0.5], mask: Some(vec![true, false, true]) }
}

#[test]
fn files_of_python_hold_what_python_wrote() {
    files::check(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/files")));
}

#[test]
fn a_derived_record_is_an_archive_and_a_safetensors_file() {
    let archive = npz::to_vec(&layer()).unwrap();
    assert_eq!(npz::from_slice::<Layer>(&archive).unwrap(), layer());
    assert_eq!(npz::from_reader::<Layer, _>(&*archive).unwrap(), layer());
    assert_eq!(npz::encoded_len(&layer()).unwrap(), archive.len());
    let mut after = vec![9];
    npz::append(&layer(), &mut after).unwrap();
    assert_eq!((after[0], &after[1..]), (9, &*archive));
    let deflated = npz::Options::new().deflate(true);
    assert_eq!(deflated.encoded_len(&layer()).unwrap(), deflated.to_vec(&layer()).unwrap().len());
    let file = safetensors::to_vec(&layer()).unwrap();
    assert_eq!(safetensors::from_slice::<Layer>(&file).unwrap(), layer());
    assert_eq!(safetensors::from_reader::<Layer, _>(&*file).unwrap(), layer());
    assert_eq!(safetensors::encoded_len(&layer()).unwrap(), file.len());
    let mut written = Vec::new();
    safetensors::to_writer(&mut written, &layer()).unwrap();
    assert_eq!(written, file);
    let mut after = vec![9];
    safetensors::append(&layer(), &mut after).unwrap();
    assert_eq!((after[0], &after[1..]), (9, &*file));

    let other = Layer { mask: None, ..layer() };
    assert_eq!(npz::from_slice::<Layer>(&npz::to_vec(&other).unwrap()).unwrap(), other);
    let error = safetensors::from_slice::<Row>(&file).unwrap_err();
    assert_eq!((error.parameter(), error.kind().name()), (Some("bias"), "type_not_allowed"));

    #[derive(Tensor, Debug)]
    #[allow(dead_code, reason = "only its rules are looked at")]
    struct Row {
        bias: Vec<f32>,
    }
}

#[test]
fn one_tensor_is_an_npy_file() {
    let rows = vec![[1i16, 2], [3, 4], [5, 6]];
    let bytes = npy::to_vec(&rows).unwrap();
    assert_eq!(npy::encoded_len(&rows).unwrap(), bytes.len());
    assert_eq!(npy::from_slice::<Vec<[i16; 2]>>(&bytes).unwrap(), rows);
    assert_eq!(npy::from_reader::<Vec<[i16; 2]>, _>(&*bytes).unwrap(), rows);
    let line = npy::to_vec(&[1.5f32, 2.5]).unwrap();
    assert_eq!(npy::from_slice::<View<'_, f32>>(&line).unwrap().to_vec(), [1.5, 2.5]);
    let mut after = vec![9];
    npy::append(&rows, &mut after).unwrap();
    assert_eq!(&after[1..], bytes);
    let mut longer = bytes.clone();
    longer.push(0);
    let error = npy::from_slice::<Tensor>(&longer).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TrailingBytes { count: 1, .. }), "{error}");
    assert_eq!(error.offset(), Some(bytes.len() as u64));
    assert!(npy::Options::new().allow_trailing(true).from_slice::<Tensor>(&longer).is_ok());
    assert_eq!(npy::from_prefix::<Tensor>(&longer).unwrap().1, bytes.len());
}

#[test]
fn layouts_of_arrays_are_written_in_row_major_order_or_as_asked() {
    let array = Array2::from_shape_fn((3, 4), |(row, column)| (row * 4 + column) as u32);
    let turned: ArrayView2<'_, u32> = array.t();
    let bytes = npy::to_vec(&turned).unwrap();
    assert_eq!(npy::from_slice::<Array2<u32>>(&bytes).unwrap(), turned);
    let columns = npy::Options::new().order(npy::Order::ColumnMajor).byte_order(ByteOrder::Big).to_vec(&turned);
    let columns = columns.unwrap();
    assert_eq!(npy::from_slice::<Array2<u32>>(&columns).unwrap(), turned);
    // Column-major of the turned array is row-major of the array.
    let data: Vec<u8> = array.iter().flat_map(|n| n.to_be_bytes()).collect();
    assert_eq!(columns[128..], data);
    let record: Record = [("a".to_string(), Tensor::from_array(array.reversed_axes()).unwrap())].into_iter().collect();
    let file = safetensors::to_vec(&record).unwrap();
    assert_eq!(safetensors::from_slice::<Record>(&file).unwrap(), record);
}

#[test]
fn what_a_format_lacks_is_refused_by_name() {
    let unsupported = |error: &ErrorKind| match error {
        ErrorKind::UnsupportedElementType { element_type, format } => (*element_type, *format),
        other => panic!("{other}"),
    };
    assert_eq!(unsupported(npy::to_vec("text").unwrap_err().kind()), (ElementType::String, "npy"));
    let picture = Image::new("png", [1, 2]);
    assert_eq!(unsupported(npy::to_vec(&picture).unwrap_err().kind()), (ElementType::Image, "npy"));
    assert_eq!(unsupported(npy::to_vec(&half::bf16::ONE).unwrap_err().kind()), (ElementType::BF16, "npy"));

    #[derive(Tensor)]
    struct Named {
        a: u8,
        blob: Binary,
    }
    let named = Named { a: 1, blob: Binary::from(vec![1]) };
    let error = npz::to_vec(&named).unwrap_err();
    assert_eq!((error.parameter(), unsupported(error.kind())), (Some("blob"), (ElementType::Binary, "npy")));
    let error = safetensors::to_vec(&named).unwrap_err();
    assert_eq!((error.parameter(), unsupported(error.kind())), (Some("blob"), (ElementType::Binary, "safetensors")));
    let complex: Record =
        [("z".to_string(), Tensor::from(vec![num_complex::Complex::new(0.0f64, 1.0)]))].into_iter().collect();
    let error = safetensors::to_vec(&complex).unwrap_err();
    assert_eq!(unsupported(error.kind()), (ElementType::C128, "safetensors"));

    let mut out = vec![7];
    assert!(npy::append("text", &mut out).is_err() && safetensors::append(&named, &mut out).is_err());
    assert!(npz::append(&named, &mut out).is_err() && npz::encoded_len(&named).is_err());
    assert_eq!(out, [7]);
    assert!(matches!(npy::to_vec(&layer()).unwrap_err().kind(), ErrorKind::RecordFound { tensors: 3 }));
    assert!(matches!(npz::to_vec(&1u8).unwrap_err().kind(), ErrorKind::TensorFound));
    assert!(matches!(safetensors::to_vec(&1u8).unwrap_err().kind(), ErrorKind::TensorFound));

    #[derive(Tensor)]
    struct List {
        crops: Many<Vec<u8>>,
    }
    let list = List { crops: Many(vec![vec![1], vec![2, 3]]) };
    for error in [npz::to_vec(&list).unwrap_err(), safetensors::to_vec(&list).unwrap_err()] {
        assert!(matches!(error.kind(), ErrorKind::DuplicateParam), "{error}");
        assert_eq!(error.parameter(), Some("crops"));
    }
    let reserved = Record::from_iter([("__metadata__".to_string(), Tensor::from(vec![1u8]))]);
    assert!(matches!(safetensors::to_vec(&reserved).unwrap_err().kind(), ErrorKind::File(_)));
}

/// Tensors of every element type that both archives hold.
fn tensors() -> impl Strategy<Value = Record> {
    let types: Vec<ElementType> = ElementType::ALL
        .iter()
        .copied()
        .filter(|t| t.size().is_some() && ![ElementType::BF16, ElementType::C128].contains(t))
        .collect();
    let tensor = (select(types), vec(0usize..4, 0..4)).prop_flat_map(|(element_type, shape)| {
        let shape = Shape::from(shape);
        let bytes = shape.element_count().unwrap_or_default() * element_type.size().unwrap_or(1);
        vec(any::<u8>(), bytes).prop_map(move |mut bytes| {
            if element_type == ElementType::Bool {
                bytes.iter_mut().for_each(|byte| *byte &= 1);
            }
            let tensor = TensorRef::from_bytes(element_type, shape.clone(), &bytes, ByteOrder::Little);
            tensor.expect("bytes of this shape").to_tensor()
        })
    });
    proptest::collection::btree_map("[\\x00-\\x1fa-zé/ .:\"\\\\]{0,6}", tensor, 0..5)
        .prop_map(|map| map.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn records_come_back(record in tensors(), deflate in any::<bool>()) {
        let options = npz::Options::new().deflate(deflate);
        let bytes = options.to_vec(&record).unwrap();
        prop_assert_eq!(&options.from_slice::<Record>(&bytes).unwrap(), &record);
        prop_assert_eq!(options.to_vec(&record).unwrap(), bytes);
        let bytes = safetensors::to_vec(&record).unwrap();
        let read: RecordRef<'_> = safetensors::from_slice(&bytes).unwrap();
        prop_assert_eq!(read.len(), record.len());
        for (name, tensor) in record.iter() {
            prop_assert_eq!(read.get(name), Some(&tensor.as_ref()));
        }
        prop_assert_eq!(safetensors::to_vec(&read).unwrap(), bytes);
        for (_, tensor) in record.iter() {
            for order in [npy::Order::RowMajor, npy::Order::ColumnMajor] {
                let options = npy::Options::new().order(order);
                let bytes = options.to_vec(tensor).unwrap();
                prop_assert_eq!(&npy::from_slice::<Tensor>(&bytes).unwrap(), tensor);
                prop_assert_eq!(bytes.len() % 64, tensor.to_bytes(ByteOrder::Little).len() % 64);
            }
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(
        which in 0usize..5,
        changes in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = samples().swap_remove(which);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        read_all(&bytes);
        bytes.truncate(cut.index(bytes.len() + 1));
        read_all(&bytes);
    }
}

fn samples() -> Vec<Vec<u8>> {
    let matrix = vec![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    vec![
        npy::to_vec(&matrix).unwrap(),
        npy::Options::new().order(npy::Order::ColumnMajor).to_vec(&matrix).unwrap(),
        npz::to_vec(&layer()).unwrap(),
        npz::Options::new().deflate(true).to_vec(&layer()).unwrap(),
        safetensors::to_vec(&layer()).unwrap(),
    ]
}

/// Reads bytes as each format; memory stays near the size of the input.
fn read_all(bytes: &[u8]) {
    let memory = measure(|| {
        let _ = npy::from_slice::<TensorRef<'_>>(bytes).map(drop);
        let _ = npy::from_prefix::<TensorRef<'_>>(bytes).map(drop);
        let _ = Archive::from_slice(bytes).map(|archive| archive.record().map(drop));
        let _ = safetensors::from_slice::<RecordRef<'_>>(bytes).map(drop);
    });
    assert!(memory.bytes_max < (1 << 20), "{} bytes for {}", memory.bytes_max, bytes.len());
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    for bytes in samples() {
        for end in 0..bytes.len() {
            let cut = &bytes[..end];
            read_all(cut);
            assert!(npy::from_slice::<TensorRef<'_>>(cut).is_err(), "{end}");
            assert!(npz::from_slice::<Record>(cut).is_err(), "{end}");
            assert!(safetensors::from_slice::<RecordRef<'_>>(cut).is_err(), "{end}");
        }
    }
}

/// A `.npy` file of this header text.
fn with_header(text: &str) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\0".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}

#[test]
fn headers_of_npy_that_lie_are_refused_in_little_memory() {
    let header = |descr: &str, order: &str, shape: &str| {
        npy::from_slice::<Tensor>(&with_header(&format!(
            "{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n"
        )))
        .unwrap_err()
    };
    let name = |error: DecodeError| error.kind().name();
    let memory = measure(|| {
        assert_eq!(name(header("'<f4'", "False", &format!("({},)", usize::MAX / 16))), "truncated");
        assert_eq!(name(header("'<f4'", "False", "(4294967296, 4294967296, 4294967296)")), "shape_overflow");
        assert_eq!(name(header("'<f4'", "True", "(99999999999999999999999,)")), "shape_overflow");
        assert_eq!(name(header("'<f4'", "False", "(0, 4294967296, 4294967296, 4294967296)")), "shape_overflow");
        assert_eq!(name(header("'<f4'", "False", "(-1,)")), "bad_header");
        assert_eq!(name(header("'<f4'", "False", "(1.5,)")), "bad_header");
        assert_eq!(name(header("'<f4'", "Maybe", "(1,)")), "bad_header");
        assert_eq!(name(header("'<f4'", "1", "(1,)")), "bad_header");
        assert_eq!(name(header("'<f3'", "False", "(1,)")), "foreign_dtype");
        assert_eq!(name(header("'<i16'", "False", "(1,)")), "foreign_dtype");
        assert_eq!(name(header("'<f16'", "False", "(1,)")), "foreign_dtype");
        assert_eq!(name(header("'<U5'", "False", "(1,)")), "foreign_dtype");
        assert_eq!(name(header("'<U99999999999999999999'", "False", "(1,)")), "foreign_dtype");
        assert_eq!(name(header("[('a', '<f4', (4294967296, 4294967296))]", "False", "(1,)")), "foreign_dtype");
        assert_eq!(name(header(&"[".repeat(3000), "False", "(1,)")), "bad_header");
        assert_eq!(name(header("'\\\\x3cf4'", "False", "(1,)")), "bad_header");
        assert_eq!(name(npy::from_slice::<Tensor>(&with_header("{}")).unwrap_err()), "bad_header");
        assert_eq!(name(npy::from_slice::<Tensor>(&with_header("")).unwrap_err()), "bad_header");
        let ranks = format!("({})", "1, ".repeat(300));
        assert_eq!(name(header("'<f4'", "False", &ranks)), "limit_exceeded");
    });
    assert!(memory.bytes_max < (1 << 20), "{}", memory.bytes_max);

    let mut long = b"\x93NUMPY\x02\0".to_vec();
    long.extend(u32::MAX.to_le_bytes());
    let memory = measure(|| {
        let error = npy::from_slice::<Tensor>(&long).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Text, .. }), "{error}");
    });
    assert!(memory.bytes_max < 4096);
    let error = npy::from_slice::<Tensor>(b"\x93NUMPY\x04\0\0\0\0\0\0\0").unwrap_err();
    assert_eq!((fault(&error), error.offset()), (FileFault::Version, Some(6)));
    assert_eq!(error.to_string(), "npy: version: expected 1.0, 2.0 or 3.0, found 4.0 (byte 6)");
    let error = npy::from_slice::<Tensor>(b"PK\x03\x04").unwrap_err();
    assert_eq!(error.to_string(), "npy: expected \\x93NUMPY at the beginning, found PK\\x03\\x04 (byte 0)");
    let mut boolean = npy::to_vec(&[true, false]).unwrap();
    *boolean.last_mut().unwrap() = 2;
    let error = npy::from_slice::<Tensor>(&boolean).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidBoolean(2)), "{error}");
    let limited = npy::Options::new().max_elements(3).max_rank(1).max_bytes(8);
    let error = limited.from_slice::<Tensor>(&npy::to_vec(&[1u8, 2, 3, 4]).unwrap()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Elements, max: 3, found: 4 }), "{error}");
    let error = limited.from_slice::<Tensor>(&npy::to_vec(&[[1u8]]).unwrap()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Rank, .. }), "{error}");
    let error = limited.from_slice::<Tensor>(&npy::to_vec(&[1u64, 2]).unwrap()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Bytes, max: 8, found: 16 }), "{error}");
    let error = limited.from_reader::<Tensor, _>(std::io::repeat(0)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Bytes, .. }), "{error}");
}

#[test]
fn headers_are_read_as_numpy_reads_them() {
    let read = |text: &str| npy::Head::from_slice(&with_header(text)).map(|head| (head.header().to_string(), head));
    let header = |descr: &str, shape: &str| {
        read(&format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}")).map(|(text, _)| text)
    };
    let native = ByteOrder::NATIVE;
    for (descr, element_type, order) in [
        ("<f4", "f32", ByteOrder::Little),
        (">f4", "f32", ByteOrder::Big),
        ("=f4", "f32", native),
        ("|f4", "f32", native),
        ("f4", "f32", native),
        ("<?", "bool", native),
        (">?", "bool", native),
        ("?", "bool", native),
        ("|b1", "bool", native),
        ("<i1", "i8", native),
        ("c16", "c128", native),
    ] {
        let (text, head) = read(&format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (2,)}}")).unwrap();
        assert_eq!((text, head.byte_order()), (format!("{element_type} [2]"), order), "{descr}");
    }
    for (shape, axes) in
        [("()", "[]"), ("(2L,)", "[2]"), ("(2L, 3L)", "[2, 3]"), ("( 2 , 3 , )", "[2, 3]"), ("(0,)", "[0]")]
    {
        assert_eq!(header("<u2", shape).unwrap(), format!("u16 {axes}"), "{shape}");
    }
    // Any order, either quote, spaces and lines anywhere.
    let loose = "  {\"shape\" :\n(1, 2),\t'descr':\"<i8\" , 'fortran_order':True }\n \n";
    assert_eq!(read(loose).unwrap().0, "i64 [1, 2]");
    let start = 10u64;
    for (text, expected, at) in [
        ("", "a dict of 'descr', 'fortran_order' and 'shape', found nothing", 0),
        ("{}", "a key 'descr', found \"{}\"", 0),
        ("{'descr': '<f4', 'x': 1}", "no key but 'descr', 'fortran_order' and 'shape', found \"'x': 1}\"", 17),
        ("{'descr': '<f4', 'descr': '<f4'}", "each key once, found \"'descr': '<f4'}\"", 17),
        ("{'shape': [2]}", "a tuple of lengths, found \"[2]}\"", 10),
        ("{'shape': (2)}", "a tuple of lengths, found \"(2)}\"", 10),
        ("{'shape': 2}", "a tuple of lengths, found \"2}\"", 10),
        ("{'shape': (2 3)}", "a tuple of lengths, found \"(2 3)}\"", 10),
        ("{'shape': (-2,)}", "a length, found \"-2,)}\"", 11),
        ("{'shape': (02,)}", "a length, found \"02,)}\"", 11),
        ("{'shape': (2,", "a length, found nothing", 13),
        ("{'fortran_order': 0}", "True or False, found \"0}\"", 18),
        ("{'descr': }", "a dtype, found \"}\"", 10),
        ("{'descr': [(", "a literal that ends, found nothing", 12),
        ("{'descr': '<f4\\x41'}", "a text without escapes in quotes, found \"\\\\x41'}\"", 14),
        ("{'descr' '<f4'}", "`:` after a key, found \"'<f4'}\"", 9),
        ("{'descr': '<f4' 'shape'}", "`,` or `}`, found \"'shape'}\"", 16),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': ()} {}", "nothing after the dict, found \"{}\"", 54),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!(error.to_string(), format!("npy: header: expected {expected} (byte {})", start + at), "{text}");
        assert_eq!(fault(&error), FileFault::Header);
    }
    let error = header("<U3", "(2,)").unwrap_err();
    assert_eq!((fault(&error), error.offset()), (FileFault::Dtype, Some(20)));
    let error = header("<f8", &format!("({},)", usize::MAX / 8 + 1)).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("shape_overflow", Some(start + 50)));
    // Python 3 has no such numbers, and the third version is its own.
    let mut third = with_header("{'descr': '<f4', 'fortran_order': False, 'shape': (2L,)}");
    third[6] = 3;
    third.splice(10..10, [0, 0]);
    assert_eq!(npy::Head::from_slice(&third).unwrap_err().offset(), Some(12 + 50));
}

/// Brackets in brackets, which a reader that tries one way after another takes very long for.
#[test]
fn headers_are_read_in_time_and_memory_of_their_length() {
    for text in ["{", "{1:", "[", "(", "{'descr': [", "{'descr': (", "{'shape': (", "'", "{'descr': '"] {
        for times in [1, 16, 800] {
            for end in ["", "\n", "}", "]"] {
                let bytes = with_header(&(text.repeat(times) + end));
                let begun = std::time::Instant::now();
                let memory = measure(|| assert!(npy::from_slice::<Tensor>(&bytes).is_err(), "{text}"));
                assert!(begun.elapsed().as_millis() < 500, "{text} {times}");
                let bound = 32 * bytes.len() as u64 + 8192;
                assert!(memory.bytes_total < bound, "{} for {}", memory.bytes_total, bytes.len());
            }
        }
    }
    let text = |shape: &str| format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape})}}");
    for bytes in
        [with_header(&text(&"0,".repeat(255))), with_header(&text(&"0,".repeat(256))), with_header(&text("0,"))]
    {
        let memory = measure(|| drop(npy::from_slice::<TensorRef<'_>>(&bytes)));
        let bound = 32 * bytes.len() as u64 + 8192;
        assert!(memory.bytes_total < bound, "{} for {}", memory.bytes_total, bytes.len());
    }
}

/// A `.safetensors` file of this header.
fn with_json(text: &str, data: usize) -> Vec<u8> {
    let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
    bytes.extend(text.as_bytes());
    bytes.resize(bytes.len() + data, 1);
    bytes
}

#[test]
fn headers_of_safetensors_that_lie_are_refused() {
    let u8s = |offsets: &str| format!(r#"{{"dtype":"U8","shape":[2],"data_offsets":{offsets}}}"#);
    let read = |text: &str, data| safetensors::from_slice::<Record>(&with_json(text, data)).unwrap_err();
    let one = format!(r#"{{"a":{}}}"#, u8s("[0,2]"));
    assert!(safetensors::from_slice::<Record>(&with_json(&one, 2)).is_ok());
    let error = read(&one, 1);
    assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { needed: 2, left: 1 }), "{error}");
    let error = read(&one, 3);
    assert!(matches!(error.kind(), ErrorKind::TrailingBytes { count: 1, .. }), "{error}");
    let error = read(&format!(r#"{{"a":{},"a":{}}}"#, u8s("[0,2]"), u8s("[2,4]")), 4);
    assert_eq!((error.kind().name(), error.parameter(), error.offset()), ("duplicate_param", Some("a"), Some(61)));
    for (what, text, data) in [
        ("overlap", format!(r#"{{"a":{},"b":{}}}"#, u8s("[0,2]"), u8s("[1,3]")), 3),
        ("the same bytes twice", format!(r#"{{"a":{},"b":{}}}"#, u8s("[0,2]"), u8s("[0,2]")), 2),
        ("a gap", format!(r#"{{"a":{},"b":{}}}"#, u8s("[0,2]"), u8s("[3,5]")), 5),
        ("backwards", format!(r#"{{"a":{}}}"#, u8s("[2,0]")), 2),
        ("another size", format!(r#"{{"a":{}}}"#, u8s("[0,3]")), 3),
        ("no offsets", r#"{"a":{"dtype":"U8","shape":[2]}}"#.into(), 2),
        ("an unknown type", r#"{"a":{"dtype":"X8","shape":[2],"data_offsets":[0,2]}}"#.into(), 2),
        ("negative", r#"{"a":{"dtype":"U8","shape":[-2],"data_offsets":[0,2]}}"#.into(), 2),
        (
            "too many",
            r#"{"a":{"dtype":"U8","shape":[4294967296,4294967296,4294967296],"data_offsets":[0,2]}}"#.into(),
            2,
        ),
        ("no object", "[]".into(), 0),
        ("two values", "{}{}".into(), 0),
        ("no JSON", "{".into(), 0),
        ("deep", format!("{{\"a\":{}", "[".repeat(100_000)), 0),
    ] {
        let error = read(&text, data);
        assert_eq!(fault(&error), FileFault::Header, "{what}");
        assert!(error.offset().is_some_and(|at| at >= 8), "{what}: {error}");
    }
    // Line and column are of the header, the byte is of the file.
    let error = read("{\n\"__metadata__\": {}, \n  ?}", 0);
    assert_eq!(error.offset(), Some(8 + 25), "{error}");
    let error = read("{\n\"a\": 1, \n  ?}", 0);
    assert_eq!(error.offset(), Some(8 + 7), "{error}");
    let text = r#"{"a":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]}}"#;
    assert_eq!(
        read(text, 2).to_string(),
        "parameter `a`: safetensors: dtype: expected a type that the model has, from BOOL to F64 and C64, found F8_E4M3 \
         (byte 9)"
    );
    let text = r#"{"a":{"dtype":"BOOL","shape":[2],"data_offsets":[0,2]}}"#;
    let mut bytes = with_json(text, 2);
    *bytes.last_mut().unwrap() = 2;
    let error = safetensors::from_slice::<Record>(&bytes).unwrap_err();
    assert_eq!((error.kind().name(), error.parameter()), ("invalid_boolean", Some("a")), "{error}");
    let ranks = format!(r#"{{"a":{{"dtype":"U8","shape":[{}1],"data_offsets":[0,1]}}}}"#, "1,".repeat(300));
    assert_eq!(read(&ranks, 1).kind().name(), "limit_exceeded");
    let two = with_json(&format!(r#"{{"a":{},"b":{}}}"#, u8s("[0,2]"), u8s("[2,4]")), 4);
    let error = safetensors::Options::new().max_params(1).from_slice::<Record>(&two).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Params, max: 1, found: 2 }), "{error}");
    let memory = measure(|| {
        for len in [99_000_000, u64::MAX] {
            let error = safetensors::from_slice::<Record>(&len.to_le_bytes()).unwrap_err();
            assert_eq!((error.kind().name(), error.offset()), ("truncated", Some(8)));
        }
    });
    assert!(memory.bytes_max < 4096);
}

#[test]
fn tensors_are_borrowed_where_they_lie() {
    let bytes = npz::to_vec(&layer()).unwrap();
    let archive = Archive::from_slice(&bytes).unwrap();
    let inside = |data: &[u8]| bytes.as_ptr_range().contains(&data.as_ptr());
    assert!(archive.record().unwrap().iter().all(|(_, tensor)| inside(tensor.buffer())));
    let bytes = safetensors::to_vec(&layer()).unwrap();
    let inside = |data: &[u8]| bytes.as_ptr_range().contains(&data.as_ptr());
    let file = File::from_slice(&bytes).unwrap();
    assert!(file.record().unwrap().iter().all(|(_, tensor)| inside(tensor.buffer())));
    // Elements of eight bytes, of four, of one: the order of the package.
    assert_eq!(file.record().unwrap().iter().map(|(name, _)| name).collect::<Vec<_>>(), ["bias", "weights", "mask"]);
}
