//! Headers as constants of a type, so that they are written by one copy and checked by one comparison.
#![allow(
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "evaluated by the compiler"
)]

use core::marker::PhantomData;

use super::{Options, element_type::to_byte, record_names::TABLE_HEADER};
use crate::{
    ElementType, HasRules, RecordRules, Rules, TensorRules, derive_support::checks::verify::names_agree, util::varint,
};

/// Bytes composed at compile time; `None` once they do not fit in `N`.
#[derive(Clone, Copy)]
struct ConstBytes<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> ConstBytes<N> {
    const fn new() -> Self {
        Self { bytes: [0; N], len: 0 }
    }

    const fn push(&mut self, byte: u8) -> Option<()> {
        if self.len >= N {
            return None;
        }
        self.bytes[self.len] = byte;
        self.len += 1;
        Some(())
    }

    const fn varint(&mut self, value: u64) -> Option<()> {
        let (bytes, len) = varint::encode(value);
        self.slice(bytes.split_at(len).0)
    }

    const fn slice(&mut self, bytes: &[u8]) -> Option<()> {
        if bytes.len() > N - self.len {
            return None;
        }
        let mut i = 0;
        while i < bytes.len() {
            self.bytes[self.len] = bytes[i];
            self.len += 1;
            i += 1;
        }
        Some(())
    }

    const fn as_slice(&self) -> &[u8] {
        self.bytes.split_at(self.len).0
    }
}

macro_rules! some {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}

const fn header(rules: &TensorRules<'_>) -> Option<ConstBytes<64>> {
    some!(rules.fixed_count(1));
    let element_type = some!(rules.types.single());
    let rank = rules.axes.rank();
    if rank > crate::MAX_RANK {
        return None;
    }
    let mut bytes = ConstBytes::new();
    some!(bytes.push(some!(to_byte(element_type))));
    some!(bytes.push(rank as u8));
    let mut axis = 0;
    while axis < rank {
        some!(bytes.varint(rules.axes.dim(axis).min));
        axis += 1;
    }
    Some(bytes)
}

/// The header of lists of values of one type, as a constant but for the number of values.
#[derive(Clone, Copy)]
pub(super) struct ListHeader {
    bytes: [u8; 8],
    /// The length of the header if the number of values takes one byte.
    pub(super) len: usize,
    pub(super) element_type: ElementType,
    /// The number of elements of a value.
    pub(super) count: usize,
    /// The number of bytes of a value, at least 1 for each element of variable size.
    pub(super) size: usize,
}

impl ListHeader {
    /// The position of the number of values.
    const AT: usize = 2;

    const fn of(header: &[u8], rules: &TensorRules<'_>) -> Option<Self> {
        let (element_type, count) = (some!(rules.types.single()), some!(rules.fixed_count(1)));
        let size = match rules.fixed_size() {
            Some(size) => size,
            None => count,
        };
        let len = header.len() + 1;
        let mut bytes = [0; 8];
        if len > bytes.len() || header[1] == u8::MAX || size > isize::MAX as usize / u8::MAX as usize {
            return None;
        }
        (bytes[0], bytes[1]) = (header[0], header[1] + 1);
        let mut at = Self::AT;
        while at < header.len() {
            bytes[at + 1] = header[at];
            at += 1;
        }
        Some(Self { bytes, len, element_type, count, size })
    }

    /// Returns the header of `n` values, which is followed by bytes that do not belong to it.
    #[inline]
    pub(super) fn header(&self, n: u8) -> [u8; 8] {
        let mut header = self.bytes;
        header[Self::AT] = n;
        header
    }

    /// Returns what is in front of the number of values and what is behind it.
    #[inline]
    pub(super) fn parts(&self) -> ([u8; 2], &[u8]) {
        ([self.bytes[0], self.bytes[1]], self.bytes.get(Self::AT + 1..self.len).unwrap_or_default())
    }
}

/// The constants of a type in this format, computed at compile time.
pub(super) struct WireConstants<T: ?Sized>(PhantomData<T>);

impl<T: HasRules + ?Sized> WireConstants<T> {
    const HEADER_BYTES: Option<ConstBytes<64>> = match T::RULES {
        Rules::Tensor(rules) => header(&rules),
        Rules::Record(_) => None,
    };

    /// The header, if element type and shape are fixed.
    pub(super) const HEADER: Option<&'static [u8]> = match &Self::HEADER_BYTES {
        Some(bytes) => Some(bytes.as_slice()),
        None => None,
    };

    /// The header of a list of such values, if it is short and the elements of as many values as one byte counts do not
    /// take more bytes than there can be.
    pub(super) const LIST: Option<ListHeader> = match (Self::HEADER, T::RULES) {
        (Some(header), Rules::Tensor(rules)) => ListHeader::of(header, &rules),
        _ => None,
    };

    /// The header, the element type and the number of elements, if these are fixed and elements have no fixed size.
    pub(super) const PACKED: Option<(&'static [u8], ElementType, usize)> = match (Self::HEADER, T::RULES) {
        (Some(header), Rules::Tensor(rules)) if rules.fixed_size().is_none() => {
            match (rules.types.single(), rules.fixed_count(1)) {
                (Some(element_type), Some(count)) => Some((header, element_type, count)),
                _ => None,
            }
        }
        _ => None,
    };

    /// The header and the number of bytes of all that follows it, if the rules of a tensor leave nothing open. It says
    /// nothing of the elements' values.
    pub(super) const WHOLE: Option<(&'static [u8], usize)> = match (Self::HEADER, T::RULES) {
        (Some(header), Rules::Tensor(rules)) if names_agree(&rules) => match rules.fixed_size() {
            Some(size) => Some((header, size)),
            None => None,
        },
        _ => None,
    };

    /// Whether the type fixes the number of bytes of its values, in some dialect.
    pub(super) const FIXED: bool = is_fixed(T::RULES);

    /// Whether a struct whose number of bytes is not fixed is read by the fast path first. Where nothing is optimised only
    /// small ones are, which gain nothing and are tested: it is one more function to compile for each type.
    pub(super) const IS_FAST_RECORD: bool = match T::RULES {
        Rules::Record(rules) if T::RECORD.is_derived() => !Self::FIXED && (rules.len() <= 4 || !cfg!(debug_assertions)),
        _ => false,
    };

    /// Whether a value is passed to a sink by one call.
    pub(super) const AT_ONCE: bool = T::RECORD.at_once();

    const PAYLOAD: Option<usize> = payload(T::RULES);

    /// Whether values have lists of texts, or of other elements of variable size: of a stream each element is read by itself.
    #[cfg(feature = "std")]
    pub(super) const LISTS_TEXTS: bool = lists_texts(T::RULES);
}

#[cfg(feature = "std")]
const fn lists_texts(rules: Rules<'_>) -> bool {
    const fn is_list(rules: &TensorRules<'_>) -> bool {
        matches!(rules.types.single(), Some(of) if of.size().is_none()) && rules.fixed_count(1).is_none()
    }
    match rules {
        Rules::Tensor(rules) => is_list(&rules),
        Rules::Record(rules) => {
            let mut index = 0;
            while let Some(param) = rules.get(index) {
                if is_list(&param.rules) {
                    return true;
                }
                index += 1;
            }
            false
        }
    }
}

const fn is_fixed(rules: Rules<'_>) -> bool {
    payload(rules).is_some()
}

/// Returns the number of bytes of a value, header included, if its rules fix it. Takes the rules by value: behind a
/// reference to a constant the compiler checks all that they refer to once more.
const fn payload(rules: Rules<'_>) -> Option<usize> {
    match rules {
        Rules::Tensor(rules) => tensor_len(&rules),
        Rules::Record(rules) => record_len(&rules),
    }
}

const fn tensor_len(rules: &TensorRules<'_>) -> Option<usize> {
    let size = some!(rules.fixed_size());
    some!(header(rules)).len.checked_add(size)
}

const fn record_len(rules: &RecordRules<'_>) -> Option<usize> {
    let mut params = rules.listed();
    while let Some((param, rest)) = params.split_first() {
        // Most records leave here: a parameter that may be missing, or an open rank.
        if !param.is_required() || param.rules.axes.begins_with_any() {
            return None;
        }
        params = rest;
    }
    if rules.is_empty() {
        return None;
    }
    let mut total: usize = 0;
    let mut index = 0;
    while let Some(param) = rules.get(index) {
        total = some!(total.checked_add(some!(tensor_len(&param.rules))));
        index += 1;
    }
    Some(total)
}

/// Returns the number of bytes of any `T` with these options, if its type fixes it.
#[inline]
pub(super) const fn encoded_len_with<T: HasRules + ?Sized>(options: &Options) -> Option<usize> {
    let payload = some!(WireConstants::<T>::PAYLOAD);
    match T::RULES {
        Rules::Tensor(_) => Some(payload),
        Rules::Record(_) if !options.names => Some(payload),
        Rules::Record(_) if options.dialect.has_section() => None,
        Rules::Record(_) => {
            let names = some!(TABLE_HEADER.len().checked_add(some!(T::RECORD.names()).len()));
            payload.checked_add(names)
        }
    }
}

/// Returns the number of bytes that every `T` takes with the default options; `None` if it depends on the value.
///
/// ```
/// const LEN: Option<usize> = tensor_format::decthings::encoded_len_of::<[[f32; 4]; 3]>();
/// assert_eq!(LEN, Some(1 + 1 + 2 + 48));
/// ```
#[must_use]
pub const fn encoded_len_of<T: HasRules + ?Sized>() -> Option<usize> {
    encoded_len_with::<T>(&Options::new())
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec, vec::Vec};

    use super::*;
    use crate::{Block, Encode, to_vec};

    /// Compares what the compiler works out of a type, here at run time, with what is written of a value.
    fn as_written<T: Encode>(value: &T, fixed: bool) -> Option<ConstBytes<64>> {
        let message = to_vec(value).expect("a message");
        assert_eq!(payload(T::RULES), fixed.then_some(message.len()), "{}", T::RULES);
        assert_eq!((is_fixed(T::RULES), encoded_len_of::<T>()), (fixed, payload(T::RULES)));
        let Rules::Tensor(rules) = T::RULES else { panic!("the value is a tensor") };
        let header = header(&rules);
        assert!(header.is_none_or(|header| message.starts_with(header.as_slice())), "{rules}");
        header
    }

    /// Does the same for a list of values.
    fn lists_as_written<T: Block + Encode + Clone>(value: &T) {
        let header = as_written(value, true).expect("a header");
        let rules = T::RULES.expect_tensor();
        let list = ListHeader::of(header.as_slice(), &rules).expect("a short header");
        let message = to_vec(&vec![value.clone(); 3]).expect("a message");
        let (known, elements) = message.split_at(list.len);
        let ([element_type, rank], behind) = list.parts();
        assert_eq!((&list.header(3)[..list.len], [&[element_type, rank, 3], behind].concat()), (known, known.to_vec()));
        assert_eq!((list.size.saturating_mul(3), Some(list.element_type)), (elements.len(), rules.types.single()));
    }

    #[test]
    fn constants_are_what_is_written() {
        lists_as_written(&1.5_f32);
        lists_as_written(&[1_u8, 2, 3]);
        lists_as_written(&[[0.5_f64; 2]; 3]);
        lists_as_written(&[[0_i16; 300]; 2]);
        lists_as_written(&[true; 0]);
        as_written(&[[[[[[1_i8; 1]; 1]; 1]; 1]; 1]; 1], true);
        as_written(&vec![1_u32], false);
        as_written(&Vec::<[i64; 2]>::new(), false);
    }

    #[test]
    fn lists_of_texts_have_constants_without_their_bytes() {
        let Rules::Tensor(rules) = <[String; 2]>::RULES else { panic!("texts are a tensor") };
        let header = header(&rules).expect("a header");
        assert_eq!(header.as_slice(), [11, 1, 2]);
        let list = ListHeader::of(header.as_slice(), &rules).expect("a list");
        assert_eq!((list.header(7)[..list.len].to_vec(), list.count, list.size), (vec![11, 2, 7, 2], 2, 2));
        assert_eq!(payload(<[String; 2]>::RULES), None);
    }

    #[cfg(feature = "std")]
    #[test]
    fn texts_in_lists_are_known() {
        assert!(lists_texts(<Vec<String>>::RULES) && lists_texts(<(u8, Vec<[crate::Image; 2]>)>::RULES));
        assert!(lists_texts(<Vec<(u8, String)>>::RULES));
        for rules in [<Vec<u8>>::RULES, <[String; 2]>::RULES, <(String, Vec<f32>)>::RULES, <crate::Record>::RULES] {
            assert!(!lists_texts(rules), "{rules}");
        }
    }

    #[test]
    fn records_are_as_long_as_their_parts_and_names() {
        type Pair = (u8, [f32; 3]);
        let value: Pair = (1, [0.5; 3]);
        assert_eq!(encoded_len_of::<Pair>(), Some(to_vec(&value).expect("a message").len()));
        let options = Options::new().names(false);
        assert_eq!(encoded_len_with::<Pair>(&options), Some(options.to_vec(&value).expect("a message").len()));
        let section = Options::new().dialect(super::super::Dialect::Clients);
        assert_eq!(encoded_len_with::<Pair>(&section), None);
        assert_eq!(payload(<(u8, Vec<u8>)>::RULES), None);
        assert_eq!(payload(<(u8, Option<u8>)>::RULES), None);
        assert_eq!(payload(<(u8, String)>::RULES), None);
    }

    #[test]
    fn what_does_not_fit_has_no_constant() {
        let mut bytes = ConstBytes::<3>::new();
        assert_eq!(
            (bytes.push(1), bytes.varint(300), bytes.varint(2), bytes.push(2)),
            (Some(()), None, Some(()), Some(()))
        );
        assert_eq!(bytes.push(3), None);
        assert_eq!(bytes.as_slice(), [1, 2, 2]);
        let Rules::Tensor(long) = <[[u8; 300]; 300]>::RULES else { panic!("numbers are a tensor") };
        let header = header(&long).expect("a header");
        assert!(ListHeader::of(header.as_slice(), &long).is_none());
    }
}
