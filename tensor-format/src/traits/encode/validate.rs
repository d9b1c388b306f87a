//! Checks the elements of values against the ranges of their parameters.

use alloc::{boxed::Box, vec::Vec};

use super::Encode;
use crate::{
    ByteOrder, Element, ElementSink, ElementType, EncodeError, ErrorKind, OutOfRange, Param, Payload, Presence,
    RecordRules, RecordType, Rules, Sink, ValueRange, Variable, Violation, rules::positions::Positions,
    traits::sink::elements::strided::copy_bytes,
};

/// The most violations that [`Encode::validate`] lists, so that a small message cannot make a huge list.
pub const MAX_VIOLATIONS: usize = 1 << 16;

/// Checks a value against these rules and returns all violations. `rules` come from the caller, since a type that is
/// known only at run time has no constant of them.
pub(crate) fn validate<T: Encode + ?Sized>(value: &T, rules: Rules<'static>) -> Result<(), EncodeError> {
    let mut sink = Validation { rules, names: Vec::new(), current: None, written: 0, violations: Vec::new() };
    if let Err(error) = value.encode(&mut sink) {
        let parameter = error.parameter().map(Into::into);
        sink.violations.push(Violation { parameter, kind: error.into_kind() });
    }
    EncodeError::from_violations(sink.violations).map_or(Ok(()), Err)
}

/// The sink that checks a value against rules and collects the violations.
struct Validation {
    rules: Rules<'static>,
    /// For a record whose names are known only at run time, the position in the rules of each name; `None` for a name
    /// that they do not list.
    names: Vec<Option<usize>>,
    /// The position in the rules of the next tensor's parameter; `written` is how many tensors it had before.
    current: Option<usize>,
    written: usize,
    violations: Vec<Violation>,
}

impl Validation {
    fn check<'a, P: Payload<'a>>(&mut self, shape: &[usize], payload: &P) -> Result<(), EncodeError> {
        let param = match self.rules {
            Rules::Tensor(rules) => Some(Param::new("", rules)),
            Rules::Record(rules) => self.current.and_then(|index| rules.get(index)),
        };
        let tensor = self.written;
        self.written = tensor.saturating_add(1);
        let Some(param) = param else { return Ok(()) };
        let Some(range) = param.rules.range else { return Ok(()) };
        let tensor = (param.presence == Presence::Many).then_some(tensor);
        let violations = &mut self.violations;
        let mut report = |fault| {
            if violations.len() < MAX_VIOLATIONS {
                let parameter = Some(param.name).filter(|name| !name.is_empty()).map(Into::into);
                violations.push(Violation { parameter, kind: ErrorKind::OutOfRange(Box::new(fault)) });
            }
            Ok(())
        };
        payload.write(&mut Elements::new(range, tensor, shape, &mut report))
    }
}

impl<'a> Sink<'a> for Validation {
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, shape: &[usize], payload: &P) -> Result<(), EncodeError> {
        self.check(shape, payload)
    }

    fn metadata(&mut self, _: &str, _: &str) -> Result<(), EncodeError> {
        Ok(())
    }

    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        Ok(())
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        let rules = self.rules.as_record().copied().unwrap_or(RecordRules::ANY);
        let mut positions = Positions::new(&rules);
        self.names = names.enumerate().map(|(near, name)| positions.find(name, near)).collect();
        Ok(())
    }

    fn parameter(&mut self, index: usize) -> &mut Self {
        let next = if self.names.is_empty() { Some(index) } else { self.names.get(index).copied().flatten() };
        if next != self.current {
            self.written = 0;
        }
        self.current = next;
        self
    }
}

/// A sink for the elements of one tensor, which calls `report` for each that is out of a range.
pub(crate) struct Elements<'v> {
    range: &'static ValueRange,
    tensor: Option<usize>,
    shape: &'v [usize],
    at: usize,
    report: &'v mut dyn FnMut(OutOfRange) -> Result<(), EncodeError>,
}

impl<'v> Elements<'v> {
    /// Creates the sink for a tensor of this shape; `tensor` is its number among those of its parameter, if that may
    /// have many.
    pub(crate) fn new(
        range: &'static ValueRange,
        tensor: Option<usize>,
        shape: &'v [usize],
        report: &'v mut dyn FnMut(OutOfRange) -> Result<(), EncodeError>,
    ) -> Self {
        Self { range, tensor, shape, at: 0, report }
    }

    fn each<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        let range = self.range.in_type::<T>();
        for &element in run {
            if let Some(found) = range.find_outside(element) {
                let (expected, index) = (*self.range, index_of(self.at, self.shape));
                (self.report)(OutOfRange { tensor: self.tensor, index, element_type: T::TYPE, expected, found })?;
            }
            self.at = self.at.saturating_add(1);
        }
        Ok(())
    }
}

/// Returns the index along each axis of element number `at` in row-major order.
pub(crate) fn index_of(mut at: usize, shape: &[usize]) -> Box<[usize]> {
    let mut index: Vec<usize> = Vec::with_capacity(shape.len());
    for &len in shape.iter().rev() {
        index.push(at.checked_rem(len).unwrap_or_default());
        at = at.checked_div(len).unwrap_or_default();
    }
    index.reverse();
    index.into()
}

impl<'a> ElementSink<'a> for Elements<'_> {
    const CHECKS: bool = true;

    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        self.each(run)
    }

    fn bytes(&mut self, element_type: ElementType, bytes: &'a [u8], order: ByteOrder) -> Result<(), EncodeError> {
        copy_bytes(self, element_type, bytes, order)
    }

    fn variable(&mut self, _: Variable<'a>) -> Result<(), EncodeError> {
        Ok(())
    }
}
