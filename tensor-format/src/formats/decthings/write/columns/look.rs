//! A look at one record of a list: the sink that passes each tensor on with its column.

use core::marker::PhantomData;

use super::head::positions_of;
use crate::{
    Bindings, Block, ElementType, ElementTypes, EncodeError, ErrorKind, OneBlock, Payload, RecordType, Sink,
    formats::decthings::write::lied,
    rules::columns::{
        OpenAxes,
        table::{ListColumn, tensors_of},
    },
    traits::{
        encode::records::{NO_NAMES, missing},
        header_of, put_list,
        sink::{
            fields::{EncodeFields, FieldNames},
            items::EncodeItems,
        },
    },
};

/// What is done with the tensors of records.
pub(super) trait Visit {
    /// Whether the lengths of named axes are compared.
    const BINDS: bool;

    /// Takes the tensor that a record has for the column at position `at`; `open` are the lengths of its open axes.
    fn tensor<'a, P: Payload<'a>>(
        &mut self,
        at: usize,
        of: &'static ListColumn,
        open: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError>;

    /// Takes a list of records of a record, each of whose tensors is the value of one of the columns `to`, the first of
    /// which is at position `at`.
    fn list<'a, J: EncodeItems<'a>>(
        &mut self,
        at: usize,
        to: &'static [ListColumn],
        items: &J,
    ) -> Result<(), EncodeError>;

    /// Ends a record of a list with these columns, in which those were `found` whose bits are set.
    fn end(&mut self, list: &'static [ListColumn], found: u64) -> Result<(), EncodeError>;
}

/// Looks at all records, and returns how many there are.
///
/// # Errors
///
/// Those of the records and of `visit`, in the item that has them.
#[inline(always)]
pub(super) fn look_at<'a, I: EncodeItems<'a>, V: Visit>(items: &I, visit: &mut V) -> Result<usize, EncodeError> {
    let mut all = items.clone();
    let mut n = 0_usize;
    loop {
        let mut look = Look::<I, V> { visit, at: 0, found: 0, items: PhantomData };
        let Some(written) = all.encode_next(&mut look) else { return Ok(n) };
        if let Err(error) = written.and_then(|()| look.end()) {
            return Err(error.in_item(n));
        }
        n = n.wrapping_add(1);
    }
}

/// A look at one record: the sink that its tensors go through.
struct Look<'l, I, V> {
    visit: &'l mut V,
    /// The position of the next tensor's parameter.
    at: usize,
    /// A bit for each parameter that has a tensor.
    found: u64,
    items: PhantomData<I>,
}

impl<'a, I: EncodeItems<'a>, V: Visit> Look<'_, I, V> {
    /// A bit for each parameter that must have a tensor.
    const REQUIRED: u64 = required(I::LIST);

    #[inline(always)]
    fn end(&mut self) -> Result<(), EncodeError> {
        match Self::REQUIRED & !self.found {
            0 => self.visit.end(I::LIST, self.found),
            absent => Err(missing(name::<I>(absent.trailing_zeros() as usize))),
        }
    }

    /// Takes a tensor that fits into its column.
    #[inline(always)]
    fn take<P: Payload<'a>>(
        &mut self,
        of: &'static ListColumn,
        open: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        self.find(1)?;
        self.visit.tensor(self.at, of, open, payload)
    }

    /// Notes that the next parameters have a tensor, those whose bit is set in `bits`.
    #[inline(always)]
    fn find(&mut self, bits: u64) -> Result<(), EncodeError> {
        let bits = bits.wrapping_shl(self.at as u32);
        if self.found & bits != 0 {
            return Err(unfit::<I>(self.at, Ok(())));
        }
        self.found |= bits;
        Ok(())
    }
}

/// Returns the name of the parameter at a position.
fn name<'a, I: EncodeItems<'a>>(at: usize) -> &'static str {
    I::LIST.get(at).map_or("", |column| column.name)
}

/// Returns the error for a tensor that does not fit into the column at a position: that of the rules, if it breaks them.
#[cold]
fn unfit<'a, I: EncodeItems<'a>>(at: usize, checked: Result<(), ErrorKind>) -> EncodeError {
    checked.map_or_else(EncodeError::new, |()| lied()).in_parameter(name::<I>(at))
}

/// Returns a bit for each column in which every record has a tensor.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
const fn required(list: &[ListColumn]) -> u64 {
    let (mut at, mut bits) = (0, 0);
    while at < list.len() && at < u64::BITS as usize {
        if !list[at].form.is_optional {
            bits |= 1 << at;
        }
        at += 1;
    }
    bits
}

/// Returns whether `B` has elements of this type, and no axes.
#[inline(always)]
fn is_scalar<B: Block>(of: &ListColumn) -> bool {
    of.inner.is_empty() && is_of::<B>(of) && const { B::RULES.expect_tensor().axes.rank() == 0 }
}

/// Returns whether `B` has elements of this type.
#[inline(always)]
fn is_of<B: Block>(of: &ListColumn) -> bool {
    of.element_type == const { B::RULES.expect_tensor().types.single() }
}

impl<'a, I: EncodeItems<'a>, V: Visit> Sink<'a> for Look<'_, I, V> {
    const COLUMN_TYPES: ElementTypes = super::TYPES;

    #[inline(always)]
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        match I::LIST.get(self.at) {
            Some(of) if of.fits(element_type, shape) => {
                self.take(of, shape.get(..of.form.open.count()).unwrap_or_default(), payload)
            }
            _ => Err(unfit::<I>(self.at, I::check(self.at, element_type, shape))),
        }
    }

    #[inline(always)]
    fn block<B: Block>(&mut self, value: &'a B) -> Result<(), EncodeError> {
        match I::LIST.get(self.at) {
            Some(of) if of.form.open == OpenAxes::None => {
                let is_fixed = B::SIZE.is_some() && B::SIZE == of.size && is_of::<B>(of);
                if is_fixed || is_scalar::<B>(of) {
                    return self.take(of, &[], &OneBlock(value));
                }
            }
            _ => {}
        }
        let (element_type, shape) = header_of::<B>()?;
        self.tensor(element_type, &shape, &OneBlock(value))
    }

    #[inline(always)]
    fn list<B: Block, P: Payload<'a>>(&mut self, n: usize, payload: &P) -> Result<(), EncodeError> {
        match I::LIST.get(self.at) {
            Some(of) if of.form.open == OpenAxes::First && is_scalar::<B>(of) => self.take(of, &[n], payload),
            _ => put_list::<B, _, P>(self, n, payload),
        }
    }

    #[inline(always)]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.at = index;
        self
    }

    #[inline(always)]
    fn record(&mut self, _: RecordType, _: &[usize]) -> Result<(), EncodeError> {
        Ok(())
    }

    #[inline(always)]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, named: bool) -> Result<(), EncodeError> {
        let mut axes = if V::BINDS && named { Some(Bindings::new()) } else { None };
        fields.encode(self, FieldNames::of(record), axes.as_mut())
    }

    #[inline(always)]
    fn columns<J: EncodeItems<'a>>(&mut self, items: &J) -> Result<bool, EncodeError> {
        let (tensors, positions) = const { (tensors_of(J::LIST), positions_of(J::LIST, I::LIST)) };
        match I::LIST.get(self.at..self.at.saturating_add(tensors)) {
            Some(to) if positions.wrapping_shr(self.at as u32) & 1 == 1 => {
                self.find(!(u64::MAX << tensors))?;
                self.visit.list(self.at, to, items).map(|()| true)
            }
            _ => Err(unfit::<I>(self.at, Err(ErrorKind::RecordFound { tensors }))),
        }
    }

    fn names<'n, N>(&mut self, _: N) -> Result<(), EncodeError>
    where
        N: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}
