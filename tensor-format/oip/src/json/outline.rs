//! Finds the outline of a body whose headers were not kept: what it is, where its JSON ends, and how much follows it.

use tensor_format::DecodeError;

use super::scanner::{Scanner, Type};
use crate::Options;

/// The outline of a body, as far as its JSON can be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    /// Whether the inputs of a request are in it.
    pub(crate) request: bool,
    /// Whether the outputs of a response are in it, which requests ask for without a datatype and a shape.
    pub(crate) response: bool,
    /// Whether it is the text of an error.
    pub(crate) error: bool,
    /// The offset behind the JSON; `None` if it is no JSON to its end.
    pub(crate) end: Option<usize>,
    /// The bytes that the tensors have behind the JSON.
    pub(crate) binary: u64,
}

impl Outline {
    /// Reads the outline, which does not grow with the body. Lists that it knows nothing of may be long: of these it
    /// looks for the end alone.
    pub(crate) fn of(body: &[u8]) -> Self {
        // Binary data are behind the JSON, and need not be text.
        let text = match std::str::from_utf8(body) {
            Ok(text) => text,
            Err(error) => body.get(..error.valid_up_to()).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or(""),
        };
        let mut outline = Self::default();
        let mut scanner = Scanner::new(text, &Options::new());
        // What is wrong is told by those who read the message.
        if scanner.peek() == Some(b'{') && outline.message(&mut scanner).is_ok() {
            outline.end = Some(scanner.at);
        }
        outline
    }

    fn message(&mut self, scanner: &mut Scanner<'_>) -> Result<(), DecodeError> {
        let mut named = false;
        scanner.object(|scanner, key, _| {
            match (&*key, scanner.value_type()?) {
                ("inputs", Type::Array) => {
                    let begin = scanner.at;
                    self.tensors(scanner, |outline| &mut outline.request)?;
                    self.request |= scanner.text.get(begin..scanner.at).is_some_and(is_empty);
                    return Ok(());
                }
                ("outputs", Type::Array) => {
                    self.response |= named;
                    return self.tensors(scanner, |outline| &mut outline.response);
                }
                ("model_name", Type::String) => named = true,
                ("error", Type::String) => self.error = true,
                _ => {}
            }
            scanner.skip_data().map(drop)
        })
    }

    fn tensors(&mut self, scanner: &mut Scanner<'_>, seen: fn(&mut Self) -> &mut bool) -> Result<(), DecodeError> {
        scanner.array(|scanner, _| {
            if scanner.value_type()? != Type::Object {
                return scanner.skip_data().map(drop);
            }
            scanner.object(|scanner, key, _| {
                *seen(self) |= matches!(&*key, "datatype" | "shape");
                match (&*key, scanner.value_type()?) {
                    ("parameters", Type::Object) => scanner.object(|scanner, key, _| {
                        let value = scanner.skip()?;
                        if key == "binary_data_size" {
                            self.binary = self.binary.saturating_add(value.text.parse().unwrap_or_default());
                        }
                        Ok(())
                    }),
                    _ => scanner.skip_data().map(drop),
                }
            })
        })
    }
}

/// Returns whether a list has no items.
fn is_empty(list: &str) -> bool {
    list.bytes().all(|byte| matches!(byte, b'[' | b']') || byte.is_ascii_whitespace())
}
