//! The compile-time checks of attributes, types and definitions.
//!
//! All of it is evaluated in constants: a fault stops the compiler at the attribute, with a message that says what does
//! not fit and what to write instead. `verify` compares an attribute with its type, `union`, `row`, `map` and `flatten`
//! the parts of a type with each other, `range` bounds with element types, `contract` two types, and `definitions_file`
//! a type with a file.
//!
//! Why constants: the derive sees the text of a type, `Vec<Pixel>`, but not what it is. Its rules are the constant
//! `HasRules::RULES`, which the compiler alone can evaluate, after the derive has run. So the derive writes a call of
//! one of these functions into a constant, at the place of the attribute; a `panic!` there is a compile error.
//!
//! Why the text is composed by hand: a `panic!` in a constant takes a literal or one `&str`, and `format!` and
//! `Display` cannot be called. `ConstText` puts the message together, and each check ends in
//! `panic!("{}", text.as_str())`.
//!
//! Why some rules are let through: a type whose derive has failed, or that an attribute contradicts, has faulty rules
//! (`is_faulty`), and the error was reported there. A second message about the same mistake would only hide the first.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

pub(crate) mod contract;
pub(crate) mod definitions_file;
pub(crate) mod flatten;
pub(crate) mod map;
pub(crate) mod nested;
pub(crate) mod parts;
pub(crate) mod range;
pub(crate) mod row;
pub(crate) mod union;
pub(crate) mod verify;
