//! Writes and reads integers of 128 bits. Formats that are human-readable get a 64-bit integer, which serde can keep
//! while it looks for the name of a variant, as it does for `flatten`; or text if none holds the number.

use core::fmt;

use serde::{
    Deserializer, Serialize, Serializer,
    de::{Deserialize, Error, Visitor},
};

pub(crate) fn serialize<S: Serializer>(number: &i128, serializer: S) -> Result<S::Ok, S::Error> {
    if !serializer.is_human_readable() {
        return number.serialize(serializer);
    }
    match (i64::try_from(*number), u64::try_from(*number)) {
        (Ok(number), _) => number.serialize(serializer),
        (_, Ok(number)) => number.serialize(serializer),
        _ => serializer.collect_str(number),
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i128, D::Error> {
    if deserializer.is_human_readable() { deserializer.deserialize_any(Whole) } else { i128::deserialize(deserializer) }
}

struct Whole;

impl Visitor<'_> for Whole {
    type Value = i128;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<i128, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<i128, E> {
        Ok(number.into())
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<i128, E> {
        Ok(number)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<i128, E> {
        text.parse().map_err(|_| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}
