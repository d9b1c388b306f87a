//! The quantities that readers and writers limit.

use core::fmt;

use super::ErrorKind;

/// A quantity that a reader or writer limits; the limit is set in a format's options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The number of axes.
    Rank,
    /// The number of elements of one tensor.
    Elements,
    /// The number of bytes of one tensor's data.
    Bytes,
    /// The number of bytes of one variable-size element.
    ElementBytes,
    /// The number of tensors in one record.
    Params,
    /// The number of items that hold no elements, as rows of `[n, 0]`, or that take few bytes of input and much more
    /// memory. An empty item of a [`Ragged`](crate::Ragged) list, or a record of a list whose columns are almost empty,
    /// counts once for every 128 bytes that it takes in memory.
    EmptyItems,
    /// The number of bytes of one message.
    Message,
    /// The number of bytes of a JSON text.
    Text,
    /// The depth of nesting, as of tuples in tuples.
    Depth,
    /// The number of shapes inside of one, as of the fields of a tuple.
    Shapes,
    /// The number of pixels in one picture.
    Pixels,
    /// The number of blobs in one message.
    Blobs,
    /// The number of parts that the payload of one message is split into.
    Parts,
    /// The number of labels of one tensor.
    Labels,
    /// The number of tiles in one layout.
    Tiles,
    /// The number of bytes that an input describes but does not hold: elements that a stride of 0 repeats, padding and
    /// tiles, zeros that are left out, what was compressed.
    Expanded,
}

impl Limit {
    /// Refuses a quantity of more than `max`.
    #[inline]
    pub(crate) fn check(self, max: usize, found: usize) -> Result<(), ErrorKind> {
        if found <= max { Ok(()) } else { Err(self.exceeded(max, found)) }
    }

    /// Returns what the message of an error adds to the numbers, where they may not be what they seem to be.
    pub(super) fn explanation(self) -> &'static str {
        match self {
            Limit::EmptyItems => {
                "; large ones count several times; an option `max_empty_items`, if the format has it, sets the limit"
            }
            _ => "",
        }
    }

    #[cold]
    pub(crate) fn exceeded(self, max: usize, found: usize) -> ErrorKind {
        ErrorKind::LimitExceeded { limit: self, max: max as u64, found: found as u64 }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Rank => "axes",
            Limit::Elements => "elements",
            Limit::Bytes => "bytes",
            Limit::ElementBytes => "bytes in one element",
            Limit::Params => "tensors in one record",
            Limit::EmptyItems => "empty or tiny items",
            Limit::Message => "bytes in one message",
            Limit::Text => "bytes of text",
            Limit::Depth => "values inside one another",
            Limit::Shapes => "shapes in one",
            Limit::Pixels => "pixels in one picture",
            Limit::Blobs => "blobs in one message",
            Limit::Parts => "payload parts in one message",
            Limit::Labels => "labels",
            Limit::Tiles => "tiles in one layout",
            Limit::Expanded => "bytes after expansion",
        })
    }
}

/// A limit on the number of bytes that the elements of an input may take in memory. All formats share the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ExpansionLimit(Option<u64>);

impl ExpansionLimit {
    /// The default: 64 MiB, and 32 bytes for each byte of the input.
    pub(crate) const DEFAULT: Self = Self(None);

    /// Creates a limit of `max` bytes for every input.
    pub(crate) const fn bytes(max: u64) -> Self {
        Self(Some(max))
    }

    /// Returns the most bytes that the elements of an input of `input` bytes may take.
    pub(crate) const fn max(self, input: u64) -> u64 {
        match self.0 {
            Some(max) => max,
            None => input.saturating_mul(32).saturating_add(64 << 20),
        }
    }

    /// Returns an error for an input of `input` bytes whose elements would take more bytes (`expanded`) than the limit.
    /// What is no larger than the input is accepted under every limit.
    pub(crate) fn check(self, input: u64, expanded: u64) -> Result<(), ErrorKind> {
        let max = self.max(input);
        if expanded > max && expanded > input {
            return Err(ErrorKind::LimitExceeded { limit: Limit::Expanded, max, found: expanded });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn an_expansion_is_held_to_the_default_or_the_number_given() {
        let most = (64 << 20) + 32 * 10;
        assert!(ExpansionLimit::DEFAULT.check(10, most).is_ok());
        let error = ExpansionLimit::DEFAULT.check(10, most + 1).unwrap_err();
        assert_eq!(error.to_string(), "limit exceeded: at most 67109184 bytes after expansion allowed, found 67109185");
        assert!(ExpansionLimit::bytes(5).check(10, 10).is_ok());
        assert!(ExpansionLimit::bytes(5).check(10, 11).is_err());
        assert!(ExpansionLimit::DEFAULT.check(u64::MAX, u64::MAX).is_ok());
    }
}
