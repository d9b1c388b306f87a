//! Receives the bodies of requests: bounded in size and in time.

use std::{future::poll_fn, pin::Pin, time::Duration};

use axum::{
    body::{Body, Bytes, HttpBody},
    http::{HeaderMap, HeaderName, header},
};

use super::{
    call::Message,
    failure::{Failure, FailureKind},
};
use crate::{Fault, Stage};

/// The header that says how long the JSON is.
pub(super) const HEADER_LENGTH: HeaderName = HeaderName::from_static("inference-header-content-length");

/// Receives a body of at most so many bytes, in this time.
pub(super) async fn receive(
    headers: &HeaderMap,
    mut body: Body,
    most: usize,
    timeout: Duration,
) -> Result<Message, Failure> {
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|len| len.to_str().ok()?.parse::<u64>().ok());
    let announced = announced.and_then(|len| usize::try_from(len).ok()).filter(|len| *len > most);
    if let Some(announced) = announced {
        drain(headers, body, timeout);
        return Err(too_large(announced, most));
    }
    let collected = tokio::time::timeout(timeout, collect(Pin::new(&mut body), most)).await;
    let collected = collected.map_err(|_| Failure::too_slow("body", timeout))?;
    if collected.is_err() {
        read_on(body, timeout);
    }
    Ok(Message::Http {
        header_length: joined(headers, &HEADER_LENGTH),
        encoding: joined(headers, &header::CONTENT_ENCODING),
        accepted: accepted(headers),
        bytes: collected?,
    })
}

/// Reads, beside the answer, what a client sends of a body that is refused before it was read: closed upon, it would
/// see its write fail and not look for the answer. Who asks first, by `Expect`, is told not to send one.
pub(super) fn drain(headers: &HeaderMap, body: Body, timeout: Duration) {
    if !headers.contains_key(header::EXPECT) {
        read_on(body, timeout);
    }
}

/// Reads what is left of a body. It takes no memory, so that its time alone has an end.
fn read_on(mut body: Body, timeout: Duration) {
    if body.is_end_stream() {
        return;
    }
    let read =
        async move { while let Some(Ok(_)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {} };
    tokio::spawn(tokio::time::timeout(timeout, read));
}

/// Collects what has come: no memory is taken on the word of a header.
async fn collect(mut body: Pin<&mut Body>, most: usize) -> Result<Bytes, Failure> {
    let mut first = Bytes::new();
    let mut rest: Vec<u8> = Vec::new();
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        let frame = frame.map_err(|error| {
            let text = format!("the body: expected all of it, found an end: {error}");
            Failure::new(FailureKind::Malformed, text)
        })?;
        let Ok(data) = frame.into_data() else { continue };
        let received = first.len().max(rest.len()).saturating_add(data.len());
        if received > most {
            return Err(too_large(received, most));
        }
        if first.is_empty() {
            first = data;
            continue;
        }
        if rest.is_empty() {
            rest.extend_from_slice(&first);
        }
        rest.extend_from_slice(&data);
    }
    Ok(if rest.is_empty() { first } else { rest.into() })
}

fn too_large(found: usize, most: usize) -> Failure {
    Failure::decode(&Fault::too_large(Stage::Http, found, most).into())
}

/// Returns the value of a header; several are one list, as HTTP has it, which no number and no encoding is.
fn joined(headers: &HeaderMap, name: &HeaderName) -> Option<Vec<u8>> {
    let mut values = headers.get_all(name).iter();
    let mut joined = values.next()?.as_bytes().to_vec();
    for value in values {
        joined.extend_from_slice(b", ");
        joined.extend_from_slice(value.as_bytes());
    }
    Some(joined)
}

/// Returns the first encoding of those that are known which a client accepts.
fn accepted(headers: &HeaderMap) -> Option<&'static str> {
    let value = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let mut offered = value.split(',').filter_map(|item| {
        let (name, quality) = item.split_once(';').unwrap_or((item, ""));
        let refused = matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        (!refused).then(|| name.trim().to_ascii_lowercase())
    });
    offered.find_map(|name| ["gzip", "deflate"].into_iter().find(|known| *known == name))
}
