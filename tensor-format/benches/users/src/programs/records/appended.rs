//! Records are appended one by one.

use tensor_format::{EncodeError, decthings};
use tensor_format_users::{Scenario, record::*};

fn ours(records: &[Record], out: &mut Vec<u8>) -> Result<(), EncodeError> {
    out.clear();
    for record in records {
        decthings::append(record, out)?;
    }
    Ok(())
}

fn by_hand(records: &[Record], out: &mut Vec<u8>) {
    out.clear();
    for record in records {
        append(record, out);
    }
}

fn wincode(records: &[Record], out: &mut Vec<u8>) -> Result<(), wincode::WriteError> {
    out.clear();
    for record in records {
        wincode::serialize_into(&mut *out, record)?;
    }
    Ok(())
}

fn main() {
    let records = &records();
    let (mut first, mut second, mut third) = (Vec::new(), Vec::new(), Vec::new());
    Scenario::new("record, appended", COUNT)
        .case("tensor-format", || ours(records, &mut first))
        .case("by hand", || by_hand(records, &mut second))
        .case("wincode", || wincode(records, &mut third))
        .run();
}
