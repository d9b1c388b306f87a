//! Files of NumPy and safetensors, and records of stdlib.

use tensor_format::{Record, RecordRef, Tensor, npy, npz, safetensors, stdlib};

use crate::{
    Case, listed,
    made::{list, nested, repeat},
    rules::Wanted,
};

/// A file of npy whose header is this text.
fn with_header(text: &[u8]) -> Vec<u8> {
    [b"\x93NUMPY\x02\x00", &(text.len() as u32).to_le_bytes()[..], text].concat()
}

/// A file of safetensors whose header is this text.
fn with_head(text: &[u8]) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes()[..], text].concat()
}

fn archive(size: usize, name: impl Fn(usize) -> String) -> Vec<u8> {
    let record: Record = (0..size / 350 + 1).map(|at| (name(at), Tensor::from(vec![7u8]))).collect();
    npz::to_vec(&record).expect("an archive")
}

/// Bytes in which every few look like the end of an archive.
fn ends(size: usize) -> Vec<u8> {
    let mut bytes = npz::to_vec(&(vec![1u8], vec![2u8])).expect("an archive");
    let fake = b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x40\0\0\0\0\0\0\0\0\0";
    while bytes.len() < size {
        bytes.extend(fake);
    }
    bytes
}

const NPZ: npz::Options = npz::Options::new().max_params(usize::MAX);
const SAFETENSORS: safetensors::Options = safetensors::Options::new().max_params(usize::MAX);

fn entries(size: usize, name: impl Fn(usize) -> String) -> Vec<u8> {
    with_head(&list(size, "{", "}", |at| {
        format!(r#""{}":{{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}"#, name(at))
    }))
}

pub(crate) fn cases() -> Vec<Case> {
    let many = |size| entries(size, |at| format!("n{at}"));
    let reversed = |size| entries(size, |at| format!("n{}", 99_999_999 - at));
    let members = |size| archive(size, |at| format!("n{at}"));
    listed! {
        "npy long shape", |size| with_header(&repeat(size, "{'descr': '|u1', 'fortran_order': False, 'shape': (", "1, ", ")}\n")),
            |bytes| npy::from_slice::<Tensor>(bytes);
        "npy long number", |size| with_header(&repeat(size, "{'descr': '|u1', 'fortran_order': False, 'shape': (", "1", ",)}\n")),
            |bytes| npy::from_slice::<Tensor>(bytes);
        "npy nested shape", |size| with_header(&nested(size, "{'shape': ", "(", "", ")", "}\n")), |bytes| npy::from_slice::<Tensor>(bytes);
        "npy many keys", |size| with_header(&list(size, "{", "}", |at| format!("'k{at}': 1"))), |bytes| npy::from_slice::<Tensor>(bytes);
        "npy spaces", |size| with_header(&repeat(size, "{", " ", "}\n")), |bytes| npy::Head::from_slice(bytes);
        "npz many members", members, |bytes| NPZ.from_slice::<Record>(bytes);
        "npz many members, reader", members, |bytes| NPZ.from_reader::<Record, _>(bytes);
        "npz many members, typed", members, |bytes| NPZ.from_slice::<Wanted>(bytes);
        "npz many members, Reader", members, |bytes| {
            NPZ.reader(std::io::Cursor::new(bytes)).and_then(|mut reader| reader.read::<Record>())
        };
        "npz ends in the archive", ends, |bytes| NPZ.from_slice::<Record>(bytes);
        "npz no archive", |size| repeat(size, "PK\u{3}\u{4}", "PK\u{5}\u{6}", ""), |bytes| NPZ.from_slice::<Record>(bytes);
        "safetensors many tensors", many, |bytes| SAFETENSORS.from_slice::<RecordRef<'_>>(bytes);
        "safetensors many tensors, backwards", reversed, |bytes| SAFETENSORS.from_slice::<RecordRef<'_>>(bytes);
        "safetensors many tensors, typed", many, |bytes| SAFETENSORS.from_slice::<Wanted>(bytes);
        "safetensors many tensors, reader", many, |bytes| {
            SAFETENSORS.reader(std::io::Cursor::new(bytes)).and_then(|mut reader| reader.read::<Record>())
        };
        "safetensors many tensors, by name", many, |bytes| SAFETENSORS.file(bytes).and_then(|file| {
            let names: Vec<String> = file.members().map(|member| member.name().to_owned()).collect();
            file.tensors(names)
        });
        "safetensors names that are the same", |size| entries(size, |_| "same".to_owned()), |bytes| SAFETENSORS.from_slice::<Record>(bytes);
        "safetensors metadata", |size| with_head(&list(size, r#"{"__metadata__":{"#, "}}", |at| format!(r#""k{at}":"v""#))),
            |bytes| SAFETENSORS.from_slice::<Record>(bytes);
        "safetensors nested head", |size| with_head(&nested(size, r#"{"a":"#, "[", "", "]", "}")), |bytes| SAFETENSORS.from_slice::<Record>(bytes);
        "safetensors long shape", |size| with_head(&repeat(size, r#"{"a":{"dtype":"U8","shape":[1"#, ",1", r#"],"data_offsets":[0,0]}}"#)),
            |bytes| SAFETENSORS.from_slice::<Record>(bytes);
        "safetensors long number", |size| with_head(&repeat(size, r#"{"a":{"dtype":"U8","shape":[1"#, "1", r#"],"data_offsets":[0,0]}}"#)),
            |bytes| SAFETENSORS.from_slice::<Record>(bytes);
        "safetensors escapes", |size| with_head(&repeat(size, r#"{"a"#, "\\u0041", r#"":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}"#)),
            |bytes| SAFETENSORS.from_slice::<Record>(bytes);
        "safetensors spaces", |size| with_head(&repeat(size, "{", " ", "}")), |bytes| SAFETENSORS.from_slice::<Record>(bytes);
        "stdlib message", |size| crate::made::pair(
            &stdlib::to_message(&vec![1u8; 4]).expect("a record").meta,
            &vec![7; size],
        ), |bytes| {
            let (meta, data) = crate::made::both(bytes);
            stdlib::from_message::<Tensor>(meta, data)
        };
        "stdlib no record", |size| vec![255; size], |bytes| stdlib::Options::new().from_slice(bytes);
    }
}
