//! Tables are written: lists of records of many numbers.

use tensor_format::{EncodeError, to_vec};
use tensor_format_users::{
    Scenario,
    table::{COUNT, Row, encode, tables},
};

fn ours(tables: &[Vec<Row>]) -> Result<Vec<Vec<u8>>, EncodeError> {
    tables.iter().map(to_vec).collect()
}

fn by_hand(tables: &[Vec<Row>]) -> Vec<Vec<u8>> {
    tables.iter().map(|rows| encode(rows)).collect()
}

fn by_postcard(tables: &[Vec<Row>]) -> Result<Vec<Vec<u8>>, postcard::Error> {
    tables.iter().map(postcard::to_stdvec).collect()
}

fn main() {
    let tables = tables();
    Scenario::new("1,000 rows of 28 numbers, written", COUNT)
        .case("tensor-format", || ours(&tables))
        .case("by hand", || by_hand(&tables))
        .case("postcard", || by_postcard(&tables))
        .run();
}
