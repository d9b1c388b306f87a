//! Numbers of any type as one type, and back.

/// A number of any element type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// An integer.
    Int(i128),
}
