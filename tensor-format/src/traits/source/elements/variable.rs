//! Reads elements of variable size as text, bytes or media.

use alloc::borrow::{Cow, ToOwned};

use super::ElementSource;
use crate::{DecodeError, ElementType, ElementTypes, ErrorKind, Variable};

/// Reads the next element as text.
pub(crate) fn next_text<'de, E: ElementSource<'de> + ?Sized>(source: &mut E) -> Result<Cow<'de, str>, DecodeError> {
    match source.variable()? {
        Variable::Text(text) => Ok(text),
        other => Err(unexpected(&other, ElementTypes::of(ElementType::String))),
    }
}

#[cold]
pub(crate) fn unexpected(found: &Variable<'_>, allowed: ElementTypes) -> DecodeError {
    let found = match found {
        Variable::Text(_) => ElementType::String,
        Variable::Bytes(_) => ElementType::Binary,
        Variable::Media { .. } => ElementType::Image,
    };
    ErrorKind::ElementType { allowed, found }.into()
}

/// Returns the element that the source borrowed from its input; an error if the source had to copy it.
#[inline]
pub(crate) fn borrowed<'de, T: ToOwned + ?Sized>(element: Cow<'de, T>) -> Result<&'de T, DecodeError> {
    match element {
        Cow::Borrowed(element) => Ok(element),
        Cow::Owned(_) => Err(ErrorKind::NotBorrowable { why: "the input is a stream" }.into()),
    }
}

const MEDIA: ElementTypes = ElementTypes::of(ElementType::Image).with(ElementType::Audio).with(ElementType::Video);

type FormatAndData<'de> = (Cow<'de, [u8]>, Cow<'de, [u8]>);

/// Reads the format and content of the next image, audio or video, borrowed from the input.
#[inline]
pub(crate) fn borrowed_media<'de, E: ElementSource<'de> + ?Sized>(
    source: &mut E,
    wanted: ElementType,
) -> Result<(&'de [u8], &'de [u8]), DecodeError> {
    let (format, data) = next_media(source, wanted)?;
    Ok((borrowed(format)?, borrowed(data)?))
}

/// Reads the format and content of the next image, audio or video.
#[inline]
pub(crate) fn next_media<'de, E: ElementSource<'de> + ?Sized>(
    source: &mut E,
    wanted: ElementType,
) -> Result<FormatAndData<'de>, DecodeError> {
    match source.variable()? {
        Variable::Media { format, data } => Ok((format, data)),
        other if wanted.is_media() => Err(unexpected(&other, ElementTypes::of(wanted))),
        other => Err(unexpected(&other, MEDIA)),
    }
}
