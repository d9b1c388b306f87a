//! JSON values as text, as labels hold them.
//!
//! `lex` reads: a value is checked once, and is then kept as its text in the label. Each search for a field reads the
//! text again. A label has few fields, so that this is quicker than building a tree. `canonical` writes the one
//! spelling that peers agree on, from checked text or from fields.

use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use super::errors::fault;
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{DecodeError, EncodeError};

pub(super) mod canonical;
pub(super) mod lex;
use canonical::{Object, write_text, write_value};
use lex::{Fault, Lexer, MAX_DEPTH, unescape};

/// A JSON value as text, known to be well formed. Two are equal if their [canonical](Self::canonical) texts are.
///
/// ```
/// use tensor_format::zio::Json;
/// let value = Json::new(r#"{"run": 7, "name": "a"}"#)?;
/// assert_eq!(value.get("run").and_then(|run| run.as_u64()), Some(7));
/// assert_eq!(value.canonical(), r#"{"name":"a","run":7}"#);
/// assert_eq!(value, Json::object([("run", Json::from(7u64)), ("name", Json::text("a"))]));
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
#[derive(Clone)]
pub struct Json<'a> {
    text: Cow<'a, str>,
    /// Whether the text is canonical already.
    canonical: bool,
}

impl<'a> Json<'a> {
    /// An object without fields.
    pub const EMPTY: Json<'static> = Json { text: Cow::Borrowed("{}"), canonical: true };

    /// Creates a value from its text: strict JSON, nested at most 128 deep, no number beyond a double.
    ///
    /// # Errors
    ///
    /// [`MessageError`](crate::zio::MessageError) of [`Stage::Label`](crate::zio::Stage::Label), with the byte offset.
    pub fn new(text: impl Into<Cow<'a, str>>) -> Result<Self, DecodeError> {
        let text = text.into();
        let mut lexer = Lexer::new(&text, super::Options::new().max_depth);
        lexer.value()?;
        lexer.end()?;
        Ok(Json { text, canonical: false })
    }

    /// Creates a JSON string.
    #[must_use]
    pub fn text(text: &str) -> Json<'static> {
        let mut out = String::with_capacity(text.len().saturating_add(2));
        write_text(&mut out, text);
        Json { text: Cow::Owned(out), canonical: true }
    }

    /// Creates a JSON object of these fields; of several of one name the last counts.
    pub fn object<'k>(fields: impl IntoIterator<Item = (&'k str, Json<'a>)>) -> Json<'static> {
        let fields: Fields<'_> = fields.into_iter().map(|(key, value)| (Cow::Borrowed(key), value)).collect();
        let mut out = String::new();
        let mut object = Object::begin(&mut out);
        fields.iter().for_each(|(key, value)| value.write(object.key(key)));
        object.end();
        Json { text: Cow::Owned(out), canonical: true }
    }

    /// Serializes a Rust value as JSON. Floats that are not finite become null, for JSON has no word for them.
    ///
    /// # Errors
    ///
    /// [`Metadata`](crate::ErrorKind::Metadata) with what serialization says, or for an integer of more than 64 bits,
    /// which a label does not hold; [`MessageError`](crate::zio::MessageError) if it nests too deep.
    #[cfg(feature = "json")]
    pub fn of<T: serde_core::Serialize + ?Sized>(value: &T) -> Result<Json<'static>, EncodeError> {
        Json::new(crate::values::metadata::to_text(value)?).map_err(|error| error.into_kind().into())
    }

    /// Deserializes the value as a Rust type.
    ///
    /// # Errors
    ///
    /// [`Metadata`](crate::ErrorKind::Metadata) with the path to the value at fault.
    #[cfg(feature = "json")]
    pub fn to<T: serde_core::de::DeserializeOwned>(&self) -> Result<T, DecodeError> {
        // Canonical first, since of several fields of one name the last counts.
        let text = if self.canonical { Cow::Borrowed(&*self.text) } else { Cow::Owned(self.canonical()) };
        Ok(crate::values::metadata::from_text(&text)?)
    }

    /// Creates a value from a text that was checked.
    pub(super) fn trusted(text: &'a str) -> Self {
        Json { text: Cow::Borrowed(text), canonical: false }
    }

    /// Creates a value from a text that is canonical.
    pub(super) fn canonical_text(text: String) -> Json<'static> {
        Json { text: Cow::Owned(text), canonical: true }
    }

    /// Returns the text of the field `key` of this object, if it is a string.
    pub(super) fn text_of(&self, key: &str) -> Option<Cow<'_, str>> {
        let mut found = None;
        self.each(|name, value| {
            if name == key {
                found = text_of(value);
            }
        });
        found
    }

    /// Returns the text of the value as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text in its one spelling: compact, keys in the order of their bytes, UTF-8 without escapes where it
    /// can be.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut out = String::with_capacity(self.text.len());
        self.write(&mut out);
        out
    }

    /// Appends the canonical text of the value.
    pub(super) fn write(&self, out: &mut String) {
        if self.canonical { out.push_str(&self.text) } else { write_value(out, &self.text) }
    }

    /// Returns the value with a text of its own, so that it borrows nothing.
    #[must_use]
    pub fn into_owned(self) -> Json<'static> {
        Json { text: Cow::Owned(self.text.into_owned()), canonical: self.canonical }
    }

    /// Returns whether lists and objects are nested at most `depth` deep.
    pub(super) fn nests_within(&self, depth: usize) -> bool {
        let opened = self.text.bytes().filter(|byte| matches!(byte, b'{' | b'[')).count();
        opened <= depth || Lexer::new(&self.text, depth).value().is_ok()
    }

    fn first(&self) -> Option<u8> {
        Lexer::new(&self.text, MAX_DEPTH).next_byte()
    }

    /// Returns whether the value is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.first() == Some(b'{')
    }

    /// Returns whether the value is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.first() == Some(b'n')
    }

    /// Returns the text of the value, if it is a string.
    #[must_use]
    pub fn as_text(&self) -> Option<Cow<'_, str>> {
        text_of(self.text.trim_ascii())
    }

    /// Returns the value, if it is an integer from 0 to 2^64 - 1; a number with a point or exponent is not.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        integer(self.text.trim_ascii())
    }

    /// Returns the value, if it is a boolean.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        self.text.trim_ascii().parse().ok()
    }

    /// Returns the field `key` of an object; of several of one name the last.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Json<'_>> {
        let mut found = None;
        self.each(|name, value| {
            if name == key {
                found = Some(Json::trusted(value));
            }
        });
        found
    }

    /// Returns the fields of an object; none of any other value.
    #[must_use]
    pub fn fields(&self) -> Fields<'_> {
        let mut fields = RawFields::new();
        self.each(|name, value| push_field(&mut fields, name, value));
        fields.into_iter().collect()
    }

    /// Returns whether the value is an object whose fields are neither lists nor objects, as the HDF5 consumer of the
    /// Python package needs metadata to be.
    ///
    /// ```
    /// use tensor_format::zio::Json;
    /// assert!(Json::new(r#"{"a": 1, "b": null}"#)?.is_flat());
    /// assert!(!Json::new(r#"{"a": [1]}"#)?.is_flat());
    /// # Ok::<(), tensor_format::DecodeError>(())
    /// ```
    #[must_use]
    pub fn is_flat(&self) -> bool {
        let mut flat = self.is_object();
        self.each(|_, value| flat = flat && !value.starts_with(['{', '[']));
        flat
    }

    fn each<'s>(&'s self, mut each: impl FnMut(Cow<'s, str>, &'s str)) {
        let mut lexer = Lexer::new(&self.text, MAX_DEPTH);
        if lexer.next_byte() == Some(b'{') {
            // The text was checked before, so there is no fault.
            let _: Result<(), Fault> = lexer.object(|lexer, key| {
                each(unescape(key), lexer.raw()?);
                Ok(())
            });
        }
    }
}

/// Returns the text of the JSON string `raw`, which was checked; `None` if it is another value.
pub(super) fn text_of(raw: &str) -> Option<Cow<'_, str>> {
    raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).map(unescape)
}

/// Returns the number that a text of digits alone spells; `None` for any other text.
pub(super) fn integer(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl From<u64> for Json<'_> {
    fn from(number: u64) -> Self {
        Json { text: Cow::Owned(number.to_string()), canonical: true }
    }
}

impl From<bool> for Json<'_> {
    fn from(value: bool) -> Self {
        Json { text: Cow::Borrowed(if value { "true" } else { "false" }), canonical: true }
    }
}

impl Default for Json<'_> {
    /// Returns [`Json::EMPTY`].
    fn default() -> Self {
        Json::EMPTY
    }
}

impl PartialEq for Json<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text || self.canonical() == other.canonical()
    }
}

impl Eq for Json<'_> {}

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The fields of an object as they were read, in the order of the text.
pub(super) type RawFields<'a> = Vec<(Cow<'a, str>, Json<'a>)>;

/// Adds a field. The list grows by half at a time, not to twice its size: a field can be only a few bytes of text.
pub(super) fn push_field<'a>(fields: &mut RawFields<'a>, key: Cow<'a, str>, value: &'a str) {
    if fields.len() == fields.capacity() {
        fields.reserve_exact((fields.len() >> 1).max(4));
    }
    fields.push((key, Json::trusted(value)));
}

/// The fields of an object, in the order of the bytes of their names, each once.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Fields<'a>(RawFields<'a>);

impl<'a> Fields<'a> {
    /// Returns the value of a field.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json<'a>> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Sets a field, and returns its former value.
    pub fn set(&mut self, key: impl Into<Cow<'a, str>>, value: Json<'a>) -> Option<Json<'a>> {
        let key = key.into();
        match self.0.binary_search_by(|(name, _)| name.cmp(&key)) {
            Ok(at) => self.0.get_mut(at).map(|(_, old)| core::mem::replace(old, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Returns the fields in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Json<'a>)> + Clone {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// Returns the number of fields.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no fields.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns an error if a field has one of the `reserved` names, which the format keeps for itself.
    pub(super) fn check_keys(&self, reserved: &[&str], path: &str) -> Result<(), EncodeError> {
        match self.iter().find(|(key, _)| reserved.contains(key)) {
            Some((key, _)) => {
                let (expected, found) = ("a name that the format does not keep for itself", alloc::format!("`{key}`"));
                Err(fault(Stage::Tens, MessageFault::ReservedKey, path, expected, found).into())
            }
            None => Ok(()),
        }
    }

    /// Returns the fields with texts of their own, so that they borrow nothing.
    #[must_use]
    pub fn into_owned(self) -> Fields<'static> {
        self.0.into_iter().map(|(key, value)| (Cow::Owned(key.into_owned()), value.into_owned())).collect()
    }
}

/// Collects fields; of several of one name the last counts.
impl<'a> FromIterator<(Cow<'a, str>, Json<'a>)> for Fields<'a> {
    fn from_iter<I: IntoIterator<Item = (Cow<'a, str>, Json<'a>)>>(fields: I) -> Self {
        Self::sorted(fields.into_iter().collect())
    }
}

impl<'a> Fields<'a> {
    fn sorted(mut fields: Vec<(Cow<'a, str>, Json<'a>)>) -> Self {
        // Backwards, the last field of a name comes first; the sort is stable, and the first of equals is kept.
        fields.reverse();
        fields.sort_by(|(a, _), (b, _)| a.cmp(b));
        fields.dedup_by(|(later, _), (kept, _)| later == kept);
        Fields(fields)
    }
}
