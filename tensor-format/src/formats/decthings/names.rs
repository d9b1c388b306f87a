//! What a reader keeps of a record it has begun.

use crate::{DecodeError, RecordRules, record};

/// The parameters found so far, and the name before the next.
#[derive(Default)]
pub(super) struct Seen<N> {
    last: Option<N>,
    params: record::Found,
    near: usize,
}

impl<N: AsRef<str>> Seen<N> {
    pub(super) fn new() -> Self {
        Self { last: None, params: record::Found::default(), near: 0 }
    }

    /// The position of the parameter of this name; `None` if it is unknown and may be passed over. An empty name is
    /// padding.
    pub(super) fn judge(&mut self, rules: &RecordRules<'_>, name: N) -> Result<Option<usize>, DecodeError> {
        let last = self.last.as_ref().map(AsRef::as_ref);
        let index = record::judge(rules, name.as_ref(), last, self.near, &mut self.params)?;
        self.near = index.map_or(self.near, |index| index.saturating_add(1));
        self.last = Some(name);
        Ok(index)
    }
}
