//! Bytes and media: scalars of variable size.

use alloc::{
    borrow::{Cow, ToOwned},
    string::String,
    vec::Vec,
};
use core::fmt;

use smallvec::SmallVec;

#[cfg(feature = "media-sniff")]
use crate::ErrorKind;
use crate::{
    Block, Decode, DecodeBlock, DecodeError, ElementSink, ElementSource, ElementType, ElementTypes, Encode,
    EncodeError, HasRules, Rules, Sink, Source, Variable,
    traits::{
        reservation,
        source::elements::variable::{borrowed, borrowed_media, next_media, unexpected},
    },
};

/// A string of bytes without a meaning of its own, as one element: `binary []`. (`Vec<u8>` is a tensor of numbers, `u8
/// [_]`.)
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Binary(pub Vec<u8>);

/// A [`Binary`] element that borrows its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BinaryRef<'x>(pub &'x [u8]);

/// Writes the bytes, escaped; of many the first ones and their number.
impl fmt::Debug for BinaryRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Binary({})", crate::tensor::element_text(&Variable::Bytes(Cow::Borrowed(self.0))))
    }
}

/// Writes the same text as for a [`BinaryRef`].
impl fmt::Debug for Binary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&BinaryRef(&self.0), f)
    }
}

const BINARY: Rules<'static> = Rules::tensor(ElementType::Binary, &[]);

impl HasRules for Binary {
    const RULES: Rules<'static> = BINARY;
}

impl HasRules for BinaryRef<'_> {
    const RULES: Rules<'static> = BINARY;
}

impl Block for Binary {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        out.variable(Variable::Bytes(Cow::Borrowed(&self.0)))
    }
}

impl Block for BinaryRef<'_> {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        out.variable(Variable::Bytes(Cow::Borrowed(self.0)))
    }
}

#[inline]
fn next_bytes<'de, E: ElementSource<'de>>(source: &mut E) -> Result<Cow<'de, [u8]>, DecodeError> {
    match source.variable()? {
        Variable::Bytes(bytes) => Ok(bytes),
        other => Err(unexpected(&other, ElementTypes::of(ElementType::Binary))),
    }
}

/// Replaces the content of `place`: borrowed bytes are copied into its memory, owned ones take its place.
fn set(place: &mut Vec<u8>, bytes: Cow<'_, [u8]>) {
    match bytes {
        Cow::Borrowed(bytes) => bytes.clone_into(place),
        Cow::Owned(bytes) => *place = bytes,
    }
}

impl<'de> DecodeBlock<'de> for Binary {
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        next_bytes(source).map(|bytes| Self(bytes.into_owned()))
    }

    fn read_into<E: ElementSource<'de>>(&mut self, source: &mut E) -> Result<(), DecodeError> {
        set(&mut self.0, next_bytes(source)?);
        Ok(())
    }
}

impl<'de: 'x, 'x> DecodeBlock<'de> for BinaryRef<'x> {
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        next_bytes(source).and_then(borrowed).map(Self)
    }
}

crate::types::block_value!([] Binary);
crate::types::block_value!(['x] BinaryRef<'x>);

impl AsRef<[u8]> for Binary {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for BinaryRef<'_> {
    fn as_ref(&self) -> &[u8] {
        self.0
    }
}

impl<'x> From<&'x [u8]> for BinaryRef<'x> {
    fn from(bytes: &'x [u8]) -> Self {
        Self(bytes)
    }
}

impl<'x> From<&'x Binary> for BinaryRef<'x> {
    fn from(binary: &'x Binary) -> Self {
        Self(&binary.0)
    }
}

impl<T: Into<Vec<u8>>> From<T> for Binary {
    fn from(bytes: T) -> Self {
        Self(bytes.into())
    }
}

macro_rules! media {
    ($(#[$doc:meta])* $name:ident, $borrowed:ident, $variant:ident, $example:literal) => {
        $(#[$doc])*
        ///
        /// The format is normally a file extension in ASCII, lower case. It is chosen by the sender: do not use it as a
        /// path.
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub struct $name {
            format: SmallVec<[u8; 16]>,
            data: Vec<u8>,
        }

        impl $name {
            #[doc = concat!("An element of this format, such as `\"", $example, "\"`, and encoded content.")]
            ///
            /// The format is kept as it is. A dialect that holds exactly three bytes, as the default one does, refuses
            /// another when it writes, and names the one to use: `"jpg"` for `"jpeg"`.
            pub fn new(format: impl AsRef<[u8]>, data: impl Into<Vec<u8>>) -> Self {
                Self { format: SmallVec::from_slice(format.as_ref()), data: data.into() }
            }

            /// Creates an element, and finds out its format from its content.
            ///
            /// # Errors
            ///
            /// [`UnknownMedia`](ErrorKind::UnknownMedia) if the content is of another kind or not recognised.
            #[cfg(feature = "media-sniff")]
            pub fn sniff(data: impl Into<Vec<u8>>) -> Result<Self, ErrorKind> {
                let data = data.into();
                let format = sniff(&data, ElementType::$variant)?;
                Ok(Self::new(format, data))
            }

            /// Returns the format as bytes.
            #[must_use]
            pub fn format(&self) -> &[u8] {
                &self.format
            }

            /// Returns the format as text; `None` if it is not UTF-8.
            #[must_use]
            pub fn format_str(&self) -> Option<&str> {
                core::str::from_utf8(&self.format).ok()
            }

            /// Returns the encoded content.
            #[must_use]
            pub fn data(&self) -> &[u8] {
                &self.data
            }

            /// Returns the encoded content by value.
            #[must_use]
            pub fn into_data(self) -> Vec<u8> {
                self.data
            }

            /// Returns the element as one that borrows from this.
            #[must_use]
            pub fn as_ref(&self) -> $borrowed<'_> {
                $borrowed { format: &self.format, data: &self.data }
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.as_ref(), f)
            }
        }

        #[doc = concat!("Borrowed [`", stringify!($name), "`].")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $borrowed<'x> {
            format: &'x [u8],
            data: &'x [u8],
        }

        impl<'x> $borrowed<'x> {
            #[doc = concat!("An element of this format, such as `\"", $example, "\"`, and encoded content.")]
            pub fn new(format: &'x (impl AsRef<[u8]> + ?Sized), data: &'x [u8]) -> Self {
                Self { format: format.as_ref(), data }
            }

            /// Creates an element, and finds out its format from its content.
            ///
            /// # Errors
            ///
            /// [`UnknownMedia`](ErrorKind::UnknownMedia) if the content is of another kind or not recognised.
            #[cfg(feature = "media-sniff")]
            pub fn sniff(data: &'x [u8]) -> Result<Self, ErrorKind> {
                Ok(Self { format: sniff(data, ElementType::$variant)?.as_bytes(), data })
            }

            /// Returns the format as bytes.
            #[must_use]
            pub fn format(&self) -> &'x [u8] {
                self.format
            }

            /// Returns the format as text; `None` if it is not UTF-8.
            #[must_use]
            pub fn format_str(&self) -> Option<&'x str> {
                core::str::from_utf8(self.format).ok()
            }

            /// Returns the encoded content.
            #[must_use]
            pub fn data(&self) -> &'x [u8] {
                self.data
            }

            /// Returns an owned copy.
            #[must_use]
            pub fn to_owned(&self) -> $name {
                $name::new(self.format, self.data)
            }
        }

        impl fmt::Debug for $borrowed<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let format = String::from_utf8_lossy(self.format);
                write!(f, "{}({:?}, {} bytes)", stringify!($name), format, self.data.len())
            }
        }

        impl<'x> From<&'x $name> for $borrowed<'x> {
            fn from(owned: &'x $name) -> Self {
                owned.as_ref()
            }
        }

        impl From<$borrowed<'_>> for $name {
            fn from(borrowed: $borrowed<'_>) -> Self {
                borrowed.to_owned()
            }
        }

        impl HasRules for $name {
            const RULES: Rules<'static> = Rules::tensor(ElementType::$variant, &[]);
        }

        impl HasRules for $borrowed<'_> {
            const RULES: Rules<'static> = $name::RULES;
        }

        impl Block for $name {
            #[inline]
            fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
                out.variable(Variable::Media { format: Cow::Borrowed(&self.format), data: Cow::Borrowed(&self.data) })
            }
        }

        impl Block for $borrowed<'_> {
            #[inline]
            fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
                out.variable(Variable::Media { format: Cow::Borrowed(self.format), data: Cow::Borrowed(self.data) })
            }
        }

        impl<'de> DecodeBlock<'de> for $name {
            #[inline]
            fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
                let (format, data) = next_media(source, ElementType::$variant)?;
                Ok(Self::new(format, data))
            }

            fn read_into<E: ElementSource<'de>>(&mut self, source: &mut E) -> Result<(), DecodeError> {
                let (format, data) = next_media(source, ElementType::$variant)?;
                self.format.clear();
                self.format.extend_from_slice(&format);
                set(&mut self.data, data);
                Ok(())
            }
        }

        impl<'de: 'x, 'x> DecodeBlock<'de> for $borrowed<'x> {
            #[inline]
            fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
                borrowed_media(source, ElementType::$variant).map(|(format, data)| Self { format, data })
            }

            #[inline]
            fn extend<E: ElementSource<'de>>(
                source: &mut E,
                count: usize,
                out: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                out.reserve_exact(reservation::<Self>(count, source.size_hint())?);
                source.media(ElementType::$variant, count, |format, data| {
                    out.push(Self { format, data });
                    Ok(())
                })
            }
        }

        crate::types::block_value!([] $name);
        crate::types::block_value!(['x] $borrowed<'x>);
    };
}

media! {
    /// An encoded picture as one element: `image []`.
    Image, ImageRef, Image, "png"
}
media! {
    /// Encoded sound as one element: `audio []`.
    Audio, AudioRef, Audio, "wav"
}
media! {
    /// An encoded video as one element: `video []`.
    Video, VideoRef, Video, "mp4"
}

/// Returns the file extension for the format of some content, if it is of the `wanted` element type.
#[cfg(feature = "media-sniff")]
fn sniff(data: &[u8], wanted: ElementType) -> Result<&'static str, ErrorKind> {
    use infer::MatcherType;
    let Some(kind) = infer::get(data) else { return Err(ErrorKind::UnknownMedia { wanted, found: None }) };
    let found = match kind.matcher_type() {
        MatcherType::Image => ElementType::Image,
        MatcherType::Audio => ElementType::Audio,
        MatcherType::Video => ElementType::Video,
        _ => ElementType::Binary,
    };
    if found != wanted {
        return Err(ErrorKind::UnknownMedia { wanted, found: Some(kind.mime_type()) });
    }
    Ok(kind.extension())
}
