//! Files of Vespa tensors, LZ4 frames, readers and writers.

use std::{fs, io, path::PathBuf};

use allocation_counter::measure;
use tensor_format::{
    ErrorKind,
    error::{JsonFault, Limit},
    vespa::{Fault, Options},
};

use super::{constant, json, tensor_type};

#[test]
fn files_are_read_and_written_by_their_ending() {
    let folder = Folder::new("files");
    let constant = constant(r#"{"type":"tensor<float>(col[3],row[2])","values":[[1,4],[2,5],[3,0.1]]}"#);
    for name in ["a.json", "a.json.lz4"] {
        constant.write_file(folder.0.join(name)).expect("a file");
        let read = Options::new().read_file(None, folder.0.join(name)).expect("a constant");
        assert_eq!(read, constant);
        assert!(Options::new().read_file(Some(&tensor_type("tensor(x[1])")), folder.0.join(name)).is_err());
    }
    let error = constant.write_file(folder.0.join("a.tbf")).expect_err("another ending");
    assert!(error.to_string().contains("expected a file that ends in .json or .json.lz4"), "{error}");
    let error = Options::new().text_of_file(folder.file("b.json", b"[1, \xff]")).expect_err("no UTF-8");
    assert!(matches!((error.kind(), error.offset()), (ErrorKind::InvalidUtf8, Some(4))), "{error}");
    assert!(matches!(
        Options::new().text_of_file(folder.0.join("c.json")).expect_err("no file").kind(),
        ErrorKind::Io(_)
    ));
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
        assert!(matches!(json(&error).fault.of_format(), Some(Fault::BadCompression { .. })), "{end}: {error}");
        // The decoder asks for pieces of a few bytes; it says how far it came.
        assert_eq!(error.offset(), Some(end as u64), "{error}");
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
    assert_eq!(error.offset(), Some(frame.len() as u64));
    let error = options.text_of_lz4(text.as_bytes()).expect_err("no frame");
    assert!(matches!(json(&error).fault.of_format(), Some(Fault::BadCompression { .. })), "{error}");
    let error = options.max_text(100).text_of_lz4(&frame).expect_err("a long text");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Text, .. }), "{error}");
}

/// A folder that is there as long as the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("tensor-format-vespa-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("a file");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over in the folder of temporary files harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A folder can be opened as a file, and then not be read.
#[test]
fn what_cannot_be_read_is_no_broken_file() {
    let folder = Folder::new("folders");
    for name in ["a.json", "a.json.lz4"] {
        let path = folder.0.join(name);
        fs::create_dir(&path).expect("a folder");
        let error = Options::new().read_file(None, &path).expect_err("a folder");
        assert!(matches!(error.kind(), ErrorKind::Io(_)), "{name}: {error}");
    }
}

#[test]
fn cut_and_changed_files_are_refused() {
    let folder = Folder::new("broken");
    let options = Options::new();
    let constant = constant("{\"type\":\"tensor(x[3])\",\"values\":[1,2,3]}");
    let text = constant.to_text();
    for end in 0..text.len() {
        let path = folder.file("cut.json", &text.as_bytes()[..end]);
        let error = options.read_file(None, path).expect_err("a cut text");
        assert!(matches!(json(&error).fault, JsonFault::Syntax { .. }), "{end}: {error}");
    }
    let frame = constant.to_lz4().expect("a frame");
    assert_eq!(options.read_file(None, folder.file("whole.json.lz4", &frame)).expect("a constant"), constant);
    for end in 0..frame.len() {
        let error = options.read_file(None, folder.file("cut.json.lz4", &frame[..end])).expect_err("a cut frame");
        assert!(matches!(json(&error).fault.of_format(), Some(Fault::BadCompression { .. })), "{end}: {error}");
    }
    for at in 0..frame.len() {
        let mut changed = frame.clone();
        changed[at] ^= 0x01;
        match options.read_file(None, folder.file("changed.json.lz4", &changed)) {
            Ok(read) => assert_eq!(read, constant, "byte {at}"),
            Err(error) => assert!(matches!(error.kind(), ErrorKind::Json(_)), "byte {at}: {error}"),
        }
    }
    let middle = frame.len() / 2;
    let mut changed = frame.clone();
    changed[middle] ^= 0x01;
    let error = options.read_file(None, folder.file("changed.json.lz4", &changed)).expect_err("a changed byte");
    assert!(matches!(json(&error).fault.of_format(), Some(Fault::BadCompression { .. })), "{error}");
    let error = options.read_file(None, folder.file("more.json.lz4", &[&frame[..], &frame].concat()));
    assert!(error.expect_err("two frames").to_string().contains("more bytes follow"));
}

/// Memory is taken for what the limit allows, not for what is there.
#[test]
fn files_and_readers_without_an_end_are_refused() {
    const MAX: usize = 1000;
    let folder = Folder::new("large");
    let options = Options::new().max_text(MAX);
    let frame = constant("{\"type\":\"tensor(x[1])\",\"values\":[1]}").to_lz4().expect("a frame");
    for (name, start) in [("a.json", &b"[1,"[..]), ("a.json.lz4", b""), ("b.json.lz4", &frame)] {
        let path = folder.file(name, start);
        fs::File::options().write(true).open(&path).expect("a file").set_len(4 << 30).expect("a long file");
        let mut error = None;
        let memory = measure(|| error = options.read_file(None, &path).err());
        let error = error.expect("an error");
        match error.kind() {
            ErrorKind::LimitExceeded { limit: Limit::Text, max, found } => {
                assert_eq!((name, *max, *found), ("a.json", MAX as u64, MAX as u64 + 1));
            }
            ErrorKind::Json(json) => {
                assert!(name.ends_with("lz4") && json.fault.name() == "bad_compression", "{name}: {error}");
            }
            _ => panic!("{name}: {error}"),
        }
        assert!(memory.bytes_max < 1 << 20, "{name}: {memory:?}");
    }
    // Many texts that are the same come as a short frame.
    let long = constant(&format!("{{\"type\":\"tensor(x[{0}])\",\"cells\":[]}}", 1 << 20)).to_lz4().expect("a frame");
    let path = folder.file("long.json.lz4", &long);
    let memory = measure(|| {
        let error = options.text_of_file(&path).expect_err("a long text");
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Text, .. }), "{error}");
    });
    assert!(long.len() < 64 << 10 && memory.bytes_max < 16 << 20, "{} bytes: {memory:?}", long.len());
    let mut error = None;
    let memory = measure(|| error = options.from_reader::<Vec<f64>>(io::repeat(b' ')).err());
    let error = error.expect("no end");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Text, max: 1000, found: 1001 }), "{error}");
    assert!(memory.bytes_max < 64 << 10, "{memory:?}");
}
