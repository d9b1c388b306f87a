//! The view of an outer record's sink or source through which a record in it is written and read.

use super::gaps::Gaps;
use crate::{
    Bindings, Block, DecodeBlock, DecodeError, ElementSource, ElementType, ElementTypes, EncodeError, ErrorKind,
    Header, HeaderPlace, Payload, RecordOrder, RecordRules, RecordType, Sink, Source, TensorRef, TensorRules,
    derive_support::checks::{
        flatten::{join, len_of, start_of},
        parts::Flattening,
    },
    rules::columns::table::ListColumn,
    traits::{
        EmptyLimit, begin_list, put_list, read_whole, read_whole_into,
        sink::{
            fields::{AxisLengths, EncodeFields, FieldNames, write_fields},
            items::EncodeItems,
        },
        source::{
            items::DecodeItems,
            native::{LentColumn, NativeColumns},
        },
    },
};

pub(super) const NO_NAMES: &str = "a record whose names are known only at run time cannot be flattened";

/// Wraps the sink or source of an outer record for a flattened record in it: positions are those of its own parameters,
/// and beginning the record writes or reads nothing.
pub(crate) struct FlattenedView<'c, S, const NESTED: bool = false> {
    pub(super) inner: &'c mut S,
    /// Whether the flattened record has begun.
    pub(super) begun: bool,
    /// The number of parameters of the flattened record; `start` is the position of the first of them in the outer
    /// record.
    pub(super) len: usize,
    pub(super) start: usize,
    /// The position of the next tensor's parameter in the outer record.
    pub(super) current: usize,
    pub(super) names: Option<FlattenedNames<'c>>,
    /// An error that names a parameter of the outer record. It is stored here, since an error that comes back through
    /// the flattened record's code is taken to name that record's own parameter, and gets the prefix.
    pub(super) fault: Option<EncodeError>,
    /// Which tensors of a nested record are there, if not all are.
    pub(super) gaps: Option<Gaps>,
}

/// The rules of an outer record in which flattened records share names of axes, and the lengths of the axes so far.
pub(super) struct FlattenedNames<'c> {
    rules: RecordRules<'static>,
    axes: &'c mut Bindings<'static>,
}

impl<'c, S> FlattenedView<'c, S> {
    pub(super) fn new<R: Flattening>(inner: &'c mut S, part: usize, axes: AxisLengths<'c>) -> Self {
        let start = start_of::<R>(part);
        let names = axes.map(|axes| FlattenedNames { rules: const { join::<R>() }, axes });
        Self { inner, begun: false, len: len_of::<R>(part), start, current: start, names, fault: None, gaps: None }
    }
}

impl<S, const NESTED: bool> FlattenedView<'_, S, NESTED> {
    /// Checks the next tensor by the function [`check`].
    #[inline]
    fn check(&mut self, element_type: ElementType, shape: &[usize]) -> Result<(), (ErrorKind, &'static str)> {
        match self.names {
            Some(_) => check(&mut self.names, self.current, element_type, shape),
            None => Ok(()),
        }
    }

    /// Stores an error that names a parameter of the outer record in `fault`, and returns another one to stop with.
    #[cold]
    fn keep(&mut self, kind: ErrorKind, parameter: &str) -> ErrorKind {
        self.fault = Some(EncodeError::new(kind).in_parameter(parameter));
        ErrorKind::TensorFound
    }
}

/// Checks the next tensor against the rules of the outer record, and its named axes against those of the other tensors.
/// An error comes with the name of the parameter.
fn check(
    names: &mut Option<FlattenedNames<'_>>,
    param: usize,
    element_type: ElementType,
    shape: &[usize],
) -> Result<(), (ErrorKind, &'static str)> {
    let Some(names) = names else { return Ok(()) };
    let Some(param) = names.rules.get(param) else { return Ok(()) };
    let checked = param.rules.check(element_type, shape);
    checked.and_then(|()| names.axes.bind(param.name, &param.rules, shape)).map_err(|kind| (kind, param.name))
}

impl<'a, S: Sink<'a>, const NESTED: bool> Sink<'a> for FlattenedView<'_, S, NESTED> {
    // Those of a flattened record may share names of axes with the outer record.
    const COLUMN_TYPES: ElementTypes = if NESTED { S::COLUMN_TYPES } else { ElementTypes::NONE };

    #[inline]
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        if let Err((kind, parameter)) = self.check(element_type, shape) {
            return Err(self.keep(kind, parameter).into());
        }
        self.inner.tensor(element_type, shape, payload)
    }

    #[inline(always)]
    fn block<T: Block>(&mut self, value: &'a T) -> Result<(), EncodeError> {
        if !NESTED && self.names.is_some() {
            let (element_type, shape) = crate::traits::block::header_of::<T>()?;
            if let Err((kind, parameter)) = self.check(element_type, &shape) {
                return Err(self.keep(kind, parameter).into());
            }
        }
        self.inner.block(value)
    }

    #[inline]
    fn list<T: Block, P: Payload<'a>>(&mut self, n: usize, payload: &P) -> Result<(), EncodeError> {
        if !NESTED && self.names.is_some() {
            return put_list::<T, _, P>(self, n, payload);
        }
        self.inner.list::<T, P>(n, payload)
    }

    #[inline]
    fn record(&mut self, _: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        if counts.len() != self.len {
            return Err(ErrorKind::custom("the record counts other parameters than its rules list").into());
        }
        self.begun = true;
        Ok(())
    }

    #[inline]
    fn fields<F: EncodeFields<'a>>(&mut self, record: RecordType, fields: &F, named: bool) -> Result<(), EncodeError> {
        match self.picked() {
            Some(index) => {
                self.begun = true;
                // What is picked may be of another part.
                if index >= self.len {
                    return Ok(());
                }
                if named && self.binds() {
                    return fields.encode(self, FieldNames::of(record), Some(&mut Bindings::new()));
                }
                fields.encode_at(index, self, FieldNames::of(record))
            }
            None => write_fields(self, record, fields, named),
        }
    }

    fn items<I: EncodeItems<'a>>(&mut self, items: &I) -> Option<Result<(), EncodeError>> {
        // What takes the items has taken them: they are to be offered once.
        if self.names.is_some() {
            return None;
        }
        let taken = self.inner.parameter(self.current).items(items)?;
        self.begun = true;
        Some(taken)
    }

    #[inline]
    fn columns<I: EncodeItems<'a>>(&mut self, items: &I) -> Result<bool, EncodeError> {
        self.inner.parameter(self.current).columns(items)
    }

    #[inline]
    fn picked(&self) -> Option<usize> {
        // What comes before this part is none of its parameters, as what comes after it is.
        let index = self.inner.picked()?;
        Some(index.checked_sub(self.start).unwrap_or(usize::MAX))
    }

    #[inline]
    fn binds(&self) -> bool {
        self.inner.binds()
    }

    #[inline]
    fn lacks_room(&self, bytes: usize) -> bool {
        self.inner.lacks_room(bytes)
    }

    #[inline]
    fn parameter(&mut self, index: usize) -> &mut Self {
        self.current = self.start.saturating_add(index);
        self.inner.parameter(self.current);
        self
    }

    fn names<'n, I>(&mut self, _: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        Err(ErrorKind::custom(NO_NAMES).into())
    }
}

/// Checks the header of the next tensor as [`check`] does, and keeps the error.
fn check_read<'de, E: ElementSource<'de>>(
    names: &mut Option<FlattenedNames<'_>>,
    current: &mut usize,
    fault: &mut Option<EncodeError>,
    (header, elements): (Header, E),
) -> Result<(Header, E), DecodeError> {
    // Of each parameter one tensor comes, in order.
    let param = *current;
    *current = param.saturating_add(1);
    if let Err((kind, parameter)) = check(names, param, header.element_type, &header.shape) {
        // The name is that of the outer record already.
        let offset = elements.offset(HeaderPlace::of(&kind));
        let error = EncodeError::new(kind).in_parameter(parameter);
        *fault = Some(match offset {
            Some(offset) => error.at(offset),
            None => error,
        });
        return Err(ErrorKind::TensorFound.into());
    }
    Ok((header, elements))
}

impl<'de, S: Source<'de>, const NESTED: bool> Source<'de> for FlattenedView<'_, S, NESTED> {
    type Elements<'s>
        = S::Elements<'s>
    where
        Self: 's;

    const EXPLAINS: bool = S::EXPLAINS;
    const COLUMNS_ALONE: bool = S::COLUMNS_ALONE;

    fn give_up(&mut self) {
        self.inner.give_up();
    }

    fn tensor(&mut self) -> Result<(Header, S::Elements<'_>), DecodeError> {
        let tensor = self.inner.tensor()?;
        check_read(&mut self.names, &mut self.current, &mut self.fault, tensor)
    }

    fn tensor_of<'r>(
        &mut self,
        rules: &TensorRules<'r>,
        bindings: Option<(&mut Bindings<'r>, &'r str)>,
    ) -> Result<(Header, S::Elements<'_>), DecodeError> {
        let Some(names) = &self.names else { return self.inner.tensor_of(rules, bindings) };
        // The rules of the outer record are the narrower ones: errors are about them first.
        let outer = names.rules.get(self.current).map_or(TensorRules::ANY, |param| param.rules);
        let tensor = self.inner.tensor_of(&outer, None)?;
        let tensor = check_read(&mut self.names, &mut self.current, &mut self.fault, tensor)?;
        crate::traits::check_header(tensor, rules, bindings)
    }

    // As that of the source within.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        if self.names.is_some() { read_whole(self) } else { self.inner.block() }
    }

    fn block_into<T: DecodeBlock<'de>>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        if self.names.is_some() { read_whole_into(value, self) } else { self.inner.block_into(value) }
    }

    fn list_of<T: Block>(&mut self) -> Result<(usize, S::Elements<'_>), DecodeError> {
        if self.names.is_some() { begin_list::<T, _>(self) } else { self.inner.list_of::<T>() }
    }

    #[inline]
    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        match &mut self.gaps {
            Some(gaps) => {
                gaps.begin(record);
                Ok(RecordOrder::Any)
            }
            None => Ok(RecordOrder::Declared),
        }
    }

    fn present(&mut self, _: RecordType) -> Option<u64> {
        self.gaps.as_ref().map(Gaps::present)
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        match &mut self.gaps {
            Some(gaps) => Ok(gaps.next()),
            None => Err(ErrorKind::custom(NO_NAMES).into()),
        }
    }

    fn name(&self) -> &str {
        self.gaps.as_ref().map_or("", Gaps::name)
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        self.inner.offset(place)
    }

    fn position(&self) -> Option<u64> {
        self.inner.position()
    }

    fn with_native_columns(
        &mut self,
        _: Option<RecordType>,
        columns: &[ListColumn],
        read: &mut dyn FnMut(usize, &NativeColumns<'_>) -> bool,
    ) -> bool {
        self.names.is_none() && self.gaps.is_none() && self.inner.with_native_columns(None, columns, read)
    }

    fn with_lent_columns(
        &mut self,
        _: Option<RecordType>,
        columns: &[ListColumn],
        read: &mut dyn FnMut(usize, &mut [LentColumn<'_, 'de>]) -> bool,
    ) -> bool {
        self.names.is_none() && self.gaps.is_none() && self.inner.with_lent_columns(None, columns, read)
    }

    fn items<I: DecodeItems<'de>>(&mut self, _: Option<RecordType>, items: &mut I) -> Option<Result<(), DecodeError>> {
        if self.names.is_some() || self.gaps.is_some() { None } else { self.inner.items(None, items) }
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.inner.count_empty(items)
    }

    fn empty_limit(&self) -> EmptyLimit {
        self.inner.empty_limit()
    }

    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<S::Elements<'_>, DecodeError> {
        if self.names.is_some() {
            crate::traits::lengths_of(self, rules, lens)
        } else {
            self.inner.lengths_of(rules, lens)
        }
    }

    fn whole(&mut self) -> Result<TensorRef<'de>, DecodeError> {
        if self.names.is_some() { crate::traits::whole(self) } else { self.inner.whole() }
    }
}
