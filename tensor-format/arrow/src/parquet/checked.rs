//! A Parquet file whose pages are checked before Parquet's library reads them, which takes as much memory as the header
//! of a page claims, and more where a codec does not heed the claim.

use std::{
    ops::Range,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use bytes::Bytes;
use parquet_60::{
    arrow::ProjectionMask,
    basic::Compression,
    errors::{ParquetError, Result},
    file::{
        metadata::{ColumnChunkMetaData, ParquetMetaData},
        reader::{ChunkReader, Length},
    },
};
use tensor_format::{DecodeError, ErrorKind, error::Limit};

use super::{
    guard::of_system,
    page::{Kind, Page},
};
use crate::{expansion, fault::Fault};

/// How many bytes are looked at for the header of a page, one after the other: statistics may make it long.
const HEADERS: [u64; 4] = [64, 1 << 12, 1 << 20, 1 << 24];

/// A file that is read only where it is, and whose pages expand only so far.
pub(super) struct Checked<R> {
    inner: Arc<R>,
    pages: Arc<Pages>,
}

/// What of the pages is known.
pub(super) struct Pages {
    max_expanded: Option<u64>,
    /// The chunks that are read, in the order of their places; none before the metadata were read.
    chunks: OnceLock<Vec<Chunk>>,
    /// Why a page was refused: Parquet's library keeps the text of an error alone.
    refused: Mutex<Option<DecodeError>>,
}

/// The pages of one column in one group of rows.
struct Chunk {
    range: Range<u64>,
    codec: Compression,
    /// Where the data of the page are whose header was checked last: the library asks for them too, with the header in
    /// hand.
    data: Mutex<Option<u64>>,
}

impl<R> Checked<R> {
    pub(super) fn new(inner: R, max_expanded: Option<u64>) -> Self {
        let pages = Pages { max_expanded, chunks: OnceLock::new(), refused: Mutex::default() };
        Self { inner: Arc::new(inner), pages: Arc::new(pages) }
    }

    /// Returns another handle of the same file.
    pub(super) fn handle(&self) -> Self {
        Self { inner: self.inner.clone(), pages: self.pages.clone() }
    }

    /// Returns what is told that the metadata were read.
    pub(super) fn pages(&self) -> Arc<Pages> {
        self.pages.clone()
    }
}

impl Pages {
    /// Takes all that is read from now on as pages of the columns of `mask`.
    ///
    /// Refuses chunks that overlap: where one lies in the data of another, its header is what that other says it is.
    pub(super) fn begin(
        &self,
        metadata: &ParquetMetaData,
        mask: &ProjectionMask,
    ) -> std::result::Result<(), DecodeError> {
        let mut chunks = Vec::new();
        for group in metadata.row_groups() {
            let columns = group.columns().iter().enumerate().filter(|(leaf, _)| mask.leaf_included(*leaf));
            for (_, column) in columns {
                check_codec(column)?;
                let (start, len) = column.byte_range();
                let range = start..start.saturating_add(len);
                chunks.push(Chunk { range, codec: column.compression(), data: Mutex::default() });
            }
        }
        chunks.retain(|chunk| !chunk.range.is_empty());
        chunks.sort_unstable_by_key(|chunk| chunk.range.start);
        for (first, second) in chunks.iter().zip(chunks.iter().skip(1)) {
            if first.range.end > second.range.start {
                let found = format!("one that begins inside of another, at {}", second.range.start);
                return Err(Fault::ipc("columns apart from each other", found).into());
            }
        }
        self.chunks.get_or_init(|| chunks);
        Ok(())
    }

    /// Returns why a page was refused.
    pub(super) fn refused(&self) -> Option<DecodeError> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn refuse(&self, error: impl Into<DecodeError>) -> ParquetError {
        let error = error.into();
        let text = error.to_string();
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        ParquetError::General(text)
    }

    /// Keeps an error of the input, if it is one, once pages are read: of the library's error only the text would be left.
    fn failed(&self, error: ParquetError) -> ParquetError {
        if self.chunks.get().is_none() {
            return error;
        }
        of_system(error).map_or_else(|error| error, |error| self.refuse(error))
    }
}

/// Refuses codecs that are not built in, by their names.
fn check_codec(column: &ColumnChunkMetaData) -> std::result::Result<(), DecodeError> {
    let codec = column.compression();
    let known = matches!(
        codec,
        Compression::SNAPPY | Compression::GZIP(_) | Compression::LZ4 | Compression::LZ4_RAW | Compression::ZSTD(_)
    );
    let built = codec == Compression::UNCOMPRESSED || (known && cfg!(feature = "compression"));
    if built {
        return Ok(());
    }
    let expected = if cfg!(feature = "compression") {
        "pages that are not compressed, or by Snappy, GZIP, LZ4 or Zstandard"
    } else {
        "pages that are not compressed, since the feature `compression` is off"
    };
    // The names of levels are of no use to readers.
    let name = format!("{codec:?}");
    let name = name.split('(').next().unwrap_or_default();
    let fault = DecodeError::from(Fault::ipc(expected, format!("the codec {name}")));
    Err(fault.in_parameter(column.column_path().parts().first().map_or("", String::as_str)))
}

/// Returns what says whether bytes expand to more than they claim, for codecs that do not heed the claim.
fn exceeds(codec: Compression) -> Option<fn(&[u8], u64) -> bool> {
    match codec {
        // LZ4 is that of Hadoop's blocks, for which frames are taken too.
        #[cfg(feature = "compression")]
        Compression::LZ4 => Some(expansion::lz4_frame_exceeds),
        #[cfg(feature = "compression")]
        Compression::GZIP(_) => Some(expansion::gzip_exceeds),
        _ => None,
    }
}

impl<R: ChunkReader> Checked<R> {
    /// Checks what is read at a place: the header of a page, or data whose header was checked last.
    fn check_page(&self, chunks: &[Chunk], start: u64) -> Result<()> {
        let at = chunks.partition_point(|chunk| chunk.range.start <= start);
        let chunk = at.checked_sub(1).and_then(|at| chunks.get(at)).filter(|chunk| chunk.range.contains(&start));
        let chunk = chunk
            .ok_or_else(|| self.pages.refuse(Fault::ipc("a page inside of its column", format!("one at {start}"))))?;
        let mut data = chunk.data.lock().unwrap_or_else(PoisonError::into_inner);
        if *data == Some(start) {
            return Ok(());
        }
        let rest = chunk.range.end.saturating_sub(start);
        let found = self.header(start, rest)?;
        let (page, len) = found
            .ok_or_else(|| self.pages.refuse(Fault::ipc("the header of a page", format!("other bytes at {start}"))))?;
        let data_at = start.saturating_add(len);
        if page.stored > rest.saturating_sub(len) {
            let found = format!("{} bytes at {data_at}", page.stored);
            return Err(self.pages.refuse(Fault::ipc("a page inside of its column", found)));
        }
        if page.kind == Kind::Dictionary && start != chunk.range.start {
            return Err(self.pages.refuse(Fault::ipc("a dictionary before the pages that it is for", "one behind")));
        }
        self.check_claims(&page)?;
        if page.is_compressed && page.kind != Kind::Index {
            self.check_expansion(&page, chunk.codec, data_at)?;
        }
        // Behind a page without data comes a header.
        *data = Some(data_at).filter(|_| page.stored > 0);
        Ok(())
    }

    /// Reads the header of a page at a place behind which there are so many bytes of its column.
    fn header(&self, start: u64, rest: u64) -> Result<Option<(Page, u64)>> {
        for len in HEADERS {
            let bytes = self.get_bytes(start, usize::try_from(len.min(rest)).unwrap_or_default())?;
            let found = Page::read(&bytes);
            if found.is_some() || len >= rest {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Returns the bytes of the largest dictionary of these columns, as its header claims.
    pub(super) fn largest_dictionary(&self, metadata: &ParquetMetaData, wanted: impl Fn(usize) -> bool) -> Result<u64> {
        let mut largest = 0;
        for group in metadata.row_groups() {
            for (_, column) in group.columns().iter().enumerate().filter(|(leaf, _)| wanted(*leaf)) {
                let (start, len) = column.byte_range();
                let page = if len == 0 { None } else { self.header(start, len)? };
                let dictionary = page.filter(|(page, _)| page.kind == Kind::Dictionary);
                largest = dictionary.map_or(0, |(page, _)| page.expanded).max(largest);
            }
        }
        Ok(largest)
    }

    fn check_claims(&self, page: &Page) -> Result<()> {
        let max = expansion::most(page.stored, self.pages.max_expanded);
        let found = page.expanded.max(page.values);
        if found > max {
            return Err(self.pages.refuse(ErrorKind::LimitExceeded { limit: Limit::Expanded, max, found }));
        }
        if page.kind == Kind::Dictionary && page.values > page.expanded {
            let found = format!("{} bytes", page.expanded);
            return Err(self.pages.refuse(Fault::ipc(format!("a dictionary of {} values", page.values), found)));
        }
        if page.levels > page.expanded.min(page.stored) {
            let found = format!("{} bytes", page.expanded.min(page.stored));
            return Err(self.pages.refuse(Fault::ipc(format!("a page of {} bytes of levels", page.levels), found)));
        }
        Ok(())
    }

    /// Checks that a page expands to no more than it claims, where the library's codec does not: it goes on to the end of
    /// what is there. Such a page is expanded twice.
    fn check_expansion(&self, page: &Page, codec: Compression, data: u64) -> Result<()> {
        let Some(exceeds) = exceeds(codec) else { return Ok(()) };
        let bytes = self.get_bytes(data, usize::try_from(page.stored).unwrap_or(usize::MAX))?;
        let compressed = usize::try_from(page.levels).ok().and_then(|levels| bytes.get(levels..)).unwrap_or_default();
        let claimed = page.expanded.saturating_sub(page.levels);
        if exceeds(compressed, claimed) {
            let expected = format!("a page that expands to the {claimed} bytes that it claims");
            return Err(self.pages.refuse(Fault::ipc(expected, "more")));
        }
        Ok(())
    }
}

impl<R: Length> Length for Checked<R> {
    fn len(&self) -> u64 {
        self.inner.len()
    }
}

impl<R: ChunkReader> ChunkReader for Checked<R> {
    type T = R::T;

    fn get_read(&self, start: u64) -> Result<R::T> {
        if let Some(chunks) = self.pages.chunks.get() {
            self.check_page(chunks, start)?;
        }
        self.inner.get_read(start)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let end = start.checked_add(length as u64);
        if end.is_none_or(|end| end > self.inner.len()) {
            return Err(ParquetError::EOF(format!("{length} bytes at {start} of {}", self.inner.len())));
        }
        self.inner.get_bytes(start, length).map_err(|error| self.pages.failed(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file that is one chunk after another, each of this length.
    fn file(bytes: &[u8], chunk: u64, codec: Compression, max: Option<u64>) -> Checked<Bytes> {
        let file = Checked::new(Bytes::copy_from_slice(bytes), max);
        let starts = (0..bytes.len() as u64).step_by(usize::try_from(chunk).unwrap());
        let chunks = starts.map(|start| Chunk { range: start..start + chunk, codec, data: Mutex::default() });
        file.pages.chunks.get_or_init(|| chunks.collect());
        file
    }

    fn read(bytes: &[u8], max: Option<u64>) -> Option<DecodeError> {
        let file = file(bytes, bytes.len() as u64, Compression::UNCOMPRESSED, max);
        let read = file.get_read(0);
        assert_eq!(read.is_err(), file.pages.refused.lock().unwrap().is_some());
        file.pages.refused()
    }

    #[test]
    fn pages_that_claim_too_much_are_refused() {
        // A page of 2^31-1 bytes, stored in 4; of as many values; a dictionary of more values than bytes.
        let most = [0xfe, 0xff, 0xff, 0xff, 0x0f];
        let data = [9; 4];
        let large = [&[0x15, 0, 0x15][..], &most, &[0x15, 8, 0x2c, 0x15, 14, 0, 0], &data].concat();
        let exceeded = |error: Option<DecodeError>| match error.unwrap().kind() {
            ErrorKind::LimitExceeded { limit: Limit::Expanded, max, found } => (*max, *found),
            other => panic!("{other}"),
        };
        assert_eq!(exceeded(read(&large, None)), ((64 << 20) + 32 * 4, (1 << 31) - 1));
        assert_eq!(exceeded(read(&large, Some(5))), (5, (1 << 31) - 1));
        assert!(read(&large, Some(1 << 31)).is_none());
        let many = [&[0x15, 0, 0x15, 8, 0x15, 8, 0x2c, 0x15][..], &most, &[0, 0], &data].concat();
        assert_eq!(exceeded(read(&many, None)).1, (1 << 31) - 1);
        let text = |bytes: &[u8]| read(bytes, None).unwrap().to_string();
        let dictionary = [&[0x15, 4, 0x15, 8, 0x15, 8, 0x4c, 0x15, 42, 0, 0][..], &data].concat();
        assert!(text(&dictionary).contains("a dictionary of 21 values"));
        assert!(text(b"no header").contains("the header of a page"));
        // The data of the page reach out of the column.
        assert!(text(&[0x15, 0, 0x15, 8, 0x15, 10, 0x2c, 0x15, 2, 0, 0, 9, 9, 9, 9]).contains("inside of its column"));
    }

    #[test]
    fn only_the_data_of_the_last_header_pass_without_one() {
        let page = [0x15, 0, 0x15, 8, 0x15, 8, 0x2c, 0x15, 2, 0, 0, 9, 9, 9, 9];
        let bytes = [&page[..], &page, &page].concat();
        let file = file(&bytes, 30, Compression::UNCOMPRESSED, None);
        assert!(file.get_read(11).is_err());
        assert!(file.get_read(0).is_ok() && file.get_read(11).is_ok());
        // Those of a page before, and of another column.
        assert!(file.get_read(15).is_ok() && file.get_read(26).is_ok() && file.get_read(11).is_err());
        assert!(file.get_read(30).is_err(), "the second column reaches out of the file");
        assert!(file.get_read(26).is_ok() && file.get_read(60).is_err());
        // Behind a page without data comes a header, though its data would be there.
        let bytes = [&[0x15, 0, 0x15, 0, 0x15, 0, 0x2c, 0x15, 2, 0, 0][..], b"data"].concat();
        let file = self::file(&bytes, 15, Compression::UNCOMPRESSED, None);
        assert!(file.get_read(0).is_ok() && file.get_read(11).is_err());
        // Before the pages are read, and past the end.
        let file = Checked::new(Bytes::from_static(b"metadata"), None);
        assert!(file.get_read(0).is_ok());
        assert!(file.get_bytes(4, 5).is_err() && file.get_bytes(u64::MAX, 1).is_err());
    }
}
