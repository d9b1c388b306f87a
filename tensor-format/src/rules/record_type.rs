//! The properties of a record's type that formats use, as plain data.

use super::Rules;
use crate::ElementTypes;

/// The properties of a record's type that formats use, as plain data. Code that takes this value is compiled once for
/// all records; code that took the type would be compiled for each.
///
/// It is the constant [`HasRules::RECORD`](crate::HasRules::RECORD) of every type.
///
/// ```
/// use tensor_format::{HasRules, RecordRef};
/// assert_eq!(<RecordRef<'_>>::RECORD.rules(), <RecordRef<'_>>::RULES);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RecordType {
    names: Option<&'static [u8]>,
    rules: fn() -> Rules<'static>,
    at_once: bool,
    is_derived: bool,
}

impl RecordType {
    /// Creates the record type of a type from its rules, as a value (`own`) and as a function (`rules`), and the table
    /// of its names.
    pub(crate) const fn new(names: Option<&'static [u8]>, own: Rules<'static>, rules: fn() -> Rules<'static>) -> Self {
        // What may hold any tensor may hold a record too.
        let at_once = match own {
            Rules::Tensor(rules) => !ElementTypes::ALL.is_subset(rules.types),
            Rules::Record(_) => false,
        };
        Self { names, rules, at_once, is_derived: false }
    }

    /// Returns the record type of a type whose values are always passed to a sink by one call.
    #[must_use]
    pub(crate) const fn in_one_call(self) -> Self {
        Self { at_once: true, ..self }
    }

    /// Returns the record type of a struct that derives `Tensor`, as [`derived`](Self::derived).
    #[doc(hidden)]
    #[must_use]
    pub const fn of_struct(self) -> Self {
        Self { at_once: true, is_derived: true, ..self }
    }

    /// Returns the record type of a list that is one tensor of these rules.
    pub(crate) const fn of_tensor(rules: fn() -> Rules<'static>) -> Self {
        Self { names: None, rules, at_once: true, is_derived: false }
    }

    /// Returns the record type of a struct that derives `Tensor`, which passes all its fields to a sink by one call.
    /// The table of names is as [`names`](Self::names) returns it. It is taken as it is: to check it would cost the
    /// compiler more than all else of a record type, for each struct.
    #[doc(hidden)]
    #[must_use]
    pub const fn derived(names: &'static [u8], rules: fn() -> Rules<'static>) -> Self {
        Self { names: Some(names), rules, at_once: true, is_derived: true }
    }

    /// Returns the rules of the record.
    #[must_use]
    #[inline]
    pub fn rules(&self) -> Rules<'static> {
        (self.rules)()
    }

    /// Returns the names of the parameters as bytes: one for their number, then each name after one for its length.
    /// These numbers are below 253; `None` if one is not, if a name is empty, or if the rules are of one tensor.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn names(&self) -> Option<&'static [u8]> {
        self.names
    }

    /// Returns whether a value is passed to a sink by one call. A sink reserves memory by it, so that a second call has
    /// to reserve more.
    #[inline]
    pub(crate) const fn at_once(&self) -> bool {
        self.at_once
    }

    /// Returns whether it is that of a struct that derives `Tensor`.
    #[inline]
    pub(crate) const fn is_derived(&self) -> bool {
        self.is_derived
    }

    /// Returns the function that returns the rules.
    #[inline]
    pub(crate) const fn rules_fn(&self) -> fn() -> Rules<'static> {
        self.rules
    }
}
