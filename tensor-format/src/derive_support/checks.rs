//! What the compiler checks of attributes, types and definitions.
//!
//! All of it is evaluated in constants: a fault stops the compiler at the attribute, with a message that says what does
//! not fit and what to write instead. `verify` compares an attribute with its type, `union`, `row`, `map` and `flatten`
//! the parts of a type with each other, `range` bounds with element types, `contract` two types, and `definitions_file`
//! a type with a file.

pub(crate) mod contract;
pub(crate) mod definitions_file;
pub(crate) mod flatten;
pub(crate) mod map;
pub(crate) mod range;
pub(crate) mod row;
pub(crate) mod union;
pub(crate) mod verify;
