//! Constant tensors of Vespa in JSON, and the tensors of documents.
//!
//! A [`TensorType`] names its dimensions. Mapped ones are sparse, their labels any texts; indexed ones are dense, their
//! labels the numbers below a size. Dimensions are always in the order of their names, the last indexed one innermost.
//!
//! | class | type | JSON |
//! |---|---|---|
//! | dense | `tensor(x[2])` | `{"values": [1, 2]}`, `[1, 2]` |
//! | sparse, one dimension | `tensor(k{})` | `{"cells": {"a": 1}}`, `{"a": 1}` |
//! | sparse | `tensor(k{},l{})` | `{"cells": [{"address": {"k": "a", "l": "b"}, "value": 1}]}` |
//! | mixed, one mapped dimension | `tensor(k{},x[2])` | `{"blocks": {"a": [1, 2]}}` |
//! | mixed | `tensor(k{},l{},x[2])` | `{"blocks": [{"address": {"k": "a", "l": "b"}, "values": [1, 2]}]}` |
//! | any | | `{"cells": [..]}` as of sparse tensors, every dimension in the address |
//!
//! Vespa's own readers disagree on what else they take, and some turn what they do not understand into zeros. Here one
//! strict reader streams a file into cells of its type and says of everything else where and what it is; see
//! [`Options::validate`] for all faults of a file. The `type` field is compared with the declared type, which Vespa
//! does not do.
//!
//! Numbers mean what they mean to Vespa: in constants `null` is NaN, and texts such as `"-Infinity"` are numbers; what is
//! too large for a float becomes an infinity, what is too small 0, and a `bfloat16` is the float without its lower half. An
//! `int8` that is no whole number from -128 to 127 is refused, where Vespa would store another.
//!
//! Reading takes a fifth more memory than its result at most, and 64 KiB; writing a [`Constant`] a fifth more than its
//! text, or a few pieces of it to a writer. Outside of that are
//!
//! * the text itself: files and readers are read whole before the first number is looked at, within
//!   [`Options::max_text`]. [`Options::read_to_writer`] takes a text that is a mapped file and holds labels alone;
//! * maps of Rust types: their labels and cells are collected first, then handed on as items, so that they are there
//!   twice beside the map; and what else [`from_str`] makes from a whole [`Constant`];
//! * values of Rust types that are written: numbers that are not in one run are copied first, as lists of lists and
//!   axes in another order than that of their names are, and labels are held until they are sorted; reading a value
//!   whose axes are in another order takes a copy too.
//!
//! ```
//! use tensor_format::{Tensor, vespa};
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! #[tensor(shape = [row: 2, col: 3])]
//! struct Weights([[f32; 3]; 2]);
//!
//! let weights = Weights([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
//! let text = vespa::to_string(&weights)?;
//! assert_eq!(text, r#"{"type":"tensor<float>(col[3],row[2])","values":[[1,4],[2,5],[3,6]]}"#);
//! assert_eq!(vespa::from_str::<Weights>(&text)?, weights);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The type follows from the rules of the Rust type: axes are indexed dimensions, the labels of a map mapped ones, and
//! their names are those of the attribute. A record becomes one constant for each field; see [`to_constants`].
//!
//! ```
//! use std::collections::BTreeMap;
//! use tensor_format::{Tensor, vespa};
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! #[tensor(shape = [category, x: 3])]
//! struct Embeddings(BTreeMap<String, [f32; 3]>);
//!
//! const TYPE: vespa::ConstType = vespa::type_of::<Embeddings>();
//! assert_eq!(TYPE.to_string(), "tensor<float>(category{},x[3])");
//! let text = r#"{"blocks": {"tops": [1, 2, 3], "caps": [4, 5, 6]}}"#;
//! assert_eq!(vespa::from_str::<Embeddings>(text)?.0["caps"], [4.0, 5.0, 6.0]);
//!
//! // The same without a Rust type: looked up by label, in canonical order, and as an array.
//! let table = vespa::Options::new().read_as(&TYPE.to_type(), text)?;
//! assert_eq!(table.get(&[("category", "tops"), ("x", "1")]), Some(2.0));
//! assert_eq!(table.block(&["caps"]).map(|values| values.to_vec::<f32>()).transpose()?, Some(vec![4.0, 5.0, 6.0]));
//! let labels: Vec<&str> = table.iter().flat_map(|(labels, _)| labels).collect();
//! assert_eq!(labels, ["caps", "tops"]);
//! let dense = table.to_dense(0.0, 1000)?;
//! assert_eq!((dense.axes[0].name, dense.axes[0].labels.as_deref()), ("category", Some(&["caps", "tops"][..])));
//! # #[cfg(feature = "ndarray")]
//! let cells = dense.cells.as_ref();
//! # #[cfg(feature = "ndarray")]
//! assert_eq!(cells.to_array::<f32, ndarray::Ix2>()?, ndarray::array![[4.0, 5.0, 6.0], [1.0, 2.0, 3.0]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Text becomes a `constant` by way of `read`, and text again by `write`; `value` and `record` make Rust values of
// constants and back, their types found by `tensor_type`. `cell` and `labels` are what a constant is stored in; `swar`
// looks at eight characters at once for both ways. `files` and `lz4` are around the text.
mod cell;
mod constant;
mod errors;
#[cfg(feature = "std")]
mod files;
mod labels;
#[cfg(feature = "lz4")]
mod lz4;
mod options;
mod read;
mod record;
mod swar;
mod tensor_type;
mod value;
mod write;

pub use cell::CellType;
pub use constant::{Axis, Constant, Dense};
pub use errors::Fault;
pub use labels::Labels;
pub use options::{Options, Profile};
pub use record::{from_constants, to_constants, types_of_fields};
pub use tensor_type::{
    Class, Dimension, Size, TensorType,
    constant_type::{ConstType, TypeText, type_of, type_of_field},
};
#[cfg(feature = "std")]
pub use value::{from_reader, to_writer, to_writer_pretty};
pub use value::{from_str, to_string, to_string_pretty};
