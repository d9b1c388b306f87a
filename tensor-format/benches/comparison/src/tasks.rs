//! The programs behind one interface, so that they get the same data and the same checks.

use std::error::Error;

use bytes::Bytes;
use decthings_api::ndarray as older;
use ndarray::{Array1, Array2, Array3, ArrayView2};
use tensor_format::{Record, Tensor, decthings::AlignedBuf};

use crate::{placed::Placed, programs};

/// The result of looking at an array that was borrowed: its lengths, and one element.
pub(crate) type Looked = ([usize; 2], f32);

/// The data of a record.
pub(crate) struct Given {
    pub(crate) image: Array3<f32>,
    pub(crate) boxes: Array2<f32>,
    pub(crate) scores: Array1<f32>,
}

/// One crate's program.
pub(crate) trait Program {
    const NAME: &'static str;
    /// The file of the program, below `src/programs`.
    const FILE: &'static str;
    type Frame;
    /// A message as it is received: where the crate wants it, in the kind of buffer that it reads.
    type Message;

    fn frame(given: &Given) -> Self::Frame;
    fn write(frame: &Self::Frame) -> Result<impl AsRef<[u8]>, Box<dyn Error>>;
    fn message(bytes: &[u8]) -> Self::Message;
    fn read(message: &Self::Message) -> Result<Self::Frame, Box<dyn Error>>;
    /// Reads a message, and refuses one that is wrong.
    fn receive(message: &Self::Message) -> Result<Self::Frame, Box<dyn Error>>;
    /// Returns a message of a shape that the receiver does not take.
    fn wrong(given: &Given) -> Result<Vec<u8>, Box<dyn Error>> {
        Ok(Self::write(&Self::frame(given))?.as_ref().to_vec())
    }
    fn write_array(array: &Array2<f32>) -> Result<Vec<u8>, Box<dyn Error>>;
    fn look(message: &Self::Message) -> Result<Looked, Box<dyn Error>>;
}

fn looked(array: ArrayView2<'_, f32>) -> Looked {
    ([array.nrows(), array.ncols()], array[[1, 2]])
}

pub(crate) struct TensorFormat;

impl Program for TensorFormat {
    const NAME: &'static str = "tensor-format";
    const FILE: &'static str = "tensor_format.rs";
    type Frame = programs::tensor_format::Frame;
    type Message = AlignedBuf;

    fn frame(given: &Given) -> Self::Frame {
        let Given { image, boxes, scores } = given;
        programs::tensor_format::Frame { image: image.clone(), boxes: boxes.clone(), scores: scores.to_vec() }
    }

    fn write(frame: &Self::Frame) -> Result<impl AsRef<[u8]>, Box<dyn Error>> {
        Ok(programs::tensor_format::write(frame)?)
    }

    fn message(bytes: &[u8]) -> AlignedBuf {
        let mut message = AlignedBuf::new();
        message.copy_from(bytes);
        message
    }

    fn read(message: &AlignedBuf) -> Result<Self::Frame, Box<dyn Error>> {
        Ok(programs::tensor_format::read(message)?)
    }

    fn receive(message: &AlignedBuf) -> Result<Self::Frame, Box<dyn Error>> {
        Self::read(message)
    }

    /// Calls another program, since the type refuses to write a wrong value too.
    fn wrong(given: &Given) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut record = Record::new();
        record.push("image", Tensor::from_vec(given.image.shape(), given.image.iter().copied().collect())?);
        record.push("boxes", Tensor::from_vec(given.boxes.shape(), given.boxes.iter().copied().collect())?);
        record.push("scores", Tensor::from_vec(given.scores.shape(), given.scores.to_vec())?);
        Ok(tensor_format::to_vec(&record)?)
    }

    fn write_array(array: &Array2<f32>) -> Result<Vec<u8>, Box<dyn Error>> {
        Ok(programs::tensor_format::write_array(array)?)
    }

    fn look(message: &AlignedBuf) -> Result<Looked, Box<dyn Error>> {
        Ok(looked(programs::tensor_format::borrow(message)?))
    }
}

pub(crate) struct Postcard;

impl Program for Postcard {
    const NAME: &'static str = "serde + postcard";
    const FILE: &'static str = "postcard.rs";
    type Frame = programs::postcard::Frame;
    type Message = Vec<u8>;

    fn frame(given: &Given) -> Self::Frame {
        let Given { image, boxes, scores } = given;
        programs::postcard::Frame { image: image.clone(), boxes: boxes.clone(), scores: scores.to_vec() }
    }

    fn write(frame: &Self::Frame) -> Result<impl AsRef<[u8]>, Box<dyn Error>> {
        Ok(programs::postcard::write(frame)?)
    }

    fn message(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    fn read(message: &Vec<u8>) -> Result<Self::Frame, Box<dyn Error>> {
        Ok(programs::postcard::read(message)?)
    }

    fn receive(message: &Vec<u8>) -> Result<Self::Frame, Box<dyn Error>> {
        programs::postcard::receive(message)
    }

    fn write_array(array: &Array2<f32>) -> Result<Vec<u8>, Box<dyn Error>> {
        Ok(programs::postcard::write_array(array)?)
    }

    fn look(message: &Vec<u8>) -> Result<Looked, Box<dyn Error>> {
        Ok(looked(programs::postcard::borrow(message)?.view()))
    }
}

pub(crate) struct Rkyv;

impl Rkyv {
    fn array<const RANK: usize, D: ndarray::Dimension>(array: &ndarray::Array<f32, D>) -> programs::rkyv::Array<RANK> {
        let shape = std::array::from_fn(|axis| array.shape()[axis] as u32);
        programs::rkyv::Array { shape, data: array.iter().copied().collect() }
    }
}

impl Program for Rkyv {
    const NAME: &'static str = "rkyv";
    const FILE: &'static str = "rkyv.rs";
    type Frame = programs::rkyv::Frame;
    type Message = Placed;

    fn frame(given: &Given) -> Self::Frame {
        let (image, boxes) = (Self::array(&given.image), Self::array(&given.boxes));
        programs::rkyv::Frame { image, boxes, scores: given.scores.to_vec() }
    }

    fn write(frame: &Self::Frame) -> Result<impl AsRef<[u8]>, Box<dyn Error>> {
        Ok(programs::rkyv::write(frame)?)
    }

    fn message(bytes: &[u8]) -> Placed {
        Placed::new(bytes, 0)
    }

    fn read(message: &Placed) -> Result<Self::Frame, Box<dyn Error>> {
        Ok(programs::rkyv::read(message.as_ref())?)
    }

    fn receive(message: &Placed) -> Result<Self::Frame, Box<dyn Error>> {
        programs::rkyv::receive(message.as_ref())
    }

    fn write_array(array: &Array2<f32>) -> Result<Vec<u8>, Box<dyn Error>> {
        Ok(programs::rkyv::write_array(&Self::array(array))?.to_vec())
    }

    fn look(message: &Placed) -> Result<Looked, Box<dyn Error>> {
        let array = programs::rkyv::borrow(message.as_ref())?;
        Ok(([array.nrows(), array.ncols()], array[[1, 2]].to_native()))
    }
}

pub(crate) struct Safetensors;

impl Program for Safetensors {
    const NAME: &'static str = "safetensors";
    const FILE: &'static str = "safetensors.rs";
    type Frame = programs::safetensors::Frame;
    type Message = Placed;

    fn frame(given: &Given) -> Self::Frame {
        let Given { image, boxes, scores } = given;
        programs::safetensors::Frame { image: image.clone(), boxes: boxes.clone(), scores: scores.clone() }
    }

    fn write(frame: &Self::Frame) -> Result<impl AsRef<[u8]>, Box<dyn Error>> {
        programs::safetensors::write(frame)
    }

    fn message(bytes: &[u8]) -> Placed {
        Placed::new(bytes, 0)
    }

    fn read(message: &Placed) -> Result<Self::Frame, Box<dyn Error>> {
        programs::safetensors::read(message.as_ref())
    }

    fn receive(message: &Placed) -> Result<Self::Frame, Box<dyn Error>> {
        programs::safetensors::receive(message.as_ref())
    }

    fn write_array(array: &Array2<f32>) -> Result<Vec<u8>, Box<dyn Error>> {
        programs::safetensors::write_array(array)
    }

    fn look(message: &Placed) -> Result<Looked, Box<dyn Error>> {
        Ok(looked(programs::safetensors::borrow(message.as_ref())?))
    }
}

pub(crate) struct Arrow;

impl Program for Arrow {
    const NAME: &'static str = "arrow";
    const FILE: &'static str = "arrow.rs";
    type Frame = programs::arrow::Frame;
    type Message = arrow_buffer::Buffer;

    fn frame(given: &Given) -> Self::Frame {
        let Given { image, boxes, scores } = given;
        programs::arrow::Frame { image: image.clone(), boxes: boxes.clone(), scores: scores.clone() }
    }

    fn write(frame: &Self::Frame) -> Result<impl AsRef<[u8]>, Box<dyn Error>> {
        Ok(programs::arrow::write(frame)?)
    }

    fn message(bytes: &[u8]) -> arrow_buffer::Buffer {
        arrow_buffer::Buffer::from(bytes)
    }

    fn read(message: &arrow_buffer::Buffer) -> Result<Self::Frame, Box<dyn Error>> {
        programs::arrow::read(message)
    }

    fn receive(message: &arrow_buffer::Buffer) -> Result<Self::Frame, Box<dyn Error>> {
        programs::arrow::receive(message)
    }

    fn write_array(array: &Array2<f32>) -> Result<Vec<u8>, Box<dyn Error>> {
        Ok(programs::arrow::write_array(array)?)
    }

    fn look(message: &arrow_buffer::Buffer) -> Result<Looked, Box<dyn Error>> {
        let (shape, values) = programs::arrow::borrow(message)?;
        Ok(looked(ArrayView2::from_shape((shape[0], shape[1]), &values)?))
    }
}

pub(crate) struct DecthingsApi;

impl Program for DecthingsApi {
    const NAME: &'static str = "decthings-api";
    const FILE: &'static str = "decthings_api.rs";
    type Frame = programs::decthings_api::Frame;
    type Message = Bytes;

    fn frame(given: &Given) -> Self::Frame {
        let Given { image, boxes, scores } = given;
        let array = |shape: older::IxDyn, values| older::Array::from_shape_vec(shape, values).expect("the shape fits");
        let values =
            |array: ndarray::ArrayViewD<'_, f32>| (older::IxDyn(array.shape()), array.iter().copied().collect());
        let array = |(shape, values)| array(shape, values);
        programs::decthings_api::Frame {
            image: array(values(image.view().into_dyn())).into_dimensionality().expect("three axes"),
            boxes: array(values(boxes.view().into_dyn())).into_dimensionality().expect("two axes"),
            scores: array(values(scores.view().into_dyn())).into_dimensionality().expect("one axis"),
        }
    }

    fn write(frame: &Self::Frame) -> Result<impl AsRef<[u8]>, Box<dyn Error>> {
        Ok(programs::decthings_api::write(frame))
    }

    /// Places the numbers of task 2 at a boundary, as an `AlignedBuf` does.
    fn message(bytes: &[u8]) -> Bytes {
        Bytes::from_owner(Placed::new(bytes, bytes.len().next_multiple_of(64) - bytes.len()))
    }

    fn read(message: &Bytes) -> Result<Self::Frame, Box<dyn Error>> {
        programs::decthings_api::read(message)
    }

    fn receive(message: &Bytes) -> Result<Self::Frame, Box<dyn Error>> {
        programs::decthings_api::receive(message)
    }

    fn write_array(array: &Array2<f32>) -> Result<Vec<u8>, Box<dyn Error>> {
        let shape = (array.nrows(), array.ncols());
        Ok(programs::decthings_api::write_array(&older::Array::from_shape_vec(shape, array.iter().copied().collect())?))
    }

    fn look(message: &Bytes) -> Result<Looked, Box<dyn Error>> {
        let tensor = programs::decthings_api::open(message)?;
        let array = programs::decthings_api::borrow(&tensor)?;
        Ok(([array.nrows(), array.ncols()], array[[1, 2]]))
    }
}
