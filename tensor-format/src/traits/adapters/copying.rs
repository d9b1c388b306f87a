//! A sink that copies elements, for values that live shorter than the wrapped sink requires.

use core::marker::PhantomData;

use crate::{
    ByteOrder, Element, ElementSink, ElementType, EncodeError, Payload, RecordType, Sink, Variable,
    traits::sink::elements::strided::copy_bytes,
};

/// Passes a value on to a sink by copying its elements, so that the value need not outlive the call.
pub(crate) struct Copied<'c, S>(pub(crate) &'c mut S);

impl<'a, 't, S: Sink<'a>> Sink<'t> for Copied<'_, S> {
    fn tensor<P: Payload<'t>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        self.0.tensor(element_type, shape, &CopiedPayload { payload, lifetime: PhantomData })
    }

    fn metadata(&mut self, name: &str, json: &str) -> Result<(), EncodeError> {
        self.0.metadata(name, json)
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.0.record(record, counts)
    }

    fn parameter(&mut self, index: usize) -> &mut Self {
        self.0.parameter(index);
        self
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.0.names(names)
    }
}

struct CopiedPayload<'p, 't, P> {
    payload: &'p P,
    lifetime: PhantomData<&'t ()>,
}

impl<'a, 't, P: Payload<'t>> Payload<'a> for CopiedPayload<'_, 't, P> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        self.payload.write(&mut CopiedElements(out))
    }
}

struct CopiedElements<'w, W>(&'w mut W);

impl<'a, 't, W: ElementSink<'a>> ElementSink<'t> for CopiedElements<'_, W> {
    const CHECKS: bool = W::CHECKS;

    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.0.copy_numbers(run)
    }

    fn bytes(&mut self, element_type: ElementType, bytes: &'t [u8], order: ByteOrder) -> Result<(), EncodeError> {
        copy_bytes(self.0, element_type, bytes, order)
    }

    fn variable(&mut self, element: Variable<'t>) -> Result<(), EncodeError> {
        self.0.variable(element.into_owned())
    }
}
