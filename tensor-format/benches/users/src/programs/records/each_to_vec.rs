//! Each record becomes a message of its own.

use std::hint::black_box;

use tensor_format::{EncodeError, to_vec};
use tensor_format_users::{Scenario, record::*};

fn ours(records: &[Record]) -> Result<usize, EncodeError> {
    records.iter().map(|record| to_vec(record).map(|message| black_box(message).len())).sum()
}

fn by_hand(records: &[Record]) -> usize {
    let len = |record: &Record| {
        let mut message = Vec::with_capacity(LEN);
        append(record, &mut message);
        black_box(message).len()
    };
    records.iter().map(len).sum()
}

fn wincode(records: &[Record]) -> Result<usize, wincode::WriteError> {
    records.iter().map(|record| wincode::serialize(record).map(|message| black_box(message).len())).sum()
}

fn main() {
    let records = &records();
    Scenario::new("record, each to a vector", COUNT)
        .case("tensor-format", || ours(records))
        .case("by hand", || by_hand(records))
        .case("wincode", || wincode(records))
        .run();
}
