//! Names of a record that is being read against the parameters of its rules.

use alloc::vec::Vec;

use super::{Presence, RecordRules};
use crate::{DecodeError, ErrorKind};

/// The parameters of a record that have been found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// A bit for each of the first.
    first: u64,
    more: Vec<usize>,
}

impl Found {
    /// Notes a parameter; `false` if it has been noted before.
    fn insert(&mut self, index: usize) -> bool {
        let bit = u32::try_from(index).ok().and_then(|index| 1u64.checked_shl(index));
        let is_new = match bit {
            Some(bit) => self.first & bit == 0,
            None => !self.more.contains(&index),
        };
        match bit {
            Some(bit) => self.first |= bit,
            None if is_new => self.more.push(index),
            None => {}
        }
        is_new
    }
}

/// Judges the next name of a record that is being read: the position of its parameter, or `None` if it is unknown and
/// may be passed over. `seen` holds the parameters found before `last`, the name just before this one.
pub(crate) fn judge(
    rules: &RecordRules<'_>,
    name: &str,
    last: Option<&str>,
    near: usize,
    seen: &mut Found,
) -> Result<Option<usize>, DecodeError> {
    let Some(index) = rules.position(name, near) else {
        return match rules.denies_unknown() {
            true => Err(DecodeError::new(rules.unknown(name)).in_parameter(name)),
            false => Ok(None),
        };
    };
    if !seen.insert(index) {
        let many = rules.get(index).is_some_and(|param| param.presence == Presence::Many);
        if !many || last != Some(name) {
            return Err(DecodeError::new(ErrorKind::DuplicateParam).in_parameter(name));
        }
    }
    Ok(Some(index))
}
