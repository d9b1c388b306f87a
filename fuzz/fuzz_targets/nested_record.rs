//! Any bytes as records in records and lists of different lengths: none may panic, all readers must agree, and what is
//! accepted is the same in every format and order.
#![no_main]

use std::{collections::BTreeMap, fmt::Debug};

use libfuzzer_sys::fuzz_target;
use tensor_format::{
    Batch, DecodeOwned, Encode, HasRules, Ragged, Record, Tensor, View, decthings::Options, from_value, to_value, zio,
};
use tensor_format_fuzz::{
    Choice,
    decthings::{Input, aligned, checked, options},
};

/// Few parameters with short names, so that the fuzzer finds them.
#[derive(Tensor, Clone, Debug, PartialEq)]
struct Outer {
    a: Inner,
    b: Option<Box<Inner>>,
    c: Batch<Spot>,
    #[tensor(flatten = "d_")]
    d: (Option<char>, Spot),
    m: BTreeMap<u32, f32>,
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Inner {
    #[tensor(ragged)]
    r: Vec<Vec<bool>>,
    t: Ragged<Vec<Option<String>>>,
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Spot {
    x: [u8; 2],
    #[tensor(default = 7)]
    y: u16,
    z: Option<Vec<i8>>,
}

/// The kinds of lists alone.
#[derive(Tensor, Clone, Debug, PartialEq)]
struct Lists {
    #[tensor(ragged)]
    a: Vec<Vec<Vec<u8>>>,
    #[tensor(ragged)]
    b: Vec<Option<u16>>,
    #[tensor(ragged)]
    c: Option<Vec<Vec<[u8; 2]>>>,
}

/// What can go without names.
#[derive(Tensor, Clone, Debug, PartialEq)]
struct Whole {
    a: Spots,
    b: Ragged<Vec<String>>,
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Spots(Batch<(u8, bool)>, Ragged<Vec<Vec<u8>>>);

#[derive(Tensor, Debug, PartialEq)]
struct Lent<'a> {
    #[tensor(ragged)]
    a: Vec<&'a [u8]>,
    b: Ragged<View<'a, u16>>,
}

fuzz_target!(|input: &[u8]| {
    let Some((mut choice, bytes)) = Choice::split(input) else { return };
    let (options, _) = options(&mut choice);
    let options = &options;
    match choice.of(9) {
        0 => {
            if let Some(outer) = all_ways(options, bytes, outer()) {
                // A part of a record is a record.
                let again = options.to_vec(&outer.a).expect("a value that was read can be written");
                assert_eq!(all_ways(options, &again, inner()), Some(outer.a));
            }
        }
        1 => drop(all_ways(options, bytes, inner())),
        2 => drop(all_ways(options, bytes, Batch(vec![spot(1), spot(2)]))),
        3 => drop(all_ways(options, bytes, lists())),
        4 => drop(all_ways(options, bytes, Ragged(vec![vec![vec![Some(1u8), None]], vec![]]))),
        5 => drop(all_ways(options, bytes, whole())),
        6 => drop(all_ways(&options.names(false), bytes, whole())),
        7 => {
            checked::<Lent<'_>>(options, bytes);
            if let Ok(lent) = options.from_slice::<Lent<'_>>(bytes) {
                let again = options.to_vec(&lent).expect("a value that was read can be written");
                assert_eq!(options.from_slice::<Lent<'_>>(&again).expect("as before"), lent);
            }
        }
        _ => {
            let Ok(message) = zio::Message::from_slice(bytes) else { return };
            if let Ok(value) = zio::from_message::<Outer>(&message) {
                everywhere(&value);
            }
            if let Ok(value) = zio::from_message::<Lists>(&message) {
                everywhere(&value);
            }
        }
    }
});

/// Whether values are the same; what holds NaN equals nothing, and is written in the same bytes.
fn same<T: Encode + PartialEq>(left: &T, right: &T) -> bool {
    left == right || tensor_format::to_vec(left).expect("written") == tensor_format::to_vec(right).expect("written")
}

/// Every way of reading gives the same value, or an error, into another value too; the value is the same in every format.
fn all_ways<T>(options: &Options, bytes: &[u8], other: T) -> Option<T>
where
    T: DecodeOwned + HasRules + Encode + PartialEq + Debug,
{
    let aligned = aligned(bytes);
    let input = Input { bytes, aligned: &aligned, times: 64, item: 0 };
    let (value, _) = tensor_format_fuzz::decthings::all_ways::<T, T>(options, input, other)?;
    everywhere(&value);
    Some(value)
}

// Values that hold something at every place.

fn outer() -> Outer {
    let c = Batch(vec![spot(1), spot(2)]);
    Outer { a: inner(), b: Some(Box::new(inner())), c, d: (Some('d'), spot(1)), m: [(7, 0.5)].into() }
}

fn inner() -> Inner {
    Inner { r: vec![vec![true, false], vec![], vec![true]], t: Ragged(vec![vec![Some("a".into()), None], vec![]]) }
}

fn spot(y: u16) -> Spot {
    Spot { x: [1, 2], y, z: Some(vec![-1, 1]) }
}

fn lists() -> Lists {
    Lists { a: vec![vec![vec![1], vec![]], vec![]], b: vec![Some(1), None], c: Some(vec![vec![[1, 2]]]) }
}

fn whole() -> Whole {
    Whole { a: Spots(Batch(vec![(1, true)]), Ragged(vec![vec![vec![1]]])), b: Ragged(vec![vec!["b".into()]]) }
}

/// The same parameters as a dynamic record, in any order and as a ZIO message.
fn everywhere<T: DecodeOwned + Encode + PartialEq + Debug>(value: &T) {
    let bytes = tensor_format::to_vec(value).expect("a value that was read can be written");
    let record = tensor_format::from_slice::<Record>(&bytes).expect("a record");
    let mut entries: Vec<(String, Tensor)> = record.into_iter().collect();
    entries.reverse();
    let record: Record = entries.into_iter().collect();
    let other = tensor_format::to_vec(&record).expect("as before");
    assert!(same(value, &tensor_format::from_slice::<T>(&other).expect("in another order")));
    assert!(same(value, &from_value::<T>(&to_value(value).expect("a value").as_ref()).expect("as before")));
    let message = zio::to_message(value).expect("a message");
    assert!(same(value, &zio::from_message::<T>(&message).expect("what is written can be read")));
}
