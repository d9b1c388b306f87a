//! f32 `[4096, 4096]`: 64 MiB, far beyond the caches.

use ndarray::Dim;

use super::{
    FRESH, REUSED,
    filling::filling,
    floats::{
        APPEND, NumberData, OWNED, OWNED_TENSOR, TO_VEC, borrowing, borrowing_targets, encoding, encoding_targets,
        owning, owning_targets,
    },
};
use crate::{
    hand,
    peers::{Numbers, peers},
    report::Suite,
    workload::times,
};

const STREAMING: &str = "it takes non-temporal stores, which need `unsafe` code";
const HUGE_PAGES: &str = "it takes huge pages, which the allocator gives, not this crate";

pub(crate) fn run(suite: &mut Suite) {
    let titles = [
        "encode f32 64 MiB",
        "decode f32 64 MiB, owned",
        "decode f32 64 MiB, into an existing value",
        "decode f32 64 MiB, borrowed",
    ];
    if !titles.iter().any(|title| suite.wants(title)) {
        return;
    }
    let given = NumberData::new(Dim([4096, 4096]));
    let bytes = [given.placed(true), given.placed(false)];
    let [encode, owned, existing, borrowed] = titles;
    // Of the generic crates those that copy whole slices.
    if suite.wants(encode) {
        let mut work = encoding(encode, &given, &peers!(Numbers: Speedy, Wincode, Rkyv));
        encoding_targets(&mut work);
        work.row(APPEND).target("P1", times(0.80, REUSED)).ambition(STREAMING);
        work.row(TO_VEC).target("P2", times(0.33, FRESH)).ambition(HUGE_PAGES);
        suite.run(work);
    }
    if suite.wants(owned) {
        let mut work = owning(owned, &given, &bytes, &peers!(Numbers: Speedy, Wincode, Rkyv), hand::owned::<2>);
        owning_targets(&mut work, &[OWNED, OWNED_TENSOR]);
        work.target("P5", times(0.33, FRESH)).ambition(HUGE_PAGES);
        suite.run(work);
    }
    if suite.wants(existing) {
        suite.run(filling::<_, 2>(existing, &given, &bytes));
    }
    if suite.wants(borrowed) {
        let mut work = borrowing(borrowed, &given, &bytes, |shape: [usize; 2]| Dim(shape));
        borrowing_targets(&mut work);
        suite.run(work);
    }
}
