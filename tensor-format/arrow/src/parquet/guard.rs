//! Calls of Parquet's library, whose panics become errors, and its errors as ours.

use std::{
    fmt::Display,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
};

use parquet_60::errors::ParquetError;
use tensor_format::{DecodeError, EncodeError};

use crate::fault::Fault;

/// Reads by Parquet's library. A last line: sizes are checked before it reads them, but it has asserts on what is in
/// pages, of every encoding, which nobody outside of it can check.
pub(super) fn reading<T, E: From<ParquetError>>(read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    guarded("the file does not hold what it says", read)
}

/// Writes by Parquet's library. A last line: types that it is known to fail for are refused before.
pub(super) fn writing<T>(write: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, EncodeError> {
    guarded("it cannot be written", write).map_err(unwritten)
}

/// Makes an error of a panic, whose text comes behind `what`.
fn guarded<T, E: From<ParquetError>>(what: &str, call: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        Err(ParquetError::General(format!("{what}: {text}")).into())
    })
}

pub(super) fn unread(error: ParquetError) -> DecodeError {
    of_system(error).map_or_else(|error| Fault::arrow(&error).into(), DecodeError::from)
}

/// Returns the error of the input or the output that an error of Parquet's library is.
pub(super) fn of_system(error: ParquetError) -> Result<io::Error, ParquetError> {
    match error {
        ParquetError::External(error) => error.downcast().map(|error| *error).map_err(ParquetError::External),
        error => Err(error),
    }
}

fn unwritten(error: ParquetError) -> EncodeError {
    let other = |error: &dyn Display| Fault::ipc("what Parquet's library writes", error.to_string()).into();
    match of_system(error) {
        Ok(output) => output.into(),
        Err(ParquetError::External(error)) => other(&error),
        Err(error) => other(&error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_text() {
        let read = |text: &'static str| reading(|| -> Result<(), ParquetError> { panic!("{text}") }).unwrap_err();
        assert_eq!(read("a page").to_string(), "Parquet error: the file does not hold what it says: a page");
        let formatted = |number: u8| -> Result<(), ParquetError> { panic!("{number} of them") };
        let error = writing(|| formatted(7)).unwrap_err().to_string();
        assert!(error.ends_with("Parquet error: it cannot be written: 7 of them"), "{error}");
        let other = writing(|| -> Result<(), ParquetError> { std::panic::panic_any(7) }).unwrap_err().to_string();
        assert!(other.ends_with("it cannot be written: a panic"), "{other}");
    }

    #[test]
    fn an_error_of_the_output_is_one_of_the_output() {
        let full = || -> Result<(), ParquetError> { Err(io::Error::from(io::ErrorKind::StorageFull).into()) };
        assert!(matches!(writing(full).unwrap_err().kind(), tensor_format::ErrorKind::Io(_)));
        let other = || -> Result<(), ParquetError> { Err(ParquetError::External("another".into())) };
        assert_eq!(writing(other).unwrap_err().to_string(), "expected what Parquet's library writes, found another");
    }
}
