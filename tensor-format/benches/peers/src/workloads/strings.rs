//! 100,000 short strings as one tensor.

use bytes::Bytes;
use decthings_api::tensor::{DecthingsTensor, OwnedDecthingsTensor};
use tensor_format::decthings::{Dialect, Options};

use super::{FRESH, REUSED};
use crate::{
    hand,
    harness::{Suite, Workload},
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

pub(crate) fn run(suite: &mut Suite) {
    let words = words();
    let texts: Vec<&str> = words.iter().map(String::as_str).collect();
    let wire = tensor_format::to_vec(&texts).expect("a tensor");
    let clients = Options::new().dialect(Dialect::Clients).to_vec(&texts).expect("a tensor");
    let theirs = decthings_api::ndarray::ArrayView1::from(&texts);
    let by_peer = move || DecthingsTensor::String(theirs.into_dyn().into()).serialize();
    assert_eq!(by_peer(), clients);

    let title = "encode 100,000 strings, each";
    if suite.wants(title) {
        let mut check = Vec::new();
        hand::append_strings(&mut check, &texts);
        assert_eq!(check, wire);
        let (texts, wire): (&Vec<&str>, &[u8]) = (&texts, &wire);
        let (mut plain, mut hands, mut ours) = (Vec::new(), Vec::new(), Vec::new());
        let mut work = Workload::new(title, COUNT, wire.len());
        work.moves(REUSED, REUSED, move || {
            plain.clear();
            plain.extend_from_slice(wire);
            plain.len()
        });
        work.moves(FRESH, FRESH, || wire.to_vec());
        work.moves("hand, reused buffer", REUSED, move || {
            hands.clear();
            hand::append_strings(&mut hands, texts);
            hands.len()
        });
        work.moves("decthings-api, fresh buffer", FRESH, by_peer);
        work.moves("tensor-format append, reused buffer", REUSED, move || {
            ours.clear();
            tensor_format::append(texts, &mut ours).expect("a tensor");
            ours.len()
        });
        work.against("hand, reused buffer", Some("decthings-api, fresh buffer"));
        work.moves("tensor-format to_vec, fresh buffer", FRESH, || tensor_format::to_vec(texts));
        work.against("hand, reused buffer", Some("decthings-api, fresh buffer"));
        suite.run(work);
    }

    let clients = Bytes::from(clients);
    let peer = || OwnedDecthingsTensor::from_bytes(clients.clone()).expect("a tensor");
    assert_eq!(hand::borrow_strings(&wire).expect("strings"), texts);
    assert_eq!(tensor_format::from_slice::<Vec<&str>>(&wire).expect("strings"), texts);

    let title = "decode 100,000 strings, borrowed, each";
    if suite.wants(title) {
        let mut work = Workload::new(title, COUNT, wire.len());
        work.moves(FRESH, FRESH, || wire.to_vec());
        work.moves("hand Vec<&str>", FRESH, || hand::borrow_strings(&wire));
        work.moves("decthings-api", FRESH, || match peer().tensor() {
            DecthingsTensor::String(array) => array.len(),
            other => panic!("{other:?}"),
        });
        work.moves("tensor-format Vec<&str>", FRESH, || tensor_format::from_slice::<Vec<&str>>(&wire));
        work.against("hand Vec<&str>", Some("decthings-api"));
        suite.run(work);
    }

    let title = "decode 100,000 strings, owned, each";
    if suite.wants(title) {
        let mut work = Workload::new(title, COUNT, wire.len());
        work.moves(FRESH, FRESH, || wire.to_vec());
        work.moves("clone of Vec<String>", FRESH, || words.clone());
        work.moves("hand Vec<String>", FRESH, || hand::own_strings(&wire));
        work.moves("decthings-api", FRESH, || match peer().tensor() {
            DecthingsTensor::String(array) => array.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        });
        work.moves("tensor-format Vec<String>", FRESH, || tensor_format::from_slice::<Vec<String>>(&wire));
        work.against("hand Vec<String>", Some("decthings-api"));
        suite.run(work);
    }
}
