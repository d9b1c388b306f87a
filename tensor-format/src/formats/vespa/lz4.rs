//! One LZ4 frame around a text.

use alloc::{boxed::Box, string::String, vec::Vec};
use std::io::{self, Read, Write};

use lz4_flex::frame::{FrameDecoder, FrameEncoder, FrameInfo};

use super::{Constant, Fault, Options};
use crate::{DecodeError, EncodeError, ErrorKind, JsonError};

/// How frames of the older format begin, which Vespa does not read. A block of theirs is 8 MiB, whatever it holds.
const LEGACY: [u8; 4] = [0x02, 0x21, 0x4c, 0x18];

/// A reader of the bytes of a frame. It notes whether more bytes were asked for than there are, since the decoder takes
/// a frame that ends between two blocks for a whole one.
struct Frame<R> {
    rest: R,
    /// The number of bytes read.
    at: u64,
    starved: bool,
    failed: bool,
}

impl<R: Read> Read for Frame<R> {
    fn read(&mut self, mut into: &mut [u8]) -> io::Result<usize> {
        let wanted = into.len() as u64;
        let copied = io::copy(&mut self.rest.by_ref().take(wanted), &mut into);
        self.failed |= copied.is_err();
        let count = copied?;
        self.starved |= count < wanted;
        self.at = self.at.saturating_add(count);
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }
}

/// Returns the error of a malformed frame, found when `at` bytes of it were read.
#[cold]
fn bad(why: &str, at: u64) -> DecodeError {
    let fault = Fault::BadCompression { why: why.into() }.into();
    DecodeError::new(ErrorKind::Json(Box::new(JsonError { line: 1, column: 1, path: "".into(), fault }))).at(at)
}

impl Options {
    /// Returns the text in bytes that are one LZ4 frame.
    ///
    /// # Errors
    ///
    /// [`BadCompression`](super::Fault::BadCompression) if the bytes are no frame, or less or more than one;
    /// [`InvalidUtf8`](ErrorKind::InvalidUtf8), and [`LimitExceeded`](ErrorKind::LimitExceeded).
    pub fn text_of_lz4(&self, bytes: &[u8]) -> Result<String, DecodeError> {
        self.text_of_frame(bytes, bytes.len() as u64)
    }

    /// Returns the text in one LZ4 frame of `len` bytes. The reader is read no further than the limits allow.
    pub(super) fn text_of_frame(&self, mut reader: impl Read, len: u64) -> Result<String, DecodeError> {
        let mut magic = Vec::new();
        reader.by_ref().take(LEGACY.len() as u64).read_to_end(&mut magic)?;
        if magic == LEGACY {
            return Err(bad("a frame of the legacy format", 0));
        }
        let rest = io::Cursor::new(magic).chain(reader);
        let mut decoder = FrameDecoder::new(Frame { rest, at: 0, starved: false, failed: false });
        let mut text = Vec::new();
        let mut piece = alloc::vec![0; 1 << 16];
        loop {
            let count = match decoder.read(&mut piece) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if decoder.get_ref().failed => return Err(error.into()),
                Err(error) => return Err(bad(&alloc::format!("{error}"), decoder.get_ref().at)),
            };
            text.extend_from_slice(piece.get(..count).unwrap_or_default());
            self.check_text(text.len())?;
            self.max_expanded.check(len, text.len() as u64)?;
        }
        let Frame { mut rest, at, starved, .. } = decoder.into_inner();
        if starved {
            return Err(bad("it ends before its end mark", at));
        }
        if io::copy(&mut rest.by_ref().take(1), &mut io::sink())? > 0 {
            return Err(bad("more bytes follow its end mark", at));
        }
        super::value::utf8(text)
    }
}

/// Returns the text as one LZ4 frame, with its length and a checksum.
pub(super) fn compress(text: &str) -> Result<Vec<u8>, EncodeError> {
    let info = FrameInfo::new().content_size(Some(text.len() as u64)).content_checksum(true);
    let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(text.as_bytes())?;
    encoder.finish().map_err(|error| EncodeError::from(io::Error::from(error)))
}

impl Constant {
    /// Returns the text of a constant file as one LZ4 frame: the content of a `.json.lz4` file.
    ///
    /// ```
    /// use tensor_format::vespa::Options;
    /// let options = Options::new();
    /// let tensor = options.read(r#"{"type": "tensor(x[2])", "values": [1, 2]}"#)?;
    /// let frame = tensor.to_lz4()?;
    /// assert_eq!(options.read(&options.text_of_lz4(&frame)?)?, tensor);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// No failure is known; the encoder has errors for writers that fail.
    pub fn to_lz4(&self) -> Result<Vec<u8>, EncodeError> {
        compress(&self.to_text())
    }
}
