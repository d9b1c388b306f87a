//! A template for the items of a list: items are compared with the one before, and only labels and numbers are read.
//!
//! A list of cells has one item for each cell, and a program writes all of them in one way. Reading keys, colons and
//! brackets takes twice as long as comparing them with those of the item before. [`Reader::learn_template`] keeps these
//! texts, and [`Reader::templated_item`] compares the next item with them.
//!
//! For example the item `,{"address":{"k":"a"},"value":1}`, its comma included, leaves `,{"address":{"k":"` as the
//! lead, `"},"value":` as the text behind the label, and `}` as the tail. The next item is read by comparing these
//! three and by taking a label and a number between them. If anything differs, even a blank, nothing is taken, the
//! general reader reads the item, and its writing becomes the next template.

use alloc::borrow::Cow;
use core::ops::Range;

use smallvec::SmallVec;

use super::{Reader, read_float};
use crate::formats::vespa::{Size, swar};

/// The position of a label in the text, between its quotes, and the index of its dimension.
pub(super) struct Span {
    pub(super) dimension: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The way in which the last cell with an address was written.
pub(super) struct ItemTemplate<'a> {
    /// The text before the first label, from the end of the item before.
    lead: &'a [u8],
    /// The offset in `lead` where the item itself begins.
    start: usize,
    /// For each label its dimension, and the text behind it up to the next label or the number.
    labels: SmallVec<[(usize, &'a [u8]); 4]>,
    /// The text from the cell's number to the end of its item: `}` in `{"address":{"k":"a"},"value":1}`.
    tail: &'a [u8],
}

/// An item that was written like the one before it.
pub(super) struct TemplatedItem {
    /// The byte offset at which the item begins in the text.
    pub(super) start: usize,
    /// The offset, in cells, in the block that the address points to.
    pub(super) place: usize,
    pub(super) number: f64,
    pub(super) number_at: usize,
}

impl<'a> Reader<'a, '_> {
    /// Keeps the way in which an item was written, if labels without escapes come before a plain number. `before` is
    /// the end of the item before, so that the text from there begins with a comma.
    pub(super) fn learn_template(&mut self, before: usize, start: usize, written: Range<usize>) {
        let (first, last) = match (self.spans.first(), self.spans.last()) {
            (Some(first), Some(last)) if self.spans.len() == self.tensor_type.dimensions().len() => (first, last),
            _ => return,
        };
        let bytes = self.cursor.text().as_bytes();
        let number = bytes.get(written.start..).and_then(read_float::leading);
        let number_end = number.map(|(_, length)| written.start.saturating_add(length));
        if last.end > written.start || number_end != Some(written.end) {
            return;
        }
        let piece = |from: usize, to: usize| bytes.get(from..to).unwrap_or_default();
        let ends = self.spans.iter().skip(1).map(|span| span.start).chain([written.start]);
        self.template = Some(ItemTemplate {
            lead: piece(before, first.start),
            start: start.saturating_sub(before),
            labels: self.spans.iter().zip(ends).map(|(span, end)| (span.dimension, piece(span.end, end))).collect(),
            tail: piece(written.end, self.cursor.at()),
        });
    }

    /// Reads the next item if it is written like the last one; else passes over nothing and returns `None`.
    #[inline]
    pub(super) fn templated_item(&mut self) -> Option<TemplatedItem> {
        let template = self.template.as_ref()?;
        let text = self.cursor.text();
        let at_end_of = |rest: &[u8]| text.len().saturating_sub(rest.len());
        let mut rest = self.cursor.rest().strip_prefix(template.lead)?;
        let mut place = 0usize;
        for (index, after) in &template.labels {
            let start = at_end_of(rest);
            let length = swar::plain(rest);
            let label = text.get(start..start.saturating_add(length))?;
            rest = rest.get(length..)?.strip_prefix(*after)?;
            if let Size::Indexed(size) = self.tensor_type.dimensions().get(*index)?.size() {
                let offset = plain_index(label).filter(|index| *index < size)?;
                place = place.saturating_add(self.strides.get(*index)?.saturating_mul(offset as usize));
            }
            *self.address.get_mut(*index)? = Some(Cow::Borrowed(label));
        }
        // Profiles differ in the sign of `-0`, which is left to the general reader.
        let (number, length) =
            read_float::leading(rest).filter(|(number, _)| *number != 0.0 || !rest.starts_with(b"-"))?;
        let number_at = at_end_of(rest);
        rest = rest.get(length..)?.strip_prefix(template.tail)?;
        let start = self.cursor.at().saturating_add(template.start);
        self.cursor.go_to(at_end_of(rest));
        Some(TemplatedItem { start, place, number, number_at })
    }
}

/// Returns the number in a label of an indexed dimension: digits without leading zeros.
pub(super) fn plain_index(label: &str) -> Option<u32> {
    let plain = label == "0" || label.starts_with(|first| matches!(first, '1'..='9'));
    if plain { label.parse().ok() } else { None }
}
