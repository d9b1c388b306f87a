//! XLA shapes and layouts: the text of HLO, the protobuf messages, and the positions of elements in memory.
//!
//! A [`Shape`] is an array, a tuple of shapes, a token, an opaque value or a buffer. An array has an element type, one
//! [`Dimension`] for each axis, and a [`Layout`]: the order of its dimensions in memory, from the fastest-varying
//! (`minor`) to the slowest (`major`), and how they are cut into tiles.
//!
//! | text | meaning |
//! |---|---|
//! | `f32[2,3]` | 2 x 3, in the default order |
//! | `f32[2,3]{0,1}` | dimension 0 varies fastest |
//! | `bf16[<=32,?]{1,0}` | at most 32 by any number |
//! | `f32[3,5]{1,0:T(2,2)}` | in tiles of 2 x 2 |
//! | `(f32[2], token[])` | a tuple |
//!
//! Readers take what a shape can mean and nothing else: each dimension once in an order, tiles that fit, sizes that can
//! be addressed. Where XLA's own parser is laxer they return an error, and where it ends the process too.
//!
//! Padding is described by tiles; in 2017 it was described by `padded_dimensions`. [`AnyShape`] reads both, [`Shape`]
//! refuses what it would misread. What a shape makes of a value is checked against [`Options::max_expanded`].
//!
//! Reading and checking allocates nothing for an array or a buffer of up to 6 dimensions, with up to two tiles of up to
//! 6 lengths and one split of up to 4 indices. What may be of any size takes memory of its own: longer lists, shapes in
//! tuples, the physical shape of a sparse array, and fields that are not known here.
//!
//! ```
//! use tensor_format::{TensorRef, xla::Shape};
//!
//! let columns: Shape = "f32[2,3]{0,1}".parse()?;
//! assert_eq!(Shape::from_slice(&columns.to_vec())?, columns);
//!
//! let array = columns.as_array().unwrap();
//! let buffer: Vec<u8> = [1.0f32, 4.0, 2.0, 5.0, 3.0, 6.0].iter().flat_map(|x| x.to_le_bytes()).collect();
//! let tensor = array.view(&buffer)?;
//! assert_eq!(tensor.to_vec::<f32>()?, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
//! assert_eq!(Shape::of(&tensor)?, columns);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// `shape` is the model, whose parts are checked whenever one is made. `read` makes shapes of messages (`wire` is
// protobuf) and of text, `write` the opposite. `operations` ask and change shapes, and move tensors into buffers and
// out of them. `legacy_padded` is the same for the messages of 2017, and `any` reads both. `literal` puts values of
// types into buffers, `rules` makes shapes of types.
mod any;
mod legacy_padded;
mod literal;
mod operations;
mod options;
mod primitive;
mod proto_enum;
mod read;
mod rules;
mod shape;
mod wire;
mod write;

pub use any::AnyShape;
pub use legacy_padded::{PaddedLayout, PaddedShape, PaddingValue};
pub use literal::{Arrays, Literal};
pub use operations::{
    bitcast::{BitcastDecomposition, BitcastSteps},
    compare::Comparison,
};
pub use options::Options;
pub use primitive::PrimitiveType;
pub use read::members::MembersIter;
pub use rules::{ConstShape, shape_of};
pub use shape::{
    BufferShape, Shape, ShapeKind,
    array::ArrayShape,
    dimension::{Dimension, dimension_letters},
    layout::{DimLevelType, Layout, SplitConfig, Tile},
    members::Members,
};
pub use wire::{MAX_DEPTH, UnknownFields};
