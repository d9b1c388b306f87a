//! Reads the JSON of plain messages in one pass.
//!
//! Most messages have known keys alone, each once and without space behind it, strings without escapes, and no parameters
//! but those of binary data. What is not so ends the attempt: [`Envelope::read`](super::Envelope::read) then goes over the
//! text with a fault for each thing that can be wrong. A message of three small tensors takes more than a third fewer
//! instructions this way.

use std::borrow::Cow;

use tensor_format::Shape;

use super::{
    Binary, JsonData, Role,
    parts::{self, Envelope},
    scanner::Scanner,
};
use crate::{
    Datatype, Options, Parameter, Parameters, RequestedOutput, Tensor,
    util::{first_duplicate, is_countable},
};

struct Plain<'a, 'o> {
    json: &'a [u8],
    /// What is left of it.
    rest: &'a [u8],
    /// All of it as text, once the elements of a tensor are in it.
    text: Option<&'a str>,
    /// What is behind the JSON.
    binary: Binary<'a>,
    role: Role,
    options: &'o Options,
}

/// Reads the envelope of a plain message; `None` of any other.
pub(super) fn read<'a>(json: &'a [u8], binary: Binary<'a>, role: Role, options: &Options) -> Option<Envelope<'a>> {
    // The message, the list of tensors, the tensor, its shape.
    if options.max_depth < 4 {
        return None;
    }
    let mut plain = Plain { json, rest: json, text: None, binary, role, options };
    let mut envelope = Envelope::default();
    plain.message(&mut envelope)?;
    (plain.peek().is_none() && plain.binary.end().is_ok()).then_some(envelope)
}

impl<'a> Plain<'a, '_> {
    /// Skips white space and returns the next byte.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.rest.split_first() {
                Some((b' ' | b'\t' | b'\n' | b'\r', rest)) => self.rest = rest,
                first => return first.map(|(byte, _)| *byte),
            }
        }
    }

    /// Skips white space and takes the next byte.
    // As the next ones it is called from many places: a request has no time to warm up a large function.
    #[inline(never)]
    fn next(&mut self) -> Option<u8> {
        self.peek()?;
        let (byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*byte)
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.next()? == byte).then_some(())
    }

    /// Reads what is behind a member or an item, and returns whether more follow.
    fn more(&mut self, end: u8) -> Option<bool> {
        let byte = self.next()?;
        (byte == b',' || byte == end).then_some(byte == b',')
    }

    #[inline(never)]
    fn string(&mut self) -> Option<&'a str> {
        self.eat(b'"')?;
        let rest = self.rest;
        let len = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..0x20))?;
        let (string, end) = rest.split_at_checked(len)?;
        self.rest = end.strip_prefix(b"\"")?;
        std::str::from_utf8(string).ok()
    }

    /// Reads one of these keys, which are given as they are written, and returns its index. It is mostly the one at
    /// `from`, or soon behind: writers keep to an order.
    #[inline(never)]
    fn key(&mut self, keys: &[&str], from: usize) -> Option<usize> {
        self.peek()?;
        let rest = self.rest;
        let is_next = |key: &&str| rest.starts_with(key.as_bytes());
        let (before, after) = keys.split_at_checked(from)?;
        let index = match after.iter().position(is_next) {
            Some(index) => from + index,
            None => before.iter().position(is_next)?,
        };
        self.rest = rest.get(keys.get(index)?.len()..)?;
        Some(index)
    }

    #[inline(never)]
    fn number(&mut self) -> Option<u64> {
        let first = self.peek()?;
        let (mut number, mut rest, mut digits) = (0u64, self.rest, 0usize);
        while let Some((digit @ b'0'..=b'9', after)) = rest.split_first() {
            number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            (rest, digits) = (after, digits + 1);
        }
        self.rest = rest;
        // A longer one may be too large. None but 0 begins with one.
        (matches!(digits, 1..=18) && (digits == 1 || first != b'0')).then_some(number)
    }

    /// Reads an object that has some of these keys, each once, which are given as they are written: calls `member` with
    /// the index of each, when its value is next.
    fn object(&mut self, keys: &[&str], mut member: impl FnMut(&mut Self, usize) -> Option<()>) -> Option<()> {
        self.eat(b'{')?;
        let (mut next, mut seen) = (0, 0u8);
        loop {
            let key = self.key(keys, next)?;
            (seen & 1 << key == 0).then_some(())?;
            seen |= 1 << key;
            member(self, key)?;
            next = key + 1;
            if !self.more(b'}')? {
                return Some(());
            }
        }
    }

    /// Reads a list: calls `item` when each item is next.
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.eat(b'[')?;
        if self.peek()? == b']' {
            return self.eat(b']');
        }
        loop {
            item(self)?;
            if !self.more(b']')? {
                return Some(());
            }
        }
    }

    fn message(&mut self, envelope: &mut Envelope<'a>) -> Option<()> {
        let mut has_tensors = false;
        match self.role {
            Role::Request => {
                let keys = ["\"id\":", "\"parameters\":", "\"inputs\":", "\"outputs\":"];
                self.object(&keys, |plain, key| {
                    match key {
                        0 => envelope.id = Some(plain.string()?.into()),
                        1 => envelope.parameters = plain.flag("\"binary_data_output\":")?,
                        2 => (envelope.tensors, has_tensors) = (plain.tensors()?, true),
                        _ => envelope.outputs = plain.requested()?,
                    }
                    Some(())
                })?;
            }
            Role::Response => {
                let keys = ["\"model_name\":", "\"model_version\":", "\"id\":", "\"outputs\":"];
                let mut has_model = false;
                self.object(&keys, |plain, key| {
                    match key {
                        0 => (envelope.model_name, has_model) = (plain.string()?.into(), true),
                        1 => envelope.model_version = plain.string()?.into(),
                        2 => envelope.id = Some(plain.string()?.into()),
                        _ => (envelope.tensors, has_tensors) = (plain.tensors()?, true),
                    }
                    Some(())
                })?;
                has_model.then_some(())?;
            }
        }
        has_tensors.then_some(())
    }

    fn requested(&mut self) -> Option<Vec<RequestedOutput<'a>>> {
        let mut outputs = Vec::new();
        self.list(|plain| {
            let (mut name, mut parameters) = (None, Parameters::new());
            plain.object(&["\"name\":", "\"parameters\":"], |plain, key| {
                match key {
                    0 => name = Some(plain.string()?),
                    _ => parameters = plain.flag("\"binary_data\":")?,
                }
                Some(())
            })?;
            outputs.push(RequestedOutput { name: name?.into(), parameters });
            Some(())
        })?;
        Some(outputs)
    }

    /// Reads parameters that are the truth value of this key alone, as `{"binary_data": true}`.
    fn flag(&mut self, key: &'static str) -> Option<Parameters<'a>> {
        let mut parameters = Parameters::new();
        self.object(&[key], |plain, _| {
            plain.peek()?;
            let after = plain.rest.strip_prefix(b"true");
            let value = after.is_some();
            plain.rest = after.or_else(|| plain.rest.strip_prefix(b"false"))?;
            parameters.set(key.trim_matches(['"', ':']), Parameter::Bool(value));
            Some(())
        })?;
        Some(parameters)
    }

    fn tensors(&mut self) -> Option<Vec<Tensor<'a>>> {
        let mut tensors = Vec::with_capacity(4);
        self.list(|plain| plain.tensor(&mut tensors))?;
        first_duplicate(tensors.iter().map(Tensor::name)).is_none().then_some(tensors)
    }

    fn tensor(&mut self, tensors: &mut Vec<Tensor<'a>>) -> Option<()> {
        self.peek()?;
        let at = self.at();
        let (mut name, mut shape, mut datatype, mut data, mut size) = (None, None, None, None, None);
        let keys = ["\"name\":", "\"shape\":", "\"datatype\":", "\"parameters\":", "\"data\":"];
        self.object(&keys, |plain, key| {
            match key {
                0 => name = Some(plain.string()?),
                1 => shape = Some(plain.shape()?),
                2 => datatype = Some(Datatype::of_name(plain.string()?)?),
                3 => size = Some(plain.binary_data_size()?),
                _ => data = Some(plain.data(tensors.len())?),
            }
            Some(())
        })?;
        (data.is_some() != size.is_some()).then_some(())?;
        let mut tensor = parts::tensor((Cow::Borrowed(name?), datatype?, shape?), Parameters::new(), data, at);
        if let Some(size) = size {
            self.binary.read(&mut tensor, size).ok()?;
        }
        tensors.push(tensor);
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

    /// Returns the offset of what is left.
    fn at(&self) -> usize {
        self.json.len() - self.rest.len()
    }

    /// Returns all of the JSON as text. What has no elements in it is text without: all else is compared with text.
    fn text(&mut self) -> Option<&'a str> {
        if self.text.is_none() {
            self.text = std::str::from_utf8(self.json).ok();
        }
        self.text
    }

    /// Skips the elements of the tensor at this position.
    fn data(&mut self, index: usize) -> Option<JsonData<'a>> {
        (self.peek()? == b'[').then_some(())?;
        let text = self.text()?;
        // In the message, the list of tensors and the tensor.
        let mut scanner = Scanner::within(text, self.at(), 3, self.options);
        let slot = scanner.skip_data().ok()?;
        self.rest = self.json.get(scanner.at..)?;
        Some(JsonData::new(text, slot, (self.role.tensors(), index), self.options.non_finite))
    }

    /// Reads the parameters `{"binary_data_size": 24}`.
    fn binary_data_size(&mut self) -> Option<u64> {
        let mut size = None;
        self.object(&["\"binary_data_size\":"], |plain, _| {
            size = Some(plain.number()?);
            Some(())
        })?;
        size
    }
}
