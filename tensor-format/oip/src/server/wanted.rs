//! What a request asks for: which outputs, and each in which form. It may ask for as many as its body has room for, so that
//! names are looked up in tables.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use tensor_format::{EncodeError, Rules};

use super::failure::{Failure, FailureKind, shortened};
#[cfg(feature = "grpc")]
use crate::Datatype;
use crate::{Form, Parameter, Parameters, Request, Response};

/// The outputs that a request asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Each once, with whether it is to be binary; none for all.
    outputs: Vec<(String, bool)>,
    /// Whether outputs that are not listed are to be binary.
    binary: bool,
}

impl Wanted {
    /// Takes from a request what it asks for.
    pub(super) fn of(request: &Request<'_>) -> Result<Self, Failure> {
        let binary = flag(&request.parameters, "binary_data_output", None)?.unwrap_or(false);
        let (mut outputs, mut known) = (Vec::<(String, bool)>::new(), HashMap::<&str, usize>::new());
        for output in &request.outputs {
            let name = &*output.name;
            // Who asks for these does not look for the output itself in the answer.
            let extensions = ["classification", "shared_memory_region"];
            if let Some(extension) = extensions.into_iter().find(|key| output.parameters.get(key).is_some()) {
                let (name, expected) = (&*shortened(name), format!("no `{extension}`"));
                let text = format!("output `{name}`: `{extension}` is not offered");
                return Err(Failure::new(FailureKind::Malformed, text).about(name, &expected, "one"));
            }
            let form = flag(&output.parameters, "binary_data", Some(name))?.unwrap_or(binary);
            match known.entry(name) {
                Entry::Occupied(index) => outputs[*index.get()].1 |= form,
                Entry::Vacant(place) => {
                    place.insert(outputs.len());
                    outputs.push((name.to_owned(), form));
                }
            }
        }
        Ok(Self { outputs, binary })
    }

    /// Refuses outputs that a model does not have, before it runs: its output is one tensor, which has this name, or a
    /// record of listed parameters. Of a map nobody knows the names yet.
    pub(super) fn check(&self, rules: &Rules<'static>, output_name: &str) -> Result<(), Failure> {
        if self.outputs.is_empty() {
            return Ok(());
        }
        let known: HashSet<&str> = match rules {
            Rules::Tensor(_) => HashSet::from([output_name]),
            Rules::Record(record) if !record.is_empty() => record.iter().map(|param| param.name).collect(),
            Rules::Record(_) => return Ok(()),
        };
        match self.outputs.iter().find(|(name, _)| !known.contains(&**name)) {
            Some((name, _)) => Err(unknown(name, rules, &[output_name])),
            None => Ok(()),
        }
    }

    /// Leaves those outputs in a response that are asked for. Refuses those that the model neither returned nor lists:
    /// only now is known what a model returns whose output is a map.
    pub(super) fn select(&self, response: &mut Response<'_>, rules: &Rules<'static>) -> Result<(), Failure> {
        if self.outputs.is_empty() {
            return Ok(());
        }
        let names = response.tensors.iter().map(|tensor| tensor.name());
        let listed = rules.as_record().into_iter().flat_map(|record| record.iter().map(|param| param.name));
        let known: HashSet<&str> = names.clone().chain(listed).collect();
        if let Some((name, _)) = self.outputs.iter().find(|(name, _)| !known.contains(&**name)) {
            return Err(unknown(name, rules, &names.collect::<Vec<_>>()));
        }
        let forms = self.forms();
        response.tensors.retain(|tensor| forms.contains_key(tensor.name()));
        Ok(())
    }

    /// Returns the outputs that are asked for by their names, each with whether it is to be binary.
    fn forms(&self) -> HashMap<&str, bool> {
        self.outputs.iter().map(|(name, binary)| (&**name, *binary)).collect()
    }

    /// Gives each output of a response over HTTP the form that is asked for.
    pub(super) fn form(&self, response: &mut Response<'_>) {
        let forms = self.forms();
        for tensor in &mut response.tensors {
            let binary = *forms.get(tensor.name()).unwrap_or(&self.binary);
            tensor.set_form(if binary { Form::Binary } else { Form::Json });
        }
    }
}

/// Gives the outputs of a response over gRPC the form of the request: typed if its inputs are, unless a datatype has no
/// typed form.
#[cfg(feature = "grpc")]
pub(super) fn form_as_request(request: &Request<'_>, response: &mut Response<'_>) {
    let typed = !request.tensors.is_empty() && request.tensors.iter().all(|tensor| tensor.form == Form::Typed);
    let half = |datatype| matches!(datatype, Datatype::Fp16 | Datatype::Bf16);
    let raw = !typed || response.tensors.iter().any(|tensor| half(tensor.datatype));
    for tensor in &mut response.tensors {
        tensor.set_form(if raw { Form::Raw } else { Form::Typed });
    }
}

/// Returns the failure for a response that was made and cannot be written: what JSON has no form for was asked for in
/// JSON; all else is the server's.
pub(super) fn unwritable(error: &EncodeError) -> Failure {
    let fault = matches!(error.kind(), tensor_format::ErrorKind::Format(_));
    let kind = if fault { FailureKind::Malformed } else { FailureKind::Output };
    let text = if fault {
        format!("output: {error}: ask for this output with `binary_data`")
    } else {
        format!("the response cannot be written: {error}")
    };
    Failure::encode(kind, error, text)
}

fn unknown(name: &str, rules: &Rules<'static>, returned: &[&str]) -> Failure {
    let known = match rules.as_record() {
        Some(record) if !record.is_empty() => record.iter().map(|param| param.name).collect::<Vec<_>>().join(", "),
        _ => returned.iter().take(16).copied().collect::<Vec<_>>().join(", "),
    };
    let name = &*shortened(name);
    let text = format!("output `{name}`: the model has none of this name; it has: {known}");
    Failure::new(FailureKind::Malformed, text).about(name, &known, name)
}

/// Returns the value of a parameter that is a truth value: of an output, or of the request.
fn flag(parameters: &Parameters<'_>, key: &str, output: Option<&str>) -> Result<Option<bool>, Failure> {
    match parameters.get(key) {
        None => Ok(None),
        Some(Parameter::Bool(value)) => Ok(Some(*value)),
        Some(other) => {
            let found = match other {
                Parameter::String(text) => format!("\"{}\"", shortened(text)),
                other => other.shown(),
            };
            let text = format!("`{key}`: expected true or false, found {found}");
            let Some(name) = output.map(shortened) else { return Err(Failure::new(FailureKind::Malformed, text)) };
            let text = format!("output `{name}`: {text}");
            Err(Failure::new(FailureKind::Malformed, text).about(&name, "true or false", &found))
        }
    }
}
