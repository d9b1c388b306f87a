//! Collections of the standard library that are lists: queues as `Vec`, sets as lists without repetitions.

use alloc::{
    collections::{BTreeSet, VecDeque},
    format,
    string::String,
    vec::Vec,
};

use super::lists::{DecodeListForm, ListForm, put_blocks};
use crate::{
    Block, Decode, DecodeBlock, DecodeError, Element, ElementSink, Encode, EncodeError, ErrorKind, HasRules, Payload,
    Rules, Sink, Source, Variable,
    rules::holds::HeldRef,
    traits::{ListItem, Stacked},
};

impl<T: ListItem<Form: ListForm<T>>> HasRules for VecDeque<T> {
    const RULES: Rules<'static> = <[T]>::RULES;
    const HOLDS: Option<HeldRef> = <[T]>::HOLDS;
}

impl<T: ListItem<Form: ListForm<T>>> Encode for VecDeque<T> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        match self.as_slices() {
            (items, []) => T::Form::encode(items, sink),
            (front, back) => T::Form::encode_halves(front, back, sink),
        }
    }
}

impl<'de, T: ListItem<Form: DecodeListForm<'de, T>>> Decode<'de> for VecDeque<T> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        Vec::decode(source).map(Self::from)
    }

    fn decode_into<S: Source<'de>>(&mut self, source: &mut S) -> Result<(), DecodeError> {
        // A queue that was read begins at the start of its memory, so that neither way moves items.
        let mut items = Vec::from(core::mem::take(self));
        let read = items.decode_into(source);
        *self = Self::from(items);
        read
    }
}

crate::field!([T: ListItem<Form: ListForm<T>>] VecDeque<T>);

/// Items of a set, in order.
struct Items<I>(I);

impl<'a, T: Block + 'a, I: Iterator<Item = &'a T> + Clone> Payload<'a> for Items<I> {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        self.0.clone().try_for_each(|item| item.write(out))
    }
}

impl<T: Block + Ord> Encode for BTreeSet<T> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        put_blocks::<T, S, _>(sink, &[self.len()], &Items(self.iter()))
    }
}

#[cfg(feature = "std")]
impl<T: Block + Ord, H> Encode for std::collections::HashSet<T, H> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        let mut items: Vec<&'a T> = self.iter().collect();
        // So that one value is always written in one way; what is only counted is written again.
        if !sink.lacks_room(items.len().saturating_mul(T::SIZE.unwrap_or(1))) {
            items.sort_unstable();
        }
        put_blocks::<T, S, _>(sink, &[items.len()], &Items(items.iter().copied()))
    }
}

/// Reads the items of a set, sorted. They are sorted before a set is made of them, so that it takes no memory for items
/// that are there twice.
fn distinct<'de, T: DecodeBlock<'de> + Ord, S: Source<'de>>(source: &mut S) -> Result<Vec<T>, DecodeError> {
    let mut items: Vec<T> = <Stacked as DecodeListForm<T>>::decode(source)?;
    items.sort_unstable();
    let twice = items.windows(2).find_map(|pair| match pair {
        [first, second] if first == second => Some(first),
        _ => None,
    });
    match twice {
        Some(item) => Err(source.locate(ErrorKind::DuplicateValue { found: shown(item).into() })),
        None => Ok(items),
    }
}

/// Returns an item as text for an error.
#[cold]
fn shown<T: Block>(item: &T) -> String {
    let mut text = Shown(String::new());
    // What cannot be shown to its end is shown so far.
    let _ = item.write(&mut text);
    text.0
}

/// The longest text that shows an item.
const MAX_SHOWN: usize = 64;

struct Shown(String);

impl Shown {
    fn part(&mut self, part: &str) {
        if self.0.len() < MAX_SHOWN {
            self.0.push_str(if self.0.is_empty() { "" } else { ", " });
            self.0.extend(part.chars().take(MAX_SHOWN));
        }
    }
}

impl<'a> ElementSink<'a> for Shown {
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        run.iter().take(MAX_SHOWN).for_each(|number| self.part(&format!("{number:?}")));
        Ok(())
    }

    fn variable(&mut self, element: Variable<'a>) -> Result<(), EncodeError> {
        self.part(&crate::tensor::element_text(&element));
        Ok(())
    }
}

macro_rules! set {
    ([$($generics:tt)*] $ty:ty $(, $read:ident: $($bounds:tt)+)?) => {
        impl<$($generics)*> HasRules for $ty {
            const RULES: Rules<'static> = T::RULES.batched();
        }

        impl<'de, $($generics)*> Decode<'de> for $ty
        where
            T: DecodeBlock<'de>,
            $(T: core::hash::Hash, $read: $($bounds)+)?
        {
            fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
                Ok(distinct(source)?.into_iter().collect())
            }
        }

        crate::field!([$($generics)*] $ty);
    };
}

set!([T: Block + Ord] BTreeSet<T>);
#[cfg(feature = "std")]
set!([T: Block + Ord, H] std::collections::HashSet<T, H>, H: core::hash::BuildHasher + Default);
