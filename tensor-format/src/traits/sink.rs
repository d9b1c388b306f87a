//! The trait [`Sink`], which a format's writer implements: it writes the tensors of values.
//!
//! [`Sink::tensor`] takes an element type, a shape and a payload, which writes its elements by the traits in
//! `elements`. A record begins with its names, and [`Sink::parameter`] says of each tensor which parameter it belongs
//! to. `fields` passes all fields of a derived record by one call, so that a format may write their headers as one
//! constant.

use self::{
    fields::{EncodeFields, write_fields},
    items::EncodeItems,
};
use crate::{Block, ElementType, ElementTypes, EncodeError, Payload, RecordType};

pub(crate) mod elements;
pub(crate) mod fields;
pub(crate) mod items;
pub(crate) mod piece;

/// A format's writer, which takes the tensors and records of values.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no writer of a tensor format",
    label = "`Sink` is not implemented",
    note = "to write a value into bytes, call a format's `to_vec`, `append` or `to_writer`; to turn it into tensors, call `to_value`"
)]
pub trait Sink<'a> {
    /// The element types of columns that the sink takes all at once.
    #[doc(hidden)]
    const COLUMN_TYPES: ElementTypes = ElementTypes::NONE;

    /// Writes one tensor. A format may let `payload` write its elements more than once, first to measure them.
    ///
    /// # Errors
    ///
    /// [`UnsupportedElementType`](crate::ErrorKind::UnsupportedElementType) and what else the format cannot hold.
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError>;

    /// Writes a value whose element type and shape are fixed by its type, so that a format can keep its header as a
    /// constant.
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor).
    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        let (element_type, shape) = super::block::header_of::<T>()?;
        self.tensor(element_type, &shape, &super::block::OneBlock(value))
    }

    /// Writes a list of `n` values of type `T`, whose elements are in `payload`.
    #[doc(hidden)]
    fn list<T: Block, P: Payload<'a>>(&mut self, n: usize, payload: &P) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        put_list::<T, _, P>(self, n, payload)
    }

    /// Writes metadata of the record that begins next: a name, and a value as JSON text, where `null` means that there
    /// is no metadata.
    ///
    /// # Errors
    ///
    /// [`NoMetadata`](crate::ErrorKind::NoMetadata) for anything but `null`, unless the format has a place for them.
    fn metadata(&mut self, name: &str, json: &str) -> Result<(), EncodeError> {
        let _ = name;
        if json == "null" { Ok(()) } else { Err(crate::ErrorKind::NoMetadata.into()) }
    }

    /// Begins a record whose tensors have these names, in this order.
    ///
    /// # Errors
    ///
    /// What the format cannot hold.
    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone;

    /// Begins a record of a type with this [`HasRules::RECORD`](crate::HasRules::RECORD); `counts` says for each
    /// parameter of its rules how many tensors follow. They follow in the order of the rules.
    ///
    /// # Errors
    ///
    /// As [`names`](Self::names).
    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.names(record.rules().names_of_tensors(counts))
    }

    /// Returns the sink for the tensors of one parameter of the current record: the one at position `index` of the
    /// rules passed to [`record`](Self::record), or of the [`names`](Self::names). Every tensor of a record is written
    /// through it, so that a sink never has to count them.
    ///
    /// ```
    /// use tensor_format::{Encode, EncodeError, HasRules, RecordRules, Rules, codec::Sink, rules::Param};
    ///
    /// struct Point(f32, f32);
    ///
    /// impl HasRules for Point {
    ///     const RULES: Rules<'static> = Rules::Record(RecordRules::new(
    ///         &const { [Param::new("x", f32::RULES.expect_tensor()), Param::new("y", f32::RULES.expect_tensor())] },
    ///     ));
    /// }
    ///
    /// impl Encode for Point {
    ///     fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
    ///         sink.record(Self::RECORD, &[1, 1])?;
    ///         self.0.encode(sink.parameter(0))?;
    ///         self.1.encode(sink.parameter(1))
    ///     }
    /// }
    ///
    /// assert_eq!(tensor_format::to_vec(&Point(1.0, 2.0))?.len(), 7 + 12);
    /// # Ok::<(), EncodeError>(())
    /// ```
    #[inline(always)]
    fn parameter(&mut self, index: usize) -> &mut Self {
        let _ = index;
        self
    }

    /// Writes a whole record: its names, then all its fields. A format may go over the fields more than once, first to
    /// measure them. `named` says whether axes have names, whose lengths must agree.
    #[doc(hidden)]
    #[inline(always)]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, named: bool) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        write_fields(self, record, fields, named)
    }

    /// Takes the items of a list of records, which is the next record; `None` if they are to be written as the fields of
    /// that record.
    #[doc(hidden)]
    #[inline(always)]
    fn items<I: EncodeItems<'a>>(&mut self, items: &I) -> Option<Result<(), EncodeError>>
    where
        Self: Sized,
    {
        let _ = items;
        None
    }

    /// Writes all tensors of a list of records, which has begun, if it is plain and its elements are of the
    /// [`COLUMN_TYPES`](Self::COLUMN_TYPES). Returns whether it did: records with long runs of elements may be better off
    /// written one tensor after another.
    #[doc(hidden)]
    #[inline(always)]
    fn columns<I: EncodeItems<'a>>(&mut self, items: &I) -> Result<bool, EncodeError>
    where
        Self: Sized,
    {
        let _ = items;
        Ok(false)
    }

    /// Returns the position of the next record's only parameter that this sink takes, if it skips all others.
    #[doc(hidden)]
    #[inline(always)]
    fn picked(&self) -> Option<usize> {
        None
    }

    /// Returns whether the lengths of named axes are still compared if only one parameter is picked.
    #[doc(hidden)]
    #[inline(always)]
    fn binds(&self) -> bool {
        false
    }

    /// Returns whether this many more bytes would have no room: then whatever is written from here on is counted and not
    /// kept, and comes again, so that what is in no order need not be sorted.
    #[doc(hidden)]
    #[inline]
    fn lacks_room(&self, bytes: usize) -> bool {
        let _ = bytes;
        false
    }

    /// Returns a slice to fill with the number of tensors of each parameter, if the sink wants no more of the next
    /// record. A record that takes work to prepare fills them in first, and is done.
    #[doc(hidden)]
    #[inline]
    fn counting(&mut self) -> Option<&mut [usize]> {
        None
    }
}

/// Writes a list of `n` values of type `T`: the default of [`Sink::list`].
#[inline(always)]
pub(crate) fn put_list<'a, T: Block, S: Sink<'a>, P: Payload<'a>>(
    sink: &mut S,
    n: usize,
    payload: &P,
) -> Result<(), EncodeError> {
    let element_type = super::block::element_type_of::<T>()?;
    let (mut lens, rank) = const { super::block::list_shape::<T>() };
    let [first, ..] = &mut lens;
    *first = n;
    match lens.get(..=rank) {
        Some(shape) => sink.tensor(element_type, shape, payload),
        None => sink.tensor(element_type, &super::block::shape_of::<T>(&[n]), payload),
    }
}
