//! Reads the object at the top of a file: its form, its type, or cells under bare labels, as in `{"a": 1}`.

use alloc::borrow::Cow;

use super::{Reader, cursor::Kind, fault_list::cut};
use crate::{
    DecodeError,
    formats::vespa::{Class, TensorType, errors::Fault},
};

/// The keys of the top level that hold cells, each of which is a form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueForm {
    Values,
    Cells,
    Blocks,
}

/// The keys of the top level that were read so far.
#[derive(Default)]
struct Seen {
    tensor_type: bool,
    form: Option<ValueForm>,
    /// Whether labels were read that are keys of the top level.
    bare: bool,
    faulty: bool,
}

impl<'a> Reader<'a, '_> {
    pub(super) fn object(&mut self) -> Result<(), DecodeError> {
        let start = self.cursor.at();
        self.cursor.step();
        let (mut first, mut seen) = (true, Seen::default());
        while let Some((key, key_at)) = self.cursor.member(&mut first)? {
            self.member(key, key_at, &mut seen)?;
            self.cursor.pop();
        }
        let empty = !seen.tensor_type && self.mapped > 0;
        if seen.form.is_none() && !seen.bare && !seen.faulty && !empty {
            self.cursor.fault(start, Fault::NoData { expected: "`values`, `cells` or `blocks`" })?;
        }
        Ok(())
    }

    fn member(&mut self, key: Cow<'a, str>, key_at: usize, seen: &mut Seen) -> Result<(), DecodeError> {
        let kind = self.cursor.kind()?;
        if self.is_label(&key, kind, seen)? {
            if seen.form.is_some() || seen.tensor_type {
                self.cursor.fault(key_at, Fault::MixedForms { found: cut(key.escape_debug()) })?;
            }
            seen.bare = true;
            return match self.class {
                Class::Mixed => self.labelled_block(&key, key_at),
                _ => self.labelled_cell(&key, key_at),
            };
        }
        let form = match &*key {
            "type" => return self.type_field(kind, key_at, seen),
            "values" => ValueForm::Values,
            "cells" => ValueForm::Cells,
            "blocks" => ValueForm::Blocks,
            _ => {
                seen.faulty = true;
                return self.unknown_key(&key, key_at, seen);
            }
        };
        let fault = match seen.form {
            Some(known) if known == form => Fault::DuplicateKey { found: key.as_ref().into() },
            None if !seen.bare => {
                seen.form = Some(form);
                return self.container(form, &key, kind);
            }
            _ => Fault::MixedForms { found: cut(key.escape_debug()) },
        };
        self.cursor.fault(key_at, fault)?;
        self.aside(|reader| reader.container(form, &key, kind))
    }

    fn unknown_key(&mut self, key: &str, key_at: usize, seen: &Seen) -> Result<(), DecodeError> {
        let at = self.cursor.at();
        let fault = if self.is_one_mapped(Class::Sparse) && seen.form.is_none() && !seen.tensor_type {
            Fault::NotANumber { found: self.cursor.found(at) }
        } else {
            let expected = "`type`, `values`, `cells` or `blocks`";
            Fault::UnknownKey { expected, found: cut(key.escape_debug()) }
        };
        self.cursor.fault(key_at, fault)?;
        self.cursor.skip_value()
    }

    /// Returns whether a key of the top level is a label. For a key that is also the name of a form this depends on its
    /// value, which is not passed over.
    fn is_label(&mut self, key: &str, kind: Kind, seen: &Seen) -> Result<bool, DecodeError> {
        let document = self.options.is_document();
        // The document profile takes every key behind a label as a label, `type` too.
        let is_type = key == "type" && kind == Kind::String && !(document && seen.bare);
        if is_type || self.mapped != 1 {
            return Ok(false);
        }
        match self.class {
            Class::Sparse => self.is_number_like(kind),
            Class::Mixed if document => Ok(match (key, kind) {
                ("type", Kind::String) => !self.names_a_type()?,
                ("cells" | "blocks", Kind::Array) => !self.lists_items(),
                ("type" | "cells" | "values" | "blocks", _) => matches!(kind, Kind::Array | Kind::String),
                _ => true,
            }),
            _ => Ok(false),
        }
    }

    /// Returns whether the next value, a list, is empty or a list of objects, and so one of cells or blocks.
    fn lists_items(&mut self) -> bool {
        let at = self.cursor.at();
        self.cursor.step();
        let items = self.cursor.take(b'{') || self.cursor.take(b']');
        self.cursor.go_to(at);
        items
    }

    /// Returns whether the next string is the text of a type.
    fn names_a_type(&mut self) -> Result<bool, DecodeError> {
        let at = self.cursor.at();
        let text = self.cursor.string()?;
        self.cursor.go_to(at);
        Ok(TensorType::parse(&text).is_ok())
    }

    /// Returns whether a value can be the number of a label's cell.
    fn is_number_like(&mut self, kind: Kind) -> Result<bool, DecodeError> {
        if kind != Kind::String {
            return Ok(matches!(kind, Kind::Number | Kind::Null));
        }
        let at = self.cursor.at();
        let text = self.cursor.string()?;
        self.cursor.go_to(at);
        Ok(self.numbers.in_string(&text).is_some())
    }

    fn type_field(&mut self, kind: Kind, key_at: usize, seen: &mut Seen) -> Result<(), DecodeError> {
        if seen.tensor_type {
            self.cursor.fault(key_at, Fault::DuplicateKey { found: "type".into() })?;
        }
        seen.tensor_type = true;
        if seen.bare {
            self.cursor.fault(key_at, Fault::MixedForms { found: "type".into() })?;
        }
        let at = self.cursor.at();
        if kind != Kind::String {
            return self.cursor.refuse(|found| Fault::TypeNotString { found });
        }
        let text = self.cursor.string()?;
        let same = || TensorType::parse(&text).is_ok_and(|found| found == *self.tensor_type);
        if !self.options.is_document() && !same() {
            let expected = alloc::format!("{}", self.tensor_type).into();
            let found = cut(text.escape_debug());
            self.cursor.fault(at, Fault::TypeMismatch { expected, found })?;
        }
        Ok(())
    }

    fn container(&mut self, form: ValueForm, key: &str, kind: Kind) -> Result<(), DecodeError> {
        let at = self.cursor.at();
        match (form, self.class, kind) {
            (ValueForm::Values, Class::Dense, Kind::Array) => self.list(),
            (ValueForm::Values, Class::Dense, Kind::String) => self.hexadecimal(),
            (ValueForm::Values, Class::Scalar, Kind::Array) if self.options.is_document() => self.list(),
            (ValueForm::Cells, _, Kind::Array) => self.items(false),
            (ValueForm::Cells, Class::Sparse, Kind::Object) if self.mapped == 1 => self.labelled(false),
            (ValueForm::Blocks, Class::Mixed, Kind::Array) => self.items(true),
            (ValueForm::Blocks, Class::Mixed, Kind::Object) if self.mapped == 1 => self.labelled(true),
            _ => {
                self.wrong_form(at, Some(key))?;
                self.cursor.skip_value()
            }
        }
    }
}
