//! A value that is written only if its named axes have lengths that were fixed elsewhere.

use alloc::vec::Vec;

use crate::{
    Bindings, Block, ElementType, Encode, EncodeError, HasRules, Payload, RecordType, Rules, Sink,
    rules::positions::Positions,
};

/// A value whose named axes are checked against the lengths in `bindings` while it is written.
pub(crate) struct AxisBound<'v, T> {
    pub(crate) value: &'v T,
    pub(crate) bindings: &'v Bindings<'static>,
}

impl<T: HasRules> HasRules for AxisBound<'_, T> {
    const RULES: Rules<'static> = T::RULES;
}

impl<T: Encode> Encode for AxisBound<'_, T> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        let bindings = self.bindings.clone();
        self.value.encode(&mut BoundSink { inner: sink, rules: T::RULES, bindings, names: Vec::new(), current: None })
    }
}

struct BoundSink<'c, S> {
    inner: &'c mut S,
    rules: Rules<'static>,
    bindings: Bindings<'static>,
    /// For a record whose names are known only at run time, the position in the rules of each name; `None` for a name
    /// that they do not list.
    names: Vec<Option<usize>>,
    /// The position in the rules of the next tensor's parameter; `None` if they do not list it.
    current: Option<usize>,
}

impl<S> BoundSink<'_, S> {
    fn bind(&mut self, shape: &[usize]) -> Result<(), EncodeError> {
        let record = match &self.rules {
            Rules::Tensor(rules) => return Ok(self.bindings.bind("output", rules, shape)?),
            Rules::Record(record) => record,
        };
        let Some(param) = self.current.and_then(|index| record.get(index)) else { return Ok(()) };
        let bound = self.bindings.bind(param.name, &param.rules, shape);
        bound.map_err(|kind| EncodeError::new(kind).in_parameter(param.name))
    }
}

impl<'a, S: Sink<'a>> Sink<'a> for BoundSink<'_, S> {
    fn lacks_room(&self, bytes: usize) -> bool {
        self.inner.lacks_room(bytes)
    }

    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        self.bind(shape)?;
        self.inner.tensor(element_type, shape, payload)
    }

    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        let (_, shape) = crate::traits::block::header_of::<T>()?;
        self.bind(&shape)?;
        self.inner.block(value)
    }

    fn metadata(&mut self, name: &str, json: &str) -> Result<(), EncodeError> {
        self.inner.metadata(name, json)
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.inner.record(record, counts)
    }

    fn parameter(&mut self, index: usize) -> &mut Self {
        self.current = if self.names.is_empty() { Some(index) } else { self.names.get(index).copied().flatten() };
        self.inner.parameter(index);
        self
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        if let Rules::Record(record) = &self.rules {
            let mut positions = Positions::new(record);
            self.names = names.clone().enumerate().map(|(near, name)| positions.find(name, near)).collect();
        }
        self.inner.names(names)
    }
}
