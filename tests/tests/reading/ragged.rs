//! Ragged lists of faulty messages, and lists that are read into.

use std::collections::VecDeque;

use ndarray::Array1;
use proptest::{collection::vec, option, prelude::*};
use tensor_format::{
    DecodeOwned, Encode, ErrorKind, Ragged, Record, Tensor, Value, decthings, from_slice, from_value, to_vec,
};
use tensor_format_tests::{clients, flips, reversed};

use super::same_value::agrees;

fn record<const N: usize>(tensors: [(&str, Tensor); N]) -> Record {
    tensors.into_iter().map(|(name, tensor)| (name.to_owned(), tensor)).collect()
}

fn numbers(list: &[u64]) -> Tensor {
    Tensor::from(list.to_vec())
}

fn values(n: u8) -> Tensor {
    Tensor::from((0..n).collect::<Vec<u8>>())
}

/// The error of reading this record, which is the same in any order, from bytes and from a stream but for the place.
#[track_caller]
fn refused<T: DecodeOwned + Default>(record: &Record) -> String {
    let text = from_value::<T>(&Value::Record(record.as_ref())).err().expect("a fault").to_string();
    let bytes = to_vec(record).expect("bytes");
    for bytes in [&bytes, &reversed(&bytes)] {
        let mut into = T::default();
        let errors = [
            from_slice::<T>(bytes).err(),
            decthings::from_reader::<T, _>(&bytes[..]).err(),
            decthings::decode_into(bytes, &mut into).err(),
        ];
        for error in errors {
            let error = error.expect("a fault");
            let kept = error.to_string();
            assert_eq!(kept.split(" (byte").next(), Some(&*text));
            assert!(error.offset().is_some(), "{kept}");
        }
    }
    text
}

#[test]
fn lengths_have_to_add_up() {
    type List = Ragged<Vec<u8>>;
    let of = |lengths: &[u64], n| refused::<List>(&record([("lengths", numbers(lengths)), ("values", values(n))]));
    assert_eq!(of(&[1, 2], 4), "parameter `values`: axis 0: `lengths` add up to 3, found 4");
    assert_eq!(of(&[1, 2], 2), "parameter `values`: axis 0: `lengths` add up to 3, found 2");
    assert_eq!(of(&[], 1), "parameter `values`: axis 0: `lengths` add up to 0, found 1");
    assert_eq!(of(&[5], 0), "parameter `values`: axis 0: `lengths` add up to 5, found 0");
    // Beyond every number of rows, by one length or by their sum.
    let most = "parameter `values`: axis 0: `lengths` add up to 18446744073709551615 or more, found 3";
    assert_eq!(of(&[u64::MAX], 3), most);
    assert_eq!(of(&[u64::MAX, 4], 3), most);
    assert_eq!(of(&[1 << 63, 1 << 63, 3], 3), most);
    assert_eq!(
        of(&[1 << 62, 1 << 61], 3),
        format!("{}, found 3", most.split(" 184").next().unwrap().to_owned() + " 6917529027641081856")
    );

    let error = from_slice::<List>(&to_vec(&record([("lengths", numbers(&[1])), ("values", values(2))])).unwrap());
    let error = error.expect_err("too many rows");
    assert_eq!(error.kind().name(), "ragged_lengths");
    let ErrorKind::RaggedLengths { lengths, expected: 1, found: 2 } = error.kind() else { panic!("{error}") };
    assert_eq!((&**lengths, error.parameter()), ("lengths", Some("values")));
}

#[test]
fn each_level_adds_up() {
    type Deep = Ragged<Vec<VecDeque<u8>>>;
    let of = |outer: &[u64], inner: &[u64], n| {
        let parts = [("lengths", numbers(outer)), ("values.lengths", numbers(inner)), ("values.values", values(n))];
        refused::<Deep>(&record(parts))
    };
    assert_eq!(of(&[2], &[1], 1), "parameter `values.lengths`: axis 0: `lengths` add up to 2, found 1");
    assert_eq!(of(&[1, 0], &[4], 3), "parameter `values.values`: axis 0: `values.lengths` add up to 4, found 3");
    // The outermost that is wrong is named.
    assert_eq!(of(&[9], &[4], 3), "parameter `values.lengths`: axis 0: `lengths` add up to 9, found 1");
}

#[test]
fn an_option_has_one_row_at_most() {
    let of = |lengths: &[u64], n| {
        refused::<Ragged<Option<u8>>>(&record([("lengths", numbers(lengths)), ("values", values(n))]))
    };
    assert_eq!(of(&[0, 1, 2], 3), "parameter `lengths`: element [2]: expected 0..=1, found 2");
    assert_eq!(of(&[u64::MAX, 0], 1), "parameter `lengths`: element [0]: expected 0..=1, found 18446744073709551615");
    let deep = record([("lengths", numbers(&[2])), ("values.lengths", numbers(&[1, 3])), ("values.values", values(4))]);
    let text = "parameter `values.lengths`: element [1]: expected 0..=1, found 3";
    assert_eq!(refused::<Ragged<Vec<Option<u8>>>>(&deep), text);
}

#[test]
fn parameters_are_of_their_rules() {
    type List = Ragged<Vec<u8>>;
    let all = || [("lengths", numbers(&[1, 2])), ("values", values(3))];
    let [lengths, values] = all();
    assert_eq!(refused::<List>(&record([lengths.clone()])), "parameter `values`: required, but missing");
    assert_eq!(refused::<List>(&record([values.clone()])), "parameter `lengths`: required, but missing");
    assert_eq!(refused::<List>(&Record::new()), "parameter `lengths`: required, but missing");
    let text = "parameter `values`: required, but missing; is `value`, which is not known, meant for it?";
    assert_eq!(refused::<List>(&record([lengths.clone(), ("value", values.1.clone())])), text);
    let signed = ("lengths", Tensor::from(vec![1i64, 2]));
    let text = "parameter `lengths`: element type: expected u64, found i64";
    assert_eq!(refused::<List>(&record([signed, values.clone()])), text);
    let square = ("lengths", Tensor::from_vec([1, 2], vec![1u64, 2]).expect("a tensor"));
    assert_eq!(refused::<List>(&record([square, values])), "parameter `lengths`: rank: expected 1, found 2");
    let square = ("values", Tensor::from_vec([3, 1], vec![1u8, 2, 3]).expect("a tensor"));
    assert_eq!(refused::<List>(&record([lengths, square])), "parameter `values`: rank: expected 1, found 2");
    let [lengths, values] = all();
    let text = "parameter `values`: axis 1: expected 2, found 1";
    let column = ("values", Tensor::from_vec([3, 1], vec![1u8, 2, 3]).expect("a tensor"));
    assert_eq!(refused::<Ragged<Vec<[u8; 2]>>>(&record([lengths.clone(), column])), text);
    let twice = record([lengths.clone(), lengths, values]);
    let error = from_slice::<List>(&to_vec(&twice).expect("bytes")).expect_err("twice");
    assert_eq!(error.to_string().split(" (").next(), Some("parameter `lengths`: present more than once"));
    let one = to_vec(&[1u8]).expect("bytes");
    assert!(from_slice::<List>(&one).is_err());
}

/// A fault of an element is in the parameter of the values, at its byte.
#[test]
fn elements_are_checked() {
    let list = Ragged(vec![vec![true], vec![], vec![false, true]]);
    let mut bytes = to_vec(&list).expect("bytes");
    let last = bytes.len() - 1;
    bytes[last] = 7;
    let text = format!("parameter `values`: boolean: expected 0 or 1, found 7 (byte {last})");
    assert_eq!(from_slice::<Ragged<Vec<bool>>>(&bytes).expect_err("no boolean").to_string(), text);
    assert_eq!(decthings::from_reader::<Ragged<Vec<bool>>, _>(&bytes[..]).expect_err("no boolean").to_string(), text);
}

/// Nothing is borrowed from a stream or from bytes that are not aligned, and the error says so.
#[cfg(target_endian = "little")]
#[test]
fn what_cannot_be_borrowed_is_refused() {
    let bytes = to_vec(&Ragged(vec![vec![1.0f64], vec![2.0, 3.0]])).expect("bytes");
    let kinds: Vec<&str> = (0..8)
        .map(|shift| {
            let mut shifted = vec![0u8; shift];
            shifted.extend_from_slice(&bytes);
            from_slice::<Ragged<&[f64]>>(&shifted[shift..]).map_or_else(|error| error.kind().name(), |_| "read")
        })
        .collect();
    let aligned = 8 / align_of::<f64>();
    assert_eq!(kinds.iter().filter(|kind| **kind == "read").count(), aligned);
    assert_eq!(kinds.iter().filter(|kind| **kind == "misaligned").count(), 8 - aligned);
}

#[test]
fn cut_or_changed_messages_are_no_panic() {
    fn all<T: DecodeOwned + Encode + Clone + PartialEq + std::fmt::Debug>(list: &T) {
        let bytes = to_vec(list).expect("bytes");
        for bytes in [&bytes, &reversed(&bytes)] {
            for len in 0..bytes.len() {
                assert!(from_slice::<T>(&bytes[..len]).is_err());
                assert!(decthings::from_reader::<T, _>(&bytes[..len]).is_err());
            }
            for changed in flips(bytes) {
                agrees(&decthings::Options::new(), &changed, list.clone());
            }
        }
    }
    all(&Ragged(vec![vec![1u16], vec![], vec![2, 3]]));
    all(&Ragged(vec![vec![String::from("a")], vec![], vec!["bc".into(), String::new()]]));
    all(&Ragged(vec![vec![vec![true], vec![]], vec![], vec![vec![false, true]]]));
    all(&Ragged(vec![vec![Some(1.5f32), None], vec![]]));
    all(&Ragged(vec![Array1::from(vec![1u8, 2]), Array1::from(vec![])]));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever was there before.
    #[test]
    fn reading_into_a_list(
        there in vec(vec(vec(any::<u16>(), 0..4), 0..4), 0..5),
        sent in vec(vec(vec(any::<u16>(), 0..4), 0..4), 0..5),
        texts in vec(vec(option::of("[a-z]{0,4}"), 0..4), 0..4),
        other in vec(vec(option::of("[a-z]{0,4}"), 0..4), 0..4),
    ) {
        for options in [decthings::Options::new(), clients()] {
            let bytes = to_vec(&Ragged(sent.clone())).expect("bytes");
            agrees(&options, &bytes, Ragged(there.clone()));
            agrees(&options, &reversed(&bytes), Ragged(there.clone()));
            let queues = there.iter().cloned().map(VecDeque::from).collect::<Ragged<_>>();
            agrees(&options, &bytes, queues);
            let arrays = |lists: &[Vec<Vec<u16>>]| lists.iter().map(|list| Array1::from(list.concat())).collect();
            let (sent, there): (Ragged<Array1<u16>>, Ragged<Array1<u16>>) = (arrays(&sent), arrays(&there));
            agrees(&options, &to_vec(&sent).expect("bytes"), there);
            let bytes = options.to_vec(&Ragged(texts.clone())).expect("bytes");
            agrees(&options, &bytes, Ragged(other.clone()));
        }
    }
}
