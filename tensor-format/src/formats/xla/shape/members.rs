//! The members of tuples.

use alloc::{sync::Arc, vec::Vec};

use crate::formats::xla::{Shape, wire::put_bytes};

/// The number of the field that holds a member in the message of a tuple.
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
    /// The messages of all members as this crate writes them, shared with the tuples inside; `None` for an empty tuple.
    pub(in super::super) messages: Option<Arc<[u8]>>,
    /// The range of these members in `messages`.
    pub(in super::super) start: usize,
    pub(in super::super) end: usize,
    pub(in super::super) count: usize,
}

impl Members {
    /// Creates `count` members from their messages, one field for each, which the writer made or the reader checked.
    pub(in super::super) fn of_messages(messages: &[u8], count: usize) -> Self {
        let end = messages.len();
        Self { messages: (end > 0).then(|| Arc::from(messages)), start: 0, end, count }
    }

    /// Returns the messages of the members, one field for each.
    pub(in super::super) fn as_bytes(&self) -> &[u8] {
        self.messages.as_ref().and_then(|messages| messages.get(self.start..self.end)).unwrap_or_default()
    }

    /// Returns the number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
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

// The writer's form is canonical: it differs if the shapes do.
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
