//! The members of tuples, read one at a time.

use core::fmt;

use super::{budget::Budget, message};
use crate::formats::xla::{
    Members, Shape, ShapeKind, UnknownFields,
    primitive::TUPLE,
    shape::members::MEMBER,
    wire::{WireBytes, WireValue},
};

impl Members {
    /// Returns a member; `None` if there are fewer. It is looked for from the first one on: go through many with
    /// [`iter`](Self::iter).
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Shape> {
        self.iter().nth(number)
    }

    /// Returns the members.
    #[must_use]
    pub fn iter(&self) -> MembersIter {
        MembersIter { members: self.clone() }
    }

    /// Passes over the next member and returns its message.
    fn take(&mut self) -> Option<WireBytes<'_>> {
        let messages = self.messages.as_deref()?.get(self.start..self.end)?;
        let mut left = WireBytes::starting_at(messages, self.start as u64);
        let field = left.field().ok()??;
        self.start = usize::try_from(left.at).ok()?;
        self.count = self.count.saturating_sub(1);
        match field.value {
            WireValue::Bytes(message) => Some(message),
            _ => None,
        }
    }

    /// Returns the shape that a member's message holds.
    fn shape(&self, message: WireBytes<'_>) -> Option<Shape> {
        let mut left = message;
        // The writer puts the kind of a shape first.
        if !matches!(left.field().ok()??.value, WireValue::Varint(number) if number == u64::from(TUPLE)) {
            return message::shape_of(message, Budget::unlimited()).ok();
        }
        let start = usize::try_from(left.at).ok()?;
        let (mut end, mut count, mut unknown) = (start, 0usize, UnknownFields::NONE);
        while let Some(field) = left.field().ok()? {
            if field.message(u64::from(MEMBER)).is_some() {
                end = usize::try_from(left.at).ok()?;
                count = count.saturating_add(1);
            } else {
                unknown.push(&field);
            }
        }
        let members = Self { messages: self.messages.clone(), start, end, count };
        Some(Shape::of_kind(ShapeKind::Tuple(members), unknown))
    }
}

impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl IntoIterator for &Members {
    type Item = Shape;
    type IntoIter = MembersIter;

    fn into_iter(self) -> MembersIter {
        self.iter()
    }
}

impl IntoIterator for Members {
    type Item = Shape;
    type IntoIter = MembersIter;

    fn into_iter(self) -> MembersIter {
        MembersIter { members: self }
    }
}

/// An iterator over the members of a tuple.
#[derive(Clone, Debug)]
pub struct MembersIter {
    /// The members not yet read.
    members: Members,
}

impl Iterator for MembersIter {
    type Item = Shape;

    fn next(&mut self) -> Option<Shape> {
        let members = self.members.clone();
        members.shape(self.members.take()?)
    }

    fn nth(&mut self, number: usize) -> Option<Shape> {
        for _ in 0..number {
            self.members.take()?;
        }
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.members.count, Some(self.members.count))
    }
}

impl ExactSizeIterator for MembersIter {}
