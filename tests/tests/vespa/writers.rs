//! Vespa texts as they are written: indentation, and writers that fail.

use std::io::{self, Write};

use tensor_format::{
    EncodeError, ErrorKind,
    vespa::{self, Constant, Options},
};

use super::constant;

#[test]
fn indented_texts_have_a_line_for_each_block_cell_and_row() {
    let cases = [
        (
            r#"{"type":"tensor()","cells":[{"address":{},"value":2.5}]}"#,
            r#"{
  "type": "tensor()",
  "cells": [
    {"address":{},"value":2.5}
  ]
}"#,
        ),
        (
            r#"{"type":"tensor<int8>(x[3])","values":[1,2,3]}"#,
            r#"{
  "type": "tensor<int8>(x[3])",
  "values": [1, 2, 3]
}"#,
        ),
        (
            r#"{"type":"tensor(x[2],y[1],z[2])","values":[[[1,"-inf"]],[[3,null]]]}"#,
            r#"{
  "type": "tensor(x[2],y[1],z[2])",
  "values": [
    [
      [1, "-Infinity"]
    ],
    [
      [3, "NaN"]
    ]
  ]
}"#,
        ),
        (
            r#"{"type":"tensor<float>(k{})","cells":{"b \"":2,"a":0.1}}"#,
            r#"{
  "type": "tensor<float>(k{})",
  "cells": {
    "a": 0.1,
    "b \"": 2
  }
}"#,
        ),
        (r#"{"type":"tensor(k{})","cells":{}}"#, "{\n  \"type\": \"tensor(k{})\",\n  \"cells\": {}\n}"),
        (
            r#"{"type":"tensor(k{},l{})","cells":[{"address":{"k":"b","l":"c"},"value":1},{"address":{"k":"a","l":"c"},"value":2}]}"#,
            r#"{
  "type": "tensor(k{},l{})",
  "cells": [
    {"address":{"k":"a","l":"c"},"value":2},
    {"address":{"k":"b","l":"c"},"value":1}
  ]
}"#,
        ),
        (r#"{"type":"tensor(k{},l{})","cells":[]}"#, "{\n  \"type\": \"tensor(k{},l{})\",\n  \"cells\": []\n}"),
        (
            r#"{"type":"tensor<bfloat16>(k{},x[2])","blocks":{"b":[3,4],"a":[1,2]}}"#,
            r#"{
  "type": "tensor<bfloat16>(k{},x[2])",
  "blocks": {
    "a": [1, 2],
    "b": [3, 4]
  }
}"#,
        ),
        (
            r#"{"type":"tensor(k{},l{},x[2],y[2])","blocks":[{"address":{"k":"a","l":"b"},"values":[[1,2],[3,4]]}]}"#,
            r#"{
  "type": "tensor(k{},l{},x[2],y[2])",
  "blocks": [
    {"address":{"k":"a","l":"b"},"values":[
        [1, 2],
        [3, 4]
      ]}
  ]
}"#,
        ),
    ];
    for (text, expected) in cases {
        let constant = constant(text);
        assert_eq!(constant.to_text_pretty(), expected);
        let mut bytes = Vec::new();
        constant.write_to_pretty(&mut bytes).expect("written");
        assert_eq!(String::from_utf8(bytes).expect("a text"), expected);
        assert_eq!(Options::new().read(expected).expect("a constant"), constant);
    }
    let value = [[1.5f64, 2.0], [3.0, 4.0]];
    let expected = "{\n  \"type\": \"tensor(d0[2],d1[2])\",\n  \"values\": [\n    [1.5, 2],\n    [3, 4]\n  ]\n}";
    assert_eq!(vespa::to_string_pretty(&value).expect("a text"), expected);
    let mut bytes = Vec::new();
    vespa::to_writer_pretty(&mut bytes, &value).expect("written");
    assert_eq!(bytes, expected.as_bytes());
}

/// Takes so many bytes, and then no more.
struct Full {
    room: usize,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.room == 0 {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no room"));
        }
        let count = bytes.len().min(self.room);
        self.room -= count;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// At once, in the first piece, between pieces, and at the last byte.
#[test]
fn a_writer_that_fails_is_an_error() {
    type Writer = fn(&Constant, &[f64], &mut Full) -> Result<(), EncodeError>;
    let writers: [(&str, Writer); 4] = [
        ("to_writer", |_, value, writer| vespa::to_writer(writer, value)),
        ("to_writer_pretty", |_, value, writer| vespa::to_writer_pretty(writer, value)),
        ("write_to", |constant, _, writer| constant.write_to(writer)),
        ("write_to_pretty", |constant, _, writer| constant.write_to_pretty(writer)),
    ];
    let value: Vec<f64> = (0..50_000).map(|number| f64::from(number) / 7.0).collect();
    let constant = Constant::of(&value[..]).expect("a constant");
    for (name, write) in writers {
        let length = if name.ends_with("pretty") { constant.to_text_pretty() } else { constant.to_text() }.len();
        for room in [0, 1, 100, 200_000, length - 1] {
            let error = write(&constant, &value, &mut Full { room }).expect_err(name);
            let ErrorKind::Io(found) = error.kind() else { panic!("{name}, {room}: {error}") };
            assert_eq!((found.kind(), &*error.to_string()), (io::ErrorKind::StorageFull, "no room"), "{name}, {room}");
        }
        write(&constant, &value, &mut Full { room: length }).expect(name);
    }
}
