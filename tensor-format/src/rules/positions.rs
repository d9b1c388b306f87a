//! Finds the positions of a record's parameters by name, for rules that may list many.

use alloc::vec::Vec;

use super::{Param, RecordRules};

/// The number of parameters up to which a linear search is used, which is faster for so few.
const FEW: usize = 32;

/// The parameters of a record, with their positions sorted by name and aliases. They are sorted at the first search
/// that does not find a name where it looks first.
#[derive(Clone, Debug)]
pub(crate) struct Positions<'a> {
    params: &'a [Param<'a>],
    sorted: Vec<(&'a str, usize)>,
}

impl<'a> Positions<'a> {
    pub(crate) const fn new(rules: &RecordRules<'a>) -> Self {
        Self { params: rules.listed(), sorted: Vec::new() }
    }

    /// Returns the first position of a parameter of this name or alias, as [`RecordRules::position`] does. `near` is
    /// where to look first.
    pub(crate) fn find(&mut self, name: &str, near: usize) -> Option<usize> {
        if self.params.len() <= FEW || self.params.get(near).is_some_and(|param| param.name == name) {
            return RecordRules::new(self.params).position(name, near);
        }
        if self.sorted.is_empty() {
            let names = self.params.iter().enumerate().map(|(index, param)| (param.name, index));
            let aliases = self.params.iter().enumerate();
            let aliases = aliases.flat_map(|(index, param)| param.aliases.iter().map(move |alias| (*alias, index)));
            self.sorted = names.chain(aliases).collect();
            // Stable, so that the first of one name stays the first, and names stay before aliases.
            self.sorted.sort_by_key(|(name, _)| *name);
        }
        let first = self.sorted.partition_point(|(other, _)| *other < name);
        self.sorted.get(first).filter(|(found, _)| *found == name).map(|(_, index)| *index)
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
