//! Reads the batches of a file: from what can seek, or in place from memory that holds it.

use std::{
    io::{Read, Seek, SeekFrom},
    ops::Range,
};

use tensor_format::{DecodeError, HasRules};

use super::{
    super::{
        arrow_array::{RecordBatch, RecordBatchReader},
        arrow_buffer::{Buffer, MutableBuffer},
        arrow_ipc::{Block, Message, reader::read_footer_length, root_as_footer},
        arrow_schema::{ArrowError, SchemaRef},
    },
    columns_of,
    decoder::{Decoder, Kind, Pieces, input, kind, message},
    fields::schema_of,
    layout,
    stream::MARKER,
};
use crate::{
    expansion::most_of_schema,
    fault::{Fault, refused},
    options::ReadOptions,
};

/// The batches of a file, up to the first error.
pub struct FileBatches<R>(Blocks<Seeking<R>>);

/// The batches of a file that is in memory, up to the first error. Their arrays lie in it.
pub struct InPlaceBatches(Blocks<Buffer>);

macro_rules! batches {
    ($([$($bounds:tt)*] $batches:ty;)*) => { $(
        impl<$($bounds)*> $batches {
            /// Reads only the columns that values of a type are read from; the others are not looked at.
            ///
            /// # Errors
            ///
            /// As [`check_schema`](super::super::check_schema).
            pub fn columns_of<T: HasRules>(mut self) -> Result<Self, DecodeError> {
                let columns = columns_of::<T>(self.0.decoder.batch_schema())?;
                self.0.decoder.project(columns)?;
                Ok(self)
            }
        }

        impl<$($bounds)*> Iterator for $batches {
            type Item = Result<RecordBatch, ArrowError>;

            fn next(&mut self) -> Option<Self::Item> {
                self.0.next_batch()
            }
        }

        impl<$($bounds)*> RecordBatchReader for $batches {
            fn schema(&self) -> SchemaRef {
                self.0.decoder.batch_schema().clone()
            }
        }
    )* };
}

batches! {
    [R: Read + Seek] FileBatches<R>;
    [] InPlaceBatches;
}

impl<R: Read + Seek> FileBatches<R> {
    pub(super) fn new(input: R, options: &ReadOptions) -> Result<Self, DecodeError> {
        Blocks::new(Seeking(input), options).map(Self)
    }
}

impl InPlaceBatches {
    pub(super) fn new(file: Buffer, options: &ReadOptions) -> Result<Self, DecodeError> {
        Blocks::new(file, options).map(Self)
    }
}

/// What a file is read from.
trait Place {
    /// Returns the number of bytes of the file.
    fn size(&mut self) -> Result<u64, DecodeError>;

    /// Returns bytes that are in the file: all, or at least those in these ranges, which are from its start.
    fn get(&mut self, at: u64, len: usize, needed: Option<&[Range<usize>]>) -> Result<Buffer, DecodeError>;
}

struct Seeking<R>(R);

impl<R: Read + Seek> Place for Seeking<R> {
    fn size(&mut self) -> Result<u64, DecodeError> {
        self.0.seek(SeekFrom::End(0)).map_err(input)
    }

    fn get(&mut self, at: u64, len: usize, needed: Option<&[Range<usize>]>) -> Result<Buffer, DecodeError> {
        let all = 0..len;
        // Memory that is not written is not taken from the system.
        let mut bytes = MutableBuffer::from_len_zeroed(len);
        for range in needed.unwrap_or(std::slice::from_ref(&all)) {
            self.0.seek(SeekFrom::Start(at.saturating_add(range.start as u64))).map_err(input)?;
            let into = bytes.as_slice_mut().get_mut(range.clone()).unwrap_or_default();
            self.0.read_exact(into).map_err(input)?;
        }
        Ok(bytes.into())
    }
}

impl Place for Buffer {
    fn size(&mut self) -> Result<u64, DecodeError> {
        Ok(self.len() as u64)
    }

    fn get(&mut self, at: u64, len: usize, _: Option<&[Range<usize>]>) -> Result<Buffer, DecodeError> {
        let at = usize::try_from(at).ok().filter(|at| at.checked_add(len).is_some_and(|end| end <= self.len()));
        let at = at.ok_or_else(|| Fault::ipc("bytes in the file", format!("{len} after its end")))?;
        Ok(self.slice_with_length(at, len))
    }
}

/// The messages of a file.
struct Blocks<P> {
    place: P,
    size: u64,
    blocks: std::vec::IntoIter<Block>,
    /// Those that are not read yet: before a batch of a column that has one.
    dictionaries: Vec<Block>,
    decoder: Decoder,
    pieces: Pieces,
}

impl<P: Place> Blocks<P> {
    fn new(mut place: P, options: &ReadOptions) -> Result<Self, DecodeError> {
        let size = place.size()?;
        let footer = footer(&mut place, size)?;
        let most = most_of_schema(footer.len() as u64, options.max_expanded);
        let footer = root_as_footer(&footer).map_err(|error| Fault::ipc("the footer of a file", error.to_string()))?;
        let decoder = Decoder::new(schema_of(footer.schema(), most)?, options)?;
        let blocks: Vec<Block> = footer.recordBatches().into_iter().flatten().copied().collect();
        let dictionaries: Vec<Block> = footer.dictionaries().into_iter().flatten().copied().collect();
        let place_of = |block: &Block| {
            let start = u64::try_from(block.offset()).unwrap_or_default();
            let lens = [block.metaDataLength().into(), block.bodyLength()];
            let lens = lens.map(|len| u64::try_from(len).unwrap_or_default());
            start..lens.into_iter().fold(start, u64::saturating_add)
        };
        layout::check_apart(&mut blocks.iter().chain(&dictionaries).map(place_of).collect::<Vec<_>>())?;
        let pieces = Pieces::default();
        Ok(Self { place, size, blocks: blocks.into_iter(), dictionaries, decoder, pieces })
    }

    fn next_batch(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        if let Some(piece) = self.pieces.next() {
            return Some(Ok(piece));
        }
        let block = self.blocks.next()?;
        let batch = self.read(&block).map_err(|error| located(error, &block));
        let batch = batch.map(|batch| self.pieces.first(batch));
        if batch.is_err() {
            self.blocks = Vec::new().into_iter();
        }
        Some(batch.map_err(refused))
    }

    fn read(&mut self, block: &Block) -> Result<RecordBatch, DecodeError> {
        if self.decoder.reads_dictionaries() {
            for block in std::mem::take(&mut self.dictionaries) {
                self.read_dictionary(&block).map_err(|error| located(error, &block))?;
            }
        }
        let (head, at, len) = self.head(block)?;
        let message = parse(&head)?;
        let Kind::Batch = kind(&message)? else { return Err(Fault::ipc("a batch", "a dictionary").into()) };
        let parts = self.decoder.parts(&message, len)?;
        let body = self.place.get(at, len, Some(&parts.ranges()))?;
        self.decoder.batch(&message, &parts, &body)
    }

    fn read_dictionary(&mut self, block: &Block) -> Result<(), DecodeError> {
        let (head, at, len) = self.head(block)?;
        let message = parse(&head)?;
        let Kind::Dictionary(dictionary) = kind(&message)? else {
            return Err(Fault::ipc("a dictionary", "a batch").into());
        };
        let body = self.place.get(at, len, None)?;
        self.decoder.dictionary(&message, dictionary, &body)
    }

    /// Returns the head of a message, and where its body is.
    fn head(&mut self, block: &Block) -> Result<(Buffer, u64, usize), DecodeError> {
        let place = || {
            let (at, head) = (u64::try_from(block.offset()).ok()?, u64::try_from(block.metaDataLength()).ok()?);
            let (body_at, body) = (at.checked_add(head)?, u64::try_from(block.bodyLength()).ok()?);
            // Fewer bytes than the marker and the length are no head.
            let inside = body_at.checked_add(body)? <= self.size && head >= 8;
            inside.then_some(())?;
            Some((at, usize::try_from(head).ok()?, body_at, usize::try_from(body).ok()?))
        };
        let found = || format!("{} and {} bytes at {}", block.metaDataLength(), block.bodyLength(), block.offset());
        let place = place().ok_or_else(|| Fault::ipc("a message inside of the file", found()));
        let (at, head, body_at, body) = place?;
        Ok((self.place.get(at, head, None)?, body_at, body))
    }
}

/// Adds the byte at which a message begins to an error of it.
fn located(error: DecodeError, block: &Block) -> DecodeError {
    match u64::try_from(block.offset()) {
        Ok(offset) => error.at(offset),
        Err(_) => error,
    }
}

/// Parses the head of a message, which is behind its length and in files since 0.15 a marker.
fn parse(head: &[u8]) -> Result<Message<'_>, DecodeError> {
    message(head.strip_prefix(&MARKER).unwrap_or(head).get(4..).unwrap_or_default())
}

fn footer<P: Place>(place: &mut P, size: u64) -> Result<Buffer, DecodeError> {
    let whole = "a whole file, which ends with `ARROW1`; a stream does not, and is read by `stream`";
    let short = || Fault::ipc(whole, format!("{size} bytes"));
    // A footer, its length, and the mark.
    let tail_at = size.checked_sub(10).ok_or_else(short)?;
    let bytes = place.get(tail_at, 10, None)?;
    let tail = bytes.first_chunk::<10>().ok_or_else(short)?;
    let Some(len) = tail.strip_suffix(b"ARROW1") else {
        let kind = if tail.ends_with(b"PAR1") { ", as files of Parquet do" } else { "" };
        let found = format!("{size} bytes, which end with {:02x?}{kind}", tail.get(4..).unwrap_or_default());
        return Err(Fault::ipc(whole, found).into());
    };
    let footer_len =
        read_footer_length(*tail).map_err(|_| Fault::ipc("a footer of 0 bytes or more", format!("{len:02x?}")))?;
    let footer_at = tail_at.checked_sub(footer_len as u64).ok_or_else(short)?;
    place.get(footer_at, footer_len, None)
}
