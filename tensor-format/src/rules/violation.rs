//! Checks the headers of a whole record against its rules.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use super::{Bindings, Param, Presence, RecordRules, positions::Positions};
use crate::{ErrorKind, Header, ParamNames, Violation};

/// The most violations of unknown names and of further tensors of one name that are listed: an input of few bytes may
/// have any number of them, and the first say what is wrong.
const LISTED: usize = 32;

impl<'a> RecordRules<'a> {
    /// Checks the headers of a whole record and returns every violation: element types, ranks, lengths, axis names,
    /// missing, repeated and unknown parameters. Of tensors with unknown names, and of those that come after the first
    /// of their name, it returns the first 32.
    #[must_use]
    pub fn check_all<'h>(&self, tensors: impl IntoIterator<Item = (&'h str, Header)>) -> Vec<Violation> {
        let mut faults = Vec::new();
        let mut bindings = Bindings::new();
        let mut seen = alloc::vec![false; self.len()];
        let mut firsts = alloc::vec![""; self.len()];
        let mut last = None;
        let mut unknown = ArrayVec::<&str, { ParamNames::KEPT }>::new();
        let mut positions = Positions::new(self);
        // Violations that count against `LISTED`.
        let mut listed = 0usize;
        for (name, header) in tensors {
            let before = faults.len();
            let mut fault = |kind| faults.push(Violation { parameter: Some(name.into()), kind });
            let near = last.map_or(0, |last: usize| last.saturating_add(1));
            let index = positions.find(name, near);
            let adjacent = index.is_some() && index == last;
            last = index;
            let Some((index, param)) = index.and_then(|index| Some((index, self.get(index)?))) else {
                if self.deny_unknown && listed < LISTED {
                    listed = listed.saturating_add(1);
                    // Only a few say what is known, so that many names cost little.
                    let known = !unknown.is_full();
                    fault(if known {
                        self.unknown(name)
                    } else {
                        ErrorKind::UnknownParam { known: ParamNames::default() }
                    });
                }
                let _ = unknown.try_push(name);
                continue;
            };
            let repeated = seen.get_mut(index).is_some_and(|seen| core::mem::replace(seen, true));
            let first = firsts.get_mut(index).map_or(name, |first| core::mem::replace(first, name));
            if repeated && listed >= LISTED {
                continue;
            }
            if repeated && first != name {
                fault(ErrorKind::DuplicateAlias { first: first.into() });
            } else if repeated && !(param.presence == Presence::Many && adjacent) {
                fault(ErrorKind::DuplicateParam);
            }
            let own = param.rules.check_all(&header);
            let fits = own.is_empty();
            own.into_iter().for_each(&mut fault);
            if fits {
                bindings.check_all(&param, &header.shape, self.batch_axes).into_iter().for_each(&mut fault);
            }
            if repeated {
                listed = listed.saturating_add(faults.len().saturating_sub(before));
            }
        }
        for param in self.missing(&seen) {
            let mut unknown = ParamNames::beside(param.name, unknown.iter().copied());
            unknown.set_beside(|_| self.seen_beside(&param, &seen).map(Into::into));
            let kind = ErrorKind::MissingParam { unknown };
            faults.push(Violation { parameter: Some(param.name.into()), kind });
        }
        faults
    }

    /// Returns the parameters that a record must have and that are not marked in `seen`: the required ones, and those
    /// of an optional map or record of which another parameter is marked.
    pub(crate) fn missing(&self, seen: &[bool]) -> impl Iterator<Item = Param<'a>> {
        let params = self.params;
        params.iter().zip(seen).enumerate().filter_map(move |(index, (param, is_seen))| {
            let has_others = |len: u16| has_any(params, seen, index, len.into());
            let is_needed = || param.is_required() || param.required_with.is_some_and(has_others);
            (!is_seen && is_needed()).then_some(*param)
        })
    }

    /// Returns the name of a parameter that is marked in `seen` and beside which `param` is required.
    #[cold]
    pub(crate) fn seen_beside(&self, param: &Param<'_>, seen: &[bool]) -> Option<&'a str> {
        let prefix = param.name.get(..param.required_with?.into());
        let mut others = self.params.iter().zip(seen).filter(|(_, is_seen)| **is_seen);
        others
            .find(|(other, _)| prefix.is_some_and(|prefix| other.name.starts_with(prefix)))
            .map(|(other, _)| other.name)
    }
}

/// Returns whether any parameter is marked in `seen` whose name begins with the same `len` bytes as that of the one at
/// `index`. These parameters follow one another.
fn has_any(params: &[Param<'_>], seen: &[bool], index: usize, len: usize) -> bool {
    let prefix = params.get(index).and_then(|param| param.name.get(..len));
    let of_group = |(param, is_seen): (&Param<'_>, &bool)| (param.name.get(..len) == prefix).then_some(*is_seen);
    let (before, after) = (params.iter().zip(seen).take(index).rev(), params.iter().zip(seen).skip(index));
    before.map_while(of_group).chain(after.map_while(of_group)).any(|is_seen| is_seen)
}
