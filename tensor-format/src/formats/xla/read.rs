//! Reading of shapes, from `ShapeProto` messages and from the text of HLO.
//!
//! Both readers count what they begin against one [`Budget`](budget::Budget) before they take memory for it, and hand
//! the parts of an array to [`ArrayShape`](super::ArrayShape), which checks them against each other. `message` reads
//! messages, with the checks of single [`fields`] that other readers share; `text` reads text, cut up by `tokens`.
//! `members` reads the shapes of a tuple one at a time, from the message that the tuple keeps.

pub(super) mod budget;
pub(super) mod fields;
pub(super) mod members;
mod message;
mod text;
mod tokens;

use budget::Budget;

use super::{Options, Shape};
use crate::{DecodeError, Limit};

impl Options {
    /// Returns the shape of a `ShapeProto` message.
    ///
    /// Repeated numbers may be packed or not, fields may come in any order, and fields that are not known here are
    /// kept. An array without a layout gets the default one.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the bytes and at which byte.
    pub fn from_slice(&self, bytes: &[u8]) -> Result<Shape, DecodeError> {
        message::shape(bytes, Budget::new(*self))
    }

    /// Returns the shape of a text as XLA prints it; layouts that are left out are the default ones. Blanks and
    /// `/* comments */` may come between tokens.
    ///
    /// # Errors
    ///
    /// [`Syntax`](crate::ErrorKind::Syntax) with line and column, or what does not fit; both with the byte offset.
    #[allow(clippy::should_implement_trait, reason = "options, not a conversion of self")]
    pub fn from_str(&self, text: &str) -> Result<Shape, DecodeError> {
        Limit::Text.check(self.max_text, text.len()).map_err(|kind| DecodeError::new(kind).at(0))?;
        text::shape(text, Budget::new(*self))
    }
}

impl Shape {
    /// Returns the shape of a `ShapeProto` message, read with the default [`Options`].
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the bytes and at which byte.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, DecodeError> {
        Options::new().from_slice(bytes)
    }
}

impl core::str::FromStr for Shape {
    type Err = DecodeError;

    fn from_str(text: &str) -> Result<Self, DecodeError> {
        Options::new().from_str(text)
    }
}
