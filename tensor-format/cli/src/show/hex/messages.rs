//! The bytes of records of stdlib and of messages of ZIO.

use tensor_format::{
    stdlib::{DType, IndexMode, Order, Table},
    zio::Level,
};

use super::{Lines, some};
use crate::{failure::Failure, file::probe::stdlib_meta, terminal::text};

/// Explains the fields of a record, as far as there are bytes for them.
pub(super) fn record(lines: &mut Lines<'_, '_>) -> Result<(), Failure> {
    let table = stdlib_meta(lines.bytes).map_or(Table::Current, |meta| meta.table);
    let order = match lines.bytes.first() {
        Some(0) => "Big",
        Some(1) => "Little",
        _ => return Ok(()),
    };
    let mut fields = Fields { lines, little: order == "Little" };
    fields.lines.note(1, &format!("byte order: {order}"))?;
    let Some(dtype) = fields.next(2).map(|number| number as i16) else { return Ok(()) };
    fields.note(2, &format!("element type: {}", known(DType::from_number(dtype, table), dtype.into())))?;
    let Some(axes) = fields.next(8) else { return Ok(()) };
    fields.note(8, &format!("axes: {axes}"))?;
    for name in ["shape", "strides"] {
        let Some(numbers) = fields.list(axes, 8) else { return Ok(()) };
        fields.note(8 * numbers.len(), &format!("{name}: {}", some(numbers.iter())))?;
    }
    let Some(offset) = fields.next(8) else { return Ok(()) };
    fields.note(8, &format!("offset: {offset}"))?;
    let Some(order) = fields.next(1).map(|number| number as i8) else { return Ok(()) };
    fields.note(1, &format!("order: {}", known(Order::from_number(order, table), order.into())))?;
    let mode = |number: i64| known(IndexMode::from_number(number as i8), number);
    let Some(number) = fields.next(1) else { return Ok(()) };
    fields.note(1, &format!("index mode: {}", mode(number)))?;
    let Some(count) = fields.next(8) else { return Ok(()) };
    fields.note(8, &format!("submodes: {count}"))?;
    let Some(modes) = fields.list(count, 1) else { return Ok(()) };
    let names: Vec<String> = modes.iter().map(|number| mode(*number)).collect();
    fields.note(modes.len(), &format!("[{}]", names.join(", ")))?;
    let Some(flags) = fields.next(4) else { return Ok(()) };
    fields.note(4, &format!("flags: {flags}"))
}

/// Returns the name that a number has in its table, or the number.
fn known<T: std::fmt::Debug>(name: Option<T>, number: i64) -> String {
    name.map_or_else(|| number.to_string(), |name| format!("{name:?}"))
}

/// A reader of whole numbers one after another.
struct Fields<'l, 'b, 'o> {
    lines: &'l mut Lines<'b, 'o>,
    little: bool,
}

impl Fields<'_, '_, '_> {
    /// Returns the next signed number of `size` bytes.
    fn next(&self, size: usize) -> Option<i64> {
        self.at(self.lines.at, size)
    }

    fn at(&self, at: usize, size: usize) -> Option<i64> {
        let mut bytes = self.lines.bytes.get(at..at.checked_add(size)?)?.to_vec();
        if self.little {
            bytes.reverse();
        }
        let sign = if bytes.first()? & 0x80 == 0 { 0 } else { -1 };
        Some(bytes.iter().fold(sign, |number, byte| number << 8 | i64::from(*byte)))
    }

    /// Returns the next `count` numbers.
    fn list(&self, count: i64, size: usize) -> Option<Vec<i64>> {
        let count = usize::try_from(count).ok().filter(|count| *count <= self.lines.bytes.len())?;
        (0..count).map(|index| self.at(self.lines.at + index * size, size)).collect()
    }

    fn note(&mut self, size: usize, meaning: &str) -> Result<(), Failure> {
        self.lines.note(self.lines.at + size, meaning)
    }
}

/// Explains the frames behind their lengths, as far as they are there.
pub(super) fn frames(lines: &mut Lines<'_, '_>) -> Result<(), Failure> {
    for index in 0.. {
        let rest = &lines.bytes[lines.at..];
        let (prefix, len) = match rest {
            [] => break,
            [255, len @ ..] => match len.first_chunk::<4>() {
                Some(len) => (5, u32::from_be_bytes(*len) as usize),
                None => break,
            },
            [len, ..] => (1, usize::from(*len)),
        };
        lines.note(lines.at + prefix, &format!("length of a frame: {}", text::bytes(len as u64)))?;
        let start = lines.at;
        let frame = &rest[prefix..];
        let cut = frame.len() < len;
        match (index, &frame[..len.min(frame.len())]) {
            (0, [b'Z', b'I', b'O', level, a, b, c, d, ..]) => {
                let number = level.wrapping_sub(b'0');
                let name = Level::from_number(number).map_or_else(|| number.to_string(), |level| format!("{level:?}"));
                lines.note(start + 3, "ZIO")?;
                lines.note(start + 4, &format!("level: {name}"))?;
                lines.note(start + 8, &format!("form: {}", [*a, *b, *c, *d].escape_ascii()))?;
                lines.note(start + len, "label in JSON")?;
            }
            (1, coord) if len == 24 && !cut => {
                for (at, name) in [(0, "origin"), (8, "granule"), (16, "seqno")] {
                    let number = coord[at..].first_chunk::<8>().map_or(0, |number| u64::from_le_bytes(*number));
                    lines.note(start + at + 8, &format!("{name}: {number}"))?;
                }
            }
            (0 | 1, _) if !cut => lines.note(start + len, "another frame than belongs here")?,
            (part @ 2.., _) => lines.note(start + len, &format!("part {}", part - 2))?,
            _ => {}
        }
        if cut {
            break;
        }
    }
    Ok(())
}
