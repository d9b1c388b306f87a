//! XLA shapes from their texts.

use tensor_format::xla::{ArrayShape, Shape};

/// The shape of a text that is right.
///
/// # Panics
/// If the text is no shape.
#[track_caller]
#[must_use]
pub fn shape(text: &str) -> Shape {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The shape of an array of a text that is right.
///
/// # Panics
/// If the text is no array.
#[track_caller]
#[must_use]
pub fn array(text: &str) -> ArrayShape {
    shape(text).into_array().unwrap_or_else(|| panic!("{text}: no array"))
}
