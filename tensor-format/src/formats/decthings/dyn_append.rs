//! Values of types that the caller does not know, appended to messages of this format.

use alloc::vec::Vec;

use super::Options;
use crate::{Encode, EncodeError};

/// A value that can be appended to a message as `dyn`, for lists of values whose types differ. Every type that
/// implements
/// [`Encode`] has it.
///
/// The format is fixed, so that a value takes one dynamic call and is then written as fast as its type is.
/// [`DynEncode`](crate::codec::DynEncode) leaves the format open, and takes a few dynamic calls for each tensor.
///
/// ```
/// use tensor_format::decthings::{DynAppend, Options};
///
/// let values: [Box<dyn DynAppend>; 2] = [Box::new(1.5f32), Box::new("text")];
/// let mut out = Vec::new();
/// for value in &values {
///     value.append_dyn(&Options::new(), &mut out)?;
/// }
/// assert_eq!(out, b"\x01\x00\x00\x00\xc0\x3f\x0b\x00\x04text");
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
pub trait DynAppend {
    /// Appends the bytes of the value to a buffer, as [`Options::append`].
    ///
    /// # Errors
    ///
    /// As [`append`](super::append).
    fn append_dyn(&self, options: &Options, out: &mut Vec<u8>) -> Result<(), EncodeError>;
}

impl<T: Encode> DynAppend for T {
    fn append_dyn(&self, options: &Options, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        options.append(self, out)
    }
}
