//! Reads the batches of a stream.

use std::{
    io::{self, Read},
    iter::once,
};

use tensor_format::{DecodeError, HasRules};

use super::{
    super::{
        arrow_array::{RecordBatch, RecordBatchReader},
        arrow_buffer::Buffer,
        arrow_schema::{ArrowError, SchemaRef},
    },
    columns_of,
    decoder::{Decoder, Kind, Pieces, input, kind, message},
    fields::schema_of,
    layout::Parts,
};
use crate::{
    expansion::most_of_schema,
    fault::{Fault, refused},
    options::ReadOptions,
};

/// What stands before the length of a message.
pub(super) const MARKER: [u8; 4] = [0xff; 4];

/// The bytes that are taken for a body before any of it arrived.
const AHEAD: usize = 1 << 16;

/// The batches of a stream, up to the first error.
pub struct StreamBatches<R> {
    messages: Messages<R>,
    decoder: Decoder,
    pieces: Pieces,
    ended: bool,
}

impl<R: Read> StreamBatches<R> {
    pub(super) fn new(input: R, options: &ReadOptions) -> Result<Self, DecodeError> {
        let input = Counted { inner: input, bytes: 0 };
        let mut messages = Messages { input, head: Vec::new(), start: 0, begun: false };
        let decoder = Self::begin(&mut messages, options).map_err(|error| error.at(messages.start))?;
        Ok(Self { messages, decoder, pieces: Pieces::default(), ended: false })
    }

    /// Reads the schema.
    fn begin(messages: &mut Messages<R>, options: &ReadOptions) -> Result<Decoder, DecodeError> {
        let begun = messages.next_head()?;
        let (schema, body) = match begun.then(|| message(&messages.head)).transpose()? {
            Some(first) => {
                let most = most_of_schema(messages.head.len() as u64, options.max_expanded);
                (schema_of(first.header_as_schema(), most)?, body_len(first.bodyLength())?)
            }
            None => return Err(Fault::ipc("a stream, which begins with a schema", "an empty one").into()),
        };
        messages.pass(body)?;
        Decoder::new(schema, options)
    }

    /// Reads only the columns that values of a type are read from. What is between their buffers is passed over: it is
    /// not looked at, and not decompressed.
    ///
    /// # Errors
    ///
    /// As [`check_schema`](super::super::check_schema).
    pub fn columns_of<T: HasRules>(mut self) -> Result<Self, DecodeError> {
        let columns = columns_of::<T>(self.decoder.batch_schema())?;
        self.decoder.project(columns)?;
        Ok(self)
    }

    fn read(&mut self) -> Result<Option<RecordBatch>, DecodeError> {
        while self.messages.next_head()? {
            let Messages { input: from, head, .. } = &mut self.messages;
            let message = message(head)?;
            let body = body_len(message.bodyLength())?;
            match kind(&message)? {
                Kind::Batch => {
                    let parts = self.decoder.parts(&message, body)?;
                    let body = read_parts(from, &parts, body)?;
                    return self.decoder.batch(&message, &parts, &body).map(Some);
                }
                Kind::Dictionary(dictionary) if self.decoder.reads_dictionaries() => {
                    let body = read_whole(from, body)?;
                    self.decoder.dictionary(&message, dictionary, &body)?;
                }
                Kind::Dictionary(_) => self.messages.pass(body)?,
            }
        }
        Ok(None)
    }
}

fn body_len(len: i64) -> Result<usize, DecodeError> {
    usize::try_from(len).map_err(|_| Fault::ipc("a body of 0 bytes or more", len.to_string()).into())
}

/// Reads this many bytes to the end of a list. Memory grows with what arrives.
fn read_to(from: &mut impl Read, len: usize, into: &mut Vec<u8>) -> Result<(), DecodeError> {
    into.reserve(len.min(AHEAD));
    let read = from.take(len as u64).read_to_end(into).map_err(input)?;
    if read == len { Ok(()) } else { Err(input(io::ErrorKind::UnexpectedEof.into())) }
}

fn pass(from: &mut impl Read, len: usize) -> Result<(), DecodeError> {
    let passed = io::copy(&mut from.take(len as u64), &mut io::sink()).map_err(input)?;
    if passed == len as u64 { Ok(()) } else { Err(input(io::ErrorKind::UnexpectedEof.into())) }
}

fn read_whole(from: &mut impl Read, len: usize) -> Result<Buffer, DecodeError> {
    let mut body = Vec::new();
    read_to(from, len, &mut body)?;
    Ok(Buffer::from_vec(body))
}

/// Reads the body of a batch, with zeros in place of what is between the parts, and without what is behind them.
fn read_parts(from: &mut impl Read, parts: &Parts, len: usize) -> Result<Buffer, DecodeError> {
    let mut body = Vec::new();
    for needed in parts.ranges().into_iter().chain(once(parts.end()..parts.end())) {
        pass(from, needed.start.saturating_sub(body.len()))?;
        body.resize(needed.start, 0);
        read_to(from, needed.len(), &mut body)?;
    }
    pass(from, len.saturating_sub(body.len()))?;
    Ok(Buffer::from_vec(body))
}

/// Refuses files by their first bytes, which would be the length of a message of more than a gigabyte.
fn check_kind(first: [u8; 4]) -> Result<(), Fault> {
    let found = match &first {
        b"ARRO" => "a file of Arrow, which is read by `file`",
        b"PAR1" => "a file of Parquet",
        _ => return Ok(()),
    };
    Err(Fault::ipc("a stream, which begins with a schema", found))
}

/// An input, and the number of bytes that were read of it.
struct Counted<R> {
    inner: R,
    bytes: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.bytes = self.bytes.saturating_add(read as u64);
        Ok(read)
    }
}

/// The messages of a stream.
struct Messages<R> {
    input: Counted<R>,
    /// The head of the message, and the byte at which it begins.
    head: Vec<u8>,
    start: u64,
    /// Whether any message was read.
    begun: bool,
}

impl<R: Read> Messages<R> {
    /// Reads the head of the next message; returns whether there is one.
    fn next_head(&mut self) -> Result<bool, DecodeError> {
        self.head.clear();
        self.start = self.input.bytes;
        let mut first = [0; 4];
        let mut begin = self.input.by_ref().take(4);
        let read = loop {
            match begin.read(&mut first) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other.map_err(input)?,
            }
        };
        if read == 0 {
            return Ok(false);
        }
        let rest = first.get_mut(read..).unwrap_or_default();
        self.input.read_exact(rest).map_err(input)?;
        if !std::mem::replace(&mut self.begun, true) {
            check_kind(first)?;
        }
        if first == MARKER {
            self.input.read_exact(&mut first).map_err(input)?;
        }
        let len = u32::from_le_bytes(first);
        if len == 0 {
            return Ok(false);
        }
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        read_to(&mut self.input, len, &mut self.head)?;
        Ok(true)
    }

    fn pass(&mut self, len: usize) -> Result<(), DecodeError> {
        pass(&mut self.input, len)
    }
}

impl<R: Read> Iterator for StreamBatches<R> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        if let Some(piece) = self.pieces.next() {
            return Some(Ok(piece));
        }
        // Up to the message at fault the stream can be kept.
        let batch = self.read().map_err(|error| refused(error.at(self.messages.start))).transpose();
        let batch = batch.map(|batch| batch.map(|batch| self.pieces.first(batch)));
        self.ended = !matches!(batch, Some(Ok(_)));
        batch
    }
}

impl<R: Read> RecordBatchReader for StreamBatches<R> {
    fn schema(&self) -> SchemaRef {
        self.decoder.batch_schema().clone()
    }
}
