//! What `shape` says inside a record, in the rules of its lists and maps.

use std::collections::BTreeMap;

use ndarray::Array2;
use tensor_format::{
    HasRules, Rules, Tensor, from_slice,
    rules::{Compatibility, ServiceSide},
    to_vec,
};

#[derive(Tensor, Debug, Clone)]
struct Tight {
    #[tensor(shape = [1..=2])]
    few: Vec<f32>,
    #[tensor(shape = [..=4, ..=2])]
    table: Array2<u8>,
    #[tensor(shape = [3..])]
    more: Option<Vec<u8>>,
}

#[derive(Tensor, Debug, Clone)]
struct Loose {
    few: Vec<f32>,
    table: Array2<u8>,
    more: Option<Vec<u8>>,
}

const LIST: &str = "{ few.lengths: u64 [n] in 1..=2, few.values: f32 [_], table.shapes: u64 [n, 2] in ..=4, \
                    table.values: u8 [_], more.lengths: u64 [n] in 0..=1, more.values.lengths: u64 [_] in 3.., \
                    more.values.values: u8 [_] }";

#[test]
fn lengths_in_a_list_are_in_the_range_of_their_axis() {
    assert_eq!(<Vec<Tight>>::RULES.to_string(), LIST);
    let plain = <Vec<Loose>>::RULES.to_string();
    assert_eq!(plain, LIST.replace(" in 1..=2", "").replace(" in ..=4", "").replace(" in 3..", ""));
}

/// Asserts that rules of bounded lengths take less than those of any, in every comparison.
#[track_caller]
fn assert_narrower(tight: Rules<'_>, loose: Rules<'_>) {
    assert!(loose.contains(&tight) && !tight.contains(&loose), "{tight} {loose}");
    assert_ne!(tight.fingerprint(), loose.fingerprint());
    // A service that takes less breaks its callers; those of a service that takes more can stay.
    assert_eq!(loose.compatibility(&tight, ServiceSide::Input), Compatibility::Forward);
    assert_eq!(tight.compatibility(&loose, ServiceSide::Input), Compatibility::Backward);
}

#[test]
fn every_list_and_map_of_records_keeps_what_shape_says() {
    assert_narrower(<Vec<Tight>>::RULES, <Vec<Loose>>::RULES);
    assert_narrower(<[Tight; 2]>::RULES, <[Loose; 2]>::RULES);
    assert_narrower(<Vec<Vec<Tight>>>::RULES, <Vec<Vec<Loose>>>::RULES);
    assert_narrower(<Vec<(u8, Tight)>>::RULES, <Vec<(u8, Loose)>>::RULES);
    assert_narrower(<BTreeMap<String, Tight>>::RULES, <BTreeMap<String, Loose>>::RULES);
    assert_narrower(<BTreeMap<String, Vec<Tight>>>::RULES, <BTreeMap<String, Vec<Loose>>>::RULES);
}

#[test]
fn a_length_out_of_range_is_told_of_the_record() {
    let loose = Loose { few: vec![0.5; 3], table: Array2::zeros((1, 1)), more: None };
    let error = from_slice::<Vec<Tight>>(&to_vec(&[loose]).expect("written")).expect_err("three are too many");
    assert_eq!(
        error.to_string().split_once(" (byte").map(|(text, _)| text),
        Some("parameter `[0].few`: axis 0: expected 1..=2, found 3")
    );
}
