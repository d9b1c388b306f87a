//! serde and postcard.

use std::error::Error;

use ndarray::{Array2, Array3};
use serde::{Deserialize, Serialize};

// Task 1: a record to bytes and back.

#[derive(Serialize, Deserialize)]
pub struct Frame {
    pub image: Array3<f32>,
    pub boxes: Array2<f32>,
    pub scores: Vec<f32>,
}

pub fn write(frame: &Frame) -> postcard::Result<Vec<u8>> {
    postcard::to_stdvec(frame)
}

pub fn read(bytes: &[u8]) -> postcard::Result<Frame> {
    postcard::from_bytes(bytes)
}

// Task 2: a large array. Serde lends strings and bytes; numbers are copied one by one.

pub fn write_array(array: &Array2<f32>) -> postcard::Result<Vec<u8>> {
    postcard::to_stdvec(array)
}

pub fn borrow(bytes: &[u8]) -> postcard::Result<Array2<f32>> {
    postcard::from_bytes(bytes)
}

// Task 3: a wrong shape, refused. Names are not in the bytes.

pub fn receive(bytes: &[u8]) -> Result<Frame, Box<dyn Error>> {
    let frame = read(bytes)?;
    let (image, boxes, n) = (frame.image.shape(), frame.boxes.shape(), frame.scores.len());
    if image[0] != 3 {
        return Err(format!("image: expected [3, h, w], found {image:?}").into());
    }
    if boxes != [n, 4] {
        return Err(format!("boxes: expected [{n}, 4], found {boxes:?}").into());
    }
    Ok(frame)
}
