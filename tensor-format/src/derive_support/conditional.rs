//! [`Encode`] and [`Decode`] with a lifetime of their own, so that a derive can make an implementation depend on a
//! field without parameters: a clause with a lifetime may be false. A field that is no tensor is then one error, about
//! its rules, and a field that can only be written makes a type that can only be written. The traits have no
//! supertraits, whose clauses may not be false.

use crate::{Decode, DecodeError, Encode, EncodeError, Rules, Sink, Source};

/// The trait [`Encode`] as a condition of an implementation.
#[doc(hidden)]
pub trait EncodeIf<'x> {
    /// The rules.
    const OWN: Rules<'static>;

    /// Does the same as [`Encode::encode`].
    ///
    /// # Errors
    ///
    /// Those of [`Encode::encode`].
    fn encode_if<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError>;
}

impl<T: Encode> EncodeIf<'_> for T {
    const OWN: Rules<'static> = T::RULES;

    #[inline]
    fn encode_if<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        self.encode(sink)
    }
}

/// [`Decode`] as a condition.
#[doc(hidden)]
pub trait DecodeIf<'de>: Sized {
    /// The rules.
    const OWN: Rules<'static>;

    /// Does the same as [`Decode::decode`].
    ///
    /// # Errors
    ///
    /// Those of [`Decode::decode`].
    fn decode_if<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError>;

    /// Does the same as [`Decode::decode_into`].
    ///
    /// # Errors
    ///
    /// Those of [`Decode::decode_into`].
    fn decode_into_if<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError>;
}

impl<'de, T: Decode<'de>> DecodeIf<'de> for T {
    const OWN: Rules<'static> = T::RULES;

    #[inline]
    fn decode_if<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        T::decode(source)
    }

    #[inline]
    fn decode_into_if<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        self.decode_into(source)
    }
}
