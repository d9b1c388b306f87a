//! 1 Mi booleans, each byte checked to be 0 or 1.

use std::hint::black_box;

use bytes::Bytes;
use decthings_api::tensor::{DecthingsTensor, OwnedDecthingsTensor};
use tensor_format::View;

use super::{FRESH, REUSED};
use crate::{
    hand,
    peers::{self, boolean_views, generic},
    report::Suite,
    workload::{Bound, Form, Workload, times},
};

const COUNT: usize = 1 << 20;
const ONE_READ: &str = "every byte is read once: the codec by hand misses it too";

pub(crate) fn run(suite: &mut Suite) {
    let booleans: Vec<bool> = (0..COUNT).map(|i| i.wrapping_mul(2_654_435_761) >> 9 & 1 == 1).collect();
    let payload = hand::boolean_bytes(&booleans);
    let wire = tensor_format::to_vec(&booleans).expect("a tensor");

    let title = "encode 1 Mi booleans";
    if suite.wants(title) {
        let theirs = decthings_api::ndarray::ArrayView1::from(&booleans);
        let by_peer = move || DecthingsTensor::Boolean(theirs.into_dyn().into()).serialize();
        assert_eq!(by_peer(), wire);
        let booleans = &booleans;
        let mut work = Workload::new(title, 1, COUNT);
        work.copies(payload).clones(payload);
        work.writes("hand, reused buffer", |out| hand::append(out, 13, &[COUNT], black_box(payload)));
        peers::reused(&mut work, std::slice::from_ref(booleans), &generic!(Vec<bool>));
        work.moves("decthings-api, fresh buffer", FRESH, by_peer).of(Form::BOTH);
        work.writes("tensor-format append, reused buffer", |out| {
            tensor_format::append(black_box(booleans), out).expect("a tensor");
        });
        work.against("hand, reused buffer", Some("decthings-api, fresh buffer"));
        work.target("P13", times(1.02, REUSED)).target("P13", Bound::Allocations(0));
        suite.run(work);
    }

    let shared = Bytes::from(wire.clone());
    let wire: &[u8] = &wire;
    let title = "decode 1 Mi booleans, borrowed, checked";
    if suite.wants(title) {
        let mut work = Workload::new(title, 1, COUNT);
        work.clones(payload);
        work.moves("hand &[bool]", FRESH, || hand::borrow_booleans(black_box(wire)));
        boolean_views(&mut work, payload, &booleans);
        work.moves("decthings-api, copied, not checked", FRESH, || peer(&shared)).of(Form::DESCRIBED);
        work.moves("tensor-format View<bool>", FRESH, || tensor_format::from_slice::<View<'_, bool>>(black_box(wire)));
        work.against("hand &[bool]", Some("decthings-api, copied, not checked"));
        work.target("P13", times(0.65, FRESH)).missed_within(0.85, ONE_READ).target("P13", Bound::Allocations(0));
        for peer in ["rkyv, checked", "bytemuck, bare elements", "zerocopy, bare elements"] {
            work.target("P13", times(1.0 / 12.0, peer));
        }
        work.moves("tensor-format &[bool]", FRESH, || tensor_format::from_slice::<&[bool]>(black_box(wire)));
        work.against("hand &[bool]", Some("decthings-api, copied, not checked"));
        work.target("P13", times(0.65, FRESH)).missed_within(0.85, ONE_READ).target("P13", Bound::Allocations(0));
        for peer in ["rkyv, checked", "bytemuck, bare elements", "zerocopy, bare elements"] {
            work.target("P13", times(1.0 / 12.0, peer));
        }
        suite.run(work);
    }

    let title = "decode 1 Mi booleans, owned, checked";
    if suite.wants(title) {
        assert_eq!(tensor_format::from_slice::<Vec<bool>>(wire).expect("a tensor"), booleans);
        let mut work = Workload::new(title, 1, COUNT);
        work.clones(payload);
        work.moves("hand Vec<bool>", FRESH, || hand::own_booleans(black_box(wire)));
        peers::owned(&mut work, std::slice::from_ref(&booleans), FRESH, &generic!(Vec<bool>));
        work.moves("decthings-api, not checked", FRESH, || peer(&shared)).of(Form::DESCRIBED);
        work.moves("tensor-format Vec<bool>", FRESH, || tensor_format::from_slice::<Vec<bool>>(black_box(wire)));
        work.against("hand Vec<bool>", Some("decthings-api, not checked"));
        work.target("P13", times(1.2, FRESH)).target("P13", Bound::Allocations(1));
        suite.run(work);
    }
}

/// Reads by the peer, whose reader turns the bytes into an array at every look.
fn peer(bytes: &Bytes) -> usize {
    let tensor = OwnedDecthingsTensor::from_bytes(bytes.clone()).expect("a tensor");
    let DecthingsTensor::Boolean(array) = tensor.tensor() else { panic!("no booleans") };
    array.into_owned().len()
}
