//! What the fuzz targets share: bounds of memory and time, and the ways of reading that have to agree.

#[path = "../../tests/tests/reading/agree.rs"]
mod agree;
pub mod bounds;
pub mod columns;
pub mod decthings;
pub mod files;
pub mod panics;
pub mod values;

use tensor_format::DecodeError;

/// Returns kind and place of an error.
pub fn fault<T>(result: &Result<T, DecodeError>) -> Option<(&'static str, Option<u64>)> {
    result.as_ref().err().map(|error| (error.kind().name(), error.offset()))
}

/// What the last byte of an input decides: the fuzzer finds each combination as an input of its own, and an execution does
/// the work of one.
#[derive(Clone, Copy, Debug)]
pub struct Choice(u8);

impl Choice {
    /// Returns the choice, and the input before it; `None` for an empty input.
    pub fn split(input: &[u8]) -> Option<(Self, &[u8])> {
        input.split_last().map(|(choice, bytes)| (Self(*choice), bytes))
    }

    /// Returns one of so many.
    pub fn of(&mut self, count: u8) -> u8 {
        let chosen = self.0 % count;
        self.0 /= count;
        chosen
    }
}
