//! tensor-format.

use ndarray::{Array2, Array3, ArrayView2};
use tensor_format::{DecodeError, EncodeError, Tensor};

// Task 1: a record to bytes and back.

#[derive(Tensor)]
pub struct Frame {
    #[tensor(shape = [3, h, w])]
    pub image: Array3<f32>,
    #[tensor(shape = [n, 4])]
    pub boxes: Array2<f32>,
    #[tensor(shape = [n])]
    pub scores: Vec<f32>,
}

pub fn write(frame: &Frame) -> Result<Vec<u8>, EncodeError> {
    tensor_format::to_vec(frame)
}

pub fn read(bytes: &[u8]) -> Result<Frame, DecodeError> {
    tensor_format::from_slice(bytes)
}

// Task 2: a large array, borrowed.

pub fn write_array(array: &Array2<f32>) -> Result<Vec<u8>, EncodeError> {
    tensor_format::to_vec(array)
}

pub fn borrow(bytes: &[u8]) -> Result<ArrayView2<'_, f32>, DecodeError> {
    tensor_format::from_slice(bytes)
}

// Task 3: a wrong shape or name, refused. `read` does it, and `write` too.
