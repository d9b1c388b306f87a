//! Writes the elements of a column, each record's by itself.

use super::{NO_NAMES, Picked, missing, position};
use crate::{
    Block, ElementSink, ElementType, Encode, EncodeError, ErrorKind, Payload, RecordType, Shape, Sink,
    rules::columns::OpenAxes,
    traits::{
        block::header_of,
        sink::fields::{EncodeFields, FieldNames},
    },
};

/// Writes the elements that the items have for one parameter; each comes with its position in the list.
///
/// # Errors
///
/// Those of the items and of `out`, and [`MissingParam`](ErrorKind::MissingParam).
pub(super) fn pick<'a, const AT: usize, T: Encode + 'a, W: ElementSink<'a>>(
    items: impl Iterator<Item = (usize, &'a T)>,
    of: &Picked,
    out: &mut W,
) -> Result<(), EncodeError> {
    for (index, item) in items {
        let mut sink = Pick::<W, AT> { at: 0, of, found: false, out };
        let written = match item.encode(&mut sink) {
            Ok(()) if !sink.found && !of.column.form.is_optional => Err(missing(of.column.name)),
            written => written,
        };
        if let Err(error) = written {
            return Err(error.in_item(index));
        }
    }
    Ok(())
}

/// A sink that passes on the elements of one parameter of each record.
struct Pick<'p, W, const AT: usize> {
    /// The position of the next tensor's parameter.
    at: usize,
    of: &'p Picked,
    /// Whether a tensor was passed on.
    found: bool,
    out: &'p mut W,
}

impl<W, const AT: usize> Pick<'_, W, AT> {
    #[inline(always)]
    const fn wanted(&self) -> usize {
        position::<AT>(self.of.at)
    }

    /// Checks that a tensor fits into the column.
    #[inline]
    fn check(&mut self, element_type: ElementType, shape: &[usize]) -> Result<(), EncodeError> {
        if !self.of.column.fits(element_type, shape) {
            self.check_rules(element_type, shape)?;
        }
        self.found = true;
        Ok(())
    }

    /// Checks that a block fits into the column, by its header.
    #[inline(never)]
    fn check_header(&mut self, header: Result<(ElementType, Shape), ErrorKind>) -> Result<(), EncodeError> {
        let (element_type, shape) = header?;
        self.check(element_type, &shape)
    }

    /// Checks that a tensor keeps the rules of its parameter, for the reason why it does not fit.
    #[cold]
    fn check_rules(&self, element_type: ElementType, shape: &[usize]) -> Result<(), EncodeError> {
        let checked = (self.of.check)(self.wanted(), element_type, shape);
        checked.map_err(|kind| EncodeError::new(kind).in_parameter(self.of.column.name))
    }
}

impl<'a, W: ElementSink<'a>, const AT: usize> Sink<'a> for Pick<'_, W, AT> {
    #[inline]
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        if self.at != self.wanted() {
            return Ok(());
        }
        self.check(element_type, shape)?;
        payload.write(self.out)
    }

    #[inline]
    fn block<B: Block>(&mut self, value: &'a B) -> Result<(), EncodeError> {
        if self.at != self.wanted() {
            return Ok(());
        }
        let rank = const { B::RULES.expect_tensor().axes.rank() };
        // Of scalars nothing else can differ, and of numbers nothing else matters to those who read them.
        let is_fixed = self.of.column.form.open == OpenAxes::None && is_of::<B>(self.of.element_type);
        if is_fixed
            && ((rank == 0 && self.of.column.inner.is_empty()) || (B::SIZE.is_some() && B::SIZE == self.of.column.size))
        {
            self.found = true;
        } else {
            self.check_header(header_of::<B>())?;
        }
        value.write(self.out)
    }

    #[inline]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.at = index;
        self
    }

    #[inline]
    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        Ok(())
    }

    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, _: bool) -> Result<(), EncodeError> {
        fields.encode_at(self.wanted(), self, FieldNames::of(record))
    }

    #[inline]
    fn picked(&self) -> Option<usize> {
        Some(self.wanted())
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}

/// Returns whether the elements of `B` are of this type.
#[inline]
fn is_of<B: Block>(element_type: ElementType) -> bool {
    Some(element_type) == const { B::RULES.expect_tensor().types.single() }
}
