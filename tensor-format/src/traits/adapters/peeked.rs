//! A source for one tensor whose header has been read already.

use crate::{DecodeError, ElementSource, ErrorKind, Header, HeaderPlace, Source, TensorRules};

/// A source of one tensor, whose header was read first to find out what type will take it: the first call of
/// [`tensor`](Source::tensor) returns that header.
///
/// ```
/// use tensor_format::{Decode, ElementType, Value, TensorRef, TensorRules, codec::{PeekedTensor, Source, ValueSource}};
/// let value = Value::Tensor(TensorRef::from_slice([2], &[1u8, 2])?);
/// let mut source = ValueSource::new(&value);
/// let mut begun = PeekedTensor::new(&mut source, &TensorRules::ANY)?;
/// assert_eq!(begun.peek().map(|header| header.element_type), Some(ElementType::U8));
/// assert_eq!(Vec::<u8>::decode(&mut begun)?, [1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PeekedTensor<E> {
    header: Option<Header>,
    elements: E,
}

impl<E> PeekedTensor<E> {
    /// Reads the header of the next tensor, which must satisfy `rules`.
    ///
    /// # Errors
    ///
    /// As [`Source::tensor_of`].
    pub fn new<'s, 'de, S>(source: &'s mut S, rules: &TensorRules<'_>) -> Result<Self, DecodeError>
    where
        S: Source<'de, Elements<'s> = E>,
    {
        let (header, elements) = source.tensor_of(rules, None)?;
        Ok(Self { header: Some(header), elements })
    }

    /// Returns the header of the tensor, or `None` once something has begun to read it.
    #[must_use]
    pub fn peek(&self) -> Option<&Header> {
        self.header.as_ref()
    }
}

impl<'de, E: ElementSource<'de>> Source<'de> for PeekedTensor<E> {
    type Elements<'s>
        = &'s mut E
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, &mut E), DecodeError> {
        match self.header.take() {
            Some(header) => Ok((header, &mut self.elements)),
            None => Err(ErrorKind::custom("one tensor stands here, and a second was asked for").into()),
        }
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        self.elements.offset(place)
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.elements.count_empty(items)
    }
}
