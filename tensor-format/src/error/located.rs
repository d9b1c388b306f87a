//! Errors with their place: parameter, byte offset, and number of the record.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use super::{ErrorKind, FaultValue, Violation};

struct Located {
    first: Violation,
    /// The violations after the first, where all are known.
    more: Vec<Violation>,
    offset: Option<u64>,
    record: Option<u64>,
}

/// Writes one line for one violation, with its place, and one for each of many.
impl fmt::Display for Located {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(record) = self.record {
            write!(f, "record {record}: ")?;
        }
        self.first.fmt(f)?;
        if let (Some(offset), true) = (self.offset, self.more.is_empty()) {
            write!(f, " (byte {offset})")?;
        }
        self.more.iter().try_for_each(|violation| write!(f, "\n{violation}"))
    }
}

/// Adds the place of an error to a result. A closure that does so is compiled for each type that the function around it is
/// generic over, this for each type of a value.
pub(crate) trait AddPlace {
    /// Puts the name of a parameter before that in the error.
    #[must_use]
    fn in_parameter(self, name: &str) -> Self;
}

macro_rules! error {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// One pointer in size, so that it costs nothing where nothing fails.
        pub struct $name(Box<Located>);

        impl $name {
            /// Creates an error of this kind, without a place.
            #[must_use]
            #[cold]
            pub fn new(kind: ErrorKind) -> Self {
                Self(Box::new(Located {
                    first: Violation { parameter: None, kind },
                    more: Vec::new(),
                    offset: None,
                    record: None,
                }))
            }

            /// Returns the kind of the error: what went wrong.
            #[must_use]
            pub fn kind(&self) -> &ErrorKind {
                &self.0.first.kind
            }

            /// Returns the kind by value, without the place.
            #[must_use]
            pub fn into_kind(self) -> ErrorKind {
                self.0.first.kind
            }

            /// Creates the error for all of these violations; `None` if there are none.
            #[must_use]
            #[cold]
            pub fn from_violations(violations: impl IntoIterator<Item = Violation>) -> Option<Self> {
                let mut violations = violations.into_iter();
                let first = violations.next()?;
                Some(Self(Box::new(Located { first, more: violations.collect(), offset: None, record: None })))
            }

            /// Returns every violation that is known, at least one: what [`kind`](Self::kind) and
            /// [`parameter`](Self::parameter) return is the first. Reading and writing stop at the first; checks that
            /// go on to the end know all.
            pub fn violations(&self) -> impl Iterator<Item = &Violation> + Clone {
                core::iter::once(&self.0.first).chain(&self.0.more)
            }

            /// Returns whether the bytes are no message of the format: see [`ErrorKind::is_malformed`].
            #[must_use]
            pub fn is_malformed(&self) -> bool {
                self.kind().is_malformed()
            }

            /// Returns whether a well-formed message breaks the rules: see [`ErrorKind::is_invalid`].
            #[must_use]
            pub fn is_invalid(&self) -> bool {
                self.kind().is_invalid()
            }

            /// Returns the axis at fault, counted from 0.
            #[must_use]
            pub fn axis(&self) -> Option<usize> {
                self.kind().axis()
            }

            /// Returns what is allowed: see [`ErrorKind::expected`].
            #[must_use]
            pub fn expected(&self) -> Option<FaultValue<'_>> {
                self.kind().expected()
            }

            /// Returns what was found instead: see [`ErrorKind::found`].
            #[must_use]
            pub fn found(&self) -> Option<FaultValue<'_>> {
                self.kind().found()
            }

            /// Returns the name in the message of the parameter at fault.
            #[must_use]
            pub fn parameter(&self) -> Option<&str> {
                self.0.first.parameter.as_deref()
            }

            /// Returns the byte offset of the first byte of the field at fault.
            #[must_use]
            pub fn offset(&self) -> Option<u64> {
                self.0.offset
            }

            /// Returns the index of the record at fault in a sequence, counted from 0.
            #[must_use]
            pub fn record(&self) -> Option<u64> {
                self.0.record
            }

            /// Adds the name of the parameter at fault, unless the error has one already.
            #[must_use]
            #[cold]
            #[inline(never)]
            pub fn in_parameter(mut self, name: &str) -> Self {
                self.0.first.parameter.get_or_insert_with(|| name.into());
                self
            }

            /// Replaces the name of the parameter by what `name_of` returns for it, if it is not `None`.
            #[cold]
            pub(crate) fn renamed(mut self, name_of: impl Fn(&str) -> Option<&'static str>) -> Self {
                if let Some(name) = self.0.first.parameter.as_deref().and_then(name_of) {
                    self.0.first.parameter = Some(name.into());
                }
                self
            }

            /// Puts the prefix of a flattened record before the names of parameters and axes, which are then those of
            /// the outer record.
            #[cold]
            pub(crate) fn prefixed(mut self, prefix: &str) -> Self {
                if prefix.is_empty() {
                    return self;
                }
                let with_prefix = |name: &str| {
                    // The item of a list follows the name of the list at once.
                    let prefix = if name.starts_with('[') { prefix.trim_end_matches('.') } else { prefix };
                    Box::from(alloc::format!("{prefix}{name}"))
                };
                self.0.first.parameter = self.0.first.parameter.as_deref().map(with_prefix);
                self.rename_beside(with_prefix);
                self
            }

            /// Puts the index of an item of a list before the names of parameters and axes: `[3].boxes`.
            #[cold]
            pub(crate) fn in_item(mut self, index: usize) -> Self {
                let in_item = |name: &str| {
                    let dot = if name.is_empty() || name.starts_with('[') { "" } else { "." };
                    Box::from(alloc::format!("[{index}]{dot}{name}"))
                };
                self.0.first.parameter = Some(in_item(self.0.first.parameter.as_deref().unwrap_or_default()));
                self.rename_beside(in_item);
                self
            }

            /// Replaces the names of other parameters and of axes, which the error gives beside that of its parameter.
            #[cold]
            fn rename_beside(&mut self, renamed: impl Fn(&str) -> Box<str>) {
                let mut kind = &mut self.0.first.kind;
                while let ErrorKind::UnfitDefault(fault) = kind {
                    kind = fault;
                }
                match kind {
                    // Within one tensor names are the tensor's own.
                    ErrorKind::AxisName { name, first, .. } if !first.is_empty() => {
                        (*name, *first) = (renamed(name), renamed(first));
                    }
                    ErrorKind::RaggedLengths { lengths, .. } => *lengths = renamed(lengths),
                    ErrorKind::MissingParam { unknown } => unknown.set_beside(|name| name.map(renamed)),
                    _ => {}
                }
            }

            /// Adds the names that the record holds instead of a missing parameter, unless the error has some already.
            #[cold]
            #[allow(dead_code, reason = "for reading only")]
            pub(crate) fn beside<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
                let Violation { kind: ErrorKind::MissingParam { unknown }, parameter: Some(parameter) } = &mut self.0.first
                else {
                    return self;
                };
                if unknown.is_empty() {
                    unknown.set_names(parameter, names);
                }
                self
            }

            /// Says that a map in its sparse form was expected, of which nothing is there.
            #[cold]
            #[allow(dead_code, reason = "for reading only")]
            pub(crate) fn for_map(mut self) -> Self {
                if let ErrorKind::MissingParam { unknown } = &mut self.0.first.kind {
                    unknown.set_for_map();
                }
                self
            }

            /// Adds the name of a parameter that is there and beside which the missing one is required.
            #[cold]
            #[allow(dead_code, reason = "for reading only")]
            pub(crate) fn required_beside(mut self, name: Option<&str>) -> Self {
                if let ErrorKind::MissingParam { unknown } = &mut self.0.first.kind {
                    unknown.set_beside(|before| before.or(name).map(Into::into));
                }
                self
            }

            /// Sets the byte offset, unless one is set already.
            #[must_use]
            #[cold]
            pub fn at(mut self, offset: u64) -> Self {
                self.place(offset);
                self
            }

            pub(crate) fn place(&mut self, offset: u64) {
                self.0.offset.get_or_insert(offset);
            }

            /// Sets the index of the record in its sequence, unless one is set already.
            #[must_use]
            #[cold]
            pub fn in_record(mut self, index: u64) -> Self {
                self.0.record.get_or_insert(index);
                self
            }

            #[allow(dead_code, reason = "used with some features only")]
            pub(crate) fn shifted(mut self, by: u64) -> Self {
                self.0.offset = self.0.offset.map(|offset| offset.saturating_add(by));
                self
            }
        }

        impl<T> AddPlace for Result<T, $name> {
            #[inline]
            fn in_parameter(self, name: &str) -> Self {
                match self {
                    Ok(value) => Ok(value),
                    Err(error) => Err(error.in_parameter(name)),
                }
            }
        }

        impl From<ErrorKind> for $name {
            fn from(kind: ErrorKind) -> Self {
                Self::new(kind)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut debug = f.debug_struct(stringify!($name));
                debug
                    .field("kind", &self.0.first.kind)
                    .field("parameter", &self.0.first.parameter)
                    .field("offset", &self.0.offset)
                    .field("record", &self.0.record);
                if !self.0.more.is_empty() {
                    debug.field("more", &self.0.more);
                }
                debug.finish()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl core::error::Error for $name {
            fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
                core::error::Error::source(&self.0.first.kind)
            }
        }

        #[cfg(feature = "std")]
        impl From<std::io::Error> for $name {
            fn from(error: std::io::Error) -> Self {
                Self::new(ErrorKind::Io(error))
            }
        }
    };
}

error! {
    /// The error for bytes that are not a value of the type.
    DecodeError
}

error! {
    /// The error for a value that cannot be written.
    EncodeError
}

impl From<EncodeError> for DecodeError {
    fn from(error: EncodeError) -> Self {
        Self(error.0)
    }
}

impl DecodeError {
    /// Adds the number of elements read before to the index in the error, which then counts from the tensor's first.
    #[cold]
    pub(crate) fn after_elements(mut self, count: usize) -> Self {
        if let ErrorKind::InvalidElement { index, .. } = &mut self.0.first.kind {
            *index = index.saturating_add(count);
        }
        self
    }

    /// Returns an error of this kind, with the byte offset `offset` if there is one.
    #[cold]
    pub(crate) fn placed(kind: ErrorKind, offset: Option<u64>) -> Self {
        let error = Self::new(kind);
        match offset {
            Some(offset) => error.at(offset),
            None => error,
        }
    }
}
