//! The writer of files: headers as `np.save` of NumPy 2 writes them, and elements in the order that the options ask
//! for.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::fmt::Write;

use super::{Options, Order, dtype};
use crate::{ByteOrder, ErrorKind, Header, Layout, Shape, TensorRef};

/// The number of bytes of which the offset of the elements in a file is a multiple.
pub(super) const ALIGN: usize = 64;
/// The number of digits for which NumPy leaves room in the header, so that the length of the outermost axis can grow.
const DIGITS: usize = 21;
/// The length in bytes of the longest header of version 1.0. Its length field could hold a little more, which padding
/// stays within; longer headers need version 2.0.
const MAX_VERSION_1: usize = 65_000;

/// Returns the header of a file, byte for byte as NumPy writes it.
pub(super) fn head(header: &Header, options: &Options) -> Result<Vec<u8>, ErrorKind> {
    let (order, name) = dtype::written(header.element_type, options.byte_order)?;
    let fortran = if column_major(header, options) { "True" } else { "False" };
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write!(text, "{{'descr': '{order}{name}', 'fortran_order': {fortran}, 'shape': (");
    for (axis, len) in header.shape.iter().enumerate() {
        let _ = write!(text, "{}{len}", if axis == 0 { "" } else { ", " });
    }
    text.push_str(if header.shape.rank() == 1 { ",), }" } else { "), }" });
    let grows = if fortran == "True" { header.shape.last() } else { header.shape.first() };
    if let Some(len) = grows {
        let room = DIGITS.saturating_sub(alloc::format!("{len}").len());
        text.extend(core::iter::repeat_n(' ', room));
    }
    let (version, before) = if text.len() <= MAX_VERSION_1 { (1u8, 10usize) } else { (2, 12) };
    let used = text.len().saturating_add(before).saturating_add(1);
    let padded = used.next_multiple_of(ALIGN);
    text.extend(core::iter::repeat_n(' ', padded.saturating_sub(used)));
    text.push('\n');
    let mut out = Vec::with_capacity(padded);
    out.extend_from_slice(b"\x93NUMPY");
    out.extend_from_slice(&[version, 0]);
    let len = (text.len() as u32).to_le_bytes();
    out.extend_from_slice(len.get(..before.saturating_sub(8)).unwrap_or_default());
    out.extend_from_slice(text.as_bytes());
    Ok(out)
}

/// Returns whether the file of a tensor is column-major: an array whose elements have the same order both ways is
/// row-major for NumPy.
fn column_major(header: &Header, options: &Options) -> bool {
    let shape: &Shape = &header.shape;
    options.order == Order::ColumnMajor
        && shape.element_count() != Some(0)
        && shape.iter().filter(|len| **len > 1).count() > 1
}

/// Returns the header of a file and its elements, converted from little-endian ones in row-major order.
pub(super) fn write<'b>(
    header: &Header,
    bytes: &'b [u8],
    options: &Options,
) -> Result<(Vec<u8>, Cow<'b, [u8]>), ErrorKind> {
    let head = head(header, options)?;
    let size = header.element_type.size().unwrap_or(1);
    if !column_major(header, options) {
        let tensor = TensorRef::from_bytes(header.element_type, header.shape.clone(), bytes, ByteOrder::Little)?;
        return Ok((head, tensor.try_to_bytes(options.byte_order)?));
    }
    // The reversed shape in row-major order is the shape in column-major order.
    let rows = Layout::row_major(&header.shape, size);
    let strides: Vec<isize> = rows.strides().iter().rev().copied().collect();
    let shape: Shape = header.shape.iter().rev().copied().collect();
    let layout = Layout::new(&strides, 0);
    let tensor = TensorRef::with_layout(header.element_type, shape, bytes, layout, ByteOrder::Little)?;
    Ok((head, tensor.try_to_bytes(options.byte_order)?))
}
