//! Arrays, vectors and slices as tensors: one axis more than the [`Block`] that is their item. Also pointers to
//! tensors, which are the same tensor.

use alloc::{borrow::Cow, boxed::Box, rc::Rc, sync::Arc, vec::Vec};

use super::lists::{DecodeListForm, ListForm, begin_sequence, put_blocks};
use crate::{
    AxisRules, Block, Decode, DecodeBlock, DecodeError, Element, ElementSink, ElementSource, Encode, EncodeError,
    ErrorKind, HasRules, Header, Payload, RecordType, Rules, Sink, Source, TensorRules, View,
    rules::holds::HeldRef,
    tensor::Data,
    traits::source::elements::located,
    traits::{Blocks, ListItem, block::extend_arrays},
    util::reinterpret::{self, FromZeros, elements::Bytewise},
};

impl<T: Block, const N: usize> Block for [T; N] {
    #[inline]
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        T::write_all(self, out)
    }

    #[inline]
    fn write_all<'a, W: ElementSink<'a>>(items: &'a [Self], out: &mut W) -> Result<(), EncodeError> {
        T::write_all(items.as_flattened(), out)
    }

    const BYTEWISE: Option<Bytewise<Self>> = match T::BYTEWISE {
        Some(item) => Some(item.array()),
        None => None,
    };

    #[inline]
    fn bytes_of(items: &[Self]) -> Option<&[u8]> {
        T::bytes_of(items.as_flattened())
    }
}

impl<'de, T: DecodeBlock<'de>, const N: usize> DecodeBlock<'de> for [T; N] {
    const ZEROS: Option<FromZeros<Self>> = match T::ZEROS {
        Some(item) => Some(item.array()),
        None => None,
    };

    #[inline]
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        T::read_array(source)
    }

    #[inline]
    fn read_into<E: ElementSource<'de>>(&mut self, source: &mut E) -> Result<(), DecodeError> {
        if Self::SIZE.is_none() {
            return T::read_all_into(source, self);
        }
        *self = Self::read(source)?;
        Ok(())
    }

    #[inline]
    fn extend<E: ElementSource<'de>>(source: &mut E, count: usize, out: &mut Vec<Self>) -> Result<(), DecodeError> {
        extend_arrays(source, count, out)
    }

    #[inline]
    fn read_all_into<E: ElementSource<'de>>(source: &mut E, out: &mut [Self]) -> Result<(), DecodeError> {
        T::read_all_into(source, out.as_flattened_mut())
    }
}

impl<T: ListItem<Form: ListForm<T>>> HasRules for [T] {
    const RULES: Rules<'static> = <T::Form as ListForm<T>>::RULES;
    const RECORD: RecordType = <T::Form as ListForm<T>>::RECORD;
    const HOLDS: Option<HeldRef> = <T::Form as ListForm<T>>::HOLDS;
}

impl<T: ListItem<Form: ListForm<T>>> Encode for [T] {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        T::Form::encode(self, sink)
    }
}

impl<T: ListItem<Form: ListForm<T>>> HasRules for Vec<T> {
    const RULES: Rules<'static> = <[T]>::RULES;
    const RECORD: RecordType = <[T]>::RECORD;
    const HOLDS: Option<HeldRef> = <[T]>::HOLDS;
}

impl<T: ListItem<Form: ListForm<T>>> Encode for Vec<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        (**self).encode(sink)
    }
}

impl<'de, T: ListItem<Form: DecodeListForm<'de, T>>> Decode<'de> for Vec<T> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        T::Form::decode(source)
    }

    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        T::Form::decode_into(self, source)
    }
}

crate::field!([T: ListItem<Form: ListForm<T>>] Vec<T>);

macro_rules! from_vec {
    ($($ty:ident),*) => { $(
        impl<'de, T: ListItem<Form: DecodeListForm<'de, T>>> Decode<'de> for $ty<[T]> {
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                Vec::decode(source).map(Into::into)
            }
        }
    )* };
}

from_vec!(Box, Arc, Rc);

/// Implements the traits for a pointer to a tensor, which is the same tensor.
macro_rules! pointer {
    ($([$($lifetime:lifetime)?] $ty:ty [$($bound:tt)*]),* $(,)?) => { $(
        impl<$($lifetime,)? T: HasRules + $($bound)*> HasRules for $ty {
            const RULES: Rules<'static> = T::RULES;
            const RECORD: RecordType = T::RECORD;
            const HOLDS: Option<HeldRef> = T::HOLDS;
        }

        impl<$($lifetime,)? T: Encode + $($bound)*> Encode for $ty {
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
                (**self).encode(sink)
            }

            fn validate(&self) -> Result<(), crate::EncodeError> {
                (**self).validate()
            }
        }

        crate::field!([$($lifetime,)? T: HasRules + $($bound)*] $ty);
    )* };
}

pointer!(['x] &'x T [?Sized], [] Box<T> [?Sized], [] Arc<T> [?Sized], [] Rc<T> [?Sized], ['x] Cow<'x, T> [Clone]);

/// Implements decoding for pointers to one value. `$get` returns that value if no other pointer shares it, so that its
/// memory can be reused.
macro_rules! pointer_to_one {
    ($($ty:ident $get:expr),*) => { $(
        impl<'de, T: Decode<'de>> Decode<'de> for $ty<T> {
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                T::decode(source).map($ty::new)
            }

            fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
                match $get(self) {
                    Some(value) => T::decode_into(value, source),
                    None => {
                        *self = Self::decode(source)?;
                        Ok(())
                    }
                }
            }
        }
    )* };
}

pointer_to_one!(Box unshared, Arc Arc::get_mut, Rc Rc::get_mut);

#[diagnostic::do_not_recommend]
impl<'de, T: Decode<'de> + Clone> Decode<'de> for Cow<'_, T> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        T::decode(source).map(Cow::Owned)
    }

    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        match self {
            Cow::Owned(value) => T::decode_into(value, source),
            Cow::Borrowed(_) => {
                *self = Self::decode(source)?;
                Ok(())
            }
        }
    }
}

fn unshared<T>(pointer: &mut Box<T>) -> Option<&mut T> {
    Some(pointer)
}

impl<T: Block + Clone> HasRules for Cow<'_, [T]> {
    const RULES: Rules<'static> = T::RULES.batched();
}

impl<T: Block + Clone> Encode for Cow<'_, [T]> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        put_blocks::<T, S, _>(sink, &[self.len()], &Blocks(self))
    }
}

impl<'de: 'x, 'x, T: DecodeBlock<'de> + Borrowed + 'static> Decode<'de> for Cow<'x, [T]> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let (n, mut elements) = begin_sequence::<T, S>(source)?;
        let items = borrow_or_copy::<T, _>(&mut elements, n, Vec::new())?;
        elements.end()?;
        Ok(items)
    }

    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        let (n, mut elements) = begin_sequence::<T, S>(source)?;
        let memory = match core::mem::take(self) {
            Cow::Owned(items) => items,
            Cow::Borrowed(_) => Vec::new(),
        };
        *self = borrow_or_copy::<T, _>(&mut elements, n, memory)?;
        elements.end()
    }
}

crate::field!(['x, T: Block + Clone] Cow<'x, [T]>);

/// Returns the next `n` items of type `T`: borrowed where they can be, else copied into the memory of `items`.
pub(crate) fn borrow_or_copy<'de, T, E>(
    elements: &mut E,
    n: usize,
    mut items: Vec<T>,
) -> Result<Cow<'de, [T]>, DecodeError>
where
    T: DecodeBlock<'de> + Borrowed + 'static,
    E: ElementSource<'de>,
{
    if E::BORROWS && T::ELEMENTS > 0 {
        match elements.borrow::<T::Element>(n.saturating_mul(T::ELEMENTS)) {
            Ok(view) => {
                return match cast(&view, n) {
                    Ok(items) => Ok(Cow::Borrowed(items)),
                    Err(_) => copy_blocks(view, n, items).map(Cow::Owned),
                };
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotBorrowable { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    T::refill(elements, n, &mut items)?;
    Ok(Cow::Owned(items))
}

/// Copies `n` items out of numbers that cannot be borrowed as items, into the memory of `items`.
fn copy_blocks<'de, T: DecodeBlock<'de> + Borrowed>(
    view: View<'de, T::Element>,
    n: usize,
    mut items: Vec<T>,
) -> Result<Vec<T>, DecodeError> {
    // Not checked again: the source may allow booleans of any byte.
    let data = Data::Fixed { bytes: view.as_bytes(), layout: None, order: view.byte_order() };
    let tensor = crate::TensorRef { header: Header::new(T::Element::TYPE, view.len()), data };
    T::refill(&mut crate::values::TensorCursor::new(&tensor), n, &mut items)?;
    Ok(items)
}

/// A [`Block`] of numbers that can be borrowed in place: a number, or an array `[T; N]` of such blocks.
#[diagnostic::on_unimplemented(
    message = "a slice of `{Self}` cannot be borrowed from a tensor",
    label = "not a number, or `[T; N]` of numbers",
    note = "only numbers lie in a message as they lie in memory: read into `Vec<{Self}>` instead"
)]
pub trait Borrowed: Block + Clone {
    /// The type of the numbers.
    type Element: Element;
    /// The number of numbers in one block.
    const ELEMENTS: usize;

    /// Groups numbers into blocks, without a copy; returns `None` if they do not fill a whole number of blocks, or
    /// blocks hold no numbers.
    fn group(elements: &[Self::Element]) -> Option<&[Self]>;
}

/// Returns the `n` items that the numbers of a view form, in place, without a copy.
#[inline]
pub(crate) fn cast<'a, T: Borrowed>(view: &View<'a, T::Element>, n: usize) -> Result<&'a [T], ErrorKind> {
    if n == 0 {
        return Ok(&[]);
    }
    match view.cast() {
        Ok(elements) => match T::group(elements) {
            Some(items) if items.len() == n => Ok(items),
            _ => Err(ErrorKind::NotBorrowable { why: "the blocks hold no element" }),
        },
        // The source may allow booleans of any byte.
        Err(ErrorKind::InvalidBoolean(_)) => Err(ErrorKind::NotBorrowable { why: "a boolean is neither 0 nor 1" }),
        Err(kind) => Err(kind),
    }
}

macro_rules! borrowed {
    ($($ty:ty),* $(,)?) => { $(
        impl Borrowed for $ty {
            type Element = $ty;
            const ELEMENTS: usize = 1;

            #[inline]
            fn group(elements: &[Self::Element]) -> Option<&[Self]> {
                Some(elements)
            }
        }
    )* };
}

borrowed!(f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, bool);
#[cfg(feature = "half")]
borrowed!(half::f16, half::bf16);
#[cfg(feature = "num-complex")]
borrowed!(num_complex::Complex<f32>, num_complex::Complex<f64>);

impl<T: Borrowed, const N: usize> Borrowed for [T; N] {
    type Element = T::Element;
    const ELEMENTS: usize = N * T::ELEMENTS;

    fn group(elements: &[Self::Element]) -> Option<&[Self]> {
        reinterpret::groups(T::group(elements)?)
    }
}

impl<'de: 'x, 'x, T: Borrowed> Decode<'de> for &'x [T] {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        if const { T::RULES.expect_tensor().axes.rank() == 0 } {
            let mut n = [0];
            let view = source.borrow_of::<T::Element>(const { &T::RULES.batched().expect_tensor() }, &mut n)?;
            return cast(&view, n[0]).map_err(|kind| source.locate(kind));
        }
        let (n, mut elements) = begin_sequence::<T, S>(source)?;
        let view = elements.borrow::<T::Element>(n.saturating_mul(T::ELEMENTS))?;
        let items = located(cast(&view, n), &elements)?;
        elements.end()?;
        Ok(items)
    }
}

impl<T: Element> HasRules for View<'_, T> {
    const RULES: Rules<'static> = Rules::Tensor(TensorRules::new(crate::ElementTypes::of(T::TYPE), AxisRules::any(1)));
}

impl<T: Element> Encode for View<'_, T> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.tensor(T::TYPE, &[self.len()], self)
    }
}

impl<'a, 'x: 'a, T: Element> Payload<'a> for View<'x, T> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        out.bytes(T::TYPE, self.as_bytes(), self.byte_order())
    }
}

impl<'de: 'x, 'x, T: Element> Decode<'de> for View<'x, T> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        source.borrow_of(const { &Self::RULES.expect_tensor() }, &mut [0])
    }
}

crate::field!(['x, T: Element] View<'x, T>);
