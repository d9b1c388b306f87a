//! What of a type does not fit a server's model.

use std::fmt;

use tensor_format::rules::{DimBuf, ElementTypes, Mismatch};

/// A side of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The inputs of the model: what the Rust type sends to the server.
    Input,
    /// The outputs of the model: what the Rust type reads from the server.
    Output,
}

/// Why a type does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelMismatchKind {
    /// The server does not have it.
    UnknownParam,
    /// The server lists an input that the type does not have, and it is not known to be optional.
    MissingParam,
    /// The one that sends it may leave it out, and the other requires it.
    MayBeAbsent,
    /// The type may send several, and the protocol has each name once.
    MayRepeat,
    /// The datatype is another.
    Datatype {
        /// The element types of the type.
        ours: ElementTypes,
        /// The datatype of the server.
        server: String,
    },
    /// One side has a batch axis in front that the other has not.
    BatchAxis {
        /// Whether it is the server that has it.
        on_server: bool,
        /// The shape of the server.
        server: Vec<i64>,
    },
    /// The number of axes is another.
    Rank {
        /// The number of axes of the type; the least number if `or_more`.
        ours: usize,
        /// Whether the type allows more axes.
        or_more: bool,
        /// The shape of the server.
        server: Vec<i64>,
    },
    /// The length of an axis is another.
    Size {
        /// The axis, counted from 0.
        axis: usize,
        /// The lengths of the type.
        ours: DimBuf,
        /// The lengths of the server.
        server: DimBuf,
    },
    /// What else the server says by its definitions, and by lengths that are fixed.
    Definition(Mismatch),
}

/// One way in which a type does not fit a server's model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelMismatch {
    /// The side.
    pub side: Side,
    /// The name of the parameter.
    pub parameter: String,
    /// Why it does not fit.
    pub kind: ModelMismatchKind,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Input => "input",
            Side::Output => "output",
        })
    }
}

impl fmt::Display for ModelMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`: ", self.side, self.parameter.escape_debug())?;
        match &self.kind {
            ModelMismatchKind::UnknownParam => f.write_str("the server has none of this name"),
            ModelMismatchKind::MissingParam => f.write_str(
                "the server lists it, and the type does not have it: it is required, unless the server's configuration \
                 says that it is optional",
            ),
            ModelMismatchKind::MayBeAbsent => f.write_str(match self.side {
                Side::Input => "the type may leave it out, and the server requires it",
                Side::Output => "the server may leave it out, and the type requires it",
            }),
            ModelMismatchKind::MayRepeat => {
                f.write_str("the type may send several, and the protocol has each name once")
            }
            ModelMismatchKind::Datatype { ours, server } => {
                write!(f, "element type {ours}, and the server's datatype is {}", server.escape_debug())
            }
            ModelMismatchKind::BatchAxis { on_server: true, server } => write!(
                f,
                "the server has a batch axis in front, {server:?}, and the type has not: add an axis, and a batch of 1"
            ),
            ModelMismatchKind::BatchAxis { on_server: false, server } => write!(
                f,
                "the type has an axis in front that the server has not, {server:?}: the model takes one item at a time"
            ),
            ModelMismatchKind::Rank { ours, or_more, server } => {
                let more = if *or_more { " or more" } else { "" };
                write!(f, "rank {ours}{more}, and the server has {}: {server:?}", server.len())?;
                let is_read = self.side == Side::Output;
                let option = match server.as_slice() {
                    // What is written instead of a scalar is always `[1]`, and of all else nothing is.
                    ones if *ours == 0 && (is_read || ones.len() == 1) && ones.iter().all(|len| *len == 1) => {
                        "scalar_as_one"
                    }
                    [-1, .., 1] if !*or_more && server.len() == ours + 1 => {
                        f.write_str("; if -1 is a batch, the type needs an axis in front")?;
                        let of_codec = "; if not, `ShapeOptions::drop_trailing_one` takes one for the other";
                        return if is_read { f.write_str(of_codec) } else { Ok(()) };
                    }
                    [before @ .., 1] if is_read && before.len() == *ours => "drop_trailing_one",
                    _ => return Ok(()),
                };
                if *or_more { Ok(()) } else { write!(f, "; `ShapeOptions::{option}` takes one for the other") }
            }
            ModelMismatchKind::Size { axis, ours, server } => {
                write!(f, "axis {axis}: length {ours}, and the server's is {server}")
            }
            ModelMismatchKind::Definition(mismatch) => {
                write!(f, "by the server's definitions: {}", mismatch.kind)
            }
        }
    }
}
