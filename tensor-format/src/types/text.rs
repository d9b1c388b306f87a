//! Strings as tensors: scalars of UTF-8 text.

use alloc::{
    borrow::{Cow, ToOwned},
    boxed::Box,
    rc::Rc,
    string::String,
    sync::Arc,
    vec::Vec,
};

use crate::{
    Block, Decode, DecodeBlock, DecodeError, ElementSink, ElementSource, ElementType, Encode, EncodeError, HasRules,
    Rules, Sink, Source, Variable,
    traits::{
        reservation,
        source::elements::variable::{borrowed, next_text},
    },
};

const TEXT: Rules<'static> = Rules::tensor(ElementType::String, &[]);

/// Implements the functions of [`Block`] by which one string or many are written.
macro_rules! write_text {
    () => {
        #[inline]
        fn write<'v, W: ElementSink<'v>>(&'v self, out: &mut W) -> Result<(), EncodeError> {
            out.variable(Variable::Text(Cow::Borrowed(&**self)))
        }

        #[inline]
        fn write_all<'v, W: ElementSink<'v>>(items: &'v [Self], out: &mut W) -> Result<(), EncodeError> {
            out.texts(items.iter().map(|item| &**item))
        }
    };
}

macro_rules! text {
    ([$($lifetime:lifetime)?] $ty:ty) => {
        impl $(<$lifetime>)? HasRules for $ty {
            const RULES: Rules<'static> = TEXT;
        }

        impl $(<$lifetime>)? Block for $ty {
            write_text!();
        }
    };
}

text!([] String);
text!(['x] Cow<'x, str>);

impl HasRules for str {
    const RULES: Rules<'static> = TEXT;
}

impl Encode for str {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.tensor(ElementType::String, &[], &OneText(self))
    }
}

struct OneText<'a>(&'a str);

impl<'a> crate::Payload<'a> for OneText<'a> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        out.variable(Variable::Text(Cow::Borrowed(self.0)))
    }
}

impl Block for &str {
    write_text!();
}

/// Implements decoding for a string type, which `$from` makes from `Cow<str>`.
macro_rules! decode_text {
    ([$($generics:tt)*] $ty:ty, $from:expr $(, { $($into:tt)* })?) => {
        impl<$($generics)*> DecodeBlock<'de> for $ty {
            #[inline]
            fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
                next_text(source).and_then($from)
            }

            #[inline]
            fn extend<E: ElementSource<'de>>(
                source: &mut E,
                count: usize,
                out: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                out.reserve_exact(reservation::<Self>(count, source.size_hint())?);
                source.texts(count, |text| $from(text).map(|text| out.push(text)))
            }

            $($($into)*)?
        }
    };
}

macro_rules! shared {
    ($($ty:ty),*) => { $(
        impl Block for $ty {
            write_text!();
        }

        decode_text!(['de] $ty, |text: Cow<'de, str>| Ok(text.into_owned().into()));

        impl<'de> Decode<'de> for $ty {
            #[inline]
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                source.block()
            }
        }
    )* };
}

shared!(Box<str>, Arc<str>, Rc<str>);

decode_text!(['de] String, |text: Cow<'de, str>| Ok(text.into_owned()), {
    #[inline]
    fn read_into<E: ElementSource<'de>>(&mut self, source: &mut E) -> Result<(), DecodeError> {
        set(self, next_text(source)?);
        Ok(())
    }

    fn refill<E: ElementSource<'de>>(source: &mut E, count: usize, out: &mut Vec<Self>) -> Result<(), DecodeError> {
        out.truncate(count);
        let more = count.saturating_sub(out.len());
        out.reserve_exact(reservation::<Self>(more, source.size_hint().saturating_sub(out.len()))?);
        let mut index: usize = 0;
        source.texts(count, |text| {
            match out.get_mut(index) {
                Some(place) => set(place, text),
                None => out.push(text.into_owned()),
            }
            index = index.saturating_add(1);
            Ok(())
        })
    }
});

/// Replaces the content of `place`: a borrowed string is copied into its memory, an owned one takes its place.
fn set(place: &mut String, text: Cow<'_, str>) {
    match text {
        Cow::Borrowed(text) => text.clone_into(place),
        Cow::Owned(text) => *place = text,
    }
}

decode_text!(['de: 'x, 'x] Cow<'x, str>, Ok);
decode_text!(['de: 'x, 'x] &'x str, borrowed);

crate::types::block_value!([] String);
crate::types::block_value!(['x] Cow<'x, str>);

impl<'de: 'x, 'x> Decode<'de> for &'x str {
    #[inline]
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        source.block()
    }
}
