//! Copies the elements of a layout into row-major order, part by part.

use alloc::vec::Vec;
use core::convert::Infallible;

use super::{Layout, relayout::LARGE};
use crate::{
    ErrorKind,
    error::memory,
    util::{
        plan::{Axes, Axis, Plan, Starts, step},
        reinterpret::{
            elements::Elements,
            spare::{self, Spare},
        },
    },
};

/// The size in bytes of the parts in which elements are put into row-major order. Each part is filled with zeros first,
/// which brings it into the caches, and it must still be there when the elements come. The greater it is, the more of a
/// cache line of the source is used.
const SLAB: usize = 1 << 21;

/// The size in bytes from which on contiguous runs are appended one by one.
const LONG: usize = 256;

/// The size in bytes of the buffer on the stack through which elements go where not all are gathered at once.
const PART: usize = 1 << 13;

#[repr(align(16))]
struct Scratch([u8; PART]);

/// Appends the elements of a layout to `out`, each of `size` bytes, in row-major order.
///
/// # Errors
///
/// [`OutOfMemory`](ErrorKind::OutOfMemory): a layout that repeats elements may have any number of them.
pub(crate) fn gather_into(
    out: &mut Vec<u8>,
    size: usize,
    shape: &[usize],
    from: &Layout,
    source: &[u8],
) -> Result<(), ErrorKind> {
    let bytes = crate::element_count(shape).and_then(|count| count.checked_mul(size));
    memory::reserve(out, bytes.unwrap_or(usize::MAX))?;
    spare::append_with(out, false, |spare| gather(spare, size, shape, from, source));
    Ok(())
}

/// Writes the elements of a layout, each of `size` bytes, in row-major order; there must be room for them.
pub(crate) fn gather(spare: &mut Spare<'_>, size: usize, shape: &[usize], from: &Layout, source: &[u8]) {
    let Some(plan) = Plan::new(size, shape, from, &Layout::row_major(shape, size)) else { return };
    if plan.run >= LONG || !plan.is_transpose() {
        return Elements::of_slice(source, &plan).iter().for_each(|elements| gather_elements(spare, elements));
    }
    // What is written past the caches need not be in them.
    let most = if plan.bytes() >= LARGE { usize::MAX } else { SLAB };
    let Ok(()) = parts(size, shape, from, most, &mut |plan, len| {
        plan.copy(source, spare.zeros(len));
        Ok::<(), Infallible>(())
    });
}

/// Writes elements; there must be room for them.
pub(crate) fn gather_elements(spare: &mut Spare<'_>, elements: &Elements<'_>) {
    // What is copied again within the output must still be in the caches.
    let Ok(()) = elements.parts(if elements.repeat() { SLAB } else { usize::MAX }, &mut |part, _| {
        spare.put_elements(part);
        Ok::<(), Infallible>(())
    });
}

/// Calls `take` with the bytes of elements, at most 8 KiB at a time, aligned for every element type.
///
/// # Errors
///
/// Those of `take`.
pub(crate) fn for_each_part_of<E>(
    elements: &Elements<'_>,
    mut take: impl FnMut(&mut [u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut scratch = Scratch([0; PART]);
    elements.parts(PART, &mut |part, len| {
        let scratch = scratch.0.get_mut(..len).unwrap_or_default();
        part.copy(scratch);
        take(scratch)
    })
}

/// Calls `take` with the bytes of the elements of a layout, each of `size` bytes, in row-major order: at most 8 KiB at
/// a time, aligned for every element type.
///
/// # Errors
///
/// Those of `take`.
pub(crate) fn for_each_part<E>(
    size: usize,
    shape: &[usize],
    from: &Layout,
    source: &[u8],
    take: &mut dyn FnMut(&mut [u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut scratch = Scratch([0; PART]);
    parts(size, shape, from, PART, &mut |plan, len| {
        let part = scratch.0.get_mut(..len).unwrap_or_default();
        plan.copy(source, part);
        take(part)
    })
}

/// Calls `take` with copies that put the elements of a layout into row-major order one after another, each with the
/// number of bytes that it writes: at most `most`, or one element.
///
/// # Errors
///
/// Those of `take`.
fn parts<E>(
    size: usize,
    shape: &[usize],
    from: &Layout,
    most: usize,
    take: &mut dyn FnMut(&Plan, usize) -> Result<(), E>,
) -> Result<(), E> {
    if shape.contains(&0) || from.strides().len() != shape.len() {
        return Ok(());
    }
    // The axes inside of the one that is cut go into each part whole.
    let (mut cut, mut inner) = (0, size);
    for (axis, &len) in shape.iter().enumerate().rev() {
        match inner.checked_mul(len).filter(|bytes| *bytes <= most) {
            Some(bytes) => (cut, inner) = (axis, bytes),
            None => {
                cut = axis.saturating_add(1);
                break;
            }
        }
    }
    let Some(cut) = cut.checked_sub(1) else {
        return Plan::new(size, shape, from, &Layout::row_major(shape, size)).map_or(Ok(()), |plan| take(&plan, inner));
    };
    let (Some(whole), Some(&len)) = (shape.get(cut.saturating_add(1)..), shape.get(cut)) else { return Ok(()) };
    let block = most.checked_div(inner).unwrap_or(1).max(1);
    let outer = outer_axes(shape, from.strides(), cut);
    let stride = from.strides().get(cut).copied().unwrap_or_default();
    for (at, _) in Starts::new(&outer, from.offset(), 0) {
        for first in (0..len).step_by(block) {
            let count = len.saturating_sub(first).min(block);
            let offset = step(at, stride, first);
            let shape = joined(count, whole);
            let layout = Layout::new(from.strides().get(cut..).unwrap_or_default(), offset);
            if let Some(plan) = Plan::new(size, &shape, &layout, &Layout::row_major(&shape, size)) {
                take(&plan, inner.saturating_mul(count))?;
            }
        }
    }
    Ok(())
}

/// Returns the axes before `cut`.
fn outer_axes(shape: &[usize], strides: &[isize], cut: usize) -> Axes {
    let outer = shape.iter().zip(strides).take(cut);
    outer.map(|(&len, &from)| Axis { len, from, to: 0 }).collect()
}

/// Returns the shape of an axis before others.
fn joined(first: usize, others: &[usize]) -> super::Index {
    core::iter::once(first).chain(others.iter().copied()).collect()
}
