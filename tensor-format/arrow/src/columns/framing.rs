//! Checks the messages of files and streams before arrow-rs reads them, which fails with a panic where a message says
//! that its buffers are anywhere but in its body.

use std::{
    io::{self, Read, Seek, SeekFrom},
    panic::{AssertUnwindSafe, catch_unwind},
};

use super::{
    arrow_array::{RecordBatch, RecordBatchReader},
    arrow_ipc::{self, Block, Message, reader::read_footer_length, root_as_footer, root_as_message},
    arrow_schema::{ArrowError, SchemaRef},
};
use crate::fault::{Fault, FaultKind, Stage};

/// What stands before the length of a message.
const MARKER: [u8; 4] = [0xff; 4];

/// The most items of an array: as many times the largest size of a list can be counted.
const MOST_ITEMS: u64 = 1 << 33;

fn fault(expected: &'static str, found: impl Into<String>) -> Fault {
    Fault::new(Stage::Ipc, FaultKind::Arrow, expected, found)
}

/// Returns the error of a file or stream: of its input, of its messages, or of Arrow. For programs that read
/// [`Batches`] themselves.
#[must_use]
pub fn unread(error: ArrowError) -> tensor_format::DecodeError {
    match error {
        ArrowError::IoError(text, error) => match error.get_ref().and_then(|inner| inner.downcast_ref::<Fault>()) {
            Some(fault) => fault.clone().into(),
            None if error.kind() == io::ErrorKind::UnexpectedEof => {
                fault("the rest of a message: the input is cut off", "its end").into()
            }
            // An error of arrow-rs's own has no cause of the system.
            None if error.raw_os_error().is_none() && error.kind() == io::ErrorKind::Other => {
                Fault::arrow(&text).into()
            }
            None => error.into(),
        },
        error => Fault::arrow(&error).into(),
    }
}

/// Checks that what a message describes is in its body of this many bytes.
fn check_message(message: &Message<'_>, body: u64) -> Result<(), Fault> {
    let batch = match message.header_as_dictionary_batch() {
        Some(dictionary) => dictionary.data(),
        None => message.header_as_record_batch(),
    };
    batch.map_or(Ok(()), |batch| check_batch(&batch, body))
}

fn check_batch(batch: &arrow_ipc::RecordBatch<'_>, body: u64) -> Result<(), Fault> {
    let count = |count: i64| u64::try_from(count).map_err(|_| fault("a number of 0 or more", count.to_string()));
    count(batch.length())?;
    for node in batch.nodes().into_iter().flatten() {
        if count(node.null_count())? > count(node.length())? {
            let found = format!("{} of {}", node.null_count(), node.length());
            return Err(fault("no more nulls than items", found));
        }
        if count(node.length())? > MOST_ITEMS {
            return Err(fault("at most 2^33 items in an array", node.length().to_string()));
        }
    }
    for buffer in batch.buffers().into_iter().flatten() {
        let end = count(buffer.offset())?.checked_add(count(buffer.length())?);
        if end.is_none_or(|end| end > body) {
            let found = format!("{} bytes at {} of {body}", buffer.length(), buffer.offset());
            return Err(fault("a buffer inside of the message", found));
        }
    }
    batch.variadicBufferCounts().into_iter().flatten().try_for_each(|buffers| count(buffers).map(|_| ()))
}

/// Calls arrow-rs, and makes an error of a panic: beside what is checked here it has asserts that depend on what each
/// buffer holds.
fn guarded<T>(read: impl FnOnce() -> Result<T, ArrowError>) -> Result<T, ArrowError> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        Err(ArrowError::IpcError(format!("a buffer does not hold what its type needs: {text}")))
    })
}

/// The batches of a file or stream, up to the first error. Where arrow-rs fails with a panic, it is an error here.
pub struct Batches<B> {
    reader: Option<B>,
    schema: SchemaRef,
}

impl<B: RecordBatchReader> Batches<B> {
    pub(crate) fn new(open: impl FnOnce() -> Result<B, ArrowError>) -> Result<Self, ArrowError> {
        let reader = guarded(open)?;
        Ok(Self { schema: reader.schema(), reader: Some(reader) })
    }
}

impl<B: RecordBatchReader> Iterator for Batches<B> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let reader = self.reader.as_mut()?;
        let batch = guarded(|| reader.next().transpose()).transpose();
        if !matches!(batch, Some(Ok(_))) {
            self.reader = None;
        }
        batch
    }
}

impl<B: RecordBatchReader> RecordBatchReader for Batches<B> {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// A stream whose messages are checked as they pass.
#[derive(Debug)]
pub struct Checked<R> {
    inner: R,
    /// The head of the message, and how much of it has passed.
    head: Vec<u8>,
    passed: usize,
    /// The number of bytes of the body that are left.
    body: u64,
}

impl<R: Read> Checked<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, head: Vec::new(), passed: 0, body: 0 }
    }

    /// Reads as many bytes as there are, up to `len`, to the end of the head. Memory grows with what arrives.
    fn take(&mut self, len: usize) -> io::Result<bool> {
        let read = self.inner.by_ref().take(len as u64).read_to_end(&mut self.head)?;
        Ok(read == len)
    }

    /// Reads the head of the next message; at the end of the stream there is none.
    fn next_message(&mut self) -> io::Result<()> {
        self.head.clear();
        self.passed = 0;
        if !self.take(4)? || (self.head == MARKER && !self.take(4)?) {
            return Ok(());
        }
        let begin = self.head.len();
        let len = self.head.last_chunk().map_or(0, |len| u32::from_le_bytes(*len));
        if len == 0 || !self.take(usize::try_from(len).map_err(io::Error::other)?)? {
            return Ok(());
        }
        // What is no message is refused by arrow-rs.
        let Ok(message) = root_as_message(self.head.get(begin..).unwrap_or_default()) else { return Ok(()) };
        let length = message.bodyLength();
        let body = u64::try_from(length).map_err(|_| fault("a body of 0 bytes or more", length.to_string()));
        let checked = body.and_then(|body| check_message(&message, body).map(|()| body));
        self.body = checked.map_err(|fault| io::Error::new(io::ErrorKind::InvalidData, fault))?;
        Ok(())
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        if self.passed == self.head.len() && self.body == 0 {
            self.next_message()?;
        }
        let head = self.head.get(self.passed..).unwrap_or_default();
        if head.is_empty() {
            let read = self.inner.by_ref().take(self.body).read(out)?;
            self.body = self.body.saturating_sub(read as u64);
            return Ok(read);
        }
        let len = head.len().min(out.len());
        for (to, from) in out.iter_mut().zip(head) {
            *to = *from;
        }
        self.passed = self.passed.saturating_add(len);
        Ok(len)
    }
}

/// Returns a fault as an error that passes through arrow-rs, and that [`unread`] makes the fault again.
fn refused(fault: Fault) -> ArrowError {
    io::Error::new(io::ErrorKind::InvalidData, fault).into()
}

/// Checks all messages of a file, and goes back to where it was.
pub(super) fn check_file<R: Read + Seek>(input: &mut R) -> Result<(), ArrowError> {
    let begin = input.stream_position()?;
    let size = input.seek(SeekFrom::End(0))?;
    let whole = "a whole file, which ends with `ARROW1`; a stream does not, and is read by `stream`";
    // The mark, a footer, its length, and the mark again.
    let mut tail = [0; 10];
    let short = || refused(fault(whole, format!("{size} bytes")));
    let tail_at = size.checked_sub(10).ok_or_else(short)?;
    input.seek(SeekFrom::Start(tail_at))?;
    input.read_exact(&mut tail)?;
    let Some(len) = tail.strip_suffix(b"ARROW1") else {
        return Err(refused(fault(whole, format!("{size} bytes, which end with {:02x?}", &tail[4..]))));
    };
    let footer_len = read_footer_length(tail)
        .map_err(|_| refused(fault("a footer of 0 bytes or more", format!("{len:02x?}"))))? as u64;
    let footer_at = tail_at.checked_sub(footer_len).ok_or_else(short)?;
    let footer = read_at(input, footer_at, footer_len)?;
    let footer = root_as_footer(&footer).map_err(|error| ArrowError::ParseError(format!("the footer: {error}")))?;
    let blocks = [footer.dictionaries(), footer.recordBatches()];
    for block in blocks.into_iter().flatten().flatten() {
        check_block(input, block, size)?;
    }
    input.seek(SeekFrom::Start(begin))?;
    Ok(())
}

fn check_block<R: Read + Seek>(input: &mut R, block: &Block, size: u64) -> Result<(), ArrowError> {
    let place = || {
        let (at, head) = (u64::try_from(block.offset()).ok()?, u64::try_from(block.metaDataLength()).ok()?);
        let body = u64::try_from(block.bodyLength()).ok()?;
        let end = at.checked_add(head)?.checked_add(body)?;
        // Fewer bytes than the marker and the length are no head.
        (end <= size && head >= 8).then_some((at, head, body))
    };
    let found = || format!("{} and {} bytes at {}", block.metaDataLength(), block.bodyLength(), block.offset());
    let place = place().ok_or_else(|| refused(fault("a message inside of the file", found())));
    let (at, len, body) = place?;
    let head = read_at(input, at, len)?;
    let message = head.strip_prefix(&MARKER).unwrap_or(&head).get(4..).unwrap_or_default();
    // What is no message is refused by arrow-rs.
    let Ok(message) = root_as_message(message) else { return Ok(()) };
    check_message(&message, body).map_err(refused)
}

/// Reads bytes that are known to be in the file.
fn read_at<R: Read + Seek>(input: &mut R, at: u64, len: u64) -> Result<Vec<u8>, ArrowError> {
    input.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    input.take(len).read_to_end(&mut bytes)?;
    Ok(bytes)
}
