//! Records of named tensors whose names and types are known only at run time.

use alloc::{
    borrow::{Cow, ToOwned},
    string::String,
    vec::Vec,
};
use core::fmt;

use crate::{
    Header, Tensor, TensorRef,
    util::{escaped::Escaped, inline_vec::push_slowly},
};

/// A borrowed record: named tensors in order. A name may occur several times, one after another.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct RecordRef<'a> {
    entries: Vec<(Cow<'a, str>, TensorRef<'a>)>,
}

impl<'a> RecordRef<'a> {
    /// Creates a record without tensors.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a tensor.
    pub fn push(&mut self, name: impl Into<Cow<'a, str>>, tensor: TensorRef<'a>) {
        push_slowly(&mut self.entries, (name.into(), tensor), usize::MAX);
    }

    /// Returns the first tensor of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&TensorRef<'a>> {
        self.iter().find(|(known, _)| *known == name).map(|(_, tensor)| tensor)
    }

    /// Returns the number of tensors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no tensors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns names and tensors in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &TensorRef<'a>)> + Clone {
        self.entries.iter().map(|(name, tensor)| (&**name, tensor))
    }

    /// Returns the name and header of each tensor, the form that
    /// [`RecordRules::check_all`](crate::RecordRules::check_all) takes.
    pub fn headers(&self) -> impl Iterator<Item = (&str, Header)> {
        self.iter().map(|(name, tensor)| (name, tensor.header().clone()))
    }

    /// Returns the name and the tensor at a position.
    pub(crate) fn entry(&self, index: usize) -> Option<(&str, &TensorRef<'a>)> {
        self.entries.get(index).map(|(name, tensor)| (&**name, tensor))
    }

    /// Returns an owned copy.
    #[must_use]
    pub fn to_record(&self) -> Record {
        self.iter().map(|(name, tensor)| (name.into(), tensor.to_tensor())).collect()
    }
}

/// An owned record: named tensors in order.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Record {
    entries: Vec<(String, Tensor)>,
}

impl Record {
    /// Creates a record without tensors.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a tensor.
    pub fn push(&mut self, name: impl Into<String>, tensor: Tensor) {
        self.entries.push((name.into(), tensor));
    }

    /// Returns the first tensor of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tensor> {
        self.iter().find(|(known, _)| *known == name).map(|(_, tensor)| tensor)
    }

    /// Returns the number of tensors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no tensors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns names and tensors in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Tensor)> + Clone {
        self.entries.iter().map(|(name, tensor)| (&**name, tensor))
    }

    /// Returns the tensor at a position, renamed to `name`, or appends an empty one. `most` is the number of tensors
    /// still to come, with this one: memory is reserved for no more.
    pub(crate) fn entry_mut(&mut self, index: usize, name: &str, most: usize) -> Option<&mut Tensor> {
        if index == self.entries.len() {
            push_slowly(&mut self.entries, (String::new(), Tensor::default()), most);
        }
        let (known, tensor) = self.entries.get_mut(index)?;
        name.clone_into(known);
        Some(tensor)
    }

    /// Removes all tensors but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.entries.truncate(len);
    }

    /// Returns the record as one that borrows from this.
    #[must_use]
    pub fn as_ref(&self) -> RecordRef<'_> {
        let entries = self.iter().map(|(name, tensor)| (Cow::Borrowed(name), tensor.as_ref())).collect();
        RecordRef { entries }
    }
}

impl FromIterator<(String, Tensor)> for Record {
    fn from_iter<I: IntoIterator<Item = (String, Tensor)>>(entries: I) -> Self {
        Self { entries: entries.into_iter().collect() }
    }
}

macro_rules! text {
    ($([$($lifetime:lifetime)?] $ty:ty),*) => { $(
        /// Writes each tensor under a line with its name and header; of more than 100 tensors the first and last 50.
        impl$(<$lifetime>)? fmt::Display for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "record of {} tensor{}", self.len(), if self.len() == 1 { "" } else { "s" })?;
                for (index, (name, tensor)) in self.iter().enumerate() {
                    match shown(index, self.len()) {
                        Shown::Yes => {
                            write!(f, "\n{}: {}", Escaped(name), tensor.header())?;
                            TensorRef::from(tensor).fmt_elements(f, Some(2))?;
                        }
                        Shown::Dots => f.write_str("\n...")?,
                        Shown::No => {}
                    }
                }
                Ok(())
            }
        }

        /// Writes a map from names to tensors.
        impl$(<$lifetime>)? fmt::Debug for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut map = f.debug_map();
                for (index, (name, tensor)) in self.iter().enumerate() {
                    match shown(index, self.len()) {
                        Shown::Yes => map.entry(&name, tensor),
                        Shown::Dots => map.entry(&format_args!("..."), &format_args!("...")),
                        Shown::No => &mut map,
                    };
                }
                map.finish()
            }
        }
    )* };
}

text!(['a] RecordRef<'a>, [] Record);

enum Shown {
    Yes,
    Dots,
    No,
}

/// Returns whether the tensor at position `index` of a record of `len` tensors is written, or dots in place of several.
fn shown(index: usize, len: usize) -> Shown {
    const END: usize = 50;
    match index {
        END if len > 2 * END => Shown::Dots,
        _ if index < END || len <= 2 * END || index >= len.saturating_sub(END) => Shown::Yes,
        _ => Shown::No,
    }
}

impl<'a> FromIterator<(Cow<'a, str>, TensorRef<'a>)> for RecordRef<'a> {
    fn from_iter<I: IntoIterator<Item = (Cow<'a, str>, TensorRef<'a>)>>(entries: I) -> Self {
        Self { entries: entries.into_iter().collect() }
    }
}

impl<'a> FromIterator<(&'a str, TensorRef<'a>)> for RecordRef<'a> {
    fn from_iter<I: IntoIterator<Item = (&'a str, TensorRef<'a>)>>(entries: I) -> Self {
        entries.into_iter().map(|(name, tensor)| (Cow::Borrowed(name), tensor)).collect()
    }
}

impl<'a> IntoIterator for RecordRef<'a> {
    type Item = (Cow<'a, str>, TensorRef<'a>);
    type IntoIter = alloc::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl IntoIterator for Record {
    type Item = (String, Tensor);
    type IntoIter = alloc::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl Extend<(String, Tensor)> for Record {
    fn extend<I: IntoIterator<Item = (String, Tensor)>>(&mut self, entries: I) {
        self.entries.extend(entries);
    }
}

impl From<RecordRef<'_>> for Record {
    fn from(record: RecordRef<'_>) -> Self {
        record.to_record()
    }
}

impl<'a> From<&'a Record> for RecordRef<'a> {
    fn from(record: &'a Record) -> Self {
        record.as_ref()
    }
}
