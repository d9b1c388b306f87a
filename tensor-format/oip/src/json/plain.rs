//! Reads the JSON of plain messages in one pass.
//!
//! Most messages have known keys alone, each once and without space behind it, strings without escapes, and no parameters
//! but those of binary data.
//! What is not so ends the attempt: [`Envelope::read`](super::Envelope::read) then goes over the text with a fault for
//! each thing that can be wrong. A message of three small tensors takes more than a third fewer instructions this way.

use std::borrow::Cow;

use tensor_format::Shape;

use super::{
    Binary, JsonData, Role,
    parts::{self, Envelope},
    scanner::{Scanner, Slot},
};
use crate::{
    Datatype, Options, Parameter, Parameters, RequestedOutput, Tensor,
    util::{first_duplicate, is_countable},
};

struct Plain<'a, 'o> {
    text: &'a str,
    at: usize,
    /// What is behind the JSON.
    binary: Binary<'a>,
    role: Role,
    options: &'o Options,
}

/// Reads the envelope of a plain message; `None` of any other.
pub(super) fn read<'a>(text: &'a str, binary: Binary<'a>, role: Role, options: &Options) -> Option<Envelope<'a>> {
    // The message, the list of tensors, the tensor, its shape.
    if options.max_depth < 4 {
        return None;
    }
    let mut plain = Plain { text, at: 0, binary, role, options };
    let envelope = plain.message()?;
    (plain.peek().is_none() && plain.binary.end().is_ok()).then_some(envelope)
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

    /// Reads one of these keys, which are given as they are written, and returns its index. It is mostly the one at
    /// `from`, or soon behind: writers keep to an order.
    #[inline(never)]
    fn key(&mut self, keys: &[&str], from: usize) -> Option<usize> {
        self.peek()?;
        let rest = self.text.as_bytes().get(self.at..)?;
        let (before, after) = keys.split_at_checked(from)?;
        let is_next = |key: &&str| rest.starts_with(key.as_bytes());
        let index = match after.iter().position(is_next) {
            Some(index) => from + index,
            None => before.iter().position(is_next)?,
        };
        self.at += keys.get(index)?.len();
        Some(index)
    }

    #[inline(never)]
    fn number(&mut self) -> Option<u64> {
        self.peek()?;
        let (start, mut number) = (self.at, 0u64);
        while let Some(digit @ b'0'..=b'9') = self.text.as_bytes().get(self.at) {
            number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            self.at += 1;
        }
        // A longer one may be too large. None but 0 begins with one.
        let (digits, begins_with_zero) = (self.at - start, self.text.as_bytes().get(start) == Some(&b'0'));
        (matches!(digits, 1..=18) && (digits == 1 || !begins_with_zero)).then_some(number)
    }

    /// Reads an object that has some of these keys, which are given as they are written: calls `member` with the index of
    /// each, when its value is next.
    fn object(&mut self, keys: &[&str], mut member: impl FnMut(&mut Self, usize) -> Option<()>) -> Option<()> {
        self.eat(b'{')?;
        let mut next = 0;
        loop {
            let key = self.key(keys, next)?;
            next = key + 1;
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
        match self.role {
            Role::Request => {
                let keys = ["\"id\":", "\"parameters\":", "\"inputs\":", "\"outputs\":"];
                self.object(&keys, |plain, key| match key {
                    0 => once(&mut id, plain.string()),
                    1 => once(&mut parameters, plain.flag("\"binary_data_output\":")),
                    2 => once(&mut tensors, plain.tensors()),
                    _ => once(&mut outputs, plain.requested()),
                })?;
            }
            Role::Response => {
                let keys = ["\"model_name\":", "\"model_version\":", "\"id\":", "\"outputs\":"];
                self.object(&keys, |plain, key| match key {
                    0 => once(&mut model_name, plain.string()),
                    1 => once(&mut model_version, plain.string()),
                    2 => once(&mut id, plain.string()),
                    _ => once(&mut tensors, plain.tensors()),
                })?;
                model_name?;
            }
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
            plain.object(&["\"name\":", "\"parameters\":"], |plain, key| match key {
                0 => once(&mut name, plain.string()),
                _ => once(&mut parameters, plain.flag("\"binary_data\":")),
            })?;
            let parameters = parameters.unwrap_or_default();
            outputs.push(RequestedOutput { name: name?.into(), parameters });
            Some(())
        })?;
        Some(outputs)
    }

    /// Reads parameters that are the truth value of this key alone, as `{"binary_data": true}`.
    fn flag(&mut self, key: &'static str) -> Option<Parameters<'a>> {
        let mut parameters = Parameters::new();
        self.eat(b'{')?;
        self.key(&[key], 0)?;
        self.peek()?;
        let rest = self.text.get(self.at..)?;
        let value = rest.starts_with("true");
        (value || rest.starts_with("false")).then_some(())?;
        self.at += if value { 4 } else { 5 };
        self.eat(b'}')?;
        parameters.set(key.trim_matches(['"', ':']), Parameter::Bool(value));
        Some(parameters)
    }

    fn tensors(&mut self) -> Option<Vec<Tensor<'a>>> {
        let mut tensors = Vec::with_capacity(4);
        self.list(|plain| {
            plain.peek()?;
            plain.tensor(&mut tensors)
        })?;
        first_duplicate(tensors.iter().map(Tensor::name)).is_none().then_some(tensors)
    }

    fn tensor(&mut self, tensors: &mut Vec<Tensor<'a>>) -> Option<()> {
        let at = self.at;
        let (mut name, mut shape, mut datatype, mut data, mut size) = (None, None, None, None, None);
        let keys = ["\"name\":", "\"shape\":", "\"datatype\":", "\"parameters\":", "\"data\":"];
        self.object(&keys, |plain, key| match key {
            0 => once(&mut name, plain.string()),
            1 => once(&mut shape, plain.shape()),
            2 => once(&mut datatype, plain.string().and_then(Datatype::of_name)),
            3 => once(&mut size, plain.binary_data_size()),
            _ => once(&mut data, plain.data()),
        })?;
        (data.is_some() != size.is_some()).then_some(())?;
        let of = (self.role.tensors(), tensors.len());
        let data = data.map(|data| JsonData::new(self.text, data, of, self.options.non_finite));
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
        self.key(&["\"binary_data_size\":"], 0)?;
        let size = self.number()?;
        self.eat(b'}')?;
        Some(size)
    }
}
