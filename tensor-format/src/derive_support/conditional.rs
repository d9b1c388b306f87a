//! Versions of [`Encode`] and [`Decode`] with a lifetime parameter: they let a derive put a `where` clause on a field
//! whose type has no parameters. Without a lifetime, the compiler refuses such a clause if it is false. A field that is
//! no tensor is then one error, about its rules, and a field that can only be written makes a type that can only be
//! written. The traits have no supertraits, whose clauses may not be false. Their parameter is an array of a length that the
//! compiler does not know if a field is no tensor: it then says nothing of the clause.

use crate::{Decode, DecodeError, Encode, EncodeError, Rules, Sink, Source};

/// The trait [`Encode`] with a lifetime parameter, so that a `where` clause may ask for it and be false.
#[doc(hidden)]
pub trait EncodeIf<'x, Known = [(); 0]> {
    /// The rules of the type: [`HasRules::RULES`](crate::HasRules::RULES).
    const OWN: Rules<'static>;

    /// Writes the value, as [`Encode::encode`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Encode::encode`].
    fn encode_if<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError>;
}

/// The trait [`Decode`] as a condition that may be false, as [`EncodeIf`] is for [`Encode`].
#[doc(hidden)]
pub trait DecodeIf<'de, Known = [(); 0]>: Sized {
    /// The rules of the type: [`HasRules::RULES`](crate::HasRules::RULES).
    const OWN: Rules<'static>;

    /// Reads a value, as [`Decode::decode`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Decode::decode`].
    fn decode_if<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError>;

    /// Reads a value into this one, as [`Decode::decode_into`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Decode::decode_into`].
    fn decode_into_if<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError>;
}

/// Implements the two traits where the parameter is an array of each of these lengths.
macro_rules! conditional {
    ($($length:literal)*) => { $(
        impl<T: Encode> EncodeIf<'_, [(); $length]> for T {
            const OWN: Rules<'static> = T::RULES;

            #[inline]
            fn encode_if<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
                self.encode(sink)
            }
        }

        impl<'de, T: Decode<'de>> DecodeIf<'de, [(); $length]> for T {
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
    )* };
}

// Of an unknown length, either could be meant, and so the compiler stops at the clause, which it says nothing of. With one
// implementation, it would go on to report that the field cannot be written.
conditional! { 0 1 }
