//! Defaults of fields that are several parameters: records, lists and maps of them, and ragged lists.

use std::collections::BTreeMap;

use tensor_format::{Batch, Ragged, Record, Tensor, from_slice, to_vec};

use super::read;

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Digit {
    #[tensor(range = 0..=9)]
    v: u8,
    w: u8,
    #[tensor(range = 100..)]
    big: Option<u8>,
}

fn digit(v: u8) -> Digit {
    Digit { v, w: 200, big: None }
}

/// A tensor that has a range of its own.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
#[tensor(range = 0..=9)]
struct Small(u8);

/// Reads a record, in which only `id` was sent, as a `$name` in every format, and compares what becomes of it.
macro_rules! reads {
    ($($name:ident { $(#[$attribute:meta])* $field:ident: $ty:ty } => $expected:expr;)*) => { $({
        #[derive(Tensor)]
        #[allow(dead_code)]
        struct $name {
            id: u8,
            $(#[$attribute])*
            $field: $ty,
        }
        let mut sent = Record::new();
        sent.push("id", tensor_format::Tensor::from_slice([], &[1u8]).unwrap());
        let expected: Option<&str> = $expected;
        let expected = expected.map(|text| {
            let (name, fault) = text.split_once(": ").unwrap();
            format!("parameter `{name}`: absent, and its default does not fit: {fault}")
        });
        let there = || $name { id: 0, $field: <$ty>::default() };
        assert_eq!(read(&sent, there), expected, "{}", stringify!($name));
    })* };
}

#[test]
fn defaults_of_records_are_held_to_the_ranges_in_them() {
    reads! {
        Fits { #[tensor(default = digit(9))] i: Digit } => None;
        Plain { #[tensor(default = digit(50))] i: Digit } => Some("i.v: expected 0..=9, found 50");
        Other { #[tensor(default = Digit { big: Some(7), ..digit(5) })] i: Digit } => {
            Some("i.big: expected 100.., found 7")
        };
        Deeper { #[tensor(default = (3, digit(50)))] pair: (u8, Digit) } => {
            Some("pair.1.v: expected 0..=9, found 50")
        };
        Stacked { #[tensor(default = Batch(vec![digit(1), digit(50)]))] all: Batch<Digit> } => {
            Some("all.v: element [1]: expected 0..=9, found 50")
        };
        Listed { #[tensor(default = vec![digit(1), digit(2), digit(50)])] all: Vec<Digit> } => {
            Some("all[2].v: element [2]: expected 0..=9, found 50")
        };
        Mapped { #[tensor(default = BTreeMap::from([("a".to_owned(), digit(50))]))] all: BTreeMap<String, Digit> } => {
            Some("all.values[0].v: element [0]: expected 0..=9, found 50")
        };
        MappedFits { #[tensor(default = BTreeMap::from([("a".to_owned(), digit(5))]))] all: BTreeMap<String, Digit> } => None;
    }
}

#[test]
fn defaults_of_ragged_lists_are_held_to_the_range_of_their_values() {
    reads! {
        Fits { #[tensor(ragged, default = vec![vec![Small(1)], vec![], vec![Small(9)]])] list: Vec<Vec<Small>> } => None;
        Plain { #[tensor(ragged, default = vec![vec![Small(1)], vec![Small(2), Small(50)]])] list: Vec<Vec<Small>> } => {
            Some("list.values: element [2]: expected 0..=9, found 50")
        };
        Wrapped { #[tensor(default = Ragged(vec![vec![vec![Small(50)]]]))] list: Ragged<Vec<Vec<Small>>> } => {
            Some("list.values.values: element [0]: expected 0..=9, found 50")
        };
    }
}

#[test]
fn records_that_were_sent_are_not_held_to_the_range_of_the_default() {
    #[derive(Tensor)]
    struct Outer {
        #[tensor(default)]
        i: Digit,
    }
    let sent = Outer { i: digit(50) };
    assert_eq!(from_slice::<Outer>(&to_vec(&sent).unwrap()).unwrap().i.v, 50);
}
