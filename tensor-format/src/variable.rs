//! Elements of variable size: text, bytes and media, packed one after another with their lengths in front.
//!
//! Every format that stores such elements in one run of bytes uses this codec. A [`Variable`] is one element while it
//! is written or read; `Packed` is a run that was checked once, over which [`Variables`] goes without checks; `write`
//! appends elements to a run.

use alloc::{borrow::Cow, boxed::Box, string::String};
use core::str::Utf8Error;

use crate::{
    ElementType, ErrorKind,
    util::{
        reinterpret::short_ascii,
        varint::{self, VarintError},
    },
};

mod write;
pub(crate) use write::{push_element, push_text};

/// The form in which a packed image, audio or video element stores its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MediaForm {
    /// Exactly three bytes, then the content.
    ThreeBytes,
    /// One byte with the length of the format, the format, then the content.
    LengthPrefixed,
}

impl MediaForm {
    /// Returns the number of bytes that a format takes in an element.
    pub(crate) fn format_len(self, format: &[u8]) -> usize {
        match self {
            MediaForm::ThreeBytes => format.len(),
            MediaForm::LengthPrefixed => format.len().saturating_add(1),
        }
    }

    /// Returns an error for a format that this form cannot store, with advice.
    pub(crate) fn check_format(self, format: &[u8], allow_non_ascii: bool) -> Result<(), ErrorKind> {
        let why = if !allow_non_ascii && !format.is_ascii() {
            "the bytes of a format must be ASCII"
        } else {
            match self {
                MediaForm::ThreeBytes if format.len() != 3 => match format {
                    b"jpeg" => "this dialect holds exactly three bytes: use \"jpg\"",
                    b"tiff" => "this dialect holds exactly three bytes: use \"tif\"",
                    b"mpeg" => "this dialect holds exactly three bytes: use \"mpg\"",
                    _ => "this dialect holds exactly three bytes: use a three-letter extension or another dialect",
                },
                MediaForm::LengthPrefixed if format.len() > 255 => "a format has at most 255 bytes",
                _ => return Ok(()),
            }
        };
        Err(ErrorKind::InvalidMediaFormat { format: escape(format), why })
    }
}

/// Returns the format of a media element as text for errors, cut off after 32 bytes.
pub(crate) fn escape(format: &[u8]) -> Box<str> {
    let shown = format.get(..32).unwrap_or(format);
    let text: String = shown.escape_ascii().map(char::from).collect();
    text.into_boxed_str()
}

/// One element of variable size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Variable<'a> {
    /// An element of a string tensor.
    Text(Cow<'a, str>),
    /// An element of a binary tensor.
    Bytes(Cow<'a, [u8]>),
    /// An element of an image, audio or video tensor.
    Media {
        /// The format, normally a file extension in ASCII. Chosen by the sender: do not use it as a path.
        format: Cow<'a, [u8]>,
        /// The encoded content.
        data: Cow<'a, [u8]>,
    },
}

impl<'a> Variable<'a> {
    /// Returns the element as one that borrows from this.
    #[must_use]
    pub fn as_ref(&self) -> Variable<'_> {
        match self {
            Variable::Text(text) => Variable::Text(Cow::Borrowed(text)),
            Variable::Bytes(bytes) => Variable::Bytes(Cow::Borrowed(bytes)),
            Variable::Media { format, data } => {
                Variable::Media { format: Cow::Borrowed(format), data: Cow::Borrowed(data) }
            }
        }
    }

    /// Returns whether this is an element of a tensor of that type.
    #[must_use]
    #[inline]
    pub fn is_of(&self, element_type: ElementType) -> bool {
        match self {
            Variable::Text(_) => element_type == ElementType::String,
            Variable::Bytes(_) => element_type == ElementType::Binary,
            Variable::Media { .. } => element_type.is_media(),
        }
    }

    /// Returns the size of the packed element in bytes, with its length in front.
    pub(crate) fn packed_len(&self, form: MediaForm) -> usize {
        let body = self.body_len(form);
        body.saturating_add(varint::len(body as u64))
    }

    /// Returns the size of the packed element in bytes, with its format but without its length in front.
    #[inline]
    pub(crate) fn body_len(&self, form: MediaForm) -> usize {
        match self {
            Variable::Text(text) => text.len(),
            Variable::Bytes(bytes) => bytes.len(),
            Variable::Media { format, data } => data.len().saturating_add(form.format_len(format)),
        }
    }
}

/// An error in packed elements, and the byte offset in the input at which it is.
pub(crate) struct PackedError {
    pub(crate) kind: ErrorKind,
    pub(crate) at: usize,
}

/// The options of reading packed elements: the form, what is allowed, and a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PackedOptions {
    pub(crate) form: MediaForm,
    pub(crate) allow_non_canonical: bool,
    pub(crate) allow_non_ascii: bool,
    pub(crate) max_element_bytes: usize,
}

/// Reads the element at the front of `bytes`, and returns it with its length in bytes, that of its own length in front
/// included.
#[inline]
pub(crate) fn read_element<'a>(
    bytes: &'a [u8],
    element_type: ElementType,
    options: &PackedOptions,
) -> Result<(Variable<'a>, usize), PackedError> {
    let (len, width) = match varint::read(bytes, options.allow_non_canonical) {
        Ok(read) => read,
        Err(error) => return Err(varint_error(error, bytes.len(), 0)),
    };
    let rest = bytes.get(width..).unwrap_or_default();
    let body = match usize::try_from(len).ok().and_then(|len| rest.get(..len)) {
        Some(body) if body.len() <= options.max_element_bytes => body,
        _ => return Err(body_error(len, rest.len(), width, options)),
    };
    let end = width.saturating_add(body.len());
    let variable = match element_type {
        ElementType::String => match text_of(body) {
            Ok(text) => Variable::Text(Cow::Borrowed(text)),
            Err(error) => {
                let at = width.saturating_add(error.valid_up_to());
                return Err(PackedError { kind: ErrorKind::InvalidUtf8, at });
            }
        },
        ElementType::Binary => Variable::Bytes(Cow::Borrowed(body)),
        _ => read_media(body, width, options)?,
    };
    Ok((variable, end))
}

/// Returns bytes as text, or an error with the position at which they are not UTF-8.
///
/// With `std` the whole text is checked first with the widest vector instructions of the processor, which takes half
/// the time of `core`, or less: the benchmark suite shows both over the same strings. If that fails, `core` finds the
/// position of the error.
#[inline]
pub(crate) fn text_of(bytes: &[u8]) -> Result<&str, Utf8Error> {
    // For few bytes neither of the others takes less than ten instructions a byte.
    if let Some(text) = short_ascii(bytes) {
        return Ok(text);
    }
    #[cfg(feature = "std")]
    if let Ok(text) = simdutf8::basic::from_utf8(bytes) {
        return Ok(text);
    }
    core::str::from_utf8(bytes)
}

#[cold]
fn body_error(len: u64, left: usize, at: usize, options: &PackedOptions) -> PackedError {
    let kind = if len > left as u64 {
        ErrorKind::UnexpectedEnd { needed: len, left: left as u64 }
    } else {
        ErrorKind::LimitExceeded {
            limit: crate::error::Limit::ElementBytes,
            max: options.max_element_bytes as u64,
            found: len,
        }
    };
    PackedError { kind, at }
}

pub(crate) fn varint_error(error: VarintError, left: usize, at: usize) -> PackedError {
    let kind = match error {
        VarintError::Truncated { needed } => ErrorKind::UnexpectedEnd { needed: needed as u64, left: left as u64 },
        VarintError::NonCanonical { value } => ErrorKind::NonCanonicalVarint { value },
    };
    PackedError { kind, at }
}

/// The format and the content of a media element.
type Media<'a> = (&'a [u8], &'a [u8]);

/// Splits off the media element at the front, and returns it and the bytes after it; `None` if it has more than `max`
/// bytes or is not strictly well formed.
#[inline]
pub(crate) fn split_media(bytes: &[u8], form: MediaForm, max: usize) -> Option<(Media<'_>, &[u8])> {
    let (len, width) = varint::read(bytes, false).ok()?;
    let (body, after) = bytes.get(width..)?.split_at_checked(usize::try_from(len).ok()?)?;
    let (format, data) = split_format(body, form)?;
    let is_ascii = match form {
        // Three bytes are looked at together.
        MediaForm::ThreeBytes => format.first_chunk::<3>()?.iter().fold(0, |all, byte| all | byte).is_ascii(),
        MediaForm::LengthPrefixed => format.is_ascii(),
    };
    (is_ascii && body.len() <= max).then_some(((format, data), after))
}

/// Splits the body of a media element, the bytes after its length, into format and content; `None` if it is too short.
#[inline]
fn split_format(body: &[u8], form: MediaForm) -> Option<Media<'_>> {
    match form {
        MediaForm::ThreeBytes => body.split_at_checked(3),
        MediaForm::LengthPrefixed => {
            let (&len, rest) = body.split_first()?;
            rest.split_at_checked(usize::from(len))
        }
    }
}

/// Splits the body of a media element, which begins at byte offset `at`, into format and content, and checks the
/// format.
#[inline]
fn read_media<'a>(body: &'a [u8], at: usize, options: &PackedOptions) -> Result<Variable<'a>, PackedError> {
    let Some((format, data)) = split_format(body, options.form) else {
        return Err(too_short(body, at, options.form));
    };
    if !options.allow_non_ascii {
        if let Some(bad) = format.iter().position(|byte| !byte.is_ascii()) {
            let kind =
                ErrorKind::InvalidMediaFormat { format: escape(format), why: "the bytes of a format must be ASCII" };
            let format_at = at.saturating_add(options.form.format_len(&[]));
            return Err(PackedError { kind, at: format_at.saturating_add(bad) });
        }
    }
    Ok(Variable::Media { format: Cow::Borrowed(format), data: Cow::Borrowed(data) })
}

/// Returns the error for the body of a media element, at byte offset `at`, that is too short for its format. If it is
/// too short for any format, the length in front of it, at byte 0, is at fault.
#[cold]
fn too_short(body: &[u8], at: usize, form: MediaForm) -> PackedError {
    let (needed, at) = match (form, body.first()) {
        (MediaForm::ThreeBytes, _) => (3, 0),
        (MediaForm::LengthPrefixed, None) => (1, 0),
        (MediaForm::LengthPrefixed, Some(&len)) => (u64::from(len).saturating_add(1), at),
    };
    PackedError { kind: ErrorKind::MediaTooShort { needed, found: body.len() as u64 }, at }
}

/// Packed elements of variable size, known to be well formed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) form: MediaForm,
}

/// The elements of a variable-size tensor in row-major order.
#[derive(Clone, Debug)]
pub struct Variables<'a> {
    packed: Packed<'a>,
    element_type: ElementType,
    left: usize,
}

impl<'a> Variables<'a> {
    pub(crate) fn new(packed: Packed<'a>, element_type: ElementType, count: usize) -> Self {
        Self { packed, element_type, left: count }
    }

    /// Returns the bytes that are not read yet.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.packed.bytes
    }
}

impl<'a> Iterator for Variables<'a> {
    type Item = Variable<'a>;

    fn next(&mut self) -> Option<Variable<'a>> {
        self.left = self.left.checked_sub(1)?;
        let options = PackedOptions {
            form: self.packed.form,
            allow_non_canonical: true,
            allow_non_ascii: true,
            max_element_bytes: usize::MAX,
        };
        let (element, len) = read_element(self.packed.bytes, self.element_type, &options).ok()?;
        self.packed.bytes = self.packed.bytes.get(len..).unwrap_or_default();
        Some(element)
    }

    /// Skips `n` elements by their lengths alone, and returns the next one.
    fn nth(&mut self, n: usize) -> Option<Variable<'a>> {
        self.pass(n);
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.left))
    }
}

/// The largest length that takes one byte.
pub(crate) const MAX_SHORT: u8 = 252;

/// Takes an element off that comes after its length.
#[inline]
pub(crate) fn split_packed(packed: &[u8]) -> Option<(&[u8], &[u8])> {
    match packed {
        [len @ 0..=MAX_SHORT, rest @ ..] => rest.split_at_checked((*len).into()),
        _ => split_long(packed),
    }
}

#[cold]
fn split_long(packed: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, width) = varint::read(packed, false).ok()?;
    packed.get(width..)?.split_at_checked(usize::try_from(len).ok()?)
}

/// Takes a text behind its length off the front; `None` if it is no text.
#[inline(always)]
pub(crate) fn take_text<'a>(packed: &mut &'a [u8]) -> Option<&'a str> {
    let (text, rest) = split_packed(packed)?;
    *packed = rest;
    text_of(text).ok()
}

/// Returns the number of bytes of `count` texts, lengths included; `None` if there are fewer.
pub(crate) fn len_of_texts(packed: &[u8], count: usize) -> Option<usize> {
    let mut rest = packed;
    for _ in 0..count {
        (_, rest) = split_packed(rest)?;
    }
    packed.len().checked_sub(rest.len())
}

impl<'a> Variables<'a> {
    /// Skips `n` elements by their lengths alone; fewer if there are fewer.
    fn pass(&mut self, n: usize) {
        let n = n.min(self.left);
        self.left = self.left.saturating_sub(n);
        for _ in 0..n {
            let end = match varint::read(self.packed.bytes, true) {
                Ok((len, width)) => usize::try_from(len).ok().and_then(|len| width.checked_add(len)),
                Err(_) => None,
            };
            self.packed.bytes = end.and_then(|end| self.packed.bytes.get(end..)).unwrap_or_default();
        }
    }

    /// Returns the next `count` elements, packed as they are.
    pub(crate) fn take_packed(&mut self, count: usize) -> Packed<'a> {
        let before = self.packed;
        self.pass(count);
        let len = before.bytes.len().saturating_sub(self.rest().len());
        Packed { bytes: before.bytes.get(..len).unwrap_or_default(), form: before.form }
    }
}

impl Variable<'_> {
    /// Returns the element as one that owns its content.
    #[must_use]
    pub fn into_owned(self) -> Variable<'static> {
        match self {
            Variable::Text(text) => Variable::Text(Cow::Owned(text.into_owned())),
            Variable::Bytes(bytes) => Variable::Bytes(Cow::Owned(bytes.into_owned())),
            Variable::Media { format, data } => {
                Variable::Media { format: Cow::Owned(format.into_owned()), data: Cow::Owned(data.into_owned()) }
            }
        }
    }
}
