//! rkyv.

use ndarray::ArrayView2;
use rkyv::{
    Archive, Deserialize, Serialize,
    rancor::{Error, Source},
    rend::f32_le,
    util::AlignedVec,
};

// Task 1: a record to bytes and back. There is no support for ndarray: shapes are fields.

#[derive(Archive, Serialize, Deserialize)]
pub struct Array<const RANK: usize> {
    pub shape: [u32; RANK],
    pub data: Vec<f32>,
}

#[derive(Archive, Serialize, Deserialize)]
pub struct Frame {
    pub image: Array<3>,
    pub boxes: Array<2>,
    pub scores: Vec<f32>,
}

pub fn write(frame: &Frame) -> Result<AlignedVec, Error> {
    rkyv::to_bytes(frame)
}

pub fn read(bytes: &[u8]) -> Result<Frame, Error> {
    rkyv::from_bytes(bytes)
}

// Task 2: a large array, borrowed from bytes that begin at a multiple of 4.

pub fn write_array(array: &Array<2>) -> Result<AlignedVec, Error> {
    rkyv::to_bytes(array)
}

pub fn borrow(bytes: &[u8]) -> Result<ArrayView2<'_, f32_le>, Error> {
    let array = rkyv::access::<ArchivedArray<2>, Error>(bytes)?;
    let shape = array.shape.map(|len| len.to_native() as usize);
    ArrayView2::from_shape(shape, &array.data).map_err(Source::new)
}

// Task 3: a wrong shape, refused. Names are not in the bytes, and nothing ties the elements to the shape.

pub fn receive(bytes: &[u8]) -> Result<Frame, Box<dyn std::error::Error>> {
    let frame = read(bytes)?;
    let Frame { image, boxes, scores } = &frame;
    let count = |shape: &[u32]| shape.iter().map(|&len| len as usize).product::<usize>();
    if image.shape[0] != 3 || image.data.len() != count(&image.shape) {
        return Err(format!("image: expected [3, h, w], found {:?}", image.shape).into());
    }
    if boxes.shape != [scores.len() as u32, 4] || boxes.data.len() != count(&boxes.shape) {
        return Err(format!("boxes: expected [{}, 4], found {:?}", scores.len(), boxes.shape).into());
    }
    Ok(frame)
}
