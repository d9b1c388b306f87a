//! Values of types that the caller does not know are appended to a message.

use tensor_format::{
    EncodeError,
    decthings::{DynAppend, Options},
};
use tensor_format_users::{Scenario, record::*};

fn ours(values: &[Box<dyn DynAppend>], out: &mut Vec<u8>) -> Result<(), EncodeError> {
    out.clear();
    values.iter().try_for_each(|value| value.append_dyn(&Options::new(), out))
}

trait Append {
    fn append(&self, out: &mut Vec<u8>);
}

impl Append for Record {
    fn append(&self, out: &mut Vec<u8>) {
        append(self, out);
    }
}

fn by_hand(values: &[Box<dyn Append>], out: &mut Vec<u8>) {
    out.clear();
    values.iter().for_each(|value| value.append(out));
}

fn main() {
    let first: Vec<Box<dyn DynAppend>> = records().into_iter().map(|record| Box::new(record) as _).collect();
    let second: Vec<Box<dyn Append>> = records().into_iter().map(|record| Box::new(record) as _).collect();
    let (mut out, mut other) = (Vec::new(), Vec::new());
    Scenario::new("record behind `dyn`, appended", COUNT)
        .case("tensor-format", || ours(&first, &mut out))
        .case("by hand", || by_hand(&second, &mut other))
        .run();
}
