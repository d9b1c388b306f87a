//! 10,000 records in one list, a column for each parameter: of numbers alone, of texts, lists and options, and of lists of
//! records.

use std::hint::black_box;

use tensor_format::Tensor;

use super::{FRESH, nested::MOST, ragged::length};
use crate::{
    hand::{columns as hand, lists},
    peers::{self, peers},
    report::Suite,
    workload::Workload,
};

const COUNT: usize = 10_000;

peers::for_all! {
    #[derive(Tensor)]
    pub(crate) struct Point {
        pub(crate) score: f32,
        pub(crate) id: u32,
        pub(crate) at: [f32; 3],
    }
}

peers::for_all! {
    #[derive(Tensor)]
    pub(crate) struct Detection {
        pub(crate) score: f32,
        pub(crate) label: String,
        pub(crate) boxes: Vec<[f32; 4]>,
        pub(crate) track: Option<u32>,
    }
}

peers::for_all! {
    #[derive(Tensor)]
    pub(crate) struct Track {
        pub(crate) id: u32,
        pub(crate) points: Vec<Point>,
    }
}

pub(crate) fn run(suite: &mut Suite) {
    let points = (0..COUNT).map(|i| Point { score: i as f32, id: i as u32, at: [i as f32, 2.0, 3.0] }).collect();
    both_ways(
        suite,
        "records of numbers",
        &points,
        hand::append_points,
        hand::read_points,
        &peers!(Vec<Point>: Postcard, Rkyv),
    );
    let detections = (0..COUNT).map(|i| Detection {
        score: i as f32,
        label: format!("label {i}"),
        boxes: vec![[i as f32; 4]; length(i, 5)],
        track: (length(i, 2) == 0).then_some(i as u32),
    });
    both_ways(
        suite,
        "records of texts and lists",
        &detections.collect(),
        hand::append_detections,
        hand::read_detections,
        &peers!(Vec<Detection>: Postcard, Rkyv),
    );
    let tracks = (0..COUNT).map(|i| {
        let point = |j: usize| Point { score: i as f32, id: j as u32, at: [j as f32, 2.0, 3.0] };
        Track { id: i as u32, points: (0..length(i, 8)).map(point).collect() }
    });
    both_ways(
        suite,
        "records with lists of records",
        &tracks.collect(),
        lists::append_tracks,
        lists::read_tracks,
        &peers!(Vec<Track>: Postcard, Rkyv),
    );
}

/// Writes these records and reads them, and has `append` and `read` do the same by hand.
fn both_ways<T>(
    suite: &mut Suite,
    what: &str,
    records: &Vec<T>,
    append: fn(&mut Vec<u8>, &[T]),
    read: fn(&[u8]) -> Option<Vec<T>>,
    peers: &[peers::Peer<Vec<T>>],
) where
    Vec<T>: tensor_format::Encode + tensor_format::DecodeOwned,
    T: PartialEq + std::fmt::Debug,
{
    let wire = &tensor_format::to_vec(records).expect("records");
    let mut by_hand = Vec::new();
    append(&mut by_hand, records);
    assert_eq!(*wire, by_hand);
    assert_eq!(read(wire).as_ref(), Some(records));
    assert_eq!(tensor_format::from_slice::<Vec<T>>(wire).expect("records"), *records);

    let title = format!("encode a list of 10,000 {what}, each");
    if suite.wants(&title) {
        let mut work = Workload::new(&title, COUNT, wire.len());
        work.copies(wire);
        work.writes("hand", |out| append(out, black_box(records)));
        peers::reused(&mut work, std::slice::from_ref(records), peers);
        work.writes("tensor-format append", |out| tensor_format::append(black_box(records), out).expect("records"));
        work.within("hand", MOST).ambition(AMBITION);
        suite.run(work);
    }

    let title = format!("decode a list of 10,000 {what}, each");
    if suite.wants(&title) {
        let mut work = Workload::new(&title, COUNT, wire.len());
        work.clones(wire);
        work.moves("hand", FRESH, || read(black_box(wire)));
        peers::owned(&mut work, std::slice::from_ref(records), FRESH, peers);
        work.moves("tensor-format from_slice", FRESH, || tensor_format::from_slice::<Vec<T>>(black_box(wire)));
        work.within("hand", MOST).ambition(AMBITION);
        suite.run(work);
    }
}

const AMBITION: &str = "numbers are gathered before they are passed on, and texts and lists are written and read one by \
                        one";
