//! Reads typed values from messages.

use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec::Vec,
};

use super::{Json, Message, Options, Tensors, errors::fault};
use crate::formats::zio::message_error::{MessageFault, Stage};
use crate::{
    Bindings, Decode, DecodeError, ErrorKind, HasRules, Header, Param, ParamNames, RecordRef, RecordRules, Rules,
    TensorRules, Value, ValueSource, Violation, error::AddPlace, values::Metadata,
};

impl Options {
    /// Returns a value from a message: see [`from_message`](super::from_message).
    ///
    /// # Errors
    ///
    /// As [`from_message`](super::from_message).
    pub fn from_message<'de, T: Decode<'de>>(&self, message: &'de Message<'_>) -> Result<T, DecodeError> {
        self.decode(message, &self.tensors(message)?)
    }

    /// Returns a value and the metadata of the message: see [`from_message_with`](super::from_message_with).
    ///
    /// # Errors
    ///
    /// As [`from_message_with`](super::from_message_with).
    #[cfg(feature = "json")]
    pub fn from_message_with<'de, T, M>(&self, message: &'de Message<'_>) -> Result<(T, M), DecodeError>
    where
        T: Decode<'de>,
        M: for<'m> serde_core::Deserialize<'m>,
    {
        let tensors = self.tensors(message)?;
        let metadata = tensors.metadata().unwrap_or(&super::Json::EMPTY).to()?;
        Ok((self.decode(message, &tensors)?, metadata))
    }

    /// Returns every way in which the descriptions of a message's tensors break the rules of `T`: see
    /// [`check_all`](super::check_all).
    ///
    /// # Errors
    ///
    /// As [`check_all`](super::check_all).
    pub fn check_all<T: HasRules + ?Sized>(&self, message: &Message<'_>) -> Result<Vec<Violation>, DecodeError> {
        let tensors = self.tensors(message)?;
        match T::RULES {
            Rules::Tensor(rules) => check_tensor(&rules, &tensors).map(|(_, violations)| violations),
            Rules::Record(rules) => {
                let (wanted, violations) = check_record(&rules, &tensors)?;
                if violations.is_empty() {
                    self.check_expansion(message, &tensors, &wanted)?;
                }
                Ok(violations)
            }
        }
    }

    /// Returns an error if the `wanted` tensors together have many more bytes than the message: any number of them may
    /// name the same part.
    fn check_expansion(
        &self,
        message: &Message<'_>,
        tensors: &Tensors<'_>,
        wanted: &[Wanted<'_>],
    ) -> Result<(), DecodeError> {
        let sum = |lens: &mut dyn Iterator<Item = usize>| lens.map(|len| len as u64).fold(0, u64::saturating_add);
        let input = sum(&mut message.parts.iter().map(|part| part.len()));
        let found = tensors.tens().tensors();
        let expanded = sum(&mut wanted.iter().filter_map(|tensor| found.get(tensor.index)).map(|t| t.byte_len()));
        Ok(self.max_expanded.check(input.saturating_add(message.label.len() as u64), expanded)?)
    }

    fn decode<'de, T: Decode<'de>>(&self, message: &Message<'_>, tensors: &Tensors<'de>) -> Result<T, DecodeError> {
        let value = self.value(&T::RULES, message, tensors)?;
        let mut source = ValueSource::new(&value);
        if let Some(metadata) = tensors.metadata() {
            source = source.with_metadata(metadata);
        }
        T::decode(&mut source)
    }

    /// Returns the tensors that the rules of a type name.
    fn value<'de>(
        &self,
        rules: &Rules<'_>,
        message: &Message<'_>,
        tensors: &Tensors<'de>,
    ) -> Result<Value<'de>, DecodeError> {
        Ok(match rules {
            Rules::Tensor(rules) => {
                let (index, violations) = check_tensor(rules, tensors)?;
                refuse(violations)?;
                Value::Tensor(tensors.tensor(index)?)
            }
            Rules::Record(rules) => {
                let (wanted, violations) = check_record(rules, tensors)?;
                refuse(violations)?;
                self.check_expansion(message, tensors, &wanted)?;
                let mut record = RecordRef::new();
                for Wanted { name, index, .. } in wanted {
                    let tensor = tensors.tensor(index).in_parameter(&name)?;
                    record.push(name.into_owned(), tensor);
                }
                Value::Record(record)
            }
        })
    }
}

impl Metadata for Json<'_> {
    fn get(&self, name: &str) -> Option<String> {
        // Canonical, since of several fields of one name the last counts.
        Json::get(self, name).map(|value| value.canonical())
    }
}

fn refuse(violations: Vec<Violation>) -> Result<(), DecodeError> {
    let Some(Violation { parameter, kind }) = violations.into_iter().next() else { return Ok(()) };
    let error = DecodeError::new(kind);
    Err(match parameter {
        Some(name) => error.in_parameter(&name),
        None => error,
    })
}

/// Checks the only tensor of a message against the rules, and returns its index and violations; an error if there is
/// not one.
fn check_tensor(rules: &TensorRules<'_>, tensors: &Tensors<'_>) -> Result<(usize, Vec<Violation>), DecodeError> {
    let mut arrays = tensors.tens().tensors().iter().enumerate().filter(|(_, tensor)| tensor.has_array());
    let Some((index, _)) = arrays.next() else {
        return Err(fault(Stage::Tens, MessageFault::TensorsMissing, "TENS.tensors", "one tensor", "").into());
    };
    let others = arrays.count();
    if others > 0 {
        return Err(ErrorKind::RecordFound { tensors: others.saturating_add(1) }.into());
    }
    let header = tensors.header(index)?;
    let mut kinds = rules.check_all(&header);
    if kinds.is_empty() {
        kinds = Bindings::new().check_all(&Param::new("", *rules), &header.shape, 0);
    }
    Ok((index, kinds.into_iter().map(|kind| Violation { parameter: None, kind }).collect()))
}

/// A tensor of a message that becomes one of a record.
struct Wanted<'t> {
    name: Cow<'t, str>,
    index: usize,
    header: Header,
}

/// Returns the tensors of a message that a record with these rules consists of, and their violations. Rules that list
/// no parameters take all tensors.
fn check_record<'t>(
    rules: &RecordRules<'_>,
    tensors: &'t Tensors<'_>,
) -> Result<(Vec<Wanted<'t>>, Vec<Violation>), DecodeError> {
    let mut wanted = Vec::with_capacity(tensors.len());
    let mut unknown = Vec::new();
    for (index, tensor) in tensors.tens().tensors().iter().enumerate().filter(|(_, tensor)| tensor.has_array()) {
        let name = super::hidden_types::name(tensor).unwrap_or_else(|| Cow::Owned(index.to_string()));
        if rules.is_empty() || rules.denies_unknown() || rules.position(&name, wanted.len()).is_some() {
            let header = tensors.header(index).in_parameter(&name)?;
            wanted.push(Wanted { name, index, header });
        } else if unknown.len() < ParamNames::KEPT {
            unknown.push(name);
        }
    }
    let mut violations = rules.check_all(wanted.iter().map(|tensor| (&*tensor.name, tensor.header.clone())));
    for Violation { parameter, kind } in &mut violations {
        if let (Some(name), ErrorKind::MissingParam { unknown: beside }) = (parameter, kind) {
            beside.set_names(name, unknown.iter().map(|name| &**name));
        }
    }
    let has = |name| tensors.metadata().is_some_and(|metadata| metadata.get(name).is_some());
    for field in rules.metadata().iter().filter(|field| field.required && !has(field.name)) {
        violations.push(Violation { parameter: Some(field.name.into()), kind: ErrorKind::MissingMetadata });
    }
    Ok((wanted, violations))
}
