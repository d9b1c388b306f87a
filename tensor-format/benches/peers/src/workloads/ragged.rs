//! 10,000 lists of different lengths as one message: of numbers, of texts, and borrowed.

use std::hint::black_box;

use tensor_format::{Ragged, View};

use super::{FRESH, nested::MOST};
use crate::{
    hand::nested as hand,
    peers::{self, Messages, Rkyv, archived, peers},
    placed::Placed,
    report::Suite,
    workload::{Form, Workload},
};

const COUNT: usize = 10_000;

/// A length below `end`, another for each index.
pub(super) fn length(i: usize, end: usize) -> usize {
    (i.wrapping_mul(2_654_435_761) >> 7) % end
}

pub(crate) fn run(suite: &mut Suite) {
    numbers(suite);
    texts(suite);
}

fn numbers(suite: &mut Suite) {
    let lists: Vec<Vec<f32>> =
        (0..COUNT).map(|i| (0..length(i, 21)).map(|at| (i + at) as f32 * 0.5).collect()).collect();
    let ragged = Ragged(lists.clone());
    let lent = Ragged(lists.iter().map(|list| &list[..]).collect::<Vec<&[f32]>>());
    let wire = &tensor_format::to_vec(&ragged).expect("lists");
    let mut by_hand = Vec::new();
    hand::append_lists(&mut by_hand, &lists);
    assert_eq!(*wire, by_hand);
    assert_eq!(tensor_format::to_vec(&lent).expect("lists"), *wire);
    assert_eq!(tensor_format::from_slice::<Ragged<Vec<f32>>>(wire).expect("lists"), ragged);
    assert_eq!(hand::own_lists(wire).as_ref(), Some(&lists));
    #[cfg(feature = "all-peers")]
    let batch = peers::Arrow::lists(&lists);

    let title = "encode 10,000 lists of 0 to 20 f32, each";
    if suite.wants(title) {
        let mut work = Workload::new(title, COUNT, wire.len());
        work.copies(wire);
        work.writes("hand", |out| hand::append_lists(out, black_box(&lists)));
        peers::reused(&mut work, std::slice::from_ref(&lists), &peers!(Vec<Vec<f32>>: Postcard, Rkyv));
        #[cfg(feature = "all-peers")]
        peers::reused(&mut work, std::slice::from_ref(&batch), &peers!(arrow_array::RecordBatch: Arrow));
        work.writes("tensor-format Ragged<Vec<f32>>", |out| {
            tensor_format::append(black_box(&ragged), out).expect("lists");
        });
        work.within("hand", MOST).except("arrow IPC", COLUMNS);
        work.writes("tensor-format Ragged<&[f32]>", |out| {
            tensor_format::append(black_box(&lent), out).expect("lists");
        });
        work.within("hand", MOST).except("arrow IPC", COLUMNS);
        suite.run(work);
    }

    let title = "decode 10,000 lists of 0 to 20 f32, owned, each";
    if suite.wants(title) {
        let mut work = Workload::new(title, COUNT, wire.len());
        work.clones(wire);
        work.moves("clone of Vec<Vec<f32>>", FRESH, || black_box(&lists).clone());
        work.moves("hand", FRESH, || hand::own_lists(black_box(wire)));
        peers::owned(&mut work, std::slice::from_ref(&lists), FRESH, &peers!(Vec<Vec<f32>>: Postcard, Rkyv));
        #[cfg(feature = "all-peers")]
        peers::owned(&mut work, std::slice::from_ref(&batch), FRESH, &peers!(arrow_array::RecordBatch: Arrow));
        work.moves("tensor-format Ragged<Vec<f32>>", FRESH, || {
            tensor_format::from_slice::<Ragged<Vec<f32>>>(black_box(wire))
        });
        work.within("hand", MOST).except("arrow IPC", LISTS);
        suite.run(work);
    }

    let title = "decode 10,000 lists of 0 to 20 f32, borrowed, each";
    if suite.wants(title) {
        // Numbers are at the end of the message, and there at a multiple of 64.
        let start = wire.len() - 4 * lists.iter().map(Vec::len).sum::<usize>();
        let placed = Placed::new(wire, 64 - start % 64);
        let wire = placed.as_ref();
        assert_eq!(hand::borrow_lists(wire).expect("lists"), lent.0);
        assert_eq!(tensor_format::from_slice::<Ragged<&[f32]>>(wire).expect("lists"), lent);
        let mut work = Workload::new(title, COUNT, wire.len());
        work.clones(wire);
        work.moves("hand", FRESH, || hand::borrow_lists(black_box(wire)));
        let messages = Messages::new::<Vec<Vec<f32>>, Rkyv>(std::slice::from_ref(&lists));
        work.moves("rkyv, checked", FRESH, move || {
            archived::<<Vec<Vec<f32>> as rkyv::Archive>::Archived>(black_box(messages.one())).len()
        });
        work.of(Form::CHECKED);
        #[cfg(feature = "all-peers")]
        {
            use peers::{Arrow, Format};
            let bytes = arrow_buffer::Buffer::from(Arrow::to_bytes(&batch));
            work.moves("arrow IPC", FRESH, move || Arrow::view(black_box(&bytes))).of(Form::BOTH);
        }
        work.moves("tensor-format Ragged<&[f32]>", FRESH, || {
            tensor_format::from_slice::<Ragged<&[f32]>>(black_box(wire))
        });
        work.within("hand", MOST).except("arrow IPC", LISTS);
        work.moves("tensor-format Ragged<View<f32>>", FRESH, || {
            tensor_format::from_slice::<Ragged<View<'_, f32>>>(black_box(wire))
        });
        work.within("hand", MOST).ambition(VIEWS).except("arrow IPC", LISTS);
        suite.run(work);
    }
}

const VIEWS: &str = "a view says its byte order too, so that the list of them takes half as much memory again";
const EDGE: &str = "at the edge of the goal: 1.29 to 1.33 in several runs";
const COLUMNS: &str = "its lists already lie as one column and offsets in memory, so that it copies both whole";
const LISTS: &str = "it keeps one column and offsets, and makes no list before it is asked for";

fn texts(suite: &mut Suite) {
    let text =
        |at: usize| -> String { (0..2 + length(at, 12)).map(|n| char::from(b'a' + ((at + n) % 26) as u8)).collect() };
    let lists: Vec<Vec<String>> = (0..COUNT).map(|i| (0..length(i, 6)).map(|at| text(i * 6 + at)).collect()).collect();
    let ragged = Ragged(lists.clone());
    let wire = &tensor_format::to_vec(&ragged).expect("lists");
    let mut by_hand = Vec::new();
    hand::append_texts(&mut by_hand, &lists);
    assert_eq!(*wire, by_hand);
    assert_eq!(tensor_format::from_slice::<Ragged<Vec<String>>>(wire).expect("lists"), ragged);
    assert_eq!(hand::own_texts(wire).as_ref(), Some(&lists));
    #[cfg(feature = "all-peers")]
    let batch = peers::Arrow::lists_of_texts(&lists);

    let title = "encode 10,000 lists of 0 to 5 strings, each";
    if suite.wants(title) {
        let mut work = Workload::new(title, COUNT, wire.len());
        work.copies(wire);
        work.writes("hand", |out| hand::append_texts(out, black_box(&lists)));
        peers::reused(&mut work, std::slice::from_ref(&lists), &peers!(Vec<Vec<String>>: Postcard, Rkyv));
        #[cfg(feature = "all-peers")]
        peers::reused(&mut work, std::slice::from_ref(&batch), &peers!(arrow_array::RecordBatch: Arrow));
        work.writes("tensor-format Ragged<Vec<String>>", |out| {
            tensor_format::append(black_box(&ragged), out).expect("lists");
        });
        work.within("hand", MOST).except("arrow IPC", COLUMNS);
        suite.run(work);
    }

    let title = "decode 10,000 lists of 0 to 5 strings, owned, each";
    if suite.wants(title) {
        let mut work = Workload::new(title, COUNT, wire.len());
        work.clones(wire);
        work.moves("clone of Vec<Vec<String>>", FRESH, || black_box(&lists).clone());
        work.moves("hand", FRESH, || hand::own_texts(black_box(wire)));
        peers::owned(&mut work, std::slice::from_ref(&lists), FRESH, &peers!(Vec<Vec<String>>: Postcard, Rkyv));
        #[cfg(feature = "all-peers")]
        peers::owned(&mut work, std::slice::from_ref(&batch), FRESH, &peers!(arrow_array::RecordBatch: Arrow));
        work.moves("tensor-format Ragged<Vec<String>>", FRESH, || {
            tensor_format::from_slice::<Ragged<Vec<String>>>(black_box(wire))
        });
        work.within("hand", MOST).ambition(EDGE).except("arrow IPC", LISTS);
        suite.run(work);
    }
}
