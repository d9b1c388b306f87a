//! Which parameters of a nested record, or of a variant, have a tensor, where the outer record lacks some.

use crate::{RecordType, traits::sink::fields::FieldNames};

/// The parameters of a record that have a tensor, in the order of its rules.
pub(in super::super) struct Gaps {
    /// A bit for each parameter, as [`Source::present`](crate::Source::present) returns them.
    present: u64,
    names: Option<FieldNames>,
    /// The bits of the parameters still to come, and the position of the parameter that came last.
    left: u64,
    at: usize,
}

impl Gaps {
    /// Returns the parameters of a record of `len` whose bits are set; `None` if all are there.
    pub(in super::super) fn new(present: u64, len: usize) -> Option<Self> {
        let has_all = present.count_ones() as usize == len;
        (!has_all).then_some(Self { present, names: None, left: present, at: 0 })
    }

    /// Begins the record, which is of this type.
    pub(in super::super) fn begin(&mut self, record: RecordType) {
        self.names = Some(FieldNames::of(record));
        self.left = self.present;
    }

    pub(in super::super) fn present(&self) -> u64 {
        self.present
    }

    /// Goes on to the next parameter; returns `false` after the last.
    pub(in super::super) fn next(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.at = self.left.trailing_zeros() as usize;
        self.left &= self.left.wrapping_sub(1);
        true
    }

    pub(in super::super) fn name(&self) -> &'static str {
        self.names.map_or("", |names| names.get(self.at))
    }
}
