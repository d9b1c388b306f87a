//! f32 `[1, 3, 224, 224]`: one picture as a model takes it.

use std::hint::black_box;

use bytes::Bytes;
use decthings_api::tensor::{DecthingsTensor, OwnedDecthingsTensor};
use ndarray::{Array4, ArrayView4};
use tensor_format::{Tensor, TensorRef};

use super::{FRESH, Placed, REUSED};
use crate::{
    hand,
    harness::{Suite, Workload},
};

const SHAPE: [usize; 4] = [1, 3, 224, 224];
/// The header takes 6 bytes, so 58 put the payload on a multiple of 64.
const ALIGNED: usize = 58;

pub(crate) fn run(suite: &mut Suite) {
    let count = SHAPE.iter().product();
    let numbers: Vec<f32> = (0..count).map(|i| i as f32 * 0.5 - 7.0).collect();
    let image = ArrayView4::from_shape(SHAPE, &numbers).expect("the shape fits");
    let wire = tensor_format::to_vec(&image).expect("a tensor");
    encode(suite, &numbers, &image, &wire);
    decode(suite, &image, &wire);
}

fn encode(suite: &mut Suite, numbers: &[f32], image: &ArrayView4<'_, f32>, wire: &[u8]) {
    let title = "encode f32 [1, 3, 224, 224]";
    if !suite.wants(title) {
        return;
    }
    let payload = hand::as_bytes(numbers);
    let by_hand = |out: &mut Vec<u8>| hand::append(out, 1, &SHAPE, payload);
    let theirs = decthings_api::ndarray::ArrayView::from_shape(SHAPE, numbers).expect("the shape fits");
    let by_peer = move || DecthingsTensor::F32(theirs.into_dyn().into()).serialize();

    let mut check = Vec::new();
    by_hand(&mut check);
    assert_eq!(check, wire);
    assert_eq!(by_peer(), wire);

    let (mut plain, mut hands, mut ours) = (Vec::new(), Vec::new(), Vec::new());
    let mut work = Workload::new(title, 1, payload.len());
    work.moves(REUSED, REUSED, move || {
        plain.clear();
        plain.extend_from_slice(payload);
        plain.len()
    });
    work.moves(FRESH, FRESH, || payload.to_vec());
    work.moves("hand, reused buffer", REUSED, move || {
        hands.clear();
        by_hand(&mut hands);
        hands.len()
    });
    work.moves("hand, fresh buffer", FRESH, move || {
        let mut out = Vec::new();
        by_hand(&mut out);
        out
    });
    work.looks("hand, in pieces", || hand::vectored(black_box(image)));
    work.moves("decthings-api, fresh buffer", FRESH, by_peer);
    work.moves("tensor-format append, reused buffer", REUSED, move || {
        ours.clear();
        tensor_format::append(image, &mut ours).expect("a tensor");
        ours.len()
    });
    work.against("hand, reused buffer", Some("decthings-api, fresh buffer"));
    work.moves("tensor-format to_vec, fresh buffer", FRESH, || tensor_format::to_vec(image));
    work.against("hand, fresh buffer", Some("decthings-api, fresh buffer"));
    work.looks("tensor-format to_slices, in pieces", || tensor_format::to_slices(black_box(image)));
    work.against("hand, in pieces", Some("decthings-api, fresh buffer"));
    suite.run(work);
}

fn decode(suite: &mut Suite, image: &ArrayView4<'_, f32>, wire: &[u8]) {
    let aligned = Placed::new(wire, ALIGNED);
    let shifted = Placed::new(wire, 0);
    let (aligned_bytes, shifted_bytes) = (Bytes::from_owner(aligned), Bytes::from_owner(shifted));
    let (aligned, shifted): (&[u8], &[u8]) = (&aligned_bytes, &shifted_bytes);
    assert_eq!(tensor_format::from_slice::<Array4<f32>>(shifted).expect("a tensor"), image);
    assert_eq!(hand::owned::<4>(shifted).expect("a tensor").1, image.as_slice().expect("in order"));
    assert_eq!(hand::borrowed::<4>(aligned).expect("a tensor").1, image.as_slice().expect("in order"));
    let peer_owned = |bytes: &Bytes| match OwnedDecthingsTensor::from_bytes(bytes.clone()).expect("a tensor").tensor() {
        DecthingsTensor::F32(array) => array.into_owned(),
        other => panic!("{other:?}"),
    };
    let peer_borrowed = |bytes: &Bytes| {
        let tensor = OwnedDecthingsTensor::from_bytes(bytes.clone()).expect("a tensor");
        let DecthingsTensor::F32(array) = tensor.tensor() else { panic!("no f32") };
        array.len()
    };

    let title = "decode f32 [1, 3, 224, 224], owned";
    if suite.wants(title) {
        let payload = &shifted[6..];
        let mut work = Workload::new(title, 1, payload.len());
        work.moves(FRESH, FRESH, || payload.to_vec());
        work.moves("hand, misaligned", FRESH, || hand::owned::<4>(shifted));
        work.moves("decthings-api, aligned", FRESH, || peer_owned(&aligned_bytes));
        work.moves("decthings-api, misaligned", FRESH, || peer_owned(&shifted_bytes));
        work.moves("tensor-format Array4, aligned", FRESH, || tensor_format::from_slice::<Array4<f32>>(aligned));
        work.against("hand, misaligned", Some("decthings-api, aligned"));
        work.moves("tensor-format Array4, misaligned", FRESH, || tensor_format::from_slice::<Array4<f32>>(shifted));
        work.against("hand, misaligned", Some("decthings-api, aligned"));
        work.moves("tensor-format Tensor, misaligned", FRESH, || tensor_format::from_slice::<Tensor>(shifted));
        work.against("hand, misaligned", Some("decthings-api, aligned"));
        suite.run(work);
    }

    let title = "decode f32 [1, 3, 224, 224], borrowed";
    if suite.wants(title) {
        let mut work = Workload::new(title, 1, wire.len() - 6);
        work.looks("hand, rank known, aligned", || hand::borrowed::<4>(aligned));
        work.looks("hand, as ArrayView4, aligned", || {
            hand::borrowed::<4>(aligned).and_then(|(shape, numbers)| ArrayView4::from_shape(shape, numbers).ok())
        });
        work.looks("hand, rank unknown", || hand::parse_dynamic(shifted));
        work.looks("decthings-api, aligned", || peer_borrowed(&aligned_bytes));
        work.looks("decthings-api, misaligned", || peer_borrowed(&shifted_bytes));
        work.looks("tensor-format ArrayView4, aligned", || tensor_format::from_slice::<ArrayView4<'_, f32>>(aligned));
        work.against("hand, as ArrayView4, aligned", Some("decthings-api, aligned"));
        work.looks("tensor-format TensorRef, misaligned", || tensor_format::from_slice::<TensorRef<'_>>(shifted));
        work.against("hand, rank unknown", Some("decthings-api, aligned"));
        suite.run(work);
    }
}
