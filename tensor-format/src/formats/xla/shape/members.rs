//! The members of tuples.

use alloc::{sync::Arc, vec::Vec};
use core::fmt;

use crate::formats::xla::{
    Shape, ShapeKind,
    options::Budget,
    read,
    wire::{Bytes, UnknownFields, Value, put_bytes},
};

/// The field of the messages that holds a member.
pub(in super::super) const MEMBER: u32 = 4;

/// The shapes of a tuple's members, kept as their messages: a tuple takes little more memory than its message does, and
/// a clone of it none. Each member is read when it is asked for.
///
/// ```
/// use tensor_format::xla::{Members, Shape};
/// let tuple: Shape = "(f32[2], (token[], s8[]))".parse()?;
/// let members: &Members = tuple.members().unwrap();
/// assert_eq!((members.len(), members.get(0).unwrap().to_string()), (2, "f32[2]{0}".into()));
/// let inner: Vec<Shape> = members.get(1).unwrap().members().unwrap().iter().collect();
/// assert_eq!(inner[0], Shape::TOKEN);
/// # Ok::<(), tensor_format::DecodeError>(())
/// ```
#[derive(Clone)]
pub struct Members {
    /// The messages of the whole tuple, which it shares with the tuples in it, as the writer puts them; none of an empty
    /// tuple.
    messages: Option<Arc<[u8]>>,
    /// Where these members begin and end in it.
    start: usize,
    end: usize,
    count: usize,
}

impl Members {
    /// Members of messages that the writer made or the reader checked, each as a field.
    pub(in super::super) fn of_messages(messages: &[u8], count: usize) -> Self {
        let end = messages.len();
        Self { messages: (end > 0).then(|| Arc::from(messages)), start: 0, end, count }
    }

    /// The messages, each as a field.
    pub(in super::super) fn as_bytes(&self) -> &[u8] {
        self.messages.as_ref().and_then(|messages| messages.get(self.start..self.end)).unwrap_or_default()
    }

    /// The number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// A member; `None` if there are no so many. It is looked for from the first one on: go through many with
    /// [`iter`](Self::iter).
    #[must_use]
    pub fn get(&self, number: usize) -> Option<Shape> {
        self.iter().nth(number)
    }

    /// The members.
    #[must_use]
    pub fn iter(&self) -> MembersIter {
        MembersIter { members: self.clone() }
    }

    /// The next member's message, which is stepped over.
    fn take(&mut self) -> Option<Bytes<'_>> {
        let messages = self.messages.as_deref()?.get(self.start..self.end)?;
        let mut left = Bytes::starting_at(messages, self.start as u64);
        let field = left.field().ok()??;
        self.start = usize::try_from(left.at).ok()?;
        self.count = self.count.saturating_sub(1);
        match field.value {
            Value::Bytes(message) => Some(message),
            _ => None,
        }
    }

    /// The shape of a member's message.
    fn shape(&self, message: Bytes<'_>) -> Option<Shape> {
        let mut left = message;
        // The writer says first what a shape is.
        if !matches!(left.field().ok()??.value, Value::Varint(number) if number == u64::from(read::TUPLE)) {
            return read::shape_of(message, Budget::unlimited()).ok();
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

impl FromIterator<Shape> for Members {
    fn from_iter<I: IntoIterator<Item = Shape>>(members: I) -> Self {
        let (mut messages, mut count) = (Vec::new(), 0usize);
        for member in members {
            put_bytes(&mut messages, MEMBER, |out| member.append(out));
            count = count.saturating_add(1);
        }
        Self::of_messages(&messages, count)
    }
}

// What the writer puts differs where shapes do.
impl PartialEq for Members {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Members {}

impl core::hash::Hash for Members {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
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

/// The members of a tuple, one after another.
#[derive(Clone, Debug)]
pub struct MembersIter {
    /// Those that are left.
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
