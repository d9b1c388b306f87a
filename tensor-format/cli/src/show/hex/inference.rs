//! The bytes of messages to and from served models over HTTP.

use tensor_format_oip::{Form, Request, Response, Tensor};

use super::Lines;
use crate::{
    failure::Failure,
    file::inference::{body as read_body, is_request, options},
};

/// Explains the JSON, and the elements behind it.
pub(super) fn body(lines: &mut Lines<'_, '_>, header_length: Option<u64>) -> Result<(), Failure> {
    let Ok(body) = read_body(lines.bytes, header_length, &options(lines.bytes)) else { return Ok(()) };
    lines.note(body.json_len(), "JSON")?;
    if is_request(lines.bytes) {
        Request::from_http(&body).map_or(Ok(()), |request| tensors(lines, request.inputs()))
    } else {
        Response::from_http(&body).map_or(Ok(()), |response| tensors(lines, response.outputs()))
    }
}

fn tensors(lines: &mut Lines<'_, '_>, tensors: &[Tensor<'_>]) -> Result<(), Failure> {
    tensors.iter().filter(|tensor| tensor.form() == Form::Binary).try_for_each(|tensor| {
        let len = tensor.to_bytes().map_or(0, |bytes| bytes.len());
        let meaning = format!("{}: {} {:?}", tensor.name(), tensor.datatype().name(), tensor.shape());
        lines.note(lines.at + len, &meaning)
    })
}
