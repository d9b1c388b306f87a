//! Reading of shapes, from `ShapeProto` messages and from the text of HLO.
//!
//! Both readers count what they begin against one [`Budget`](budget::Budget) before they take memory for it, and hand
//! the parts of an array to [`ArrayShape`](super::ArrayShape), which checks them against each other. `message` reads
//! messages, with the checks of single [`fields`] that other readers share; `text` reads text, cut up by `tokens`.
//! `members` reads the shapes of a tuple one at a time, from the message that the tuple keeps.

mod message;
pub(super) mod text;
mod tokens;

pub(super) use message::*;
