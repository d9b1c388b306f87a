//! Reads documents, such as metadata: objects of which a few keys are known. No values are kept beside those that are
//! asked for.

use std::borrow::Cow;

use tensor_format::DecodeError;

use super::scanner::{Scanner, Type, located};
use crate::{Fault, FaultKind, Options, Stage};

/// A value of a document, whose grammar has been checked.
#[derive(Clone, Debug)]
pub(crate) struct Node<'a> {
    document: &'a str,
    at: usize,
    path: String,
}

impl<'a> Node<'a> {
    /// Checks the size and the grammar of a document, and returns its value.
    pub(crate) fn root(json: &'a [u8], options: &Options) -> Result<Self, DecodeError> {
        if json.len() > options.max_body {
            return Err(Fault::too_large(Stage::Json, json.len(), options.max_body).into());
        }
        let document = super::text(json)?;
        let mut scanner = Scanner::new(document, options);
        scanner.peek();
        let at = scanner.at;
        scanner.skip()?;
        scanner.end()?;
        Ok(Self { document, at, path: String::new() })
    }

    fn scanner(&self) -> Scanner<'a> {
        let mut scanner = Scanner::new(self.document, &Options::new());
        scanner.at = self.at;
        scanner
    }

    /// Returns the type of the value.
    fn value_type(&self) -> Result<Type, DecodeError> {
        self.scanner().value_type()
    }

    /// Returns the text of the value.
    pub(crate) fn json(&self) -> Result<&'a str, DecodeError> {
        self.scanner().skip().map(|slot| slot.text)
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self.value_type(), Ok(Type::Null))
    }

    /// Returns the path of the value of a key.
    fn path_to(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Returns the error for this value.
    #[cold]
    pub(crate) fn wrong(&self, kind: FaultKind, expected: &'static str) -> DecodeError {
        let found = self.json().unwrap_or_default();
        let found: String = found.chars().take(81).collect();
        let found = if self.is_null() { String::new() } else { found };
        let fault = Fault::new(Stage::Envelope, kind, expected, found).in_path(&*self.path);
        located(self.document, self.at, fault)
    }

    /// Returns the error for a key that is missing in this object.
    #[cold]
    pub(crate) fn missing(&self, key: &str, expected: &'static str) -> DecodeError {
        let fault = Fault::new(Stage::Envelope, FaultKind::Missing, expected, "").in_path(self.path_to(key));
        located(self.document, self.at, fault)
    }

    /// Reads an object: calls `member` with each key and its value.
    pub(crate) fn object(
        &self,
        mut member: impl FnMut(&str, Node<'a>) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        if self.value_type()? != Type::Object {
            return Err(self.wrong(FaultKind::NotObject, "an object"));
        }
        self.scanner().object(|scanner, key, _| {
            let at = scanner.skip()?.at;
            member(&key, Node { document: self.document, at, path: String::new() })
        })
    }

    /// Returns the values of these keys of an object; `null` is as absent. Other keys are ignored.
    pub(crate) fn members<const N: usize>(
        &self,
        keys: [&'static str; N],
    ) -> Result<[Option<Node<'a>>; N], DecodeError> {
        let mut members = [const { None }; N];
        self.object(|key, value| {
            let known = members.iter_mut().zip(keys).find(|(_, known)| *known == key);
            let Some((member, key)) = known else { return Ok(()) };
            let value = Node { path: self.path_to(key), ..value };
            if member.is_some() {
                return Err(value.wrong(FaultKind::DuplicateKey, "each key once"));
            }
            *member = Some(value);
            Ok(())
        })?;
        Ok(members.map(|member| member.filter(|value| !value.is_null())))
    }

    /// Returns the value of a key; `None` if there is none, or if this is no object.
    pub(crate) fn find(&self, key: &str) -> Option<Node<'a>> {
        if self.value_type().ok()? != Type::Object {
            return None;
        }
        let mut found = None;
        let read = self.object(|known, value| {
            if known == key {
                found.get_or_insert(value);
            }
            Ok(())
        });
        read.ok().and(found)
    }

    /// Reads a list: calls `item` with each value.
    pub(crate) fn list(&self, mut item: impl FnMut(Node<'a>) -> Result<(), DecodeError>) -> Result<(), DecodeError> {
        if self.value_type()? != Type::Array {
            return Err(self.wrong(FaultKind::WrongType, "a list"));
        }
        self.scanner().array(|scanner, index| {
            let at = scanner.skip()?.at;
            item(Node { document: self.document, at, path: format!("{}[{index}]", self.path) })
        })
    }

    /// Returns a text.
    pub(crate) fn text(&self) -> Result<Cow<'a, str>, DecodeError> {
        if self.value_type()? != Type::String {
            return Err(self.wrong(FaultKind::WrongType, "a text"));
        }
        self.scanner().string()
    }

    /// Returns a truth value.
    pub(crate) fn bool(&self) -> Result<bool, DecodeError> {
        if self.value_type()? != Type::Bool {
            return Err(self.wrong(FaultKind::WrongType, "a truth value"));
        }
        self.scanner().bool()
    }
}
