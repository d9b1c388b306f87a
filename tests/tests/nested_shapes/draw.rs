//! Values of any type, from bytes that a generator draws: fewer bytes make smaller values.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    hash::Hash,
    num::NonZero,
    sync::Arc,
};

use ndarray::Array2;
use tensor_format::{Batch, Ragged};

/// What values are made of. Lengths and presence are drawn apart from content, so that the items of a batch can agree
/// in shape.
pub(crate) struct Draw<'b> {
    lengths: &'b [u8],
    at: usize,
    axis: usize,
    content: &'b [u8],
    drawn: usize,
}

impl<'b> Draw<'b> {
    pub(crate) fn new(lengths: &'b [u8], content: &'b [u8]) -> Self {
        Self { lengths, at: 0, axis: 0, content, drawn: 0 }
    }

    /// Returns a length from 0 to 3; 0 where nothing is left.
    pub(crate) fn len(&mut self) -> usize {
        self.at += 1;
        usize::from(self.lengths.get(self.at - 1).copied().unwrap_or(0) % 4)
    }

    fn flag(&mut self) -> bool {
        self.len() > 1
    }

    fn number(&mut self) -> u64 {
        self.drawn += 1;
        let byte = self.content.get(self.drawn % self.content.len().max(1)).copied().unwrap_or(0);
        (self.drawn as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 8 ^ u64::from(byte)
    }

    /// Draws a value whose length the next one has too.
    pub(crate) fn axis<T: Any>(&mut self) -> T {
        self.axis = self.at;
        T::any(self)
    }

    /// Draws a value of the length of the last axis.
    pub(crate) fn same_axis<T: Any>(&mut self) -> T {
        let at = std::mem::replace(&mut self.at, self.axis);
        let value = T::any(self);
        self.at = at;
        value
    }
}

/// What can be drawn.
pub(crate) trait Any {
    fn any(draw: &mut Draw<'_>) -> Self;
}

macro_rules! any {
    ($($type:ty = |$draw:ident| $value:expr;)*) => {
        $(impl Any for $type {
            fn any($draw: &mut Draw<'_>) -> Self {
                $value
            }
        })*
    };
}

any! {
    f32 = |draw| f32::from(draw.number() as i16) / 8.0;
    f64 = |draw| f64::from(draw.number() as i32) / 8.0;
    i8 = |draw| draw.number() as i8;
    i16 = |draw| draw.number() as i16;
    i32 = |draw| draw.number() as i32;
    i64 = |draw| draw.number() as i64;
    u8 = |draw| draw.number() as u8;
    u16 = |draw| draw.number() as u16;
    u32 = |draw| draw.number() as u32;
    u64 = |draw| draw.number();
    usize = |draw| draw.number() as usize;
    isize = |draw| draw.number() as isize;
    bool = |draw| draw.number() % 2 == 1;
    NonZero<u32> = |draw| NonZero::new(draw.number() as u32).unwrap_or(NonZero::<u32>::MIN);
    char = |draw| char::from_u32(draw.number() as u32 % 0xD800).unwrap_or('a');
    String = |draw| (0..draw.number() % 4).map(|_| char::any(draw)).collect();
    Array2<f32> = |draw| {
        let shape = (draw.len(), draw.len());
        Array2::from_shape_simple_fn(shape, || f32::any(draw))
    };
}

impl<T: Any, const N: usize> Any for [T; N] {
    fn any(draw: &mut Draw<'_>) -> Self {
        std::array::from_fn(|_| T::any(draw))
    }
}

impl<T: Any> Any for Vec<T> {
    fn any(draw: &mut Draw<'_>) -> Self {
        (0..draw.len()).map(|_| T::any(draw)).collect()
    }
}

impl<T: Any> Any for VecDeque<T> {
    fn any(draw: &mut Draw<'_>) -> Self {
        Vec::any(draw).into()
    }
}

impl<T: Any> Any for Option<T> {
    fn any(draw: &mut Draw<'_>) -> Self {
        draw.flag().then(|| T::any(draw))
    }
}

impl<T: Any> Any for Box<T> {
    fn any(draw: &mut Draw<'_>) -> Self {
        Self::new(T::any(draw))
    }
}

impl<T: Any> Any for Arc<T> {
    fn any(draw: &mut Draw<'_>) -> Self {
        Self::new(T::any(draw))
    }
}

impl<T: Any> Any for Ragged<T> {
    fn any(draw: &mut Draw<'_>) -> Self {
        Self(Vec::any(draw))
    }
}

impl<T: Any> Any for Batch<T> {
    fn any(draw: &mut Draw<'_>) -> Self {
        let items = draw.len();
        let start = draw.at;
        let item = |_| {
            draw.at = start;
            T::any(draw)
        };
        Self((0..items).map(item).collect())
    }
}

impl<A: Any, B: Any> Any for (A, B) {
    fn any(draw: &mut Draw<'_>) -> Self {
        (A::any(draw), B::any(draw))
    }
}

/// What items of sets and labels of maps are made of: another for every index, so that content decides no length.
pub(crate) trait Key {
    fn key(index: usize, draw: &mut Draw<'_>) -> Self;
}

impl Key for u16 {
    fn key(index: usize, draw: &mut Draw<'_>) -> Self {
        index as Self * 256 + Self::from(u8::any(draw))
    }
}

impl Key for u32 {
    fn key(index: usize, draw: &mut Draw<'_>) -> Self {
        u16::key(index, draw).into()
    }
}

impl Key for String {
    fn key(index: usize, draw: &mut Draw<'_>) -> Self {
        format!("{}{index}", char::any(draw))
    }
}

impl Key for (String, String) {
    fn key(index: usize, draw: &mut Draw<'_>) -> Self {
        (Key::key(index % 2, draw), Key::key(index, draw))
    }
}

impl<T: Key + Ord> Any for BTreeSet<T> {
    fn any(draw: &mut Draw<'_>) -> Self {
        (0..draw.len()).map(|index| T::key(index, draw)).collect()
    }
}

impl<K: Key + Ord, V: Any> Any for BTreeMap<K, V> {
    fn any(draw: &mut Draw<'_>) -> Self {
        (0..draw.len()).map(|index| (K::key(index, draw), V::any(draw))).collect()
    }
}

impl<K: Key + Eq + Hash, V: Any> Any for HashMap<K, V> {
    fn any(draw: &mut Draw<'_>) -> Self {
        (0..draw.len()).map(|index| (K::key(index, draw), V::any(draw))).collect()
    }
}
