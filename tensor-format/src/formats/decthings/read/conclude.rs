//! The end of reading: the reason and byte offset of an error.

use super::{Options, SliceSource, tensors_of_record};
use crate::{Decode, DecodeError, ErrorKind, Rules, Source};

/// Returns whether an error is about a header's element type, rank or lengths: one that a record gives too where one
/// tensor is expected, since it begins with the tensor of its names.
pub(in super::super) fn is_of_header(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::ElementType { .. } | ErrorKind::Rank { .. } | ErrorKind::AxisLength { .. })
}

/// Returns the error for a whole record found where one tensor was expected; `None` if the input is not a record.
#[cold]
pub(in super::super) fn record_found(input: &[u8], options: &Options) -> Option<DecodeError> {
    let tensors = tensors_of_record(input, options)?;
    Some(DecodeError::new(ErrorKind::RecordFound { tensors }).at(0))
}

impl<const FAST: bool> SliceSource<'_, FAST> {
    /// Completes the error `fault` of reading a value that has to fill the input; without a fault, returns an error if
    /// bytes are left. `rules` are those of the value's type.
    #[inline]
    pub(in super::super) fn conclude(
        &self,
        fault: Option<&mut DecodeError>,
        rules: fn() -> Rules<'static>,
    ) -> Option<DecodeError> {
        if let Some(error) = fault {
            self.explain(error, &rules());
            return None;
        }
        if self.is_finished() {
            return None;
        }
        let mut error = self.finish().err()?;
        self.explain(&mut error, &rules());
        Some(error)
    }

    /// Reads a value. An error without a byte offset gets one, as [`placed`](Self::placed) says.
    #[inline]
    pub(in super::super) fn value<'de, T: Decode<'de>>(&mut self) -> Result<T, DecodeError>
    where
        Self: Source<'de>,
    {
        T::decode(self).map_err(|error| self.placed(error))
    }

    /// Returns the error with a byte offset: if it has none, that where the current tensor begins, or where the value
    /// begins if something is missing in it.
    #[cold]
    pub(in super::super) fn placed(&self, mut error: DecodeError) -> DecodeError {
        self.place(&mut error);
        error
    }

    fn place(&self, error: &mut DecodeError) {
        let place = if error.kind().is_absence() { 0 } else { self.start };
        error.place(place as u64);
    }

    /// Gives a byte offset to an error in reading a value of these rules that has to fill the input. If one tensor was
    /// expected and the input is a whole record, the error becomes one that says so.
    #[cold]
    pub(in super::super) fn explain(&self, error: &mut DecodeError, rules: &Rules<'_>) {
        self.place(error);
        if !matches!(rules, Rules::Tensor(_)) {
            return;
        }
        match error.kind() {
            kind if is_of_header(kind) => {
                if let Some(found) = record_found(self.input, self.options()) {
                    *error = found;
                }
            }
            &ErrorKind::TrailingBytes { count, or_more, .. } => {
                let record_of = tensors_of_record(self.input, self.options());
                let kind = ErrorKind::TrailingBytes { count, or_more, record_of };
                *error = DecodeError::new(kind).at(error.offset().unwrap_or_default());
            }
            _ => {}
        }
    }
}
