//! Checks the head of a batch against its schema before arrow-rs reads its body, and finds what of the body is needed.
//!
//! arrow-rs fails with a panic where there are fewer buffers than its type has, or where one is too short, outside of the
//! body or misaligned; and it takes as much memory as a compressed buffer claims.

use std::ops::Range;

use tensor_format::{DecodeError, ErrorKind, error::Limit};

use super::super::{
    BOUNDS_LZ4,
    arrow_buffer::Buffer,
    arrow_ipc::{self, CompressionType, FieldNode, MetadataVersion},
    arrow_schema::{DataType, FieldRef, UnionMode},
};
use crate::{expansion, fault::Fault};

/// The most items of an array: as many times the largest size of a list can be counted.
const MOST_ITEMS: u64 = 1 << 33;

/// The most items of a list that take no memory, of which arrow-rs makes a bit for each.
const MOST_WEIGHTLESS: u64 = 1 << 24;

/// The bytes that are read rather than passed over between two parts.
const NEAR: usize = 4096;

/// A buffer that is needed, and is in the body.
struct Part {
    start: usize,
    len: usize,
    need: Need,
}

/// What a buffer must be, after it was decompressed.
#[derive(Clone, Copy)]
struct Need {
    /// The fewest bytes.
    least: u64,
    /// The bytes of a number in it: it must have whole ones.
    width: u64,
    /// Whether arrow-rs does not make a copy of it if it is at a place where its numbers cannot be read.
    aligned: bool,
}

impl Need {
    const fn bytes(least: u64) -> Self {
        Self { least, width: 1, aligned: false }
    }

    /// So many numbers of this many bytes.
    const fn numbers(count: u64, width: u64) -> Self {
        Self { least: count.saturating_mul(width), width, aligned: false }
    }

    fn check(self, found: u64) -> Result<(), Fault> {
        let Self { least, width, .. } = self;
        if found < least {
            let expected = format!("a buffer of {least} bytes, as many as its array needs");
            return Err(Fault::ipc(expected, format!("{found} bytes")));
        }
        if found.checked_rem(width) != Some(0) {
            return Err(Fault::ipc(format!("a buffer of whole numbers of {width} bytes"), format!("{found} bytes")));
        }
        Ok(())
    }
}

/// The buffers of a batch that are needed.
pub(super) struct Parts {
    parts: Vec<Part>,
    codec: Option<CompressionType>,
    /// The bytes of all buffers, also of those that are not needed.
    bytes: u64,
}

fn count(count: i64) -> Result<u64, Fault> {
    u64::try_from(count).map_err(|_| Fault::ipc("a number of 0 or more", count.to_string()))
}

/// Checks the head of a batch whose body has this many bytes; returns what the fields at the positions for which
/// `wanted` holds need.
pub(super) fn check(
    batch: &arrow_ipc::RecordBatch<'_>,
    version: MetadataVersion,
    fields: &[FieldRef],
    wanted: impl Fn(usize) -> bool,
    body: usize,
) -> Result<Parts, Fault> {
    count(batch.length())?;
    let (Some(nodes), Some(buffers)) = (batch.nodes(), batch.buffers()) else {
        return Err(Fault::ipc("the arrays and the buffers of a batch", "none"));
    };
    let mut walk = Walk {
        nodes: nodes.iter(),
        buffers: buffers.iter(),
        views: batch.variadicBufferCounts().into_iter().flatten(),
        body: body as u64,
        compressed: batch.compression().is_some(),
        has_union_nulls: version < MetadataVersion::V5,
        wanted: false,
        weight: 0,
        parts: Vec::new(),
        places: Vec::new(),
    };
    for (index, field) in fields.iter().enumerate() {
        walk.wanted = wanted(index);
        walk.array(field.data_type())?;
    }
    if walk.views.next().is_some() {
        return Err(Fault::ipc("a number of buffers for each column of views", "more numbers"));
    }
    check_apart(&mut walk.places)?;
    let bytes = walk.places.iter().map(|place| place.end.saturating_sub(place.start)).fold(0, u64::saturating_add);
    let codec = batch.compression().map(|compression| compression.codec());
    Ok(Parts { parts: walk.parts, codec, bytes })
}

/// Refuses places that overlap: no library writes them, and each would be read as much as all. Puts them in order.
pub(super) fn check_apart(places: &mut [Range<u64>]) -> Result<(), Fault> {
    places.sort_unstable_by_key(|place| place.start);
    let mut end = 0;
    for place in places.iter().filter(|place| !place.is_empty()) {
        if place.start < end {
            let found = format!("bytes at {} that are those of another", place.start);
            return Err(Fault::ipc("bytes of its own for each part", found));
        }
        end = place.end;
    }
    Ok(())
}

/// Goes over the arrays of a batch, in the order of its schema.
struct Walk<N, B, V> {
    nodes: N,
    buffers: B,
    views: V,
    body: u64,
    compressed: bool,
    has_union_nulls: bool,
    wanted: bool,
    /// The bytes that the arrays so far need.
    weight: u64,
    parts: Vec<Part>,
    /// Where all buffers are.
    places: Vec<Range<u64>>,
}

impl<'m, N, B, V> Walk<N, B, V>
where
    N: Iterator<Item = &'m FieldNode>,
    B: Iterator<Item = &'m arrow_ipc::Buffer>,
    V: Iterator<Item = i64>,
{
    /// Reads the number of items of the next array, and of its nulls.
    fn node(&mut self) -> Result<(u64, u64), Fault> {
        let node = self.nodes.next().ok_or_else(|| Fault::ipc("a length for each array", "fewer"))?;
        let (length, nulls) = (count(node.length())?, count(node.null_count())?);
        if nulls > length {
            return Err(Fault::ipc("no more nulls than items", format!("{nulls} of {length}")));
        }
        if length > MOST_ITEMS {
            return Err(Fault::ipc("at most 2^33 items in an array", length.to_string()));
        }
        Ok((length, nulls))
    }

    /// Reads the place of the next buffer.
    fn buffer(&mut self, need: Need) -> Result<(), Fault> {
        let buffer = self.buffers.next().ok_or_else(|| Fault::ipc("a place for each buffer", "fewer"))?;
        let (start, len) = (count(buffer.offset())?, count(buffer.length())?);
        let place = start.checked_add(len).filter(|end| *end <= self.body);
        let place = place.and_then(|_| Some((usize::try_from(start).ok()?, usize::try_from(len).ok()?)));
        let (start, len) = place.ok_or_else(|| {
            Fault::ipc("a buffer inside of the message", format!("{len} bytes at {start} of {}", self.body))
        })?;
        self.weight = self.weight.saturating_add(need.least);
        self.places.push(start as u64..start.saturating_add(len) as u64);
        if !self.wanted {
            return Ok(());
        }
        if !self.compressed {
            need.check(len as u64)?;
        }
        self.parts.push(Part { start, len, need });
        Ok(())
    }

    /// Reads the bits that tell which items are null.
    fn validity(&mut self, (length, nulls): (u64, u64)) -> Result<(), Fault> {
        self.buffer(Need::bytes(if nulls > 0 { length.div_ceil(8) } else { 0 }))
    }

    /// Reads offsets of this size: one more than items, if there are any.
    fn offsets(&mut self, length: u64, size: u64) -> Result<(), Fault> {
        self.buffer(Need::numbers(if length > 0 { length.saturating_add(1) } else { 0 }, size))
    }

    /// Reads the items of lists. Lists of fixed size may claim many that take no memory.
    fn items(&mut self, data_type: &DataType, claimed: u64) -> Result<(), Fault> {
        let before = self.weight;
        self.array(data_type)?;
        if self.weight == before && claimed > MOST_WEIGHTLESS {
            return Err(Fault::ipc("at most 2^24 items that take no memory in a list", claimed.to_string()));
        }
        Ok(())
    }

    fn array(&mut self, data_type: &DataType) -> Result<(), Fault> {
        if let DataType::Utf8View | DataType::BinaryView = data_type {
            let views =
                self.views.next().ok_or_else(|| Fault::ipc("a number of buffers for each column of views", "none"))?;
            let node = self.node()?;
            self.validity(node)?;
            self.buffer(Need::numbers(node.0, 16))?;
            return (0..count(views)?).try_for_each(|_| self.buffer(Need::bytes(0)));
        }
        let node = self.node()?;
        let length = node.0;
        match data_type {
            DataType::Null | DataType::RunEndEncoded(..) | DataType::Union(..) => {}
            _ => self.validity(node)?,
        }
        match data_type {
            DataType::Null => Ok(()),
            DataType::Boolean => self.buffer(Need::bytes(length.div_ceil(8))),
            DataType::Utf8 | DataType::Binary => {
                self.offsets(length, 4)?;
                self.buffer(Need::bytes(0))
            }
            DataType::LargeUtf8 | DataType::LargeBinary => {
                self.offsets(length, 8)?;
                self.buffer(Need::bytes(0))
            }
            DataType::FixedSizeBinary(size) => self.buffer(Need::bytes(length.saturating_mul(count((*size).into())?))),
            DataType::List(item) | DataType::Map(item, _) => {
                self.offsets(length, 4)?;
                self.array(item.data_type())
            }
            DataType::LargeList(item) => {
                self.offsets(length, 8)?;
                self.array(item.data_type())
            }
            DataType::ListView(item) => {
                self.buffer(Need::numbers(length, 4))?;
                self.buffer(Need::numbers(length, 4))?;
                self.array(item.data_type())
            }
            DataType::LargeListView(item) => {
                self.buffer(Need::numbers(length, 8))?;
                self.buffer(Need::numbers(length, 8))?;
                self.array(item.data_type())
            }
            DataType::FixedSizeList(item, size) => {
                self.items(item.data_type(), length.saturating_mul(count((*size).into())?))
            }
            DataType::Struct(fields) => fields.iter().try_for_each(|field| self.array(field.data_type())),
            DataType::RunEndEncoded(ends, values) => {
                self.array(ends.data_type())?;
                self.array(values.data_type())
            }
            DataType::Dictionary(key, _) => self.buffer(Need::numbers(length, width(key)?)),
            DataType::Union(fields, mode) => {
                if self.has_union_nulls {
                    self.buffer(Need::bytes(0))?;
                }
                self.buffer(Need::numbers(length, 1))?;
                if *mode == UnionMode::Dense {
                    self.buffer(Need { aligned: true, ..Need::numbers(length, 4) })?;
                }
                fields.iter().try_for_each(|(_, field)| self.array(field.data_type()))
            }
            other => self.buffer(Need::numbers(length, width(other)?)),
        }
    }
}

fn width(data_type: &DataType) -> Result<u64, Fault> {
    let width = data_type.primitive_width().ok_or_else(|| Fault::ipc("a type that Arrow has", data_type.to_string()));
    width.map(|width| width as u64)
}

impl Parts {
    /// Returns where in the body the parts are, in order and apart from each other. What is between two is worth a read
    /// of its own.
    pub(super) fn ranges(&self) -> Vec<Range<usize>> {
        let mut all: Vec<_> = self.parts.iter().map(|part| part.start..part.start.saturating_add(part.len)).collect();
        all.retain(|range| !range.is_empty());
        all.sort_unstable_by_key(|range| range.start);
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for next in all {
            match ranges.last_mut() {
                Some(last) if next.start <= last.end.saturating_add(NEAR) => last.end = last.end.max(next.end),
                _ => ranges.push(next),
            }
        }
        ranges
    }

    /// Returns where in the body the last part ends; those without bytes are among them.
    pub(super) fn end(&self) -> usize {
        self.parts.iter().map(|part| part.start.saturating_add(part.len)).max().unwrap_or_default()
    }

    /// Checks what only the body tells: what compressed buffers claim, and where it is in memory.
    pub(super) fn check_body(&self, body: &Buffer, max_expanded: Option<u64>) -> Result<(), DecodeError> {
        for part in self.parts.iter().filter(|part| part.need.aligned) {
            let place = body.get(part.start..).unwrap_or_default();
            if place.as_ptr().align_offset(align_of::<i32>()) != 0 {
                return Err(Fault::ipc("the offsets of a union at a multiple of 4", part.start.to_string()).into());
            }
        }
        let Some(codec) = self.codec else { return Ok(()) };
        let max = expansion::most(body.len() as u64, max_expanded);
        let mut expanded: u64 = 0;
        for part in &self.parts {
            let bytes = body.get(part.start..).and_then(|bytes| bytes.get(..part.len)).unwrap_or_default();
            let len = if bytes.is_empty() { 0 } else { expanded_len(bytes)? };
            part.need.check(len)?;
            expanded = expanded.saturating_add(len);
            if expanded > max {
                return Err(ErrorKind::LimitExceeded { limit: Limit::Expanded, max, found: expanded }.into());
            }
            if !BOUNDS_LZ4 && codec == CompressionType::LZ4_FRAME {
                check_frame(bytes)?;
            }
        }
        Ok(())
    }

    /// Returns how many rows of no more than a bit there may be: the bits of all buffers, or what those of compressed
    /// ones may expand to beside what every batch may.
    pub(super) fn most_rows(&self) -> u64 {
        let times = if self.codec.is_some() { expansion::TIMES } else { 1 };
        self.bytes.saturating_mul(8).saturating_mul(times)
    }
}

/// Checks that a compressed buffer expands to no more than it claims, where arrow-rs does not: its older versions go on to
/// the end of what is there. Such a buffer is expanded twice.
#[cfg(feature = "compression")]
fn check_frame(bytes: &[u8]) -> Result<(), Fault> {
    let Some((len, frame)) = bytes.split_first_chunk() else { return Ok(()) };
    match u64::try_from(i64::from_le_bytes(*len)) {
        Ok(claimed) if claimed > 0 && expansion::lz4_frame_exceeds(frame, claimed) => {
            Err(Fault::ipc(format!("a buffer that expands to the {claimed} bytes that it claims"), "more"))
        }
        _ => Ok(()),
    }
}

/// Without the codec, arrow-rs refuses such buffers.
#[cfg(not(feature = "compression"))]
fn check_frame(_: &[u8]) -> Result<(), Fault> {
    Ok(())
}

/// Returns the number of bytes that a compressed buffer says that it has; those that were left as they are say -1.
fn expanded_len(bytes: &[u8]) -> Result<u64, Fault> {
    let short = || Fault::ipc("a length before a compressed buffer", format!("{} bytes", bytes.len()));
    let (len, rest) = bytes.split_first_chunk().ok_or_else(short)?;
    match i64::from_le_bytes(*len) {
        -1 => Ok(rest.len() as u64),
        len => count(len),
    }
}
