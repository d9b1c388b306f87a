//! Files of Vespa tensors, LZ4 frames, readers and writers.

use tensor_format::{
    DecodeError, ErrorKind, JsonError, JsonFault, Limit,
    vespa::{Constant, Fault, Options, TensorType},
};

fn tensor_type(text: &str) -> TensorType {
    text.parse().expect("a type")
}

fn constant(text: &str) -> Constant {
    Options::new().read(text).expect("a constant")
}

fn json(error: &DecodeError) -> &JsonError {
    let ErrorKind::Json(json) = error.kind() else { panic!("{error}") };
    json
}

#[test]
fn files_are_read_and_written_by_their_ending() {
    let folder = std::env::temp_dir().join(format!("tensor-format-vespa-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let constant = constant(r#"{"type":"tensor<float>(col[3],row[2])","values":[[1,4],[2,5],[3,0.1]]}"#);
    for name in ["a.json", "a.json.lz4"] {
        constant.write_file(folder.join(name)).expect("a file");
        let read = Options::new().read_file(None, folder.join(name)).expect("a constant");
        assert_eq!(read, constant);
        assert!(Options::new().read_file(Some(&tensor_type("tensor(x[1])")), folder.join(name)).is_err());
    }
    let error = constant.write_file(folder.join("a.tbf")).expect_err("another ending");
    assert!(error.to_string().contains("expected a file that ends in .json or .json.lz4"), "{error}");
    std::fs::write(folder.join("b.json"), b"[1, \xff]").expect("a file");
    let error = Options::new().text_of_file(folder.join("b.json")).expect_err("no UTF-8");
    assert!(matches!((error.kind(), error.offset()), (ErrorKind::InvalidUtf8, Some(4))), "{error}");
    assert!(matches!(
        Options::new().text_of_file(folder.join("c.json")).expect_err("no file").kind(),
        ErrorKind::Io(_)
    ));
    std::fs::remove_dir_all(&folder).expect("the folder");
}

/// Every cut and every changed byte of a frame is an error, or the same text.
#[test]
fn a_frame_is_whole_or_refused() {
    let text: String = (0..4000).map(|index| format!("{} ", index % 97)).collect();
    let text = format!("{{\"type\":\"tensor(x[1])\",\"values\":[1]}}{text}");
    let constant = constant("{\"type\":\"tensor(x[300])\",\"cells\":[]}");
    let frame = constant.to_lz4().expect("a frame");
    let options = Options::new();
    assert_eq!(options.text_of_lz4(&frame).expect("the text"), constant.to_text());
    for end in 0..frame.len() {
        let error = options.text_of_lz4(&frame[..end]).expect_err("a cut frame");
        assert!(matches!(json(&error).fault, JsonFault::Vespa(Fault::BadCompression { .. })), "{end}: {error}");
    }
    for at in 0..frame.len() {
        let mut changed = frame.clone();
        changed[at] ^= 0x10;
        if let Ok(found) = options.text_of_lz4(&changed) {
            assert_eq!(found, constant.to_text(), "byte {at}");
        }
    }
    let mut longer = frame.clone();
    longer.push(0);
    let error = options.text_of_lz4(&longer).expect_err("a byte more");
    assert!(error.to_string().contains("more bytes follow"), "{error}");
    let error = options.text_of_lz4(text.as_bytes()).expect_err("no frame");
    assert!(matches!(json(&error).fault, JsonFault::Vespa(Fault::BadCompression { .. })), "{error}");
    let error = options.max_text(100).text_of_lz4(&frame).expect_err("a long text");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Text, .. }), "{error}");
}
