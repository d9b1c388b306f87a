//! ndarray's arrays of one axis as items of ragged lists. The same for each version.

use alloc::{borrow::Cow, vec::Vec};

use super::{DecodeRaggedPart, LengthIter, RaggedItem, RaggedPart, items::lend, read::next_list};
use crate::{
    Block, DecodeBlock, DecodeError, ElementSink, ElementSource, EncodeError,
    types::sequences::{Borrowed, borrow_or_copy},
};

macro_rules! arrays {
    ($ndarray:ident) => {
        use ::$ndarray::{Array1, ArrayBase, ArrayView1, CowArray, Data, Ix1, OwnedArcRepr};

        use super::*;

        impl<S: Data<Elem: Block>> RaggedItem for ArrayBase<S, Ix1> {}

        impl<S: Data<Elem: Block>> RaggedPart for ArrayBase<S, Ix1> {
            type Leaf = S::Elem;
            const LEVELS: usize = 1;
            const OPTIONS: u32 = 0;

            fn size_at(level: usize) -> usize {
                if level == 0 { size_of::<Self>() } else { size_of::<S::Elem>() }
            }

            #[inline]
            fn lengths<F: FnMut(usize)>(&self, level: usize, put: &mut F) {
                if level == 0 {
                    put(self.len());
                }
            }

            #[inline]
            fn write_values<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
                match self.as_slice() {
                    Some(run) => S::Elem::write_all(run, out),
                    None => self.iter().try_for_each(|element| element.write(out)),
                }
            }
        }

        impl<'de, A: DecodeBlock<'de>> DecodeRaggedPart<'de> for Array1<A> {
            #[inline]
            fn read_part<E: ElementSource<'de>>(
                lengths: &mut [LengthIter<'_>],
                elements: &mut E,
            ) -> Result<Self, DecodeError> {
                Vec::read_part(lengths, elements).map(Array1::from)
            }

            fn read_part_into<E: ElementSource<'de>>(
                &mut self,
                lengths: &mut [LengthIter<'_>],
                elements: &mut E,
            ) -> Result<(), DecodeError> {
                let array = core::mem::replace(self, Array1::from(Vec::new()));
                // ndarray 0.15 has no other name for it, and where the elements began is of no interest here.
                #[allow(deprecated)]
                let mut list = array.into_raw_vec();
                A::refill(elements, next_list(lengths).0, &mut list)?;
                *self = Array1::from(list);
                Ok(())
            }
        }

        impl<'de, A: DecodeBlock<'de> + Clone> DecodeRaggedPart<'de> for ArrayBase<OwnedArcRepr<A>, Ix1> {
            fn read_part<E: ElementSource<'de>>(
                lengths: &mut [LengthIter<'_>],
                elements: &mut E,
            ) -> Result<Self, DecodeError> {
                Array1::read_part(lengths, elements).map(Array1::into_shared)
            }
        }

        impl<'de: 'x, 'x, A: Borrowed> DecodeRaggedPart<'de> for ArrayView1<'x, A> {
            fn read_part<E: ElementSource<'de>>(
                lengths: &mut [LengthIter<'_>],
                elements: &mut E,
            ) -> Result<Self, DecodeError> {
                lend(next_list(lengths).0, elements).map(<ArrayView1<'x, A>>::from)
            }
        }

        impl<'de: 'x, 'x, A: DecodeBlock<'de> + Borrowed + 'static> DecodeRaggedPart<'de> for CowArray<'x, A, Ix1> {
            fn read_part<E: ElementSource<'de>>(
                lengths: &mut [LengthIter<'_>],
                elements: &mut E,
            ) -> Result<Self, DecodeError> {
                Ok(match borrow_or_copy::<A, E>(elements, next_list(lengths).0, Vec::new())? {
                    Cow::Borrowed(run) => <ArrayView1<'x, A>>::from(run).into(),
                    Cow::Owned(list) => Array1::from(list).into(),
                })
            }
        }
    };
}

#[cfg(feature = "ndarray")]
mod v0_17 {
    arrays!(ndarray);
}

#[cfg(feature = "ndarray_0_16")]
mod v0_16 {
    arrays!(ndarray_0_16);
}

#[cfg(feature = "ndarray_0_15")]
mod v0_15 {
    arrays!(ndarray_0_15);
}
