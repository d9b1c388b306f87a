//! Enumerations that the protobuf messages define.

/// Defines an enumeration whose values have a name, and a number in the messages.
macro_rules! numbered {
    (
        $(#[$doc:meta])* $name:ident, $(#[$named:meta])* $text:ident;
        $($(#[$value_doc:meta])* $value:ident = $number:literal, $value_text:literal;)*
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum $name { $($(#[$value_doc])* $value = $number,)* }

        impl $name {
            const ALL: &'static [$name] = &[$($name::$value,)*];

            /// Returns the number of the value in the messages.
            #[must_use]
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// Returns the value with this number in the messages; `None` if there is none.
            #[must_use]
            pub fn from_number(number: i64) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| i64::from(known.number()) == number)
            }

            $(#[$named])*
            #[must_use]
            pub const fn $text(self) -> &'static str {
                match self { $($name::$value => $value_text,)* }
            }
        }
    };
}
pub(super) use numbered;
