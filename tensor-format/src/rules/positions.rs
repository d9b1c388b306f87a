//! Finds the positions of a record's parameters by name, for rules that may list many.

use alloc::vec::Vec;

use super::{Param, RecordRules};

/// The number of parameters up to which a linear search is used, which is faster for so few.
const FEW: usize = 32;

/// The parameters of a record, with their positions sorted by name. They are sorted at the first search that does not
/// find a name where it looks first.
#[derive(Debug)]
pub(crate) struct Positions<'a> {
    params: &'a [Param<'a>],
    sorted: Vec<usize>,
}

impl<'a> Positions<'a> {
    pub(crate) fn new(rules: &RecordRules<'a>) -> Self {
        Self { params: rules.listed(), sorted: Vec::new() }
    }

    /// Returns the first position of a parameter of this name, as [`RecordRules::position`] does. `near` is where to
    /// look first.
    pub(crate) fn find(&mut self, name: &str, near: usize) -> Option<usize> {
        if self.params.len() <= FEW || self.params.get(near).is_some_and(|param| param.name == name) {
            return RecordRules::new(self.params).position(name, near);
        }
        if self.sorted.is_empty() {
            self.sorted = sorted(self.params);
        }
        let name_at = |index: &usize| self.params.get(*index).map(|param| param.name);
        let first = self.sorted.partition_point(|index| name_at(index) < Some(name));
        self.sorted.get(first).copied().filter(|index| name_at(index) == Some(name))
    }
}

/// Returns the positions of the parameters, sorted by name; an empty list if there are so few that a linear search
/// finds them faster.
pub(super) fn sorted(params: &[Param<'_>]) -> Vec<usize> {
    if params.len() <= FEW {
        return Vec::new();
    }
    let mut sorted: Vec<usize> = (0..params.len()).collect();
    // Stable, so that the first of one name stays the first.
    sorted.sort_by_key(|index| params.get(*index).map(|param| param.name));
    sorted
}
