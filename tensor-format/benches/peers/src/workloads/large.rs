//! f32 `[4096, 4096]`: 64 MiB, far beyond the caches.

use std::hint::black_box;

use bytes::Bytes;
use decthings_api::tensor::{DecthingsTensor, OwnedDecthingsTensor};
use ndarray::{Array2, ArrayView2};
use tensor_format::{Tensor, TensorRef};

use super::{FRESH, Placed, REUSED};
use crate::{
    hand,
    harness::{Suite, Workload},
};

const SHAPE: [usize; 2] = [4096, 4096];
/// The header takes 8 bytes, so 56 put the payload on a multiple of 64.
const ALIGNED: usize = 56;

pub(crate) fn run(suite: &mut Suite) {
    let (encoding, decoding, borrowing) =
        ("encode f32 64 MiB", "decode f32 64 MiB, owned", "decode f32 64 MiB, borrowed");
    if ![encoding, decoding, borrowing].iter().any(|title| suite.wants(title)) {
        return;
    }
    let count = SHAPE.iter().product();
    let numbers: Vec<f32> = (0..count).map(|i| i as f32 * 0.5 - 7.0).collect();
    let matrix = ArrayView2::from_shape(SHAPE, &numbers).expect("the shape fits");
    let payload = hand::as_bytes(&numbers);
    if suite.wants(encoding) {
        encode(suite, encoding, &numbers, &matrix);
    }

    let wire = tensor_format::to_vec(&matrix).expect("a tensor");
    let aligned_bytes = Bytes::from_owner(Placed::new(&wire, ALIGNED));
    drop(wire);
    let aligned: &[u8] = &aligned_bytes;
    let by_peer = || OwnedDecthingsTensor::from_bytes(aligned_bytes.clone()).expect("a tensor");
    if suite.wants(decoding) {
        assert!(tensor_format::from_slice::<Array2<f32>>(aligned).expect("a tensor") == matrix);
        let mut work = Workload::new(decoding, 1, payload.len());
        work.moves(FRESH, FRESH, || payload.to_vec());
        work.moves("hand", FRESH, || hand::owned::<2>(aligned));
        work.moves("decthings-api", FRESH, || match by_peer().tensor() {
            DecthingsTensor::F32(array) => array.into_owned(),
            other => panic!("{other:?}"),
        });
        work.moves("tensor-format Array2", FRESH, || tensor_format::from_slice::<Array2<f32>>(aligned));
        work.against("hand", Some("decthings-api"));
        work.moves("tensor-format Tensor", FRESH, || tensor_format::from_slice::<Tensor>(aligned));
        work.against("hand", Some("decthings-api"));
        suite.run(work);
    }
    if suite.wants(borrowing) {
        let mut work = Workload::new(borrowing, 1, payload.len());
        work.looks("hand, rank known", || hand::borrowed::<2>(aligned));
        work.looks("hand, as ArrayView2", || {
            hand::borrowed::<2>(aligned).and_then(|(shape, numbers)| ArrayView2::from_shape(shape, numbers).ok())
        });
        work.looks("hand, rank unknown", || hand::parse_dynamic(aligned));
        work.looks("decthings-api", || {
            let tensor = by_peer();
            let DecthingsTensor::F32(array) = tensor.tensor() else { panic!("no f32") };
            array.len()
        });
        work.looks("tensor-format ArrayView2", || tensor_format::from_slice::<ArrayView2<'_, f32>>(aligned));
        work.against("hand, as ArrayView2", Some("decthings-api"));
        work.looks("tensor-format TensorRef", || tensor_format::from_slice::<TensorRef<'_>>(aligned));
        work.against("hand, rank unknown", Some("decthings-api"));
        suite.run(work);
    }
}

fn encode(suite: &mut Suite, title: &str, numbers: &[f32], matrix: &ArrayView2<'_, f32>) {
    let payload = hand::as_bytes(numbers);
    let theirs = decthings_api::ndarray::ArrayView::from_shape(SHAPE, numbers).expect("the shape fits");
    let mut plain = Vec::with_capacity(payload.len());
    let mut hands = Vec::with_capacity(payload.len() + 64);
    let mut ours = Vec::with_capacity(payload.len() + 64);
    let mut work = Workload::new(title, 1, payload.len());
    work.moves(REUSED, REUSED, move || {
        plain.clear();
        plain.extend_from_slice(payload);
        plain.len()
    });
    work.moves(FRESH, FRESH, || payload.to_vec());
    work.moves("hand, reused buffer", REUSED, move || {
        hands.clear();
        hand::append(&mut hands, 1, &SHAPE, payload);
        hands.len()
    });
    work.moves("hand, fresh buffer", FRESH, || {
        let mut out = Vec::new();
        hand::append(&mut out, 1, &SHAPE, payload);
        out
    });
    work.looks("hand, in pieces", || hand::vectored(black_box(matrix)));
    work.moves("decthings-api, fresh buffer", FRESH, move || {
        DecthingsTensor::F32(theirs.into_dyn().into()).serialize()
    });
    work.moves("tensor-format append, reused buffer", REUSED, move || {
        ours.clear();
        tensor_format::append(matrix, &mut ours).expect("a tensor");
        ours.len()
    });
    work.against("hand, reused buffer", Some("decthings-api, fresh buffer"));
    work.moves("tensor-format to_vec, fresh buffer", FRESH, || tensor_format::to_vec(matrix));
    work.against("hand, fresh buffer", Some("decthings-api, fresh buffer"));
    work.looks("tensor-format to_slices, in pieces", || tensor_format::to_slices(black_box(matrix)));
    work.against("hand, in pieces", Some("decthings-api, fresh buffer"));
    suite.run(work);
}
