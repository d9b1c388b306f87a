//! Numbers that do not lie in row-major order, for sinks that take runs.

use super::{ElementSink, for_number_type, unsupported};
use crate::{
    ByteOrder, Element, ElementType, EncodeError, Layout, layout::for_each_part, reinterpret::find_invalid_boolean,
};

/// Whether the elements of a buffer lie there as little-endian formats write them.
pub(crate) fn lie_as_written(element_type: ElementType, buffer: &[u8]) -> bool {
    let native = ByteOrder::NATIVE == ByteOrder::Little || element_type.size() == Some(1);
    // A boolean read in place may be any byte but 0.
    native && !(element_type == ElementType::Bool && find_invalid_boolean(buffer).is_some())
}

/// Hands the elements on as numbers.
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
    for_number_type!(
        element_type,
        T => put_numbers::<T, W>(out, shape, layout, buffer),
        _ => Err(unsupported(element_type).into())
    )
}

fn put_numbers<'a, T: Element, W: ElementSink<'a> + ?Sized>(
    out: &mut W,
    shape: &[usize],
    layout: &Layout,
    buffer: &[u8],
) -> Result<(), EncodeError> {
    for_each_part(T::SIZE, shape, layout, buffer, |part| {
        if T::TYPE == ElementType::Bool {
            // Read in place with any byte but 0 for true.
            part.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
        }
        out.copy_numbers(T::cast(part)?)
    })
}
