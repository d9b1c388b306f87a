//! Reads the JSON of plain messages in one pass.
//!
//! Most messages have known keys alone, each once, strings without escapes, and no parameters but those of binary data.
//! What is not so ends the attempt: [`Envelope::read`](super::Envelope::read) then goes over the text with a fault for
//! each thing that can be wrong. A message of three small tensors takes three tenths fewer instructions this way.

use std::borrow::Cow;

use tensor_format::Shape;

use super::{
    JsonData, Role,
    parts::{Envelope, Place, Tensors},
    scanner::{Scanner, Slot},
};
use crate::{
    Datatype, Options, Parameter, Parameters, RequestedOutput, Tensor,
    util::{first_duplicate, is_countable},
};

struct Plain<'a, 'o> {
    text: &'a str,
    at: usize,
    role: Role,
    options: &'o Options,
}

/// Reads the envelope of a plain message; `None` of any other.
pub(super) fn read<'a>(text: &'a str, role: Role, options: &Options) -> Option<Envelope<'a>> {
    // The message, the list of tensors, the tensor, its shape.
    if options.max_depth < 4 {
        return None;
    }
    let mut plain = Plain { text, at: 0, role, options };
    let envelope = plain.message()?;
    plain.peek().is_none().then_some(envelope)
}

/// Puts a value into its place, which is empty.
fn once<T>(place: &mut Option<T>, value: Option<T>) -> Option<()> {
    if place.is_some() {
        return None;
    }
    *place = Some(value?);
    Some(())
}

impl<'a> Plain<'a, '_> {
    /// Skips white space and returns the next byte.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                byte => return byte.copied(),
            }
        }
    }

    // As the next ones it is called from many places: a request has no time to warm up a large function.
    #[inline(never)]
    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// Reads what is behind a member or an item, and returns whether more follow.
    #[inline(never)]
    fn more(&mut self, end: u8) -> Option<bool> {
        let byte = self.peek()?;
        self.at += 1;
        (byte == b',' || byte == end).then_some(byte == b',')
    }

    #[inline(never)]
    fn string(&mut self) -> Option<&'a str> {
        self.eat(b'"')?;
        let start = self.at;
        loop {
            match self.text.as_bytes().get(self.at)? {
                b'"' => break,
                b'\\' | ..0x20 => return None,
                _ => self.at += 1,
            }
        }
        let string = self.text.get(start..self.at);
        self.at += 1;
        string
    }

    fn key(&mut self) -> Option<&'a str> {
        let key = self.string()?;
        self.eat(b':')?;
        Some(key)
    }

    #[inline(never)]
    fn number(&mut self) -> Option<u64> {
        self.peek()?;
        let start = self.at;
        while self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        let digits = self.text.get(start..self.at)?;
        let plain = digits.len() < 19 && (digits.len() == 1 || !digits.starts_with('0'));
        digits.parse().ok().filter(|_| plain)
    }

    /// Reads an object: calls `member` with each key, when its value is next.
    fn object(&mut self, mut member: impl FnMut(&mut Self, &str) -> Option<()>) -> Option<()> {
        self.eat(b'{')?;
        loop {
            let key = self.key()?;
            member(self, key)?;
            if !self.more(b'}')? {
                return Some(());
            }
        }
    }

    /// Reads a list: calls `item` when each item is next.
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.eat(b'[')?;
        if self.peek()? == b']' {
            self.at += 1;
            return Some(());
        }
        loop {
            item(self)?;
            if !self.more(b']')? {
                return Some(());
            }
        }
    }

    fn message(&mut self) -> Option<Envelope<'a>> {
        let (mut id, mut model_name, mut model_version) = (None, None, None);
        let (mut tensors, mut outputs, mut parameters) = (None, None, None);
        let role = self.role;
        self.object(|plain, key| match (key, role) {
            ("id", _) => once(&mut id, plain.string()),
            ("model_name", Role::Response) => once(&mut model_name, plain.string()),
            ("model_version", Role::Response) => once(&mut model_version, plain.string()),
            ("outputs", Role::Request) => once(&mut outputs, plain.requested()),
            ("parameters", Role::Request) => once(&mut parameters, plain.flag("binary_data_output")),
            _ if key == role.tensors() => once(&mut tensors, plain.tensors()),
            _ => None,
        })?;
        if role == Role::Response && model_name.is_none() {
            return None;
        }
        Some(Envelope {
            model_name: model_name.unwrap_or_default().into(),
            model_version: model_version.unwrap_or_default().into(),
            id: id.map(Cow::Borrowed),
            parameters: parameters.unwrap_or_default(),
            outputs: outputs.unwrap_or_default(),
            tensors: tensors?,
        })
    }

    fn requested(&mut self) -> Option<Vec<RequestedOutput<'a>>> {
        let mut outputs = Vec::new();
        self.list(|plain| {
            let (mut name, mut parameters) = (None, None);
            plain.object(|plain, key| match key {
                "name" => once(&mut name, plain.string()),
                "parameters" => once(&mut parameters, plain.flag("binary_data")),
                _ => None,
            })?;
            let parameters = parameters.unwrap_or_default();
            outputs.push(RequestedOutput { name: name?.into(), parameters });
            Some(())
        })?;
        Some(outputs)
    }

    /// Reads parameters that are this truth value alone, as `{"binary_data": true}`.
    fn flag(&mut self, name: &'static str) -> Option<Parameters<'a>> {
        let mut parameters = Parameters::new();
        self.eat(b'{')?;
        (self.key()? == name).then_some(())?;
        self.peek()?;
        let rest = self.text.get(self.at..)?;
        let value = rest.starts_with("true");
        (value || rest.starts_with("false")).then_some(())?;
        self.at += if value { 4 } else { 5 };
        self.eat(b'}')?;
        parameters.set(name, Parameter::Bool(value));
        Some(parameters)
    }

    fn tensors(&mut self) -> Option<Tensors<'a>> {
        let mut tensors = Tensors::default();
        self.list(|plain| {
            plain.peek()?;
            plain.tensor(&mut tensors)
        })?;
        first_duplicate(tensors.all.iter().map(Tensor::name)).is_none().then_some(tensors)
    }

    fn tensor(&mut self, tensors: &mut Tensors<'a>) -> Option<()> {
        let at = self.at;
        let (mut name, mut shape, mut datatype, mut data, mut size) = (None, None, None, None, None);
        self.object(|plain, key| match key {
            "name" => once(&mut name, plain.string()),
            "shape" => once(&mut shape, plain.shape()),
            "datatype" => once(&mut datatype, plain.string().and_then(Datatype::of_name)),
            "data" => once(&mut data, plain.data()),
            "parameters" => once(&mut size, plain.binary_data_size()),
            _ => None,
        })?;
        let place = match (data, size) {
            (Some(data), None) => {
                let tensor = (self.role.tensors(), tensors.all.len());
                Place::Json(JsonData::new(self.text, data, tensor, self.options.non_finite))
            }
            (None, Some(size)) => Place::Binary(size),
            _ => return None,
        };
        tensors.push((Cow::Borrowed(name?), datatype?, shape?), Parameters::new(), place, at);
        Some(())
    }

    fn shape(&mut self) -> Option<Shape> {
        let mut shape = Shape::scalar();
        self.list(|plain| {
            let len = usize::try_from(plain.number()?).ok().filter(|_| shape.len() < 255)?;
            shape.push(len);
            Some(())
        })?;
        is_countable(&shape).then_some(shape)
    }

    fn data(&mut self) -> Option<Slot<'a>> {
        (self.peek()? == b'[').then_some(())?;
        // In the message, the list of tensors and the tensor.
        let mut scanner = Scanner::within(self.text, self.at, 3, self.options);
        let data = scanner.skip_data().ok()?;
        self.at = scanner.at;
        Some(data)
    }

    /// Reads the parameters `{"binary_data_size": 24}`.
    fn binary_data_size(&mut self) -> Option<u64> {
        self.eat(b'{')?;
        (self.key()? == "binary_data_size").then_some(())?;
        let size = self.number()?;
        self.eat(b'}')?;
        Some(size)
    }
}
