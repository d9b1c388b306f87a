//! Columns of a list of records as the bytes of numbers in memory.

use crate::ElementType;

/// The most columns of a list that a source lends as they are in memory.
pub(crate) const MOST_NATIVE: usize = 16;

/// The rows to come of a column of numbers, which lie in memory as the machine has them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct NativeColumn<'h> {
    pub(crate) element_type: ElementType,
    /// The size in bytes of a row; 0 of a column that is not there.
    pub(crate) size: usize,
    pub(crate) bytes: &'h [u8],
}

impl NativeColumn<'_> {
    /// A column that is not there.
    pub(crate) const NONE: Self = Self { element_type: ElementType::U8, size: 0, bytes: &[] };
}

/// All columns of a list.
pub(crate) type NativeColumns<'h> = [NativeColumn<'h>; MOST_NATIVE];
