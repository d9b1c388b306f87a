//! What can be done with shapes: where the elements are (`addressing`), tensors to buffers and back (`value`), arrays
//! of other dimensions (`transform`), what stays in place meanwhile (`bitcast`), and comparisons (`compare`).
//!
//! Each file adds methods to [`Shape`](super::Shape) and [`ArrayShape`](super::ArrayShape). They turn the XLA layout
//! into the model's [`TiledOrder`](crate::TiledOrder), which does the arithmetic: nothing here computes an offset.

pub(super) mod addressing;
pub(super) mod bitcast;
pub(super) mod compare;
pub(super) mod transform;
pub(super) mod value;
