//! Operations on shapes: the positions of elements (`addressing`), conversion of tensors to buffers and back (`value`),
//! arrays of other dimensions (`transform`), the layouts that then keep every element in place (`bitcast`), and
//! comparisons (`compare`).
//!
//! Each file adds methods to [`Shape`](super::Shape) and [`ArrayShape`](super::ArrayShape). They turn the XLA layout
//! into the model's [`TiledOrder`](crate::TiledOrder), which does the arithmetic: nothing here computes an offset.

pub(super) mod addressing;
pub(super) mod bitcast;
pub(super) mod compare;
pub(super) mod transform;
pub(super) mod value;
