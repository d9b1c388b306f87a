//! Reads enums that are records.

use core::marker::PhantomData;

use crate::{
    Bindings, Block, Decode, DecodeBlock, DecodeError, Element, ElementSource, ErrorKind, HasRules, Header,
    HeaderPlace, ParamMatcher, RecordOrder, RecordRules, RecordType, Slot, Source, TensorRef, TensorRules, View,
    derive_support::{
        checks::parts::Flattening,
        flatten::{BufferedTensors, TensorsReader},
        labels::read_label_or_alias,
        params::record_of,
        part::{DecodePart, FieldMut},
        record_into::settled,
    },
    error::AddPlace,
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
    params: ParamMatcher<'static>,
    order: RecordOrder,
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
    fn new<E: Variants<'de>>(inner: &'s mut S, variant: usize, order: RecordOrder) -> Self {
        let label = E::TEXTS.get(variant).copied().unwrap_or_default();
        let range = range_of::<E>(variant);
        let mut params = ParamMatcher::new(const { &record_of::<E>() });
        if let (RecordOrder::Any, Some(label)) = (order, params.rules().listed().first()) {
            // The label was read, and this is the first name: it cannot fail.
            let _ = params.find(label.name);
        }
        Self { inner, params, order, variant, label, range, current: range.0, is_ahead: false, fault: None }
    }

    /// Returns the position of the variant among those of the enum.
    #[must_use]
    pub fn variant(&self) -> usize {
        self.variant
    }

    /// Goes on to the next parameter of the variant; returns `false` after the last.
    fn advance(&mut self) -> Result<bool, DecodeError> {
        let next = match self.order {
            _ if core::mem::take(&mut self.is_ahead) => return Ok(true),
            RecordOrder::Any => self.params.next(RecordOrder::Any, self.inner)?,
            // What the others have is not there: see `begin`.
            RecordOrder::Declared => None,
        };
        let Some(index) = next else { return Ok(false) };
        let (start, len) = self.range;
        if index.checked_sub(start).is_none_or(|at| at >= len) {
            return Err(of_other(self.params.rules(), index, self.label, self.inner.name_offset()));
        }
        self.current = index;
        Ok(true)
    }

    /// Calls `read` to read the parameters of the variant. Its errors name them as the variant does.
    ///
    /// # Errors
    ///
    /// Those of `read`, under the names of the enum, and that of a parameter of another variant.
    pub fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, DecodeError>) -> Result<T, DecodeError> {
        match read(self) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.named(error)),
        }
    }

    #[cold]
    fn named(&mut self, error: DecodeError) -> DecodeError {
        let error = match self.fault.take() {
            Some(fault) => fault,
            None => error.prefixed(&alloc::format!("{}.", self.label)),
        };
        self.explained(error)
    }

    /// Adds the names in the record that the rules do not list to the error for a missing parameter.
    #[cold]
    fn explained(&self, error: DecodeError) -> DecodeError {
        with_unknown_names(error, self.inner, self.params.rules())
    }

    /// Reads the record that the parameters of the variant are.
    ///
    /// # Errors
    ///
    /// As [`within`](Self::within).
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
            read.in_parameter(self.label)?;
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
            filled.in_parameter(self.label)?;
            read = read.saturating_add(1);
            self.is_ahead = false;
            next = self.advance()?;
        }
        if !field.keep(read) {
            return Err(self.missing());
        }
        if const { P::CONVERTS } { settled(field.settle(), self.label) } else { Ok(()) }
    }

    /// Checks that nothing follows, where the variant has no parameters.
    ///
    /// # Errors
    ///
    /// That of a parameter of another variant.
    pub fn none(&mut self) -> Result<(), DecodeError> {
        self.advance().map(|_| ())
    }

    /// Returns whether a parameter of the variant is there, which is then the next.
    fn has_any(&mut self) -> Result<bool, DecodeError> {
        self.is_ahead = match self.order {
            RecordOrder::Any => self.advance()?,
            RecordOrder::Declared => self.range.1 > 0,
        };
        Ok(self.is_ahead)
    }

    /// Stores an error that names a parameter of the enum in `fault`, and returns another one to stop with.
    #[cold]
    fn keep(&mut self, error: DecodeError) -> DecodeError {
        self.fault = Some(error);
        ErrorKind::TensorFound.into()
    }

    #[cold]
    fn missing(&self) -> DecodeError {
        self.explained(DecodeError::new(ErrorKind::missing_param()).in_parameter(self.label))
    }
}

/// Returns the error for a parameter, at position `index` of the enum's rules, of another variant than that of `label`.
#[cold]
fn of_other(rules: &RecordRules<'static>, index: usize, label: &'static str, offset: Option<u64>) -> DecodeError {
    let name = rules.listed().get(index).map_or("", |param| param.name);
    DecodeError::placed(ErrorKind::OtherVariant { label }, offset).in_parameter(name)
}

/// Returns the position of the first parameter of the variant at position `variant`, and how many it has.
fn range_of<'de, E: Variants<'de>>(variant: usize) -> (usize, usize) {
    E::RANGES.get(variant).copied().unwrap_or((1, 0))
}

/// What is known when an enum begins.
enum Begun<'de> {
    /// The variant; its parameters come in this order.
    Variant(usize, RecordOrder),
    /// The variant, and what came before its label or after it.
    Held(usize, BufferedTensors<'de>),
}

/// Reads up to the label of an enum, or all of it if something comes before the label.
fn begin<'de, E: Variants<'de>, S: Source<'de>>(source: &mut S) -> Result<Begun<'de>, DecodeError> {
    let rules: &'static RecordRules<'static> = const { &record_of::<E>() };
    if source.record(E::RECORD)? == RecordOrder::Declared {
        let variant = label::<E, S>(source, rules)?;
        let (start, len) = range_of::<E>(variant);
        // Every parameter is there.
        let other = (1..rules.len()).find(|index| index.checked_sub(start).is_none_or(|at| at >= len));
        return match other {
            Some(index) => {
                let label = E::TEXTS.get(variant).copied().unwrap_or_default();
                Err(of_other(rules, index, label, source.offset(HeaderPlace::Elements)))
            }
            None => Ok(Begun::Variant(variant, RecordOrder::Declared)),
        };
    }
    // The label and all parameters of a variant, in their order: they need not be found by their names.
    if let Some(present) = source.present(E::RECORD).filter(|present| present & 1 == 1) {
        let variant = label::<E, S>(source, rules)?;
        let (start, len) = range_of::<E>(variant);
        let own = (0..len).fold(1, |bits, at| bits | 1u64.wrapping_shl(start.saturating_add(at) as u32));
        if present == own {
            return Ok(Begun::Variant(variant, RecordOrder::Declared));
        }
        // The name of the label, behind which the others are looked at.
        source.next_name()?;
        return Ok(Begun::Variant(variant, RecordOrder::Any));
    }
    let mut params = ParamMatcher::new(rules);
    let (mut held, mut variant) = (BufferedTensors::default(), None);
    while let Some(index) = params.next(RecordOrder::Any, source)? {
        if index == 0 {
            let found = label::<E, S>(source, rules)?;
            if held.is_empty() {
                return Ok(Begun::Variant(found, RecordOrder::Any));
            }
            variant = Some(found);
        } else if let Some(param) = rules.get(index) {
            let tensor = source.tensor_of(&param.rules, None);
            tensor.and_then(|tensor| held.hold(param.name, tensor)).in_parameter(param.name)?;
        }
    }
    match variant {
        Some(variant) => Ok(Begun::Held(variant, held)),
        None => {
            let name = rules.get(0).map_or("", |param| param.name);
            let error = DecodeError::new(ErrorKind::missing_param()).in_parameter(name);
            Err(with_unknown_names(error, source, rules))
        }
    }
}

/// Reads the label of an enum, and returns the position of its variant.
fn label<'de, E: Variants<'de>, S: Source<'de>>(
    source: &mut S,
    rules: &RecordRules<'static>,
) -> Result<usize, DecodeError> {
    let read = |source: &mut S| {
        let mut elements = source.lengths_of(&const { <&str as HasRules>::RULES.expect_tensor() }, &mut [])?;
        let variant = read_label_or_alias(&mut elements, E::TEXTS, E::ALIASES)?;
        elements.end()?;
        Ok(variant)
    };
    read(source).map_err(|error: DecodeError| error.in_parameter(rules.get(0).map_or("", |param| param.name)))
}

/// Reads an enum that is a record.
///
/// # Errors
///
/// Those of the source, of the label and of the variant's parameters, and
/// [`OtherVariant`](crate::ErrorKind::OtherVariant).
pub fn decode_variant<'de, E: Variants<'de>, S: Source<'de>>(source: &mut S) -> Result<E, DecodeError> {
    match begin::<E, S>(source)? {
        Begun::Variant(variant, order) => E::read(&mut VariantSource::new::<E>(source, variant, order)),
        Begun::Held(variant, held) => held.read_counted(Held::<E>(variant, PhantomData), source),
    }
}

/// Reads into an existing enum that is a record.
///
/// # Errors
///
/// As [`decode_variant`].
pub fn fill_variant<'de, E: Variants<'de>, S: Source<'de>>(value: &mut E, source: &mut S) -> Result<(), DecodeError> {
    match begin::<E, S>(source)? {
        Begun::Variant(variant, order) => value.fill(&mut VariantSource::new::<E>(source, variant, order)),
        Begun::Held(variant, held) => held.read_counted(HeldInto(variant, value), source),
    }
}

/// Reads a value of the variant at this position from tensors that were kept.
struct Held<E>(usize, PhantomData<E>);

impl<'de, E: Variants<'de>> TensorsReader<'de> for Held<E> {
    type Value = E;

    fn read<S: Source<'de>>(self, source: &mut S) -> Result<E, DecodeError> {
        let order = source.record(E::RECORD)?;
        E::read(&mut VariantSource::new::<E>(source, self.0, order))
    }
}

/// Does the same as [`Held`] into an existing value.
struct HeldInto<'e, E>(usize, &'e mut E);

impl<'de, E: Variants<'de>> TensorsReader<'de> for HeldInto<'_, E> {
    type Value = ();

    fn read<S: Source<'de>>(self, source: &mut S) -> Result<(), DecodeError> {
        let order = source.record(E::RECORD)?;
        self.1.fill(&mut VariantSource::new::<E>(source, self.0, order))
    }
}

impl<'de, S: Source<'de>> Source<'de> for VariantSource<'_, S> {
    type Elements<'s>
        = S::Elements<'s>
    where
        Self: 's;

    const EXPLAINS: bool = S::EXPLAINS;
    const COLUMNS_ALONE: bool = S::COLUMNS_ALONE;

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

    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        self.inner.block()
    }

    fn block_into<T: DecodeBlock<'de>>(&mut self, value: &mut T) -> Result<(), DecodeError> {
        self.inner.block_into(value)
    }

    fn list_of<T: Block>(&mut self) -> Result<(usize, S::Elements<'_>), DecodeError> {
        self.inner.list_of::<T>()
    }

    fn record(&mut self, _: RecordType) -> Result<RecordOrder, DecodeError> {
        Ok(self.order)
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        self.advance().map_err(|error| self.keep(error))
    }

    fn name(&self) -> &str {
        let name = self.params.rules().listed().get(self.current).map_or("", |param| param.name);
        name.get(self.label.len().saturating_add(1)..).unwrap_or_default()
    }

    fn name_offset(&self) -> Option<u64> {
        match self.order {
            RecordOrder::Any => self.inner.name_offset(),
            RecordOrder::Declared => None,
        }
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

    fn with_lent_columns(
        &mut self,
        _: Option<RecordType>,
        columns: &[ListColumn],
        read: &mut dyn FnMut(usize, &mut NativeColumns<'de>) -> bool,
    ) -> bool {
        self.order == RecordOrder::Declared && self.inner.with_lent_columns(None, columns, read)
    }

    fn with_native_columns(
        &mut self,
        columns: &[ListColumn],
        read: &mut dyn FnMut(usize, &NativeColumns<'_>) -> bool,
    ) -> bool {
        self.order == RecordOrder::Declared && self.inner.with_native_columns(columns, read)
    }

    fn with_ragged_columns(
        &mut self,
        _: Option<RecordType>,
        columns: &[ListColumn],
        read: &mut dyn FnMut(usize, &mut [LentColumn<'de>]) -> bool,
    ) -> bool {
        self.order == RecordOrder::Declared && self.inner.with_ragged_columns(None, columns, read)
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
