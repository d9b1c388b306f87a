//! Suggests names of parameters in place of one that is wrong.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use crate::util::escaped::Escaped;

/// The number of characters after which a name is cut off.
const LONGEST: usize = 64;

/// Names of parameters to show with one that is missing or unknown: a few of them, and the one that is most likely
/// meant.
///
/// ```
/// use tensor_format::{ElementType, ErrorKind, Header, RecordRules, Shape, TensorRules, rules::{Dim, Param}};
/// let params = [Param::new("imageId", TensorRules::scalar(ElementType::I64))];
/// let header = Header { element_type: ElementType::I64, shape: Shape::scalar() };
/// let violations = RecordRules::new(&params).deny_unknown().check_all([("image_id", header)]);
/// assert_eq!(
///     violations[0].to_string(),
///     "parameter `image_id`: not known to this type, which denies unknown parameters; did you mean `imageId`?"
/// );
/// let ErrorKind::MissingParam { unknown } = &violations[1].kind else { panic!() };
/// assert_eq!(unknown.near(), Some("image_id"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamNames {
    names: Vec<Box<str>>,
    more: usize,
    near: Option<Box<str>>,
    beside: Option<Box<str>>,
    for_map: bool,
}

impl ParamNames {
    /// The most names that are kept: neither their number nor their length is to grow with what a message contains.
    pub(crate) const KEPT: usize = 8;

    /// Keeps a few of `names`, among them the one that `name` is most likely meant for.
    #[must_use]
    #[cold]
    pub fn beside<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut kept = Self::default();
        let mut nearest: Option<(usize, &str)> = None;
        for other in names {
            if let Some(distance) = distance(name, other) {
                if nearest.is_none_or(|(least, _)| distance < least) {
                    nearest = Some((distance, other));
                }
            }
            if kept.names.len() < Self::KEPT {
                kept.names.push(cut(other));
            } else {
                kept.more = kept.more.saturating_add(1);
            }
        }
        kept.near = nearest.map(|(_, other)| cut(other));
        kept
    }

    /// Puts other names in place of these, as [`beside`](Self::beside) keeps them, and leaves what else is known.
    #[cold]
    pub(crate) fn set_names<'n>(&mut self, name: &str, names: impl IntoIterator<Item = &'n str>) {
        *self = Self { beside: self.beside.take(), for_map: self.for_map, ..Self::beside(name, names) };
    }

    /// Returns the name that is most likely meant.
    #[must_use]
    pub fn near(&self) -> Option<&str> {
        self.near.as_deref()
    }

    /// Returns the name of a parameter that is there and beside which the missing one is required: another one of the
    /// same optional record or map, of which a message has all or nothing.
    #[must_use]
    pub fn required_beside(&self) -> Option<&str> {
        self.beside.as_deref()
    }

    /// Sets [`required_beside`](Self::required_beside), or changes it by a function of what it is.
    #[cold]
    pub(crate) fn set_beside(&mut self, beside: impl FnOnce(Option<&str>) -> Option<Box<str>>) {
        self.beside = beside(self.beside.as_deref());
    }

    /// Returns whether a map in its sparse form was expected, and none of its parameters is there.
    pub(crate) fn are_for_map(&self) -> bool {
        self.for_map
    }

    #[cold]
    pub(crate) fn set_for_map(&mut self) {
        self.for_map = true;
    }

    /// Returns the names that are kept, long ones cut off.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// Returns how many more names there were.
    #[must_use]
    pub fn more(&self) -> usize {
        self.more
    }

    /// Returns whether there were no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// Writes the names, separated by commas.
impl fmt::Display for ParamNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, name) in self.iter().enumerate() {
            write!(f, "{}`{}`", if i == 0 { "" } else { ", " }, Escaped(name))?;
        }
        if self.more > 0 {
            write!(f, " and {} more", self.more)?;
        }
        Ok(())
    }
}

fn cut(name: &str) -> Box<str> {
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => alloc::format!("{}…", name.get(..end).unwrap_or_default()).into(),
        None => name.into(),
    }
}

/// Returns the letters of a name by which names are compared: in lower case, without `_`, `-`, `.` and spaces.
fn letters(name: &str) -> Vec<char> {
    let told = name.chars().filter(|letter| !matches!(letter, '_' | '-' | '.' | ' '));
    told.flat_map(char::to_lowercase).take(LONGEST).collect()
}

/// Returns how many letters have to be inserted, removed, replaced or swapped with their neighbours to make one name
/// the other, if they are few, else `None`; a prefix that only one of the names has counts as few.
fn distance(a: &str, b: &str) -> Option<usize> {
    let (a, b) = (letters(a), letters(b));
    let most = (a.len().max(b.len()) / 3).min(3);
    if a.len() != b.len() && a.len().min(b.len()) > most.max(2) && (a.ends_with(&b) || b.ends_with(&a)) {
        return Some(most);
    }
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX);
    let (mut before, mut row): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=b.len()).collect());
    let mut last = None;
    for (i, letter) in a.iter().enumerate() {
        let mut next = alloc::vec![i.saturating_add(1)];
        let mut last_other = None;
        for (j, other) in b.iter().enumerate() {
            let changed = cell(&row, j).saturating_add(usize::from(letter != other));
            let removed = cell(&row, j.saturating_add(1)).saturating_add(1);
            let inserted = cell(&next, j).saturating_add(1);
            let mut least = changed.min(removed).min(inserted);
            if last == Some(other) && last_other == Some(letter) {
                least = least.min(cell(&before, j.saturating_sub(1)).saturating_add(1));
            }
            next.push(least);
            last_other = Some(other);
        }
        before = core::mem::replace(&mut row, next);
        last = Some(letter);
    }
    row.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn counts_the_letters_that_differ() {
        assert_eq!(distance("image", "imgae"), Some(1));
        assert_eq!(distance("image", "imag"), Some(1));
        assert_eq!(distance("image", "mega"), None);
        assert_eq!(distance("threshold", "treshhold"), Some(2));
        assert_eq!(distance("thresholds", "threhsodl"), Some(3));
        assert_eq!(distance("imageId", "image_id"), Some(0));
        assert_eq!(distance("a", "b"), None);
        assert_eq!(distance("", ""), Some(0));
        assert_eq!(distance("left.boxes", "boxes"), Some(3));
        assert_eq!(distance("left.a", "a"), None);
        assert_eq!(distance("kitten", "sitting"), None);
    }

    #[test]
    fn keeps_few_names_and_cuts_long_ones() {
        let long = "é".repeat(1000);
        let names = ParamNames::beside("x", core::iter::repeat_n(long.as_str(), 100));
        assert_eq!((names.iter().count(), names.more(), names.near()), (8, 92, None));
        assert!(names.iter().all(|name| name.chars().count() == 65));
        assert!(names.to_string().ends_with("…` and 92 more"));
    }
}
