//! The model and its rules: constructors, casts, comparison, errors, text, JSON and serde.

mod cast;
mod compare;
mod contract;
mod display;
mod dynamic;
mod errors;
mod json;
mod messages;
mod model;
mod pixels;
mod ragged;
mod rules_of_values;
mod serde;
mod together;
mod values;
