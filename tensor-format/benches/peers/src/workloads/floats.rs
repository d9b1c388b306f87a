//! An array of f32 written, read and borrowed, beside everything that does the same.

use std::hint::black_box;

use bytes::Bytes;
use decthings_api::tensor::{DecthingsTensor, OwnedDecthingsTensor};
use ndarray::{Array, ArrayView, Dimension};
use tensor_format::{Decode, DecodeOwned, Encode, Tensor, TensorRef};

use super::{FRESH, REUSED};
use crate::{
    hand,
    peers::{self, Numbers, Peer, Shaped, TensorProto, number_views, peers},
    placed::Placed,
    workload::{Bound, Form, Workload, times},
};

pub(crate) const APPEND: &str = "tensor-format append, reused buffer";
pub(crate) const TO_VEC: &str = "tensor-format to_vec, fresh buffer";
pub(crate) const TO_SLICES: &str = "tensor-format to_slices, in pieces";
pub(crate) const OWNED: &str = "tensor-format array, misaligned";
pub(crate) const OWNED_ALIGNED: &str = "tensor-format array, aligned";
pub(crate) const OWNED_TENSOR: &str = "tensor-format Tensor, misaligned";
pub(crate) const VIEW: &str = "tensor-format array view, aligned";
pub(crate) const TENSOR_REF: &str = "tensor-format TensorRef, misaligned";
pub(crate) const HAND_PIECES: &str = "hand, in pieces";
pub(crate) const HAND_VIEW: &str = "hand, as an array view, aligned";
pub(crate) const HAND_DYNAMIC: &str = "hand, rank unknown";

pub(super) const CALLS: &str = "by profile, the value and its header are calls that are not inlined";
const VIEWS: &str = "the same array view by hand takes most of it";

/// The array, and the same as other crates are given it.
pub(crate) struct NumberData<D> {
    pub(crate) array: Array<f32, D>,
    pub(crate) wire: Vec<u8>,
    plain: Numbers,
    pub(super) shaped: Shaped,
    pub(super) proto: TensorProto,
    #[cfg(feature = "all-peers")]
    batch: arrow_array::RecordBatch,
}

impl<D: Dimension> NumberData<D>
where
    Array<f32, D>: Encode,
{
    pub(crate) fn new(shape: D) -> Self {
        let data: Vec<f32> = (0..shape.size()).map(|i| i as f32 * 0.5 - 7.0).collect();
        let plain = Numbers { data: data.clone() };
        let shaped = Shaped { shape: shape.slice().to_vec(), data: data.clone() };
        let array = Array::from_shape_vec(shape, data).expect("the shape fits");
        Self {
            wire: tensor_format::to_vec(&array).expect("a tensor"),
            proto: TensorProto::from(&shaped),
            #[cfg(feature = "all-peers")]
            batch: peers::Arrow::numbers(&shaped),
            array,
            plain,
            shaped,
        }
    }

    pub(crate) fn numbers(&self) -> &[f32] {
        &self.plain.data
    }

    pub(super) fn payload(&self) -> &[u8] {
        hand::as_bytes(&self.plain.data)
    }

    /// Returns the message with its elements at a multiple of 64 if `aligned`, else not.
    pub(crate) fn placed(&self, aligned: bool) -> Bytes {
        placed(&self.wire, self.payload().len(), aligned)
    }
}

/// Returns the message, which ends with `payload` bytes of f32: they begin at a multiple of 64 if `aligned`, else not
/// even at one of 4.
pub(super) fn placed(wire: &[u8], payload: usize, aligned: bool) -> Bytes {
    let header = wire.len() - payload;
    let shift = if aligned { header.next_multiple_of(64) - header } else { usize::from(header.is_multiple_of(4)) };
    Bytes::from_owner(Placed::new(wire, shift))
}

pub(super) fn tensors() -> [Peer<Shaped>; 2] {
    peers!(Shaped: Safetensors, Npy)
}

/// Adds the cases of encoding: into an existing buffer, into a fresh one, and in pieces.
pub(crate) fn encoding<'a, D: Dimension>(
    title: &str,
    given: &'a NumberData<D>,
    generic: &[Peer<Numbers>],
) -> Workload<'a>
where
    Array<f32, D>: Encode,
{
    let (payload, array, shape) = (given.payload(), &given.array, given.array.shape());
    let by_hand = move |out: &mut Vec<u8>| hand::append(out, 1, shape, payload);
    let theirs = decthings_api::ndarray::ArrayView::from_shape(shape, given.numbers()).expect("the shape fits");
    let by_client = move || DecthingsTensor::F32(theirs.view().into()).serialize();
    let mut check = Vec::new();
    by_hand(&mut check);
    assert!(check == given.wire && by_client() == given.wire);

    let mut work = Workload::new(title, 1, payload.len());
    work.copies(payload).clones(payload).writes("hand, reused buffer", by_hand);
    work.moves("hand, fresh buffer", FRESH, move || {
        let mut out = Vec::new();
        by_hand(&mut out);
        out
    });
    let view = array.view();
    work.looks(HAND_PIECES, move || {
        let parts = hand::vectored(black_box(&view));
        parts.map(|(header, len, payload)| (header, len, payload.as_ptr()))
    });
    peers::reused(&mut work, std::slice::from_ref(&given.plain), generic);
    peers::reused(&mut work, std::slice::from_ref(&given.shaped), &tensors());
    peers::reused(&mut work, std::slice::from_ref(&given.proto), &peers!(TensorProto: Prost));
    peers::fresh(&mut work, &given.plain, generic);
    peers::fresh(&mut work, &given.shaped, &tensors());
    peers::fresh(&mut work, &given.proto, &peers!(TensorProto: Prost));
    #[cfg(feature = "all-peers")]
    peers::reused(&mut work, std::slice::from_ref(&given.batch), &peers!(arrow_array::RecordBatch: Arrow));
    work.moves("decthings-api, fresh buffer", FRESH, by_client).of(Form::BOTH);

    work.writes(APPEND, move |out| tensor_format::append(black_box(array), out).expect("a tensor"));
    work.against("hand, reused buffer", Some("decthings-api, fresh buffer"));
    work.moves(TO_VEC, FRESH, || tensor_format::to_vec(black_box(array)));
    work.against("hand, fresh buffer", Some("decthings-api, fresh buffer"));
    work.looks(TO_SLICES, || tensor_format::to_slices(black_box(array)));
    work.against(HAND_PIECES, Some("decthings-api, fresh buffer"));
    work
}

/// Adds the published targets of encoding arrays of several axes.
pub(crate) fn encoding_targets(work: &mut Workload<'_>) {
    work.row(APPEND).target("P1", times(1.02, REUSED)).target("P1", Bound::Allocations(0));
    work.row(TO_VEC).target("P2", times(1.02, FRESH)).target("P2", Bound::Allocations(1));
    work.row(TO_SLICES).missed_beside(HAND_PIECES, 3.0, CALLS);
    work.target("P3", Bound::Nanoseconds(15.0)).target("P3", Bound::Allocations(0));
}

/// Adds the cases of decoding to owned arrays.
pub(crate) fn owning<'a, D: Dimension + 'a, R>(
    title: &str,
    given: &'a NumberData<D>,
    bytes: &'a [Bytes; 2],
    generic: &[Peer<Numbers>],
    by_hand: impl Fn(&[u8]) -> R + 'a,
) -> Workload<'a>
where
    Array<f32, D>: Encode + DecodeOwned,
{
    let [aligned, shifted] = bytes;
    let payload = given.payload();
    assert!(tensor_format::from_slice::<Array<f32, D>>(shifted).expect("a tensor") == given.array);
    let by_client = |bytes: &Bytes| match client(bytes).tensor() {
        DecthingsTensor::F32(array) => array.into_owned(),
        other => panic!("{other:?}"),
    };
    let mut work = Workload::new(title, 1, payload.len());
    work.clones(payload).moves("hand, misaligned", FRESH, move || by_hand(black_box(shifted)));
    peers::owned(&mut work, std::slice::from_ref(&given.plain), FRESH, generic);
    peers::owned(&mut work, std::slice::from_ref(&given.shaped), FRESH, &tensors());
    peers::owned(&mut work, std::slice::from_ref(&given.proto), FRESH, &peers!(TensorProto: Prost));
    #[cfg(feature = "all-peers")]
    peers::owned(&mut work, std::slice::from_ref(&given.batch), FRESH, &peers!(arrow_array::RecordBatch: Arrow));
    work.moves("decthings-api, aligned", FRESH, move || by_client(black_box(aligned))).of(Form::BOTH);
    work.moves("decthings-api, misaligned", FRESH, move || by_client(black_box(shifted))).of(Form::BOTH);
    work.moves(OWNED_ALIGNED, FRESH, || tensor_format::from_slice::<Array<f32, D>>(black_box(aligned)));
    work.against("hand, misaligned", Some("decthings-api, aligned"));
    work.moves(OWNED, FRESH, || tensor_format::from_slice::<Array<f32, D>>(black_box(shifted)));
    work.against("hand, misaligned", Some("decthings-api, aligned"));
    work.moves(OWNED_TENSOR, FRESH, || tensor_format::from_slice::<Tensor>(black_box(shifted)));
    work.against("hand, misaligned", Some("decthings-api, aligned"));
    work
}

pub(super) fn client(bytes: &Bytes) -> OwnedDecthingsTensor {
    OwnedDecthingsTensor::from_bytes(bytes.clone()).expect("a tensor")
}

/// Adds the published targets of decoding these rows.
pub(crate) fn owning_targets(work: &mut Workload<'_>, rows: &[&str]) {
    for row in rows {
        work.row(row).target("P5", times(1.03, FRESH)).target("P5", Bound::Allocations(1));
    }
}

/// Adds the cases of borrowing in place; by hand with the rank known, as the bare slice and as an array view.
pub(crate) fn borrowing<'a, D: Dimension + 'a, const RANK: usize>(
    title: &str,
    given: &'a NumberData<D>,
    bytes: &'a [Bytes; 2],
    shaped: impl Fn([usize; RANK]) -> D + 'a,
) -> Workload<'a>
where
    Array<f32, D>: Encode,
    ArrayView<'a, f32, D>: Decode<'a>,
{
    let [aligned_bytes, shifted_bytes] = bytes;
    let (aligned, shifted): (&[u8], &[u8]) = (aligned_bytes, shifted_bytes);
    assert!(hand::borrowed::<RANK>(black_box(aligned)).expect("a tensor").1 == given.numbers());
    let by_client = |bytes: &Bytes| {
        let tensor = client(bytes);
        let DecthingsTensor::F32(array) = tensor.tensor() else { panic!("no f32") };
        array.len()
    };
    let mut work = Workload::new(title, 1, given.payload().len());
    work.looks("hand, rank known, aligned", || hand::borrowed::<RANK>(black_box(aligned)));
    work.looks(HAND_VIEW, move || {
        let (shape, numbers) = hand::borrowed::<RANK>(black_box(aligned))?;
        ArrayView::from_shape(shaped(shape), numbers).ok()
    });
    work.looks(HAND_DYNAMIC, || hand::parse_dynamic(black_box(shifted)));
    number_views(&mut work, &given.shaped);
    work.looks("decthings-api, aligned", move || by_client(aligned_bytes)).of(Form::BOTH);
    work.looks("decthings-api, misaligned", move || by_client(shifted_bytes)).of(Form::BOTH);
    work.looks(VIEW, || tensor_format::from_slice::<ArrayView<'a, f32, D>>(black_box(aligned)));
    work.against(HAND_VIEW, Some("decthings-api, aligned"));
    work.looks(TENSOR_REF, || tensor_format::from_slice::<TensorRef<'_>>(black_box(shifted)));
    work.against(HAND_DYNAMIC, Some("decthings-api, aligned"));
    work
}

/// Adds the published targets of borrowing arrays of several axes.
pub(crate) fn borrowing_targets(work: &mut Workload<'_>) {
    work.row(VIEW).target("P6", Bound::Nanoseconds(15.0)).missed(VIEWS).target("P6", Bound::Allocations(0));
    work.row(TENSOR_REF).target("P6", Bound::Nanoseconds(25.0)).target("P6", Bound::Allocations(0));
}
