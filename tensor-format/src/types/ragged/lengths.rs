//! The lengths of one level as they were read: borrowed, or copied from a stream.

use smallvec::SmallVec;

use super::MAX_LEVELS;
use crate::{
    ByteOrder, DecodeError, Element, ElementSource, ErrorKind, HeaderPlace, OutOfRange, Source, TensorRules, View,
};
use alloc::{boxed::Box, vec::Vec};

/// The lengths of one level, and where they are in the input.
pub(super) struct LengthsRead<'de> {
    lent: Option<View<'de, u64>>,
    /// Used if nothing is lent. Few of them need no memory.
    own: SmallVec<[u64; 16]>,
    /// The offsets of the tensor's axis and of its elements.
    pub(super) axis: Option<u64>,
    elements: Option<u64>,
}

impl<'de> LengthsRead<'de> {
    /// Reads the next tensor.
    pub(super) fn read<S: Source<'de>>(source: &mut S, rules: &TensorRules<'_>) -> Result<Self, DecodeError> {
        let mut n = [0];
        let mut from = source.lengths_of(rules, &mut n)?;
        let ([n], axis, elements) = (n, from.offset(HeaderPlace::Axis(0)), from.offset(HeaderPlace::Elements));
        let mut read = Self { lent: None, own: SmallVec::new(), axis, elements };
        if crate::traits::decode::batch::borrows(&from) {
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

    /// Returns the number of lists.
    pub(super) fn len(&self) -> usize {
        self.lent.map_or(self.own.len(), |view| view.len())
    }

    pub(super) fn iter(&self) -> LengthIter<'_> {
        match &self.lent {
            Some(view) => LengthIter { bytes: view.as_bytes(), order: view.byte_order() },
            None => LengthIter { bytes: u64::as_bytes(&self.own), order: ByteOrder::NATIVE },
        }
    }

    /// Returns the sum, which may be beyond every number of rows, and how many of the lists are empty.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`](ErrorKind::OutOfRange) if lists of this level have at most one row and one has more.
    pub(super) fn sum(&self, is_option: bool) -> Result<(u64, usize), DecodeError> {
        let (mut sum, mut empty, mut most) = (0u64, 0usize, 0);
        let mut lengths = self.iter();
        while let Some(len) = lengths.next_number() {
            sum = sum.saturating_add(len);
            empty = empty.saturating_add(usize::from(len == 0));
            most = most.max(len);
        }
        if is_option && most > 1 {
            return Err(self.too_long());
        }
        Ok((sum, empty))
    }

    /// The first list of more than one row where one is allowed.
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
            expected: super::ZERO_OR_ONE,
            found: crate::Bound::Int(i128::from(found)),
        }));
        DecodeError::placed(kind, self.elements)
    }
}

/// The lengths of one level, one after another.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct LengthIter<'l> {
    bytes: &'l [u8],
    order: ByteOrder,
}

impl LengthIter<'_> {
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
    pub(super) fn next_len(&mut self) -> usize {
        self.next_number().and_then(|len| usize::try_from(len).ok()).unwrap_or_default()
    }

    /// Returns the sum of the next `count` lengths.
    pub(super) fn sum_of(mut self, count: usize) -> usize {
        (0..count).map(|_| self.next_len()).fold(0, usize::saturating_add)
    }
}

/// Takes the length of the next list, and gives it with the lengths of what it holds.
#[inline]
pub(super) fn next_list<'s, 'l>(lengths: &'s mut [LengthIter<'l>]) -> (usize, &'s mut [LengthIter<'l>]) {
    match lengths.split_first_mut() {
        Some((own, inner)) => (own.next_len(), inner),
        None => (0, &mut []),
    }
}

/// A list of one `T` for each level of nested lists, the outermost first: the lengths of that level, or an iterator
/// over them.
pub(super) type Levels<T> = SmallVec<[T; 2]>;

const _: () = assert!(MAX_LEVELS <= 32, "`RaggedPart::OPTIONS` has a bit for each level");
