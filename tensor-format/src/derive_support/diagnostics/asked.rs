//! The macro that declares the traits, and the marks for their implementations.

/// Marks the implementations for fields of a record, where a trait such as `IsField` is asked of one.
#[derive(Debug)]
pub struct Part;

/// Marks the implementations for the only field of a struct that is one tensor, or of a variant.
#[derive(Debug)]
pub struct Whole;

/// Declares traits that are implemented for all types of fields, each with its attributes.
macro_rules! asked {
    ($($(#[$attribute:meta])* $name:ident)*) => { $(
        $(#[$attribute])*
        pub trait $name<Held, As = $crate::derive_support::Part> {
            /// The kind of the field, as [`Field::Kind`](crate::Field::Kind).
            type Kind: $crate::traits::FieldKind;
            /// The rules of the type of the field's tensor.
            const OWN: $crate::Rules<'static>;
            /// The derived record that the field holds, as [`HasRules::HOLDS`](crate::HasRules::HOLDS).
            const HOLDS: Option<$crate::rules::holds::HeldRef>;
            /// The presence of the parameter, as [`Field::PRESENCE`](crate::Field::PRESENCE).
            const PRESENCE: $crate::Presence;
            /// The parameter without its name, as [`Field::ENTRY`](crate::Field::ENTRY).
            const ENTRY: $crate::Param<'static>;
        }

        #[diagnostic::do_not_recommend]
        impl<T: $crate::Field> $name<$crate::derive_support::Holds> for T {
            type Kind = T::Kind;
            const OWN: $crate::Rules<'static> = <T::Item as $crate::HasRules>::RULES;
            const HOLDS: Option<$crate::rules::holds::HeldRef> = <T::Item as $crate::HasRules>::HOLDS;
            const PRESENCE: $crate::Presence = T::PRESENCE;
            const ENTRY: $crate::Param<'static> = T::ENTRY;
        }

        #[diagnostic::do_not_recommend]
        impl<T: $crate::Field + $crate::derive_support::Uninhabited> $name<$crate::derive_support::Never> for T {
            type Kind = T::Kind;
            const OWN: $crate::Rules<'static> = <T::Item as $crate::HasRules>::RULES;
            const HOLDS: Option<$crate::rules::holds::HeldRef> = <T::Item as $crate::HasRules>::HOLDS;
            const PRESENCE: $crate::Presence = T::PRESENCE;
            const ENTRY: $crate::Param<'static> = T::ENTRY;
        }

        #[diagnostic::do_not_recommend]
        impl<T: $crate::HasRules> $name<$crate::derive_support::Holds, $crate::derive_support::Whole> for T {
            type Kind = $crate::traits::One<T>;
            const OWN: $crate::Rules<'static> = <T as $crate::HasRules>::RULES;
            const HOLDS: Option<$crate::rules::holds::HeldRef> = <T as $crate::HasRules>::HOLDS;
            const PRESENCE: $crate::Presence = $crate::Presence::Required;
            const ENTRY: $crate::Param<'static> = $crate::Param::new("", $crate::TensorRules::ANY);
        }

        #[diagnostic::do_not_recommend]
        impl<T: $crate::HasRules + $crate::derive_support::Uninhabited> $name<$crate::derive_support::Never, $crate::derive_support::Whole> for T {
            type Kind = $crate::traits::One<T>;
            const OWN: $crate::Rules<'static> = <T as $crate::HasRules>::RULES;
            const HOLDS: Option<$crate::rules::holds::HeldRef> = <T as $crate::HasRules>::HOLDS;
            const PRESENCE: $crate::Presence = $crate::Presence::Required;
            const ENTRY: $crate::Param<'static> = $crate::Param::new("", $crate::TensorRules::ANY);
        }
    )* };
}
