//! Constant tensors of Vespa in JSON, and the tensors of documents.
//!
//! A [`TensorType`] names its dimensions. Mapped ones are sparse, their labels any texts; indexed ones are dense, their
//! labels the numbers below a size. Dimensions always lie in the order of their names, the last indexed one innermost.
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
//! [`Options::validate`] for all faults of a file. The `type` field is compared with the declared type, which Vespa does
//! not do.
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

mod cell;
mod constant;
mod constant_type;
mod decimal;
mod declared;
#[cfg(feature = "std")]
mod files;
mod labels;
#[cfg(feature = "lz4")]
mod lz4;
mod number;
mod options;
mod print;
mod read;
mod scan;
mod swar;
mod text;
mod types;
mod value;
mod write;

pub use cell::CellType;
pub use constant::{Axis, Constant, Dense};
pub use constant_type::{ConstType, TypeText, type_of};
pub use labels::Labels;
pub use options::{Options, Profile};
pub use types::{Class, Dimension, Size, TensorType};
#[cfg(feature = "std")]
pub use value::{from_reader, to_writer};
pub use value::{from_str, to_string, to_string_pretty};

pub use crate::error::VespaFault as Fault;
