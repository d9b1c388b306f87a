//! The end of reading: the reason and place of an error.

use super::{Options, SliceSource, tensors_of_record};
use crate::{Decode, DecodeError, ErrorKind, Rules, Source};

/// Returns whether the fault of a header is one that the header of a record's names would have too.
pub(in super::super) fn is_of_header(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::ElementType { .. } | ErrorKind::Rank { .. } | ErrorKind::AxisLength { .. })
}

/// Returns the error for a whole record found where one tensor was expected; `None` if the input is none.
#[cold]
pub(in super::super) fn record_found(input: &[u8], options: &Options) -> Option<DecodeError> {
    let tensors = tensors_of_record(input, options)?;
    Some(DecodeError::new(ErrorKind::RecordFound { tensors }).at(0))
}

impl<const FAST: bool> SliceSource<'_, FAST> {
    /// Ends the reading of a value of these rules that has to fill the input: completes the error there was, or returns
    /// one if bytes are left.
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

    /// Reads a value. An error without a place gets one, as by [`placed`](Self::placed).
    #[inline]
    pub(in super::super) fn value<'de, T: Decode<'de>>(&mut self) -> Result<T, DecodeError>
    where
        Self: Source<'de>,
    {
        T::decode(self).map_err(|error| self.placed(error))
    }

    /// Gives a place to an error that has none: where the current tensor begins, or where the value begins if something
    /// is missing in it.
    #[cold]
    pub(in super::super) fn placed(&self, mut error: DecodeError) -> DecodeError {
        self.place(&mut error);
        error
    }

    fn place(&self, error: &mut DecodeError) {
        let place = if error.kind().is_absence() { 0 } else { self.start };
        error.place(place as u64);
    }

    /// Gives a place to an error in reading a value of these rules that has to fill the input. If one tensor was
    /// expected and the input is a whole record, the error becomes that.
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
