//! Checks the bytes of booleans, and compares tensors.

use alloc::{vec, vec::Vec};

use super::{Data, Tensor, TensorRef};
use crate::{ElementType, ErrorKind, Shape, util::reinterpret::find_invalid_boolean};

/// Checks that every byte is a boolean: 0 or 1.
pub(super) fn booleans(bytes: &[u8]) -> Result<(), ErrorKind> {
    let invalid = find_invalid_boolean(bytes).and_then(|at| bytes.get(at));
    invalid.map_or(Ok(()), |byte| Err(ErrorKind::InvalidBoolean(*byte)))
}

/// Checks that the bytes of all elements of a layout are booleans. `touched` are the bytes from the lowest element to
/// the highest; those between elements may be anything.
///
/// The work is bounded by the bytes and the rank, not by the number of elements: with strides of 0 that number has no
/// relation to the bytes.
pub(super) fn strided_booleans(touched: &[u8], shape: &[usize], strides: &[isize]) -> Result<(), ErrorKind> {
    if find_invalid_boolean(touched).is_none() {
        return Ok(());
    }
    // Seen from the lowest element every step is positive. Axis by axis, a byte belongs to an element if one is at
    // most `len - 1` steps before it.
    let mut steps_since: Vec<usize> = vec![usize::MAX; touched.len()];
    if let Some(lowest) = steps_since.first_mut() {
        *lowest = 0;
    }
    for (&len, stride) in shape.iter().zip(strides).filter(|(len, stride)| **len > 1 && **stride != 0) {
        let step = stride.unsigned_abs();
        for at in step..steps_since.len() {
            let before = steps_since.get(at.saturating_sub(step)).copied().unwrap_or(usize::MAX).saturating_add(1);
            if let Some(here) = steps_since.get_mut(at) {
                *here = before.min(*here);
            }
        }
        steps_since.iter_mut().for_each(|steps| *steps = if *steps < len { 0 } else { usize::MAX });
    }
    let invalid = touched.iter().zip(&steps_since).find(|(byte, steps)| **byte > 1 && **steps == 0);
    invalid.map_or(Ok(()), |(byte, _)| Err(ErrorKind::InvalidBoolean(*byte)))
}

/// Compares element type, shape and elements. This takes time in proportion to the number of elements, which a layout
/// may repeat any number of times; of an axis along which both tensors repeat one item, only that item is compared.
impl PartialEq for TensorRef<'_> {
    fn eq(&self, other: &TensorRef<'_>) -> bool {
        if self.header != other.header {
            return false;
        }
        let (Data::Fixed { order, .. }, Data::Fixed { order: other_order, .. }) = (&self.data, &other.data) else {
            return self.variables().eq(other.variables());
        };
        let same_order = order == other_order || self.element_type().size() == Some(1);
        match (self.row_major_bytes(), other.row_major_bytes()) {
            (Some(bytes), Some(other_bytes)) if same_order && bytes == other_bytes => true,
            (Some(_), Some(_)) if same_order && self.element_type() != ElementType::Bool => false,
            _ => self.equal_parts(other, same_order),
        }
    }
}

/// Elements are equal if their bytes are, so every tensor equals itself, NaN or not.
impl Eq for TensorRef<'_> {}

impl TensorRef<'_> {
    /// Compares the elements of two tensors of one type and shape one by one; `same_order` says whether their byte
    /// orders are equal.
    fn equal_parts(&self, other: &Self, same_order: bool) -> bool {
        let part = self.element_type().part_size();
        let shape = self.distinct_shape(other);
        self.element_bytes(&shape).zip(other.element_bytes(&shape)).all(|(a, b)| {
            if self.element_type() == ElementType::Bool {
                // Read in place, any byte but 0 may mean true.
                return a.iter().map(|byte| *byte != 0).eq(b.iter().map(|byte| *byte != 0));
            }
            if same_order {
                return a == b;
            }
            a.len() == b.len() && a.chunks(part).zip(b.chunks(part)).all(|(a, b)| a.iter().eq(b.iter().rev()))
        })
    }

    /// Returns the shape with length 1 for each axis along which both tensors repeat one item (stride 0): there may be
    /// any number of repetitions.
    fn distinct_shape(&self, other: &Self) -> Shape {
        let (Some(layout), Some(other)) = (self.layout(), other.layout()) else { return self.shape().clone() };
        let strides = layout.strides().iter().zip(other.strides());
        let repeats = strides.map(|strides| strides == (&0, &0));
        self.shape().iter().zip(repeats).map(|(len, repeats)| if repeats { 1.min(*len) } else { *len }).collect()
    }

    /// Returns the bytes of each element of fixed size in row-major order, as if the tensor had `shape` with its own
    /// strides.
    fn element_bytes(&self, shape: &[usize]) -> impl Iterator<Item = &[u8]> {
        let size = self.element_type().size().unwrap_or(1);
        let runs = self.layout().map(|layout| layout.runs(shape, size));
        let buffer = self.buffer();
        runs.into_iter().flatten().flat_map(move |(at, len)| super::run_of(buffer, at, len).chunks_exact(size))
    }
}

impl PartialEq for Tensor {
    fn eq(&self, other: &Self) -> bool {
        self.as_ref() == other.as_ref()
    }
}

impl Eq for Tensor {}

impl PartialEq<TensorRef<'_>> for Tensor {
    fn eq(&self, other: &TensorRef<'_>) -> bool {
        self.as_ref() == *other
    }
}

impl PartialEq<Tensor> for TensorRef<'_> {
    fn eq(&self, other: &Tensor) -> bool {
        *self == other.as_ref()
    }
}
