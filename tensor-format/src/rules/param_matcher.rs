//! Matches names on the wire with the parameters of rules: the one place that knows of unknown and repeated names.

use alloc::vec::Vec;

use super::{Presence, RecordRules};
use crate::{DecodeError, ErrorKind};

/// Matches the names of a record that is being read to the parameters of its rules.
///
/// ```
/// use tensor_format::{ErrorKind, RecordRules, TensorRules, rules::{Param, ParamMatcher, Presence}};
///
/// let params = [Param::new("x", TensorRules::ANY), Param { presence: Presence::Many, ..Param::new("y", TensorRules::ANY) }];
/// let rules = RecordRules::new(&params);
/// let mut matcher = ParamMatcher::new(&rules);
/// let found: Vec<_> = ["y", "y", "other", "x"].map(|name| matcher.find(name).unwrap()).into();
/// assert_eq!(found, [Some(1), Some(1), None, Some(0)]);
/// assert!(matches!(matcher.find("x").unwrap_err().kind(), ErrorKind::DuplicateParam));
/// ```
#[derive(Clone, Debug)]
pub struct ParamMatcher<'r> {
    rules: &'r RecordRules<'r>,
    /// Where the next name is looked for first: behind the last one found.
    near: usize,
    /// The parameter of the name just before.
    last: Option<usize>,
    found: FoundParams,
}

impl<'r> ParamMatcher<'r> {
    /// Begins a record of these rules.
    #[must_use]
    pub const fn new(rules: &'r RecordRules<'r>) -> Self {
        Self { rules, near: 0, last: None, found: FoundParams { first: 0, more: Vec::new() } }
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &'r RecordRules<'r> {
        self.rules
    }

    /// Returns the position of the parameter that the next name of the record is of; `None` if the rules do not list it
    /// and allow to pass over it.
    ///
    /// # Errors
    ///
    /// [`UnknownParam`](ErrorKind::UnknownParam), and [`DuplicateParam`](ErrorKind::DuplicateParam) unless the
    /// parameter may have many tensors and the name before was the same.
    pub fn find(&mut self, name: &str) -> Result<Option<usize>, DecodeError> {
        let position = self.rules.position(name, self.near);
        let last = core::mem::replace(&mut self.last, position);
        let Some(index) = position else {
            return match self.rules.denies_unknown() {
                true => Err(DecodeError::new(self.rules.unknown(name)).in_parameter(name)),
                false => Ok(None),
            };
        };
        self.near = index.saturating_add(1);
        if !self.found.insert(index) {
            let many = self.rules.get(index).is_some_and(|param| param.presence == Presence::Many);
            if !many || last != position {
                return Err(DecodeError::new(ErrorKind::DuplicateParam).in_parameter(name));
            }
        }
        Ok(position)
    }

    /// Returns the parameter after the one before, of a record whose parameters are in declared order.
    pub(crate) fn next_declared(&mut self) -> Option<usize> {
        let index = self.near;
        self.near = index.saturating_add(1);
        (index < self.rules.len()).then_some(index)
    }
}

/// The parameters that have been found.
#[derive(Clone, Debug)]
struct FoundParams {
    /// A bit for each of the first.
    first: u64,
    more: Vec<usize>,
}

impl FoundParams {
    /// Notes a parameter; `false` if it has been noted before.
    fn insert(&mut self, index: usize) -> bool {
        match u32::try_from(index).ok().and_then(|index| 1u64.checked_shl(index)) {
            Some(bit) => {
                let is_new = self.first & bit == 0;
                self.first |= bit;
                is_new
            }
            None if self.more.contains(&index) => false,
            None => {
                self.more.push(index);
                true
            }
        }
    }
}
