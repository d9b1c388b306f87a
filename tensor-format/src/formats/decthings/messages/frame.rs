//! Reading and writing of a message's frame: all of the message that is in front of and between its blobs.

use alloc::{string::ToString, vec::Vec};
use core::ops::Range;

use arrayvec::ArrayVec;

use super::super::{Options, aligned_payloads::AlignedPayloads, errors::at};
use crate::{DecodeError, EncodeError, ErrorKind, Limit, util::varint, variable::varint_error};

/// Reads the fields of a frame one after another.
pub(super) struct FrameReader<'a> {
    input: &'a [u8],
    at: usize,
    options: Options,
}

impl<'a> FrameReader<'a> {
    pub(super) fn new(input: &'a [u8], options: &Options) -> Self {
        Self { input, at: 0, options: *options }
    }

    fn rest(&self) -> &'a [u8] {
        self.input.get(self.at..).unwrap_or_default()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Passes over the next `len` bytes and returns where they are in the input.
    pub(super) fn take(&mut self, len: u64) -> Result<Range<usize>, DecodeError> {
        let left = self.rest().len();
        match usize::try_from(len).ok().filter(|len| *len <= left) {
            Some(len) => {
                let start = self.at;
                self.at = start.saturating_add(len);
                Ok(start..self.at)
            }
            None => Err(at(ErrorKind::UnexpectedEnd { needed: len, left: left as u64 }, self.at)),
        }
    }

    /// Returns the next `N` bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let start = self.at;
        self.take(N as u64)?;
        // `take` has checked that there are `N` bytes.
        Ok(self.input.get(start..).and_then(<[u8]>::first_chunk).copied().unwrap_or([0; N]))
    }

    pub(super) fn varint(&mut self) -> Result<u64, DecodeError> {
        match varint::read(self.rest(), self.options.allow_non_canonical_varint) {
            Ok((value, width)) => {
                self.at = self.at.saturating_add(width);
                Ok(value)
            }
            Err(error) => {
                let error = varint_error(error, self.rest().len(), 0);
                Err(at(error.kind, self.at.saturating_add(error.at)))
            }
        }
    }

    /// Returns the next `len` bytes as text.
    pub(super) fn text(&mut self, len: u64) -> Result<&'a str, DecodeError> {
        let range = self.take(len)?;
        let start = range.start;
        let bytes = self.input.get(range).unwrap_or_default();
        core::str::from_utf8(bytes)
            .map_err(|error| at(ErrorKind::InvalidUtf8, start.saturating_add(error.valid_up_to())))
    }

    /// Returns the next `len` bytes as the JSON text of the message, if it is no longer than the limit.
    pub(super) fn json(&mut self, len: u64) -> Result<&'a str, DecodeError> {
        let max = super::super::MAX_JSON_BYTES as u64;
        if len > max && len <= self.rest().len() as u64 {
            return Err(at(ErrorKind::LimitExceeded { limit: Limit::Text, max, found: len }, self.at));
        }
        self.text(len)
    }

    /// Returns the JSON and the blobs of a request: the lengths of the blobs come first, then the JSON, then the blobs.
    pub(super) fn request(&mut self) -> Result<(&'a str, Vec<Blob<'a>>), DecodeError> {
        let [count] = self.array()?;
        let json = self.varint()?;
        let lengths = (0..count).map(|_| self.varint()).collect::<Result<ArrayVec<_, MAX_REQUEST_BLOBS>, _>>()?;
        let json = self.json(json)?;
        // A list that grows would take up to three times the room meanwhile.
        let mut blobs = Vec::with_capacity(lengths.len());
        for len in lengths {
            blobs.push(self.blob(len)?);
        }
        if !self.is_at_end() && !self.options.allow_trailing {
            let count = self.rest().len() as u64;
            return Err(at(ErrorKind::TrailingBytes { count, or_more: false, record_of: None }, self.at));
        }
        Ok((json, blobs))
    }

    /// Returns the JSON and the blobs of a response: each blob behind its length, up to the end.
    pub(super) fn response(&mut self) -> Result<(&'a str, Vec<Blob<'a>>), DecodeError> {
        let len = self.varint()?;
        let json = self.json(len)?;
        let max = self.options.max_params;
        // A blob may be one byte of the message. They are counted first, so that they take no more room than they need.
        let (first, mut count) = (self.at, 0usize);
        while !self.is_at_end() {
            if count == max {
                return Err(at(Limit::Blobs.exceeded(max, max.saturating_add(1)), self.at));
            }
            let len = self.varint()?;
            self.take(len)?;
            count = count.saturating_add(1);
        }
        self.at = first;
        let mut blobs = Vec::with_capacity(count);
        while !self.is_at_end() {
            let len = self.varint()?;
            blobs.push(self.blob(len)?);
        }
        Ok((json, blobs))
    }

    /// Passes over the next `len` bytes and returns them as the data of a parameter.
    fn blob(&mut self, len: u64) -> Result<Blob<'a>, DecodeError> {
        let Range { start, end } = self.take(len)?;
        Ok(Blob::new(self.input.get(..end).unwrap_or_default(), start))
    }
}

/// The data of a parameter: the bytes of the message from `start` up to the data's end, so that offsets are counted
/// from the start of the message.
#[derive(Clone, Copy)]
pub(super) struct Blob<'a> {
    pub(super) input: &'a [u8],
    pub(super) start: usize,
    /// Aligned copies of those numbers that are not aligned in the message, to borrow from instead.
    pub(super) copies: Option<&'a AlignedPayloads>,
}

impl<'a> Blob<'a> {
    pub(super) fn new(input: &'a [u8], start: usize) -> Self {
        Self { input, start, copies: None }
    }

    pub(super) fn bytes(self) -> &'a [u8] {
        self.input.get(self.start..).unwrap_or_default()
    }
}

/// The kind of a message, which decides what goes around its blobs.
#[derive(Clone, Copy)]
pub(super) enum MessageFrame<'f> {
    Request,
    WebSocketRequest(u32),
    Response,
    WebSocketResponse(u32),
    WebSocketEvent(&'f str),
}

/// The most blobs that a request can have: their number is one byte.
const MAX_REQUEST_BLOBS: usize = u8::MAX as usize;

impl MessageFrame<'_> {
    fn is_request(self) -> bool {
        matches!(self, MessageFrame::Request | MessageFrame::WebSocketRequest(_))
    }

    /// Writes everything before the first blob, and reserves room for all. `lengths` are those of the blobs.
    pub(super) fn begin(self, out: &mut Vec<u8>, json: &str, lengths: &[usize]) -> Result<(), EncodeError> {
        let count = u8::try_from(lengths.len());
        if self.is_request() && count.is_err() {
            return Err(Limit::Blobs.exceeded(MAX_REQUEST_BLOBS, lengths.len()).into());
        }
        // The longest lead is that of an event: a byte, a length and up to 255 bytes.
        let fixed = json.len().saturating_add(257 + 9 + 1);
        let blobs = lengths.iter().map(|&len| len.saturating_add(varint::len(len as u64)));
        out.reserve(blobs.fold(fixed, usize::saturating_add));
        match self {
            MessageFrame::Request | MessageFrame::Response => {}
            MessageFrame::WebSocketRequest(id) => out.extend_from_slice(&id.to_be_bytes()),
            MessageFrame::WebSocketResponse(id) => {
                out.push(0);
                out.extend_from_slice(&id.to_be_bytes());
            }
            MessageFrame::WebSocketEvent(name) => {
                let Ok(len) = u8::try_from(name.len()) else {
                    let kind = ErrorKind::Field {
                        field: "length of the event's name",
                        expected: "at most 255 bytes",
                        found: i64::try_from(name.len()).unwrap_or(i64::MAX),
                    };
                    return Err(kind.into());
                };
                out.extend_from_slice(&[1, len]);
                out.extend_from_slice(name.as_bytes());
            }
        }
        if self.is_request() {
            out.push(count.unwrap_or(u8::MAX));
        }
        varint::push(out, json.len() as u64);
        if self.is_request() {
            lengths.iter().for_each(|&len| varint::push(out, len as u64));
        }
        out.extend_from_slice(json.as_bytes());
        Ok(())
    }

    /// Writes what goes in front of one blob: for a response its length.
    pub(super) fn before_blob(self, out: &mut Vec<u8>, len: usize) {
        if !self.is_request() {
            varint::push(out, len as u64);
        }
    }
}

/// Returns a value as JSON text.
pub(super) fn json_of<J: serde_core::Serialize + ?Sized>(json: &J) -> Result<alloc::string::String, EncodeError> {
    serde_json::to_string(json).map_err(|error| ErrorKind::custom(error.to_string()).into())
}
