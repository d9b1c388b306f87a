//! Goes over the whole JSON of a message once, and keeps where the values of known keys are. Of the lists of elements
//! only the end is looked for: their grammar is checked as the elements are parsed.

use std::borrow::Cow;

use tensor_format::DecodeError;

use super::scanner::{Scanner, Slot, Type};
use crate::{FaultKind, Options, Parameter, Parameters, util::first_duplicate};

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Request,
    Response,
}

impl Role {
    /// Returns the key of the tensors.
    pub(crate) const fn tensors(self) -> &'static str {
        match self {
            Role::Request => "inputs",
            Role::Response => "outputs",
        }
    }
}

/// Where the values of a message are.
#[derive(Default)]
pub(super) struct Found<'a> {
    pub(super) model_name: Option<Slot<'a>>,
    pub(super) model_version: Option<Slot<'a>>,
    pub(super) id: Option<Slot<'a>>,
    pub(super) error: Option<Slot<'a>>,
    pub(super) parameters: Option<Box<FoundParameters<'a>>>,
    pub(super) requested: Option<List<'a, FoundOutput<'a>>>,
    pub(super) tensors: Option<List<'a, FoundTensor<'a>>>,
}

/// The items of a list.
///
/// Items behind one that lacks what it must have are not kept: the message is refused, and they would take more memory
/// than they have bytes.
pub(super) struct List<'a, T> {
    pub(super) items: Vec<T>,
    /// The position and the offset of the first item that is no object.
    pub(super) no_object: Option<(usize, usize)>,
    /// The value, if it is no list.
    pub(super) other: Option<Slot<'a>>,
}

/// Where the values of an output that is asked for are.
pub(super) struct FoundOutput<'a> {
    pub(super) at: usize,
    pub(super) name: Option<Slot<'a>>,
    pub(super) parameters: Option<Box<FoundParameters<'a>>>,
}

/// Where the values of a tensor are.
#[derive(Default)]
pub(super) struct FoundTensor<'a> {
    pub(super) at: usize,
    pub(super) name: Option<Slot<'a>>,
    pub(super) shape: Option<Slot<'a>>,
    pub(super) datatype: Option<Slot<'a>>,
    pub(super) data: Option<Slot<'a>>,
    pub(super) parameters: Option<Box<FoundParameters<'a>>>,
}

/// Parameters, and what is wrong with them.
#[derive(Clone, Default)]
pub(super) struct FoundParameters<'a> {
    pub(super) at: usize,
    pub(super) list: Parameters<'a>,
    /// The value, if it is no object.
    pub(super) other: Option<Slot<'a>>,
    /// The first value that is no text, number or truth value, and its offset.
    pub(super) odd: Option<(Cow<'a, str>, usize)>,
}

impl<'a> Found<'a> {
    pub(super) fn walk(text: &'a str, role: Role, options: &Options) -> Result<Self, DecodeError> {
        let mut scanner = Scanner::new(text, options);
        if scanner.value_type()? != Type::Object {
            let at = scanner.at;
            scanner.skip()?;
            scanner.end()?;
            return Err(scanner.fault(FaultKind::NotObject, "an object", at));
        }
        let mut found = Self::default();
        scanner.object(|scanner, key, at| match (&*key, role) {
            ("inputs", Role::Request) | ("outputs", Role::Response) => {
                put(&mut found.tensors, scanner, at, |scanner| list(scanner, tensor, FoundTensor::is_whole))
            }
            ("outputs", Role::Request) => {
                let read = |scanner: &mut Scanner<'a>| list(scanner, output, |output| output.name.is_some());
                put(&mut found.requested, scanner, at, read)
            }
            ("id", _) => put(&mut found.id, scanner, at, value),
            ("parameters", _) => put(&mut found.parameters, scanner, at, parameters),
            ("model_name", Role::Response) => put(&mut found.model_name, scanner, at, value),
            ("model_version", Role::Response) => put(&mut found.model_version, scanner, at, value),
            ("error", Role::Response) => put(&mut found.error, scanner, at, value),
            _ => scanner.skip().map(drop),
        })?;
        scanner.end()?;
        Ok(found)
    }
}

/// Reads the value of a known key, which may come once.
fn put<'a, T>(
    place: &mut Option<T>,
    scanner: &mut Scanner<'a>,
    key: usize,
    read: impl FnOnce(&mut Scanner<'a>) -> Result<T, DecodeError>,
) -> Result<(), DecodeError> {
    if place.is_some() {
        return Err(scanner.fault(FaultKind::DuplicateKey, "each key once", key));
    }
    *place = Some(read(scanner)?);
    Ok(())
}

fn value<'a>(scanner: &mut Scanner<'a>) -> Result<Slot<'a>, DecodeError> {
    scanner.skip()
}

impl FoundTensor<'_> {
    fn is_whole(&self) -> bool {
        self.name.is_some() && self.shape.is_some() && self.datatype.is_some()
    }
}

/// Reads a list of objects.
fn list<'a, T>(
    scanner: &mut Scanner<'a>,
    read: fn(&mut Scanner<'a>) -> Result<T, DecodeError>,
    is_whole: fn(&T) -> bool,
) -> Result<List<'a, T>, DecodeError> {
    let mut list = List { items: Vec::new(), no_object: None, other: None };
    if scanner.value_type()? != Type::Array {
        list.other = Some(scanner.skip()?);
        return Ok(list);
    }
    let mut whole = true;
    scanner.array(|scanner, index| {
        if scanner.value_type()? != Type::Object {
            list.no_object.get_or_insert((index, scanner.at));
            return scanner.skip().map(drop);
        }
        let item = read(scanner)?;
        if whole {
            whole = is_whole(&item);
            list.items.push(item);
        }
        Ok(())
    })?;
    Ok(list)
}

fn output<'a>(scanner: &mut Scanner<'a>) -> Result<FoundOutput<'a>, DecodeError> {
    let mut found = FoundOutput { at: scanner.at, name: None, parameters: None };
    scanner.object(|scanner, key, at| match &*key {
        "name" => put(&mut found.name, scanner, at, value),
        "parameters" => put(&mut found.parameters, scanner, at, parameters),
        _ => scanner.skip().map(drop),
    })?;
    Ok(found)
}

fn tensor<'a>(scanner: &mut Scanner<'a>) -> Result<FoundTensor<'a>, DecodeError> {
    let mut found = FoundTensor { at: scanner.at, ..FoundTensor::default() };
    scanner.object(|scanner, key, at| match &*key {
        "name" => put(&mut found.name, scanner, at, value),
        "shape" => put(&mut found.shape, scanner, at, value),
        "datatype" => put(&mut found.datatype, scanner, at, value),
        "data" => put(&mut found.data, scanner, at, Scanner::skip_data),
        "parameters" => put(&mut found.parameters, scanner, at, parameters),
        _ => scanner.skip().map(drop),
    })?;
    Ok(found)
}

fn parameters<'a>(scanner: &mut Scanner<'a>) -> Result<Box<FoundParameters<'a>>, DecodeError> {
    let mut found = Box::<FoundParameters<'_>>::default();
    if scanner.value_type()? != Type::Object {
        found.other = Some(scanner.skip()?);
        return Ok(found);
    }
    found.at = scanner.at;
    scanner.object(|scanner, key, _| {
        let slot = scanner.skip()?;
        let value = parameter(slot)?;
        if matches!(value, Parameter::Json(_)) && found.odd.is_none() {
            found.odd = Some((key.clone(), slot.at));
        }
        found.list.list.push((key, value));
        Ok(())
    })?;
    match first_duplicate(found.list.iter().map(|(name, _)| name)) {
        Some(_) => Err(scanner.fault(FaultKind::DuplicateKey, "each parameter once", found.at)),
        None => Ok(found),
    }
}

/// Returns the value of a parameter, of the object that begins at an offset, as the message has it.
#[cold]
pub(super) fn slot_of_parameter<'a>(json: &'a str, at: usize, name: &str) -> Option<Slot<'a>> {
    let (mut scanner, mut found) = (Scanner::within(json, at, 0, &Options::new()), None);
    let read = scanner.object(|scanner, key, _| {
        let slot = scanner.skip()?;
        found = found.or((key == name).then_some(slot));
        Ok(())
    });
    read.ok().and(found)
}

fn parameter(slot: Slot<'_>) -> Result<Parameter<'_>, DecodeError> {
    Ok(match slot.text.as_bytes().first() {
        Some(b'"') => Parameter::String(slot.string()?),
        Some(b't') => Parameter::Bool(true),
        Some(b'f') => Parameter::Bool(false),
        Some(b'-' | b'0'..=b'9') => {
            let integer = slot.text.parse().map(Parameter::I64);
            match integer.or_else(|_| slot.text.parse().map(Parameter::U64)) {
                Ok(integer) => integer,
                Err(_) => match slot.text.parse() {
                    Ok(float) if f64::is_finite(float) => Parameter::F64(float),
                    _ => Parameter::Json(Cow::Borrowed(slot.text)),
                },
            }
        }
        _ => Parameter::Json(Cow::Borrowed(slot.text)),
    })
}
