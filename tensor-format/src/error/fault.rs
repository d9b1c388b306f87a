//! What all faults with a place have in common: a word for logs, and a text that says the place, what was expected and
//! what was found.

use core::fmt;

use crate::util::escaped::Escaped;

/// Writes the place (`path`), unless it is empty, what was expected and what was found.
pub(crate) fn fmt(f: &mut fmt::Formatter<'_>, path: &str, expected: &str, found: &str) -> fmt::Result {
    if !path.is_empty() {
        write!(f, "{}: ", Escaped(path))?;
    }
    write!(f, "expected {expected}, ")?;
    if found.is_empty() { f.write_str("found nothing") } else { write!(f, "found {}", Escaped(found)) }
}

/// Declares an enum of faults, each with its word for logs.
macro_rules! faults {
    ($(#[$about:meta])* $name:ident: $($(#[$doc:meta])* $variant:ident = $word:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// Returns the fault as one `snake_case` word.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }
    };
}
pub(crate) use faults;
