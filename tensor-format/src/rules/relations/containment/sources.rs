//! Which parameter of the given rules goes into one of the wanted rules: the one of its name, or of an alias.

use super::Containment;
use crate::const_text::bytes::{is_before, same};

impl Containment<'_> {
    /// Returns the parameter of `from` that is given for a parameter of `into`: the one of its name, or of an alias.
    /// What the aliases of `from` are makes no difference, since nothing is written under them.
    pub(super) const fn source_of(&self, at: usize) -> Option<usize> {
        let name = self.into.params[at].name;
        let mut i = 0;
        while i < self.renames.len() {
            if same(self.renames[i].0, name) {
                return self.find_given(self.renames[i].1, at);
            }
            i += 1;
        }
        let mut aliases = self.into.params[at].aliases;
        let mut given = self.find_given(name, at);
        while let (None, [alias, rest @ ..]) = (given, aliases) {
            given = self.find_given(alias, at);
            aliases = rest;
        }
        given
    }

    /// Returns whether records of `from` may have a parameter of `into` under several of its names.
    pub(super) const fn has_second_name(&self, at: usize, given: usize) -> bool {
        let mut aliases = self.into.params[at].aliases;
        while let [alias, rest @ ..] = aliases {
            if matches!(self.find_given(alias, at), Some(other) if other != given) {
                return true;
            }
            aliases = rest;
        }
        false
    }

    /// Returns the parameter of `from` of this name. `near` is where to look first.
    pub(super) const fn find_given(&self, name: &str, near: usize) -> Option<usize> {
        let params = self.from.params;
        if self.sorted.len() != params.len() || (near < params.len() && same(params[near].name, name)) {
            return self.from.find(name, near);
        }
        let (mut first, mut end) = (0, self.sorted.len());
        while first < end {
            let middle = first + (end - first) / 2;
            if is_before(params[self.sorted[middle]].name, name) {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        if first < self.sorted.len() && same(params[self.sorted[first]].name, name) {
            Some(self.sorted[first])
        } else {
            None
        }
    }

    pub(super) const fn is_used(&self, given: usize) -> bool {
        let mut at = 0;
        while at < self.into.params.len() {
            if matches!(self.source_of(at), Some(source) if source == given) {
                return true;
            }
            at += 1;
        }
        false
    }
}
