//! Parameters that come together: those of an optional map or record, all of which a message has, or none.

use super::Containment;

impl Containment<'_> {
    /// Returns whether some record of `from` has a parameter beside which `into` requires parameter `at`, but not that
    /// one. `given` is the parameter of `from` that is passed as it.
    pub(super) const fn may_lack(&self, at: usize, given: Option<usize>) -> bool {
        let param = self.into.params[at];
        let Some(len) = param.required_with else { return false };
        let mut other = 0;
        while other < self.into.params.len() {
            if other != at && begin_alike(self.into.params[other].name, param.name, len) {
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
            Some(len) => begin_alike(param.name, other.name, len),
            None => false,
        }
    }
}

/// Returns whether the first `len` bytes of two names are the same.
const fn begin_alike(a: &str, b: &str, len: u16) -> bool {
    let (a, b, mut i) = (a.as_bytes(), b.as_bytes(), len as usize);
    if a.len() < i || b.len() < i {
        return false;
    }
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return false;
        }
    }
    true
}
