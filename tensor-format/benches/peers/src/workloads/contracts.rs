//! Received bytes checked against element type and shape before anything is decoded.

use std::hint::black_box;

use decthings_api::tensor::{DecthingsTensor, OwnedDecthingsTensor};
use ndarray::Dim;
use tensor_format::{HasRules, decthings};

use super::floats::NumberData;
use crate::{
    hand,
    peers::{Messages, Rkyv, archived},
    report::Suite,
    workload::{Bound, Form, Workload},
};

const SHAPE: [usize; 4] = [1, 3, 224, 224];

/// Fixed in every axis, and open in the first.
type Fixed = [[[[f32; 224]; 224]; 3]; 1];
type Batch = Vec<[[[f32; 224]; 224]; 3]>;

#[derive(PartialEq, rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]
struct Described {
    element_type: u8,
    shape: [u64; 4],
    data: Vec<f32>,
}

pub(crate) fn run(suite: &mut Suite) {
    let title = "check the rules of f32 [1, 3, 224, 224]";
    if !suite.wants(title) {
        return;
    }
    let given = NumberData::new(Dim(SHAPE));
    let bytes = given.placed(false);
    let wire: &[u8] = &bytes;
    let rules = tensor_format::rules::RulesBuf::from(Batch::RULES);
    let archive = Described { element_type: 1, shape: SHAPE.map(|len| len as u64), data: given.numbers().to_vec() };
    let messages = Messages::new::<Described, Rkyv>(&[archive]);
    let mut work = Workload::new(title, 1, wire.len());
    work.looks("hand, fixed shape", || {
        hand::parse::<4>(black_box(wire), 1, 4).is_some_and(|(shape, _)| shape == SHAPE)
    });
    work.looks("hand, rank unknown", || {
        hand::parse_dynamic(black_box(wire))
            .is_some_and(|(element_type, rank, shape, _)| element_type == 1 && shape[..rank] == SHAPE)
    });
    work.looks("rkyv, checked", move || {
        let archive = archived::<<Described as rkyv::Archive>::Archived>(black_box(messages.one()));
        archive.element_type == 1 && archive.shape.iter().zip(SHAPE).all(|(found, len)| *found == len as u64)
    });
    work.of(Form::CHECKED);
    work.looks("decthings-api, misaligned", || {
        let tensor = OwnedDecthingsTensor::from_bytes(bytes.clone()).expect("a tensor");
        matches!(tensor.tensor(), DecthingsTensor::F32(array) if array.shape() == SHAPE)
    });
    work.of(Form::BOTH);
    work.looks("tensor-format check, fixed shape", || decthings::check::<Fixed>(black_box(wire)));
    work.target("P7", Bound::Nanoseconds(8.0)).target("P7", Bound::Allocations(0));
    work.looks("tensor-format check, first axis open", || decthings::check::<Batch>(black_box(wire)));
    work.target("P7", Bound::Nanoseconds(18.0)).target("P7", Bound::Allocations(0));
    work.looks("tensor-format check_against, rules of run time", || decthings::check_against(black_box(&rules), wire));
    work.target("P7", Bound::Nanoseconds(18.0)).target("P7", Bound::Allocations(0));
    suite.run(work);
}
