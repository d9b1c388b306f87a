//! Wraps a sink or source and checks a tensor against rules narrower than those of its type.

use crate::{
    Bindings, Block, DecodeError, ElementSource, ElementType, EncodeError, ErrorKind, Header, HeaderPlace, Payload,
    RecordType, Sink, Source, TensorRules,
};

/// Wraps a sink or source, passes one tensor through, and checks its header against rules first. With [`Bindings`] its
/// named axes must agree with the other tensors of the record.
#[derive(Debug)]
pub struct RuleChecked<'c, 'r, S> {
    inner: &'c mut S,
    rules: TensorRules<'r>,
    bindings: Option<(&'c mut Bindings<'r>, &'r str)>,
}

impl<'c, 'r, S> RuleChecked<'c, 'r, S> {
    /// Wraps a sink or source so that the next tensor is checked against `rules`.
    #[inline]
    pub fn new(inner: &'c mut S, rules: TensorRules<'r>) -> Self {
        Self { inner, rules, bindings: None }
    }

    /// Wraps a sink or source so that the next tensor, of the parameter called `parameter`, is checked against `rules`,
    /// and its named axes against those of the other parameters of its record.
    #[inline]
    pub fn bound(inner: &'c mut S, rules: TensorRules<'r>, bindings: &'c mut Bindings<'r>, parameter: &'r str) -> Self {
        Self { inner, rules, bindings: Some((bindings, parameter)) }
    }

    fn check(&mut self, element_type: ElementType, shape: &[usize]) -> Result<(), ErrorKind> {
        self.rules.check(element_type, shape)?;
        self.bindings.as_mut().map_or(Ok(()), |(bindings, parameter)| bindings.bind(parameter, &self.rules, shape))
    }
}

impl<'a, S: Sink<'a>> Sink<'a> for RuleChecked<'_, '_, S> {
    fn lacks_room(&self, bytes: usize) -> bool {
        self.inner.lacks_room(bytes)
    }

    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        self.check(element_type, shape)?;
        self.inner.tensor(element_type, shape, payload)
    }

    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        let (element_type, shape) = crate::traits::block::header_of::<T>()?;
        self.check(element_type, &shape)?;
        self.inner.block(value)
    }

    fn record(&mut self, _: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        Err(ErrorKind::RecordFound { tensors: counts.iter().sum() }.into())
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::RecordFound { tensors: names.count() }.into())
    }
}

impl<'de, S: Source<'de>> Source<'de> for RuleChecked<'_, '_, S> {
    type Elements<'s>
        = S::Elements<'s>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, S::Elements<'_>), DecodeError> {
        let bindings = self.bindings.as_mut().map(|(bindings, parameter)| (&mut **bindings, *parameter));
        self.inner.tensor_of(&self.rules, bindings)
    }

    #[inline]
    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<S::Elements<'_>, DecodeError> {
        // Where one element type is allowed, the wider rules can be compared with it without a copy of the header.
        let Some(element_type) = self.rules.types.single().filter(|single| rules.types.contains(*single)) else {
            return crate::traits::lengths_of(self, rules, lens);
        };
        let elements = self.inner.lengths_of(&self.rules, lens)?;
        let bound = self.bindings.as_mut().map(|(bindings, parameter)| bindings.bind(parameter, &self.rules, lens));
        match bound.unwrap_or(Ok(())).and_then(|()| rules.check(element_type, lens)) {
            Ok(()) => Ok(elements),
            Err(kind) => Err(elements.locate(kind)),
        }
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        self.inner.offset(place)
    }

    fn position(&self) -> Option<u64> {
        self.inner.position()
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.inner.count_empty(items)
    }

    fn empty_limit(&self) -> crate::traits::EmptyLimit {
        self.inner.empty_limit()
    }
}
