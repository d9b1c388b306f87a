//! Items of a list that are written like the one before them: all but labels and numbers is compared, not read.
//!
//! A list of cells has one item a cell, and a program writes all of them in one way. Reading keys, colons and brackets
//! of each takes twice as long as comparing them with those of the item before: see [`Reader::learn_template`], which
//! keeps them, and [`Reader::templated_item`], which compares.

use alloc::borrow::Cow;
use core::ops::Range;

use smallvec::SmallVec;

use super::{Reader, read_float};
use crate::formats::vespa::{Size, swar};

/// A label of an address: its dimension, and where its text is between its quotes.
pub(super) struct Span {
    pub(super) dimension: usize,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// How a cell with its address was written.
pub(super) struct ItemTemplate<'a> {
    /// What came before the first label, from the end of the item before.
    lead: &'a [u8],
    /// Where in that the item itself began.
    start: usize,
    /// Each label's dimension, and what came after it up to the next label or the number.
    labels: SmallVec<[(usize, &'a [u8]); 4]>,
    /// What came after the number.
    tail: &'a [u8],
}

/// An item that was written like the one before it.
pub(super) struct TemplatedItem {
    /// Where it begins.
    pub(super) start: usize,
    /// How far into the block its address points.
    pub(super) place: usize,
    pub(super) number: f64,
    pub(super) number_at: usize,
}

impl<'a> Reader<'a, '_> {
    /// Keeps how an item was written, if labels without escapes come before a plain number. `before` is the end of the
    /// item before: what follows it began with a comma.
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

    /// The next item, if it is written like the last one; nothing is passed over if it is not.
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
        // The sign of zero is not the same in every profile.
        let (number, length) =
            read_float::leading(rest).filter(|(number, _)| *number != 0.0 || !rest.starts_with(b"-"))?;
        let number_at = at_end_of(rest);
        rest = rest.get(length..)?.strip_prefix(template.tail)?;
        let start = self.cursor.at().saturating_add(template.start);
        self.cursor.go_to(at_end_of(rest));
        Some(TemplatedItem { start, place, number, number_at })
    }
}

/// The number that a label of an indexed dimension is: digits without needless zeros.
pub(super) fn plain_index(label: &str) -> Option<u32> {
    let plain = label == "0" || label.starts_with(|first| matches!(first, '1'..='9'));
    if plain { label.parse().ok() } else { None }
}
