//! Maps as records whose names are known only at run time: each entry is a parameter, `#[tensor(record)]`.

use alloc::{borrow::Cow, boxed::Box, collections::BTreeMap, string::String, vec::Vec};
use core::{borrow::Borrow, mem};

use crate::{
    Decode, DecodeError, Encode, EncodeError, ErrorKind, HasRules, RecordRules, Rules, Sink, Source,
    const_text::message::ConstText, error::AddPlace, util::inline_vec::push_slowly,
};

/// A map that can be a record, each entry a parameter: what `#[tensor(record)]` on a struct around it asks for.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the entries of `{Self}` cannot be the parameters of a record",
    label = "not a map from names to tensors",
    note = "`record` is for `HashMap<K, T>`, `BTreeMap<K, T>` and `Vec<(K, T)>`, where `K` is `String`, `Box<str>`, `&str` or `Cow<str>`, and `T` is one tensor: `Vec<f32>`, ndarray's `ArrayD<f32>`, `tensor_format::Tensor`, .."
)]
#[cfg_attr(
    not(feature = "std"),
    diagnostic::on_unimplemented(
        note = "`HashMap` needs the feature `std` of tensor-format, which is off: `BTreeMap` needs no feature"
    )
)]
pub trait RecordEntries {
    /// The rules of each tensor.
    const VALUE: Rules<'static>;
}

/// Entries that can be written. Like [`BlockIf`](crate::codec::BlockIf) it has a lifetime and no supertrait, so that a
/// clause of it may be false.
#[doc(hidden)]
pub trait EncodeEntries<'x> {
    /// Writes the entries as the parameters of a record: those of a map in the order of their names, so that one value
    /// is always written in one way, those of a list as they are.
    ///
    /// # Errors
    ///
    /// Those of the tensors, and [`DuplicateParam`](ErrorKind::DuplicateParam).
    fn write_entries<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError>;
}

/// Entries that can be read.
#[doc(hidden)]
pub trait DecodeEntries<'de>: Default {
    /// Reads all parameters of a record.
    ///
    /// # Errors
    ///
    /// Those of the tensors, [`DuplicateParam`](ErrorKind::DuplicateParam), and
    /// [`NotBorrowable`](ErrorKind::NotBorrowable) for names.
    fn read_entries<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let mut entries = Self::default();
        entries.read_entries_into(source)?;
        Ok(entries)
    }

    /// Reads all parameters of a record in place of these entries. The tensors whose names stay keep their memory.
    ///
    /// # Errors
    ///
    /// As [`read_entries`](Self::read_entries).
    fn read_entries_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError>;
}

/// A type that can be the name of a parameter.
#[doc(hidden)]
pub trait EntryName: Borrow<str> + Ord + core::hash::Hash {}

/// A name that can be read.
#[doc(hidden)]
pub trait DecodeName<'de>: EntryName + Sized {
    /// Returns the name as this type, from `lent` if that is to be borrowed: the same name in the input. `None` if the
    /// type must borrow and the input does not hold the name.
    fn of(name: &str, lent: Option<&'de str>) -> Option<Self>;
}

impl EntryName for String {}
impl EntryName for Box<str> {}
impl EntryName for Cow<'_, str> {}
impl EntryName for &str {}

impl DecodeName<'_> for String {
    fn of(name: &str, _: Option<&str>) -> Option<Self> {
        Some(name.into())
    }
}

impl DecodeName<'_> for Box<str> {
    fn of(name: &str, _: Option<&str>) -> Option<Self> {
        Some(name.into())
    }
}

impl<'de: 'x, 'x> DecodeName<'de> for Cow<'x, str> {
    fn of(name: &str, lent: Option<&'de str>) -> Option<Self> {
        Some(lent.map_or_else(|| Cow::Owned(name.into()), Cow::Borrowed))
    }
}

impl<'de: 'x, 'x> DecodeName<'de> for &'x str {
    fn of(_: &str, lent: Option<&'de str>) -> Option<Self> {
        lent
    }
}

/// Stops compilation if the entries of a map, which have the rules `value`, are records. The map is of the type `ty` and in
/// the struct `what`.
#[track_caller]
pub const fn verify_entries(what: &str, ty: &str, value: Rules<'static>) {
    if let Rules::Record(_) = value {
        let text = ConstText::of(what).str(": `").str(ty);
        let text = text.str("` holds a record for each name, but `record` makes one tensor of each\n  remove ");
        text.str("`record`: a map of records has a column for each of their parameters").stop()
    }
}

/// The record whose rules are passed to readers: one that allows any parameters.
struct Entries;

impl HasRules for Entries {
    const RULES: Rules<'static> = Rules::Record(RecordRules::ANY);
}

/// Returns a name that is there twice as an error: it would be read as the list of a parameter of many tensors.
fn refuse_twice<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Result<(), &'n str> {
    if names.clone().is_sorted_by(|before, name| before < name) {
        return Ok(());
    }
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair.first() == pair.last()).and_then(<[&str]>::first) {
        Some(name) => Err(name),
        None => Ok(()),
    }
}

fn write<'a, V, S>(entries: impl Iterator<Item = (&'a str, &'a V)> + Clone, sink: &mut S) -> Result<(), EncodeError>
where
    V: Encode + 'a,
    S: Sink<'a>,
{
    sink.names(names(entries.clone()))?;
    for (index, (name, value)) in entries.enumerate() {
        value.encode(sink.parameter(index)).in_parameter(name)?;
    }
    Ok(())
}

// These know no sink: what is made of their closures is compiled once for a type of map.

fn names<'a, V: 'a>(entries: impl Iterator<Item = (&'a str, &'a V)> + Clone) -> impl Iterator<Item = &'a str> + Clone {
    entries.map(|(name, _)| name)
}

fn borrowed<'a, K: EntryName, V>((name, value): (&'a K, &'a V)) -> (&'a str, &'a V) {
    (name.borrow(), value)
}

fn pair<K: EntryName, V>((name, value): &(K, V)) -> (&str, &V) {
    (name.borrow(), value)
}

/// Writes the entries of a map in the order of their names.
#[cfg(feature = "std")]
fn write_in_order<'a, V, S>(entries: impl Iterator<Item = (&'a str, &'a V)>, sink: &mut S) -> Result<(), EncodeError>
where
    V: Encode + 'a,
    S: Sink<'a>,
{
    let mut entries: Vec<(&str, &V)> = entries.collect();
    sort(&mut entries);
    write(entries.iter().copied(), sink)
}

/// Sorts entries by their names.
#[cfg(feature = "std")]
fn sort<V>(entries: &mut [(&str, &V)]) {
    entries.sort_unstable_by_key(|(name, _)| *name);
}

/// Returns the name that a source went to.
fn name_of<'de, K: DecodeName<'de>, S: Source<'de>>(source: &S) -> Result<K, DecodeError> {
    K::of(source.name(), source.lent_name()).ok_or_else(|| {
        let why = "the input does not hold the names as such: read them into `String`";
        DecodeError::placed(ErrorKind::NotBorrowable { why }, source.name_offset()).in_parameter(source.name())
    })
}

#[diagnostic::do_not_recommend]
impl<K: EntryName, V: HasRules> RecordEntries for Vec<(K, V)> {
    const VALUE: Rules<'static> = V::RULES;
}

impl<K: EntryName, V: Encode> EncodeEntries<'_> for Vec<(K, V)> {
    fn write_entries<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        let entries = self.iter().map(pair);
        match refuse_twice(names(entries.clone())) {
            Ok(()) => write(entries, sink),
            Err(name) => Err(EncodeError::new(ErrorKind::DuplicateParam).in_parameter(name)),
        }
    }
}

impl<'de, K: DecodeName<'de>, V: Decode<'de>> DecodeEntries<'de> for Vec<(K, V)> {
    fn read_entries_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        source.record(Entries::RECORD)?;
        let mut read: usize = 0;
        while source.next_name()? {
            match self.get_mut(read) {
                Some((name, value)) => {
                    if (*name).borrow() != source.name() {
                        *name = name_of(source)?;
                    }
                    value.decode_into(source).map_err(|error| error.in_parameter(source.name()))?;
                }
                None => {
                    let name = name_of(source)?;
                    let value = V::decode(source).map_err(|error| error.in_parameter(source.name()))?;
                    push_slowly(self, (name, value), source.tensors_left().saturating_add(1));
                }
            }
            read = read.saturating_add(1);
        }
        self.truncate(read);
        refuse_twice(self.iter().map(|(name, _)| name.borrow()))
            .map_err(|name| DecodeError::new(ErrorKind::DuplicateParam).in_parameter(name))
    }
}

/// Implements the traits for a type of map. Reading takes the tensors that are there out of the old map one by one:
/// what is left in it at the end is no longer there.
macro_rules! map {
    ([$($hash:tt)*] [$($read:tt)*] $map:ty, $write:ident, $like:expr) => {
        #[diagnostic::do_not_recommend]
        impl<K: EntryName, V: HasRules $($hash)*> RecordEntries for $map {
            const VALUE: Rules<'static> = V::RULES;
        }

        impl<K: EntryName, V: Encode $($hash)*> EncodeEntries<'_> for $map {
            fn write_entries<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
                $write(self.iter().map(borrowed), sink)
            }
        }

        impl<'de, K: DecodeName<'de>, V: Decode<'de> $($hash)* $($read)*> DecodeEntries<'de> for $map {
            fn read_entries_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
                source.record(Entries::RECORD)?;
                let like: fn(&Self) -> Self = $like;
                let mut known = like(self);
                mem::swap(self, &mut known);
                while source.next_name()? {
                    // Most maps are read into an empty one, where a search would only take the time to hash the name.
                    let there = if known.is_empty() { None } else { known.remove_entry(source.name()) };
                    let (name, value) = match there {
                        Some((name, mut value)) => {
                            value.decode_into(source).map_err(|error| error.in_parameter(source.name()))?;
                            (name, value)
                        }
                        None => {
                            let name = name_of(source)?;
                            let value = V::decode(source).map_err(|error| error.in_parameter(source.name()))?;
                            (name, value)
                        }
                    };
                    if self.insert(name, value).is_some() {
                        let twice = DecodeError::placed(ErrorKind::DuplicateParam, source.name_offset());
                        return Err(twice.in_parameter(source.name()));
                    }
                }
                Ok(())
            }
        }
    };
}

map!([] [] BTreeMap<K, V>, write, |_| Self::new());
#[cfg(feature = "std")]
map!(
    [, H: core::hash::BuildHasher] [+ Default] std::collections::HashMap<K, V, H>,
    write_in_order,
    |known| Self::with_capacity_and_hasher(known.len(), H::default())
);
