//! Arrays of ndarray as tensors: every owner and view, every rank, any memory order, in each supported version of
//! ndarray.

use alloc::{borrow::Cow, vec::Vec};

use smallvec::SmallVec;

use super::{
    lists::put_blocks,
    sequences::{Borrowed, borrow_or_copy, cast},
};
use crate::{
    AxisRules, Block, Decode, DecodeBlock, DecodeError, ElementSink, ElementSource, Encode, EncodeError, ErrorKind,
    HasRules, Layout, Payload, Rules, Shape, Sink, Source, TensorRules, traits::source::elements::located,
    util::reinterpret::elements,
};

/// A dimension type of ndarray, which says how many axes an array has.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no dimension type of ndarray with a known rank",
    label = "how many axes this is, is not known",
    note = "use `Ix0` to `Ix6`, or `IxDyn` for any rank; in a generic function, ask for `Array<T, D>: Encode` or `Decode`"
)]
pub trait Rank {
    /// The number of axes; `None` for `IxDyn`.
    const RANK: Option<usize>;
}

/// Returns the rules of an array of items `A` with `rank` axes outside of theirs; with any number of them if it is
/// `None`.
const fn rules<A: Block>(rank: Option<usize>) -> Rules<'static> {
    let inner = A::RULES.expect_tensor();
    let axes = match rank {
        Some(rank) => AxisRules::any_before(rank, inner.axes),
        None => inner.axes.open_at(0),
    };
    Rules::Tensor(TensorRules { axes, ..inner })
}

/// Writes by one call elements that fill one range of memory in another order than row-major; returns `None` if the
/// items `A` cannot be taken as bytes.
fn relaid<'a, A: Block, W: ElementSink<'a>>(
    elements: &'a [A],
    shape: &[usize],
    strides: &[isize],
    out: &mut W,
) -> Option<Result<(), EncodeError>> {
    let element_type = const { A::RULES.expect_tensor().types.single() }?;
    let (shape, layout) = in_bytes(size_of::<A>(), element_type.size()?, shape, strides)?;
    Some(out.strided(element_type, &shape, &layout, A::bytes_of(elements)?))
}

/// Returns shape and layout of the elements of blocks, from those of the blocks.
fn in_bytes(block: usize, size: usize, shape: &[usize], strides: &[isize]) -> Option<(Shape, Layout)> {
    let each = block.checked_div(size)?;
    let unit = isize::try_from(block).ok()?;
    let strides = strides.iter().map(|stride| stride.checked_mul(unit));
    let mut strides = strides.collect::<Option<SmallVec<[isize; 6]>>>()?;
    // The slice begins with the lowest element.
    let mut offset: usize = 0;
    for (stride, len) in strides.iter().zip(shape).filter(|(stride, _)| **stride < 0) {
        offset = offset.checked_add(stride.unsigned_abs().checked_mul(len.saturating_sub(1))?)?;
    }
    // The elements of one block are next to each other.
    let mut shape = Shape::from(shape);
    if each != 1 {
        shape = shape.iter().copied().chain([each]).collect();
        strides.push(isize::try_from(size).ok()?);
    }
    Some((shape, Layout::new(&strides, offset)))
}

/// Returns the last axis that is longer than 1: behind it, rows would be of one element each.
fn axis_of_rows(shape: &[usize]) -> usize {
    shape.iter().rposition(|len| *len > 1).unwrap_or(shape.len().saturating_sub(1))
}

/// Returns the axes of an array's tensor that are outside of its items, whose rank is `inner_rank`.
#[inline]
fn outer(shape: &Shape, inner_rank: usize) -> &[usize] {
    shape.get(..shape.rank().saturating_sub(inner_rank)).unwrap_or_default()
}

#[inline]
fn count(outer: &[usize]) -> Result<usize, DecodeError> {
    crate::element_count(outer).ok_or_else(|| ErrorKind::ShapeOverflow.into())
}

#[cold]
fn misshapen<E>(_: E) -> DecodeError {
    ErrorKind::ShapeOverflow.into()
}

/// Implements the traits for the arrays of one version of ndarray, `$ndarray`; `$array` is what its owners and views
/// have in common, and `$element` the type of its items.
macro_rules! arrays {
    ($ndarray:ident, $of_view:ident, [$($generics:tt)*] $array:ty, $element:ty) => {
        use ::$ndarray::{
            Array, ArrayBase, ArrayView, Axis, CowArray, Data, Dim, Dimension, IxDyn, OwnedArcRepr, OwnedRepr, RawData,
            ViewRepr,
        };

        use super::*;

        arrays!(@rank 0, 1, 2, 3, 4, 5, 6);

        impl Rank for IxDyn {
            const RANK: Option<usize> = None;
        }

        impl<A: Block, S: RawData<Elem = A>, D: Dimension + Rank> HasRules for ArrayBase<S, D> {
            const RULES: Rules<'static> = rules::<A>(D::RANK);
        }

        impl<$($generics)*> Encode for $array {
            fn encode<'a, K: Sink<'a>>(&'a self, sink: &mut K) -> Result<(), EncodeError> {
                put_blocks::<$element, K, _>(sink, self.shape(), &Logical(self))
            }
        }

        /// The elements of an array in row-major order, whatever their order in memory.
        struct Logical<'a, T: ?Sized>(&'a T);

        impl<'a, $($generics)*> Payload<'a> for Logical<'a, $array> {
            fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
                if let Some(all) = self.0.as_slice() {
                    return <$element>::write_all(all, out);
                }
                if self.0.len().saturating_mul(size_of::<$element>()) >= crate::layout::TILED {
                    if let Some(elements) = self.0.as_slice_memory_order() {
                        if let Some(result) = relaid(elements, self.0.shape(), self.0.strides(), out) {
                            return result;
                        }
                    }
                }
                if let (Some(bytewise), Some(element_type)) =
                    const { (<$element>::BYTEWISE, <$element>::RULES.expect_tensor().types.single()) }
                {
                    if let Some(elements) = elements::$of_view(&self.0.view(), bytewise) {
                        return out.gathered(element_type, &elements);
                    }
                }
                if self.0.ndim() == 0 {
                    for element in self.0 {
                        element.write(out)?;
                    }
                    return Ok(());
                }
                for row in self.0.lanes(Axis(axis_of_rows(self.0.shape()))) {
                    if let Some(run) = row.to_slice() {
                        <$element>::write_all(run, out)?;
                        continue;
                    }
                    for element in row {
                        element.write(out)?;
                    }
                }
                Ok(())
            }
        }

        /// Reads the header of an array with the rules `R`; returns the lengths of its axes, the number of its items
        /// and the reader of their elements.
        #[inline]
        fn begin<'s, 'de, R: HasRules, A: Block, D: Dimension + Rank, S: Source<'de>>(
            source: &'s mut S,
        ) -> Result<(D, usize, S::Elements<'s>), DecodeError> {
            let rules = const { &R::RULES.expect_tensor() };
            let inner = const { A::RULES.expect_tensor().axes.rank() };
            if let (Some(rank), 0) = (D::RANK, inner) {
                let mut dim = D::zeros(rank);
                let elements = source.lengths_of(rules, dim.slice_mut())?;
                let count = count(dim.slice())?;
                return Ok((dim, count, elements));
            }
            let mut shape = Shape::scalar();
            let mut elements = source.shape_of(rules, &mut shape)?;
            let outer = outer(&shape, inner);
            let mut dim = D::zeros(outer.len());
            if dim.ndim() != outer.len() {
                let kind = ErrorKind::Rank { expected: dim.ndim(), or_more: false, found: outer.len() };
                return Err(kind.into());
            }
            dim.slice_mut().copy_from_slice(outer);
            let count = count(outer)?;
            crate::traits::check_blocks::<A, _>(&mut elements, count)?;
            Ok((dim, count, elements))
        }

        impl<'de, A: DecodeBlock<'de>, D: Dimension + Rank> Decode<'de> for Array<A, D> {
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                let (dim, count, mut from) = begin::<Self, A, D, S>(source)?;
                let mut elements = Vec::new();
                A::extend(&mut from, count, &mut elements)?;
                from.end()?;
                Array::from_shape_vec(dim, elements).map_err(misshapen)
            }

            fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
                let (dim, count, mut from) = begin::<Self, A, D, S>(source)?;
                let items = if self.shape() == dim.slice() { self.as_slice_mut() } else { None };
                if let Some(items) = items {
                    A::read_all_into(&mut from, items)?;
                    return from.end();
                }
                let mut elements = Vec::new();
                if let Ok(nothing) = Array::from_shape_vec(D::zeros(dim.ndim()), Vec::new()) {
                    // ndarray 0.15 has no other name for it, and where the elements began is of no interest here.
                    #[allow(deprecated)]
                    {
                        elements = core::mem::replace(self, nothing).into_raw_vec();
                    }
                }
                A::refill(&mut from, count, &mut elements)?;
                from.end()?;
                *self = Array::from_shape_vec(dim, elements).map_err(misshapen)?;
                Ok(())
            }
        }

        impl<'de, A: DecodeBlock<'de> + Clone, D: Dimension + Rank> Decode<'de> for ArrayBase<OwnedArcRepr<A>, D> {
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                Array::decode(source).map(Array::into_shared)
            }
        }

        crate::traits::borrowing::borrowing! {
            [A: 'static, D: 'static] ArrayView<_, A, D>;
            [A: 'static, D: 'static] CowArray<_, A, D>;
        }

        impl<'de: 'x, 'x, A: Borrowed, D: Dimension + Rank> Decode<'de> for ArrayView<'x, A, D> {
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                if let (Some(rank), 0) = (D::RANK, const { A::RULES.expect_tensor().axes.rank() }) {
                    let mut dim = D::zeros(rank);
                    let rules = const { &Self::RULES.expect_tensor() };
                    let view = source.borrow_of::<A::Element>(rules, dim.slice_mut())?;
                    let elements = cast(&view, view.len()).map_err(|kind| source.locate(kind))?;
                    return ArrayView::from_shape(dim, elements).map_err(misshapen);
                }
                let (dim, count, mut from) = begin::<Self, A, D, S>(source)?;
                let view = from.borrow::<A::Element>(count.saturating_mul(A::ELEMENTS))?;
                let elements = located(cast(&view, count), &from)?;
                from.end()?;
                ArrayView::from_shape(dim, elements).map_err(misshapen)
            }
        }

        impl<'de: 'x, 'x, A: DecodeBlock<'de> + Borrowed + 'static, D: Dimension + Rank> Decode<'de>
            for CowArray<'x, A, D>
        {
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                let (dim, count, mut from) = begin::<Self, A, D, S>(source)?;
                let elements = borrow_or_copy::<A, _>(&mut from, count, Vec::new())?;
                from.end()?;
                match elements {
                    Cow::Borrowed(elements) => ArrayView::from_shape(dim, elements).map(Into::into).map_err(misshapen),
                    Cow::Owned(elements) => Array::from_shape_vec(dim, elements).map(Into::into).map_err(misshapen),
                }
            }
        }

        crate::field!([A: Block, D: Dimension + Rank] ArrayBase<OwnedRepr<A>, D>);
        crate::field!([A: Block, D: Dimension + Rank] ArrayBase<OwnedArcRepr<A>, D>);
        crate::field!(['x, A: Block, D: Dimension + Rank] ArrayBase<ViewRepr<&'x A>, D>);
        crate::field!(['x, A: Block, D: Dimension + Rank] ArrayBase<ViewRepr<&'x mut A>, D>);
        crate::field!(['x, A: Block, D: Dimension + Rank] CowArray<'x, A, D>);
    };
    (@rank $($rank:literal),*) => { $(
        impl Rank for Dim<[usize; $rank]> {
            const RANK: Option<usize> = Some($rank);
        }
    )* };
}

#[cfg(feature = "ndarray")]
mod v0_17 {
    use ndarray::ArrayRef;

    arrays!(ndarray, of_view, [A: Block, D: Dimension + Rank] ArrayRef<A, D>, A);

    /// The rules of `ArrayRef`, the common type of references to arrays and views.
    impl<A: Block, D: Dimension + Rank> HasRules for ArrayRef<A, D> {
        const RULES: Rules<'static> = rules::<A>(D::RANK);
    }

    impl<A: Block, S: Data<Elem = A>, D: Dimension + Rank> Encode for ArrayBase<S, D> {
        fn encode<'a, K: Sink<'a>>(&'a self, sink: &mut K) -> Result<(), EncodeError> {
            (**self).encode(sink)
        }
    }
}

#[cfg(feature = "ndarray_0_16")]
mod v0_16 {
    arrays!(ndarray_0_16, of_view_0_16, [S: Data<Elem: Block>, D: Dimension + Rank] ArrayBase<S, D>, S::Elem);
}

#[cfg(feature = "ndarray_0_15")]
mod v0_15 {
    arrays!(ndarray_0_15, of_view_0_15, [S: Data<Elem: Block>, D: Dimension + Rank] ArrayBase<S, D>, S::Elem);
}
