//! Lengths of lists as they were read, a `u64` for each list: borrowed, or copied from a stream.

use smallvec::SmallVec;

use crate::{
    Bound, ByteOrder, DecodeError, Dim, Element, ElementSource, ElementType, ErrorKind, OutOfRange, Rules, Source,
    TensorRules, View, rules::columns::ZERO_OR_ONE, traits::source::offsets::TensorOffsets,
};
use alloc::{boxed::Box, vec::Vec};

/// The rules of lengths, `u64 [n]`.
pub(crate) const LENGTHS: TensorRules<'static> = Rules::tensor(ElementType::U64, &[Dim::ANY]).expect_tensor();

/// The lengths of many lists, and where they are in the input.
pub(crate) struct LengthsRead<'de> {
    lent: Option<View<'de, u64>>,
    /// Lengths that were copied, if none could be borrowed. Few of them need no memory.
    own: SmallVec<[u64; 16]>,
    pub(crate) offsets: TensorOffsets,
}

impl<'de> LengthsRead<'de> {
    /// Reads the next tensor, whose rules have one axis, or two for several lengths of each list.
    pub(crate) fn read<S: Source<'de>>(source: &mut S, rules: &TensorRules<'_>) -> Result<Self, DecodeError> {
        let mut lens = [1, 1];
        let rank = rules.axes.rank().min(lens.len());
        let mut from = source.lengths_of(rules, lens.get_mut(..rank).unwrap_or_default())?;
        let n = lens.iter().copied().fold(1, usize::saturating_mul);
        let mut read = Self { lent: None, own: SmallVec::new(), offsets: TensorOffsets::of(&from) };
        if from.lends() {
            match from.borrow(n) {
                Ok(view) => read.lent = Some(view),
                Err(error) if matches!(error.kind(), ErrorKind::NotBorrowable { .. }) => read.copy(n, &mut from)?,
                Err(error) => return Err(error),
            }
        } else {
            read.copy(n, &mut from)?;
        }
        from.end()?;
        Ok(read)
    }

    fn copy<E: ElementSource<'de>>(&mut self, n: usize, from: &mut E) -> Result<(), DecodeError> {
        if n <= self.own.inline_size() {
            self.own.resize(n, 0);
            return from.fill(&mut self.own);
        }
        let mut numbers = Vec::new();
        from.extend(n, &mut numbers)?;
        self.own = SmallVec::from_vec(numbers);
        Ok(())
    }

    /// Returns the number of lengths.
    pub(crate) fn len(&self) -> usize {
        self.lent.map_or(self.own.len(), |view| view.len())
    }

    pub(crate) fn iter(&self) -> LengthIter<'_> {
        match &self.lent {
            Some(view) => LengthIter { bytes: view.as_bytes(), order: view.byte_order() },
            None => LengthIter { bytes: u64::as_bytes(&self.own), order: ByteOrder::NATIVE },
        }
    }

    /// Returns the lengths as they are in memory, if they are in this machine's byte order.
    pub(super) fn native(&self) -> Option<&[u8]> {
        let LengthIter { bytes, order } = self.iter();
        (order == ByteOrder::NATIVE).then_some(bytes)
    }

    /// Returns the sum of all lengths, at most the greatest `u64`, and the number of lists that are empty.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if lists of this level have at most one row and one has more.
    pub(crate) fn sum(&self, is_option: bool) -> Result<(u64, usize), DecodeError> {
        let lengths = self.iter();
        let totals = match lengths.order {
            ByteOrder::Little => Totals::of(lengths.bytes, u64::from_le_bytes),
            ByteOrder::Big => Totals::of(lengths.bytes, u64::from_be_bytes),
        };
        if is_option && totals.bits > 1 {
            return Err(self.too_long());
        }
        // Fewer than 2^32 numbers below 2^32 cannot overflow.
        let is_exact = (totals.bits | self.len() as u64) <= u64::from(u32::MAX);
        Ok((if is_exact { totals.sum } else { self.sum_of_products(1) }, totals.empty))
    }

    /// Returns the sum of the products of each `count` lengths, as of the shapes of arrays; it may be beyond every
    /// number of elements.
    pub(crate) fn sum_of_products(&self, count: usize) -> u64 {
        self.iter().sum_of_products(count)
    }

    /// Returns the error for the first list of more than one row, where at most one is allowed.
    #[cold]
    fn too_long(&self) -> DecodeError {
        let (mut index, mut lengths) = (0usize, self.iter());
        let mut found = 0;
        while let Some(len) = lengths.next_number() {
            if len > 1 {
                found = len;
                break;
            }
            index = index.saturating_add(1);
        }
        let kind = ErrorKind::OutOfRange(Box::new(OutOfRange {
            tensor: None,
            index: Box::from([index]),
            element_type: u64::TYPE,
            expected: ZERO_OR_ONE,
            found: Bound::Int(i128::from(found)),
        }));
        DecodeError::placed(kind, self.offsets.elements)
    }
}

/// Facts about all lengths together, found in one loop without a branch.
struct Totals {
    /// The sum, if it does not overflow.
    sum: u64,
    /// The bitwise OR of all lengths: none of them is greater.
    bits: u64,
    /// The number of lengths that are 0.
    empty: usize,
}

impl Totals {
    #[inline(always)]
    fn of(bytes: &[u8], read: impl Fn([u8; 8]) -> u64) -> Self {
        let none = Self { sum: 0, bits: 0, empty: 0 };
        bytes.chunks_exact(8).filter_map(|length| length.first_chunk()).map(|length| read(*length)).fold(
            none,
            |totals, length| Self {
                sum: totals.sum.wrapping_add(length),
                bits: totals.bits | length,
                empty: totals.empty.wrapping_add(usize::from(length == 0)),
            },
        )
    }
}

/// Lengths of lists, one after another.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct LengthIter<'l> {
    bytes: &'l [u8],
    order: ByteOrder,
}

impl<'l> LengthIter<'l> {
    /// Returns an iterator over lengths in this machine's byte order.
    pub(super) fn native(bytes: &'l [u8]) -> Self {
        Self { bytes, order: ByteOrder::NATIVE }
    }

    /// Returns the sum of all, each of which is at most 1; `None` if one is more.
    pub(super) fn count_present(self) -> Option<usize> {
        let totals = Totals::of(self.bytes, u64::from_ne_bytes);
        if totals.bits > 1 { None } else { usize::try_from(totals.sum).ok() }
    }

    /// Returns the sum of the products of each `axes` lengths, at most the greatest `u64`.
    pub(super) fn sum_of_products(mut self, axes: usize) -> u64 {
        let mut sum = 0u64;
        while axes > 0 && !self.bytes.is_empty() {
            let product = (0..axes).filter_map(|_| self.next_number()).fold(1, u64::saturating_mul);
            sum = sum.saturating_add(product);
        }
        sum
    }

    #[inline]
    fn next_number(&mut self) -> Option<u64> {
        let (next, rest) = self.bytes.split_first_chunk::<8>()?;
        self.bytes = rest;
        Some(match self.order {
            ByteOrder::Little => u64::from_le_bytes(*next),
            ByteOrder::Big => u64::from_be_bytes(*next),
        })
    }

    /// Returns the length of the next list. They have been added up, so that none is too large for this machine.
    #[inline]
    pub(crate) fn next_len(&mut self) -> usize {
        self.next_number().and_then(|len| usize::try_from(len).ok()).unwrap_or_default()
    }

    /// Takes the next `count` lengths off.
    pub(crate) fn take(&mut self, count: usize) -> Self {
        let (own, rest) =
            self.bytes.split_at_checked(count.saturating_mul(size_of::<u64>())).unwrap_or((self.bytes, &[]));
        self.bytes = rest;
        Self { bytes: own, order: self.order }
    }

    /// Returns each length.
    #[inline]
    pub(crate) fn lens(self) -> impl Iterator<Item = usize> + use<'l> {
        let read = move |bytes: &[u8]| u64::read(bytes, self.order) as usize;
        self.bytes.chunks_exact(size_of::<u64>()).map(read)
    }

    /// Returns the sum of all lengths, which have been added up before.
    pub(crate) fn sum(self) -> usize {
        self.lens().fold(0, usize::wrapping_add)
    }
}

/// Returns the error for lengths, those of the parameter `lengths`, whose sum is not the number of rows.
#[cold]
pub(crate) fn unequal(lengths: &str, expected: u64, found: usize, offset: Option<u64>) -> DecodeError {
    let kind = ErrorKind::RaggedLengths { lengths: lengths.into(), expected, found: found as u64 };
    DecodeError::placed(kind, offset)
}
