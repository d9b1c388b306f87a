//! Tensors of numbers by hand, for little-endian machines.

use ndarray::{ArrayD, ArrayViewD, IxDyn};
use tensor_format::{decthings::AlignedBuf, to_vec};

use crate::varint::{put_varint, varint};

/// The number of arrays of a program.
pub const COUNT: usize = 10_000;

/// Returns one array, of 16 numbers.
#[must_use]
pub fn array(index: usize) -> ArrayD<f32> {
    ArrayD::from_elem(&[16][..], index as f32)
}

/// Returns the arrays of a program.
#[must_use]
pub fn arrays() -> Vec<ArrayD<f32>> {
    (0..COUNT).map(array).collect()
}

/// Returns their messages.
#[must_use]
pub fn messages() -> Vec<Vec<u8>> {
    arrays().iter().map(|array| to_vec(array).unwrap_or_default()).collect()
}

/// Returns their messages where the numbers are aligned.
#[must_use]
pub fn aligned_messages() -> Vec<AlignedBuf> {
    let message = |array| {
        let mut message = AlignedBuf::new();
        message.encode(array).map(|()| message)
    };
    arrays().iter().flat_map(message).collect()
}

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
    ArrayD::from_shape_vec(shape, bytemuck::pod_collect_to_vec(payload)).ok()
}

/// Reads into an array.
#[inline]
#[must_use]
pub fn decode_into(bytes: &[u8], array: &mut ArrayD<f32>) -> Option<()> {
    let (shape, payload) = header(bytes)?;
    match array.as_slice_mut() {
        Some(numbers) if numbers.len() * 4 == payload.len() => {
            bytemuck::cast_slice_mut(numbers).copy_from_slice(payload);
            if array.shape() != ndarray::Dimension::slice(&shape) {
                *array = std::mem::take(array).into_shape_with_order(shape).ok()?;
            }
        }
        _ => *array = decode(bytes)?,
    }
    Some(())
}

/// Borrows an array in place.
#[inline]
#[must_use]
pub fn view(bytes: &[u8]) -> Option<ArrayViewD<'_, f32>> {
    let (shape, payload) = header(bytes)?;
    let numbers = if payload.is_empty() { &[] } else { bytemuck::try_cast_slice(payload).ok()? };
    ArrayViewD::from_shape(shape, numbers).ok()
}

/// Appends an array in order.
#[inline]
pub fn append(array: &ArrayViewD<'_, f32>, out: &mut Vec<u8>) {
    out.reserve(2 + 5 * array.ndim() + 4 * array.len());
    out.extend_from_slice(&[1, array.ndim() as u8]);
    array.shape().iter().for_each(|len| put_varint(out, *len));
    match array.as_slice() {
        Some(numbers) => out.extend_from_slice(bytemuck::cast_slice(numbers)),
        None => array.iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes())),
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Dimension;

    use super::*;

    #[test]
    fn bytes_by_hand_are_ours_and_are_read() {
        let shapes: [&[usize]; 5] = [&[], &[16], &[300, 2], &[2, 0, 3], &[70_000]];
        for shape in shapes {
            let array = ArrayD::from_shape_fn(shape, |at| at.slice().iter().sum::<usize>() as f32);
            let message = to_vec(&array).expect("a tensor");
            let mut by_hand = Vec::new();
            append(&array.view(), &mut by_hand);
            assert_eq!(by_hand, message);
            assert_eq!(decode(&message).as_ref(), Some(&array));
            let mut into = super::array(3);
            assert_eq!(decode_into(&message, &mut into), Some(()));
            assert_eq!(into, array);
            let mut aligned = AlignedBuf::new();
            aligned.encode(&array).expect("a tensor");
            assert_eq!(view(aligned.as_slice()), Some(array.view()));
            let turned = array.t();
            let mut by_hand = Vec::new();
            append(&turned, &mut by_hand);
            assert_eq!(by_hand, to_vec(&turned).expect("a tensor"));
        }
    }

    #[test]
    fn what_is_cut_is_refused_by_hand() {
        let message = to_vec(&array(5)).expect("a tensor");
        for len in 0..message.len() {
            assert_eq!(decode(&message[..len]), None, "{len} bytes");
        }
    }

    #[test]
    fn lengths_in_longer_forms_than_needed_are_refused() {
        for bytes in [&[253, 0, 252][..], &[254, 0, 0, 255, 255], &[255], &[]] {
            assert_eq!(varint(bytes), None, "{bytes:?}");
            assert!(tensor_format::from_slice::<Vec<u8>>(&[&[3, 1], bytes].concat()).is_err());
        }
    }
}
