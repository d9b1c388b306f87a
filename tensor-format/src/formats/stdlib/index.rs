//! Index modes: what happens to an index outside of its axis.

use super::{MetaData, Order};
use crate::{Element, ElementType, ErrorKind};

/// A rule for indices outside of their axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum IndexMode {
    /// An index outside is an error.
    #[default]
    Throw,
    /// An index outside becomes the nearest one inside.
    Clamp,
    /// An index is taken modulo the length.
    Wrap,
    /// An index from -1 down counts from the end; other indices outside are errors.
    Normalize,
}

impl IndexMode {
    /// Returns the number of the mode in a record.
    #[must_use]
    pub const fn number(self) -> i8 {
        match self {
            IndexMode::Throw => 1,
            IndexMode::Clamp => 2,
            IndexMode::Wrap => 3,
            IndexMode::Normalize => 4,
        }
    }

    /// Returns the mode with this number in a record; `None` if there is none.
    #[must_use]
    pub const fn from_number(number: i8) -> Option<Self> {
        Some(match number {
            1 => IndexMode::Throw,
            2 => IndexMode::Clamp,
            3 => IndexMode::Wrap,
            4 => IndexMode::Normalize,
            _ => return None,
        })
    }

    /// Returns the index that the rule makes of `index` along an axis of this length; `None` where the rule refuses it.
    ///
    /// ```
    /// use tensor_format::stdlib::IndexMode;
    /// assert_eq!(IndexMode::Wrap.resolve(-1, 5), Some(4));
    /// assert_eq!(IndexMode::Clamp.resolve(9, 5), Some(4));
    /// assert_eq!(IndexMode::Normalize.resolve(-6, 5), None);
    /// ```
    #[must_use]
    pub fn resolve(self, index: i64, len: usize) -> Option<usize> {
        let len = i64::try_from(len).ok().filter(|len| *len > 0)?;
        let inside = match self {
            IndexMode::Throw => index,
            IndexMode::Clamp => index.clamp(0, len.saturating_sub(1)),
            IndexMode::Wrap => index.checked_rem_euclid(len)?,
            IndexMode::Normalize if index < 0 => index.checked_add(len)?,
            IndexMode::Normalize => index,
        };
        usize::try_from(inside).ok().filter(|inside| (*inside as u64) < len.unsigned_abs())
    }
}

impl MetaData {
    /// Returns the mode of an axis: the submodes repeat over the axes; without submodes it is the array's mode.
    #[must_use]
    pub fn mode_of(&self, axis: usize) -> IndexMode {
        let submode = axis.checked_rem(self.submodes.len()).and_then(|at| self.submodes.get(at));
        submode.copied().unwrap_or(self.mode)
    }

    /// Returns the byte offset of an element, each index resolved by its axis's mode.
    ///
    /// # Errors
    ///
    /// [`Rank`](ErrorKind::Rank) if there is not one index for each axis, [`Index`](ErrorKind::Index) for an index that
    /// its mode does not allow, [`Layout`](ErrorKind::Layout) if the element is below byte 0 or the record holds no
    /// strides.
    pub fn byte_offset(&self, indices: &[i64]) -> Result<usize, ErrorKind> {
        let rank = self.shape.rank();
        if indices.len() != rank {
            return Err(ErrorKind::Rank { expected: rank, or_more: false, found: indices.len() });
        }
        self.check_strides()?;
        let mut at = i128::from(self.offset);
        for (axis, ((&index, &len), &stride)) in indices.iter().zip(self.shape.iter()).zip(&self.strides).enumerate() {
            let inside = self.mode_of(axis).resolve(index, len).ok_or_else(|| ErrorKind::outside(index, len))?;
            at = at.saturating_add((inside as i128).saturating_mul(i128::from(stride)));
        }
        addressed(at)
    }

    /// Returns the byte offset of an element by its number in the declared order, resolved by the array's mode: in
    /// row-major order the last axis varies fastest, in column-major order the first.
    ///
    /// # Errors
    ///
    /// [`Index`](ErrorKind::Index) for a number that the mode does not allow, [`Layout`](ErrorKind::Layout) if the
    /// element is below byte 0, [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    pub fn linear_byte_offset(&self, index: i64) -> Result<usize, ErrorKind> {
        self.check_strides()?;
        let len = self.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?;
        let mut left = self.mode.resolve(index, len).ok_or_else(|| ErrorKind::outside(index, len))?;
        let mut at = i128::from(self.offset);
        let mut step = |len: usize, stride: i64| {
            let inside = left.checked_rem(len).unwrap_or_default();
            left = left.checked_div(len).unwrap_or_default();
            at = at.saturating_add((inside as i128).saturating_mul(i128::from(stride)));
        };
        let axes = self.shape.iter().zip(&self.strides);
        match self.order {
            Order::RowMajor => axes.rev().for_each(|(len, stride)| step(*len, *stride)),
            Order::ColumnMajor => axes.for_each(|(len, stride)| step(*len, *stride)),
        }
        addressed(at)
    }

    /// Returns the element at these indices in the array's buffer, each resolved by its axis's mode.
    ///
    /// # Errors
    ///
    /// As [`byte_offset`](Self::byte_offset), [`ElementType`](ErrorKind::ElementType) if the elements are of another
    /// type, and [`Layout`](ErrorKind::Layout) if the element is outside of the buffer.
    ///
    /// ```
    /// use tensor_format::{TensorRef, stdlib::{IndexMode, MetaData}};
    /// let array = TensorRef::from_slice([2, 2], &[1.0f64, 2.0, 3.0, 4.0])?;
    /// let mut meta = MetaData::of(&array)?;
    /// meta.submodes = [IndexMode::Normalize, IndexMode::Wrap].into_iter().collect();
    /// assert_eq!(meta.get::<f64>(array.buffer(), &[-1, 7])?, 4.0);
    /// assert!(meta.get::<f64>(array.buffer(), &[-3, 0]).is_err());
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    pub fn get<T: Element>(&self, buffer: &[u8], indices: &[i64]) -> Result<T, ErrorKind> {
        self.read(buffer, self.byte_offset(indices)?)
    }

    /// Returns the element of this number in the array's buffer; see [`linear_byte_offset`](Self::linear_byte_offset).
    ///
    /// # Errors
    ///
    /// As [`linear_byte_offset`](Self::linear_byte_offset) and [`get`](Self::get).
    pub fn get_linear<T: Element>(&self, buffer: &[u8], index: i64) -> Result<T, ErrorKind> {
        self.read(buffer, self.linear_byte_offset(index)?)
    }

    fn read<T: Element>(&self, buffer: &[u8], at: usize) -> Result<T, ErrorKind> {
        T::TYPE.expect(self.element_type()?)?;
        let bytes = at.checked_add(T::SIZE).and_then(|end| buffer.get(at..end));
        let bytes = bytes.ok_or(ErrorKind::Layout { why: "an element lies outside of the buffer" })?;
        match bytes {
            [byte] if T::TYPE == ElementType::Bool && *byte > 1 => Err(ErrorKind::InvalidBoolean(*byte)),
            _ => Ok(T::read(bytes, self.byte_order)),
        }
    }
}

fn addressed(at: i128) -> Result<usize, ErrorKind> {
    usize::try_from(at).map_err(|_| ErrorKind::Layout { why: "the element lies outside of what can be addressed" })
}
