//! Explanations of some messages, byte by byte.

use alloc::string::ToString;

use super::*;
use crate::decthings::Dialect;

fn lines(options: &Options, input: &[u8]) -> Vec<String> {
    let annotations: Vec<Annotation<'_>> = options.annotate(input).collect();
    let joined: Vec<u8> = annotations.iter().flat_map(|a| a.bytes.iter().copied()).collect();
    assert_eq!(joined, input, "the annotations do not cover the input");
    let error = Options::sequence::<TensorRef<'_>>(options, input).find_map(Result::err);
    let found = annotations.iter().find_map(|a| a.error.as_ref());
    assert_eq!(
        error.map(|error| (error.kind().name(), error.offset())),
        found.map(|error| (error.kind().name(), error.offset())),
    );
    annotations.iter().map(|a| format!("{} {}", a.bytes.len(), a.meaning)).collect()
}

#[test]
fn numbers_are_one_run() {
    let bytes = crate::to_vec(&[[1.5f32, 2.0], [-0.0, 4.0]]).unwrap();
    let expected = ["1 element type f32", "1 rank 2", "1 axis 0: 2", "1 axis 1: 2", "16 1.5, 2.0, -0.0, 4.0"];
    assert_eq!(lines(&Options::new(), &bytes), expected);
    assert_eq!(lines(&Options::new(), &crate::to_vec(&[9u8; 7]).unwrap())[3], "7 9, 9, 9, 9, 9, 9, …");
    assert_eq!(lines(&Options::new(), &[7, 1, 0]), ["1 element type u8", "1 rank 1", "1 axis 0: 0"]);
}

#[test]
fn media_show_their_format_in_each_dialect() {
    let image = crate::Image::new("png", *b"\x89PNG");
    for (dialect, expected) in [
        (Dialect::Documented, &["1 7 bytes", "3 format \"png\"", "4 content"][..]),
        (
            Dialect::Clients,
            &["1 9 bytes follow for all elements", "1 8 bytes", "1 3 bytes of format", "3 format \"png\"", "4 content"],
        ),
    ] {
        let options = Options::new().dialect(dialect);
        assert_eq!(lines(&options, &options.to_vec(&image).unwrap())[2..], *expected);
    }
}

#[test]
fn a_record_shows_its_names() {
    let mut record = crate::Record::new();
    record.push("a", TensorRef::from_slice((), &[5u8]).unwrap().to_tensor());
    record.push("b", TensorRef::from_slice([1], &[true]).unwrap().to_tensor());
    let bytes = crate::to_vec(&record).unwrap();
    let expected = [
        "1 names: element type string",
        "1 names: rank 1",
        "1 names: axis 0: 2",
        "1 name 0: 1 bytes",
        "1 name 0: \"a\"",
        "1 name 1: 1 bytes",
        "1 name 1: \"b\"",
        "1 `a`: element type u8",
        "1 `a`: rank 0",
        "1 `a`: 5",
        "1 `b`: element type bool",
        "1 `b`: rank 1",
        "1 `b`: axis 0: 1",
        "1 `b`: true",
    ];
    assert_eq!(lines(&Options::new(), &bytes), expected);
    let twice = [bytes.as_slice(), &bytes].concat();
    assert_eq!(lines(&Options::new(), &twice)[expected.len()], "1 record 1, names: element type string");
}

#[test]
fn a_tensor_without_a_name_is_padding_only_if_it_may_be() {
    let padded = [&crate::to_vec(&["", ""]).unwrap()[..], &[12, 0, 1, 0], &[7, 0, 5]].concat();
    let meanings = lines(&Options::new(), &padded);
    assert_eq!(meanings[5], "1 padding: element type binary");
    assert_eq!(meanings[9], "1 ``: element type u8");
    assert_eq!(meanings.last().unwrap(), "1 ``: 5");
}

#[test]
fn a_string_tensor_before_fewer_tensors_is_no_record() {
    let bytes = [&crate::to_vec(&["a", "b"]).unwrap()[..], &[7, 0, 1]].concat();
    let lines = lines(&Options::new(), &bytes);
    assert_eq!(lines[0], "1 tensor 0: element type string");
    assert_eq!(lines[4], "1 tensor 0: element 0: \"a\"");
    assert_eq!(lines[9], "1 tensor 1: 1");
}

#[test]
fn an_error_ends_the_annotations_at_its_byte() {
    assert_eq!(
        lines(&Options::new(), &[13, 1, 3, 1, 5, 0]),
        ["1 element type bool", "1 rank 1", "1 axis 0: 3", "1 before the fault", "2 boolean: expected 0 or 1, found 5"]
    );
    assert_eq!(
        lines(&Options::new(), &[11, 0, 3, b'a', 0xff, b'b'])[3..],
        ["1 before the fault", "2 the string is not UTF-8"]
    );
    assert_eq!(lines(&Options::new(), &[99]), ["1 byte 0x63 names no element type"]);
    assert_eq!(lines(&Options::new(), &[7, 1])[2], "0 the input ends too early: 1 byte needed, 0 left");
}

#[test]
fn a_line_shows_offset_bytes_and_meaning() {
    let bytes = crate::to_vec(&[7u8; 12]).unwrap();
    let line = super::super::annotate(&bytes).last().map(|a| a.to_string()).unwrap();
    assert_eq!(line, "     3  07 07 07 07 07 07 07 07… 7, 7, 7, 7, 7, 7, …");
}
