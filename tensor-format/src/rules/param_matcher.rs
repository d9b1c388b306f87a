//! Finds the parameters of rules for the names in a message. Unknown and repeated names are detected here only.

use alloc::{collections::BTreeMap, vec::Vec};

use super::{Presence, RecordRules, positions::Positions};
use crate::{DecodeError, ErrorKind};

mod names;

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
    positions: Positions<'r>,
    /// The position at which the next name is looked for first: the one after the last that was found.
    near: usize,
    /// The position of the parameter of the previous name; `None` if the rules do not list it.
    last: Option<usize>,
    found: FoundParams,
    /// The aliases under which parameters were found, by the parameters' positions.
    aliased: BTreeMap<usize, &'r str>,
}

impl<'r> ParamMatcher<'r> {
    /// Creates the matcher for a record of these rules, before its first name.
    #[must_use]
    pub const fn new(rules: &'r RecordRules<'r>) -> Self {
        Self {
            rules,
            positions: Positions::new(rules),
            near: 0,
            last: None,
            found: FoundParams { first: 0, more: Vec::new() },
            aliased: BTreeMap::new(),
        }
    }

    /// Returns the rules of the record.
    #[must_use]
    pub const fn rules(&self) -> &'r RecordRules<'r> {
        self.rules
    }

    /// Returns the position of the parameter called `name`, the next name of the record; `None` if the rules do not
    /// list it and it may be skipped.
    ///
    /// # Errors
    ///
    /// [`UnknownParam`](ErrorKind::UnknownParam); [`DuplicateParam`](ErrorKind::DuplicateParam) unless the parameter may
    /// have many tensors and the name before was the same; and [`DuplicateAlias`](ErrorKind::DuplicateAlias) if the
    /// parameter came under another of its names before.
    pub fn find(&mut self, name: &str) -> Result<Option<usize>, DecodeError> {
        let position = self.positions.find(name, self.near);
        let last = core::mem::replace(&mut self.last, position);
        let Some(index) = position else {
            return match self.rules.denies_unknown() {
                true => Err(DecodeError::new(self.rules.unknown(name)).in_parameter(name)),
                false => Ok(None),
            };
        };
        self.near = index.saturating_add(1);
        let is_new = self.found.insert(index);
        if let Some(param) = self.rules.listed().get(index).filter(|param| !param.aliases.is_empty()) {
            if is_new {
                let alias = param.aliases.iter().find(|alias| param.name != name && **alias == name);
                self.aliased.extend(alias.map(|alias| (index, *alias)));
            } else {
                let first = self.aliased.get(&index).copied().unwrap_or(param.name);
                if first != name {
                    return Err(DecodeError::new(ErrorKind::DuplicateAlias { first: first.into() }).in_parameter(name));
                }
            }
        }
        if !is_new {
            let many = self.rules.get(index).is_some_and(|param| param.presence == Presence::Many);
            if !many || last != position {
                return Err(DecodeError::new(ErrorKind::DuplicateParam).in_parameter(name));
            }
        }
        Ok(position)
    }

    /// Returns the position of the next parameter, in a record whose tensors come in declared order; `None` after the
    /// last.
    pub(crate) fn next_declared(&mut self) -> Option<usize> {
        let index = self.near;
        self.near = index.saturating_add(1);
        (index < self.rules.len()).then_some(index)
    }
}

/// The positions of the parameters that were found so far.
#[derive(Clone, Debug)]
struct FoundParams {
    /// A bit for each of the first 64 positions; those of the next are in `more`.
    first: u64,
    more: Vec<u64>,
}

impl FoundParams {
    /// Adds a position; returns `false` if it was there before.
    fn insert(&mut self, index: usize) -> bool {
        let at = index.wrapping_shr(6);
        let bits = match at.checked_sub(1) {
            None => &mut self.first,
            Some(at) => {
                if self.more.len() <= at {
                    self.more.resize(at.saturating_add(1), 0);
                }
                let Some(bits) = self.more.get_mut(at) else { return false };
                bits
            }
        };
        // The lowest six bits of the position count.
        let bit = 1u64.wrapping_shl(index as u32);
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }
}

impl<'a> RecordRules<'a> {
    /// Returns whether no parameter is missing in a record that has those whose bit is set, from the lowest on; `false`
    /// if there are more parameters than bits. [`Source::present`](crate::codec::Source::present) returns such bits.
    #[must_use]
    pub fn lacks_none(&self, present: u64) -> bool {
        // The bits of all parameters.
        let Some(all) = u64::BITS.checked_sub(self.params.len() as u32).map(|free| u64::MAX.checked_shr(free)) else {
            return false;
        };
        // Only what is absent can be missing.
        let mut absent = all.unwrap_or_default() & !present;
        while absent != 0 {
            let index = absent.trailing_zeros();
            absent &= absent.wrapping_sub(1);
            let Some(param) = self.params.get(index as usize) else { return false };
            let has_others = |len: u16| self.has_any_near(present, index, param.name.get(..len.into()));
            if param.is_required() || param.required_with.is_some_and(has_others) {
                return false;
            }
        }
        true
    }

    /// Returns whether the name of any parameter whose bit is set begins with `prefix`, as that of the one at `index`
    /// does. These parameters follow one another, so that the nearest on either side say it.
    fn has_any_near(&self, present: u64, index: u32, prefix: Option<&str>) -> bool {
        let after = present & u64::MAX.wrapping_shl(index);
        let (before, after) = ((present ^ after).checked_ilog2(), (after != 0).then(|| after.trailing_zeros()));
        let name_of = |near: u32| self.params.get(near as usize).map_or("", |param| param.name);
        let is_of_group = |near: u32| {
            let (name, prefix) = (name_of(near).as_bytes(), prefix.unwrap_or_default().as_bytes());
            // Nearly always the last byte says it, without a call.
            let ends_alike = |last: &u8| name.get(prefix.len().saturating_sub(1)) == Some(last);
            prefix.last().is_none_or(ends_alike) && name.starts_with(prefix)
        };
        before.is_some_and(is_of_group) || after.is_some_and(is_of_group)
    }
}
