//! Any nesting of derived types: properties that hold for generated structs, and input made to harm.
//!
//! `shapes` holds the structs, which `generate` writes:
//! `SHAPES=overwrite cargo test -p tensor-format-tests --test nested generated`. `draw` makes values of them, `flat` lists
//! their tensors under dotted names without the crate's nesting, and `properties` compares the two in every format.

mod draw;
mod empty_items;
mod flat;
mod generate;
mod hostile;
mod properties;
mod shapes;
mod wide;
