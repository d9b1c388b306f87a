//! The trait [`Source`], which a format's reader implements: it reads the tensors of values.
//!
//! [`Source::tensor`] reads a header and returns a reader of the elements, whose trait is in `elements`. For a record,
//! [`Source::record`] begins it, and [`Source::next_name`] goes from name to name;
//! [`ParamMatcher`](crate::rules::ParamMatcher) finds the parameter of a name, so that a source knows nothing of rules.
//! `native` has the columns of a list of records whose numbers are in memory already. The functions below the trait are
//! the defaults of its methods.

use alloc::{borrow::Cow, string::String, vec::Vec};

use self::{
    items::DecodeItems,
    native::{LentColumn, NativeColumns},
};
use super::{Block, DecodeBlock, ElementSource};
use crate::{
    Bindings, DecodeError, Element, ErrorKind, Header, ParamMatcher, ParamNames, RecordRules, RecordType, Shape,
    TensorRef, TensorRules, View,
    rules::{columns::table::ListColumn, positions::Positions},
};

mod begin;
pub(crate) mod elements;
pub(crate) mod items;
pub(crate) mod native;
pub(crate) mod offsets;

pub(crate) use begin::{begin_list, read_whole, read_whole_into};

/// The part of a tensor in the input that an error points to: a part of its header, or its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderPlace {
    /// The element type.
    ElementType,
    /// The number of axes.
    Rank,
    /// The length of an axis.
    Axis(usize),
    /// The elements.
    Elements,
}

impl HeaderPlace {
    /// Returns the part of a tensor that an error of this kind is about.
    pub(crate) fn of(kind: &ErrorKind) -> Self {
        match kind {
            ErrorKind::ElementType { .. } => HeaderPlace::ElementType,
            ErrorKind::Rank { .. } => HeaderPlace::Rank,
            ErrorKind::AxisLength { axis, .. } | ErrorKind::AxisName { axis, .. } => HeaderPlace::Axis(*axis),
            ErrorKind::LimitExceeded { limit: crate::Limit::EmptyItems, .. } | ErrorKind::RaggedLengths { .. } => {
                HeaderPlace::Axis(0)
            }
            _ => HeaderPlace::Elements,
        }
    }
}

/// The order in which the tensors of a record come in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordOrder {
    /// One tensor for every parameter of the rules, in their order.
    Declared,
    /// In any order: [`Source::next_name`] goes from one to the next.
    Any,
}

impl ParamMatcher<'_> {
    /// Reads the next name that the rules list, and returns the position of its parameter; `None` after the last. The
    /// next tensor of the source is that of the parameter. Tensors of other names are skipped.
    ///
    /// # Errors
    ///
    /// As [`find`](Self::find), and those of the source.
    pub fn next<'de, S: Source<'de>>(
        &mut self,
        order: RecordOrder,
        source: &mut S,
    ) -> Result<Option<usize>, DecodeError> {
        if order == RecordOrder::Declared {
            return Ok(self.next_declared());
        }
        while source.next_name()? {
            match self.find(source.name()) {
                Ok(None) => {
                    let skipped = source.skip_tensor();
                    skipped.map_err(|error| error.in_parameter(source.name()))?;
                }
                Err(error) => {
                    return Err(match source.name_offset() {
                        Some(offset) => error.at(offset),
                        None => error,
                    });
                }
                found => return found,
            }
        }
        Ok(None)
    }
}

/// Adds to the error for a missing parameter the names of the record that `rules` do not list.
#[cold]
pub(crate) fn with_unknown_names<'de, S: Source<'de>>(
    error: DecodeError,
    source: &S,
    rules: &RecordRules<'_>,
) -> DecodeError {
    let mut unknown: Vec<String> = Vec::new();
    let (mut positions, mut near, mut is_known) = (Positions::new(rules), 0_usize, false);
    source.each_name(&mut |name| {
        if unknown.len() < ParamNames::KEPT {
            match positions.find(name, near) {
                Some(_) => is_known = true,
                None => unknown.push(name.into()),
            }
        }
        near = near.saturating_add(1);
    });
    let error = error.beside(unknown.iter().map(String::as_str));
    // As the names of a state dict.
    if !is_known && !unknown.is_empty() && rules.are_of_map() { error.for_map() } else { error }
}

/// A format's reader, from which the tensors and records of values are read.
///
/// A tensor is a header, and a reader of its elements; a record is names, each with a tensor. A source knows no rules:
/// which names a record may have is for its [`ParamMatcher`] to decide.
///
/// ```
/// use tensor_format::{TensorRef, Value, codec::{ElementSource, Source, ValueSource}};
/// let value = Value::Tensor(TensorRef::from_slice([2], &[1u8, 2])?);
/// let mut source = ValueSource::new(&value);
/// let (header, mut elements) = source.tensor()?;
/// assert_eq!(header.to_string(), "u8 [2]");
/// assert_eq!(elements.array::<u8, 2>()?, [1, 2]);
/// elements.end()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no reader of a tensor format",
    label = "`Source` is not implemented",
    note = "to read a value from bytes, call a format's `from_slice` or `from_reader`, or make a source of them, as `decthings::SliceSource`; to read one from tensors, call `from_value`"
)]
pub trait Source<'de>: Sized {
    /// The type that reads the elements of a tensor.
    type Elements<'s>: ElementSource<'de>
    where
        Self: 's;

    /// Whether errors of this source say what is wrong. If not, the caller reads the same input again for the reason,
    /// and a record need not name its parameters.
    #[doc(hidden)]
    const EXPLAINS: bool = true;

    /// Notes that a record or variant was not read, whose error says less than that of a source which explains: what is
    /// read of this one is not taken, whatever code by hand makes of the error.
    #[doc(hidden)]
    fn give_up(&mut self) {}

    /// Whether lists of records are read from their columns by the functions for these alone.
    #[doc(hidden)]
    const COLUMNS_ALONE: bool = false;

    /// Reads the header of the next tensor, and returns it with the reader of its elements.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the header. No memory has been allocated for the sizes that it claims.
    fn tensor(&mut self) -> Result<(Header, Self::Elements<'_>), DecodeError>;

    /// Reads a tensor whose element type and shape are fixed by `T`; a format can compare its header with a constant.
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor), and what contradicts the rules of `T`.
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        read_whole(self)
    }

    /// Does the same as [`block`](Self::block) into an existing value, whose memory is reused where it can be.
    #[doc(hidden)]
    fn block_into<T: DecodeBlock<'de>>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        read_whole_into(value, self)
    }

    /// Reads the header of a list of values of type `T`, and returns their number and the reader of the elements.
    #[doc(hidden)]
    fn list_of<T: Block>(&mut self) -> Result<(usize, Self::Elements<'_>), DecodeError> {
        begin_list::<T, _>(self)
    }

    /// Returns metadata of the record that begins next: the value under `name` as JSON text; `None` if there is none,
    /// as in formats that have no place for metadata.
    ///
    /// # Errors
    ///
    /// The format's own.
    fn metadata(&mut self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        let _ = name;
        Ok(None)
    }

    /// Begins a record of a type with this [`HasRules::RECORD`](crate::HasRules::RECORD). A source of one tensor leaves
    /// this out, and what names the parameters.
    ///
    /// # Errors
    ///
    /// [`TensorFound`](crate::ErrorKind::TensorFound) or [`NotARecord`](crate::ErrorKind::NotARecord), and the format's
    /// own.
    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        let _ = record;
        Err(ErrorKind::TensorFound.into())
    }

    /// Returns which parameters of the record have a tensor, as bits from the lowest on, if these come once each and in
    /// the order of the rules, of which there are at most 64, and none is [missing](RecordRules::lacks_none); all other
    /// bits are 0. Then the tensors are read in this order, without their names, or skipped. Called after
    /// [`record`](Self::record) has said that they come in any order. If [`next_name`](Self::next_name) is called after
    /// all, it begins at the first name.
    fn present(&mut self, record: RecordType) -> Option<u64> {
        let _ = record;
        None
    }

    /// Goes on to the next name of the record, whose tensor follows; returns `false` after the last. Which names may
    /// come, and how often, is for the [`ParamMatcher`] of the record to decide.
    ///
    /// # Errors
    ///
    /// The format's own.
    fn next_name(&mut self) -> Result<bool, DecodeError> {
        Ok(false)
    }

    /// Returns the name of the parameter that [`next_name`](Self::next_name) went to.
    fn name(&self) -> &str {
        ""
    }

    /// Returns the name that [`next_name`](Self::next_name) went to, borrowed from the input; `None` if it is a copy.
    fn lent_name(&self) -> Option<&'de str> {
        None
    }

    /// Returns the byte offset in the input of the name that [`next_name`](Self::next_name) went to, if the format
    /// knows it.
    fn name_offset(&self) -> Option<u64> {
        None
    }

    /// Calls `show` with each name of the record, for an error that lists them. A format that does not keep the names
    /// never calls it.
    fn each_name(&self, show: &mut dyn FnMut(&str)) {
        let _ = show;
    }

    /// Skips the next tensor, which is checked all the same.
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor).
    fn skip_tensor(&mut self) -> Result<(), DecodeError> {
        let (header, mut elements) = self.tensor()?;
        elements.skip(header.element_type, elements.left())?;
        elements.end()
    }

    /// Returns how many names may still come at most.
    #[doc(hidden)]
    fn tensors_left(&self) -> usize {
        usize::MAX
    }

    /// Returns the byte offset of a part of the header of the tensor that was read last, if the format knows it.
    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        let _ = place;
        None
    }

    /// Returns the byte offset in the input of the next thing to be read, if the format knows it.
    fn position(&self) -> Option<u64> {
        None
    }

    /// Calls `read` with the number of records and the columns of the list that comes next, and goes past it if that
    /// returns true. Only a source that has all these columns in memory, as the machine has their numbers, calls it;
    /// false says that the list is still to be read. The list is `record`, or part of a record whose names were read.
    #[doc(hidden)]
    fn with_native_columns(
        &mut self,
        _: Option<RecordType>,
        _: &[ListColumn],
        _: &mut dyn FnMut(usize, &NativeColumns<'_>) -> bool,
    ) -> bool {
        false
    }

    /// Does the same for columns of numbers and texts, of which some may not be in each row, or be lists.
    #[doc(hidden)]
    fn with_lent_columns(
        &mut self,
        _: Option<RecordType>,
        _: &[ListColumn],
        _: &mut dyn FnMut(usize, &mut [LentColumn<'_, 'de>]) -> bool,
    ) -> bool {
        false
    }

    /// Reads the records of a list, which comes next, in place of the existing `items`, if the source has its columns in
    /// memory; `None`, with nothing read, if it is to be read as the record that it is. The list is `record`, or part of a
    /// record whose names were read, and all of whose tensors come next in their order.
    #[doc(hidden)]
    fn items<I: DecodeItems<'de>>(&mut self, _: Option<RecordType>, _: &mut I) -> Option<Result<(), DecodeError>> {
        None
    }

    /// Counts items of the tensors that were read, as [`ElementSource::count_empty`] does, and with those.
    ///
    /// # Errors
    ///
    /// As [`ElementSource::count_empty`].
    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        super::EmptyItems::default().add(items, crate::MAX_EMPTY_ITEMS, 0)
    }

    /// Returns how many items [`count_empty`](Self::count_empty) may still count, for values that are read from tensors
    /// which were kept.
    fn empty_limit(&self) -> super::EmptyLimit {
        super::EmptyLimit::default()
    }

    /// Creates an error of this kind, with the byte offset of the part at fault of the header that was read last.
    #[doc(hidden)]
    #[cold]
    fn locate(&self, kind: ErrorKind) -> DecodeError {
        let offset = self.offset(HeaderPlace::of(&kind));
        DecodeError::placed(kind, offset)
    }

    /// Reads the header of the next tensor and checks it against `rules`. With `bindings`, its named axes must agree
    /// with the other tensors of the record; the text is the name of its parameter.
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor), and what contradicts the rules.
    fn tensor_of<'r>(
        &mut self,
        rules: &TensorRules<'r>,
        bindings: Option<(&mut Bindings<'r>, &'r str)>,
    ) -> Result<(Header, Self::Elements<'_>), DecodeError> {
        check_header(self.tensor()?, rules, bindings)
    }

    /// Does the same as [`tensor_of`](Self::tensor_of) for rules with a fixed number of axes: writes the lengths of the
    /// axes into `lens` instead of returning a header.
    ///
    /// # Errors
    ///
    /// As [`tensor_of`](Self::tensor_of), and [`Rank`](ErrorKind::Rank) if `lens` has another number of places.
    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<Self::Elements<'_>, DecodeError> {
        lengths_of(self, rules, lens)
    }

    /// Does the same as [`tensor_of`](Self::tensor_of), but puts the shape where it is wanted instead of returning it.
    #[doc(hidden)]
    fn shape_of(&mut self, rules: &TensorRules<'_>, shape: &mut Shape) -> Result<Self::Elements<'_>, DecodeError> {
        let (header, elements) = self.tensor_of(rules, None)?;
        *shape = header.shape;
        Ok(elements)
    }

    /// Does the same as [`lengths_of`](Self::lengths_of), and reads all elements of the tensor, borrowed from the
    /// input.
    ///
    /// # Errors
    ///
    /// As [`lengths_of`](Self::lengths_of) and [`borrow`](ElementSource::borrow).
    fn borrow_of<T: Element>(
        &mut self,
        rules: &TensorRules<'_>,
        lens: &mut [usize],
    ) -> Result<View<'de, T>, DecodeError> {
        borrow_of(self, rules, lens)
    }

    /// Reads the next tensor with all its elements, borrowed from the input.
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor) and [`take`](ElementSource::take).
    fn whole(&mut self) -> Result<TensorRef<'de>, DecodeError> {
        whole(self)
    }
}

/// Checks the header of a tensor that was begun against `rules`, and its named axes against `bindings`: the default of
/// [`Source::tensor_of`].
#[inline]
pub(crate) fn check_header<'r, 'de, E: ElementSource<'de>>(
    (header, elements): (Header, E),
    rules: &TensorRules<'r>,
    bindings: Option<(&mut Bindings<'r>, &'r str)>,
) -> Result<(Header, E), DecodeError> {
    if let Err(kind) = rules.check(header.element_type, &header.shape) {
        return Err(elements.locate(kind));
    }
    if let Some((bindings, parameter)) = bindings {
        if let Err(kind) = bindings.bind(parameter, rules, &header.shape) {
            return Err(elements.locate(kind));
        }
    }
    Ok((header, elements))
}

/// Reads the header of the next tensor of a record, parameter `param` of `rules`, and checks it as
/// [`Source::tensor_of`] does; if `rules` are of a batch, all tensors must have the same number of items.
pub(crate) fn begin_param<'s, 'r, 'de, S: Source<'de>>(
    source: &'s mut S,
    rules: &RecordRules<'_>,
    param: &crate::Param<'r>,
    bindings: &mut Bindings<'r>,
) -> Result<(Header, S::Elements<'s>), DecodeError> {
    let (header, elements) = source.tensor_of(&param.rules, None)?;
    match bindings.bind_param(rules, param, &header.shape) {
        Ok(()) => Ok((header, elements)),
        Err(kind) => Err(elements.locate(kind)),
    }
}

/// Reads a header and copies its lengths: the default of [`Source::lengths_of`].
pub(crate) fn lengths_of<'s, 'de, S: Source<'de>>(
    source: &'s mut S,
    rules: &TensorRules<'_>,
    lens: &mut [usize],
) -> Result<S::Elements<'s>, DecodeError> {
    let (header, elements) = source.tensor_of(rules, None)?;
    if header.shape.rank() != lens.len() {
        let kind = ErrorKind::Rank { expected: lens.len(), or_more: false, found: header.shape.rank() };
        return Err(elements.locate(kind));
    }
    lens.copy_from_slice(&header.shape);
    Ok(elements)
}

/// Reads the lengths, then borrows the elements: the default of [`Source::borrow_of`].
pub(crate) fn borrow_of<'de, T: Element, S: Source<'de>>(
    source: &mut S,
    rules: &TensorRules<'_>,
    lens: &mut [usize],
) -> Result<View<'de, T>, DecodeError> {
    let mut elements = source.lengths_of(rules, lens)?;
    let count = crate::element_count(lens).ok_or(ErrorKind::ShapeOverflow)?;
    let view = elements.borrow(count)?;
    elements.end()?;
    Ok(view)
}

/// Reads a header, then the elements: the default of [`Source::whole`].
pub(crate) fn whole<'de, S: Source<'de>>(source: &mut S) -> Result<TensorRef<'de>, DecodeError> {
    let (header, mut elements) = source.tensor()?;
    let tensor = elements.take(header)?;
    elements.end()?;
    Ok(tensor)
}
