//! Bodies that were kept without their headers.

use tensor_format::DecodeError;

use super::{Body, Headers};
use crate::{Options, json::Outline};

/// The kind of a message over HTTP, as its body says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MessageKind {
    /// A [`Request`](crate::Request).
    Request,
    /// A [`Response`](crate::Response).
    Response,
    /// What a server answers in place of a response: an [`ErrorDocument`](super::ErrorDocument).
    Error,
}

impl MessageKind {
    /// Returns the kind of a body that looks like a message, whole or not: an object with `inputs` or `outputs` that
    /// have a datatype or a shape, or that are none, or with the text `error`. `None` for all others, as for metadata,
    /// which have no elements: see
    /// [`DocumentKind`](crate::metadata::DocumentKind).
    ///
    /// ```
    /// use tensor_format_oip::http::MessageKind;
    ///
    /// let cut = br#"{"inputs": [{"name": "x", "datatype": "FP32", "shape": [2], "data": [1, "#;
    /// assert_eq!(MessageKind::of_body(cut), Some(MessageKind::Request));
    /// assert_eq!(MessageKind::of_body(br#"{"inputs": "a text"}"#), None);
    /// ```
    #[must_use]
    pub fn of_body(body: &[u8]) -> Option<Self> {
        let Outline { request, response, error, .. } = Outline::of(body);
        match (request, response, error) {
            (true, ..) => Some(Self::Request),
            (_, true, _) => Some(Self::Response),
            (.., true) => Some(Self::Error),
            _ => None,
        }
    }
}

impl<'a> Body<'a> {
    /// Takes a body whose headers were not kept, as one that was written to a file. It is not compressed, and the
    /// length of its JSON is found from the sizes that the tensors have behind it; where these do not fit what is
    /// there, from the end of the JSON.
    ///
    /// # Errors
    ///
    /// A [`Fault`](crate::Fault) of the kind [`TooLarge`](crate::FaultKind::TooLarge).
    ///
    /// ```
    /// use tensor_format_oip::{Request, http::Body, Options};
    ///
    /// let request = Request::from_value(&[1.0f32, 2.0])?.to_http()?.to_vec();
    /// let body = Body::captured(&request, &Options::new())?;
    /// assert_eq!(Request::from_http(&body)?.decode::<[f32; 2]>()?, [1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captured(bytes: &'a [u8], options: &Options) -> Result<Self, DecodeError> {
        let body = Self::with_options(&Headers::new(), bytes, options)?;
        Ok(Self { json: json_len(bytes), ..body })
    }

    /// Returns the number of bytes of the JSON, which those of the tensors follow.
    #[must_use]
    pub fn json_len(&self) -> usize {
        self.json.unwrap_or(self.bytes.len())
    }
}

/// Returns the length of the JSON; `None` if nothing but white space follows it, or it has no end.
fn json_len(bytes: &[u8]) -> Option<usize> {
    let Outline { end, binary, .. } = Outline::of(bytes);
    let end = end?;
    let is_space = |from: usize, to: usize| bytes.get(from..to).is_some_and(|rest| rest.trim_ascii().is_empty());
    if binary == 0 && is_space(end, bytes.len()) {
        return None;
    }
    // Spaces behind the JSON belong to it: they align what follows.
    let exact = usize::try_from(binary).ok().and_then(|binary| bytes.len().checked_sub(binary));
    Some(exact.filter(|at| is_space(end, *at)).unwrap_or(end))
}
