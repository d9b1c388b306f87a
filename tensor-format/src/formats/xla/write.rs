//! Writing of shapes: `message` writes the bytes that XLA's own serializer gives, `text` what XLA prints.
//!
//! Nothing is checked here: a [`Shape`](super::Shape) fits its layout already. Fields that the reader of a message did
//! not know go at the end of the message that they came in, so that a shape that was read and written again loses no
//! field. Text has no room for it.

mod message;
mod text;

pub(super) use message::put_array;
pub(super) use text::join;
