//! The source that the variant of an enum reads from.

use crate::{
    Bindings, Block, Decode, DecodeBlock, DecodeError, Element, ErrorKind, HasRules, Header, HeaderPlace, ParamMatcher,
    RecordOrder, RecordRules, RecordType, Slot, Source, TensorRef, TensorRules, View,
    derive_support::{
        checks::parts::Flattening,
        flatten::gaps::Gaps,
        params::record_of,
        part::{DecodePart, FieldMut},
        record_into::settled,
    },
    rules::columns::table::ListColumn,
    traits::{
        EmptyLimit,
        source::native::{LentColumn, NativeColumns},
        with_unknown_names,
    },
};

/// An enum that derives a record.
pub trait Variants<'de>: Flattening + HasRules + Sized {
    /// The labels of the variants, in order.
    const TEXTS: &'static [&'static str];
    /// Other labels that are read, each with the position of its variant.
    const ALIASES: &'static [(&'static str, usize)] = &[];
    /// For each variant the position of its first parameter in the rules, and how many it has.
    const RANGES: &'static [(usize, usize)];

    /// Reads a value of the variant whose label was read.
    ///
    /// # Errors
    ///
    /// Those of the variant's parameters.
    fn read<S: Source<'de>>(source: &mut VariantSource<'_, S>) -> Result<Self, DecodeError>;

    /// Does the same as [`read`](Self::read) into an existing value, which keeps its memory if it is of that variant.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    fn fill<S: Source<'de>>(&mut self, source: &mut VariantSource<'_, S>) -> Result<(), DecodeError>;
}

/// The source of an enum whose label was read, as the variant of that label sees it: a record of the variant's
/// parameters under their own names, or the tensors of its only parameter.
pub struct VariantSource<'s, S> {
    inner: &'s mut S,
    rules: &'static RecordRules<'static>,
    /// Finds the parameters by their names, unless they are those of the variant in their order.
    params: Option<ParamMatcher<'static>>,
    /// Which parameters are there, if not all are, where they come in their order.
    gaps: Option<Gaps>,
    variant: usize,
    label: &'static str,
    /// The position of the variant's first parameter in the enum, and how many it has.
    range: (usize, usize),
    /// The position in the enum of the parameter whose tensor is next. If `is_ahead`, it was found before it was asked
    /// for.
    current: usize,
    is_ahead: bool,
    /// An error that names a parameter of the enum. It is stored here, since an error that comes back through the
    /// variant's code is taken to name the variant's own parameter, and gets the prefix.
    fault: Option<DecodeError>,
}

impl<'s, 'de, S: Source<'de>> VariantSource<'s, S> {
    /// Creates the source of a variant whose parameters are found by their names.
    #[inline]
    pub(super) fn by_name<E: Variants<'de>>(inner: &'s mut S, variant: usize) -> Self {
        let mut params = ParamMatcher::new(const { &record_of::<E>() });
        // The label was read, and this is the first name: it cannot fail.
        let _ = record_of::<E>().listed().first().map(|label| params.find(label.name));
        Self { params: Some(params), ..Self::in_order::<E>(inner, variant, u64::MAX) }
    }

    /// Creates the source of a variant of whose parameters those come in their order whose bit is set.
    #[inline(always)]
    pub(super) fn in_order<E: Variants<'de>>(inner: &'s mut S, variant: usize, present: u64) -> Self {
        // Rows of columns name no parameters.
        let labels = if const { S::COLUMNS_ALONE } { &[] } else { E::TEXTS };
        let label = labels.get(variant).copied().unwrap_or_default();
        let range = range_of::<E>(variant);
        let gaps = if present == u64::MAX { None } else { Gaps::new(present, range.1) };
        let rules = const { &record_of::<E>() };
        Self { inner, rules, params: None, gaps, variant, label, range, current: range.0, is_ahead: false, fault: None }
    }

    /// Returns the position of the variant among those of the enum.
    #[must_use]
    #[inline]
    pub fn variant(&self) -> usize {
        self.variant
    }

    /// Goes on to the next parameter of the variant; returns `false` after the last.
    #[inline]
    fn advance(&mut self) -> Result<bool, DecodeError> {
        if core::mem::take(&mut self.is_ahead) {
            return Ok(true);
        }
        // In their order, what the other variants have is not there: see `begin`.
        let Some(params) = &mut self.params else { return Ok(self.gaps.as_mut().is_some_and(Gaps::next)) };
        let Some(index) = params.next(RecordOrder::Any, self.inner)? else { return Ok(false) };
        let (start, len) = self.range;
        if index.checked_sub(start).is_none_or(|at| at >= len) {
            return Err(of_other(self.rules, index, self.label, self.inner.name_offset()));
        }
        self.current = index;
        Ok(true)
    }

    /// Calls `read` to read the parameters of the variant. Its errors name them as the variant does.
    ///
    /// # Errors
    ///
    /// Those of `read`, under the names of the enum, and that of a parameter of another variant.
    #[inline(always)]
    pub fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        match read(self) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.named(error)),
        }
    }

    #[cold]
    fn named(&mut self, error: DecodeError) -> DecodeError {
        // No reason is asked for.
        if const { !S::EXPLAINS } {
            self.give_up();
            return error;
        }
        let error = match self.fault.take() {
            Some(fault) => fault,
            None => error.prefixed(&alloc::format!("{}.", self.label)),
        };
        self.explained(error)
    }

    /// Adds the names in the record that the rules do not list to the error for a missing parameter.
    #[cold]
    fn explained(&self, error: DecodeError) -> DecodeError {
        with_unknown_names(error, self.inner, self.rules)
    }

    /// Reads the record that the parameters of the variant are.
    ///
    /// # Errors
    ///
    /// As [`within`](Self::within).
    #[inline(always)]
    pub fn value<T: Decode<'de>>(&mut self) -> Result<T, DecodeError> {
        self.within(|source| T::decode(source))
    }

    /// Reads the only field of the variant, whose parameter has the variant's name.
    ///
    /// # Errors
    ///
    /// Those of the field, and that of a parameter of another variant.
    pub fn one<P: DecodePart<'de>>(&mut self) -> Result<P, DecodeError> {
        if const { P::NESTS } {
            return self.within(|source| {
                if !source.has_any().map_err(|error| source.keep(error))? {
                    if let Some(absent) = P::of_slot(P::Slot::default()) {
                        return Ok(absent);
                    }
                }
                P::Item::decode(source).map(P::of_one)
            });
        }
        let mut slot = P::Slot::default();
        let mut next = self.has_any()?;
        while next {
            let mut axes = Bindings::new();
            let read = P::decode(self.inner, Some(&mut axes)).and_then(|item| slot.push(item));
            read.map_err(|error| self.of_field(error))?;
            self.is_ahead = false;
            next = self.advance()?;
        }
        P::of_slot(slot).ok_or_else(|| self.missing())
    }

    /// Reads into the only field of a variant, as [`one`](Self::one) does.
    ///
    /// # Errors
    ///
    /// As [`one`](Self::one).
    pub fn fill_one<P: FieldMut<'de>>(&mut self, mut field: P) -> Result<(), DecodeError> {
        if const { P::NESTS } {
            return self.within(|source| {
                if !source.has_any().map_err(|error| source.keep(error))? && field.keep(0) {
                    return Ok(());
                }
                field.fill(0, source, None)?;
                field.keep(1);
                Ok(())
            });
        }
        let (mut read, mut next) = (0usize, self.has_any()?);
        while next {
            let filled = field.fill(read, self.inner, Some(&mut Bindings::new()));
            filled.map_err(|error| self.of_field(error))?;
            read = read.saturating_add(1);
            self.is_ahead = false;
            next = self.advance()?;
        }
        if !field.keep(read) {
            return Err(self.missing());
        }
        if const { !P::CONVERTS } {
            return Ok(());
        }
        settled(field.settle(), self.label).inspect_err(|_| self.give_up())
    }

    /// Checks that nothing follows, where the variant has no parameters.
    ///
    /// # Errors
    ///
    /// That of a parameter of another variant.
    #[inline]
    pub fn none(&mut self) -> Result<(), DecodeError> {
        self.advance().map(|_| ())
    }

    /// Returns whether all parameters come in their order.
    #[inline]
    fn is_whole(&self) -> bool {
        self.params.is_none() && self.gaps.is_none()
    }

    /// Returns whether a parameter of the variant is there, which is then the next.
    fn has_any(&mut self) -> Result<bool, DecodeError> {
        // The first of some is gone on to by who reads them.
        if let Some(gaps) = &self.gaps {
            return Ok(gaps.present() != 0);
        }
        self.is_ahead = if self.params.is_some() { self.advance()? } else { self.range.1 > 0 };
        Ok(self.is_ahead)
    }

    /// Stores an error that names a parameter of the enum in `fault`, and returns another one to stop with.
    #[cold]
    fn keep(&mut self, error: DecodeError) -> DecodeError {
        self.fault = Some(error);
        ErrorKind::TensorFound.into()
    }

    /// Returns the error of the only field of the variant.
    #[cold]
    fn of_field(&mut self, error: DecodeError) -> DecodeError {
        self.give_up();
        error.in_parameter(self.label)
    }

    #[cold]
    fn missing(&mut self) -> DecodeError {
        self.give_up();
        self.explained(DecodeError::new(ErrorKind::missing_param()).in_parameter(self.label))
    }
}

/// Returns the error for a parameter, at position `index` of the enum's rules, of another variant than that of `label`.
#[cold]
pub(super) fn of_other(
    rules: &RecordRules<'static>,
    index: usize,
    label: &'static str,
    offset: Option<u64>,
) -> DecodeError {
    let name = rules.listed().get(index).map_or("", |param| param.name);
    DecodeError::placed(ErrorKind::OtherVariant { label }, offset).in_parameter(name)
}

/// Returns the position of the first parameter of the variant at position `variant`, and how many it has.
pub(super) fn range_of<'de, E: Variants<'de>>(variant: usize) -> (usize, usize) {
    E::RANGES.get(variant).copied().unwrap_or((1, 0))
}
impl<'de, S: Source<'de>> Source<'de> for VariantSource<'_, S> {
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
        self.inner.tensor()
    }

    fn tensor_of<'r>(
        &mut self,
        rules: &TensorRules<'r>,
        bindings: Option<(&mut Bindings<'r>, &'r str)>,
    ) -> Result<(Header, Self::Elements<'_>), DecodeError> {
        self.inner.tensor_of(rules, bindings)
    }

    #[inline(always)]
    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        self.inner.block()
    }

    fn block_into<T: DecodeBlock<'de>>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        self.inner.block_into(value)
    }

    fn list_of<T: Block>(&mut self) -> Result<(usize, S::Elements<'_>), DecodeError> {
        self.inner.list_of::<T>()
    }

    #[inline]
    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        match &mut self.gaps {
            Some(gaps) => gaps.begin(record),
            None if self.params.is_none() => return Ok(RecordOrder::Declared),
            None => {}
        }
        Ok(RecordOrder::Any)
    }

    fn present(&mut self, _: RecordType) -> Option<u64> {
        self.gaps.as_ref().map(Gaps::present)
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        self.advance().map_err(|error| self.keep(error))
    }

    fn name(&self) -> &str {
        if let Some(gaps) = &self.gaps {
            return gaps.name();
        }
        let name = self.rules.listed().get(self.current).map_or("", |param| param.name);
        name.get(self.label.len().saturating_add(1)..).unwrap_or_default()
    }

    fn name_offset(&self) -> Option<u64> {
        self.params.as_ref().and_then(|_| self.inner.name_offset())
    }

    fn skip_tensor(&mut self) -> Result<(), DecodeError> {
        self.inner.skip_tensor()
    }

    fn tensors_left(&self) -> usize {
        self.inner.tensors_left().saturating_add(1)
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
        self.is_whole() && self.inner.with_native_columns(None, columns, read)
    }

    fn with_lent_columns(
        &mut self,
        _: Option<RecordType>,
        columns: &[ListColumn],
        read: &mut dyn FnMut(usize, &mut [LentColumn<'_, 'de>]) -> bool,
    ) -> bool {
        self.is_whole() && self.inner.with_lent_columns(None, columns, read)
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        self.inner.count_empty(items)
    }

    fn empty_limit(&self) -> EmptyLimit {
        self.inner.empty_limit()
    }

    fn lengths_of(&mut self, rules: &TensorRules<'_>, lens: &mut [usize]) -> Result<S::Elements<'_>, DecodeError> {
        self.inner.lengths_of(rules, lens)
    }

    fn borrow_of<T: Element>(
        &mut self,
        rules: &TensorRules<'_>,
        lens: &mut [usize],
    ) -> Result<View<'de, T>, DecodeError> {
        self.inner.borrow_of(rules, lens)
    }

    fn whole(&mut self) -> Result<TensorRef<'de>, DecodeError> {
        self.inner.whole()
    }
}
