//! An array of f32 decoded into a value that is there.

use std::hint::black_box;

use bytes::Bytes;
use decthings_api::tensor::DecthingsTensor;
use ndarray::{Array, Dimension};
use prost::Message;
use tensor_format::{Decode, DecodeOwned, Encode, Tensor, decthings::decode_into};

use super::{
    REUSED,
    floats::{NumberData, client, placed},
};
use crate::{
    hand,
    peers::{Messages, Npy, Prost, Safetensors, Shaped, TensorProto},
    workload::{Bound, Form, Workload, times},
};

const HAND: &str = "hand, misaligned";
const CLIENT: &str = "decthings-api, aligned, copied";

/// A record whose last field is the array, as one of numbers.
#[derive(Tensor)]
struct Sample {
    id: u64,
    score: f32,
    name: String,
    numbers: Vec<f32>,
}

/// Measures decoding into values of the right size, which have been read into before. Peers without such a call are
/// asked for a view, whose numbers are then copied.
pub(super) fn filling<'a, D: Dimension + 'static, const RANK: usize>(
    title: &str,
    given: &'a NumberData<D>,
    bytes: &'a [Bytes; 2],
) -> Workload<'a>
where
    Array<f32, D>: Encode + DecodeOwned,
{
    let [aligned, shifted] = bytes;
    let payload = given.payload();
    let zeros = || vec![0.0f32; given.numbers().len()];
    let mut work = Workload::new(title, 1, payload.len());
    work.copies(payload);
    work.fills(HAND, REUSED, zeros(), move |numbers| {
        hand::refill::<RANK>(black_box(shifted), numbers).expect("as many numbers")
    });
    let messages = Messages::new::<Shaped, Safetensors>(std::slice::from_ref(&given.shaped));
    work.fills("safetensors, copied", REUSED, zeros(), move |numbers| {
        bytemuck::cast_slice_mut(numbers).copy_from_slice(Safetensors::view(black_box(messages.one())).data());
    });
    work.of(Form::BOTH);
    let messages = Messages::new::<Shaped, Npy>(std::slice::from_ref(&given.shaped));
    work.fills("ndarray-npy, copied", REUSED, given.array.clone().into_dyn(), move |array| {
        array.assign(&Npy::view(black_box(messages.one())));
    });
    work.of(Form::BOTH);
    let messages = Messages::new::<TensorProto, Prost>(std::slice::from_ref(&given.proto));
    work.fills("prost, payload as bytes", REUSED, TensorProto::default(), move |proto| {
        proto.clear();
        proto.merge(black_box(messages.one())).expect("a message");
    });
    work.of(Form::DESCRIBED);
    for (name, bytes) in [(CLIENT, aligned), ("decthings-api, misaligned, copied", shifted)] {
        work.fills(name, REUSED, zeros(), move |numbers| match client(black_box(bytes)).tensor() {
            DecthingsTensor::F32(view) => numbers.copy_from_slice(view.as_slice().expect("in order")),
            other => panic!("{other:?}"),
        });
        work.of(Form::BOTH);
    }

    let numbers = given.numbers();
    let list = tensor_format::to_vec(numbers).expect("a tensor");
    filled(&mut work, "Vec<f32>, misaligned", Vec::<f32>::new(), placed(&list, payload.len(), false));
    drop(list);
    filled(&mut work, "array, aligned", Array::<f32, D>::zeros(D::zeros(RANK)), aligned.clone());
    filled(&mut work, "array, misaligned", Array::<f32, D>::zeros(D::zeros(RANK)), shifted.clone());
    filled(&mut work, "Tensor, misaligned", Tensor::from(vec![0u8]), shifted.clone());
    let sample = Sample { id: 7, score: 0.5, name: "one of many".to_owned(), numbers: numbers.to_vec() };
    let record = tensor_format::to_vec(&sample).expect("a record");
    filled(&mut work, "derived record, misaligned", sample, placed(&record, payload.len(), false));
    work
}

/// Adds a row of this crate, and its target.
fn filled<T: for<'de> Decode<'de> + Encode + 'static>(work: &mut Workload<'_>, name: &str, mut value: T, bytes: Bytes) {
    decode_into(&bytes, &mut value).expect("decoded");
    assert!(tensor_format::to_vec(&value).expect("encoded") == bytes, "{name}");
    let name = format!("tensor-format decode_into, {name}");
    work.fills(&name, REUSED, value, move |value| decode_into(black_box(&bytes), value).expect("decoded"));
    work.against(HAND, Some(CLIENT)).target("P5", times(1.05, REUSED)).target("P5", Bound::Allocations(0));
    if name.ends_with("misaligned") {
        work.except(CLIENT, "its message is aligned, and some processors copy from elsewhere more slowly");
    }
}
