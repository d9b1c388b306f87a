//! Index modes: what happens to an index outside of its axis.

use super::MetaData;
use crate::ErrorKind;

/// What happens to an index outside of its axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum IndexMode {
    /// It is an error.
    #[default]
    Throw,
    /// It becomes the nearest index inside.
    Clamp,
    /// It is taken modulo the length.
    Wrap,
    /// From -1 down it counts from the end; beyond that it is an error.
    Normalize,
}

impl IndexMode {
    /// The number in the record.
    #[must_use]
    pub const fn number(self) -> i8 {
        match self {
            IndexMode::Throw => 1,
            IndexMode::Clamp => 2,
            IndexMode::Wrap => 3,
            IndexMode::Normalize => 4,
        }
    }

    /// The mode of a number.
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

    /// The index inside of an axis of this length; `None` where there is none.
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
    /// The mode of an axis: the submodes repeat over the axes; without any, the array's mode counts.
    #[must_use]
    pub fn mode_of(&self, axis: usize) -> IndexMode {
        let submode = axis.checked_rem(self.submodes.len()).and_then(|at| self.submodes.get(at));
        submode.copied().unwrap_or(self.mode)
    }

    /// The byte offset of an element, each index resolved by its axis's mode.
    ///
    /// # Errors
    ///
    /// [`Rank`](ErrorKind::Rank) if there is not one index an axis, [`Index`](ErrorKind::Index) for an index that its mode
    /// does not allow, [`Layout`](ErrorKind::Layout) if the element lies below byte 0.
    pub fn byte_offset(&self, indices: &[i64]) -> Result<usize, ErrorKind> {
        let rank = self.shape.rank();
        if indices.len() != rank {
            return Err(ErrorKind::Rank { expected: rank, or_more: false, found: indices.len() });
        }
        let mut at = i128::from(self.offset);
        for (axis, ((&index, &len), &stride)) in indices.iter().zip(self.shape.iter()).zip(&self.strides).enumerate() {
            let Some(inside) = self.mode_of(axis).resolve(index, len) else {
                let index = usize::try_from(index.unsigned_abs()).unwrap_or(usize::MAX);
                return Err(ErrorKind::Index { index, len });
            };
            at = at.saturating_add((inside as i128).saturating_mul(i128::from(stride)));
        }
        usize::try_from(at).map_err(|_| ErrorKind::Layout { why: "the element lies outside of what can be addressed" })
    }
}
