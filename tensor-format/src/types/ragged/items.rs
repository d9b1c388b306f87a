//! The lists of the standard library and [`View`] as items of ragged lists.

use alloc::{borrow::Cow, boxed::Box, collections::VecDeque, vec::Vec};

use super::{DecodeRaggedPart, LengthIter, RaggedItem, RaggedPart, read::next_list};
use crate::{
    Block, ByteOrder, DecodeBlock, DecodeError, Element, ElementSink, ElementSource, EncodeError, View,
    traits::source::elements::located,
    types::sequences::{Borrowed, borrow_or_copy, cast},
};

/// Implements the traits for a list whose parts are in the slices `$slices`.
macro_rules! list {
    ([$($generics:tt)*] $ty:ty, $part:ty, |$list:ident| $slices:expr, $is_option:literal) => {
        impl<$($generics)*> RaggedItem for $ty {}

        impl<$($generics)*> RaggedPart for $ty {
            type Leaf = <$part as RaggedPart>::Leaf;
            const LEVELS: usize = <$part as RaggedPart>::LEVELS.saturating_add(1);
            const OPTIONS: u32 = <$part as RaggedPart>::OPTIONS << 1 | $is_option as u32;

            fn size_at(level: usize) -> usize {
                level.checked_sub(1).map_or(size_of::<Self>(), <$part as RaggedPart>::size_at)
            }

            #[inline]
            fn lengths<F: FnMut(usize)>(&self, level: usize, put: &mut F) {
                let $list = self;
                let mut len: usize = 0;
                for slice in $slices {
                    match level.checked_sub(1) {
                        None => len = len.saturating_add(slice.len()),
                        Some(level) => {
                            for part in slice {
                                part.lengths(level, put);
                            }
                        }
                    }
                }
                if level == 0 {
                    put(len);
                }
            }

            #[inline]
            fn write_values<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
                let $list = self;
                $slices.into_iter().try_for_each(|slice| <$part>::write_parts(slice, out))
            }
        }
    };
}

list!([P: RaggedPart] Vec<P>, P, |list| [&list[..]], false);
list!([P: RaggedPart] Box<[P]>, P, |list| [&list[..]], false);
list!(['x, P: RaggedPart] &'x [P], P, |list| [&list[..]], false);
list!(['x, P: RaggedPart + Clone] Cow<'x, [P]>, P, |list| [&list[..]], false);
list!([P: RaggedPart] VecDeque<P>, P, |list| <[&[P]; 2]>::from(list.as_slices()), false);
list!([P: RaggedPart] Option<P>, P, |option| { let list = option.as_slice(); [list] }, true);

impl<'de, P: DecodeRaggedPart<'de>> DecodeRaggedPart<'de> for Vec<P> {
    #[inline]
    fn read_part<E: ElementSource<'de>>(lengths: &mut [LengthIter<'_>], elements: &mut E) -> Result<Self, DecodeError> {
        let (len, inner) = next_list(lengths);
        let mut list = Vec::new();
        P::extend_parts(len, inner, elements, &mut list)?;
        Ok(list)
    }

    #[inline]
    fn read_part_into<E: ElementSource<'de>>(
        &mut self,
        lengths: &mut [LengthIter<'_>],
        elements: &mut E,
    ) -> Result<(), DecodeError> {
        let (len, inner) = next_list(lengths);
        P::refill_parts(len, inner, elements, self)
    }
}

impl<'de, P: DecodeRaggedPart<'de>> DecodeRaggedPart<'de> for Box<[P]> {
    fn read_part<E: ElementSource<'de>>(lengths: &mut [LengthIter<'_>], elements: &mut E) -> Result<Self, DecodeError> {
        Vec::read_part(lengths, elements).map(Vec::into_boxed_slice)
    }
}

impl<'de, P: DecodeRaggedPart<'de>> DecodeRaggedPart<'de> for VecDeque<P> {
    fn read_part<E: ElementSource<'de>>(lengths: &mut [LengthIter<'_>], elements: &mut E) -> Result<Self, DecodeError> {
        Vec::read_part(lengths, elements).map(VecDeque::from)
    }

    fn read_part_into<E: ElementSource<'de>>(
        &mut self,
        lengths: &mut [LengthIter<'_>],
        elements: &mut E,
    ) -> Result<(), DecodeError> {
        let mut list = Vec::from(core::mem::take(self));
        list.read_part_into(lengths, elements)?;
        *self = VecDeque::from(list);
        Ok(())
    }
}

impl<'de, P: DecodeRaggedPart<'de>> DecodeRaggedPart<'de> for Option<P> {
    fn read_part<E: ElementSource<'de>>(lengths: &mut [LengthIter<'_>], elements: &mut E) -> Result<Self, DecodeError> {
        match next_list(lengths) {
            (0, _) => Ok(None),
            (_, inner) => P::read_part(inner, elements).map(Some),
        }
    }

    fn read_part_into<E: ElementSource<'de>>(
        &mut self,
        lengths: &mut [LengthIter<'_>],
        elements: &mut E,
    ) -> Result<(), DecodeError> {
        match (next_list(lengths), &mut *self) {
            ((1.., inner), Some(part)) => return part.read_part_into(inner, elements),
            ((0, _), _) => *self = None,
            ((_, inner), None) => *self = Some(P::read_part(inner, elements)?),
        }
        Ok(())
    }
}

/// Implements reading for lists that borrow: `$whole` takes the values of many at once, `$split` cuts off the first of
/// them. Asking the source for each would take longer than all else.
macro_rules! lent {
    ($whole:expr, $split:expr) => {
        fn read_part<E: ElementSource<'de>>(
            lengths: &mut [LengthIter<'_>],
            elements: &mut E,
        ) -> Result<Self, DecodeError> {
            #[allow(clippy::redundant_closure_call)]
            $whole(next_list(lengths).0, elements)
        }

        fn extend_parts<E: ElementSource<'de>>(
            count: usize,
            lengths: &mut [LengthIter<'_>],
            elements: &mut E,
            out: &mut Vec<Self>,
        ) -> Result<(), DecodeError> {
            crate::error::memory::reserve_exact(out, count)?;
            let Some((lengths, _)) = lengths.split_first_mut() else { return Ok(()) };
            let own = lengths.take(count);
            let mut rest: Self = $whole(own.sum(), elements)?;
            out.extend(own.lens().map(|len| {
                let (list, after) = $split(rest, len);
                rest = after;
                list
            }));
            Ok(())
        }

        fn refill_parts<E: ElementSource<'de>>(
            count: usize,
            lengths: &mut [LengthIter<'_>],
            elements: &mut E,
            out: &mut Vec<Self>,
        ) -> Result<(), DecodeError> {
            out.clear();
            Self::extend_parts(count, lengths, elements, out)
        }
    };
}

/// Borrows the next `len` blocks.
pub(super) fn lend<'de: 'x, 'x, T: Borrowed + 'x, E: ElementSource<'de>>(
    len: usize,
    elements: &mut E,
) -> Result<&'x [T], DecodeError> {
    let view = elements.borrow::<T::Element>(len.saturating_mul(T::ELEMENTS))?;
    located(cast(&view, len), elements)
}

impl<'de: 'x, 'x, T: Borrowed> DecodeRaggedPart<'de> for &'x [T] {
    lent!(lend, |rest: &'x [T], len: usize| rest.split_at_checked(len).unwrap_or_default());
}

impl<'de: 'x, 'x, T: DecodeBlock<'de> + Borrowed + 'static> DecodeRaggedPart<'de> for Cow<'x, [T]> {
    fn read_part<E: ElementSource<'de>>(lengths: &mut [LengthIter<'_>], elements: &mut E) -> Result<Self, DecodeError> {
        borrow_or_copy(elements, next_list(lengths).0, Vec::new())
    }

    fn read_part_into<E: ElementSource<'de>>(
        &mut self,
        lengths: &mut [LengthIter<'_>],
        elements: &mut E,
    ) -> Result<(), DecodeError> {
        let memory = match core::mem::take(self) {
            Cow::Owned(items) => items,
            Cow::Borrowed(_) => Vec::new(),
        };
        *self = borrow_or_copy(elements, next_list(lengths).0, memory)?;
        Ok(())
    }
}

impl<T: Element + Block> RaggedItem for View<'_, T> {}

impl<T: Element + Block> RaggedPart for View<'_, T> {
    type Leaf = T;
    const LEVELS: usize = 1;
    const OPTIONS: u32 = 0;

    fn size_at(level: usize) -> usize {
        if level == 0 { size_of::<Self>() } else { size_of::<T>() }
    }

    fn lengths<F: FnMut(usize)>(&self, level: usize, put: &mut F) {
        if level == 0 {
            put(self.len());
        }
    }

    fn write_values<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        out.bytes(T::TYPE, self.as_bytes(), self.byte_order())
    }
}

/// Borrows the next `len` numbers.
fn view<'de, T: Element, E: ElementSource<'de>>(len: usize, elements: &mut E) -> Result<View<'de, T>, DecodeError> {
    match len {
        // Of no values too, whatever lends nothing.
        0 => Ok(View::new(&[], ByteOrder::NATIVE)),
        len => elements.borrow(len),
    }
}

impl<'de: 'x, 'x, T: Element + Block> DecodeRaggedPart<'de> for View<'x, T> {
    lent!(view, View::split_at);
}
