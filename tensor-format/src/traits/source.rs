//! Where values come from: what a format's reader implements.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::DecodeBlock;
use crate::{
    Bindings, DecodeError, Element, ElementType, ErrorKind, Header, ParamMatcher, ParamNames, RecordRules, RecordType,
    TensorRef, Variable,
};

/// Gives the elements of one tensor in row-major order.
///
/// Asking for more elements than the tensor has is an error, never a panic.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give the elements of a tensor",
    label = "`ElementSource` is not implemented",
    note = "a source gives them after `Source::tensor`; to read a whole value from bytes, call `from_slice` or `from_reader`"
)]
pub trait ElementSource<'de> {
    /// The next number.
    ///
    /// # Errors
    ///
    /// [`ElementCount`](crate::ErrorKind::ElementCount) when the tensor has no element left, and the format's own.
    fn number<T: Element>(&mut self) -> Result<T, DecodeError> {
        self.array::<T, 1>().map(|[number]| number)
    }

    /// The next `N` numbers.
    ///
    /// # Errors
    ///
    /// As [`number`](Self::number).
    fn array<T: Element, const N: usize>(&mut self) -> Result<[T; N], DecodeError>;

    /// Appends the next `count` numbers. Memory grows only with what is really there.
    ///
    /// # Errors
    ///
    /// As [`number`](Self::number).
    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError>;

    /// The next `count` numbers, borrowed from the input as bytes.
    ///
    /// # Errors
    ///
    /// [`NotBorrowable`](crate::ErrorKind::NotBorrowable) if the input is a stream, or its elements do not lie in
    /// row-major order.
    fn borrow<T: Element>(&mut self, count: usize) -> Result<crate::View<'de, T>, DecodeError>;

    /// The next element of variable size.
    ///
    /// # Errors
    ///
    /// As [`number`](Self::number).
    fn variable(&mut self) -> Result<Variable<'de>, DecodeError>;

    /// The next `count` elements of a string tensor, each handed to `take`.
    ///
    /// # Errors
    ///
    /// As [`number`](Self::number), and those of `take`.
    fn texts<F>(&mut self, count: usize, mut take: F) -> Result<(), DecodeError>
    where
        F: FnMut(Cow<'de, str>) -> Result<(), DecodeError>,
    {
        (0..count).try_for_each(|_| take(crate::types::next_text(self)?))
    }

    /// The next `count` elements of an image, audio or video tensor, the format and content of each borrowed from the
    /// input and handed to `take`.
    ///
    /// # Errors
    ///
    /// As [`texts`](Self::texts), and [`NotBorrowable`](crate::ErrorKind::NotBorrowable) if the input is a stream.
    fn media<F>(&mut self, element_type: ElementType, count: usize, mut take: F) -> Result<(), DecodeError>
    where
        F: FnMut(&'de [u8], &'de [u8]) -> Result<(), DecodeError>,
    {
        (0..count).try_for_each(|_| {
            let (format, data) = crate::types::borrowed_media(self, element_type)?;
            take(format, data)
        })
    }

    /// The next elements as one tensor of this header, borrowed from the input.
    ///
    /// # Errors
    ///
    /// As [`borrow`](Self::borrow).
    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError>;

    /// The next elements as one tensor of this header, into an owned tensor whose memory is reused.
    ///
    /// # Errors
    ///
    /// As [`number`](Self::number).
    fn take_into(&mut self, header: Header, into: &mut crate::Tensor) -> Result<(), DecodeError>;

    /// Passes over the next `count` elements, which are checked all the same.
    ///
    /// # Errors
    ///
    /// As [`number`](Self::number).
    fn skip(&mut self, count: usize) -> Result<(), DecodeError>;

    /// At most so many further elements are worth reserving memory for: what is really there, never what a header says.
    fn size_hint(&self) -> usize;

    /// Counts items of the current tensor that hold no element, as the rows of `[n, 0]`, or next to nothing, before they
    /// are made. They cost next to no bytes, so a reader bounds their number over the whole input; one that does not
    /// allows [`MAX_EMPTY_ITEMS`](crate::MAX_EMPTY_ITEMS) in each tensor.
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](ErrorKind::LimitExceeded) when there are too many.
    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        super::block::EmptyItems::default().add(items, crate::MAX_EMPTY_ITEMS, 0)
    }

    /// The byte offset of the next element, if the format knows it, for errors.
    fn element_offset(&self) -> Option<u64> {
        None
    }
}

/// A place in the header of the current tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Its element type.
    ElementType,
    /// Its number of axes.
    Rank,
    /// The length of an axis.
    Axis(usize),
    /// Its elements.
    Elements,
}

/// How the parameters of a record lie in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordOrder {
    /// Every parameter of the rules once, in their order.
    Declared,
    /// In any order: [`Source::next_name`] goes from one to the next.
    Any,
}

impl ParamMatcher<'_> {
    /// Goes on to the next parameter that the rules list, and returns its position; `None` after the last. Its tensor is
    /// what the source gives next. Tensors of other names are passed over.
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

/// Says in an error for a missing parameter which names the record holds that `rules` do not list.
#[cold]
pub(crate) fn with_unknown_names<'de, S: Source<'de>>(
    error: DecodeError,
    source: &S,
    rules: &RecordRules<'_>,
) -> DecodeError {
    let mut unknown: Vec<String> = Vec::new();
    source.each_name(&mut |name| {
        if unknown.len() < ParamNames::KEPT && rules.position(name, 0).is_none() {
            unknown.push(name.into());
        }
    });
    error.beside(unknown.iter().map(String::as_str))
}

/// Gives tensors and records: a format's reader.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no reader of a tensor format",
    label = "`Source` is not implemented",
    note = "to read a value from bytes, call a format's `from_slice` or `from_reader`, or make a source of them, as `decthings::SliceSource`; to read one from tensors, call `from_value`"
)]
pub trait Source<'de>: ElementSource<'de> + Sized {
    /// Whether the input can be borrowed from, as bytes in memory can and a stream cannot.
    const BORROWS: bool;

    /// Begins the next tensor: its elements follow through [`ElementSource`], then [`end`](Self::end).
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the header. Nothing has been allocated by its word.
    fn tensor(&mut self) -> Result<Header, DecodeError>;

    /// Ends the current tensor.
    ///
    /// # Errors
    ///
    /// When elements are left, or the format finds its own closing facts wrong.
    fn end(&mut self) -> Result<(), DecodeError>;

    /// A tensor whose element type and shape are fixed by `T`; a format can compare its header with a constant.
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor), and what contradicts the rules of `T`.
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        super::block::read_whole(self)
    }

    /// Metadata of the record that begins next: the value of this name as the text of JSON; `None` if there is none, as
    /// in formats that have no place for them.
    ///
    /// # Errors
    ///
    /// The format's own.
    fn metadata(&mut self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        let _ = name;
        Ok(None)
    }

    /// Begins a record of a type with this [`HasRules::RECORD`](crate::HasRules::RECORD).
    ///
    /// # Errors
    ///
    /// [`TensorFound`](crate::ErrorKind::TensorFound) or [`NotARecord`](crate::ErrorKind::NotARecord), and the format's
    /// own.
    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError>;

    /// Goes on to the next parameter of a record that was begun, whose tensor follows; `false` after the last. Which
    /// names may come, and how often, is for the [`ParamMatcher`] of the record to say.
    ///
    /// # Errors
    ///
    /// The format's own.
    fn next_name(&mut self) -> Result<bool, DecodeError>;

    /// The name of the parameter that [`next_name`](Self::next_name) went to.
    fn name(&self) -> &str;

    /// The same as a part of the input, if it is one.
    fn lent_name(&self) -> Option<&'de str> {
        None
    }

    /// The byte offset of the name, if the format knows it.
    fn name_offset(&self) -> Option<u64> {
        None
    }

    /// Shows the names of the record, for an error that says which there are. A format that keeps none shows none.
    fn each_name(&self, show: &mut dyn FnMut(&str)) {
        let _ = show;
    }

    /// Passes over the next tensor, which is checked all the same.
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor).
    fn skip_tensor(&mut self) -> Result<(), DecodeError> {
        let header = self.tensor()?;
        self.skip(header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?)?;
        self.end()
    }

    /// At most so many names are still to come.
    #[doc(hidden)]
    fn tensors_left(&self) -> usize {
        usize::MAX
    }

    /// The byte offset of a part of the current tensor's header, if the format has one.
    fn offset(&self, place: Place) -> Option<u64>;

    /// Puts the offset of `place` into an error that has none.
    #[doc(hidden)]
    #[cold]
    fn locate(&self, kind: ErrorKind) -> DecodeError {
        let place = match &kind {
            ErrorKind::ElementType { .. } => Place::ElementType,
            ErrorKind::Rank { .. } => Place::Rank,
            ErrorKind::Size { axis, .. } | ErrorKind::Symbol { axis, .. } => Place::Axis(*axis),
            ErrorKind::LimitExceeded { limit: crate::Limit::EmptyItems, .. } => Place::Axis(0),
            _ => Place::Elements,
        };
        let error = DecodeError::new(kind);
        match self.offset(place) {
            Some(offset) => error.at(offset),
            None => error,
        }
    }

    /// Begins the next tensor and checks it against rules, and its named axes against the others of the record.
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor), and what contradicts the rules.
    fn tensor_of(
        &mut self,
        rules: &crate::TensorRules<'_>,
        bindings: Option<(&mut Bindings, &str)>,
    ) -> Result<Header, DecodeError> {
        let header = self.tensor()?;
        if let Err(kind) = rules.check(header.element_type, &header.shape) {
            return Err(self.locate(kind));
        }
        if let Some((bindings, parameter)) = bindings {
            if let Err(kind) = bindings.bind(parameter, rules, &header.shape) {
                return Err(self.locate(kind));
            }
        }
        Ok(header)
    }

    /// Like [`tensor_of`](Self::tensor_of) for rules of one rank: puts the lengths of the axes where they are wanted.
    ///
    /// # Errors
    ///
    /// As [`tensor_of`](Self::tensor_of), and [`Rank`](ErrorKind::Rank) if `lens` has another number of places.
    fn lengths_of(&mut self, rules: &crate::TensorRules<'_>, lens: &mut [usize]) -> Result<(), DecodeError> {
        lengths_of(self, rules, lens)
    }

    /// Like [`lengths_of`](Self::lengths_of), and borrows the numbers, to the end of the tensor.
    ///
    /// # Errors
    ///
    /// As [`lengths_of`](Self::lengths_of) and [`borrow`](ElementSource::borrow).
    fn borrow_of<T: Element>(
        &mut self,
        rules: &crate::TensorRules<'_>,
        lens: &mut [usize],
    ) -> Result<crate::View<'de, T>, DecodeError> {
        borrow_of(self, rules, lens)
    }

    /// The next tensor whole, borrowed from the input.
    ///
    /// # Errors
    ///
    /// As [`tensor`](Self::tensor) and [`take`](ElementSource::take).
    fn whole(&mut self) -> Result<TensorRef<'de>, DecodeError> {
        whole(self)
    }
}

/// Begins the next tensor of a record, parameter `param` of these rules, and checks it as [`Source::tensor_of`] does; in
/// a batch all tensors have as many items.
pub(crate) fn begin_param<'de, S: Source<'de>>(
    source: &mut S,
    rules: &RecordRules<'_>,
    param: &crate::Param<'_>,
    bindings: &mut Bindings,
) -> Result<Header, DecodeError> {
    let header = source.tensor_of(&param.rules, None)?;
    match bindings.bind_param(rules, param, &header.shape) {
        Ok(()) => Ok(header),
        Err(kind) => Err(source.locate(kind)),
    }
}

/// [`Source::lengths_of`] by way of a header.
pub(crate) fn lengths_of<'de, S: Source<'de>>(
    source: &mut S,
    rules: &crate::TensorRules<'_>,
    lens: &mut [usize],
) -> Result<(), DecodeError> {
    let header = source.tensor_of(rules, None)?;
    if header.shape.rank() != lens.len() {
        let kind = ErrorKind::Rank { expected: lens.len(), or_more: false, found: header.shape.rank() };
        return Err(source.locate(kind));
    }
    lens.copy_from_slice(&header.shape);
    Ok(())
}

/// [`Source::borrow_of`] step by step.
pub(crate) fn borrow_of<'de, T: Element, S: Source<'de>>(
    source: &mut S,
    rules: &crate::TensorRules<'_>,
    lens: &mut [usize],
) -> Result<crate::View<'de, T>, DecodeError> {
    source.lengths_of(rules, lens)?;
    let count = crate::element_count(lens).ok_or(ErrorKind::ShapeOverflow)?;
    let view = source.borrow(count)?;
    source.end()?;
    Ok(view)
}

/// [`Source::whole`] by way of a header.
pub(crate) fn whole<'de, S: Source<'de>>(source: &mut S) -> Result<TensorRef<'de>, DecodeError> {
    let header = source.tensor()?;
    let tensor = source.take(header)?;
    source.end()?;
    Ok(tensor)
}

impl<'de, E: ElementSource<'de>> ElementSource<'de> for &mut E {
    fn array<T: Element, const N: usize>(&mut self) -> Result<[T; N], DecodeError> {
        (**self).array()
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        (**self).extend(count, out)
    }

    fn borrow<T: Element>(&mut self, count: usize) -> Result<crate::View<'de, T>, DecodeError> {
        (**self).borrow(count)
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        (**self).variable()
    }

    fn texts<F>(&mut self, count: usize, take: F) -> Result<(), DecodeError>
    where
        F: FnMut(Cow<'de, str>) -> Result<(), DecodeError>,
    {
        (**self).texts(count, take)
    }

    fn media<F>(&mut self, element_type: ElementType, count: usize, take: F) -> Result<(), DecodeError>
    where
        F: FnMut(&'de [u8], &'de [u8]) -> Result<(), DecodeError>,
    {
        (**self).media(element_type, count, take)
    }

    fn take(&mut self, header: Header) -> Result<TensorRef<'de>, DecodeError> {
        (**self).take(header)
    }

    fn take_into(&mut self, header: Header, into: &mut crate::Tensor) -> Result<(), DecodeError> {
        (**self).take_into(header, into)
    }

    fn skip(&mut self, count: usize) -> Result<(), DecodeError> {
        (**self).skip(count)
    }

    fn size_hint(&self) -> usize {
        (**self).size_hint()
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        (**self).count_empty(items)
    }

    fn element_offset(&self) -> Option<u64> {
        (**self).element_offset()
    }
}
