//! Writes elements that a tensor has in any layout or byte order to a sink that takes runs of numbers.

use crate::{
    ByteOrder, Element, ElementSink, ElementType, EncodeError, ErrorKind, Layout, Payload, TensorRef,
    element::by_type::{for_number_type, unsupported},
    layout::{for_each_part, for_each_part_of},
    tensor::{Data, run_of},
    util::reinterpret::{elements::Elements, find_invalid_boolean},
};

/// Returns whether the elements in a buffer have the same bytes as in little-endian formats, so that they can be copied
/// as they are.
pub(crate) fn lie_as_written(element_type: ElementType, buffer: &[u8]) -> bool {
    let native = ByteOrder::NATIVE == ByteOrder::Little || element_type.size() == Some(1);
    // A boolean read in place may be any byte but 0.
    native && !(element_type == ElementType::Bool && find_invalid_boolean(buffer).is_some())
}

/// Returns the number of elements that take so many bytes.
///
/// # Errors
///
/// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) if their size is not fixed, and if the bytes are no
/// whole elements.
#[inline]
pub(crate) fn whole_elements(element_type: ElementType, bytes: usize) -> Result<usize, ErrorKind> {
    let size = element_type.size().ok_or_else(|| unsupported(element_type))?;
    match (bytes.checked_div(size), bytes.checked_rem(size)) {
        (Some(count), Some(0)) => Ok(count),
        _ => Err(ErrorKind::custom("the bytes are no whole elements")),
    }
}

/// Returns the size of elements in a buffer, and how many there are.
///
/// # Errors
///
/// [`UnsupportedElementType`](ErrorKind::UnsupportedElementType) if their size is not fixed,
/// [`ShapeOverflow`](ErrorKind::ShapeOverflow), and [`Layout`](ErrorKind::Layout) if one is outside of the buffer.
pub(crate) fn elements_in(
    element_type: ElementType,
    shape: &[usize],
    layout: &Layout,
    buffer: &[u8],
) -> Result<(usize, usize), ErrorKind> {
    let size = element_type.size().ok_or_else(|| unsupported(element_type))?;
    let count = crate::element_count(shape).ok_or(ErrorKind::ShapeOverflow)?;
    if count > 0 && buffer.get(layout.bytes(shape, size)?).is_none() {
        return Err(ErrorKind::Layout { why: "an element lies outside of the buffer" });
    }
    Ok((size, count))
}

/// Writes the elements in row-major order, each contiguous run of memory by one call.
impl<'a, 'x: 'a> Payload<'a> for TensorRef<'x> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        let Data::Fixed { bytes, layout, order } = &self.data else {
            return self.variables().try_for_each(|element| out.variable(element));
        };
        let (bytes, order) = (*bytes, *order);
        if let Some(run) = self.row_major_bytes() {
            return out.bytes(self.element_type(), run, order);
        }
        let (Some(layout), size) = (layout, self.element_type().size().unwrap_or(1)) else { return Ok(()) };
        let short = layout.runs(self.shape(), size).next().is_some_and(|(_, len)| len < SHORT);
        if short && (order == ByteOrder::NATIVE || size == 1) {
            return out.strided(self.element_type(), self.shape(), layout, bytes);
        }
        layout
            .runs(self.shape(), size)
            .try_for_each(|(at, len)| out.bytes(self.element_type(), run_of(bytes, at, len), order))
    }
}

/// The size in bytes below which contiguous runs are copied together, instead of each being passed to a sink by itself.
pub(crate) const SHORT: usize = 64;

/// Passes the elements of a buffer in a layout to a sink as numbers, in row-major order.
///
/// # Errors
///
/// Those of the sink.
pub(crate) fn put_strided<'a, W: ElementSink<'a> + ?Sized>(
    out: &mut W,
    element_type: ElementType,
    shape: &[usize],
    layout: &Layout,
    buffer: &[u8],
) -> Result<(), EncodeError> {
    let (size, _) = elements_in(element_type, shape, layout, buffer)?;
    for_each_part(size, shape, layout, buffer, &mut |part| {
        if element_type == ElementType::Bool {
            // Read in place with any byte but 0 for true.
            part.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
        }
        put_part(out, element_type, part)
    })
}

/// Passes whole numbers, aligned and in the machine's byte order, to a sink.
fn put_part<'a, W: ElementSink<'a> + ?Sized>(
    out: &mut W,
    element_type: ElementType,
    part: &[u8],
) -> Result<(), EncodeError> {
    for_number_type!(
        element_type,
        T => out.copy_numbers(T::cast(part)?),
        _ => Err(unsupported(element_type).into())
    )
}

/// Passes elements that are anywhere in memory to a sink: runs of them as they are, short ones as numbers.
pub(crate) fn put_gathered<'a, W: ElementSink<'a> + ?Sized>(
    out: &mut W,
    element_type: ElementType,
    elements: &Elements<'a>,
) -> Result<(), EncodeError> {
    if elements.run() >= SHORT {
        return elements.runs().try_for_each(|run| out.bytes(element_type, run, ByteOrder::NATIVE));
    }
    for_each_part_of(elements, |part| put_part(out, element_type, part))
}

/// Passes elements given as bytes in a byte order to a sink as numbers.
pub(crate) fn copy_bytes<'a, W: ElementSink<'a> + ?Sized>(
    out: &mut W,
    element_type: ElementType,
    bytes: &[u8],
    order: ByteOrder,
) -> Result<(), EncodeError> {
    if order == ByteOrder::NATIVE {
        for_number_type!(
            element_type,
            T => if let Ok(run) = T::cast(bytes) {
                return out.copy_numbers(run);
            },
            _ => {}
        );
    }
    let count = whole_elements(element_type, bytes.len())?;
    let run = TensorRef::from_bytes(element_type, count, bytes, order)?;
    for_number_type!(
        element_type,
        T => out.copy_numbers(&run.to_vec::<T>()?),
        _ => Err(unsupported(element_type).into())
    )
}
