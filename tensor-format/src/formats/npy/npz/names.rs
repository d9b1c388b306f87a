//! The names of entries, which an archive has twice: in its directory and in front of each entry.

use alloc::{collections::BTreeSet, format, string::String, vec::Vec};
use std::io::{self, Read, Seek, SeekFrom};

use zip::ZipArchive;

use super::{FORMAT, damage::unopened};
use crate::{DecodeError, FileError, FileFault};

/// The most characters that are shown of a name, so that a message has room for two.
const SHOWN: usize = 40;

/// Returns the reader of an archive; an error if an entry has another name than the directory says, under which some
/// programs would read it, or if the directory goes on behind the entries that are counted at its end.
pub(super) fn agreed<R: Read + Seek>(zip: ZipArchive<R>) -> Result<R, DecodeError> {
    let entries = (0..zip.len()).filter_map(|index| zip.by_index_data(index).ok());
    let entries: Vec<_> =
        entries.map(|entry| (entry.header_start(), entry.central_header_start(), entry.name_raw().to_vec())).collect();
    // Of no entry the package does not tell bytes in front of the archive from others.
    let directory = zip.central_directory_start().saturating_sub(if entries.is_empty() { zip.offset() } else { 0 });
    let mut reader = zip.into_inner();
    let last = entries.iter().map(|(_, listed_at, _)| *listed_at).max();
    let failed = |error: io::Error| unopened(error.into()).at(last.unwrap_or(directory));
    let end = last.map_or(Ok(directory), |last| next(&mut reader, last)).map_err(failed)?;
    // Others read all of the directory; of the entries that are not counted, nothing would be said here.
    if is_listed(&mut reader, end).map_err(failed)? {
        let found = format!("more than {}", entries.len());
        let expected = "as many entries as are counted at the end";
        return Err(DecodeError::from(FileError::new(FORMAT, FileFault::Archive, "", expected, &found)).at(end));
    }
    for (start, listed_at, listed) in entries {
        let failed = |at| move |error: io::Error| unopened(error.into()).at(at);
        let own = name::<30, 26>(&mut reader, start).map_err(failed(start))?;
        if own == listed {
            continue;
        }
        // An extra field may say the name in another encoding, which takes the place of the one in the directory.
        let listed = name::<46, 28>(&mut reader, listed_at).map_err(failed(listed_at))?;
        if own != listed {
            let found = format!("`{}` in the directory, `{}` at the entry", shown(&listed), shown(&own));
            let expected = "the same name in the directory and at the entry";
            return Err(DecodeError::from(FileError::new(FORMAT, FileFault::Archive, "", expected, &found)).at(start));
        }
    }
    Ok(reader)
}

/// Returns the first name that the directory has again, and where it has it; `at` is where the directory begins.
#[cold]
pub(super) fn repeated(reader: &mut (impl Read + Seek), mut at: u64) -> Option<(String, u64)> {
    let mut names = BTreeSet::new();
    loop {
        let listed = name::<46, 28>(reader, at).ok()?;
        if names.contains(&listed) {
            return Some((shown(&listed), at));
        }
        at = next(reader, at).ok()?;
        names.insert(listed);
    }
}

/// Returns the offset behind an entry of the directory: its header, its name, extra fields and a comment.
fn next(reader: &mut (impl Read + Seek), at: u64) -> io::Result<u64> {
    let mut lens = [0; 6];
    reader.seek(SeekFrom::Start(at.saturating_add(28)))?;
    reader.read_exact(&mut lens)?;
    let [a, b, c, d, e, f] = lens;
    let lens = [[a, b], [c, d], [e, f]].map(|len| u64::from(u16::from_le_bytes(len))).into_iter();
    Ok(lens.fold(at.saturating_add(46), u64::saturating_add))
}

/// Returns whether the directory has an entry at this offset.
fn is_listed(reader: &mut (impl Read + Seek), at: u64) -> io::Result<bool> {
    let mut mark = Vec::new();
    reader.seek(SeekFrom::Start(at))?;
    reader.take(4).read_to_end(&mut mark)?;
    Ok(mark == b"PK\x01\x02")
}

/// Returns the name behind a header of `HEADER` bytes, which has its length at `LEN`.
fn name<const HEADER: usize, const LEN: usize>(reader: &mut (impl Read + Seek), at: u64) -> io::Result<Vec<u8>> {
    reader.seek(SeekFrom::Start(at))?;
    let mut header = [0; HEADER];
    reader.read_exact(&mut header)?;
    let len = header.get(LEN..).and_then(|rest| rest.first_chunk()).map_or(0, |len| u16::from_le_bytes(*len));
    let mut name = Vec::new();
    match reader.take(len.into()).read_to_end(&mut name)? == usize::from(len) {
        true => Ok(name),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

fn shown(name: &[u8]) -> String {
    String::from_utf8_lossy(name).chars().take(SHOWN).collect()
}
