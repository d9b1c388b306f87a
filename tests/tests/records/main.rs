//! Types that derive a record: records in records, maps and ragged lists of them, with and without names.

use tensor_format::{Record, from_slice, to_vec};

mod flatten;
mod maps;
mod nested;
mod ragged;
mod records;
mod records_without_names;

/// The same record with its parameters in the opposite order; those of one name stay in order.
fn reversed(bytes: &[u8]) -> Vec<u8> {
    let record: Record = from_slice(bytes).unwrap();
    let mut names: Vec<String> = record.iter().map(|(name, _)| name.to_owned()).collect();
    names.dedup();
    let mut other = Record::new();
    for name in names.into_iter().rev() {
        for (_, tensor) in record.iter().filter(|(found, _)| *found == name) {
            other.push(name.clone(), tensor.clone());
        }
    }
    to_vec(&other).unwrap()
}
