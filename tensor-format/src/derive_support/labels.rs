//! Enums as labels: a text or a number for each variant.

use alloc::borrow::Cow;

use crate::{DecodeError, Element, ElementSink, ElementSource, EncodeError, ErrorKind};

/// Writes the text of an enum's variant as one element.
///
/// # Errors
///
/// Those of the sink.
#[inline]
pub fn write_label<'a, W: ElementSink<'a>>(out: &mut W, label: &'static str) -> Result<(), EncodeError> {
    out.texts(core::iter::once(label))
}

/// Reads the text of an enum's variant and returns its position in `labels`.
///
/// # Errors
///
/// [`UnknownLabel`](ErrorKind::UnknownLabel), and those of the source.
pub fn read_label<'de, E: ElementSource<'de>>(
    source: &mut E,
    labels: &'static [&'static str],
) -> Result<usize, DecodeError> {
    read_label_or_alias(source, labels, &[])
}

/// Does the same as [`read_label`], and reads each of `aliases` as the label at the position beside it.
///
/// # Errors
///
/// As [`read_label`].
pub fn read_label_or_alias<'de, E: ElementSource<'de>>(
    source: &mut E,
    labels: &'static [&'static str],
    aliases: &'static [(&'static str, usize)],
) -> Result<usize, DecodeError> {
    let place = source.element_offset();
    let found: Cow<'de, str> = source.text()?;
    match position_of(&found, labels, aliases) {
        Some(position) => Ok(position),
        None => Err(unknown_label(&found, labels, place)),
    }
}

/// Returns the position of a text in `labels`, or that which it has as one of `aliases`.
#[inline(always)]
pub(super) fn position_of(
    found: &str,
    labels: &'static [&'static str],
    aliases: &'static [(&'static str, usize)],
) -> Option<usize> {
    let aliased = || aliases.iter().find(|(alias, _)| *alias == found).map(|(_, position)| *position);
    labels.iter().position(|label| *label == found).or_else(aliased)
}

#[cold]
fn unknown_label(found: &str, labels: &'static [&'static str], place: Option<u64>) -> DecodeError {
    let shown: alloc::string::String = found.chars().take(64).collect();
    DecodeError::placed(ErrorKind::UnknownLabel { found: shown.into(), expected: labels }, place)
}

/// Writes the number of an enum's variant as one element.
///
/// # Errors
///
/// Those of the sink.
#[inline]
pub fn write_number<'a, T: Element, W: ElementSink<'a>>(out: &mut W, number: T) -> Result<(), EncodeError> {
    out.copy_numbers(&[number])
}

/// Reads the number of an enum's variant and returns its position in `labels`.
///
/// # Errors
///
/// [`UnknownNumber`](ErrorKind::UnknownNumber), and those of the source.
#[inline]
pub fn read_number<'de, T: Element + Into<i128>, E: ElementSource<'de>>(
    source: &mut E,
    labels: &'static [(i128, &'static str)],
) -> Result<usize, DecodeError> {
    let place = source.element_offset();
    let found: i128 = source.number::<T>()?.into();
    match labels.iter().position(|(number, _)| *number == found) {
        Some(position) => Ok(position),
        None => Err(unknown_number(found, labels, place)),
    }
}

#[cold]
fn unknown_number(found: i128, labels: &'static [(i128, &'static str)], place: Option<u64>) -> DecodeError {
    let kind = ErrorKind::UnknownNumber { found: alloc::format!("{found}").into(), expected: labels };
    DecodeError::placed(kind, place)
}
