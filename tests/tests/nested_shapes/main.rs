//! Any nesting of derived types: properties that hold for generated structs.
//!
//! `shapes` holds the structs, which `generate` writes: `SHAPES=overwrite cargo test -p tensor-format-tests --features
//! exhaustive --test nested_shapes generated`. `draw` makes values of them, `flat` lists their tensors under dotted names
//! without the crate's nesting, and `properties` compares the two in every format.

mod draw;
mod flat;
mod generate;
mod properties;
mod shapes;
