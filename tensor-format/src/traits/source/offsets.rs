//! Where a tensor that has been read was in the input, for errors that are found later.

use super::{ElementSource, HeaderPlace};
use crate::DecodeError;

/// The offsets in the input of a tensor's outermost axis and of its elements, if they are known.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TensorOffsets {
    pub(crate) axis: Option<u64>,
    pub(crate) elements: Option<u64>,
}

impl TensorOffsets {
    /// Returns the offsets of the tensor that has these elements, none of which has been read.
    #[inline]
    pub(crate) fn of<'de, E: ElementSource<'de>>(elements: &E) -> Self {
        Self { axis: elements.offset(HeaderPlace::Axis(0)), elements: elements.offset(HeaderPlace::Elements) }
    }

    /// Returns the error with the offset of the part of the tensor that it is about, unless it has one.
    #[cold]
    pub(crate) fn locate(self, error: DecodeError) -> DecodeError {
        let offset = match HeaderPlace::of(error.kind()) {
            HeaderPlace::Axis(0) => self.axis.or(self.elements),
            _ => self.elements,
        };
        match offset {
            Some(offset) => error.at(offset),
            None => error,
        }
    }
}
