//! A source whose next tensor has been begun already.

use alloc::vec::Vec;

use super::{ElementSource, Place, RecordOrder, Source, delegate::delegate_elements};
use crate::{DecodeError, Element, ErrorKind, Header, RecordType, Tensor, TensorRef, TensorRules, Variable, View};

/// Gives one tensor whose header was read to find out what will take it: the first call of
/// [`tensor`](Source::tensor) returns that header.
///
/// ```
/// use tensor_format::{Begun, Decode, ElementType, Source, Value, ValueSource, TensorRef, TensorRules};
/// let value = Value::Tensor(TensorRef::from_slice([2], &[1u8, 2])?);
/// let mut source = ValueSource::new(&value);
/// let mut begun = Begun::new(&mut source, &TensorRules::ANY)?;
/// assert_eq!(begun.peek().map(|header| header.element_type), Some(ElementType::U8));
/// assert_eq!(Vec::<u8>::decode(&mut begun)?, [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Begun<'s, S> {
    source: &'s mut S,
    header: Option<Header>,
}

impl<'s, S> Begun<'s, S> {
    /// Begins the next tensor, held to `rules`.
    ///
    /// # Errors
    ///
    /// As [`Source::tensor_of`].
    pub fn new<'de>(source: &'s mut S, rules: &TensorRules<'_>) -> Result<Self, DecodeError>
    where
        S: Source<'de>,
    {
        let header = source.tensor_of(rules, None)?;
        Ok(Self { source, header: Some(header) })
    }

    /// The header of the tensor, or `None` once something has begun to read it.
    #[must_use]
    pub fn peek(&self) -> Option<&Header> {
        self.header.as_ref()
    }
}

impl<'de, S: Source<'de>> ElementSource<'de> for Begun<'_, S> {
    delegate_elements!('de, source);
}

impl<'de, S: Source<'de>> Source<'de> for Begun<'_, S> {
    const BORROWS: bool = S::BORROWS;

    fn tensor(&mut self) -> Result<Header, DecodeError> {
        self.header.take().ok_or_else(|| ErrorKind::custom("one tensor stands here, and a second was asked for").into())
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        self.source.end()
    }

    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Err(ErrorKind::TensorFound.into())
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        Ok(false)
    }

    fn name(&self) -> &str {
        ""
    }

    fn offset(&self, place: Place) -> Option<u64> {
        self.source.offset(place)
    }
}
