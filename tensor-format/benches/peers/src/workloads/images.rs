//! f32 `[1, 3, 224, 224]`: one picture as a model takes it.

use ndarray::Dim;

use super::{
    FRESH, REUSED,
    filling::filling,
    floats::{
        APPEND, Given, OWNED, OWNED_ALIGNED, OWNED_TENSOR, TENSOR_REF, TO_SLICES, TO_VEC, VIEW, borrowing, encoding,
        owning,
    },
};
use crate::{
    goals::{Bound, times},
    hand,
    peers::{Numbers, generic},
    report::Suite,
};

pub(super) const VIEWS: &str = "ndarray's own checks of shape and strides are most of it";

pub(crate) fn run(suite: &mut Suite) {
    let titles = [
        "encode f32 [1, 3, 224, 224]",
        "decode f32 [1, 3, 224, 224], owned",
        "decode f32 [1, 3, 224, 224], into an existing value",
        "decode f32 [1, 3, 224, 224], borrowed",
    ];
    if !titles.iter().any(|title| suite.wants(title)) {
        return;
    }
    let given = Given::new(Dim([1, 3, 224, 224]));
    let bytes = [given.placed(true), given.placed(false)];
    let [encode, owned, existing, borrowed] = titles;
    if suite.wants(encode) {
        let mut work = encoding(encode, &given, &generic!(Numbers));
        work.row(APPEND).target("P1", times(1.02, REUSED)).target("P1", Bound::Allocations(0));
        work.row(TO_VEC).target("P2", times(1.02, FRESH)).target("P2", Bound::Allocations(1));
        work.row(TO_SLICES).target("P3", Bound::Nanoseconds(15.0)).target("P3", Bound::Allocations(0));
        suite.run(work);
    }
    if suite.wants(owned) {
        let mut work = owning(owned, &given, &bytes, &generic!(Numbers), hand::owned::<4>);
        work.row(OWNED_ALIGNED).target("P5", times(1.03, FRESH)).target("P5", Bound::Allocations(1));
        work.row(OWNED).target("P5", times(1.03, FRESH)).target("P5", Bound::Allocations(1));
        work.row(OWNED_TENSOR).target("P5", times(1.03, FRESH)).target("P5", Bound::Allocations(1));
        suite.run(work);
    }
    if suite.wants(existing) {
        suite.run(filling::<_, 4>(existing, &given, &bytes));
    }
    if suite.wants(borrowed) {
        let mut work = borrowing(borrowed, &given, &bytes, |shape: [usize; 4]| Dim(shape));
        work.row(VIEW).target("P6", Bound::Nanoseconds(15.0)).missed(VIEWS).target("P6", Bound::Allocations(0));
        work.row(TENSOR_REF).target("P6", Bound::Nanoseconds(25.0)).target("P6", Bound::Allocations(0));
        suite.run(work);
    }
}
