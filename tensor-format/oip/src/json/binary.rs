//! Reads the elements behind the JSON of a message.

use std::borrow::Cow;

use tensor_format::DecodeError;

use crate::{Fault, FaultKind, Stage, Tensor, bytes, message::Data};

/// What is left behind the JSON.
#[derive(Clone)]
pub(crate) struct Binary<'a> {
    rest: &'a [u8],
    /// The offset in the body.
    at: usize,
    /// Whether the headers say where the JSON ends.
    header: bool,
}

impl<'a> Binary<'a> {
    /// Begins at this offset in the body; `header` says whether the headers have it.
    pub(crate) fn new(bytes: &'a [u8], at: usize, header: bool) -> Self {
        Self { rest: bytes, at, header }
    }

    /// Reads the elements of a tensor, which are this many bytes.
    pub(super) fn read(&mut self, tensor: &mut Tensor<'a>, size: u64) -> Result<(), DecodeError> {
        let data_at = self.at;
        let bytes = self.take(size, tensor.at)?;
        bytes::check(tensor.datatype, tensor.shape.iter().product(), bytes, data_at)?;
        (tensor.data, tensor.data_at) = (Data::Bytes(Cow::Borrowed(bytes)), data_at);
        Ok(())
    }

    fn take(&mut self, len: u64, tensor: usize) -> Result<&'a [u8], DecodeError> {
        if !self.header && len > 0 {
            let expected = "the header `Inference-Header-Content-Length`, as binary data follow";
            return Err(Fault::new(Stage::Data, FaultKind::HeaderMissing, expected, "none").at(tensor));
        }
        let split = usize::try_from(len).ok().and_then(|len| self.rest.split_at_checked(len));
        let Some((bytes, rest)) = split else {
            let expected = match len {
                // What stands for a number beyond 64 bits.
                u64::MAX => "no more bytes than are left, as `binary_data_size`".to_owned(),
                _ => format!("{len} bytes, as `binary_data_size` says"),
            };
            let found = format!("{} bytes", self.rest.len());
            let fault = Fault::new(Stage::Data, FaultKind::BinaryTruncated, expected, found);
            return Err(fault.at(self.at));
        };
        self.rest = rest;
        self.at += bytes.len();
        Ok(bytes)
    }

    /// Checks that nothing is left.
    pub(super) fn end(&self) -> Result<(), DecodeError> {
        if self.rest.is_empty() {
            return Ok(());
        }
        let expected = "the end of the body: all binary data are read";
        let fault = Fault::new(Stage::Data, FaultKind::Trailing, expected, format!("{} bytes", self.rest.len()));
        Err(fault.at(self.at))
    }
}
