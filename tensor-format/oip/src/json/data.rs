//! Parses the elements of a tensor from JSON into the memory of the value that is read.

use std::borrow::Cow;

use tensor_format::{
    DecodeError, Element, ElementType,
    codec::{ElementSource, Variable},
};

use super::{
    number,
    scanner::{Scanner, Slot, located},
};
use crate::{
    Fault, FaultKind, Options, Stage,
    options::NonFinite,
    util::{exhausted, mistyped},
};

/// The value of `data`: a list, of which the grammar is checked as its elements are parsed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonData<'a> {
    /// The JSON of the message, up to the end of the list.
    json: &'a str,
    /// The offset of the list.
    at: usize,
    /// The key of the tensors in the message, and the position of this one among them.
    tensor: (&'static str, usize),
    pub(crate) non_finite: NonFinite,
}

/// Compares the list and how it is read. Where it is, and what the message has before it, is left out: compared with
/// each tensor, the message would take the square of its length.
impl PartialEq for JsonData<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text() && self.non_finite == other.non_finite
    }
}

impl<'a> JsonData<'a> {
    pub(super) fn new(json: &'a str, slot: Slot<'a>, tensor: (&'static str, usize), non_finite: NonFinite) -> Self {
        Self { json: json.get(..slot.at + slot.text.len()).unwrap_or(json), at: slot.at, tensor, non_finite }
    }

    /// Returns the text of the list.
    pub(crate) fn text(&self) -> &'a str {
        self.json.get(self.at..).unwrap_or_default()
    }

    /// Adds to a fault where it is: the path of the list, and the position of `at` in the text.
    #[cold]
    fn located(&self, at: usize, fault: Fault) -> DecodeError {
        let (tensors, index) = self.tensor;
        located(self.json, at, fault.in_path(format!("{tensors}[{index}].data")))
    }

    /// Returns the offset of the list in the message.
    pub(crate) fn at(&self) -> usize {
        self.at
    }
}

/// Goes over the elements of a list, which is flat or nested as the shape says.
#[derive(Debug)]
struct JsonCursor<'a> {
    data: JsonData<'a>,
    /// The offset of what comes next.
    at: usize,
    /// The lengths of the axes whose brackets are there; none if the list is flat.
    axes: Vec<usize>,
    /// For each of these axes, how many items have come; of the innermost, those that are complete.
    counts: Vec<usize>,
    count: usize,
    left: usize,
    opened: bool,
    /// Whether words such as `NaN` are accepted for floats in the list.
    words: bool,
}

impl<'a> JsonCursor<'a> {
    /// Begins at the first element. The number of elements is compared with the length of the text, so that a shape
    /// alone makes nobody reserve memory.
    fn new(data: JsonData<'a>, shape: &[usize], words: bool) -> Result<Self, DecodeError> {
        let count = shape.iter().fold(1usize, |count, len| count.saturating_mul(*len));
        let mut cursor =
            Self { data, at: data.at, axes: Vec::new(), counts: Vec::new(), count, left: count, opened: false, words };
        let inner = data.text().get(1..).unwrap_or_default().trim_start();
        if shape.len() > 1 && inner.starts_with('[') {
            // Behind an axis of length 0 there are no brackets.
            let to = shape.iter().position(|len| *len == 0).map_or(shape.len(), |axis| axis + 1);
            cursor.axes = shape[..to].to_vec();
            cursor.counts = vec![0; to];
        }
        // An element takes two bytes with what separates it from the next.
        if count > data.text().len() / 2 {
            return Err(cursor.mismatch());
        }
        if count == 0 {
            cursor.end()?;
        }
        Ok(cursor)
    }

    fn is_nested(&self) -> bool {
        !self.axes.is_empty()
    }

    fn bytes(&self) -> &'a [u8] {
        self.data.json.as_bytes()
    }

    #[inline]
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.bytes();
        loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                byte => return byte.copied(),
            }
        }
    }

    #[inline]
    fn eat(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// Goes to the next element: over commas, and over brackets where rows end and begin.
    #[inline]
    fn advance(&mut self) -> Result<(), DecodeError> {
        if self.is_nested() {
            return self.advance_row();
        }
        let before = if std::mem::replace(&mut self.opened, true) { b',' } else { b'[' };
        if self.eat(before) { Ok(()) } else { Err(self.mismatch()) }
    }

    fn advance_row(&mut self) -> Result<(), DecodeError> {
        let rank = self.axes.len();
        let mut axis = rank;
        if self.opened {
            // Closes the rows that are full, innermost first.
            while let Some(inner) = axis.checked_sub(1) {
                if self.counts[inner] < self.axes[inner] {
                    break;
                }
                if !self.eat(b']') {
                    return Err(self.mismatch_at(Some(inner)));
                }
                self.counts[inner] = 0;
                axis = inner;
                if let Some(outer) = axis.checked_sub(1) {
                    self.counts[outer] += 1;
                }
            }
            if axis == 0 {
                return Ok(());
            }
            if !self.eat(b',') {
                return Err(self.mismatch_at(Some(axis - 1)));
            }
        } else {
            axis = 0;
        }
        self.opened = true;
        for inner in axis..rank {
            if !self.eat(b'[') {
                return Err(self.mismatch_at(Some(inner)));
            }
        }
        Ok(())
    }

    /// Parses the next number.
    #[inline]
    fn number<T: Element>(&mut self) -> Result<T, DecodeError> {
        self.advance()?;
        self.peek();
        match number::element::<T>(self.bytes().get(self.at..).unwrap_or_default(), self.data.non_finite) {
            Ok((value, len)) => {
                self.at += len;
                self.done();
                Ok(value)
            }
            Err(refused) => Err(self.refused(refused.kind(), refused.expected())),
        }
    }

    /// Parses the next string.
    #[inline]
    fn text(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        self.advance()?;
        if self.peek() != Some(b'"') {
            return Err(self.refused(FaultKind::ElementType, "a text"));
        }
        let mut scanner = Scanner::new(self.data.json, &Options::new());
        scanner.at = self.at;
        let text = scanner.string().map_err(|error| self.in_list(error, true))?;
        self.at = scanner.at;
        self.done();
        Ok(text)
    }

    #[inline]
    fn done(&mut self) {
        self.left = self.left.saturating_sub(1);
        if let Some(count) = self.counts.last_mut() {
            *count += 1;
        }
    }

    /// Checks that the list ends after the last element.
    fn end(&mut self) -> Result<(), DecodeError> {
        if self.count == 0 {
            return if self.opened { Ok(()) } else { self.end_empty() };
        }
        if !self.is_nested() && !self.eat(b']') {
            return Err(self.mismatch());
        }
        for axis in (0..self.axes.len()).rev() {
            if !self.eat(b']') {
                return Err(self.mismatch_at(Some(axis)));
            }
        }
        if self.at == self.data.json.len() { Ok(()) } else { Err(self.mismatch()) }
    }

    /// Checks a list without elements: its innermost lists are empty.
    fn end_empty(&mut self) -> Result<(), DecodeError> {
        let lists = self.axes.iter().filter(|len| **len > 0).fold(1usize, |count, len| count.saturating_mul(*len));
        let Some(outer) = self.axes.len().checked_sub(1) else {
            self.opened = true;
            return if self.eat(b'[') && self.eat(b']') { Ok(()) } else { Err(self.mismatch()) };
        };
        self.axes.truncate(outer);
        self.counts.truncate(outer);
        for _ in 0..lists {
            self.advance_row()?;
            if !(self.eat(b'[') && self.eat(b']')) {
                return Err(self.mismatch());
            }
            if let Some(count) = self.counts.last_mut() {
                *count += 1;
            }
        }
        for _ in 0..outer {
            if !self.eat(b']') {
                return Err(self.mismatch());
            }
        }
        Ok(())
    }

    #[cold]
    fn refused(&mut self, kind: FaultKind, expected: &'static str) -> DecodeError {
        if let Some(error) = self.not_json() {
            return error;
        }
        if let Some(b'[' | b']') = self.peek() {
            return self.mismatch();
        }
        let found = word(self.data.json.get(self.at..).unwrap_or_default());
        let fault = Fault::new(Stage::Data, kind, expected, found.chars().take(40).collect::<String>());
        self.data.located(self.at, fault.at_element(self.count - self.left))
    }

    /// Returns the error for a list that is no JSON; `None` if it is. It has the element if that comes next.
    #[cold]
    fn not_json(&self) -> Option<DecodeError> {
        let error = Scanner::check(self.data.json, self.data.at, self.words).err()?;
        let at = error.offset()?;
        let is_next = self.left > 0 && self.at as u64 <= at && Some(at) <= self.next_offset();
        Some(self.in_list(error, is_next))
    }

    /// Adds to an error about JSON where the list is, and the next element if it is about that.
    #[cold]
    fn in_list(&self, error: DecodeError, is_next: bool) -> DecodeError {
        let at = error.offset().and_then(|at| usize::try_from(at).ok());
        let (Some(fault), Some(at)) = (Fault::of(&error), at) else { return error };
        let fault = Fault { found: word(&fault.found).into(), ..fault.clone() };
        self.data.located(at, if is_next { fault.at_element(self.count - self.left) } else { fault })
    }

    /// Returns the offset of what comes behind white space, commas and brackets.
    fn next_offset(&self) -> Option<u64> {
        let rest = self.bytes().get(self.at..)?;
        let between = rest.iter().take_while(|byte| b" \t\r\n,[]".contains(byte)).count();
        Some((self.at + between) as u64)
    }

    #[cold]
    fn mismatch(&self) -> DecodeError {
        self.mismatch_at(None)
    }

    /// Returns the error for a list that is not as the shape says, found at the brackets of an axis.
    #[cold]
    fn mismatch_at(&self, axis: Option<usize>) -> DecodeError {
        if let Some(error) = self.not_json() {
            return error;
        }
        let scan = Scan::of(self.data.text());
        let flat = scan.depth <= 1;
        let found = if flat {
            format!("{} elements", scan.elements)
        } else {
            let otherwise = if scan.elements == self.count { ", of other lengths" } else { "" };
            format!("{} elements in nested lists{otherwise}", scan.elements)
        };
        let fault = if flat && !self.is_nested() {
            // No element is wrong, only how many there are.
            let expected = format!("{} elements, as the shape says", self.count);
            Fault::new(Stage::Data, FaultKind::ElementCount, expected, found)
        } else {
            let expected = "a flat list, or lists nested as the shape says";
            let fault = Fault::new(Stage::Data, FaultKind::Ragged, expected, found);
            let fault = fault.at_element(self.count - self.left);
            if let Some(axis) = axis { fault.at_axis(axis) } else { fault }
        };
        self.data.located(self.at, fault)
    }
}

/// Reads the elements of a list one after another.
#[derive(Debug)]
pub(crate) struct JsonElements<'a> {
    cursor: JsonCursor<'a>,
    element_type: ElementType,
}

impl<'a> JsonElements<'a> {
    pub(crate) fn new(data: JsonData<'a>, element_type: ElementType, shape: &[usize]) -> Result<Self, DecodeError> {
        let float = [ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64].contains(&element_type);
        let words = float && data.non_finite == NonFinite::Tokens;
        Ok(Self { cursor: JsonCursor::new(data, shape, words)?, element_type })
    }

    /// Reads the next element as text.
    #[inline]
    pub(crate) fn next_text(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        if self.element_type != ElementType::String {
            return Err(mistyped(ElementType::String, self.element_type));
        }
        if self.cursor.left == 0 { Err(exhausted(1, 0)) } else { self.cursor.text() }
    }

    fn check<T: Element>(&self, count: usize) -> Result<(), DecodeError> {
        if self.element_type != T::TYPE {
            return Err(mistyped(T::TYPE, self.element_type));
        }
        if count > self.cursor.left { Err(exhausted(count, self.cursor.left)) } else { Ok(()) }
    }
}

impl<'de> ElementSource<'de> for JsonElements<'de> {
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        self.check::<T>(out.len())?;
        out.iter_mut().try_for_each(|place| self.cursor.number().map(|number| *place = number))
    }

    fn left(&self) -> usize {
        self.cursor.left
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        self.check::<T>(count)?;
        out.reserve_exact(count);
        (0..count).try_for_each(|_| self.cursor.number().map(|number| out.push(number)))
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        if self.cursor.left == 0 {
            return Err(exhausted(1, 0));
        }
        match (self.element_type, self.cursor.text()?) {
            (ElementType::Binary, Cow::Borrowed(text)) => Ok(Variable::Bytes(Cow::Borrowed(text.as_bytes()))),
            (ElementType::Binary, Cow::Owned(text)) => Ok(Variable::Bytes(Cow::Owned(text.into_bytes()))),
            (_, text) => Ok(Variable::Text(text)),
        }
    }

    fn end(&mut self) -> Result<(), DecodeError> {
        if self.cursor.left > 0 { Err(exhausted(0, self.cursor.left)) } else { self.cursor.end() }
    }

    /// Returns the number of elements left: the shape was compared with the length of the text.
    fn size_hint(&self) -> usize {
        self.cursor.left
    }

    fn element_offset(&self) -> Option<u64> {
        self.cursor.next_offset()
    }
}

/// Returns what comes before a comma or the end of the list.
fn word(text: &str) -> &str {
    match text.split([',', ']']).next() {
        Some(word) if !word.is_empty() => word.trim_end(),
        _ => text,
    }
}

/// What a list has in it.
#[derive(Default)]
struct Scan {
    depth: usize,
    elements: usize,
}

impl Scan {
    fn of(text: &str) -> Self {
        let (mut scan, mut depth, mut string, mut escaped, mut inside) = (Self::default(), 0usize, false, false, false);
        for byte in text.bytes() {
            if string {
                string = escaped || byte != b'"';
                escaped = byte == b'\\' && !escaped;
                continue;
            }
            match byte {
                b'[' => {
                    depth += 1;
                    scan.depth = scan.depth.max(depth);
                }
                b']' => {
                    depth = depth.saturating_sub(1);
                    inside = false;
                }
                b',' => inside = false,
                b' ' | b'\t' | b'\n' | b'\r' => {}
                _ => {
                    scan.elements += usize::from(!inside);
                    inside = true;
                    string = byte == b'"';
                }
            }
        }
        scan
    }
}
