//! Parameters that come together: those of an optional map or record, all of which a message has, or none.

use super::Containment;
use crate::{Param, const_text::bytes::begin_alike};

impl Containment<'_> {
    /// Returns whether some record of `from` has a parameter beside which `into` requires parameter `at`, but not that
    /// one. `given` is the parameter of `from` that is passed as it.
    pub(super) const fn may_lack(&self, at: usize, given: Option<usize>) -> bool {
        let param = self.into.params[at];
        let Some(len) = param.required_with else { return false };
        let params = self.into.params;
        let mut other = at;
        while other > 0 && shares(params[other - 1], param, len) {
            other -= 1;
        }
        while other < params.len() && shares(params[other], param, len) {
            if other != at {
                match (self.source_of(other), given) {
                    (Some(_), None) => return true,
                    (Some(source), Some(given)) if !self.comes_with(given, source) => return true,
                    _ => {}
                }
            }
            other += 1;
        }
        false
    }

    /// Returns whether each record of `from` that has parameter `other` has parameter `param` too.
    const fn comes_with(&self, param: usize, other: usize) -> bool {
        let (param, other) = (self.from.params[param], self.from.params[other]);
        match param.required_with {
            _ if param.is_required() => true,
            Some(len) => shares(param, other, len),
            None => false,
        }
    }
}

/// Returns whether the names of two parameters begin with the same `len` bytes.
const fn shares(a: Param<'_>, b: Param<'_>, len: u16) -> bool {
    begin_alike(a.name.as_bytes(), b.name.as_bytes(), len as usize)
}
