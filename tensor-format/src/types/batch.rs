//! The types for many values: `Batch` is one tensor with one more axis, `Many` several tensors of one name.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

use crate::{
    Decode, DecodeError, Encode, EncodeError, HasRules, Many, Ragged, RecordType, Rules, Sink, Source,
    rules::holds::HeldRef,
    traits::{check_empty, encode::batch::batch_type},
};

/// Many values that are written as one: each tensor gains an outermost axis, `[n, ..]`. All values must agree in shape.
///
/// A `Batch` of a record is one record whose parameters all gain the axis. It must not hold [`Many`].
///
/// An empty batch does not keep the shape of items: where the type leaves a length open it is written as the least
/// allowed, so that `[0, 3]` becomes `[0, 0]`. An empty batch of items of any rank or element type can be neither
/// written nor read.
///
/// ```
/// use tensor_format::{Batch, HasRules};
/// assert_eq!(Batch::<[f32; 3]>::RULES.to_string(), "f32 [_, 3]");
/// let batch = Batch(vec![vec![1u8, 2], vec![3, 4]]);
/// let bytes = tensor_format::to_vec(&batch)?;
/// assert_eq!(bytes, [7, 2, 2, 2, 1, 2, 3, 4]);
/// assert_eq!(tensor_format::from_slice::<Batch<Vec<u8>>>(&bytes)?, batch);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Batch<T>(pub Vec<T>);

impl<T: HasRules> HasRules for Batch<T> {
    const RULES: Rules<'static> = T::RULES.batched();
    const RECORD: RecordType = batch_type::<T, Self>();
    const HOLDS: Option<HeldRef> = T::HOLDS;
}

impl<T: Encode> Encode for Batch<T> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        T::encode_batch(&self.0, sink)
    }
}

impl<'de, T: Decode<'de>> Decode<'de> for Batch<T> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let items = T::decode_batch(source)?;
        if items.is_empty() {
            check_empty::<T, S>(source)?;
        }
        Ok(Self(items))
    }

    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        T::decode_batch_into(&mut self.0, source)?;
        if self.0.is_empty() { check_empty::<T, S>(source) } else { Ok(()) }
    }
}

crate::field!([T: HasRules] Batch<T>);

macro_rules! list {
    ($($name:ident),*) => { $(
        impl<T> Deref for $name<T> {
            type Target = Vec<T>;

            fn deref(&self) -> &Vec<T> {
                &self.0
            }
        }

        impl<T> DerefMut for $name<T> {
            fn deref_mut(&mut self) -> &mut Vec<T> {
                &mut self.0
            }
        }

        impl<T> From<Vec<T>> for $name<T> {
            fn from(items: Vec<T>) -> Self {
                Self(items)
            }
        }

        impl<T> From<$name<T>> for Vec<T> {
            fn from(items: $name<T>) -> Self {
                items.0
            }
        }

        impl<T> Extend<T> for $name<T> {
            fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
                self.0.extend(items);
            }
        }

        impl<'i, T> IntoIterator for &'i $name<T> {
            type Item = &'i T;
            type IntoIter = core::slice::Iter<'i, T>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.iter()
            }
        }

        impl<T> FromIterator<T> for $name<T> {
            fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
                Self(items.into_iter().collect())
            }
        }

        impl<T> IntoIterator for $name<T> {
            type Item = T;
            type IntoIter = alloc::vec::IntoIter<T>;

            fn into_iter(self) -> Self::IntoIter {
                self.0.into_iter()
            }
        }
    )* };
}

list!(Batch, Many, Ragged);
