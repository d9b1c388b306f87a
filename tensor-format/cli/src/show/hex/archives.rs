//! The bytes of files of named tensors, and of NumPy's file of one.

use serde_json::Value as Json;
use tensor_format::{
    ErrorKind,
    error::FileFault,
    npy::Head,
    npz::{Archive, Member},
};

use super::Lines;
use crate::{failure::Failure, terminal::text};

pub(super) fn npy(lines: &mut Lines<'_, '_>) -> Result<(), Failure> {
    let bytes = lines.bytes;
    if !bytes.starts_with(b"\x93NUMPY") {
        return Ok(());
    }
    lines.note(6, "\\x93NUMPY")?;
    let (Some(&major), Some(&minor)) = (bytes.get(6), bytes.get(7)) else { return Ok(()) };
    lines.note(8, &format!("version {major}.{minor}"))?;
    let len = &bytes[8..];
    let (start, len) = match (major, len.first_chunk::<2>(), len.first_chunk::<4>()) {
        (1, Some(len), _) => (10, usize::from(u16::from_le_bytes(*len))),
        (2 | 3, _, Some(len)) => (12, u32::from_le_bytes(*len) as usize),
        _ => return Ok(()),
    };
    lines.note(start, &format!("length of the header: {len}"))?;
    lines.note(start.saturating_add(len), "header, a Python dict")?;
    let Ok(head) = Head::from_slice(bytes) else { return Ok(()) };
    let end = head.data_start().saturating_add(head.data_len());
    lines.note(end, &format!("elements: {}, {:?}, {:?}", head.header(), head.order(), head.byte_order()))
}

/// Explains the entries of an archive; other bytes belong to the archive itself.
pub(super) fn npz(lines: &mut Lines<'_, '_>) -> Result<(), Failure> {
    let bytes = lines.bytes;
    let first = bytes.as_ptr_range().start as usize;
    let failed = |error| Failure::new("", error);
    for member in Archive::from_slice(bytes).map_err(failed)?.members() {
        self::member(lines, first, &member)?;
    }
    lines.note(bytes.len(), "headers and directory of the archive")
}

/// Explains the entries of a malformed archive by their own headers.
pub(super) fn malformed_npz(lines: &mut Lines<'_, '_>) -> Result<(), Failure> {
    while let Some(header) =
        lines.bytes[lines.at..].first_chunk::<30>().filter(|header| header.starts_with(b"PK\x03\x04"))
    {
        let start = lines.at;
        let short = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let method = match short(8) {
            0 => "stored".to_owned(),
            8 => "deflated".to_owned(),
            other => format!("method {other}"),
        };
        lines.note(start + 4, "PK, an entry")?;
        lines.note(start + 30, &format!("header of the entry, {method}"))?;
        let name_end = lines.at + usize::from(short(26));
        let name = String::from_utf8_lossy(lines.bytes.get(lines.at..name_end).unwrap_or_default()).into_owned();
        lines.note(name_end, &format!("name: {name:?}"))?;
        let extra = lines.bytes.get(lines.at..lines.at + usize::from(short(28))).unwrap_or_default();
        // Lengths of more than 32 bits are stored here, the unpacked one first.
        let long = match extra {
            [1, 0, _, 0, _, _, _, _, _, _, _, _, len @ ..] => {
                len.first_chunk::<8>().map(|len| u64::from_le_bytes(*len))
            }
            _ => None,
        };
        let len = u32::from_le_bytes([header[18], header[19], header[20], header[21]]);
        let len = if len == u32::MAX { long } else { Some(len.into()) };
        lines.note(lines.at + extra.len(), "extra field")?;
        // Where a stream was written, lengths follow the elements.
        let streamed = short(6) & 8 != 0;
        let end = len.and_then(|len| lines.at.checked_add(usize::try_from(len).ok()?)).filter(|_| !streamed);
        let Some(end) = end else { return Ok(()) };
        let entry = lines.bytes.get(lines.at..end.min(lines.bytes.len())).unwrap_or_default();
        if method == "stored" {
            let mut inner = Lines { bytes: entry, at: 0, base: lines.at, out: &mut *lines.out };
            npy(&mut inner)?;
            inner.rest()?;
            lines.at += entry.len();
        } else {
            lines.note(end, &format!("elements, {method}"))?;
        }
    }
    Ok(())
}

fn member(lines: &mut Lines<'_, '_>, first: usize, member: &Member<'_, '_>) -> Result<(), Failure> {
    let path = member.path();
    let path = text::printable(&path);
    // What is encrypted or packed in another way is not unpacked here.
    if let Err(error) = member.head()
        && let ErrorKind::File(file) = error.kind()
        && file.fault == FileFault::Archive
    {
        writeln!(lines.out, "{path}: {}, {}", text::printable(&file.to_string()), text::bytes(member.len()))?;
        return Ok(());
    }
    if !member.is_stored() {
        writeln!(lines.out, "{path}: deflated, {}", text::bytes(member.len()))?;
        return Ok(());
    }
    let entry = member.bytes().map_err(|error| Failure::new("", error))?;
    let at = (entry.as_ptr_range().start as usize).wrapping_sub(first);
    lines.note(at, "headers of the archive")?;
    writeln!(lines.out, "{path}:")?;
    let mut inner = Lines { bytes: entry, at: 0, base: at, out: &mut *lines.out };
    npy(&mut inner)?;
    inner.rest()?;
    lines.at = at + entry.len();
    Ok(())
}

/// Explains the header, and the tensors that it lists.
pub(super) fn safetensors(lines: &mut Lines<'_, '_>) -> Result<(), Failure> {
    let Some((len, rest)) = lines.bytes.split_first_chunk::<8>() else { return Ok(()) };
    let len = u64::from_le_bytes(*len);
    lines.note(8, &format!("length of the header: {len}"))?;
    let Some(head) = usize::try_from(len).ok().and_then(|len| rest.get(..len)) else { return Ok(()) };
    let start = 8 + head.len();
    lines.note(start, "header in JSON")?;
    let Ok(Json::Object(tensors)) = serde_json::from_slice(head) else { return Ok(()) };
    let place = |tensor: &Json| {
        let offset = |index: usize| usize::try_from(tensor.get("data_offsets")?.get(index)?.as_u64()?).ok();
        Some((start.checked_add(offset(0)?)?, start.checked_add(offset(1)?)?))
    };
    let mut placed: Vec<_> = tensors.iter().filter_map(|(name, tensor)| Some((place(tensor)?, name, tensor))).collect();
    placed.sort_by_key(|(place, ..)| *place);
    for ((begin, end), name, tensor) in placed {
        // Those that overlap are said to.
        if begin < lines.at || end < begin {
            break;
        }
        lines.note(begin, "bytes of no tensor")?;
        let shape: Option<Vec<u64>> =
            tensor["shape"].as_array().and_then(|axes| axes.iter().map(Json::as_u64).collect());
        let dtype = tensor["dtype"].as_str().unwrap_or_default().to_ascii_lowercase();
        lines.note(end, &format!("{}: {dtype} {:?}", text::quoted(name), shape.unwrap_or_default()))?;
    }
    Ok(())
}
