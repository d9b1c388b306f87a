//! Makes one request of several, and several responses of one.

use std::borrow::Cow;

use tensor_format::{DecodeError, Shape};

use crate::{
    Datatype, Form, Parameters, Request, Response, Tensor, bytes,
    message::{Data, Parsed},
};

/// Returns the number of rows of a request: the length of the first axis, which all of its inputs have.
pub(super) fn rows(request: &Request<'_>) -> Option<usize> {
    let rows = *request.tensors.first()?.shape.first()?;
    request.tensors.iter().all(|tensor| tensor.shape.first() == Some(&rows)).then_some(rows)
}

/// Returns whether two requests differ in nothing but their rows: same inputs, datatypes and inner axes.
pub(super) fn alike(one: &Request<'_>, other: &Request<'_>) -> bool {
    one.tensors.len() == other.tensors.len()
        && one.tensors.iter().all(|tensor| {
            other.tensors.iter().any(|like| {
                like.name == tensor.name
                    && like.datatype == tensor.datatype
                    && like.shape.get(1..) == tensor.shape.get(1..)
            })
        })
}

/// Joins requests that are alike along their first axis.
pub(super) fn join(requests: &[&Request<'_>]) -> Result<Request<'static>, DecodeError> {
    let Some(first) = requests.first() else { return Ok(Request::default()) };
    let mut tensors = Vec::with_capacity(first.tensors.len());
    for tensor in &first.tensors {
        let mut joined = Vec::new();
        let mut rows = 0usize;
        for request in requests {
            let own = request.tensors.iter().find(|own| own.name == tensor.name);
            let Some(own) = own else { continue };
            rows = rows.saturating_add(own.shape.first().copied().unwrap_or_default());
            let bytes = own.to_bytes().map_err(|error| error.in_parameter(&own.name))?;
            joined.reserve(bytes.len().saturating_mul(if joined.is_empty() { requests.len() } else { 1 }));
            joined.extend_from_slice(&bytes);
        }
        let name = tensor.name.clone().into_owned();
        tensors.push(part(name.into(), tensor.datatype, with_rows(&tensor.shape, rows), Cow::Owned(joined)));
    }
    Ok(Request { tensors, ..Request::default() })
}

/// Splits a response along the first axis into parts of these many rows; `None` if it does not have as many.
pub(super) fn split<'r>(response: &'r Response<'_>, rows: &[usize]) -> Option<Vec<Response<'r>>> {
    let all: usize = rows.iter().sum();
    let mut parts: Vec<_> = rows.iter().map(|_| Response::default()).collect();
    for tensor in &response.tensors {
        let Data::Bytes(bytes) = &tensor.data else { return None };
        if tensor.shape.first() != Some(&all) {
            return None;
        }
        let mut rest: &'r [u8] = bytes;
        let elements_of_row: usize = tensor.shape.iter().skip(1).product();
        for (part_of, rows) in parts.iter_mut().zip(rows) {
            let elements = elements_of_row.checked_mul(*rows)?;
            let len = match tensor.datatype.size() {
                Some(size) => elements.checked_mul(size)?,
                None => bytes::strings(rest).take(elements).map(|string| string.len().saturating_add(4)).sum(),
            };
            let (own, after) = rest.split_at_checked(len)?;
            rest = after;
            let name = Cow::Borrowed(&*tensor.name);
            part_of.tensors.push(part(name, tensor.datatype, with_rows(&tensor.shape, *rows), Cow::Borrowed(own)));
        }
    }
    Some(parts)
}

/// Returns a shape with another number of rows.
fn with_rows(shape: &[usize], rows: usize) -> Shape {
    std::iter::once(rows).chain(shape.iter().skip(1).copied()).collect()
}

fn part<'a>(name: Cow<'a, str>, datatype: Datatype, shape: Shape, bytes: Cow<'a, [u8]>) -> Tensor<'a> {
    Tensor {
        name,
        datatype,
        shape,
        parameters: Parameters::new(),
        form: Form::Binary,
        data: Data::Bytes(bytes),
        at: 0,
        data_at: 0,
        parsed: Parsed::default(),
    }
}
