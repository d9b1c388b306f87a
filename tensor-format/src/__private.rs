//! What the derive's code calls. No part of the public API.

use alloc::borrow::Cow;

pub use core;

pub use crate::{
    rules::{
        contract::{check_axis_names, check_feeds},
        narrow::{field_rules, narrow_dims, narrow_types},
    },
    *,
};

/// Writes the tensors of a field whose attribute adds nothing to its type's rules.
#[inline]
pub fn encode_field<'a, F, S>(field: &'a F, sink: &mut S, name: &str) -> Result<(), EncodeError>
where
    F: Field,
    F::Item: Encode,
    S: Sink<'a>,
{
    for item in field.items() {
        if let Err(error) = item.encode(sink) {
            return Err(error.in_parameter(name));
        }
    }
    Ok(())
}

/// Writes the tensors of a field, held to the rules of its parameter.
pub fn encode_checked<'a, F, S>(
    field: &'a F,
    sink: &mut S,
    param: &Param<'static>,
    axes: &mut Bindings,
) -> Result<(), EncodeError>
where
    F: Field,
    F::Item: Encode,
    S: Sink<'a>,
{
    for item in field.items() {
        let mut checked = Checked::bound(&mut *sink, param.rules, axes, param.name);
        if let Err(error) = item.encode(&mut checked) {
            return Err(error.in_parameter(param.name));
        }
    }
    Ok(())
}

/// Reads one tensor of a field.
#[inline]
pub fn decode_item<'de, T, S>(source: &mut S, name: &str) -> Result<T, DecodeError>
where
    T: Decode<'de>,
    S: Source<'de>,
{
    T::decode(source).map_err(|error| error.in_parameter(name))
}

/// Reads one tensor of a field, held to the rules of its parameter.
pub fn decode_item_checked<'de, T, S>(
    source: &mut S,
    param: &Param<'static>,
    axes: &mut Bindings,
) -> Result<T, DecodeError>
where
    T: Decode<'de>,
    S: Source<'de>,
{
    let mut checked = Checked::bound(source, param.rules, axes, param.name);
    T::decode(&mut checked).map_err(|error| error.in_parameter(param.name))
}

/// A field from one tensor.
#[inline]
pub fn from_item<F: Field>(item: F::Item, name: &str) -> Result<F, DecodeError> {
    let mut slot = F::Slot::default();
    slot.push(item)?;
    from_slot(slot, name)
}

/// A field from the tensors that were found.
#[inline]
pub fn from_slot<F: Field>(slot: F::Slot, name: &str) -> Result<F, DecodeError> {
    match F::from_slot(slot) {
        Some(field) => Ok(field),
        None => Err(missing(name)),
    }
}

#[cold]
fn missing(name: &str) -> DecodeError {
    DecodeError::new(ErrorKind::MissingParam).in_parameter(name)
}

/// Reads a label and returns its position.
pub fn read_label<'de, E: ElementSource<'de>>(
    source: &mut E,
    labels: &'static [&'static str],
) -> Result<usize, DecodeError> {
    let found: Cow<'de, str> = crate::types::next_text(source)?;
    labels.iter().position(|label| *label == found).ok_or_else(|| {
        let shown: alloc::string::String = found.chars().take(64).collect();
        ErrorKind::UnknownLabel { found: shown.into(), expected: labels }.into()
    })
}
