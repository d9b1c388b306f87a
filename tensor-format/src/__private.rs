//! What the derive's code calls. No part of the public API.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "in constants, evaluated by the compiler"
)]

use alloc::borrow::Cow;

pub use core::{
    self,
    option::Option::{self, None, Some},
    result::Result::{self, Err, Ok},
};

use crate::rules::{narrow::is_satisfied, verify::verify_entry};
pub use crate::{
    rules::row::{check_row, row_rules},
    rules::union::{UnionVariant, check_variant, union_rules},
    rules::{
        artefact::{Policy, check_matches},
        contract::{check_feeds, check_renamed},
        join::{Flattening, Own, Part, join, position_of_own, verify_flattened, verify_flattened_names},
        mapped::{Mapping, map_params, map_rules, narrow_dims, values_of, verify_map, verify_map_dims},
        metadata::verify_metadata_default,
        narrow::{FAULTY, exactly, field_rules, narrow_axes, narrow_types, optional, param, ranged, tensor_rules},
        values::{verify_bound, verify_numbers, verify_range},
        verify::{
            verify_axes, verify_default, verify_default_len, verify_field, verify_names, verify_one, verify_own_names,
            verify_tensor, verify_types, verify_with,
        },
    },
    traits::flatten::{Embedded, FillFlat, FlatField, FlatPart},
    traits::mapped::{FillMap, MapField, MapPart},
    traits::metadata::{IsNoOption, IsOption, Metadata},
    traits::with::{Wired, is_absent, module, present},
    traits::{AskedElement, AskedField, AskedHolder, AskedList, AskedMap, AskedScalar, read_scalar, write_scalar},
    traits::{
        DecodeFields, DecodePart, Decodes, Defaulted, EncodeField, EncodeFields, EncodePart, Encodes, Entry, FieldKind,
        FieldTable, FillFields, FillOf, FillOr, FillPart, Generic, Given, InRange, Listed, More, Names, Narrowed, No,
        Nothing, Of, One, Optional, RangeChecked, RangeCheckedMap, Repeated, Yes, decode_bound, decode_record,
        fill_bound, fill_record, hold_default, hold_map_default, no_field,
    },
    traits::{DecodeIf, EncodeIf, Feeding, Unconverted},
    *,
};

/// The rules of a record that derives them.
#[must_use]
pub const fn record_of<R: HasRules>() -> RecordRules<'static> {
    match R::RULES {
        Rules::Record(rules) => rules,
        Rules::Tensor(_) => panic!("the type is one tensor"),
    }
}

/// The parameter of a field, as its type alone says.
#[must_use]
pub const fn param_of_type(name: &'static str, mut entry: Param<'static>) -> Param<'static> {
    entry.name = name;
    entry
}

/// The parameters of a record of `N` fields of the types `F`, as the types alone say.
///
/// # Panics
///
/// As a compile error, if a field is a record.
#[must_use]
#[track_caller]
pub const fn params<F: FieldTable, const N: usize>(names: [&'static str; N]) -> [Param<'static>; N] {
    let mut table = &F::FIELDS;
    let (mut index, mut first) = (0, 0);
    // Most records end with the first table. The compiler takes each of these steps for each record.
    if let (Some(fields), true) = (table.fields.first_chunk::<N>(), table.are_tensors) {
        let mut params = *fields;
        while index < N {
            params[index].name = names[index];
            index += 1;
        }
        return params;
    }
    let mut params = [Param::new("", TensorRules::ANY); N];
    while index < N {
        if index - first < table.fields.len() {
            params[index] = table.fields[index - first];
            verify_entry(names[index], &params[index]);
            params[index].name = names[index];
            index += 1;
        } else if let Some(more) = table.more {
            first = index;
            table = more;
        } else {
            panic!("the record has fewer fields");
        }
    }
    params
}

/// The parameter at position `I` of a record.
pub(crate) const fn param_of<R: HasRules, const I: usize>() -> Param<'static> {
    match record_of::<R>().get(I) {
        Some(param) => param,
        None => panic!("the record has fewer parameters"),
    }
}

/// Whether `rules` ask nothing of a tensor that the rules of its type do not give.
const fn is_free(own: Rules<'static>, rules: TensorRules<'static>) -> bool {
    match own {
        Rules::Tensor(own) => is_satisfied(own, rules),
        Rules::Record(_) => false,
    }
}

/// Whether parameter `I` of the record `R` asks nothing of a tensor of type `T` that its type does not give.
pub(crate) const fn is_free_param<R: HasRules, T: HasRules, const I: usize>() -> bool {
    let rules = param_of::<R, I>().rules;
    !rules.axes.has_names() && is_free(T::RULES, rules)
}

/// Writes the tensor inside of the wrapper `W`, held to the wrapper's rules. `axes` are given if a name stands twice.
///
/// # Errors
///
/// Those of the tensor, and what contradicts the rules.
#[inline]
pub fn encode_narrowed<'a, W, T, S>(inner: &'a T, sink: &mut S, axes: Option<&mut Bindings>) -> Result<(), EncodeError>
where
    W: HasRules,
    T: for<'x> EncodeIf<'x>,
    S: Sink<'a>,
{
    if axes.is_none() && const { is_free(<T as EncodeIf<'static>>::OWN, tensor_rules(W::RULES)) } {
        return inner.encode_if(sink);
    }
    inner.encode_if(&mut narrowed::<W, S>(sink, axes))
}

/// Reads the tensor inside of the wrapper `W`, held to the wrapper's rules.
///
/// # Errors
///
/// As [`encode_narrowed`].
#[inline]
pub fn decode_narrowed<'de, W, T, S>(source: &mut S, axes: Option<&mut Bindings>) -> Result<T, DecodeError>
where
    W: HasRules,
    T: DecodeIf<'de>,
    S: Source<'de>,
{
    if axes.is_none() && const { is_free(T::OWN, tensor_rules(W::RULES)) } {
        return T::decode_if(source);
    }
    T::decode_if(&mut narrowed::<W, S>(source, axes))
}

/// Like [`decode_narrowed`], but reuses the memory of the tensor.
///
/// # Errors
///
/// As [`encode_narrowed`].
#[inline]
pub fn decode_narrowed_into<'de, W, T, S>(
    inner: &mut T,
    source: &mut S,
    axes: Option<&mut Bindings>,
) -> Result<(), DecodeError>
where
    W: HasRules,
    T: DecodeIf<'de>,
    S: Source<'de>,
{
    if axes.is_none() && const { is_free(T::OWN, tensor_rules(W::RULES)) } {
        return inner.decode_into_if(source);
    }
    inner.decode_into_if(&mut narrowed::<W, S>(source, axes))
}

#[inline]
fn narrowed<'c, W: HasRules, S>(inner: &'c mut S, axes: Option<&'c mut Bindings>) -> Checked<'c, 'static, S> {
    let rules = const { tensor_rules(W::RULES) };
    match axes {
        Some(axes) => Checked::bound(inner, rules, axes, ""),
        None => Checked::new(inner, rules),
    }
}

/// A sink or source in which elements are held to the range of the wrapper `W`.
#[inline]
pub fn in_range<W: HasRules, S>(inner: &mut S) -> InRange<&mut S> {
    InRange::new(inner, const { tensor_rules(W::RULES) }.range)
}

/// Writes a label.
///
/// # Errors
///
/// Those of the sink.
#[inline]
pub fn write_label<'a, W: ElementSink<'a>>(out: &mut W, label: &'static str) -> Result<(), EncodeError> {
    out.variable(Variable::Text(Cow::Borrowed(label)))
}

/// Reads a label and returns its position.
///
/// # Errors
///
/// [`UnknownLabel`](ErrorKind::UnknownLabel), and those of the source.
pub fn read_label<'de, E: ElementSource<'de>>(
    source: &mut E,
    labels: &'static [&'static str],
) -> Result<usize, DecodeError> {
    let place = source.element_offset();
    let found: Cow<'de, str> = crate::types::next_text(source)?;
    labels.iter().position(|label| *label == found).ok_or_else(|| {
        let shown: alloc::string::String = found.chars().take(64).collect();
        placed(ErrorKind::UnknownLabel { found: shown.into(), expected: labels }, place)
    })
}

/// An error of this kind at this offset, if there is one.
#[cold]
pub(crate) fn placed(kind: ErrorKind, place: Option<u64>) -> DecodeError {
    let error = DecodeError::new(kind);
    match place {
        Some(offset) => error.at(offset),
        None => error,
    }
}

/// The element types of one tensor.
#[must_use]
pub const fn types_of(rules: Rules<'_>) -> ElementTypes {
    match rules {
        Rules::Tensor(rules) => rules.types,
        Rules::Record(_) => ElementTypes::NONE,
    }
}

/// Begins a tensor of the union `U`, and finds the variant whose element types have that of the tensor.
///
/// # Errors
///
/// What contradicts the rules of the union.
pub fn begin_union<'s, 'de, U: HasRules, S: Source<'de>>(
    source: &'s mut S,
    variants: &[ElementTypes],
) -> Result<(usize, Begun<S::Elements<'s>>), DecodeError> {
    let begun = Begun::new(source, &const { U::RULES.expect_tensor() })?;
    let position = begun
        .peek()
        .and_then(|header| variants.iter().position(|types| types.contains(header.element_type)))
        .unwrap_or_default();
    Ok((position, begun))
}

/// Writes the number of a label.
///
/// # Errors
///
/// Those of the sink.
#[inline]
pub fn write_number<'a, T: Element, W: ElementSink<'a>>(out: &mut W, number: T) -> Result<(), EncodeError> {
    out.copy_numbers(&[number])
}

/// Reads the number of a label and returns the label's position.
///
/// # Errors
///
/// [`UnknownNumber`](ErrorKind::UnknownNumber), and those of the source.
pub fn read_number<'de, T: Element + Into<i128>, E: ElementSource<'de>>(
    source: &mut E,
    labels: &'static [(i128, &'static str)],
) -> Result<usize, DecodeError> {
    let place = source.element_offset();
    let found: i128 = source.number::<T>()?.into();
    labels.iter().position(|(number, _)| *number == found).ok_or_else(|| {
        placed(ErrorKind::UnknownNumber { found: alloc::format!("{found}").into(), expected: labels }, place)
    })
}
