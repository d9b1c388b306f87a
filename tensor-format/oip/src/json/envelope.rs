//! Reads the objects around the tensors.
//!
//! `walk` goes over the whole text once, so that what is no JSON is found before anything else, and keeps where the
//! values of known keys are. Then the envelope is read from these places, and then each tensor.

use std::borrow::Cow;

use tensor_format::DecodeError;

use super::{
    Binary, JsonData,
    parts::{self, Envelope},
    scanner::{Slot, located},
    walk::{Found, FoundParameters, FoundTensor, List, Role, slot_of_parameter},
};
use crate::{
    Datatype, Fault, FaultKind, Form, Options, Parameter, Parameters, RequestedOutput, Stage, Tensor,
    options::NonFinite, util::first_duplicate,
};

/// What reads a message: its text, and what it is.
#[derive(Clone, Copy)]
struct Reader<'a> {
    json: &'a str,
    role: Role,
    non_finite: NonFinite,
}

impl<'a> Envelope<'a> {
    /// Reads the envelope from the JSON of a message and what is behind it.
    pub(crate) fn read(json: &'a [u8], binary: Binary<'a>, role: Role, options: &Options) -> Result<Self, DecodeError> {
        let plain = super::plain::read(json, binary.clone(), role, options);
        debug_assert!(
            plain.as_ref().is_none_or(|plain| {
                let read = super::text(json).and_then(|text| Self::read_text(text, binary.clone(), role, options));
                read.is_ok_and(|read| read.is(plain))
            }),
            "a plain message is read to other values"
        );
        match plain {
            Some(envelope) => Ok(envelope),
            None => Self::read_text(super::text(json)?, binary, role, options),
        }
    }

    /// Reads the envelope from the text of a message, plain or not, and what is behind it.
    fn read_text(text: &'a str, mut binary: Binary<'a>, role: Role, options: &Options) -> Result<Self, DecodeError> {
        let found = Found::walk(text, role, options)?;
        let reader = Reader { json: text, role, non_finite: options.non_finite };
        let error = reader.optional_text(found.error, "error");
        let tensors = reader.list(found.tensors, role.tensors());
        if let (Role::Response, Ok(None), Ok(Some(error))) = (role, &tensors, error) {
            let mut fault = Fault::new(Stage::Envelope, FaultKind::ServerError, "outputs", "").in_path("error");
            // Whole: it is what the user of a client wants to read.
            fault.found = error.into();
            return Err(located(text, found.error.map_or(0, |slot| slot.at), fault));
        }
        let tensors = tensors?.ok_or_else(|| reader.missing(role.tensors()))?;
        let model_name = reader.optional_text(found.model_name, "model_name")?;
        if role == Role::Response && model_name.is_none() {
            return Err(reader.missing("model_name"));
        }
        let model_version = reader.optional_text(found.model_version, "model_version")?.unwrap_or_default();
        let id = reader.optional_text(found.id, "id")?;
        let stage = Stage::Envelope;
        let parameters =
            reader.parameters(found.parameters, stage, || "parameters".into(), &[("binary_data_output", BOOL)])?;
        let mut outputs = Vec::new();
        for (index, output) in reader.list(found.requested, "outputs")?.unwrap_or_default().into_iter().enumerate() {
            let path = |key: &str| format!("outputs[{index}].{key}");
            let name = reader.optional_text(output.name, "name").ok().flatten();
            let Some(name) = name else {
                let at = output.name.map_or(output.at, |slot| slot.at);
                let found = output.name.map_or("nothing", |slot| slot.text);
                let fault = Fault::new(stage, FaultKind::WrongType, "the name of an output", found);
                return Err(located(text, at, fault.in_path(path("name"))));
            };
            let types = &[("binary_data", BOOL), ("classification", INTEGER)];
            let parameters = reader.parameters(output.parameters, stage, || path("parameters"), types)?;
            outputs.push(RequestedOutput { name, parameters });
        }
        let mut described = Described { all: Vec::with_capacity(tensors.len()), sizes: Vec::new() };
        for (index, tensor) in tensors.into_iter().enumerate() {
            reader.tensor(index, tensor, &mut described)?;
        }
        if let Some(index) = first_duplicate(described.all.iter().map(Tensor::name)) {
            let tensor = &described.all[index];
            let fault = Fault::new(Stage::Tensor, FaultKind::DuplicateName, "a name of its own", &*tensor.name);
            return Err(located(text, tensor.at, fault.in_path(reader.path(index, "name"))).in_parameter(&tensor.name));
        }
        let Described { all: mut tensors, sizes } = described;
        for (tensor, size) in tensors.iter_mut().filter(|tensor| tensor.form == Form::Binary).zip(sizes) {
            binary.read(tensor, size).map_err(|error| error.in_parameter(&tensor.name))?;
        }
        binary.end()?;
        let model_name = model_name.unwrap_or_default();
        Ok(Envelope { model_name, model_version, id, parameters, outputs, tensors })
    }
}

/// The tensors that the JSON describes.
struct Described<'a> {
    all: Vec<Tensor<'a>>,
    /// The number of bytes of each that is behind the JSON.
    sizes: Vec<u64>,
}

/// The type of a parameter that the protocol knows.
type Expected = (&'static str, fn(&Parameter<'_>) -> bool);

const BOOL: Expected = ("a truth value", |value| matches!(value, Parameter::Bool(_)));
const INTEGER: Expected = ("an integer", |value| matches!(value, Parameter::I64(_) | Parameter::U64(_)));

impl<'a> Reader<'a> {
    fn missing(self, key: &'static str) -> DecodeError {
        located(self.json, 0, Fault::new(Stage::Envelope, FaultKind::Missing, format!("`{key}`"), ""))
    }

    /// Returns the text from here on, for errors.
    fn after(self, at: usize) -> String {
        self.json.get(at..).unwrap_or_default().chars().take(24).collect()
    }

    fn path(self, index: usize, key: &str) -> String {
        format!("{}[{index}].{key}", self.role.tensors())
    }

    /// Returns a text that may be absent or `null`.
    fn optional_text(self, slot: Option<Slot<'a>>, key: &str) -> Result<Option<Cow<'a, str>>, DecodeError> {
        match slot {
            None => Ok(None),
            Some(slot) if slot.text == "null" => Ok(None),
            Some(slot) if slot.text.starts_with('"') => slot.string().map(Some),
            Some(slot) => {
                let fault = Fault::new(Stage::Envelope, FaultKind::WrongType, "a text", slot.text).in_path(key);
                Err(located(self.json, slot.at, fault))
            }
        }
    }

    /// Returns the items of a list that may be absent or `null`.
    fn list<T>(self, found: Option<List<'a, T>>, key: &str) -> Result<Option<Vec<T>>, DecodeError> {
        let Some(list) = found else { return Ok(None) };
        let wrong = |expected: &'static str, path: String, at: usize| {
            let fault = Fault::new(Stage::Envelope, FaultKind::WrongType, expected, self.after(at)).in_path(path);
            located(self.json, at, fault)
        };
        match (list.other, list.no_object) {
            (Some(slot), _) if slot.text == "null" => Ok(None),
            (Some(slot), _) => Err(wrong("a list", key.into(), slot.at)),
            (None, Some((index, at))) => Err(wrong("an object", format!("{key}[{index}]"), at)),
            (None, None) => Ok(Some(list.items)),
        }
    }

    /// Returns the place and the text of a parameter's value, of the object at an offset; if it is not there, that offset and
    /// the value as it was read.
    #[cold]
    fn value_of(self, at: usize, name: &str, read: String) -> (usize, String) {
        slot_of_parameter(self.json, at, name).map_or((at, read), |slot| (slot.at, slot.text.to_owned()))
    }

    /// Returns parameters, of which those in `types` must be of their type.
    fn parameters(
        self,
        found: Option<Box<FoundParameters<'a>>>,
        stage: Stage,
        path: impl Fn() -> String,
        types: &[(&str, Expected)],
    ) -> Result<Parameters<'a>, DecodeError> {
        let Some(found) = found else { return Ok(Parameters::new()) };
        let wrong = |path: String, expected: &'static str, value: &str, at: usize| {
            located(self.json, at, Fault::new(stage, FaultKind::ParameterType, expected, value).in_path(path))
        };
        if let Some(slot) = found.other {
            let null = slot.text == "null";
            return if null { Ok(Parameters::new()) } else { Err(wrong(path(), "an object", slot.text, slot.at)) };
        }
        if self.role == Role::Request {
            if let Some((name, at)) = &found.odd {
                let value = found.list.get(name).map(Parameter::shown).unwrap_or_default();
                let expected = "a text, a number or a truth value";
                return Err(wrong(format!("{}.{name}", path()), expected, &value, *at));
            }
            for (name, (expected, is)) in types {
                if let Some(value) = found.list.get(name).filter(|value| !is(value)) {
                    let (at, shown) = self.value_of(found.at, name, value.shown());
                    return Err(wrong(format!("{}.{name}", path()), expected, &shown, at));
                }
            }
        }
        Ok(found.list)
    }

    fn tensor(self, index: usize, mut tensor: FoundTensor<'a>, tensors: &mut Described<'a>) -> Result<(), DecodeError> {
        let described = self.described(index, &mut tensor, tensors);
        described.map_err(|error| match tensor.name.map(|slot| slot.string()) {
            Some(Ok(name)) if !name.is_empty() => error.in_parameter(&name),
            _ => error,
        })
    }

    fn described(
        self,
        index: usize,
        tensor: &mut FoundTensor<'a>,
        tensors: &mut Described<'a>,
    ) -> Result<(), DecodeError> {
        let begin = tensor.at;
        let fault = |kind: FaultKind, key: &str, expected: Cow<'static, str>, slot: Option<Slot<'a>>| {
            let fault = Fault::new(Stage::Tensor, kind, expected, slot.map_or("", |slot| slot.text));
            let at = slot.map_or(begin, |slot| slot.at);
            located(self.json, at, fault.in_path(self.path(index, key)))
        };
        let text = |slot: Option<Slot<'a>>, kind: FaultKind, key: &str, expected: &'static str| {
            let string = slot.filter(|slot| slot.text.starts_with('"'));
            string.ok_or_else(|| fault(kind, key, expected.into(), slot)).and_then(|slot| slot.string())
        };
        let name = text(tensor.name, FaultKind::Name, "name", "the name of a tensor")?;
        let known = "a datatype of the protocol: BOOL, UINT8 to UINT64, INT8 to INT64, FP16 to FP64, BF16 or BYTES";
        let datatype = text(tensor.datatype, FaultKind::Datatype, "datatype", known)?;
        let datatype = Datatype::of_name(&datatype)
            .ok_or_else(|| fault(FaultKind::Datatype, "datatype", known.into(), tensor.datatype))?;
        let shape = tensor.shape.and_then(Slot::lengths);
        let shape = shape.ok_or_else(|| {
            let expected = "a list of at most 255 lengths, integers from 0 on";
            let axis = tensor.shape.and_then(Slot::first_no_length);
            let slot = tensor.shape.map_or("", |slot| slot.text);
            let fault = Fault::new(Stage::Tensor, FaultKind::Shape, expected, slot).in_path(self.path(index, "shape"));
            let fault = if let Some(axis) = axis { fault.at_axis(axis) } else { fault };
            located(self.json, tensor.shape.map_or(begin, |slot| slot.at), fault)
        })?;
        let shape = crate::util::checked_shape(&shape).ok_or_else(|| {
            fault(FaultKind::ShapeOverflow, "shape", "a number of elements that can be counted".into(), tensor.shape)
        })?;
        let parameters_at = tensor.parameters.as_ref().map_or(begin, |found| found.at);
        let of_parameter = |kind: FaultKind, name: &str, expected: &'static str, found: String| {
            let path = self.path(index, &format!("parameters.{name}"));
            let (at, found) = self.value_of(parameters_at, name, found);
            located(self.json, at, Fault::new(Stage::Tensor, kind, expected, found).in_path(path))
        };
        let mut parameters =
            self.parameters(tensor.parameters.take(), Stage::Tensor, || self.path(index, "parameters"), &[])?;
        // In responses, which may have any JSON there, null is as good as absent.
        let is_there = |value: &Parameter<'_>| !matches!(value, Parameter::Json(text) if text == "null");
        let size = parameters.remove("binary_data_size").filter(is_there);
        let shared = parameters.get("shared_memory_region").filter(|value| is_there(value));
        let data = tensor.data.filter(|slot| slot.text != "null");
        let sources = usize::from(data.is_some()) + usize::from(size.is_some()) + usize::from(shared.is_some());
        if sources == 0 {
            return Err(fault(FaultKind::NoData, "data", "`data` or `binary_data_size`".into(), None));
        }
        if sources > 1 {
            let expected = "one of `data`, `binary_data_size` and `shared_memory_region`";
            let found = format!("{sources} of them");
            let fault =
                Fault::new(Stage::Tensor, FaultKind::TwoData, expected, found).in_path(self.path(index, "data"));
            return Err(located(self.json, data.map_or(begin, |slot| slot.at), fault));
        }
        // Or the number of their bytes behind the JSON.
        let elements = match (data, size) {
            (Some(slot), _) if slot.text.starts_with('[') => {
                Ok(JsonData::new(self.json, slot, (self.role.tensors(), index), self.non_finite))
            }
            (Some(slot), _) => return Err(fault(FaultKind::DataNotArray, "data", "a list".into(), Some(slot))),
            (None, Some(Parameter::I64(size))) if size >= 0 => Err(size.unsigned_abs()),
            (None, Some(Parameter::U64(size))) => Err(size),
            // An integer beyond 64 bits.
            (None, Some(Parameter::F64(size))) if size >= 1e19 => Err(u64::MAX),
            (None, Some(size)) => {
                let name = "binary_data_size";
                return Err(of_parameter(FaultKind::ParameterType, name, "a number of bytes", size.shown()));
            }
            (None, None) => {
                let expected = "elements in the message: shared memory is not offered";
                let region = shared.map(Parameter::shown).unwrap_or_default();
                return Err(of_parameter(FaultKind::SharedMemory, "shared_memory_region", expected, region));
            }
        };
        tensors.sizes.extend(elements.err());
        tensors.all.push(parts::tensor((name, datatype, shape), parameters, elements.ok(), tensor.at));
        Ok(())
    }
}
