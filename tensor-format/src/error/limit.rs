//! What readers and writers put a bound to.

use core::fmt;

/// A limit that a reader or writer enforces; set in a format's options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The number of axes.
    Rank,
    /// The number of elements of one tensor.
    Elements,
    /// The number of bytes of one tensor's data.
    Bytes,
    /// The number of bytes of one variable-size element.
    ElementBytes,
    /// The number of tensors in one record.
    Params,
    /// The number of items that hold no element each, as rows of `[n, 0]`.
    EmptyItems,
    /// The number of bytes of a JSON text.
    Text,
    /// The number of values inside one another, as tuples in tuples.
    Depth,
    /// The number of shapes that make up one.
    Shapes,
    /// The number of pixels in one picture.
    Pixels,
    /// The number of blobs in one message.
    Blobs,
    /// The number of payload parts of one message.
    Parts,
    /// The number of cells that are not given and would be zero.
    Zeros,
    /// The number of labels of one tensor.
    Labels,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Rank => "axes",
            Limit::Elements => "elements",
            Limit::Bytes => "bytes",
            Limit::ElementBytes => "bytes in one element",
            Limit::Params => "tensors in one record",
            Limit::EmptyItems => "items without elements",
            Limit::Text => "bytes of text",
            Limit::Depth => "values inside one another",
            Limit::Shapes => "shapes in one",
            Limit::Pixels => "pixels in one picture",
            Limit::Blobs => "blobs in one message",
            Limit::Parts => "payload parts in one message",
            Limit::Zeros => "cells that are not given",
            Limit::Labels => "labels",
        })
    }
}
