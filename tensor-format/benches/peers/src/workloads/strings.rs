//! 100,000 short strings as one tensor.

use std::hint::black_box;

use bytes::Bytes;
use decthings_api::tensor::{DecthingsTensor, OwnedDecthingsTensor};
use tensor_format::{
    Tensor, TensorRef,
    decthings::{Dialect, Options},
};

use super::FRESH;
use crate::{
    hand,
    peers::{self, Messages, Rkyv, Wincode, archived, generic, wincode_borrowed},
    report::Suite,
    workload::{Bound, Form, Workload, times},
};

const COUNT: usize = 100_000;

/// Words of 3 to 25 bytes, some of them not ASCII.
fn words() -> Vec<String> {
    let word = |i: usize| {
        let tail = if i.is_multiple_of(31) { "é" } else { "a" };
        let len = 2 + i.wrapping_mul(2_654_435_761) / 7 % 22;
        (0..len).map(|at| char::from(b'a' + ((i + at * 7) % 26) as u8)).chain(tail.chars()).collect()
    };
    (0..COUNT).map(word).collect()
}

/// The strings, and the same as they travel.
struct StringData {
    words: Vec<String>,
    wire: Vec<u8>,
    clients: Bytes,
}

impl StringData {
    fn texts(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).collect()
    }

    fn client(&self) -> OwnedDecthingsTensor {
        OwnedDecthingsTensor::from_bytes(self.clients.clone()).expect("a tensor")
    }
}

pub(crate) fn run(suite: &mut Suite) {
    let titles = [
        "encode 100,000 strings, each",
        "decode 100,000 strings, borrowed, each",
        "check 100,000 strings, each",
        "decode 100,000 strings, owned, each",
    ];
    if !titles.iter().any(|title| suite.wants(title)) {
        return;
    }
    let words = words();
    let wire = tensor_format::to_vec(&words).expect("a tensor");
    let clients = Options::new().dialect(Dialect::Clients).to_vec(&words).expect("a tensor").into();
    let given = StringData { words, wire, clients };
    for (title, run) in titles.into_iter().zip([encode, borrow, check, own]) {
        if suite.wants(title) {
            run(suite, title, &given);
        }
    }
}

fn encode(suite: &mut Suite, title: &str, given: &StringData) {
    let (texts, wire) = (&given.texts(), &*given.wire);
    let theirs = decthings_api::ndarray::ArrayView1::from(texts);
    let by_client = move || DecthingsTensor::String(theirs.into_dyn().into()).serialize();
    assert_eq!(by_client(), given.clients);
    let mut check = Vec::new();
    hand::append_strings(&mut check, texts);
    assert_eq!(check, wire);
    #[cfg(feature = "all-peers")]
    let batch = peers::Arrow::texts(texts);
    let mut work = Workload::new(title, COUNT, wire.len());
    work.copies(wire).clones(wire);
    work.writes("hand, reused buffer", |out| hand::append_strings(out, black_box(texts)));
    peers::reused(&mut work, std::slice::from_ref(&given.words), &generic!(Vec<String>));
    peers::fresh(&mut work, &given.words, &generic!(Vec<String>));
    #[cfg(feature = "all-peers")]
    peers::reused(&mut work, std::slice::from_ref(&batch), &peers::peers!(arrow_array::RecordBatch: Arrow));
    work.moves("decthings-api, fresh buffer", FRESH, by_client).of(Form::BOTH);
    work.writes("tensor-format append, reused buffer", |out| {
        tensor_format::append(black_box(&given.words), out).expect("a tensor");
    });
    work.within("hand, reused buffer", 2.0).within("decthings-api, fresh buffer", 1.1);
    work.target("P9", times(0.65, "speedy")).missed_within(2.5, BY_HAND);
    work.target("P9", Bound::Nanoseconds(3.0)).missed(BY_HAND);
    work.target("P9", Bound::Allocations(0)).except("arrow IPC", COLUMNS);
    work.moves("tensor-format to_vec, fresh buffer", FRESH, || tensor_format::to_vec(black_box(&given.words)));
    work.within("hand, reused buffer", 2.0).within("decthings-api, fresh buffer", 1.1);
    work.target("P9", Bound::Allocations(1));
    suite.run(work);
}

const BY_HAND: &str = "the codec by hand misses it too";
const LENGTHS: &str = "the lengths lie between the strings, so that each is known only after the one before it";
const COLUMNS: &str = "its strings already lie as one text and offsets in memory, so that it copies both whole";

fn borrow(suite: &mut Suite, title: &str, given: &StringData) {
    let wire = &*given.wire;
    assert_eq!(hand::borrow_strings(wire).expect("strings"), given.words);
    assert_eq!(tensor_format::from_slice::<Vec<&str>>(wire).expect("strings"), given.words);
    let mut work = Workload::new(title, COUNT, wire.len());
    work.clones(wire);
    work.moves("hand Vec<&str>", FRESH, || hand::borrow_strings(black_box(wire)));
    let messages = Messages::new::<Vec<String>, Rkyv>(std::slice::from_ref(&given.words));
    work.moves("rkyv, checked", FRESH, move || {
        archived::<<Vec<String> as rkyv::Archive>::Archived>(black_box(messages.one())).len()
    });
    work.of(Form::CHECKED);
    let messages = Messages::new::<Vec<String>, Wincode>(std::slice::from_ref(&given.words));
    work.moves("wincode Vec<&str>", FRESH, move || {
        black_box(&wincode_borrowed::<Vec<&str>>(black_box(messages.one()))).len()
    });
    work.of(Form::CHECKED);
    let bytes = bitcode::encode(&given.words);
    work.moves("bitcode Vec<&str>", FRESH, move || {
        black_box(&bitcode::decode::<Vec<&str>>(black_box(&bytes)).expect("decoded")).len()
    });
    work.of(Form::CHECKED);
    #[cfg(feature = "all-peers")]
    {
        use peers::{Arrow, Format};
        let bytes = arrow_buffer::Buffer::from(Arrow::to_bytes(&Arrow::texts(&given.texts())));
        work.moves("arrow IPC", FRESH, move || Arrow::view(black_box(&bytes))).of(Form::BOTH);
    }
    work.moves("decthings-api", FRESH, || match given.client().tensor() {
        DecthingsTensor::String(array) => array.len(),
        other => panic!("{other:?}"),
    });
    work.of(Form::BOTH);
    work.moves("tensor-format Vec<&str>", FRESH, || tensor_format::from_slice::<Vec<&str>>(black_box(wire)));
    work.against("hand Vec<&str>", Some("decthings-api"));
    strings_targets(&mut work);
    work.moves("tensor-format TensorRef", FRESH, || tensor_format::from_slice::<TensorRef<'_>>(black_box(wire)));
    strings_targets(&mut work);
    work.target("P10", Bound::Allocations(0));
    suite.run(work);
}

/// Adds the goals of a borrowed tensor of strings.
fn strings_targets(work: &mut Workload<'_>) {
    #[cfg(feature = "all-peers")]
    work.target("P10", times(1.0, "arrow IPC")).missed_within(1.7, LENGTHS);
    work.except("arrow IPC", LENGTHS);
    work.target("P10", times(0.3, "wincode Vec<&str>")).missed_within(0.5, LENGTHS);
    work.target("P10", Bound::Nanoseconds(2.8));
}

fn check(suite: &mut Suite, title: &str, given: &StringData) {
    let wire = &*given.wire;
    // Lengths below 128 are ASCII, as all that follows the header.
    let body = &wire[wire.len() - given.words.iter().map(|word| 1 + word.len()).sum::<usize>()..];
    assert!(std::str::from_utf8(body).is_ok() && simdutf8::basic::from_utf8(body).is_ok());
    let mut work = Workload::new(title, COUNT, wire.len());
    work.looks("simdutf8, the whole body", || simdutf8::basic::from_utf8(black_box(body)).is_ok());
    work.looks("std, the whole body", || std::str::from_utf8(black_box(body)).is_ok());
    work.looks("tensor-format check", || tensor_format::decthings::check::<Vec<&str>>(black_box(wire)));
    work.target("P10", Bound::Nanoseconds(1.0))
        .missed("beside the check of the text, a length is known only after the one before it: a load and a sum each")
        .target("P10", Bound::Allocations(0));
    suite.run(work);
}

fn own(suite: &mut Suite, title: &str, given: &StringData) {
    let wire = &*given.wire;
    let mut work = Workload::new(title, COUNT, wire.len());
    work.clones(wire);
    work.moves("clone of Vec<String>", FRESH, || black_box(&given.words).clone());
    work.moves("hand Vec<String>", FRESH, || hand::own_strings(black_box(wire)));
    peers::owned(&mut work, std::slice::from_ref(&given.words), FRESH, &generic!(Vec<String>));
    #[cfg(feature = "all-peers")]
    let batch = peers::Arrow::texts(&given.texts());
    #[cfg(feature = "all-peers")]
    peers::owned(&mut work, std::slice::from_ref(&batch), FRESH, &peers::peers!(arrow_array::RecordBatch: Arrow));
    work.moves("decthings-api", FRESH, || match given.client().tensor() {
        DecthingsTensor::String(array) => array.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    });
    work.of(Form::BOTH);
    work.moves("tensor-format Vec<String>", FRESH, || tensor_format::from_slice::<Vec<String>>(black_box(wire)));
    work.against("hand Vec<String>", Some("decthings-api"));
    work.target("P11", times(1.07, "clone of Vec<String>")).missed_within(1.3, "a clone checks nothing");
    work.except("arrow IPC", "it keeps one text and offsets: beside it stands `Tensor`, which does the same");
    work.moves("tensor-format Tensor, one arena", FRESH, || tensor_format::from_slice::<Tensor>(black_box(wire)));
    work.except("arrow IPC", LENGTHS);
    work.target("P11", Bound::Nanoseconds(4.0)).target("P11", Bound::Allocations(3));
    suite.run(work);
}
