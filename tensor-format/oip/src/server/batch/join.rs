//! Makes one request of several, and several responses of one.

use std::borrow::Cow;

use tensor_format::Shape;

use crate::{
    Datatype, Form, Parameters, Request, Response, Tensor, bytes,
    message::{Data, Parsed},
};

/// Returns the number of rows of a request: the length of the first axis, which all of its inputs have.
pub(super) fn rows(request: &Request<'_>) -> Option<usize> {
    let rows = *request.tensors.first()?.shape.first()?;
    request.tensors.iter().all(|tensor| tensor.shape.first() == Some(&rows)).then_some(rows)
}

/// Joins requests of one signature along their first axis; `None` if there is no memory for all of them.
pub(super) fn join(requests: &[&Request<'_>]) -> Option<Request<'static>> {
    let first = requests.first()?;
    let mut tensors = Vec::with_capacity(first.tensors.len());
    for tensor in &first.tensors {
        let mut rows = 0usize;
        let mut parts = Vec::with_capacity(requests.len());
        for request in requests {
            let own = match &*request.tensors {
                // What is one tensor has any name.
                [own] => own,
                all => all.iter().find(|own| own.name == tensor.name)?,
            };
            rows = rows.checked_add(*own.shape.first()?)?;
            parts.push(own.to_bytes().ok()?);
        }
        let mut joined = Vec::new();
        joined.try_reserve_exact(parts.iter().map(|part| part.len()).sum()).ok()?;
        parts.iter().for_each(|part| joined.extend_from_slice(part));
        let name = tensor.name.clone().into_owned();
        tensors.push(part(name.into(), tensor.datatype, with_rows(&tensor.shape, rows), Cow::Owned(joined)));
    }
    Some(Request { tensors, ..Request::default() })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// One long text beside short ones: memory is taken for what is there, not for as many of the first.
    #[test]
    fn memory_is_that_of_the_parts() {
        let texts: Vec<_> = (0..64).map(|index| vec!["x".repeat(if index == 0 { 1 << 20 } else { 1 })]).collect();
        let requests: Vec<_> = texts.iter().map(|text| Request::from_value(text).expect("a request")).collect();
        let joined = join(&requests.iter().collect::<Vec<_>>()).expect("a request");
        let Data::Bytes(Cow::Owned(bytes)) = &joined.tensors[0].data else { panic!("no bytes") };
        assert_eq!((joined.tensors[0].shape(), bytes.len()), (&[64][..], (1 << 20) + 63 + 64 * 4));
        assert_eq!(bytes.capacity(), bytes.len());
    }
}
