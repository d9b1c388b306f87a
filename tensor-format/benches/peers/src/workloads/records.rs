//! 100,000 small records of four fields, each a message of its own.

use std::hint::black_box;

use bytes::Bytes;
use decthings_api::{
    ndarray::{arr0, aview1},
    tensor::{DecthingsTensor, OwnedDecthingsTensor},
};
use tensor_format::{Tensor, decthings::Options};

use super::REUSED;
use crate::{
    hand,
    peers::{self, Messages, generic},
    report::Suite,
    workload::{Bound, Form, Workload, times},
};

const COUNT: usize = 100_000;

peers::for_all! {
    #[derive(Tensor)]
    pub(super) struct Reading {
        a: u32,
        b: f32,
        c: [f32; 4],
        d: [f32; 4],
    }
}

/// Tensors one after another, as the clients send them.
const UNNAMED: Options = Options::new().names(false);

const BY_HAND: &str = "the codec by hand, which writes names, misses it too";
const CLEARED: &str = "the place of a record is cleared before it is written";
const CALLED: &str = "one message is read by a call that may fail with a reason: a sequence is read without calls";

/// Appends four tensors one after another, as the clients of the peer send them; the names are sent elsewhere.
fn append_by_peer(reading: &Reading, out: &mut Vec<u8>) {
    out.extend_from_slice(&DecthingsTensor::U32(arr0(reading.a).into_dyn().into()).serialize());
    out.extend_from_slice(&DecthingsTensor::F32(arr0(reading.b).into_dyn().into()).serialize());
    out.extend_from_slice(&DecthingsTensor::F32(aview1(&reading.c).into_dyn().into()).serialize());
    out.extend_from_slice(&DecthingsTensor::F32(aview1(&reading.d).into_dyn().into()).serialize());
}

fn read_by_peer(bytes: &Bytes) -> Reading {
    let mut at = 0;
    let mut next = || {
        let tensor = OwnedDecthingsTensor::from_bytes(bytes.slice(at..)).expect("a tensor");
        at += tensor.byte_size();
        tensor
    };
    let float = |tensor: OwnedDecthingsTensor| match tensor.tensor() {
        DecthingsTensor::F32(array) => *array.first().expect("one number"),
        other => panic!("{other:?}"),
    };
    let four = |tensor: OwnedDecthingsTensor| match tensor.tensor() {
        DecthingsTensor::F32(array) => array.as_slice().expect("in order").try_into().expect("four numbers"),
        other => panic!("{other:?}"),
    };
    let integer = |tensor: OwnedDecthingsTensor| match tensor.tensor() {
        DecthingsTensor::U32(array) => *array.first().expect("one number"),
        other => panic!("{other:?}"),
    };
    Reading { a: integer(next()), b: float(next()), c: four(next()), d: four(next()) }
}

/// Looks at a result that is borrowed in place.
fn looked_at<T>(value: T) {
    black_box(&value);
}

pub(super) fn readings() -> Vec<Reading> {
    let reading = |i: usize| {
        let x = i as f32;
        Reading { a: i as u32, b: x * 0.5, c: [x, x + 1.0, x + 2.0, x + 3.0], d: [1.0, -x, 0.25 * x, 7.0] }
    };
    (0..COUNT).map(reading).collect()
}

pub(crate) fn run(suite: &mut Suite) {
    let readings = readings();
    let parts: Vec<hand::Parts> = readings.iter().map(|r| (r.a, r.b, r.c, r.d)).collect();
    let (mut wire, mut by_hand, mut by_peer) = (Vec::new(), Vec::new(), Vec::new());
    for (reading, parts) in readings.iter().zip(&parts) {
        tensor_format::append(reading, &mut wire).expect("a record");
        hand::append_record(&mut by_hand, parts);
        append_by_peer(reading, &mut by_peer);
    }
    assert_eq!(wire, by_hand);
    assert_eq!(
        UNNAMED.to_vec(&readings[1]).expect("a record"),
        by_peer[by_peer.len() / COUNT..][..by_peer.len() / COUNT]
    );
    let peer_len = by_peer.len() / COUNT;

    let title = "encode 100,000 records, each";
    if suite.wants(title) {
        let (readings, parts) = (&readings, &parts);
        let mut work = Workload::new(title, COUNT, wire.len());
        work.copies(&wire);
        work.writes("hand", |out| parts.iter().for_each(|parts| hand::append_record(out, parts)));
        peers::reused(&mut work, readings, &generic!(Reading));
        work.writes("decthings-api, without names", |out| {
            readings.iter().for_each(|reading| append_by_peer(reading, out));
        });
        work.of(Form::BOTH);
        work.writes("tensor-format append", |out| {
            readings.iter().for_each(|reading| tensor_format::append(reading, out).expect("a record"));
        });
        work.within("hand", 2.0).within("decthings-api, without names", 1.1);
        work.target("P8", Bound::Nanoseconds(10.0)).missed(BY_HAND).target("P8", Bound::Allocations(0));
        work.writes("tensor-format append, without names", |out| {
            readings.iter().for_each(|reading| UNNAMED.append(reading, out).expect("a record"));
        });
        work.against_peer("decthings-api, without names");
        work.target("P8", times(1.6, "wincode")).missed_within(5.0, CLEARED);
        work.target("P8", Bound::Nanoseconds(4.0)).missed(BY_HAND);
        suite.run(work);
    }

    let title = "decode 100,000 records, each";
    if suite.wants(title) {
        let shared = Bytes::from(by_peer);
        assert_eq!(read_by_peer(&shared.slice(peer_len..2 * peer_len)), readings[1]);
        assert_eq!(UNNAMED.from_slice::<Reading>(&shared[peer_len..2 * peer_len]).expect("a record"), readings[1]);
        assert_eq!(hand::read_record(&wire[hand::RECORD_LEN..][..hand::RECORD_LEN]), Some(parts[1]));
        let wire = &wire;
        // No compiler knows how long a message is.
        let messages = &Messages::of(&wire.chunks_exact(hand::RECORD_LEN).collect::<Vec<_>>(), 1);
        let unnamed = &Messages::of(&shared.chunks_exact(peer_len).collect::<Vec<_>>(), 1);
        let mut work = Workload::new(title, COUNT, wire.len());
        work.copies(wire);
        work.moves("hand", REUSED, || messages.iter().for_each(|message| looked_at(hand::read_record(message))));
        work.moves("hand, as a stream", REUSED, move || {
            let mut rest: &[u8] = wire;
            while let Some(parts) = hand::next_record(&mut rest) {
                looked_at(parts);
            }
        });
        peers::owned(&mut work, &readings, REUSED, &generic!(Reading));
        work.moves("decthings-api, without names", REUSED, || {
            for at in (0..shared.len()).step_by(peer_len) {
                looked_at(read_by_peer(&shared.slice(at..at + peer_len)));
            }
        });
        work.of(Form::BOTH);
        work.moves("tensor-format from_slice", REUSED, || {
            messages.iter().for_each(|message| looked_at(tensor_format::from_slice::<Reading>(message)));
        });
        work.within("hand", 2.0).within("decthings-api, without names", 1.1);
        work.target("P8", Bound::Nanoseconds(10.0)).target("P8", Bound::Allocations(0));
        work.moves("tensor-format from_slice, without names", REUSED, || {
            unnamed.iter().for_each(|message| looked_at(UNNAMED.from_slice::<Reading>(message)));
        });
        work.against_peer("decthings-api, without names");
        work.target("P8", times(1.5, "speedy")).missed_within(2.5, CALLED);
        work.target("P8", Bound::Nanoseconds(4.0)).missed(CALLED);
        work.moves("tensor-format sequence", REUSED, move || {
            tensor_format::sequence::<Reading>(wire).for_each(looked_at);
        });
        work.within("hand, as a stream", 2.0).within("decthings-api, without names", 1.1);
        suite.run(work);
    }
}
