//! The bytes of one frame.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::{fmt, ops::Deref};

/// The bytes of a frame: borrowed, owned, or with the feature `bytes` shared. Read it as a slice.
///
/// ```
/// use tensor_format::zio::Part;
/// let borrowed = Part::from(b"abc".as_slice());
/// assert!(borrowed.is_borrowed());
/// assert_eq!(borrowed, Part::from(vec![97, 98, 99]));
/// assert_eq!(borrowed[1], 98);
/// ```
#[derive(Clone)]
pub struct Part<'a>(Held<'a>);

/// The bytes of a part. No more than 32 bytes in size, since a frame can be one byte of a message.
#[derive(Clone)]
enum Held<'a> {
    Bytes(Cow<'a, [u8]>),
    #[cfg(feature = "bytes")]
    Shared(bytes::Bytes),
}

impl<'a> Part<'a> {
    /// Returns whether the bytes are borrowed, so that no copy was made.
    #[must_use]
    pub fn is_borrowed(&self) -> bool {
        self.as_borrowed().is_some()
    }

    /// Returns the bytes if they are borrowed, for as long as they are; `None` if the part owns or shares them.
    #[must_use]
    pub fn as_borrowed(&self) -> Option<&'a [u8]> {
        match self.0 {
            Held::Bytes(Cow::Borrowed(bytes)) => Some(bytes),
            _ => None,
        }
    }

    /// Returns a part that borrows nothing; copies what is borrowed.
    #[must_use]
    pub fn into_owned(self) -> Part<'static> {
        Part(match self.0 {
            Held::Bytes(bytes) => Held::Bytes(Cow::Owned(bytes.into_owned())),
            #[cfg(feature = "bytes")]
            Held::Shared(bytes) => Held::Shared(bytes),
        })
    }

    /// Returns the bytes in a vector; copies unless the part is one.
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        match self.0 {
            Held::Bytes(bytes) => bytes.into_owned(),
            #[cfg(feature = "bytes")]
            Held::Shared(bytes) => bytes.into(),
        }
    }

    /// Returns the bytes as shared ones; copies only what is borrowed.
    #[cfg(feature = "bytes")]
    #[must_use]
    pub fn into_bytes(self) -> bytes::Bytes {
        match self.0 {
            Held::Bytes(Cow::Borrowed(bytes)) => bytes::Bytes::copy_from_slice(bytes),
            Held::Bytes(Cow::Owned(bytes)) => bytes.into(),
            Held::Shared(bytes) => bytes,
        }
    }

    /// Returns the part without its first `count` bytes.
    pub(super) fn skip(self, count: usize) -> Self {
        Part(match self.0 {
            Held::Bytes(Cow::Borrowed(bytes)) => Held::Bytes(Cow::Borrowed(bytes.get(count..).unwrap_or_default())),
            Held::Bytes(Cow::Owned(mut bytes)) => {
                bytes.drain(..count.min(bytes.len()));
                Held::Bytes(Cow::Owned(bytes))
            }
            #[cfg(feature = "bytes")]
            Held::Shared(mut bytes) => Held::Shared(bytes.split_off(count.min(bytes.len()))),
        })
    }
}

impl Deref for Part<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Held::Bytes(bytes) => bytes,
            #[cfg(feature = "bytes")]
            Held::Shared(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for Part<'_> {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Default for Part<'_> {
    /// Returns a part without bytes.
    fn default() -> Self {
        Part(Held::Bytes(Cow::Borrowed(&[])))
    }
}

impl PartialEq for Part<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Part<'_> {}

/// Writes the number of bytes, and the first of them.
impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 64;
        let dots = if self.len() > SHOWN { "..." } else { "" };
        let shown = self.get(..SHOWN).unwrap_or(self).escape_ascii();
        write!(f, "{} bytes \"{shown}{dots}\"", self.len())
    }
}

impl<'a> From<&'a [u8]> for Part<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Part(Held::Bytes(Cow::Borrowed(bytes)))
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Part<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Part(Held::Bytes(Cow::Borrowed(bytes)))
    }
}

impl<'a> From<&'a Vec<u8>> for Part<'a> {
    fn from(bytes: &'a Vec<u8>) -> Self {
        Part(Held::Bytes(Cow::Borrowed(bytes)))
    }
}

impl<'a> From<&'a Part<'_>> for Part<'a> {
    fn from(part: &'a Part<'_>) -> Self {
        Part(Held::Bytes(Cow::Borrowed(part)))
    }
}

impl<'a> From<&'a str> for Part<'a> {
    fn from(text: &'a str) -> Self {
        Part(Held::Bytes(Cow::Borrowed(text.as_bytes())))
    }
}

impl From<Vec<u8>> for Part<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Part(Held::Bytes(Cow::Owned(bytes)))
    }
}

impl From<String> for Part<'_> {
    fn from(text: String) -> Self {
        Part(Held::Bytes(Cow::Owned(text.into_bytes())))
    }
}

impl<'a> From<Cow<'a, [u8]>> for Part<'a> {
    fn from(bytes: Cow<'a, [u8]>) -> Self {
        Part(Held::Bytes(bytes))
    }
}

#[cfg(feature = "bytes")]
impl From<bytes::Bytes> for Part<'_> {
    fn from(bytes: bytes::Bytes) -> Self {
        Part(Held::Shared(bytes))
    }
}
