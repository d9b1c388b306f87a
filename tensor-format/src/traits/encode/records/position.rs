//! Makes the position of a parameter known to the compiler, so that nothing is left of all other fields of a record.

use super::NO_NAMES;
use crate::{
    Block, ElementType, Encode, EncodeError, ErrorKind, Payload, RecordType, Sink,
    traits::sink::fields::{AtPosition, EncodeFields, UNKNOWN},
};

/// Returns the position of a parameter: `AT`, or `at` where `AT` is [`UNKNOWN`].
pub(super) const fn position<const AT: usize>(at: usize) -> usize {
    if AT == UNKNOWN { at } else { AT }
}

/// Runs `then` for the parameter at this position of records of which `first` is the first. How many fields records have
/// is known where one is written.
#[inline]
pub(super) fn at_position<T: Encode, V: AtPosition>(first: Option<&T>, position: usize, mut then: V) -> V::Output {
    let mut sink = Enter { position, then: &mut then, output: None };
    if let Some(record) = first {
        // What is wrong with it is found where it is written.
        let _ = record.encode(&mut sink);
    }
    sink.output.unwrap_or_else(|| then.run::<UNKNOWN>())
}

/// A sink that writes nothing, and does something for one parameter of the record that comes.
struct Enter<'t, V: AtPosition> {
    position: usize,
    then: &'t mut V,
    output: Option<V::Output>,
}

impl<'a, V: AtPosition> Sink<'a> for Enter<'_, V> {
    #[inline]
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, _: &[usize], _: &P) -> Result<(), EncodeError> {
        Ok(())
    }

    #[inline]
    fn block<B: Block>(&mut self, _: &'a B) -> Result<(), EncodeError> {
        Ok(())
    }

    #[inline]
    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        Ok(())
    }

    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, _: RecordType, _: &F, _: bool) -> Result<(), EncodeError> {
        if self.output.is_none() {
            self.output = Some(F::at_position(self.position, self.then));
        }
        Ok(())
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}
