//! The header of a file.

use alloc::string::String;

use super::{
    FORMAT, Options, Order, dtype,
    literal::{self, HeaderDict},
};
use crate::{ByteOrder, DecodeError, ElementType, ErrorKind, FileError, FileFault, Header, Layout, Limit, TensorRef};

/// The header of a file: element type, shape, byte order, and where the elements are.
///
/// ```
/// use tensor_format::npy::{self, Head, Order};
/// let bytes = npy::to_vec(&[[1u16, 2, 3]])?;
/// let head = Head::from_slice(&bytes)?;
/// assert_eq!((head.header().to_string().as_str(), head.order()), ("u16 [1, 3]", Order::RowMajor));
/// assert_eq!((head.data_start(), head.data_len()), (128, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    header: Header,
    byte_order: ByteOrder,
    order: Order,
    start: usize,
    len: usize,
}

impl Head {
    /// Returns the header at the front of the bytes; the elements need not be there.
    ///
    /// # Errors
    ///
    /// [`File`](ErrorKind::File) or [`UnexpectedEnd`](ErrorKind::UnexpectedEnd) with what is wrong with the header,
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow), and [`LimitExceeded`](ErrorKind::LimitExceeded) for a header of
    /// more than 10,000 bytes or more than 255 axes; each with the byte at fault.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, DecodeError> {
        Self::of(&literal::read(bytes)?)
    }

    /// Returns the header that the values of a file's header describe; an error if this crate has no such tensor.
    pub(super) fn of(found: &HeaderDict<'_>) -> Result<Self, DecodeError> {
        let text = Some(found.descr).filter(|_| found.is_text);
        let Some((element_type, byte_order)) = text.and_then(dtype::read) else {
            let error = FileError::new(FORMAT, FileFault::Dtype, "descr", dtype::KNOWN, &found.dtype());
            return Err(DecodeError::from(error).at(found.descr_at as u64));
        };
        let shape = found.shape.clone();
        let count = shape.check(element_type).map_err(|kind| DecodeError::new(kind).at(found.shape_at as u64))?;
        let order = if found.column_major { Order::ColumnMajor } else { Order::RowMajor };
        let len = count.saturating_mul(element_type.size().unwrap_or(1));
        Ok(Self { header: Header { element_type, shape }, byte_order, order, start: found.end, len })
    }

    /// Returns element type and shape.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the element type.
    #[must_use]
    pub fn element_type(&self) -> ElementType {
        self.header.element_type
    }

    /// Returns the order of the bytes of a number.
    #[must_use]
    pub fn byte_order(&self) -> ByteOrder {
        self.byte_order
    }

    /// Returns the order of the elements: which axis varies fastest.
    #[must_use]
    pub fn order(&self) -> Order {
        self.order
    }

    /// Returns the byte offset of the first element.
    #[must_use]
    pub fn data_start(&self) -> usize {
        self.start
    }

    /// Returns the number of bytes of the elements.
    #[must_use]
    pub fn data_len(&self) -> usize {
        self.len
    }

    /// Returns the byte offset after the last element.
    pub(super) fn end(&self) -> usize {
        self.start.saturating_add(self.len)
    }

    pub(super) fn check(&self, options: &Options) -> Result<(), DecodeError> {
        let elements = self.header.shape.element_count().unwrap_or_default();
        Limit::Rank.check(options.max_rank, self.header.shape.rank())?;
        Limit::Elements.check(options.max_elements, elements)?;
        Ok(Limit::Bytes.check(options.max_bytes, self.len)?)
    }

    /// Returns the tensor in the bytes of a file as one that borrows them.
    pub(super) fn view<'de>(&self, bytes: &'de [u8]) -> Result<TensorRef<'de>, DecodeError> {
        let start = self.start as u64;
        let Some(data) = bytes.get(self.start..self.end()) else {
            let left = bytes.len().saturating_sub(self.start) as u64;
            return Err(DecodeError::new(ErrorKind::UnexpectedEnd { needed: self.len as u64, left }).at(start));
        };
        let Header { element_type, shape } = self.header.clone();
        let tensor = match self.order {
            Order::RowMajor => TensorRef::from_bytes(element_type, shape, data, self.byte_order),
            Order::ColumnMajor => {
                let layout = Layout::column_major(&shape, element_type.size().unwrap_or(1));
                TensorRef::with_layout(element_type, shape, data, layout, self.byte_order)
            }
        };
        tensor.map_err(|kind| DecodeError::new(kind).at(start))
    }
}

impl HeaderDict<'_> {
    /// Returns the dtype as the header has it.
    pub(super) fn dtype(&self) -> String {
        String::from_utf8_lossy(self.descr).into_owned()
    }
}
