//! Which derived records hold which; `rings` finds those that hold each other.
//!
//! The rules of a record contain those of the records in it, but a [`HeldRecord`] only refers to others, and so those
//! of a ring can be looked at.

use crate::{
    const_text::bytes::{is_before, same},
    util::reinterpret::hidden::Hidden,
};

pub(crate) mod rings;

/// A derived record, or a tuple, by its fields that may hold records.
#[derive(Debug)]
pub struct HeldRecord {
    /// The name in messages; empty for a tuple.
    pub name: &'static str,
    /// The module, line and column, which tell types of one name apart.
    pub place: (&'static str, u32, u32),
    /// What each field holds; `None` for tensors, and for types that do not tell.
    pub fields: &'static [Option<HeldRef>],
}

/// A record that is held. Constants have it as it is, without a look at the record.
pub type HeldRef = Hidden<HeldRecord>;

impl HeldRecord {
    pub(super) const fn is(&self, other: &Self) -> bool {
        !self.name.is_empty()
            && same(self.name, other.name)
            && same(self.place.0, other.place.0)
            && self.place.1 == other.place.1
            && self.place.2 == other.place.2
    }

    pub(super) const fn comes_before(&self, other: &Self) -> bool {
        is_before(self.name, other.name)
            || same(self.name, other.name) && (is_before(self.place.0, other.place.0) || self.place.1 < other.place.1)
    }
}
