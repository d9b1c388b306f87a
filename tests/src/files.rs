//! The files of NumPy and of the safetensors package that `tests/peers/files.py make` writes, and what they hold.

use std::{fs, path::Path};

use half::{bf16, f16};
use num_complex::Complex;
use tensor_format::{
    ByteOrder, DecodeError, Element, ErrorKind, Record, RecordRef, Tensor, TensorRef,
    error::FileFault,
    npy::{self, Head, Order},
    npz::{self, Archive},
    safetensors,
};

/// 0 to 5 as elements of a type, in two rows.
fn six<T: Element>(of: impl Fn(u8) -> T) -> Tensor {
    let elements: Vec<T> = (0..6).map(of).collect();
    Tensor::from_vec([2, 3], elements).expect("six elements")
}

/// The tensors that the archives hold, by name.
pub fn all() -> Vec<(&'static str, Tensor)> {
    vec![
        ("i1", six(|n| n as i8)),
        ("i2", six(i16::from)),
        ("i4", six(i32::from)),
        ("i8", six(i64::from)),
        ("u1", six(|n| n)),
        ("u2", six(u16::from)),
        ("u4", six(u32::from)),
        ("u8", six(u64::from)),
        ("f2", six(|n| f16::from_f32(f32::from(n)))),
        ("f4", six(f32::from)),
        ("f8", six(f64::from)),
        ("c8", six(|n| Complex::new(f32::from(n), f32::from(n) * 10.0))),
        ("c16", six(|n| Complex::new(f64::from(n), f64::from(n) * 10.0))),
        ("bool", six(|n| n % 2 == 1)),
    ]
}

fn check_record(found: &RecordRef<'_>, without: &str, ordered: bool) {
    let expected: Vec<_> = all().into_iter().filter(|(name, _)| *name != without).collect();
    assert_eq!(found.len(), expected.len());
    for (index, (name, tensor)) in expected.iter().enumerate() {
        assert_eq!(found.get(name), Some(&tensor.as_ref()), "{name}");
        if ordered {
            assert_eq!(found.iter().nth(index).map(|(name, _)| name), Some(*name));
        }
    }
}

/// What is wrong with a file.
///
/// # Panics
///
/// If that is not the error.
pub fn fault(error: &DecodeError) -> FileFault {
    let ErrorKind::File(error) = error.kind() else { panic!("{error}") };
    error.fault
}

/// Checks every file of the folder against what it must hold.
///
/// # Panics
///
/// If a file holds something else.
pub fn check(folder: &Path) {
    let read = |name: &str| fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let matrix = six(f32::from);
    let single = [
        ("plain", matrix.clone(), ByteOrder::Little, Order::RowMajor),
        ("version2", matrix.clone(), ByteOrder::Little, Order::RowMajor),
        ("fortran", matrix.clone(), ByteOrder::Little, Order::ColumnMajor),
        ("big", matrix, ByteOrder::Big, Order::RowMajor),
        ("big_fortran", six(|n| Complex::new(f32::from(n), f32::from(n) * 10.0)), ByteOrder::Big, Order::ColumnMajor),
        (
            "scalar",
            Tensor::from_vec([0usize; 0].as_slice(), vec![2.5f64]).expect("one"),
            ByteOrder::Little,
            Order::RowMajor,
        ),
        ("empty", Tensor::from_vec([0, 3], Vec::<u16>::new()).expect("none"), ByteOrder::Little, Order::RowMajor),
        ("line", Tensor::from(vec![0i64, 1, 2, 3, 4]), ByteOrder::Little, Order::RowMajor),
    ];
    for (name, expected, byte_order, order) in single {
        let bytes = read(&format!("{name}.npy"));
        let found: TensorRef<'_> = npy::from_slice(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        // Complex and half numbers compare by their bits in one byte order.
        assert_eq!(found.header(), expected.header(), "{name}");
        assert_eq!(found.to_bytes(ByteOrder::Little), expected.to_bytes(ByteOrder::Little), "{name}");
        let head = Head::from_slice(&bytes).expect("as before");
        assert_eq!((head.byte_order(), head.order()), (byte_order, order), "{name}");
        if name != "version2" {
            let options = npy::Options::new().byte_order(byte_order).order(order);
            assert_eq!(options.to_vec(&found).expect("as read"), bytes, "{name}");
        }
    }
    for name in ["text", "dates", "extended", "structured", "object"] {
        let error = npy::from_slice::<Tensor>(&read(&format!("{name}.npy"))).unwrap_err();
        assert_eq!(fault(&error), FileFault::Dtype, "{name}: {error}");
    }
    let two = read("two.npy");
    let (first, len) = npy::from_prefix::<Tensor>(&two).expect("two tensors");
    let (second, rest) = npy::from_prefix::<Tensor>(&two[len..]).expect("two tensors");
    assert_eq!((first, second, len + rest), (six(|n| n), six(f32::from), two.len()));

    for name in ["all.npz", "deflated.npz"] {
        let bytes = read(name);
        let archive = Archive::from_slice(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        check_record(&archive.record().expect(name), "", true);
        let again = npz::to_vec(&archive.record().expect(name)).expect("as read");
        check_record(&Archive::from_slice(&again).expect(name).record().expect(name), "", true);
    }
    let bytes = read("all.safetensors");
    let file = safetensors::File::from_slice(&bytes).expect("all.safetensors");
    assert_eq!(file.metadata().iter().collect::<Vec<_>>(), [(&"format".to_owned(), &"np".to_owned())]);
    let record = file.record().expect("all.safetensors");
    check_record(&record, "c16", false);
    assert_eq!(safetensors::to_vec_with(&record, file.metadata()).expect("as read"), bytes);
    let bytes = read("bfloat16.safetensors");
    let file: RecordRef<'_> = safetensors::from_slice(&bytes).expect("bfloat16.safetensors");
    assert_eq!(file.get("x"), Some(&six(|n| bf16::from_f32(f32::from(n))).as_ref()));
    assert_eq!(safetensors::to_vec(&file).expect("as read"), bytes);
    let error = safetensors::from_slice::<RecordRef<'_>>(&read("float8.safetensors")).unwrap_err();
    assert_eq!(fault(&error), FileFault::Dtype, "{error}");
    check_mixed(&read("sparse.npz"), &read("mixed.npz"), &read("mixed.safetensors"));
}

/// Files that hold more than tensors of the model: that is listed, and the rest read.
fn check_mixed(sparse: &[u8], mixed: &[u8], tensors: &[u8]) {
    let archive = Archive::from_slice(sparse).expect("sparse.npz");
    let listed: Vec<_> = archive.members().map(|member| (member.name(), member.dtype().unwrap_or_default())).collect();
    let expected = [("indices", "<i4"), ("indptr", "<i4"), ("format", "|S3"), ("shape", "<i8"), ("data", "<f8")];
    assert_eq!(listed, expected.map(|(name, dtype)| (name, dtype.to_owned())));
    let error = npz::from_slice::<Record>(sparse).unwrap_err();
    assert_eq!((fault(&error), error.parameter()), (FileFault::Dtype, Some("format")), "{error}");
    let data = archive.get("data").expect("data").tensor().expect("data");
    assert_eq!(data.to_vec::<f64>().expect("numbers"), [1.5, -2.0]);

    let archive = Archive::from_slice(mixed).expect("mixed.npz");
    let found = archive.members().map(|member| (member.name(), member.tensor().map_err(|error| fault(&error))));
    let found: Vec<_> = found.map(|(name, tensor)| (name, tensor.map(|tensor| tensor.header().to_string()))).collect();
    assert_eq!(
        found,
        [
            ("", Ok("u8 [3]".to_owned())),
            ("x", Ok("f64 [2]".to_owned())),
            ("readme.txt", Err(FileFault::Entry)),
            ("words", Err(FileFault::Magic)),
        ]
    );
    let file = safetensors::File::from_slice(tensors).expect("mixed.safetensors");
    let listed: Vec<_> = file
        .members()
        .map(|member| (member.name(), member.dtype(), member.shape().to_string(), member.tensor().is_ok()))
        .collect();
    let expected = [
        ("scales", "F32", "[2]", true),
        ("packed", "F8_E4M3", "[2]", false),
        ("", "U8", "[3]", true),
        ("half", "F4", "[2, 2]", false),
    ];
    let expected = expected.map(|(name, dtype, shape, read)| (name, dtype.to_owned(), shape.to_owned(), read));
    assert_eq!(listed, expected);
    let error = file.record().unwrap_err();
    assert_eq!((fault(&error), error.parameter(), error.offset()), (FileFault::Dtype, Some("packed"), Some(0x43)));
}
