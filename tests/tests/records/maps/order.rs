//! Hash maps and sets are written in order, whatever room the buffer has: what is only counted is in none.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use tensor_format::{Encode, Tensor, decthings};

#[derive(Tensor, Debug)]
struct Hashed {
    id: u32,
    by_text: HashMap<String, f32>,
    by_pair: HashMap<(String, String), [u8; 2]>,
    by_number: HashMap<i16, u64>,
    tags: HashSet<String>,
    numbers: HashSet<i64>,
}

#[derive(Tensor, Debug)]
struct Ordered {
    id: u32,
    by_text: BTreeMap<String, f32>,
    by_pair: BTreeMap<(String, String), [u8; 2]>,
    by_number: BTreeMap<i16, u64>,
    tags: BTreeSet<String>,
    numbers: BTreeSet<i64>,
}

fn both(n: u8) -> (Hashed, Ordered) {
    let text = |index: u8| format!("label {}", index.wrapping_mul(83));
    let ordered = Ordered {
        id: 7,
        by_text: (0..n).map(|index| (text(index), f32::from(index))).collect(),
        by_pair: (0..n).map(|index| (("same".to_owned(), text(index)), [index; 2])).collect(),
        by_number: (0..n).map(|index| (i16::from(index) * 5 - 100, index.into())).collect(),
        tags: (0..n).map(text).collect(),
        numbers: (0..n).map(|index| i64::from(index) - 9).collect(),
    };
    let hashed = Hashed {
        id: ordered.id,
        by_text: ordered.by_text.clone().into_iter().collect(),
        by_pair: ordered.by_pair.clone().into_iter().collect(),
        by_number: ordered.by_number.clone().into_iter().collect(),
        tags: ordered.tags.iter().cloned().collect(),
        numbers: ordered.numbers.iter().copied().collect(),
    };
    (hashed, ordered)
}

/// Appends a value to buffers of every room, and writes it in all other ways.
#[track_caller]
fn assert_written<T: Encode, U: Encode>(hashed: &T, ordered: &U) {
    let expected = decthings::to_vec(ordered).unwrap();
    let rooms = (0..700.min(expected.len())).chain(expected.len().saturating_sub(40)..expected.len() + 10);
    for room in rooms {
        let mut out = Vec::with_capacity(room);
        decthings::append(hashed, &mut out).unwrap();
        assert_eq!(out, expected, "{room} bytes of room");
    }
    assert_eq!(decthings::encoded_len(hashed).unwrap(), expected.len());
    assert_eq!(decthings::to_slices(hashed).unwrap().to_vec(), expected);
    let mut written = Vec::new();
    decthings::to_writer(&mut written, hashed).unwrap();
    assert_eq!(written, expected);
}

#[test]
fn maps_and_sets_are_written_in_order_whatever_room_there_is() {
    for n in [0, 1, 2, 30, 200] {
        let (hashed, ordered) = both(n);
        assert_written(&hashed, &ordered);
        assert_written(&hashed.by_text, &ordered.by_text);
        assert_written(&hashed.by_number, &ordered.by_number);
        assert_written(&hashed.tags, &ordered.tags);
    }
}

#[test]
fn what_is_at_fault_is_the_first_in_order() {
    let lists = |index: u8| (format!("label {index:03}"), vec![0u8; if index < 150 { 2 } else { 3 }]);
    let ordered: BTreeMap<String, Vec<u8>> = (0..200).map(lists).collect();
    let expected = decthings::to_vec(&ordered).unwrap_err().to_string();
    assert!(expected.contains("label 000") && expected.contains("label 150"), "{expected}");
    // Each has an order of its own.
    for _ in 0..5 {
        let hashed: HashMap<String, Vec<u8>> = ordered.clone().into_iter().collect();
        assert_eq!(decthings::to_vec(&hashed).unwrap_err().to_string(), expected);
        assert_eq!(decthings::encoded_len(&hashed).unwrap_err().to_string(), expected);
    }
}
