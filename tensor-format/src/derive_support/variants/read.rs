//! Reads enums that are records.

use core::marker::PhantomData;

use super::source::{VariantSource, Variants, of_other, range_of};
use crate::{
    DecodeError, ElementSource, HasRules, HeaderPlace, ParamMatcher, RecordOrder, RecordRules, Source,
    derive_support::{
        field_state::{given_up, unexplained},
        flatten::{BufferedTensors, TensorsReader},
        labels::{position_of, read_label_or_alias},
        params::record_of,
    },
    error::{AddPlace, ErrorKind},
    traits::with_unknown_names,
};

/// What is known when an enum begins.
enum Begun<'de> {
    /// The variant, all of whose parameters come in their order.
    InOrder(usize),
    /// The variant, whose parameters are found by their names.
    ByName(usize),
    /// The variant, and what came before its label or after it.
    Held(usize, BufferedTensors<'de>),
}

/// Reads up to the label of an enum, or all of it if something comes before the label.
#[inline]
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
            None => Ok(Begun::InOrder(variant)),
        };
    }
    // The label and all parameters of a variant, in their order: they need not be found by their names.
    let present = if rules.len() <= u64::BITS as usize { source.present(E::RECORD) } else { None };
    if let Some(present) = present.filter(|present| present & 1 == 1) {
        let variant = label::<E, S>(source, rules)?;
        if present_of::<E>(variant, present) == Some(u64::MAX) {
            return Ok(Begun::InOrder(variant));
        }
        // The name of the label, behind which the others are looked at.
        source.next_name()?;
        return Ok(Begun::ByName(variant));
    }
    let mut params = ParamMatcher::new(rules);
    let (mut held, mut variant) = (BufferedTensors::default(), None);
    while let Some(index) = params.next(RecordOrder::Any, source)? {
        if index == 0 {
            let found = label::<E, S>(source, rules)?;
            if held.is_empty() {
                return Ok(Begun::ByName(found));
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

/// Returns the bits of the parameters of the variant at position `variant`, of those of the enum; `None` if there is no label,
/// or a parameter of another variant.
#[inline(always)]
fn present_of<'de, E: Variants<'de>>(variant: usize, present: u64) -> Option<u64> {
    let (start, len) = range_of::<E>(variant);
    let own = first_bits(start.saturating_add(len)) & !first_bits(start);
    if const { is_all_or_none::<E>() } {
        return (present == own | 1).then_some(u64::MAX);
    }
    (present & !own == 1).then(|| if present & own == own { u64::MAX } else { (present & own) >> start })
}

/// Returns whether every parameter but the label has to be there if another one of its variant is.
const fn is_all_or_none<'de, E: Variants<'de>>() -> bool {
    let mut params = record_of::<E>().listed();
    while let [others @ .., last] = params {
        if last.required_with.is_none() {
            return others.is_empty();
        }
        params = others;
    }
    true
}

/// Returns the lowest `n` bits, at most all.
#[inline]
const fn first_bits(n: usize) -> u64 {
    match u64::MAX.checked_shl(n as u32) {
        Some(others) => !others,
        None => u64::MAX,
    }
}

/// Reads the label of an enum for a source that gives no reasons. Returns the position of its variant, and the bits of the
/// parameters that come next in their order.
#[inline(always)]
fn unexplained_variant<'de, E: Variants<'de>, S: Source<'de>>(source: &mut S) -> Result<(usize, u64), DecodeError> {
    // A row of a list is begun already.
    if const { !S::COLUMNS_ALONE } {
        source.record(E::RECORD)?;
    }
    // A record of which nothing is absent says nothing of it.
    let all = const { first_bits(record_of::<E>().len()) };
    let present = source.present(E::RECORD).unwrap_or(all);
    let found = {
        let mut elements = source.lengths_of(&const { <&str as HasRules>::RULES.expect_tensor() }, &mut [])?;
        let found = position_of(&elements.text()?, E::TEXTS, E::ALIASES);
        elements.end()?;
        found
    };
    let read = found.and_then(|variant| Some((variant, present_of::<E>(variant, present)?)));
    read.ok_or_else(|| unexplained(source))
}

/// Whether an enum is read by [`unexplained_variant`].
const fn is_unexplained<'de, E: Variants<'de>, S: Source<'de>>() -> bool {
    S::COLUMNS_ALONE || !S::EXPLAINS && record_of::<E>().len() <= u64::BITS as usize
}

/// Reads the label of an enum, and returns the position of its variant.
#[inline]
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
#[inline(always)]
pub fn decode_variant<'de, E: Variants<'de>, S: Source<'de>>(source: &mut S) -> Result<E, DecodeError> {
    // Where errors have no names, all of it can be one function.
    if const { is_unexplained::<E, S>() } {
        // As in a record, one more step would bring the value to memory.
        if const { S::COLUMNS_ALONE } {
            return decode_unexplained(source);
        }
        return given_up(decode_unexplained(source), source);
    }
    decode_begun(source)
}

#[inline(always)]
fn decode_unexplained<'de, E: Variants<'de>, S: Source<'de>>(source: &mut S) -> Result<E, DecodeError> {
    let (variant, present) = unexplained_variant::<E, S>(source)?;
    E::read(&mut VariantSource::in_order::<E>(source, variant, present))
}

#[inline(never)]
fn decode_begun<'de, E: Variants<'de>, S: Source<'de>>(source: &mut S) -> Result<E, DecodeError> {
    let mut source = match begin::<E, S>(source)? {
        Begun::InOrder(variant) => VariantSource::in_order::<E>(source, variant, u64::MAX),
        Begun::ByName(variant) => VariantSource::by_name::<E>(source, variant),
        Begun::Held(variant, held) => return held.read_counted(Held::<E>(variant, PhantomData), source),
    };
    E::read(&mut source)
}

/// Reads into an existing enum that is a record.
///
/// # Errors
///
/// As [`decode_variant`].
pub fn fill_variant<'de, E: Variants<'de>, S: Source<'de>>(value: &mut E, source: &mut S) -> Result<(), DecodeError> {
    if const { is_unexplained::<E, S>() } {
        let read = unexplained_variant::<E, S>(source)
            .and_then(|(variant, present)| value.fill(&mut VariantSource::in_order::<E>(source, variant, present)));
        return given_up(read, source);
    }
    let mut source = match begin::<E, S>(source)? {
        Begun::InOrder(variant) => VariantSource::in_order::<E>(source, variant, u64::MAX),
        Begun::ByName(variant) => VariantSource::by_name::<E>(source, variant),
        Begun::Held(variant, held) => return held.read_counted(HeldInto(variant, value), source),
    };
    value.fill(&mut source)
}

/// Begins the record of tensors that were kept.
fn begun<'s, 'de, E: Variants<'de>, S: Source<'de>>(
    source: &'s mut S,
    variant: usize,
) -> Result<VariantSource<'s, S>, DecodeError> {
    Ok(match source.record(E::RECORD)? {
        RecordOrder::Declared => VariantSource::in_order::<E>(source, variant, u64::MAX),
        RecordOrder::Any => VariantSource::by_name::<E>(source, variant),
    })
}

/// Reads a value of the variant at this position from tensors that were kept.
struct Held<E>(usize, PhantomData<E>);

impl<'de, E: Variants<'de>> TensorsReader<'de> for Held<E> {
    type Value = E;

    fn read<S: Source<'de>>(self, source: &mut S) -> Result<E, DecodeError> {
        E::read(&mut begun::<E, S>(source, self.0)?)
    }
}

/// Does the same as [`Held`] into an existing value.
struct HeldInto<'e, E>(usize, &'e mut E);

impl<'de, E: Variants<'de>> TensorsReader<'de> for HeldInto<'_, E> {
    type Value = ();

    fn read<S: Source<'de>>(self, source: &mut S) -> Result<(), DecodeError> {
        self.1.fill(&mut begun::<E, S>(source, self.0)?)
    }
}
