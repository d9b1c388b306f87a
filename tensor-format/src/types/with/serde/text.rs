//! Elements in the form in which human-readable formats hold them.

use alloc::{boxed::Box, format, string::String};
use core::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

#[cfg(feature = "half")]
use crate::element::sticky;
use crate::{Element, ErrorKind};

/// One element as it was read, before its element type is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    Text(String),
    Pair(Box<[Item; 2]>),
    Media(Box<MediaForm<String>>),
}

/// A media element: its format, and its content as base64.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Media", deny_unknown_fields)]
pub(super) struct MediaForm<T> {
    pub(super) format: T,
    pub(super) data: T,
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Bool(value) => value.fmt(f),
            Item::Int(value) => value.fmt(f),
            Item::Uint(value) => value.fmt(f),
            Item::Float(value) => write!(f, "{value:?}"),
            Item::Text(text) => {
                let shown: String = text.chars().take(32).collect();
                write!(f, "{shown:?}{}", if shown.len() < text.len() { "..." } else { "" })
            }
            Item::Pair(_) => f.write_str("a list"),
            Item::Media(_) => f.write_str("an object"),
        }
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ItemVisitor { nested: false })
    }
}

/// An [`Item`] inside of a pair, which cannot be a pair itself, so that reading does not recurse.
struct TextPart(Item);

impl<'de> Deserialize<'de> for TextPart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ItemVisitor { nested: true }).map(TextPart)
    }
}

struct ItemVisitor {
    nested: bool,
}

impl<'de> Visitor<'de> for ItemVisitor {
    type Value = Item;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.nested { "a number" } else { "an element of a tensor" })
    }

    fn visit_bool<E>(self, value: bool) -> Result<Item, E> {
        Ok(Item::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Item, E> {
        Ok(Item::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Item, E> {
        Ok(Item::Uint(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Item, E> {
        Ok(Item::Float(value))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Item, E> {
        Ok(Item::Text(text.into()))
    }

    fn visit_string<E>(self, text: String) -> Result<Item, E> {
        Ok(Item::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Item, A::Error> {
        let expected = "a list of two numbers";
        if self.nested {
            return Err(A::Error::custom("expected a number, found a list"));
        }
        let re: TextPart = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &expected))?;
        let im: TextPart = list.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &expected))?;
        match list.next_element::<IgnoredAny>()? {
            None => Ok(Item::Pair(Box::new([re.0, im.0]))),
            Some(_) => Err(A::Error::invalid_length(3, &expected)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Item, A::Error> {
        if self.nested {
            return Err(A::Error::custom("expected a number, found an object"));
        }
        let media = MediaForm::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
        Ok(Item::Media(Box::new(media)))
    }
}

/// Serializes a float as a number, or as text if it is none, as NaN and infinity.
pub(super) struct Text<T>(pub(super) T);

/// A float of any width: how it is written and read, and its bits for NaN.
pub(super) trait Float: Element {
    /// The bits of the standard positive NaN; `NEGATIVE_NAN` are those of the negative one.
    const NAN: u64;
    const NEGATIVE_NAN: u64;
    /// The number of hexadecimal digits of the bits.
    const DIGITS: usize;

    fn bits(self) -> u64;
    fn from_bits(bits: u64) -> Option<Self>;
    /// Returns the float nearest to `value`; infinity if `value` is beyond the largest.
    fn nearest(value: f64) -> Self;
    fn to_f64(self) -> f64;
    fn put<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error>;
}

macro_rules! float {
    ($($ty:ty, $bits:ty, $nan:expr, $nearest:expr, $to_f64:expr, |$value:ident, $serializer:ident| $write:expr;)*) => { $(
        impl Float for $ty {
            const NAN: u64 = $nan;
            const NEGATIVE_NAN: u64 = $nan | 1 << (<$bits>::BITS - 1);
            const DIGITS: usize = <$bits>::BITS as usize / 4;

            fn bits(self) -> u64 {
                self.to_bits().into()
            }

            fn from_bits(bits: u64) -> Option<Self> {
                <$bits>::try_from(bits).ok().map(Self::from_bits)
            }

            fn nearest(value: f64) -> Self {
                $nearest(value)
            }

            fn to_f64(self) -> f64 {
                $to_f64(self)
            }

            fn put<S: Serializer>(self, $serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                $write
            }
        }
    )* };
}

float! {
    f32, u32, 0x7fc0_0000, |value| value as f32, f64::from, |value, serializer| serializer.serialize_f32(value);
    f64, u64, 0x7ff8 << 48, |value| value, |value| value, |value, serializer| serializer.serialize_f64(value);
}

#[cfg(feature = "half")]
float! {
    half::f16, u16, 0x7e00, |wide| half::f16::from_f64(sticky(wide)), half::f16::to_f64,
        |v, serializer| serializer.serialize_f32(v.to_f32());
    half::bf16, u16, 0x7fc0, |wide| half::bf16::from_f64(sticky(wide)), half::bf16::to_f64,
        |v, serializer| serializer.serialize_f32(v.to_f32());
}

impl<T: Float> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.0.to_f64();
        if value.is_finite() {
            return self.0.put(serializer);
        }
        if value.is_infinite() {
            return serializer.serialize_str(if value > 0.0 { "Infinity" } else { "-Infinity" });
        }
        match self.0.bits() {
            bits if bits == T::NAN => serializer.serialize_str("NaN"),
            bits if bits == T::NEGATIVE_NAN => serializer.serialize_str("-NaN"),
            bits => serializer.collect_str(&format_args!("NaN({bits:#0width$x})", width = T::DIGITS.saturating_add(2))),
        }
    }
}

impl<T: Float> Text<T> {
    /// Converts an element that was read to a float.
    pub(super) fn read(item: &Item) -> Result<T, ErrorKind> {
        let value = match item {
            Item::Int(value) => *value as f64,
            Item::Uint(value) => *value as f64,
            Item::Float(value) => *value,
            Item::Text(text) => return Self::parse(text).ok_or_else(|| unfit::<T>(item)),
            _ => return Err(unfit::<T>(item)),
        };
        if value.is_nan() {
            return T::from_bits(T::NAN).ok_or_else(|| unfit::<T>(item));
        }
        let nearest = T::nearest(value);
        if value.is_finite() && !nearest.to_f64().is_finite() {
            return Err(unfit::<T>(item));
        }
        Ok(nearest)
    }

    fn parse(text: &str) -> Option<T> {
        match text {
            "NaN" => T::from_bits(T::NAN),
            "-NaN" => T::from_bits(T::NEGATIVE_NAN),
            "Infinity" => Some(T::nearest(f64::INFINITY)),
            "-Infinity" => Some(T::nearest(f64::NEG_INFINITY)),
            _ => {
                let digits = text.strip_prefix("NaN(0x")?.strip_suffix(')')?;
                let digits = Some(digits).filter(|digits| digits.len() == T::DIGITS)?;
                let value = T::from_bits(u64::from_str_radix(digits, 16).ok()?)?;
                value.to_f64().is_nan().then_some(value)
            }
        }
    }
}

/// Returns the error for an element that does not fit the tensor's element type `T`.
#[cold]
pub(super) fn unfit<T: Element>(item: &Item) -> ErrorKind {
    unfit_as(T::TYPE.name(), item)
}

#[cold]
pub(super) fn unfit_as(expected: &str, item: &Item) -> ErrorKind {
    ErrorKind::custom(format!("expected {expected}, found {item}"))
}
