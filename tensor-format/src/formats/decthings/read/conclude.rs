//! What is wrong with bytes, and where.

use super::{Options, SliceSource, tensors_of_record};
use crate::{Decode, DecodeError, ErrorKind, Rules, Source};

/// Returns whether a header has a fault that it has too if it is that of a record's names.
pub(in super::super) fn is_of_header(kind: &ErrorKind) -> bool {
    matches!(kind, ErrorKind::ElementType { .. } | ErrorKind::Rank { .. } | ErrorKind::AxisLength { .. })
}

/// Says so if the input is a whole record where one tensor was expected.
#[cold]
pub(in super::super) fn record_found(input: &[u8], options: &Options) -> Option<DecodeError> {
    let tensors = tensors_of_record(input, options)?;
    Some(DecodeError::new(ErrorKind::RecordFound { tensors }).at(0))
}

impl<const FAST: bool> SliceSource<'_, FAST> {
    /// Ends the reading of a value of these rules that is to fill the input: explains the error there was, or returns
    /// the one there is if bytes are left.
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

    /// Reads a value. An error without a place gets one, as [`placed`](Self::placed).
    #[inline]
    pub(in super::super) fn value<'de, T: Decode<'de>>(&mut self) -> Result<T, DecodeError>
    where
        Self: Source<'de>,
    {
        T::decode(self).map_err(|error| self.placed(error))
    }

    /// Gives a place to an error that has none: where the current tensor begins, or the value if the fault is what it
    /// lacks.
    #[cold]
    pub(in super::super) fn placed(&self, mut error: DecodeError) -> DecodeError {
        self.place(&mut error);
        error
    }

    fn place(&self, error: &mut DecodeError) {
        let place = if error.kind().is_absence() { 0 } else { self.start };
        error.place(place as u64);
    }

    /// Gives a place to an error in reading a value of these rules that is to fill the input, and says so when one
    /// tensor was expected and the input is a whole record.
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
