//! f32 `[1, 3, 224, 224]`: one picture as a model takes it.

use ndarray::Dim;

use super::{
    filling::filling,
    floats::{
        NumberData, OWNED, OWNED_ALIGNED, OWNED_TENSOR, borrowing, borrowing_targets, encoding, encoding_targets,
        owning, owning_targets,
    },
};
use crate::{
    hand,
    peers::{Numbers, generic},
    report::Suite,
};

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
    let given = NumberData::new(Dim([1, 3, 224, 224]));
    let bytes = [given.placed(true), given.placed(false)];
    let [encode, owned, existing, borrowed] = titles;
    if suite.wants(encode) {
        let mut work = encoding(encode, &given, &generic!(Numbers));
        encoding_targets(&mut work);
        suite.run(work);
    }
    if suite.wants(owned) {
        let mut work = owning(owned, &given, &bytes, &generic!(Numbers), hand::owned::<4>);
        owning_targets(&mut work, &[OWNED_ALIGNED, OWNED, OWNED_TENSOR]);
        suite.run(work);
    }
    if suite.wants(existing) {
        suite.run(filling::<_, 4>(existing, &given, &bytes));
    }
    if suite.wants(borrowed) {
        let mut work = borrowing(borrowed, &given, &bytes, |shape: [usize; 4]| Dim(shape));
        borrowing_targets(&mut work);
        suite.run(work);
    }
}
