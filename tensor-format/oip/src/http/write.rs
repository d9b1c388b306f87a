//! Writes messages for HTTP.

use std::borrow::Cow;

use tensor_format::EncodeError;

use crate::{
    Form, Request, Response, Tensor, WriteOptions,
    json::{
        Role,
        write::{self, Object, key},
    },
    message::check_names,
};

/// A message to send over HTTP: its headers, and its body in pieces. The elements of tensors are not copied: they are
/// pieces of their own, borrowed from the value that the message was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpMessage<'a> {
    json: Vec<u8>,
    binary: bool,
    pieces: Vec<Cow<'a, [u8]>>,
}

impl<'a> HttpMessage<'a> {
    /// Returns the value of `Inference-Header-Content-Length`: the number of bytes of the JSON. `None` if there is no
    /// binary data; then the header is left out.
    #[must_use]
    pub fn header_length(&self) -> Option<usize> {
        self.binary.then_some(self.json.len())
    }

    /// Returns the value of `Content-Type`.
    #[must_use]
    pub fn content_type(&self) -> &'static str {
        if self.binary { "application/octet-stream" } else { "application/json" }
    }

    /// Returns the headers, with the value of `Content-Length`.
    pub fn headers(&self) -> impl Iterator<Item = (&'static str, String)> {
        let header = self.header_length().map(|len| ("Inference-Header-Content-Length", len.to_string()));
        let others = [("Content-Type", self.content_type().to_owned()), ("Content-Length", self.len().to_string())];
        others.into_iter().chain(header)
    }

    /// Returns the pieces of the body: the JSON, then the elements of each binary tensor.
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        std::iter::once(&*self.json).chain(self.pieces.iter().map(|piece| &**piece))
    }

    /// Returns the pieces of the body as they are held.
    pub fn into_pieces(self) -> impl Iterator<Item = Cow<'a, [u8]>> {
        std::iter::once(Cow::Owned(self.json)).chain(self.pieces)
    }

    /// Returns the number of bytes of the body.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a body is never empty")]
    pub fn len(&self) -> usize {
        self.pieces().map(<[u8]>::len).sum()
    }

    /// Returns the body as one piece, which is the JSON itself if there is no binary data.
    #[must_use]
    pub fn into_vec(self) -> Vec<u8> {
        if self.pieces.is_empty() { self.json } else { self.to_vec() }
    }

    /// Returns the body as one piece.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.len());
        self.pieces().for_each(|piece| body.extend_from_slice(piece));
        body
    }
}

/// Collects the elements that go behind the JSON.
struct Writer<'a, 'o> {
    role: Role,
    options: &'o WriteOptions,
    pieces: Vec<Cow<'a, [u8]>>,
    binary: bool,
}

impl<'a> Writer<'a, '_> {
    fn tensors(&mut self, out: &mut Vec<u8>, tensors: &'a [Tensor<'_>]) -> Result<(), EncodeError> {
        check_names(tensors)?;
        write::list(out, tensors, |out, tensor| {
            let binary = matches!(tensor.form, Form::Binary | Form::Raw);
            if !binary {
                return write::tensor(out, tensor, None, self.role, self.options);
            }
            let bytes = tensor.bytes()?;
            write::tensor(out, tensor, Some(bytes.len()), self.role, self.options)?;
            self.binary = true;
            self.pieces.push(bytes);
            Ok(())
        })
    }

    fn finish(self, mut json: Vec<u8>) -> HttpMessage<'a> {
        if self.options.align && self.binary {
            json.resize(json.len().next_multiple_of(64), b' ');
        }
        HttpMessage { json, binary: self.binary, pieces: self.pieces }
    }
}

impl Request<'_> {
    /// Writes the request for HTTP.
    ///
    /// # Errors
    ///
    /// As [`to_http_with`](Self::to_http_with).
    pub fn to_http(&self) -> Result<HttpMessage<'_>, EncodeError> {
        self.to_http_with(&WriteOptions::new())
    }

    /// Writes the request for HTTP: each tensor in its [`form`](Tensor::form).
    ///
    /// # Errors
    ///
    /// A [`Fault`](crate::Fault) for what JSON cannot hold: floats that are not finite, byte strings that are no text,
    /// and [`Fp16`](crate::Datatype::Fp16) and [`Bf16`](crate::Datatype::Bf16) unless the options allow them.
    pub fn to_http_with(&self, options: &WriteOptions) -> Result<HttpMessage<'_>, EncodeError> {
        let mut writer = Writer { role: Role::Request, options, pieces: Vec::new(), binary: false };
        let mut json = Vec::with_capacity(64 + 128 * self.tensors.len());
        let mut object = Object::begin(&mut json);
        if let Some(id) = &self.id {
            write::string(key!(object, "id"), id);
        }
        write::parameters(&mut object, self.parameters.iter(), None, Role::Request)?;
        writer.tensors(key!(object, "inputs"), &self.tensors)?;
        if !self.outputs.is_empty() {
            write::list(key!(object, "outputs"), &self.outputs, write::requested)?;
        }
        object.end();
        Ok(writer.finish(json))
    }
}

impl Response<'_> {
    /// Writes the response for HTTP.
    ///
    /// # Errors
    ///
    /// As [`to_http_with`](Self::to_http_with).
    pub fn to_http(&self) -> Result<HttpMessage<'_>, EncodeError> {
        self.to_http_with(&WriteOptions::new())
    }

    /// Writes the response for HTTP: each tensor in its [`form`](Tensor::form).
    ///
    /// # Errors
    ///
    /// As [`Request::to_http_with`].
    pub fn to_http_with(&self, options: &WriteOptions) -> Result<HttpMessage<'_>, EncodeError> {
        let mut writer = Writer { role: Role::Response, options, pieces: Vec::new(), binary: false };
        let mut json = Vec::with_capacity(64 + 128 * self.tensors.len());
        let mut object = Object::begin(&mut json);
        write::string(key!(object, "model_name"), &self.model_name);
        if !self.model_version.is_empty() {
            write::string(key!(object, "model_version"), &self.model_version);
        }
        if let Some(id) = &self.id {
            write::string(key!(object, "id"), id);
        }
        write::parameters(&mut object, self.parameters.iter(), None, Role::Response)?;
        writer.tensors(key!(object, "outputs"), &self.tensors)?;
        object.end();
        Ok(writer.finish(json))
    }
}
