//! 10,000 records with a record in each, or in every second one, each a message of its own.

use std::hint::black_box;

use tensor_format::Tensor;

use super::REUSED;
use crate::{
    hand::nested::{self as hand, Parts},
    peers::{self, Messages, peers},
    report::Suite,
    workload::Workload,
};

const COUNT: usize = 10_000;

peers::for_all! {
    #[derive(Tensor)]
    struct Pose {
        at: [f32; 3],
        score: f32,
    }
}

peers::for_all! {
    #[derive(Tensor)]
    struct Frame {
        id: u32,
        pose: Pose,
        weights: [f32; 4],
    }
}

peers::for_all! {
    #[derive(Tensor)]
    struct Maybe {
        id: u32,
        pose: Option<Pose>,
        weights: [f32; 4],
    }
}

fn pose(i: usize) -> Pose {
    let x = i as f32;
    Pose { at: [x, -x, 0.5 * x], score: 0.25 }
}

pub(crate) fn run(suite: &mut Suite) {
    let weights = |i: usize| [i as f32, 1.0, 2.0, 3.0];
    let frames: Vec<Frame> = (0..COUNT).map(|i| Frame { id: i as u32, pose: pose(i), weights: weights(i) }).collect();
    let parts: Vec<Parts> =
        frames.iter().map(|frame| (frame.id, Some((frame.pose.at, frame.pose.score)), frame.weights)).collect();
    both_ways(suite, "nested records", &frames, &parts, &peers!(Frame: Postcard, Rkyv), None);

    let is_there = |i: usize| i.wrapping_mul(2_654_435_761) >> 7 & 1 == 1;
    let frames: Vec<Maybe> =
        (0..COUNT).map(|i| Maybe { id: i as u32, pose: is_there(i).then(|| pose(i)), weights: weights(i) }).collect();
    let parts: Vec<Parts> = frames
        .iter()
        .map(|frame| (frame.id, frame.pose.as_ref().map(|pose| (pose.at, pose.score)), frame.weights))
        .collect();
    both_ways(suite, "optional nested records", &frames, &parts, &peers!(Maybe: Postcard, Rkyv), Some(AMBITION));
}

/// Writes these records and reads them; the same parts are given to the codec by hand.
fn both_ways<T>(
    suite: &mut Suite,
    what: &str,
    frames: &[T],
    parts: &[Parts],
    peers: &[peers::Peer<T>],
    ambition: Option<&'static str>,
) where
    T: tensor_format::Encode + tensor_format::DecodeOwned + PartialEq + std::fmt::Debug,
{
    let (mut wire, mut by_hand, mut messages) = (Vec::new(), Vec::new(), Vec::new());
    for (frame, parts) in frames.iter().zip(parts) {
        let start = wire.len();
        tensor_format::append(frame, &mut wire).expect("a record");
        hand::append_record(&mut by_hand, parts);
        let message = wire[start..].to_vec();
        assert_eq!(hand::read_record(&message).as_ref(), Some(parts));
        assert_eq!(tensor_format::from_slice::<T>(&message).expect("a record"), *frame);
        messages.push(message);
    }
    assert_eq!(wire, by_hand);

    let title = format!("encode 10,000 {what}, each");
    if suite.wants(&title) {
        let mut work = Workload::new(&title, COUNT, wire.len());
        work.copies(&wire);
        work.writes("hand", |out| black_box(parts).iter().for_each(|parts| hand::append_record(out, parts)));
        peers::reused(&mut work, frames, peers);
        work.writes("tensor-format append", |out| {
            black_box(frames).iter().for_each(|frame| tensor_format::append(frame, out).expect("a record"));
        });
        let goal = work.within("hand", MOST);
        if let Some(why) = ambition {
            goal.ambition(why);
        }
        suite.run(work);
    }

    let title = format!("decode 10,000 {what}, each");
    if suite.wants(&title) {
        let messages = &Messages::of(&messages, 1);
        let mut work = Workload::new(&title, COUNT, wire.len());
        work.copies(&wire);
        work.moves("hand", REUSED, || {
            messages.iter().for_each(|message| {
                black_box(&hand::read_record(message));
            });
        });
        peers::owned(&mut work, frames, REUSED, peers);
        work.moves("tensor-format from_slice", REUSED, || {
            messages.iter().for_each(|message| {
                black_box(&tensor_format::from_slice::<T>(message));
            });
        });
        let goal = work.within("hand", MOST);
        if let Some(why) = ambition {
            goal.ambition(why);
        }
        suite.run(work);
    }
}

/// What a row may take beside the codec by hand.
pub(super) const MOST: f64 = 1.3;
const AMBITION: &str =
    "the codec by hand knows two messages by heart; here names that may be absent are looked up one by one";
