//! The headers of a message, and the body that they describe.

use std::borrow::Cow;

use tensor_format::DecodeError;

use crate::{Fault, FaultKind, Options, Stage};

/// The headers of HTTP that say how a body is to be read. All others are ignored: peers send JSON without a content
/// type.
///
/// ```
/// use tensor_format_oip::http::Headers;
/// let received = [("Content-Type", "application/json"), ("Inference-Header-Content-Length", "138")];
/// let headers: Headers = received.into_iter().collect();
/// assert_eq!(headers.inference_header_content_length, Some(b"138".as_slice()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Headers<'h> {
    /// `Inference-Header-Content-Length`: the number of bytes of the JSON, if binary data follow.
    pub inference_header_content_length: Option<&'h [u8]>,
    /// `Content-Encoding`: `gzip` or `deflate`.
    pub content_encoding: Option<&'h [u8]>,
    /// Which of these came more than once, so that a message would have two meanings: it is refused.
    pub repeated: Option<&'static str>,
}

const LENGTH: &str = "Inference-Header-Content-Length";
const ENCODING: &str = "Content-Encoding";

impl<'h> Headers<'h> {
    /// Returns no headers.
    #[must_use]
    pub const fn new() -> Self {
        Self { inference_header_content_length: None, content_encoding: None, repeated: None }
    }
}

/// Takes from names, in any case, and values those that are needed.
impl<'h, N: AsRef<str>, V: AsRef<[u8]> + ?Sized + 'h> FromIterator<(N, &'h V)> for Headers<'h> {
    fn from_iter<I: IntoIterator<Item = (N, &'h V)>>(headers: I) -> Self {
        let mut found = Self::new();
        for (name, value) in headers {
            let (place, known) = match name.as_ref() {
                name if name.eq_ignore_ascii_case(LENGTH) => (&mut found.inference_header_content_length, LENGTH),
                name if name.eq_ignore_ascii_case(ENCODING) => (&mut found.content_encoding, ENCODING),
                _ => continue,
            };
            if place.replace(value.as_ref()).is_some() {
                found.repeated = Some(known);
            }
        }
        found
    }
}

/// The body of a message, decompressed, and the length of the JSON in it. Requests and responses borrow from it.
#[derive(Clone, Debug)]
pub struct Body<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    /// The number of bytes of the JSON, if the headers give it.
    pub(super) json: Option<usize>,
    pub(super) options: Options,
}

impl<'a> Body<'a> {
    /// Takes a body as it came, with the default options.
    ///
    /// # Errors
    ///
    /// As [`with_options`](Self::with_options).
    pub fn new(headers: &Headers<'_>, bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Self::with_options(headers, bytes, &Options::new())
    }

    /// Takes a body as it came.
    ///
    /// # Errors
    ///
    /// A [`Fault`] of the stage [`Http`](Stage::Http): [`TooLarge`](FaultKind::TooLarge),
    /// [`ContentEncoding`](FaultKind::ContentEncoding), [`Compression`](FaultKind::Compression),
    /// [`HeaderLength`](FaultKind::HeaderLength), [`HeaderBeyondBody`](FaultKind::HeaderBeyondBody) and
    /// [`RawRequest`](FaultKind::RawRequest).
    pub fn with_options(headers: &Headers<'_>, bytes: &'a [u8], options: &Options) -> Result<Self, DecodeError> {
        let most = options.max_body;
        if bytes.len() > most {
            return Err(Fault::too_large(Stage::Http, bytes.len(), most).into());
        }
        if let Some(name) = headers.repeated {
            let kind = if name == LENGTH { FaultKind::HeaderLength } else { FaultKind::ContentEncoding };
            return Err(header(kind, name, "the header once", b"it twice"));
        }
        let encoding = headers.content_encoding.map(|encoding| encoding.trim_ascii().to_ascii_lowercase());
        let bytes = match encoding.as_deref() {
            None | Some(b"" | b"identity") => Cow::Borrowed(bytes),
            #[cfg(feature = "compression")]
            Some(b"gzip" | b"x-gzip") => Cow::Owned(super::inflate::gzip(bytes, most)?),
            #[cfg(feature = "compression")]
            Some(b"deflate") => Cow::Owned(super::inflate::deflate(bytes, most)?),
            Some(encoding) => {
                let known = if cfg!(feature = "compression") {
                    "gzip, deflate or none"
                } else {
                    "none: gzip and deflate need the feature `compression`"
                };
                return Err(header(FaultKind::ContentEncoding, ENCODING, known, encoding));
            }
        };
        let name = LENGTH;
        let json = match headers.inference_header_content_length {
            None => None,
            Some(digits) if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) => {
                return Err(header(FaultKind::HeaderLength, name, "a number of bytes in digits alone", digits));
            }
            Some(digits) => {
                let len = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<usize>().ok());
                match len.filter(|len| *len <= bytes.len()) {
                    Some(0) if !options.raw_requests => {
                        let expected = "JSON: raw requests are read if the options allow them";
                        return Err(header(FaultKind::RawRequest, name, expected, digits));
                    }
                    None => {
                        let expected = format!("at most the {} bytes of the body", bytes.len());
                        return Err(header(FaultKind::HeaderBeyondBody, name, expected, digits));
                    }
                    len => len,
                }
            }
        };
        Ok(Self { bytes, json, options: *options })
    }

    /// Returns whether the body is a raw request: the elements of the only input, without JSON.
    #[must_use]
    pub fn is_raw(&self) -> bool {
        self.json == Some(0)
    }

    /// Returns the line and the column in characters of a byte offset, such as that of an error, counted from 1; `None`
    /// if the offset is not in the JSON.
    #[must_use]
    pub fn position(&self, offset: u64) -> Option<(u64, u64)> {
        let json = self.bytes.get(..self.json.unwrap_or(self.bytes.len()))?;
        crate::json::position(std::str::from_utf8(json).ok()?, usize::try_from(offset).ok()?)
    }

    /// Returns the path of the value that a byte offset is in, such as that of an error, as `inputs[0].data[2]`; empty
    /// for the JSON as a whole, `None` if the offset is not in it.
    #[must_use]
    pub fn path(&self, offset: u64) -> Option<String> {
        let json = self.bytes.get(..self.json.unwrap_or(self.bytes.len()))?;
        let at = usize::try_from(offset).ok().filter(|at| *at < json.len())?;
        Some(crate::json::path(std::str::from_utf8(json).ok()?, at, &self.options))
    }

    /// Returns the bytes, decompressed.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

fn header(kind: FaultKind, name: &'static str, expected: impl Into<Cow<'static, str>>, value: &[u8]) -> DecodeError {
    let found = String::from_utf8_lossy(value.get(..80).unwrap_or(value));
    Fault::new(Stage::Http, kind, expected, found).in_path(name).into()
}
