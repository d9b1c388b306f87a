//! Other crates on the same work.
//!
//! A crate is a [`Format`]: how it writes a value of a workload to fresh memory and to memory that is there, and how it
//! reads it back. `codecs` has the generic serializers, `files` and `arrow` the formats of tensors, `views` what is
//! borrowed in place. [`reused`], [`fresh`] and [`owned`] add one case a crate to a workload, after a check that it
//! reads what it wrote.

#[cfg(feature = "all-peers")]
mod arrow;
mod codecs;
mod files;
mod views;

use std::hint::black_box;

#[cfg(feature = "all-peers")]
pub(crate) use arrow::Arrow;
pub(crate) use codecs::{
    Bincode, Bitcode, Borsh, Postcard, Rkyv, SerdeJson, Speedy, Wincode, archived, wincode_borrowed,
};
pub(crate) use files::{Npy, Prost, Safetensors, TensorProto};
pub(crate) use views::{boolean_views, number_views};

use crate::workload::{FRESH, Form, REUSED, Workload};

/// Implements a format for every type that generic crates can write and read.
macro_rules! for_all {
    ($item:item) => {
        #[derive(
            Clone,
            PartialEq,
            Debug,
            serde::Serialize,
            serde::Deserialize,
            bincode::Encode,
            bincode::Decode,
            bitcode::Encode,
            bitcode::Decode,
            borsh::BorshSerialize,
            borsh::BorshDeserialize,
            speedy::Writable,
            speedy::Readable,
            wincode::SchemaWrite,
            wincode::SchemaRead,
            rkyv::Archive,
            rkyv::Serialize,
            rkyv::Deserialize,
        )]
        $item
    };
}

for_all! {
    /// Numbers in the form that a generic format is given: of one rank, without the shape.
    pub(crate) struct Numbers {
        pub(crate) data: Vec<f32>,
    }
}

/// Numbers and their shape, in the form that a format of tensors is given.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Shaped {
    pub(crate) shape: Vec<usize>,
    pub(crate) data: Vec<f32>,
}

/// A crate that writes and reads values of this type.
pub(crate) trait Format<T> {
    const NAME: &'static str;
    const FORM: Form;
    /// The multiple of bytes at which a message has to begin.
    const ALIGN: usize = 1;
    /// The type of a fresh message.
    type Bytes: AsRef<[u8]>;

    fn to_bytes(value: &T) -> Self::Bytes;
    /// Writes to the front of memory that is there; `None` if the crate writes to memory of its own only.
    fn write(value: &T, out: &mut [u8]) -> Option<usize>;
    /// Writes one value, and drops its length.
    #[inline]
    fn fill(value: &T, out: &mut [u8]) -> Option<()> {
        Self::write(value, out).map(|_| ())
    }
    fn read(bytes: &[u8]) -> T;
}

/// Messages one after another, each where its format wants it.
pub(crate) struct Messages {
    memory: Vec<u8>,
    ends: Vec<(usize, usize)>,
}

impl Messages {
    pub(crate) fn new<T, F: Format<T>>(values: &[T]) -> Self {
        Self::of(&values.iter().map(F::to_bytes).collect::<Vec<F::Bytes>>(), F::ALIGN)
    }

    /// Returns these messages, each at a multiple of `align`.
    pub(crate) fn of<B: AsRef<[u8]>>(encoded: &[B], align: usize) -> Self {
        let room = encoded.iter().map(|bytes| bytes.as_ref().len() + align).sum::<usize>() + 64;
        let mut memory = vec![0; room];
        let mut at = memory.as_ptr().align_offset(64);
        let mut ends = Vec::new();
        for bytes in encoded {
            let bytes = bytes.as_ref();
            memory[at..at + bytes.len()].copy_from_slice(bytes);
            ends.push((at, at + bytes.len()));
            at += bytes.len().next_multiple_of(align);
        }
        Self { memory, ends }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.ends.iter().map(|&(start, end)| &self.memory[start..end])
    }

    /// Returns the only message.
    pub(crate) fn one(&self) -> &[u8] {
        self.iter().next().expect("a message")
    }
}

/// A format as one line of a table of peers.
pub(crate) struct Peer<T> {
    name: &'static str,
    form: Form,
    write: fn(&[T], &mut [u8]) -> Option<()>,
    to_bytes: fn(&T) -> usize,
    read: fn(&Messages),
    messages: fn(&[T]) -> Messages,
}

pub(crate) fn peer<T: PartialEq, F: Format<T>>() -> Peer<T> {
    Peer {
        name: F::NAME,
        form: F::FORM,
        write: |values, out| {
            if let [value] = values {
                return F::fill(value, out);
            }
            let mut at = 0;
            for value in values {
                at += F::write(value, &mut out[at..])?;
            }
            Some(())
        },
        to_bytes: |value| black_box(F::to_bytes(value)).as_ref().len(),
        read: |messages| {
            for message in messages.iter() {
                black_box(&F::read(message));
            }
        },
        messages: |values| {
            let messages = Messages::new::<T, F>(values);
            let same = values.iter().zip(messages.iter()).all(|(value, bytes)| F::read(bytes) == *value);
            assert!(same, "{} reads another value than it wrote", F::NAME);
            messages
        },
    }
}

/// Lists every generic crate, for a type that derives the traits which they need.
macro_rules! generic {
    ($ty:ty) => {
        $crate::peers::peers!($ty: Bincode, Postcard, Bitcode, Borsh, Speedy, Wincode, Rkyv, SerdeJson)
    };
}

/// Lists these formats as peers for a type.
macro_rules! peers {
    ($ty:ty: $($format:ident),+) => { [$($crate::peers::peer::<$ty, $crate::peers::$format>()),+] };
}

pub(crate) use {for_all, generic, peers};

/// Adds the cases that encode into an existing buffer, for the formats that can.
pub(crate) fn reused<'a, T>(work: &mut Workload<'a>, values: &'a [T], peers: &[Peer<T>]) {
    for &Peer { name, form, write, to_bytes, .. } in peers {
        let room: usize = values.iter().map(|value| to_bytes(value) + 64).sum();
        let mut out = vec![0; room];
        if write(values, &mut out).is_some() {
            work.fills(name, REUSED, out, move |out| write(black_box(values), out)).of(form);
        }
    }
}

/// Adds the cases that encode one value into a fresh buffer.
pub(crate) fn fresh<'a, T>(work: &mut Workload<'a>, value: &'a T, peers: &[Peer<T>]) {
    for &Peer { name, form, to_bytes, .. } in peers {
        work.moves(&format!("{name}, fresh buffer"), FRESH, move || to_bytes(black_box(value))).of(form);
    }
}

/// Adds the cases that decode to owned values; `limit` is the memcpy to compare with.
pub(crate) fn owned<'a, T: 'a>(work: &mut Workload<'a>, values: &[T], limit: &'static str, peers: &[Peer<T>]) {
    for &Peer { name, form, read, messages, .. } in peers {
        let messages = messages(values);
        work.moves(name, limit, move || read(black_box(&messages))).of(form);
    }
}
