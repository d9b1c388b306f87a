//! Maps as records whose names are known only at run time: each entry is a parameter, `#[tensor(record)]`.

use alloc::{borrow::Cow, boxed::Box, collections::BTreeMap, string::String, vec::Vec};

use super::dynamic::{check_names, repeated};
use crate::{
    Decode, DecodeError, Encode, EncodeError, ErrorKind, HasRules, RecordRules, Rules, Sink, Source,
    util::inline_vec::push_slowly,
};

/// A map that can be a record, each entry a parameter: what `#[tensor(record)]` on a struct around it asks for.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the entries of `{Self}` cannot be the parameters of a record",
    label = "not a map from names to tensors",
    note = "`record` is for `HashMap<K, T>`, `BTreeMap<K, T>` and `Vec<(K, T)>`, where `K` is `String`, `Box<str>`, `&str` or `Cow<str>`, and `T` is one tensor: `Vec<f32>`, ndarray's `ArrayD<f32>`, `tensor_format::Tensor`, .."
)]
pub trait RecordEntries: Sized {
    /// The rules of each tensor.
    const VALUE: Rules<'static>;
}

/// Entries that can be written. Like [`BlockIf`](crate::codec::BlockIf) it has a lifetime and no supertrait, so that a
/// clause of it may be false.
#[doc(hidden)]
pub trait EncodeEntries<'x> {
    /// The type of each tensor.
    type Value: Encode;

    /// Returns the entries in the order in which they are written.
    fn entries(&self) -> Vec<(&str, &Self::Value)>;
}

/// Entries that can be read.
#[doc(hidden)]
pub trait DecodeEntries<'de>: Sized {
    /// The type of the names.
    type Name: EntryName<'de>;
    /// The type of each tensor.
    type Value: Decode<'de>;

    /// Returns a map without entries.
    fn empty() -> Self;

    /// Adds an entry; returns false if the map had one of that name. `most` is the number of entries still to come, with
    /// this one.
    fn add(&mut self, name: Self::Name, value: Self::Value, most: usize) -> bool;

    /// Checks at the end that no name came twice, if [`add`](Self::add) does not find it.
    ///
    /// # Errors
    ///
    /// [`DuplicateParam`](ErrorKind::DuplicateParam).
    fn check(&self) -> Result<(), DecodeError> {
        Ok(())
    }
}

/// A type of names that can be read.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the name of a parameter",
    note = "names are `String`, `Box<str>`, `Cow<str>` and `&str`"
)]
pub trait EntryName<'de>: Sized {
    /// Returns the name, of which `lent` is the same in the input if that holds it as such.
    ///
    /// # Errors
    ///
    /// [`NotBorrowable`](ErrorKind::NotBorrowable).
    fn of(name: &str, lent: Option<&'de str>) -> Result<Self, ErrorKind>;
}

/// The types of names.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the name of a parameter",
    label = "not a text",
    note = "in a map that is a `record` names are `String`, `Box<str>`, `&str` or `Cow<str>`"
)]
pub trait Named: AsRef<str> {}

impl Named for String {}
impl Named for Box<str> {}
impl Named for &str {}
impl Named for Cow<'_, str> {}

impl EntryName<'_> for String {
    fn of(name: &str, _: Option<&str>) -> Result<Self, ErrorKind> {
        Ok(name.into())
    }
}

impl EntryName<'_> for Box<str> {
    fn of(name: &str, _: Option<&str>) -> Result<Self, ErrorKind> {
        Ok(name.into())
    }
}

impl<'de: 'x, 'x> EntryName<'de> for Cow<'x, str> {
    fn of(name: &str, lent: Option<&'de str>) -> Result<Self, ErrorKind> {
        Ok(lent.map_or_else(|| Cow::Owned(name.into()), Cow::Borrowed))
    }
}

impl<'de: 'x, 'x> EntryName<'de> for &'x str {
    fn of(_: &str, lent: Option<&'de str>) -> Result<Self, ErrorKind> {
        lent.ok_or(ErrorKind::NotBorrowable {
            why: "the input does not hold the names as such: read them into `String`",
        })
    }
}

macro_rules! entries {
    ($([$($key:tt)*] [$($hasher:tt)*] [$($default:tt)*] $ty:ty),* $(,)?) => { $(
        impl<K: Named $($key)*, V: HasRules $($hasher)*> RecordEntries for $ty {
            const VALUE: Rules<'static> = V::RULES;
        }

        impl<K: Named $($key)*, V: Encode $($hasher)*> EncodeEntries<'_> for $ty {
            type Value = V;

            fn entries(&self) -> Vec<(&str, &V)> {
                let mut entries: Vec<(&str, &V)> = self.iter().map(|(name, value)| (name.as_ref(), value)).collect();
                entries.sort_unstable_by_key(|(name, _)| *name);
                entries
            }
        }

        impl<'de, K: EntryName<'de> $($key)*, V: Decode<'de> $($hasher)* $($default)*> DecodeEntries<'de> for $ty {
            type Name = K;
            type Value = V;

            fn empty() -> Self {
                Self::default()
            }

            fn add(&mut self, name: K, value: V, _: usize) -> bool {
                self.insert(name, value).is_none()
            }
        }
    )* };
}

entries!([+ Ord] [] [] BTreeMap<K, V>);
#[cfg(feature = "std")]
entries!([+ core::hash::Hash + Eq] [, H: core::hash::BuildHasher] [+ Default] std::collections::HashMap<K, V, H>);

impl<K: Named, V: HasRules> RecordEntries for Vec<(K, V)> {
    const VALUE: Rules<'static> = V::RULES;
}

impl<K: Named, V: Encode> EncodeEntries<'_> for Vec<(K, V)> {
    type Value = V;

    fn entries(&self) -> Vec<(&str, &V)> {
        self.iter().map(|(name, value)| (name.as_ref(), value)).collect()
    }
}

impl<'de, K: EntryName<'de> + Named, V: Decode<'de>> DecodeEntries<'de> for Vec<(K, V)> {
    type Name = K;
    type Value = V;

    fn empty() -> Self {
        Self::new()
    }

    // The same name in a row is what `Many` is written as; names that come again later are found at the end.
    fn add(&mut self, name: K, value: V, most: usize) -> bool {
        let is_new = self.last().is_none_or(|(last, _)| last.as_ref() != name.as_ref());
        push_slowly(self, (name, value), most);
        is_new
    }

    fn check(&self) -> Result<(), DecodeError> {
        repeated(self.iter().map(|(name, _)| name.as_ref()))
    }
}

/// Returns the rules of a record whose parameters are the entries of a map.
///
/// # Panics
///
/// As a compile error, if the values are records.
#[allow(clippy::panic, reason = "evaluated by the compiler")]
#[must_use]
pub const fn entries_rules<T: RecordEntries>() -> Rules<'static> {
    assert!(
        matches!(T::VALUE, Rules::Tensor(_)),
        "each entry of a `record` is one tensor, but the values of this map are records: remove `record`, so that they are columns"
    );
    Rules::Record(RecordRules::ANY)
}

struct Dynamic;

impl HasRules for Dynamic {
    const RULES: Rules<'static> = Rules::Record(RecordRules::ANY);
}

/// Writes the entries of a map as the parameters of a record: those of a map in the order of their names, so that one
/// value is always written in one way, those of a list as they are.
///
/// # Errors
///
/// Those of the tensors, and [`DuplicateParam`](ErrorKind::DuplicateParam).
pub fn write_entries<'a, T, S>(map: &'a T, sink: &mut S) -> Result<(), EncodeError>
where
    T: for<'x> EncodeEntries<'x>,
    S: Sink<'a>,
{
    let entries = map.entries();
    let names = || entries.iter().map(|(name, _)| *name);
    check_names(names())?;
    // The same name in a row is what `Many` is written as.
    if let Some([(name, _), ..]) =
        entries.windows(2).find(|pair| matches!(pair, [(first, _), (second, _)] if first == second))
    {
        return Err(EncodeError::new(ErrorKind::DuplicateParam).in_parameter(name));
    }
    sink.names(names())?;
    entries.iter().enumerate().try_for_each(|(index, (name, value))| {
        (*value).encode(sink.parameter(index)).map_err(|error| error.in_parameter(name))
    })
}

/// Reads a map of the parameters of a record.
///
/// # Errors
///
/// Those of the tensors, and [`DuplicateParam`](ErrorKind::DuplicateParam).
pub fn read_entries<'de, T: DecodeEntries<'de>, S: Source<'de>>(source: &mut S) -> Result<T, DecodeError> {
    source.record(Dynamic::RECORD)?;
    let mut map = T::empty();
    while source.next_name()? {
        let name = T::Name::of(source.name(), source.lent_name())
            .map_err(|kind| DecodeError::placed(kind, source.name_offset()).in_parameter(source.name()))?;
        let value = T::Value::decode(source).map_err(|error| error.in_parameter(source.name()))?;
        let most = source.tensors_left().saturating_add(1);
        if !map.add(name, value, most) {
            let error = DecodeError::placed(ErrorKind::DuplicateParam, source.name_offset());
            return Err(error.in_parameter(source.name()));
        }
    }
    map.check()?;
    Ok(map)
}
