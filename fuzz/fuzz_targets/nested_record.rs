//! Any bytes as records in records and lists of different lengths: none may panic, all readers must agree, and what is
//! accepted is the same in every format and order.
#![no_main]

use std::{collections::BTreeMap, fmt::Debug};

use libfuzzer_sys::fuzz_target;
use tensor_format::{
    Batch, Decode, DecodeError, DecodeOwned, Encode, Ragged, Record, Tensor, View,
    decthings::{Dialect, Options},
    from_value, to_value, zio,
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

const DIALECTS: [Dialect; 3] = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];

fuzz_target!(|bytes: &[u8]| {
    for dialect in DIALECTS {
        let options = Options::new().dialect(dialect);
        let lenient = options.allow_non_canonical_varint(true).allow_any_true_byte(true);
        for options in [&options, &lenient] {
            let outer = all_ways::<Outer>(options, bytes);
            all_ways::<Inner>(options, bytes);
            all_ways::<Batch<Spot>>(options, bytes);
            all_ways::<Lists>(options, bytes);
            all_ways::<Ragged<Vec<Vec<Option<u8>>>>>(options, bytes);
            all_ways::<Whole>(options, bytes);
            all_ways::<Whole>(&options.names(false), bytes);
            if let Some(outer) = outer {
                // A part of a record is a record.
                let again = options.to_vec(&outer.a).expect("a value that was read can be written");
                assert_eq!(all_ways::<Inner>(options, &again), Some(outer.a));
            }
        }
        if let Ok(lent) = options.from_slice::<Lent<'_>>(bytes) {
            let again = options.to_vec(&lent).expect("a value that was read can be written");
            assert_eq!(options.from_slice::<Lent<'_>>(&again).expect("as before"), lent);
        }
    }
    if let Ok(message) = zio::Message::from_slice(bytes) {
        if let Ok(value) = zio::from_message::<Outer>(&message) {
            everywhere(&value);
        }
        if let Ok(value) = zio::from_message::<Lists>(&message) {
            everywhere(&value);
        }
    }
});

/// Kind, place and parameter of an error.
fn fault<T>(result: &Result<T, DecodeError>) -> Option<(&'static str, Option<u64>, Option<&str>)> {
    result.as_ref().err().map(|error| (error.kind().name(), error.offset(), error.parameter()))
}

/// Whether values are the same; what holds NaN equals nothing, and is written in the same bytes.
fn same<T: Encode + PartialEq>(left: &T, right: &T) -> bool {
    left == right || tensor_format::to_vec(left).expect("written") == tensor_format::to_vec(right).expect("written")
}

/// Every way of reading gives the same value, or an error; the value is the same in every format.
fn all_ways<T>(options: &Options, bytes: &[u8]) -> Option<T>
where
    T: DecodeOwned + for<'b> Decode<'b> + Encode + Clone + PartialEq + Debug,
{
    let read = options.from_slice::<T>(bytes);
    let streamed = options.from_reader::<T, _>(bytes);
    // A stream cannot know how many bytes will come, so it may find another of several faults first.
    assert_eq!(read.is_ok(), streamed.is_ok());
    let checked = options.check::<T>(bytes);
    if let Ok(value) = &read {
        assert!(checked.is_ok(), "{checked:?}");
        assert!(same(value, &streamed.expect("as above")));
        let mut there = value.clone();
        options.decode_into(bytes, &mut there).expect("into itself");
        assert!(same(value, &there));
        let (prefix, len) = options.from_prefix::<T>(bytes).expect("accepted as a whole");
        assert!(same(value, &prefix) && len == bytes.len());
        let again = options.to_vec(value).expect("a value that was read can be written");
        assert_eq!(options.encoded_len(value).expect("as before"), again.len());
        assert!(same(value, &options.from_slice::<T>(&again).expect("what is written can be read")));
        // Into what a value holds: as much as it has room for.
        let mut there: T = options.from_slice(&again).expect("as before");
        options.decode_into(bytes, &mut there).expect("into another");
        assert!(same(value, &there));
        everywhere(value);
    } else if checked.is_err() {
        // What the headers tell is told by readers, unless they come upon an element first.
        let (read, checked) = (fault(&read), fault(&checked));
        assert!(read.is_some() && checked.is_some());
    }
    read.ok()
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
