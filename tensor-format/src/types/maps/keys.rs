//! Keys of maps: their labels, and by which number they are sorted.

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::rules::sparse::MAX_LABELS;

/// The default names of the dimensions, by their position.
const NAMES: [&str; MAX_LABELS] = ["d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7"];

/// A type that can be the key of a map of tensors: a `String`, or a tuple or an array of these, one label a dimension;
/// or an integer, whose label is its decimal digits without leading zeros.
///
/// A map is sparse data: a record of the labels of each dimension and of the [values](crate::VALUES). The dimensions of
/// strings are called `d0`, `d1`, ...; `#[tensor(shape = [category, x: 3])]` on a struct around the map, or on the
/// field that it is, gives them names, as does a key of a type of your own.
///
/// ```
/// use std::collections::BTreeMap;
/// use tensor_format::HasRules;
/// let rules = BTreeMap::<(String, String), Vec<f32>>::RULES;
/// assert_eq!(rules.to_string(), "{ d0: string [_], d1: string [_], values: f32 [_, _] }");
/// ```
///
/// ```
/// use std::{borrow::Cow, collections::BTreeMap};
/// use tensor_format::{HasRules, codec::LabelKey};
///
/// #[derive(PartialEq, Eq, PartialOrd, Ord)]
/// struct Category(String);
///
/// impl LabelKey for Category {
///     const NAMES: &'static [&'static str] = &["category"];
///
///     fn label(&self, _: usize) -> Cow<'_, str> {
///         Cow::Borrowed(&self.0)
///     }
///
///     fn from_labels(mut labels: impl Iterator<Item = String>) -> Option<Self> {
///         labels.next().map(Category)
///     }
/// }
///
/// let rules = BTreeMap::<Category, [f32; 3]>::RULES;
/// assert_eq!(rules.to_string(), "{ category: string [_], values: f32 [_, 3] }");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a map of tensors",
    label = "not labels",
    note = "keys are labels, one for each sparse dimension: `String`, `(String, String)` and longer tuples, `[String; N]`, or an integer"
)]
pub trait LabelKey: Ord {
    /// The names of the dimensions: one for each label, from 1 to 8, all different and none `values`.
    const NAMES: &'static [&'static str];

    /// What the labels of a key are, for the error of those that make none.
    #[doc(hidden)]
    const EXPECTED: &'static str = "";

    /// Returns the label at a position.
    fn label(&self, index: usize) -> Cow<'_, str>;

    /// Returns a number that is no greater than that of a greater key: keys are sorted by it, and by themselves where it
    /// is the same.
    #[doc(hidden)]
    fn sort_rank(&self) -> u64 {
        0
    }

    /// Returns a number of bytes than which the labels are not shorter.
    #[doc(hidden)]
    fn least_label_len(&self) -> usize {
        0
    }

    /// Builds the key from its labels in order; returns `None` if there are too few or they make no key, which is an
    /// error when a map is read.
    fn from_labels(labels: impl Iterator<Item = String>) -> Option<Self>
    where
        Self: Sized;
}

/// Returns the first 8 bytes of a text as a number.
fn rank_of_text(text: &str) -> u64 {
    let mut first = [0; 8];
    first.iter_mut().zip(text.bytes()).for_each(|(place, byte)| *place = byte);
    u64::from_be_bytes(first)
}

impl LabelKey for String {
    const NAMES: &'static [&'static str] = NAMES.split_at(1).0;

    fn label(&self, _: usize) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }

    fn sort_rank(&self) -> u64 {
        rank_of_text(self)
    }

    fn least_label_len(&self) -> usize {
        self.len()
    }

    fn from_labels(mut labels: impl Iterator<Item = String>) -> Option<Self> {
        labels.next()
    }
}

impl<const N: usize> LabelKey for [String; N] {
    const NAMES: &'static [&'static str] = NAMES.split_at(N).0;

    fn label(&self, index: usize) -> Cow<'_, str> {
        Cow::Borrowed(self.get(index).map(String::as_str).unwrap_or_default())
    }

    fn sort_rank(&self) -> u64 {
        self.first().map_or(0, |label| rank_of_text(label))
    }

    fn from_labels(labels: impl Iterator<Item = String>) -> Option<Self> {
        labels.take(N).collect::<Vec<String>>().try_into().ok()
    }
}

macro_rules! tuple {
    ($len:literal: $($label:ident $index:tt),*) => {
        impl LabelKey for ($(tuple!(@ $label),)*) {
            const NAMES: &'static [&'static str] = NAMES.split_at($len).0;

            fn label(&self, index: usize) -> Cow<'_, str> {
                Cow::Borrowed(match index {
                    $($index => &self.$index,)*
                    _ => "",
                })
            }

            fn sort_rank(&self) -> u64 {
                rank_of_text(&self.0)
            }

            fn from_labels(mut labels: impl Iterator<Item = String>) -> Option<Self> {
                Some(($({
                    let $label = labels.next()?;
                    $label
                },)*))
            }
        }
    };
    (@ $label:ident) => { String };
}

tuple!(1: a 0);
tuple!(2: a 0, b 1);
tuple!(3: a 0, b 1, c 2);
tuple!(4: a 0, b 1, c 2, d 3);

macro_rules! integer {
    ($($ty:ident)*) => { $(
        impl LabelKey for $ty {
            const NAMES: &'static [&'static str] = NAMES.split_at(1).0;
            const EXPECTED: &'static str = concat!("the decimal digits of an integer `", stringify!($ty), "`");

            fn label(&self, _: usize) -> Cow<'_, str> {
                Cow::Owned(alloc::string::ToString::to_string(self))
            }

            fn sort_rank(&self) -> u64 {
                self.abs_diff($ty::MIN) as u64
            }

            fn from_labels(mut labels: impl Iterator<Item = String>) -> Option<Self> {
                let label = labels.next()?;
                // One key has one label: neither `+1` nor `01` nor `-0`, which the standard library reads too.
                let digits = label.strip_prefix('-').unwrap_or(&label);
                let is_canonical = label == "0" || !digits.starts_with(['0', '+']);
                if is_canonical && !label.starts_with('+') { label.parse().ok() } else { None }
            }
        }
    )* };
}

integer!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use core::fmt::Debug;

    use super::*;

    #[track_caller]
    fn assert_ranked<K: LabelKey + Debug>(ordered: &[K]) {
        for pair in ordered.windows(2) {
            assert!(pair[0] < pair[1] && pair[0].sort_rank() <= pair[1].sort_rank(), "{pair:?}");
        }
    }

    #[test]
    fn ranks_are_in_the_order_of_keys() {
        assert_ranked(&[i8::MIN, -1, 0, 1, i8::MAX]);
        assert_ranked(&[i64::MIN, -1, 0, 1, i64::MAX]);
        assert_ranked(&[0, 1, i64::MAX as u64, 1 << 63, u64::MAX]);
        let texts = ["", "\0", "a", "a\0", "a\0b", "aa", "abcdefgh", "abcdefgh\0", "abcdefghi", "b", "é", "\u{10ffff}"];
        assert_ranked(&texts.map(str::to_string));
        assert_ranked(&texts.map(|text| (text.to_string(), "z".to_string())));
        assert_ranked(&texts.map(|text| [text.to_string(), "z".to_string()]));
    }

    #[test]
    fn keys_of_a_few_bytes_are_told_apart_by_their_ranks() {
        assert!("key 1".to_string().sort_rank() < "key 10".to_string().sort_rank());
        assert!(7u32.sort_rank() < 8u32.sort_rank() && (-8i16).sort_rank() < (-7i16).sort_rank());
    }
}
