//! Numbers as bytes in memory: the columns of a list of records, and one value.

use core::marker::PhantomData;

use smallvec::SmallVec;

use crate::{
    ByteOrder, DecodeError, Element, ElementSource, ElementType, HasRules,
    element::by_type::{for_number_type, unsupported},
    traits::{decode::kept::KeptBytes, exhausted},
};

/// The most columns of a list that a source lends as they are in memory, and of most lists.
pub(crate) const MOST_NATIVE: usize = 64;
pub(crate) const FEW_NATIVE: usize = 16;

/// The rows to come of a column of numbers, which lie in memory as the machine has them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct NativeColumn<'h> {
    pub(crate) element_type: ElementType,
    /// The size in bytes of a row; 0 of a column that is not there.
    pub(crate) size: usize,
    pub(crate) bytes: &'h [u8],
}

impl NativeColumn<'_> {
    /// A column that is not there.
    pub(crate) const NONE: Self = Self { element_type: ElementType::U8, size: 0, bytes: &[] };
}

/// The rows to come of a column of numbers, which lie in memory as the machine has them, or of texts, each behind its
/// length. Not every row need have a tensor, and tensors may be lists.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct LentColumn<'k, 'de: 'k> {
    pub(crate) element_type: ElementType,
    /// The axes of a tensor, without that of a list.
    pub(crate) inner: &'static [usize],
    /// The number of elements in them, and their size in bytes if they are numbers.
    pub(crate) count: usize,
    pub(crate) size: Option<usize>,
    pub(crate) bytes: KeptBytes<'de, 'k>,
    /// For each row to come whether it has a tensor, 0 or 1, if not every row has.
    pub(crate) presence: Option<&'k [u8]>,
    /// The length of each list to come, if tensors are lists. They have been added up.
    pub(crate) lengths: Option<&'k [u8]>,
}

/// All columns of a list, and places behind them that make their number [`FEW_NATIVE`] or [`MOST_NATIVE`].
pub(crate) type NativeColumns<'h> = [NativeColumn<'h>];

/// Returns places for so many columns.
#[inline(always)]
pub(crate) fn native_places<'h>(columns: usize) -> SmallVec<[NativeColumn<'h>; FEW_NATIVE]> {
    if columns <= FEW_NATIVE {
        return SmallVec::from_buf([NativeColumn::NONE; FEW_NATIVE]);
    }
    SmallVec::from_elem(NativeColumn::NONE, MOST_NATIVE)
}

/// The numbers of values `B`, as they are in memory.
pub(crate) struct Native<'b, B> {
    pub(crate) bytes: &'b [u8],
    /// The position behind them in the input.
    end: Option<u64>,
    of: PhantomData<fn() -> B>,
}

impl<'b, B: HasRules> Native<'b, B> {
    /// What they are: a constant, so that nothing is compared when numbers of this type are read.
    const TYPE: Option<ElementType> = B::RULES.expect_tensor().types.single();

    #[inline(always)]
    pub(crate) fn new(bytes: &'b [u8], end: Option<u64>) -> Self {
        Self { bytes, end, of: PhantomData }
    }
}

const fn is_type(one: Option<ElementType>, other: ElementType) -> bool {
    matches!(one, Some(one) if one as u8 == other as u8)
}

/// Returns the error of a hand-written item that reads another type than its rules have.
#[cold]
fn mistaken(element_type: Option<ElementType>, wanted: ElementType) -> DecodeError {
    match element_type.map(|element_type| wanted.expect(element_type)) {
        Some(Err(kind)) => kind.into(),
        _ => exhausted(1, 0),
    }
}

impl<'de, B: HasRules> ElementSource<'de> for Native<'_, B> {
    #[inline(always)]
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        if const { !is_type(Self::TYPE, T::TYPE) } {
            return Err(mistaken(Self::TYPE, T::TYPE));
        }
        let Some((own, rest)) = self.bytes.split_at_checked(size_of_val(out)) else { return Err(exhausted(1, 0)) };
        self.bytes = rest;
        let numbers = own.chunks_exact(T::SIZE).map(|bytes| T::read(bytes, ByteOrder::NATIVE));
        out.iter_mut().zip(numbers).for_each(|(to, number)| *to = number);
        Ok(())
    }

    fn left(&self) -> usize {
        let size = const { Self::TYPE }.and_then(ElementType::size).unwrap_or(1);
        self.bytes.len().checked_div(size).unwrap_or_default()
    }

    fn element_offset(&self) -> Option<u64> {
        self.end.map(|end| end.saturating_sub(self.bytes.len() as u64))
    }
}

/// Fills memory with the next numbers of a source, which are of this type. Apart from the types that are made of them,
/// so that it is compiled once for each source.
pub(crate) fn fill_native<'de, E: ElementSource<'de>>(
    source: &mut E,
    element_type: ElementType,
    out: &mut [u8],
) -> Result<(), DecodeError> {
    for_number_type!(element_type, N => {
        let mut piece = [N::default(); 64];
        for bytes in out.chunks_mut(size_of_val(&piece)) {
            let some = piece.get_mut(..bytes.len() / N::SIZE).unwrap_or_default();
            source.fill(some)?;
            bytes.copy_from_slice(N::as_bytes(some));
        }
        Ok(())
    }, _ => Err(unsupported(element_type).into()))
}
