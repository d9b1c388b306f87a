//! What is known of the tensors of a list from its type, as a table that the compiler makes.
#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    reason = "evaluated by the compiler, but for small numbers"
)]

use crate::{
    ElementType, EncodeError, ErrorKind,
    formats::decthings::element_type::to_byte,
    rules::columns::{
        ColumnForm, OpenAxes, Part,
        table::{ListColumn, MOST_OPEN, MOST_PLAIN, tensors_of},
    },
    util::varint,
};

/// What is known of a tensor of a list.
#[derive(Clone, Copy)]
pub(super) struct Head {
    /// The position of its column.
    pub(super) column: usize,
    outer: Outer,
    pub(super) element_type: u8,
    pub(super) rank: u8,
    /// The lengths of all axes but the outermost.
    pub(super) inner: &'static [usize],
    /// Whether its elements are strings.
    pub(super) is_texts: bool,
    /// The size in bytes of the header but for the outermost length, and of the numbers under one index of that axis.
    header: usize,
    one: usize,
}

/// What the length of the outermost axis of a tensor is.
#[derive(Clone, Copy)]
enum Outer {
    /// The number of records, or of those that have a tensor for the column.
    Records,
    Tensors,
    /// The sum of the lengths of the open axes.
    Rows,
}

/// What the records of a list have for one column.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    /// The number of tensors, and the sum of the products of the lengths of their open axes.
    tensors: usize,
    rows: usize,
    /// The size in bytes of all strings, each behind its length.
    pub(super) texts: usize,
}

impl Size {
    /// Adds a tensor with open axes of these lengths.
    ///
    /// # Errors
    ///
    /// [`ShapeOverflow`](ErrorKind::ShapeOverflow).
    #[inline(always)]
    pub(super) fn add(&mut self, open: &[usize]) -> Result<(), EncodeError> {
        self.tensors = self.tensors.wrapping_add(1);
        let rows = open.iter().try_fold(1_usize, |rows, len| rows.checked_mul(*len));
        self.rows = rows.and_then(|rows| self.rows.checked_add(rows)).ok_or_else(|| ErrorKind::ShapeOverflow)?;
        Ok(())
    }
}

impl Head {
    /// Returns the length of the outermost axis of the tensor that holds what `n` records have.
    #[inline(always)]
    pub(super) fn outer(&self, n: usize, size: &Size) -> usize {
        match self.outer {
            Outer::Records => n,
            Outer::Tensors => size.tensors,
            Outer::Rows => size.rows,
        }
    }

    /// Returns the size in bytes of header and elements; `None` if it is too large for memory. Strings may come behind the
    /// size of all, as `sections`.
    #[inline(always)]
    pub(super) fn bytes(&self, outer: usize, size: &Size, sections: bool) -> Option<usize> {
        let header = varint::len(outer as u64).saturating_add(self.header);
        if self.is_texts {
            let section = if sections { varint::len(size.texts as u64) } else { 0 };
            return Some(header.saturating_add(section).saturating_add(size.texts));
        }
        let numbers = outer.checked_mul(self.one).filter(|bytes| outer.max(*bytes) <= isize::MAX as usize)?;
        Some(header.saturating_add(numbers))
    }

    /// Returns whether a column of an outer list is for tensors like this one, whatever their outermost length.
    const fn fits(&self, column: &ListColumn) -> bool {
        let inner = match (column.form.open, column.inner) {
            (OpenAxes::First, inner) | (OpenAxes::None, [_, inner @ ..]) => inner,
            _ => return false,
        };
        let mut axis = 0;
        while axis < inner.len() && axis < self.inner.len() && inner[axis] == self.inner[axis] {
            axis += 1;
        }
        let is_of = match column.element_type {
            Some(element_type) => byte_of(element_type) == self.element_type,
            None => false,
        };
        is_of && axis == inner.len() && axis == self.inner.len()
    }
}

/// For each number of axes whose lengths are written for a tensor the inner axes of the tensor of all lengths.
const LENS: [&[usize]; MOST_OPEN + 1] = [&[0], &[1], &[2], &[3], &[4], &[5], &[6]];

/// Returns the tensors of a list, in the order in which they are written.
pub(super) const fn heads_of<const N: usize>(list: &'static [ListColumn]) -> [Head; N] {
    const NUMBERS: Head = Head {
        column: 0,
        outer: Outer::Records,
        element_type: byte_of(ElementType::U64),
        rank: 1,
        inner: &[],
        is_texts: false,
        header: 2,
        one: size_of::<u64>(),
    };
    let (mut heads, mut column, mut at) = ([NUMBERS; N], 0, 0);
    while column < list.len() {
        let ListColumn { form, element_type, count, inner, .. } = list[column];
        let mut part = 0;
        while part < form.width() && at < N {
            let outer = match (form.part(part), form) {
                (Part::Presence, _) | (Part::Values, ColumnForm::STACKED) => Outer::Records,
                (Part::Values, ColumnForm { open: OpenAxes::First | OpenAxes::All(_), .. }) => Outer::Rows,
                (Part::Values, ColumnForm { open: OpenAxes::None, .. }) | (Part::Lengths, _) => Outer::Tensors,
            };
            heads[at] = Head { column, outer, ..NUMBERS };
            if let (Part::Lengths, OpenAxes::All(axes)) = (form.part(part), form.open) {
                let inner = LENS[if axes < LENS.len() { axes } else { 0 }];
                heads[at] = Head { rank: 2, inner, header: 3, one: axes * size_of::<u64>(), ..heads[at] };
            }
            if let (Part::Values, Some(element_type), Some(count)) = (form.part(part), element_type, count) {
                let (mut header, mut axis) = (2, 0);
                while axis < inner.len() {
                    header += varint::len(inner[axis] as u64);
                    axis += 1;
                }
                let (is_texts, one) = match element_type.size() {
                    Some(size) => (false, size.saturating_mul(count)),
                    None => (true, 0),
                };
                let (element_type, rank) = (byte_of(element_type), inner.len() as u8 + 1);
                heads[at] = Head { element_type, rank, inner, is_texts, header, one, ..heads[at] };
            }
            at += 1;
            part += 1;
        }
        column += 1;
    }
    heads
}

/// Returns a bit for each position in `list` at which its columns are for the tensors of the list `inner`.
pub(super) const fn positions_of(inner: &'static [ListColumn], list: &[ListColumn]) -> u64 {
    let (heads, tensors) = (heads_of::<MOST_PLAIN>(inner), tensors_of(inner));
    let (mut at, mut bits) = (0, 0);
    while at + tensors <= list.len() && at < MOST_PLAIN {
        let mut index = 0;
        while index < tensors && index < MOST_PLAIN && heads[index].fits(&list[at + index]) {
            index += 1;
        }
        if index == tensors {
            bits |= 1 << at;
        }
        at += 1;
    }
    bits
}

/// Returns the byte for an element type; 0 for one that no such tensor has.
const fn byte_of(element_type: ElementType) -> u8 {
    if let Some(byte) = to_byte(element_type) { byte } else { 0 }
}
