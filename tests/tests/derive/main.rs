//! Types that derive a tensor, a record or a label: attributes, bounds, names, and the committed expansions.

use tensor_format::{Record, from_slice, to_vec};

mod bounds;
mod defaults;
mod enums;
mod expansions;
mod flatten;
mod hygiene;
mod maps;
mod names_of_parameters;
mod names_table;
mod nested;
mod ragged;
mod ranges;
mod records;
mod records_without_names;
mod rows;
mod std_types;
mod tensors;
mod type_names;
mod with;

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
