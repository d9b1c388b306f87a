//! What is said of headers that lie: which entry or key is at fault, what was expected and what was found.

use std::io::Cursor;

use tensor_format::{error::FileFault, npy, safetensors};
use tensor_format_tests::files::fault;

#[test]
fn an_entry_of_safetensors_that_is_misplaced_is_named() {
    let entry = |dtype: &str, shape: &str, offsets: &str| {
        format!(r#"{{"dtype":"{dtype}","shape":{shape},"data_offsets":{offsets}}}"#)
    };
    let follow = "tensors that follow one another";
    for (dtype, shape, offsets, expected) in [
        ("U8", "[2]", "[3,5]", format!("{follow}, found 3 to 5, where the next is at 2")),
        ("U8", "[2]", "[1,3]", format!("{follow}, found 1 to 3, where the next is at 2")),
        ("U8", "[2]", "[2,1]", "a beginning and an end, found 2 to 1".to_owned()),
        (
            "F32",
            "[2,3]",
            "[2,6]",
            "the bytes that dtype and shape take, found 2 to 6, where F32 [2, 3] takes 24".to_owned(),
        ),
        ("F4", "[3]", "[2,3]", "elements of whole bytes, found 12 bits of F4 [3]".to_owned()),
        (
            "U8",
            "[4294967296,4294967296]",
            "[2,4]",
            "elements whose bits can be counted, found U8 [4294967296, 4294967296]".to_owned(),
        ),
    ] {
        let text = format!(r#"{{"a":{},"b":{}}}"#, entry("U8", "[2]", "[0,2]"), entry(dtype, shape, offsets));
        let at = 8 + text.find(r#""b""#).unwrap();
        let bytes = [&(text.len() as u64).to_le_bytes()[..], text.as_bytes(), &[1; 8]].concat();
        for error in [
            safetensors::File::from_slice(&bytes).unwrap_err(),
            safetensors::Reader::new(Cursor::new(&bytes)).unwrap_err(),
        ] {
            let expected = format!("parameter `b`: safetensors: data_offsets: expected {expected} (byte {at})");
            assert_eq!((fault(&error), error.to_string()), (FileFault::Header, expected));
        }
    }
}

#[test]
fn a_key_that_a_header_of_npy_lacks_is_named() {
    let (descr, order, shape) = ("'descr': '<f4'", "'fortran_order': False", "'shape': ()");
    for (text, missing) in [
        (format!("{{{order}, {shape}}}"), "descr"),
        (format!("{{{descr}, {shape}}}"), "fortran_order"),
        (format!("{{{descr}, {order}}}"), "shape"),
    ] {
        let bytes = [b"\x93NUMPY\x01\0", &(text.len() as u16).to_le_bytes()[..], text.as_bytes(), &[0; 4]].concat();
        let error = npy::from_slice::<f32>(&bytes).unwrap_err();
        let expected = format!("npy: header: expected a key '{missing}', found {:?} (byte 10)", &text[..20]);
        assert_eq!((fault(&error), error.to_string()), (FileFault::Header, expected));
    }
}
