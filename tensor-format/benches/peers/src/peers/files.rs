//! Formats of tensors: element type and shape travel with the elements.

use std::io::Cursor;

use ndarray::{ArrayD, ArrayViewD, IxDyn};
use ndarray_npy::{ReadNpyExt, ViewNpyExt, WriteNpyExt};
use prost::Message;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};

use super::{Format, Shaped, codecs::through};
use crate::{hand, workload::Form};

pub(crate) struct Safetensors;

impl Safetensors {
    /// Returns the tensor in place.
    pub(crate) fn view(bytes: &[u8]) -> TensorView<'_> {
        SafeTensors::deserialize(bytes).and_then(|file| file.tensor("x")).expect("a tensor")
    }
}

impl Format<Shaped> for Safetensors {
    const NAME: &'static str = "safetensors";
    const FORM: Form = Form::BOTH;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &Shaped) -> Vec<u8> {
        let view = TensorView::new(Dtype::F32, value.shape.clone(), hand::as_bytes(&value.data)).expect("a tensor");
        safetensors::serialize([("x", view)], None).expect("encoded")
    }

    fn write(_: &Shaped, _: &mut [u8]) -> Option<usize> {
        None
    }

    fn read(bytes: &[u8]) -> Shaped {
        let view = Self::view(bytes);
        Shaped { shape: view.shape().to_vec(), data: bytemuck::cast_slice(view.data()).to_vec() }
    }
}

pub(crate) struct Npy;

impl Npy {
    /// Returns the array in place.
    pub(crate) fn view(bytes: &[u8]) -> ArrayViewD<'_, f32> {
        ArrayViewD::view_npy(bytes).expect("an array")
    }
}

impl Format<Shaped> for Npy {
    const NAME: &'static str = "ndarray-npy";
    const FORM: Form = Form::BOTH;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &Shaped) -> Vec<u8> {
        let mut out = vec![0; value.data.len() * 4 + 512];
        let len = Self::write(value, &mut out).expect("there is room");
        out.truncate(len);
        out
    }

    fn write(value: &Shaped, out: &mut [u8]) -> Option<usize> {
        let view = ArrayViewD::from_shape(IxDyn(&value.shape), &value.data).ok()?;
        let mut cursor = Cursor::new(out);
        view.write_npy(&mut cursor).ok()?;
        usize::try_from(cursor.position()).ok()
    }

    fn read(bytes: &[u8]) -> Shaped {
        let array = ArrayD::<f32>::read_npy(bytes).expect("an array");
        Shaped { shape: array.shape().to_vec(), data: array.into_raw_vec_and_offset().0 }
    }
}

/// Element type, shape and the elements as they are in memory, as tensors travel in protocol buffers.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct TensorProto {
    #[prost(int32, tag = "1")]
    element_type: i32,
    #[prost(uint64, repeated, tag = "2")]
    shape: Vec<u64>,
    #[prost(bytes = "vec", tag = "3")]
    data: Vec<u8>,
}

impl From<&Shaped> for TensorProto {
    fn from(value: &Shaped) -> Self {
        let shape = value.shape.iter().map(|&len| len as u64).collect();
        Self { element_type: 1, shape, data: hand::as_bytes(&value.data).to_vec() }
    }
}

/// Nothing holds the number of bytes to the shape.
pub(crate) struct Prost;

impl Format<TensorProto> for Prost {
    const NAME: &'static str = "prost, payload as bytes";
    const FORM: Form = Form::DESCRIBED;
    type Bytes = Vec<u8>;

    fn to_bytes(value: &TensorProto) -> Vec<u8> {
        value.encode_to_vec()
    }

    fn write(value: &TensorProto, out: &mut [u8]) -> Option<usize> {
        through(out, |out| value.encode(out))
    }

    fn read(bytes: &[u8]) -> TensorProto {
        TensorProto::decode(bytes).expect("a message")
    }
}
