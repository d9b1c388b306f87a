//! Tensors of numbers by hand.

use ndarray::{ArrayD, ArrayViewD, IxDyn};

use crate::{put_varint, varint};

/// Reads the shape of a tensor of f32 of any rank, and its numbers as bytes; `None` if the message is none.
#[inline]
#[must_use]
pub fn header(bytes: &[u8]) -> Option<(IxDyn, &[u8])> {
    let (&[element_type, rank], mut rest) = bytes.split_first_chunk()?;
    if element_type != 1 {
        return None;
    }
    let mut shape = IxDyn::zeros(usize::from(rank));
    let mut len = 4usize;
    for axis in 0..usize::from(rank) {
        (shape[axis], rest) = varint(rest)?;
        len = len.checked_mul(shape[axis])?;
    }
    (rest.len() == len).then_some((shape, rest))
}

/// Reads an array.
#[inline]
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<ArrayD<f32>> {
    let (shape, payload) = header(bytes)?;
    let numbers = payload.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    ArrayD::from_shape_vec(shape, numbers).ok()
}

/// Reads into an array.
#[inline]
#[must_use]
pub fn decode_into(bytes: &[u8], array: &mut ArrayD<f32>) -> Option<()> {
    let (shape, payload) = header(bytes)?;
    match array.as_slice_mut() {
        Some(numbers) if numbers.len() * 4 == payload.len() => {
            for (number, bytes) in numbers.iter_mut().zip(payload.as_chunks().0) {
                *number = f32::from_le_bytes(*bytes);
            }
            if array.shape() != ndarray::Dimension::slice(&shape) {
                *array = std::mem::take(array).into_shape_with_order(shape).ok()?;
            }
        }
        _ => *array = decode(bytes)?,
    }
    Some(())
}

/// Borrows an array in place, which takes a crate for the cast where `unsafe` is not wanted: here the one of
/// `tensor-format` stands for it.
#[inline]
#[must_use]
pub fn view(bytes: &[u8]) -> Option<ArrayViewD<'_, f32>> {
    let (shape, payload) = header(bytes)?;
    ArrayViewD::from_shape(shape, <f32 as tensor_format::Element>::cast(payload).ok()?).ok()
}

/// Appends an array in order.
#[inline]
pub fn append(array: &ArrayViewD<'_, f32>, out: &mut Vec<u8>) {
    out.reserve(2 + 5 * array.ndim() + 4 * array.len());
    out.extend_from_slice(&[1, array.ndim() as u8]);
    array.shape().iter().for_each(|len| put_varint(out, *len));
    if let Some(numbers) = array.as_slice() {
        out.extend_from_slice(<f32 as tensor_format::Element>::as_bytes(numbers));
    }
}
