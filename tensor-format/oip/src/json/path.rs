//! The path of a place in a JSON document.

use tensor_format::{DecodeError, ErrorKind};

use super::scanner::{Scanner, Type};
use crate::Options;

/// Returns the path of the innermost value that a byte offset is in, as `inputs[0].data[2]`; it is empty for the
/// document itself. What is wrong in the document ends it at the value that holds the fault.
pub(crate) fn path(text: &str, at: usize, options: &Options) -> String {
    let (mut path, mut value) = (String::new(), 0);
    while let Some((step, next)) = step(text, value, at, options) {
        path.push_str(&step);
        value = next;
    }
    // The first key has no dot before it.
    path.strip_prefix('.').map(str::to_owned).unwrap_or(path)
}

/// Returns the step from a value to that in it which an offset is in, and where that begins.
fn step(text: &str, value: usize, at: usize, options: &Options) -> Option<(String, usize)> {
    let mut scanner = Scanner::new(text, options);
    scanner.at = value;
    let mut found = None;
    // An error ends the search, also where the value is found.
    let mut visit = |scanner: &mut Scanner<'_>, from: Option<usize>, step: &dyn Fn() -> String| {
        scanner.peek();
        let begin = scanner.at;
        let end = scanner.skip().map_or(usize::MAX, |slot| slot.at.saturating_add(slot.text.len()));
        if at < end {
            found = (at >= from.unwrap_or(begin)).then(|| (step(), begin));
            return Err(DecodeError::from(ErrorKind::TensorFound));
        }
        Ok(())
    };
    let _ = match scanner.value_type() {
        Ok(Type::Object) => scanner.object(|scanner, key, from| visit(scanner, Some(from), &|| format!(".{key}"))),
        Ok(Type::Array) => scanner.array(|scanner, index| visit(scanner, None, &|| format!("[{index}]"))),
        _ => Ok(()),
    };
    found
}
