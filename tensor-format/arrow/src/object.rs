//! The object of strict JSON that the metadata of a column are.

use std::fmt;

use serde_core::de::{Deserializer as _, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::{Deserializer, Value};

use crate::fault::{Fault, FaultKind};

/// The keys that are looked at; values of others are checked and passed over.
const KEYS: [&str; 5] = ["shape", "dim_names", "permutation", "permutations", "uniform_shape"];

/// The values of the keys that are known.
#[derive(Debug, Default)]
pub(crate) struct Object(Vec<(&'static str, Value)>);

impl Object {
    /// Reads strict JSON, an object whose keys differ.
    pub(crate) fn parse(text: &str) -> Result<Self, Fault> {
        let not_json = |error: serde_json::Error| Fault::schema(FaultKind::MetadataNotJson, "JSON", error.to_string());
        // As a value: what is ignored is not looked at for halves of characters.
        serde_json::from_str::<Value>(text).map_err(not_json)?;
        if !text.trim_start().starts_with('{') {
            return Err(Fault::schema(FaultKind::MetadataNotObject, "an object", text));
        }
        let mut twice = None;
        let mut reader = Deserializer::from_str(text);
        match reader.deserialize_map(Keys { twice: &mut twice }) {
            Ok(object) => Ok(object),
            Err(error) => Err(match twice {
                Some(key) => Fault::schema(FaultKind::DuplicateKey, "each key once", format!("`{key}` twice")),
                None => not_json(error),
            }),
        }
    }

    /// Returns the value of a key; `None` if it is absent or null, as arrow-rs writes what is absent.
    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(other, _)| *other == key).map(|(_, value)| value).filter(|value| !value.is_null())
    }
}

struct Keys<'t> {
    twice: &'t mut Option<String>,
}

impl<'de> Visitor<'de> for Keys<'_> {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
        let mut object = Object::default();
        let mut seen = std::collections::BTreeSet::new();
        while let Some(key) = map.next_key::<String>()? {
            match KEYS.iter().find(|known| **known == key) {
                Some(known) => object.0.push((known, map.next_value()?)),
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            if !seen.insert(key.clone()) {
                *self.twice = Some(key);
                return Err(A::Error::custom("a key twice"));
            }
        }
        Ok(object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_objects_of_strict_json_are_read() {
        let kind = |text| Object::parse(text).unwrap_err().kind;
        for text in [
            "",
            "{",
            "{'shape': [1]}",
            "\u{feff}{}",
            "{} {}",
            "{\"shape\": [NaN]}",
            "{\"a\": \"\\ud800\", \"shape\": []}",
        ] {
            assert_eq!(kind(text), FaultKind::MetadataNotJson, "{text}");
        }
        for text in ["null", "[1]", " \"{}\"", "2"] {
            assert_eq!(kind(text), FaultKind::MetadataNotObject, "{text}");
        }
        assert_eq!(kind(r#"{"a": 1, "b": 2, "\u0061": 1}"#), FaultKind::DuplicateKey);
        let object =
            Object::parse(" {\"other\": {\"a\": [1], \"a\": 2}, \"sh\\u0061pe\": [2], \"dim_names\": null}\n").unwrap();
        assert_eq!(object.get("shape"), Some(&serde_json::json!([2])));
        assert_eq!(object.get("dim_names"), None);
        assert_eq!(object.get("permutation"), None);
    }
}
