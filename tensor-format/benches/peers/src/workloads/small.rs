//! f32 `[16]`: where headers and calls are all there is.

use std::hint::black_box;

use ndarray::Dim;

use super::{
    REUSED,
    floats::{
        APPEND, CALLS, HAND_DYNAMIC, HAND_PIECES, HAND_VIEW, NumberData, TENSOR_REF, TO_SLICES, VIEW, borrowing,
        encoding,
    },
};
use crate::{
    peers::{Numbers, generic},
    report::Suite,
    workload::{Bound, times},
};

const PLAIN: &str = "by hand a failure says nothing, and there are neither rules nor options";

/// The name of the row that writes a type whose header is fixed, and so a constant.
const TYPED: &str = "tensor-format append [f32; 16], reused buffer";
const SLICE: &str = "tensor-format &[f32], aligned";

const HEADER: &str = "an archive has no element type and no shape, which are read here";

const MOVED: &str = "by profile, calls that are not inlined, and a result that is moved right after it was written";

pub(crate) fn run(suite: &mut Suite) {
    let given = NumberData::new(Dim([16]));
    let bytes = [given.placed(true), given.placed(false)];
    let title = "encode f32 [16]";
    if suite.wants(title) {
        let array: [f32; 16] = given.numbers().try_into().expect("16 numbers");
        assert_eq!(tensor_format::to_vec(&array).expect("a tensor"), given.wire);
        let mut out = Vec::new();
        let mut work = encoding(title, &given, &generic!(Numbers));
        work.moves(TYPED, REUSED, move || {
            out.clear();
            tensor_format::append(black_box(&array), &mut out).expect("a tensor");
            out.len()
        });
        work.against("hand, reused buffer", Some("decthings-api, fresh buffer"));
        work.target("P4", times(2.0, REUSED)).target("P4", Bound::Allocations(0));
        work.row(APPEND).missed_beside("hand, reused buffer", 4.0, CALLS);
        work.row(TO_SLICES).missed_beside(HAND_PIECES, 12.0, MOVED);
        work.target("P3", Bound::Nanoseconds(15.0)).target("P3", Bound::Allocations(0));
        suite.run(work);
    }
    let title = "decode f32 [16], borrowed";
    if suite.wants(title) {
        let mut work = borrowing(title, &given, &bytes, |shape: [usize; 1]| Dim(shape));
        let aligned: &[u8] = &bytes[0];
        work.looks(SLICE, || tensor_format::from_slice::<&[f32]>(black_box(aligned)));
        work.within("hand, rank known, aligned", 2.0).missed_within(8.0, PLAIN).within("decthings-api, aligned", 1.1);
        work.target("P6", times(2.0, "rkyv, checked"))
            .missed_within(6.0, HEADER)
            .target("P6", Bound::Nanoseconds(10.0));
        work.target("P6", Bound::Allocations(0));
        work.row(VIEW).missed_beside(HAND_VIEW, 12.0, PLAIN).target("P6", Bound::Nanoseconds(10.0));
        work.row(TENSOR_REF).missed_beside(HAND_DYNAMIC, 4.0, PLAIN).target("P6", Bound::Nanoseconds(25.0));
        suite.run(work);
    }
}
