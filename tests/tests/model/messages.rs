//! The same values are the same bytes on every machine. `MESSAGES=overwrite` writes the file anew.

use std::{env, fmt::Write as _, fs};

use tensor_format_tests::messages;

const COMMITTED: &str = include_str!("../../messages.txt");

#[test]
fn a_thousand_messages_are_those_of_every_machine() {
    let messages = messages::all();
    assert_eq!(messages.len(), 1000);
    let mut written = String::new();
    for (number, message) in messages.iter().enumerate() {
        assert!(message.read, "message {number}, {}, is read as another value", message.format);
        writeln!(written, "{number} {} {}", message.format, hex::encode(&message.bytes)).expect("text");
    }
    if env::var_os("MESSAGES").is_some_and(|value| value == "overwrite") {
        fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/messages.txt"), &written).expect("the file can be written");
        return;
    }
    for (written, committed) in written.lines().zip(COMMITTED.lines()) {
        assert_eq!(written, committed);
    }
    assert_eq!(written.len(), COMMITTED.len());
}
