//! The reader of meta-data records.

use super::{DType, IndexMode, MetaData, Options, Order, READ_ONLY, Table, TableChoice};
use crate::{ByteOrder, DecodeError, ErrorKind, InlineVec, Limit, Shape};

impl Options {
    /// Returns the meta-data record that the bytes hold; no bytes may follow it.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the bytes and at which byte.
    pub fn from_slice(&self, bytes: &[u8]) -> Result<MetaData, DecodeError> {
        let (meta, len) = self.from_prefix(bytes)?;
        if len != bytes.len() {
            let count = bytes.len().saturating_sub(len) as u64;
            return Err(at(ErrorKind::TrailingBytes { count, or_more: false, record_of: None }, len));
        }
        Ok(meta)
    }

    /// Returns the meta-data record at the front of the bytes, and how many of them it takes.
    ///
    /// # Errors
    ///
    /// As [`from_slice`](Self::from_slice).
    pub fn from_prefix(&self, bytes: &[u8]) -> Result<(MetaData, usize), DecodeError> {
        let mut cursor = RecordCursor { bytes, position: 0, order: ByteOrder::Little };
        let meta = self.read(&mut cursor)?;
        if !self.lenient {
            check_strict(&meta)?;
        }
        let count = meta.shape.element_count().unwrap_or(usize::MAX);
        let checked = Limit::Rank.check(self.max_rank, meta.shape.rank());
        checked.and_then(|()| Limit::Elements.check(self.max_elements, count)).map_err(|kind| at(kind, SHAPE_AT))?;
        Ok((meta, cursor.position))
    }

    fn read(&self, cursor: &mut RecordCursor<'_>) -> Result<MetaData, DecodeError> {
        cursor.order = match cursor.int::<1>()? {
            [1] => ByteOrder::Little,
            [0] => ByteOrder::Big,
            [other] => return Err(field("endianness", "0 (big) or 1 (little)", other.into(), 0)),
        };
        let dtype_number = cursor.i16()?;
        let rank_at = cursor.position;
        let rank_number = cursor.i64()?;
        // Everything behind the shape and strides takes 22 bytes at the least.
        let room = cursor.left().saturating_sub(22).checked_div(16).unwrap_or_default();
        let rank = usize::try_from(rank_number).ok().filter(|rank| *rank <= room);
        let Some(rank) = rank else {
            let needed = rank_number.checked_mul(16).and_then(|bytes| bytes.checked_add(22));
            return Err(match needed {
                Some(needed) if (0..=255).contains(&rank_number) => at(
                    ErrorKind::UnexpectedEnd { needed: needed.unsigned_abs(), left: cursor.left() as u64 },
                    cursor.position,
                ),
                _ => field("ndims", "a number of axes whose shape and strides fit the input", rank_number, rank_at),
            });
        };
        let mut shape = Shape::scalar();
        for _ in 0..rank {
            let place = cursor.position;
            let len = cursor.i64()?;
            if len < 0 {
                return Err(field("shape", "a length that is not negative", len, place));
            }
            shape.push(usize::try_from(len).map_err(|_| at(ErrorKind::ShapeOverflow, place))?);
        }
        let mut strides = InlineVec::with_capacity(rank);
        for _ in 0..rank {
            strides.push(cursor.i64()?);
        }
        let place = cursor.position;
        let offset = cursor.i64()?;
        if offset < 0 {
            return Err(field("offset", "an offset that is not negative", offset, place));
        }
        let order_at = cursor.position;
        let order_number = cursor.i8()?;
        let table = self.choose_table(order_number, dtype_number)?;
        let Some(order) = Order::from_number(order_number, table) else {
            let expected = if table == Table::Orders0_2_1 { "1 or 2" } else { "101 or 102" };
            return Err(field("order", expected, order_number.into(), order_at));
        };
        let Some(dtype) = DType::from_number(dtype_number, table) else {
            return Err(field("dtype", "a number of the chosen table", dtype_number.into(), DTYPE_AT));
        };
        let mode = cursor.mode("mode")?;
        let count_at = cursor.position;
        let count = cursor.i64()?;
        let room = cursor.left().saturating_sub(4);
        let Some(count) = usize::try_from(count).ok().filter(|count| *count <= room) else {
            return Err(field("nsubmodes", "a number of submodes that fits the input", count, count_at));
        };
        let mut submodes = InlineVec::with_capacity(count);
        for _ in 0..count {
            submodes.push(cursor.mode("submode")?);
        }
        let flags = cursor.i32()?;
        let byte_order = cursor.order;
        Ok(MetaData { byte_order, table, dtype, shape, strides, offset, order, mode, submodes, flags })
    }

    fn choose_table(&self, order: i8, dtype: i16) -> Result<Table, DecodeError> {
        match self.table {
            TableChoice::Is(table) => Ok(table),
            TableChoice::Detect if order == 1 || order == 2 => Ok(Table::Orders0_2_1),
            TableChoice::Detect if (0..=9).contains(&dtype) => Ok(Table::Current),
            TableChoice::Detect => Err(field(
                "dtype",
                "a number that means the same in every table: name the table",
                dtype.into(),
                DTYPE_AT,
            )),
        }
    }
}

/// The offset in a record of the number of the element type.
const DTYPE_AT: usize = 1;

/// The offset in a record where the lengths of the axes begin.
const SHAPE_AT: usize = 11;

/// Returns an error for a record that no typed reader can use.
fn check_strict(meta: &MetaData) -> Result<(), DecodeError> {
    let refused = match meta.dtype {
        dtype if dtype.is_reserved() => Some("an element type, not a reserved marker"),
        dtype if dtype.is_user_defined() => {
            Some("an element type of stdlib, not a user-defined or structured one, of which the record has no size")
        }
        _ => None,
    };
    if let Some(expected) = refused {
        let number = meta.dtype.number(meta.table).unwrap_or_default();
        return Err(field("dtype", expected, number.into(), DTYPE_AT));
    }
    let rank = meta.shape.rank();
    let strides_at = rank.saturating_mul(8).saturating_add(SHAPE_AT);
    let offset_at = rank.saturating_mul(16).saturating_add(SHAPE_AT);
    let flags_at = meta.encoded_len().saturating_sub(4);
    if !meta.shape.contains(&0) && meta.shape.element_count().is_none() {
        return Err(at(ErrorKind::ShapeOverflow, SHAPE_AT));
    }
    if meta.flags & !READ_ONLY != 0 {
        return Err(field("flags", "no flags but read-only (4)", meta.flags.into(), flags_at));
    }
    let Some(size) = meta.dtype.size().and_then(|size| i64::try_from(size).ok()) else { return Ok(()) };
    let multiple = |value: i64| value.checked_rem(size) == Some(0);
    if !multiple(meta.offset) {
        return Err(field("offset", "a multiple of the element size", meta.offset, offset_at));
    }
    let mut lowest = i128::from(meta.offset);
    for (axis, (&stride, &len)) in meta.strides.iter().zip(meta.shape.iter()).enumerate() {
        let place = axis.saturating_mul(8).saturating_add(strides_at);
        if !multiple(stride) {
            return Err(field("strides", "a multiple of the element size", stride, place));
        }
        if stride < 0 {
            let steps = (len as i128).saturating_sub(1).max(0);
            lowest = lowest.saturating_add(i128::from(stride).saturating_mul(steps));
        }
    }
    if lowest < 0 && !meta.shape.contains(&0) {
        return Err(at(ErrorKind::Layout { why: "an element lies below byte 0 of the buffer" }, strides_at));
    }
    Ok(())
}

#[cold]
fn at(kind: ErrorKind, offset: usize) -> DecodeError {
    DecodeError::new(kind).at(offset as u64)
}

#[cold]
fn field(field: &'static str, expected: &'static str, found: i64, place: usize) -> DecodeError {
    at(ErrorKind::Field { field, expected, found }, place)
}

struct RecordCursor<'a> {
    bytes: &'a [u8],
    position: usize,
    order: ByteOrder,
}

impl RecordCursor<'_> {
    fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.position)
    }

    /// Reads the next `N` bytes, a number in the record's byte order, and returns them least significant first.
    fn int<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let chunk = self.bytes.get(self.position..).and_then(<[u8]>::first_chunk::<N>);
        let Some(&(mut bytes)) = chunk else {
            let kind = ErrorKind::UnexpectedEnd { needed: N as u64, left: self.left() as u64 };
            return Err(at(kind, self.position));
        };
        if self.order == ByteOrder::Big {
            bytes.reverse();
        }
        self.position = self.position.saturating_add(N);
        Ok(bytes)
    }

    fn i8(&mut self) -> Result<i8, DecodeError> {
        self.int().map(i8::from_le_bytes)
    }

    fn i16(&mut self) -> Result<i16, DecodeError> {
        self.int().map(i16::from_le_bytes)
    }

    fn i32(&mut self) -> Result<i32, DecodeError> {
        self.int().map(i32::from_le_bytes)
    }

    fn i64(&mut self) -> Result<i64, DecodeError> {
        self.int().map(i64::from_le_bytes)
    }

    fn mode(&mut self, name: &'static str) -> Result<IndexMode, DecodeError> {
        let place = self.position;
        let number = self.i8()?;
        let expected = "1 (throw), 2 (clamp), 3 (wrap) or 4 (normalize)";
        IndexMode::from_number(number).ok_or_else(|| field(name, expected, number.into(), place))
    }
}
