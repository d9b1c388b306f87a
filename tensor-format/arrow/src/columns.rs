//! Columns of one major version of arrow: the parts of the crate that name its types.
//!
//! `schema` writes schemas, `field` reads what one column is, `matching` finds the columns of a record, `check` compares a
//! schema and the rows of a batch with rules. `builder` makes batches of values, by `writer` and `items_writer`. `column`
//! reads the rows of one column, whose elements are in `items` and go to a value by `elements`. `blocks` are values of fixed
//! shape, the fast way of both directions. `batch_columns` are those of a record, from which `rows` reads values, many rows
//! together or one by one by `source`; `empty_items` bounds what they hold and takes no bytes. `values` are those of many
//! batches, and `ipc` reads and writes files and streams. `stacked` makes batches of tensors that have the rows as their
//! outermost axis.

// The names by which the files here know the crates of their version.
use super::{BOUNDS_LZ4, arrow_array, arrow_buffer, arrow_ipc, arrow_schema};

mod batch_columns;
mod blocks;
mod builder;
mod check;
mod column;
mod elements;
mod empty_items;
pub(crate) mod field;
pub mod ipc;
mod items;
mod items_writer;
mod lists;
mod matching;
mod rows;
mod schema;
mod source;
mod stacked;
mod tensor_column;
mod values;
mod writer;

pub use builder::{BatchBuilder, to_batch, to_batch_with};
pub use check::{check_batch, check_rules, check_schema, definitions_of};
pub use rows::{Rows, from_batch};
pub use schema::{schema_of, schema_of_with};
pub use stacked::stacked_to_batches;
pub use tensor_column::TensorColumn;
pub use values::Values;
