//! Items without elements count over a whole message, in whatever order its tensors come.

use std::{collections::BTreeMap, fmt::Debug};

use tensor_format::{
    DecodeError, DecodeOwned, Encode, ErrorKind, Ragged, Record, Tensor, Value,
    decthings::{self, Dialect, Options},
    error::Limit,
    from_slice, from_value, npz, to_vec, zio,
};
use tensor_format_tests::reversed_record;

/// An item of a ragged list that is in memory as large as 32 items that count.
type Large = Option<[u8; 4096]>;

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Lists {
    a: Ragged<Large>,
    #[tensor(ragged)]
    b: Vec<Large>,
    c: Option<Ragged<Large>>,
}

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Nested {
    lists: Lists,
    more: Box<Lists>,
    #[tensor(flatten)]
    flat: Lists,
    #[tensor(flatten = "other_")]
    other: Lists,
    last: Option<Lists>,
    id: u8,
}

#[allow(clippy::large_enum_variant, reason = "a test of what is in it")]
#[derive(Tensor, Debug, Clone, PartialEq, Default)]
enum Either {
    Lists(Lists, Lists, Nested),
    #[default]
    None,
}

/// Lists of `n` items each.
fn lists(n: usize) -> Lists {
    Lists { a: Ragged(vec![None; n]), b: vec![None; n], c: Some(Ragged(vec![None; n])) }
}

fn nested(n: usize) -> Nested {
    let lists = || lists(n);
    Nested { lists: lists(), more: lists().into(), flat: lists(), other: lists(), last: Some(lists()), id: 7 }
}

/// What becomes of a value in every way, in two orders: always the value, or always the error of too many items.
#[track_caller]
fn is_read<T: Encode + DecodeOwned + PartialEq + Debug + Default>(value: &T, most: Option<usize>) -> bool {
    let options = most.map_or_else(Options::new, |most| Options::new().max_empty_items(most));
    let clients = options.dialect(Dialect::Clients);
    let record: Record = from_slice(&to_vec(value).unwrap()).unwrap();
    let mut all = Vec::new();
    for record in [&record, &reversed_record(&record)] {
        let bytes = to_vec(record).unwrap();
        all.push(options.from_slice::<T>(&bytes));
        all.push(options.from_reader::<T, _>(tensor_format_tests::in_pieces(&bytes)));
        let mut there = T::default();
        all.push(options.decode_into(&bytes, &mut there).map(|()| there));
        all.push(clients.from_request::<T>(&decthings::request::to_vec(record).unwrap()));
        if most.is_none() {
            all.push(from_value(&Value::Record(record.as_ref())));
            all.push(zio::from_message(&zio::to_message(record).unwrap()));
            // Not for texts.
            all.extend(npz::to_vec(record).ok().map(|bytes| npz::from_slice(&bytes)));
        }
    }
    let judge = |read: Result<T, DecodeError>| match read {
        Ok(read) => {
            assert_eq!(&read, value);
            true
        }
        Err(error) => {
            let is_limit = matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::EmptyItems, .. });
            assert!(is_limit, "{error}");
            false
        }
    };
    let all: Vec<bool> = all.into_iter().map(judge).collect();
    assert!(all.iter().all(|read| *read == all[0]), "{all:?}");
    all[0]
}

#[test]
fn empty_items_of_all_groups_count_together() {
    // Each item counts 33 times: 15 lists of 7 items are 3465, of 9 are 4455, and the message adds some hundred.
    assert!(is_read(&nested(7), None));
    assert!(!is_read(&nested(12), None));
    let alone = Nested { last: Some(lists(30)), ..Nested::default() };
    assert!(is_read(&alone, None));
}

#[test]
fn those_of_a_variant_count_together() {
    let either = |n| Either::Lists(lists(n), lists(n), nested(n));
    assert!(is_read(&either(5), None));
    assert!(!is_read(&either(9), None));
}

#[test]
fn an_option_allows_more_or_fewer() {
    let either = |n| Either::Lists(lists(n), lists(n), nested(n));
    assert!(is_read(&either(9), Some(8000)));
    assert!(!is_read(&either(5), Some(1000)));
    assert!(is_read(&nested(12), Some(8000)));
    assert!(!is_read(&nested(7), Some(1000)));
}

#[test]
fn rows_without_elements_count_once() {
    #[derive(Tensor, Debug, PartialEq, Default)]
    struct Rows {
        rows: Vec<[u8; 0]>,
        map: BTreeMap<String, u8>,
    }
    #[derive(Tensor, Debug, PartialEq, Default)]
    struct Outer {
        left: Rows,
        #[tensor(flatten = "right_")]
        right: Rows,
        id: u8,
    }
    let outer = |left, right| Outer {
        left: Rows { rows: vec![[]; left], ..Rows::default() },
        right: Rows { rows: vec![[]; right], ..Rows::default() },
        id: 1,
    };
    assert!(is_read(&outer(2000, 2000), None));
    assert!(is_read(&outer(4000, 0), None));
    assert!(!is_read(&outer(4000, 4000), None));
}

#[test]
fn the_error_says_how_items_count() {
    // An embedding that is missing takes 3076 bytes in memory, and so counts 25 times.
    let missing: Ragged<Option<[f32; 768]>> = Ragged(vec![None; 186]);
    let bytes = to_vec(&missing).unwrap();
    let text = from_slice::<Ragged<Option<[f32; 768]>>>(&bytes).unwrap_err().to_string();
    let expected = "parameter `values`: limit exceeded: at most 4474 empty or tiny items allowed, found 4650; large ones \
                    count several times; an option `max_empty_items`, if the format has it, sets the limit";
    assert!(text.starts_with(expected), "{text}");
    assert_eq!(Options::new().max_empty_items(4650).from_slice::<Ragged<Option<[f32; 768]>>>(&bytes).unwrap(), missing);
    let some = Ragged(vec![None; 178]);
    assert_eq!(from_slice::<Ragged<Option<[f32; 768]>>>(&to_vec(&some).unwrap()).unwrap(), some);
}
