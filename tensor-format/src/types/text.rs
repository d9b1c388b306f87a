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
    Block, Decode, DecodeBlock, DecodeError, ElementSink, ElementSource, ElementType, Encode, EncodeError, ErrorKind,
    HasRules, Rules, Sink, Source, Variable,
    traits::{reservation, source::elements::variable::borrowed},
};

const TEXT: Rules<'static> = Rules::tensor(ElementType::String, &[]);

/// Implements the functions of [`Block`] by which one string or many are written.
macro_rules! write_text {
    () => {
        #[inline]
        fn write<'v, W: ElementSink<'v>>(&'v self, out: &mut W) -> Result<(), EncodeError> {
            out.texts(core::iter::once(&**self))
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
        out.texts(core::iter::once(self.0))
    }
}

impl Block for &str {
    write_text!();
}

impl HasRules for char {
    const RULES: Rules<'static> = TEXT;
}

/// The characters of ASCII in order.
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated in a constant, where it is a compile error"
)]
const ASCII: [u8; 128] = {
    let mut all = [0; 128];
    let mut code = 0;
    while code < all.len() {
        all[code] = code as u8;
        code += 1;
    }
    all
};

/// Returns a character as a text, which is borrowed if it is one of ASCII.
fn text_of(letter: char) -> Cow<'static, str> {
    const TEXTS: &str = match core::str::from_utf8(&ASCII) {
        Ok(texts) => texts,
        Err(_) => "",
    };
    let code = letter as usize;
    match TEXTS.get(code..code.saturating_add(1)) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(letter.into()),
    }
}

impl Block for char {
    #[inline]
    fn write<'v, W: ElementSink<'v>>(&'v self, out: &mut W) -> Result<(), EncodeError> {
        out.variable(Variable::Text(text_of(*self)))
    }
}

impl<'de> DecodeBlock<'de> for char {
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        let place = source.element_offset();
        let text = source.text()?;
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Ok(letter),
            _ => Err(DecodeError::placed(no_char(&text), place)),
        }
    }
}

#[cold]
fn no_char(text: &str) -> ErrorKind {
    let start: String = text.chars().take(32).flat_map(char::escape_debug).collect();
    let found = alloc::format!("\"{start}\" of {} characters", text.chars().count());
    ErrorKind::InvalidElement { index: 0, expected: "a text of exactly one character", found: found.into() }
}

crate::types::block_value!([] char);

/// Implements reading for a type that `$from` makes from `Cow<str>`.
macro_rules! decode_text {
    ([$($generics:tt)*] $ty:ty, $from:expr $(, { $($into:tt)* })?) => {
        impl<$($generics)*> DecodeBlock<'de> for $ty {
            #[inline]
            fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
                source.text().and_then($from)
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
crate::types::lists::stacked!([] Box<str>, [] Arc<str>, [] Rc<str>, ['x] &'x str);

decode_text!(['de] String, |text: Cow<'de, str>| Ok(text.into_owned()), {
    #[inline]
    fn read_into<E: ElementSource<'de>>(&mut self, source: &mut E) -> Result<(), DecodeError> {
        set(self, source.text()?);
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
