//! Byte strings in the bytes of a tensor: each follows its length, 4 bytes in little-endian order.

use std::borrow::Cow;

use tensor_format::{
    DecodeError, Element, ElementType,
    codec::{ElementSource, Variable},
};

use crate::{
    Datatype, Fault, FaultKind, Stage, Tensor,
    util::{exhausted, mistyped},
};

/// Checks the bytes of a tensor of `count` elements, which begin at this offset.
pub(crate) fn check(datatype: Datatype, count: usize, bytes: &[u8], at: usize) -> Result<(), DecodeError> {
    let fault = |kind: FaultKind, expected: String, found: String| Fault::new(Stage::Data, kind, expected, found);
    let Some(size) = datatype.size() else {
        let (mut strings, mut rest) = (0usize, bytes);
        while !rest.is_empty() {
            let Some((_, after)) = split(rest) else {
                let offset = bytes.len() - rest.len();
                return Err(not_framed(rest, strings, count).at(at + offset));
            };
            (strings, rest) = (strings + 1, after);
        }
        if strings == count {
            return Ok(());
        }
        let expected = format!("{count} elements, as the shape says");
        return Err(fault(FaultKind::ElementCount, expected, format!("{strings} elements")).at(at));
    };
    if count.checked_mul(size) != Some(bytes.len()) {
        let expected = format!("{} bytes for {count} elements of {datatype}", count.saturating_mul(size));
        return Err(fault(FaultKind::BinarySize, expected, format!("{} bytes", bytes.len())).at(at));
    }
    // The largest byte tells for all of them, without a branch for each.
    if datatype == Datatype::Bool && bytes.iter().fold(0, |most, byte| most | byte) > 1 {
        let index = bytes.iter().position(|byte| *byte > 1).unwrap_or_default();
        let found = bytes.get(index).map(|byte| byte.to_string()).unwrap_or_default();
        let expected = "the byte 0 or 1".to_owned();
        return Err(fault(FaultKind::BoolByte, expected, found).at_element(index).at(at + index));
    }
    Ok(())
}

/// Returns the error for bytes that begin with no byte string, behind this number of them, of `count`.
#[cold]
fn not_framed(rest: &[u8], strings: usize, count: usize) -> Fault {
    let fault = |expected: String, found: String| Fault::new(Stage::Data, FaultKind::BytesFraming, expected, found);
    if strings == count {
        return fault(format!("the end behind {count} elements"), format!("{} bytes", rest.len()));
    }
    let found = match rest.split_first_chunk() {
        Some((len, rest)) => format!("the length {}, and {} bytes", u32::from_le_bytes(*len), rest.len()),
        None => format!("{} bytes", rest.len()),
    };
    fault("a length in 4 bytes, and as many bytes behind it".to_owned(), found).at_element(strings)
}

/// Takes the first byte string from bytes.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(usize::try_from(u32::from_le_bytes(*len)).ok()?)
}

/// Returns the byte strings of checked bytes.
pub(crate) fn strings(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (string, after) = split(rest)?;
        rest = after;
        Some(string)
    })
}

/// Appends a byte string.
pub(crate) fn push(out: &mut Vec<u8>, string: &[u8]) -> Option<()> {
    out.extend_from_slice(&u32::try_from(string.len()).ok()?.to_le_bytes());
    out.extend_from_slice(string);
    Some(())
}

/// Reads byte strings one after another.
#[derive(Debug)]
pub(crate) struct Strings<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The offset of the elements in the message, and whether the bytes are those that are there.
    begin: usize,
    in_message: bool,
    left: usize,
    index: usize,
    text: bool,
}

impl<'a> Strings<'a> {
    pub(crate) fn new(bytes: &'a [u8], tensor: &Tensor<'_>, count: usize, text: bool) -> Self {
        let (begin, in_message) = (tensor.data_at, tensor.has_offsets());
        Self { bytes, at: 0, begin, in_message, left: count, index: 0, text }
    }

    /// Returns the offset in the message of what is at `at` in the bytes, or that of all elements.
    fn in_input(&self, at: usize) -> usize {
        if self.in_message { self.begin + at } else { self.begin }
    }

    fn next(&mut self) -> Result<Variable<'a>, DecodeError> {
        let (string, after) = split(self.bytes.get(self.at..).unwrap_or_default()).unwrap_or_default();
        let element = if self.text {
            Variable::Text(Cow::Borrowed(std::str::from_utf8(string).map_err(|error| {
                let found = string.get(error.valid_up_to()..).unwrap_or_default().iter().take(4);
                let found = found.map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
                let fault =
                    Fault::new(Stage::Data, FaultKind::NotUtf8, "a text in UTF-8", format!("the bytes {found}"));
                fault.at_element(self.index).at(self.in_input(self.at + 4 + error.valid_up_to()))
            })?))
        } else {
            Variable::Bytes(Cow::Borrowed(string))
        };
        self.at = self.bytes.len() - after.len();
        self.left = self.left.saturating_sub(1);
        self.index += 1;
        Ok(element)
    }
}

impl<'de> ElementSource<'de> for Strings<'de> {
    fn fill<T: Element>(&mut self, _: &mut [T]) -> Result<(), DecodeError> {
        Err(mistyped(T::TYPE, if self.text { ElementType::String } else { ElementType::Binary }))
    }

    fn left(&self) -> usize {
        self.left
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        if self.left == 0 { Err(exhausted(1, 0)) } else { self.next() }
    }

    /// Returns the number of elements left: the length of each was found when the bytes were checked.
    fn size_hint(&self) -> usize {
        self.left
    }

    fn element_offset(&self) -> Option<u64> {
        Some(self.in_input(self.at) as u64)
    }
}
