//! Requests and answers over HTTP, whatever carries them.

use std::time::Duration;

use tensor_format::{DecodeError, DecodeOwned, Encode};

use super::{
    Answer, CallOptions, ClientError, ClientOptions, TensorForm,
    target::{Sent, Target},
};
use crate::{
    Fault, Parameter, Response, Stage,
    http::{Body, ErrorDocument, Headers, is_ready},
    metadata::{ModelConfig, ServerMetadata},
};

/// The schemes of addresses: who hands a client over with TLS has the second.
pub(super) const SCHEMES: &[&str] = &["http", "https"];

/// A request to send.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Vec<u8>,
    pub(super) timeout: Option<Duration>,
    pub(super) sent: Sent,
}

/// An answer that came.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) header_length: Option<Vec<u8>>,
    pub(super) encoding: Option<Vec<u8>>,
    /// Which of these two came more than once.
    pub(super) repeated: Option<&'static str>,
    pub(super) location: Option<Vec<u8>>,
    pub(super) bytes: Vec<u8>,
}

impl Reply {
    /// Keeps a header that says how the body is to be read.
    pub(super) fn header(&mut self, name: &str, value: &[u8]) {
        let (place, known) = match name {
            "inference-header-content-length" => (&mut self.header_length, "Inference-Header-Content-Length"),
            "content-encoding" => (&mut self.encoding, "Content-Encoding"),
            "location" => {
                self.location = Some(value.to_owned());
                return;
            }
            _ => return,
        };
        if place.replace(value.to_owned()).is_some() {
            self.repeated = Some(known);
        }
    }

    /// Takes the body, as its headers say that it is to be read.
    fn body(&self, options: &ClientOptions) -> Result<Body<'_>, ClientError> {
        let headers = Headers {
            inference_header_content_length: self.header_length.as_deref(),
            content_encoding: self.encoding.as_deref(),
            repeated: self.repeated,
        };
        Ok(Body::with_options(&headers, &self.bytes, &options.read)?)
    }

    /// Returns the answer if the server has no error.
    fn ok(self, options: &ClientOptions) -> Result<Self, ClientError> {
        match self.status {
            200 => Ok(self),
            status => {
                let body = self.body(options);
                // What cannot be decompressed is told as it is.
                let bytes = body.as_ref().map_or(&*self.bytes, Body::as_bytes);
                let mut document = ErrorDocument::new(status, bytes);
                if let (300..=399, Some(location), None) = (status, &self.location, &document.error) {
                    document.error = Some(format!("redirects to {}", String::from_utf8_lossy(location)));
                }
                Err(ClientError::Status(document))
            }
        }
    }

    /// Reads a document, if the server has no error.
    pub(super) fn document<T>(
        self,
        options: &ClientOptions,
        read: fn(&[u8]) -> Result<T, DecodeError>,
    ) -> Result<T, ClientError> {
        let reply = self.ok(options)?;
        let body = reply.body(options)?;
        read(body.as_bytes()).map_err(|error| {
            // Some send an error with the status of an answer.
            let document = ErrorDocument::new(reply.status, body.as_bytes());
            if document.error.is_some() { ClientError::Status(document) } else { error.into() }
        })
    }

    /// Reads the configuration of a model; `None` from a server that answers with an error.
    pub(super) fn config(self, options: &ClientOptions) -> Result<Option<ModelConfig>, ClientError> {
        match self.document(options, ModelConfig::from_json) {
            Err(ClientError::Status(_)) => Ok(None),
            config => config.map(Some),
        }
    }

    /// Returns whether the server says that it, or the model, is ready.
    pub(super) fn is_ready(&self, options: &ClientOptions) -> bool {
        let body = self.body(options);
        is_ready(self.status, body.as_ref().map_or(&*self.bytes, Body::as_bytes))
    }
}

/// Returns the fault of an answer that is larger than the options allow.
pub(super) fn too_large(found: usize, options: &ClientOptions) -> ClientError {
    ClientError::Answer(Fault::too_large(Stage::Http, found, options.read.max_body).into())
}

/// Refuses names and versions that are steps in a path: the standard for URLs takes them for such in every form, also
/// as `%2E%2E`, so that another page would be asked for.
pub(super) fn check_names(name: &str, version: &str) -> Result<(), ClientError> {
    match [name, version].into_iter().find(|segment| matches!(*segment, "." | "..")) {
        Some(segment) => Err(ClientError::Address {
            address: segment.to_owned(),
            why: "as a name or a version of a model it would be a step in the path".to_owned(),
        }),
        None => Ok(()),
    }
}

/// Returns the path of a model.
pub(super) fn path(name: &str, version: &str) -> Result<String, ClientError> {
    check_names(name, version)?;
    Ok(unchecked_path(name, version))
}

/// Returns the path of the calls of a model, whose names are checked when it is called.
pub(super) fn infer_path(target: &Target) -> String {
    format!("{}/infer", unchecked_path(&target.name, &target.version))
}

fn unchecked_path(name: &str, version: &str) -> String {
    let mut path = String::from("/v2/models/");
    escape(&mut path, name);
    if !version.is_empty() {
        path.push_str("/versions/");
        escape(&mut path, version);
    }
    path
}

/// Appends a text as one segment of a path.
fn escape(out: &mut String, text: &str) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'~' | b'.' => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
}

/// Returns whether tensors go as bytes to this server, or to one that said nothing of itself.
pub(super) fn is_binary(options: &ClientOptions, server: Option<&ServerMetadata>) -> bool {
    server.map_or(options.form, |server| options.form.for_server(server)) == TensorForm::Binary
}

/// Returns whether a server tells the configurations of its models, as Triton does.
pub(super) fn has_config(server: &ServerMetadata) -> bool {
    server.extensions.iter().any(|extension| extension == "model_configuration")
}

/// Makes the request of an input.
pub(super) fn outgoing<I: Encode>(
    target: &Target,
    input: &I,
    call: &CallOptions<'_>,
    options: &ClientOptions,
) -> Result<Outgoing, ClientError> {
    check_names(&target.name, &target.version)?;
    let mut request = target.request(input, call, options)?;
    if target.binary && request.outputs.is_empty() {
        request.parameters.set("binary_data_output", Parameter::Bool(true));
    }
    let message = request.to_http_with(&options.write)?;
    let mut headers = vec![("Content-Type", message.content_type().to_owned())];
    headers.extend(message.header_length().map(|len| ("Inference-Header-Content-Length", len.to_string())));
    #[allow(unused_mut, reason = "without compression it is sent as it is")]
    let mut body = message.to_vec();
    #[cfg(feature = "compression")]
    if options.compress {
        headers.push(("Accept-Encoding", "gzip, deflate".to_owned()));
        if let Some(compressed) = crate::http::deflate("gzip", &body) {
            headers.push(("Content-Encoding", "gzip".to_owned()));
            body = compressed;
        }
    }
    Ok(Outgoing { headers, body, timeout: call.timeout.or(options.timeout), sent: Sent::of(call) })
}

/// Reads the answer of a model.
pub(super) fn answer<O: DecodeOwned>(
    target: &Target,
    reply: Reply,
    sent: &Sent,
    options: &ClientOptions,
) -> Result<Answer<O>, ClientError> {
    let reply = reply.ok(options)?;
    let body = reply.body(options)?;
    target.answer(Response::from_http(&body)?, sent, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_segment() {
        assert_eq!(path("sum", "").expect("a path"), "/v2/models/sum");
        assert_eq!(path("a b/ü?", "1.0").expect("a path"), "/v2/models/a%20b%2F%C3%BC%3F/versions/1.0");
        assert_eq!(path("...", ".1").expect("a path"), "/v2/models/.../versions/.1");
        for (name, version) in [(".", ""), ("..", "1"), ("sum", "."), ("sum", "..")] {
            assert!(matches!(path(name, version), Err(ClientError::Address { .. })), "{name} {version}");
        }
    }
}
