//! The trait of types that have rules.

use super::{RecordType, Rules, holds::HeldRef, name_table::NameTable};

/// A type with rules: the element types and shapes, or the named parameters, that its values have.
///
/// Derive it with `#[derive(Tensor)]`. The rules are a constant, so they can be printed, compared, published and
/// checked against others at compile time.
///
/// ```
/// use tensor_format::HasRules;
/// assert_eq!(<[[f32; 4]; 3]>::RULES.to_string(), "f32 [3, 4]");
/// ```
#[diagnostic::on_unimplemented(message = "`{Self}` has no tensor rules", label = "not a tensor")]
#[diagnostic::on_unimplemented(
    note = "for your own type, add `#[derive(tensor_format::Tensor)]` to it and to the types in its `<..>`; `Option` and `Many` stand only in fields of a record"
)]
#[cfg_attr(
    not(all(feature = "ndarray", feature = "std")),
    diagnostic::on_unimplemented(
        note = "some types need a feature of tensor-format in Cargo.toml: arrays of ndarray `ndarray`, `f16` `half`, `Complex` `num-complex`, `HashMap` and `HashSet` `std`"
    )
)]
#[cfg_attr(
    feature = "ndarray",
    diagnostic::on_unimplemented(
        note = "tensors are: numbers, `bool`, strings, `Binary`, `Image`, `Audio`, `Video`, `[T; N]`, `Vec<T>`, ndarray's `Array<T, D>`, and types that derive `Tensor`"
    )
)]
#[cfg_attr(
    not(feature = "ndarray"),
    diagnostic::on_unimplemented(
        note = "tensors are: numbers, `bool`, strings, `Binary`, `Image`, `Audio`, `Video`, `[T; N]`, `Vec<T>`, and types that derive `Tensor`"
    )
)]
pub trait HasRules {
    /// The rules of the type's values.
    const RULES: Rules<'static>;

    /// The [fingerprint](Rules::fingerprint) of the rules, which covers tensors alone: types that differ only in their
    /// metadata have the same.
    const FINGERPRINT: u64 = Self::RULES.fingerprint();

    /// The properties of the type's records that formats use: what an implementation by hand passes to
    /// [`Sink::record`](crate::codec::Sink::record) and [`Source::record`](crate::codec::Source::record). It follows
    /// from the rules.
    const RECORD: RecordType = record_type_of::<Self>();

    /// The derived record that a value is or holds.
    #[doc(hidden)]
    const HOLDS: Option<HeldRef> = None;

    /// Returns the rules by a call instead of the constant, for code that is compiled once for many types and seldom
    /// asks for them. The compiler copies the constant wherever it is used, which takes it long.
    #[doc(hidden)]
    fn rules() -> Rules<'static> {
        Self::RULES
    }

    /// Returns the record type by a call instead of the constant, for generic functions: a constant that such a function
    /// names is evaluated, with all tables that it needs, once more for the bounds of the function, also by a check.
    #[doc(hidden)]
    #[inline]
    fn record_type() -> RecordType {
        Self::RECORD
    }
}

/// Returns the record type that follows from the rules of a type.
#[doc(hidden)]
#[must_use]
pub const fn record_type_of<T: HasRules + ?Sized>() -> RecordType {
    RecordType::new(NameTable::as_slice(const { &NameTable::of(T::RULES) }), T::RULES, T::rules)
}
