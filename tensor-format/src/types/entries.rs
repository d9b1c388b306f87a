//! Maps as records whose names are known only at run time: each entry is a parameter, `#[tensor(record)]`.

use alloc::{borrow::Cow, boxed::Box, collections::BTreeMap, string::String, vec::Vec};

use super::dynamic::{check_names, repeated};
use crate::{Decode, DecodeError, Encode, EncodeError, ErrorKind, HasRules, RecordRules, Rules, Sink, Source};

/// A map that can be a record, each entry a parameter: what `#[tensor(record)]` on a struct around it asks for.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no entries that can be the parameters of a record",
    label = "not a map from names to tensors",
    note = "`record` is for `HashMap<K, T>`, `BTreeMap<K, T>` and `Vec<(K, T)>`, where `K` is `String`, `Box<str>`, `&str` or `Cow<str>`, and `T` is one tensor"
)]
pub trait RecordEntries: Sized {
    /// The type of each tensor.
    type Value: HasRules;
}

/// Entries that can be written.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the entries of `{Self}` cannot be written as the parameters of a record",
    label = "its values are no tensors",
    note = "values are tensors, whose shapes may differ: numbers, `Vec<T>`, ndarray's `Array<T, D>`, `Tensor`, or types that derive `Tensor` and are one tensor"
)]
pub trait EncodeEntries: RecordEntries<Value: Encode> {
    /// Returns the entries in the order in which they are written.
    fn entries(&self) -> Vec<(&str, &Self::Value)>;
}

/// Entries that can be read.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the entries of `{Self}` cannot be read from the parameters of a record",
    label = "its values are no tensors that can be read",
    note = "values are tensors, whose shapes may differ: numbers, `Vec<T>`, ndarray's `Array<T, D>`, `Tensor`, or types that derive `Tensor` and are one tensor"
)]
pub trait DecodeEntries<'de>: RecordEntries<Value: Decode<'de>> {
    /// The type of the names.
    type Name: EntryName<'de>;

    /// Returns the map of these entries, whose names all differ.
    fn from_entries(entries: Vec<(Self::Name, Self::Value)>) -> Self;
}

/// A type of names that can be read.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the name of a parameter",
    note = "names are `String`, `Box<str>`, `Cow<str>` and `&str`"
)]
pub trait EntryName<'de>: Sized + AsRef<str> {
    /// Returns the name, of which `lent` is the same in the input if that holds it as such.
    ///
    /// # Errors
    ///
    /// [`NotBorrowable`](ErrorKind::NotBorrowable).
    fn of(name: &str, lent: Option<&'de str>) -> Result<Self, ErrorKind>;
}

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
    ($([$($key:tt)*] [$($hasher:tt)*] $ty:ty, $sorted:literal),* $(,)?) => { $(
        impl<K: AsRef<str> $($key)*, V: HasRules $($hasher)*> RecordEntries for $ty {
            type Value = V;
        }

        impl<K: AsRef<str> $($key)*, V: Encode $($hasher)*> EncodeEntries for $ty {
            fn entries(&self) -> Vec<(&str, &V)> {
                #[allow(clippy::map_identity, reason = "a list of pairs has references to them")]
                let mut entries: Vec<(&str, &V)> = self.iter().map(|(name, value)| (name.as_ref(), value)).collect();
                if $sorted {
                    entries.sort_unstable_by_key(|(name, _)| *name);
                }
                entries
            }
        }

        impl<'de, K: EntryName<'de> $($key)*, V: Decode<'de> $($hasher)* > DecodeEntries<'de> for $ty
        where
            Self: FromIterator<(K, V)>,
        {
            type Name = K;

            fn from_entries(entries: Vec<(K, V)>) -> Self {
                entries.into_iter().collect()
            }
        }
    )* };
}

entries!(
    [+ Ord] [] BTreeMap<K, V>, true,
    [] [] Vec<(K, V)>, false,
);
#[cfg(feature = "std")]
entries!([+ core::hash::Hash + Eq] [, H: core::hash::BuildHasher] std::collections::HashMap<K, V, H>, true);

/// Returns the rules of a record whose parameters are the entries of a map.
///
/// # Panics
///
/// As a compile error, if the values are records.
#[allow(clippy::panic, reason = "evaluated by the compiler")]
#[must_use]
pub const fn entries_rules<T: RecordEntries>() -> Rules<'static> {
    assert!(
        matches!(T::Value::RULES, Rules::Tensor(_)),
        "each entry of a `record` is one tensor, but this type is a record: remove `record`"
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
pub fn write_entries<'a, T: EncodeEntries, S: Sink<'a>>(map: &'a T, sink: &mut S) -> Result<(), EncodeError>
where
    T::Value: 'a,
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
        let value: &'a T::Value = value;
        value.encode(sink.parameter(index)).map_err(|error| error.in_parameter(name))
    })
}

/// Reads a map of the parameters of a record.
///
/// # Errors
///
/// Those of the tensors, and [`DuplicateParam`](ErrorKind::DuplicateParam).
pub fn read_entries<'de, T: DecodeEntries<'de>, S: Source<'de>>(source: &mut S) -> Result<T, DecodeError> {
    source.record(Dynamic::RECORD)?;
    let mut entries = Vec::new();
    while source.next_name()? {
        let name = T::Name::of(source.name(), source.lent_name())?;
        let value = T::Value::decode(source).map_err(|error| error.in_parameter(name.as_ref()))?;
        entries.push((name, value));
    }
    repeated(entries.iter().map(|(name, _)| name.as_ref()))?;
    match entries.windows(2).find(|pair| matches!(pair, [first, second] if first.0.as_ref() == second.0.as_ref())) {
        Some([first, ..]) => Err(DecodeError::new(ErrorKind::DuplicateParam).in_parameter(first.0.as_ref())),
        _ => Ok(T::from_entries(entries)),
    }
}
