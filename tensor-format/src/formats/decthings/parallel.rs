//! Writing and reading of many values, one after another, on the threads of a pool.
//!
//! The values are cut into a few parts for each thread. Where a type fixes its number of bytes, it is known from the
//! start where each part is in the bytes; else parts are counted first, when writing, or read by one thread.

use alloc::vec::Vec;

use rayon::{
    iter::{IndexedParallelIterator, ParallelIterator},
    slice::{ParallelSlice, ParallelSliceMut},
};

use super::{
    Options, Sequence,
    constant::encoded_len_with,
    write::{
        ExactSlot, Writer,
        verbs::{fill_constant, restored},
    },
};
use crate::{Decode, DecodeError, Encode, EncodeError};

/// The fewest values that are worth another thread.
const LEAST: usize = if cfg!(test) { 3 } else { 64 };

/// Returns the error of value `index` of part number `part`, with the value's index among all: each part has `each`
/// values.
fn failed(error: EncodeError, part: usize, each: usize, index: usize) -> EncodeError {
    error.in_record(part.saturating_mul(each).saturating_add(index) as u64)
}

impl Options {
    /// Appends the bytes of many values one after another, as a [`sequence`](Self::sequence) reads them: what
    /// [`append`](Self::append) writes for each, on the threads of rayon's current pool. After an error the buffer is
    /// as it was.
    ///
    /// # Errors
    ///
    /// The error of the first value that cannot be written, with its index.
    ///
    /// ```
    /// use tensor_format::decthings::Options;
    /// let rows: Vec<[f32; 3]> = vec![[0.5; 3]; 1000];
    /// let mut bytes = Vec::new();
    /// Options::new().par_append_all(&rows, &mut bytes)?;
    /// assert_eq!(Options::new().par_sequence::<[f32; 3]>(&bytes)?, rows);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn par_append_all<T: Encode + Sync>(&self, values: &[T], out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let each = share(values.len());
        match encoded_len_with::<T>(self) {
            Some(len) if len > 0 && !self.pads::<T>() => self.par_append_fixed(values, len, each, out),
            _ => self.par_append_counted(values, each, out),
        }
    }

    /// Appends values that take `len` bytes each.
    fn par_append_fixed<T: Encode + Sync>(
        &self,
        values: &[T],
        len: usize,
        each: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let start = out.len();
        out.resize(start.saturating_add(values.len().saturating_mul(len)), 0);
        let written = out
            .get_mut(start..)
            .unwrap_or_default()
            .par_chunks_mut(each.saturating_mul(len))
            .zip(values.par_chunks(each))
            .enumerate()
            .map(|(part, (slots, values))| {
                let filled = if self.names {
                    fill_slots::<T, true>(values, slots)
                } else {
                    fill_slots::<T, false>(values, slots)
                };
                filled.map_err(|(index, error)| failed(error, part, each, index))
            })
            .collect::<Vec<Result<(), EncodeError>>>();
        // Of several faults the first in order is reported, whichever thread found one first.
        restored(start, written.into_iter().collect(), out)
    }

    /// Appends values that take any number of bytes, which are counted first.
    fn par_append_counted<T: Encode + Sync>(
        &self,
        values: &[T],
        each: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let lens: Vec<usize> = values
            .par_chunks(each)
            .enumerate()
            .map(|(part, values)| {
                values.iter().enumerate().try_fold(0_usize, |sum, (index, value)| {
                    let len = self.encoded_len(value).map_err(|error| failed(error, part, each, index))?;
                    Ok(sum.saturating_add(len))
                })
            })
            .collect::<Vec<Result<usize, EncodeError>>>()
            .into_iter()
            .collect::<Result<_, EncodeError>>()?;
        let start = out.len();
        out.resize(lens.iter().copied().fold(start, usize::saturating_add), 0);
        let mut rest = out.get_mut(start..).unwrap_or_default();
        let mut slots = Vec::with_capacity(lens.len());
        for len in lens {
            let (slot, after) = core::mem::take(&mut rest).split_at_mut_checked(len).unwrap_or_default();
            slots.push(slot);
            rest = after;
        }
        let written: Vec<Result<(), EncodeError>> = values
            .par_chunks(each)
            .zip(slots)
            .map(|(values, slot)| {
                let mut writer = Writer::new(ExactSlot::new(slot), self);
                values.iter().try_for_each(|value| match self.pads::<T>() {
                    true => self.measure(value)?.write(value, &mut writer),
                    false => value.encode(&mut writer),
                })?;
                writer.out.finish()
            })
            .collect();
        restored(start, written.into_iter().collect(), out)
    }

    /// Returns all values one after another in the bytes. If their type fixes their length, they are read on the
    /// threads of rayon's current pool.
    ///
    /// # Errors
    ///
    /// As [`sequence`](Self::sequence), which stops at the first value that cannot be read.
    pub fn par_sequence<'de, T: Decode<'de> + Send>(&self, bytes: &'de [u8]) -> Result<Vec<T>, DecodeError> {
        let one_by_one = |bytes| Sequence::new(bytes, *self).collect::<Result<Vec<T>, DecodeError>>();
        let Some(len) = encoded_len_with::<T>(self).filter(|len| *len > 0) else { return one_by_one(bytes) };
        let each = share(bytes.len().checked_div(len).unwrap_or_default()).saturating_mul(len);
        // A part is whole values if each has the length that the type fixes. Else some part cannot be read, and all of
        // them are read again one by one.
        let part = |bytes: &'de [u8]| {
            let mut values = Vec::with_capacity(bytes.len().checked_div(len).unwrap_or_default());
            Sequence::new(bytes, *self).try_for_each(|value| value.map(|value| values.push(value))).map(|()| values)
        };
        let parts: Result<Vec<Vec<T>>, DecodeError> = bytes.par_chunks(each).map(part).collect();
        match parts {
            Ok(parts) => {
                let mut values = Vec::with_capacity(parts.iter().map(Vec::len).sum());
                parts.into_iter().for_each(|mut part| values.append(&mut part));
                Ok(values)
            }
            Err(_) => one_by_one(bytes),
        }
    }
}

/// Writes values one after another into `slots`, which has exactly their length; an error comes with the index of its
/// value. The dialect does not matter here: for types that fix their number of bytes, dialects differ only in how the
/// names of a record are written, and that number is fixed in one dialect only.
fn fill_slots<T, const NAMES: bool>(values: &[T], mut slots: &mut [u8]) -> Result<(), (usize, EncodeError)>
where
    T: Encode,
{
    let len = const { encoded_len_with::<T>(&Options::new().names(NAMES)) }.unwrap_or_default();
    values.iter().enumerate().try_for_each(|(index, value)| {
        let (slot, rest) = core::mem::take(&mut slots).split_at_mut_checked(len).unwrap_or_default();
        slots = rest;
        fill_constant::<T, NAMES>(value, slot).map_err(|error| (index, error))
    })
}

/// Returns how many of `values` values a thread takes at once.
fn share(values: usize) -> usize {
    values.div_ceil(rayon::current_num_threads().saturating_mul(4)).max(LEAST)
}

#[cfg(test)]
mod properties;

#[cfg(test)]
mod tests {
    use alloc::{
        string::{String, ToString},
        vec,
    };

    use super::*;
    use crate::{ByteOrder, ElementType, ErrorKind, HasRules, Rules, Sink, Tensor, TensorRef};

    fn one_by_one<T: Encode>(options: &Options, values: &[T]) -> Vec<u8> {
        let mut out = vec![1, 2];
        values.iter().for_each(|value| options.append(value, &mut out).unwrap());
        out
    }

    #[test]
    fn threads_write_and_read_what_one_does() {
        let rows: Vec<[f32; 3]> = (0..100_u8).map(|i| [f32::from(i); 3]).collect();
        let texts: Vec<Vec<String>> = (0..100).map(|i| vec!["x".repeat(i); i % 5]).collect();
        for options in [Options::new(), Options::new().dialect(crate::decthings::Dialect::Clients)] {
            let mut out = vec![1, 2];
            options.par_append_all(&rows, &mut out).unwrap();
            assert_eq!(out, one_by_one(&options, &rows));
            assert_eq!(options.par_sequence::<[f32; 3]>(out.get(2..).unwrap()).unwrap(), rows);
            let mut out = vec![1, 2];
            options.par_append_all(&texts, &mut out).unwrap();
            assert_eq!(out, one_by_one(&options, &texts));
            assert_eq!(options.par_sequence::<Vec<String>>(out.get(2..).unwrap()).unwrap(), texts);
        }
        let mut none = Vec::new();
        Options::new().par_append_all::<f32>(&[], &mut none).unwrap();
        assert!(none.is_empty() && Options::new().par_sequence::<f32>(&none).unwrap().is_empty());
    }

    #[test]
    fn a_fault_is_that_of_the_sequence() {
        let rows: Vec<[f32; 2]> = vec![[1.0, 2.0]; 50];
        let mut bytes = Vec::new();
        Options::new().par_append_all(&rows, &mut bytes).unwrap();
        let len = bytes.len() / 50;
        for cut in [1, 20 * len + 3, bytes.len() - 1] {
            let cut = bytes.get(..cut).unwrap();
            let expected = Options::new().sequence::<[f32; 2]>(cut).find_map(Result::err).unwrap();
            assert_eq!(Options::new().par_sequence::<[f32; 2]>(cut).unwrap_err().to_string(), expected.to_string());
        }
        *bytes.get_mut(31 * len).unwrap() = 99;
        let error = Options::new().par_sequence::<[f32; 2]>(&bytes).unwrap_err();
        assert_eq!((error.record(), error.offset()), (Some(31), Some(31 * len as u64)));
    }

    #[test]
    fn a_value_that_cannot_be_written_is_named_and_leaves_nothing() {
        let bytes = [0; 2];
        let unsupported = TensorRef::from_bytes(ElementType::F16, 1, &bytes, ByteOrder::Little).unwrap().to_tensor();
        let mut tensors: Vec<Tensor> = vec![Tensor::from_vec([2], vec![1.0_f32, 2.0]).unwrap(); 20];
        tensors.insert(7, unsupported.clone());
        tensors.insert(15, unsupported.clone());
        let mut out = vec![5];
        let error = Options::new().par_append_all(&tensors, &mut out).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::UnsupportedElementType { .. }), "{error}");
        assert_eq!((error.record(), out), (Some(7), vec![5]));
    }

    /// Two numbers, the first of which is not negative.
    struct Picky([f32; 2]);

    impl HasRules for Picky {
        const RULES: Rules<'static> = <[f32; 2]>::RULES;
    }

    impl Encode for Picky {
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
            match self.0 {
                [first, _] if first < 0.0 => Err(ErrorKind::custom("negative").into()),
                _ => self.0.encode(sink),
            }
        }
    }

    #[test]
    fn so_is_one_whose_type_fixes_its_length() {
        let mut values: Vec<Picky> = (0..50_u8).map(|i| Picky([f32::from(i); 2])).collect();
        let mut out = vec![5];
        Options::new().par_append_all(&values, &mut out).unwrap();
        let each: Vec<[f32; 2]> = Options::new().par_sequence(out.get(1..).unwrap()).unwrap();
        assert!(each.iter().zip(&values).all(|(read, value)| *read == value.0) && each.len() == 50);
        out.truncate(1);
        for index in [30, 11, 49] {
            values.get_mut(index).unwrap().0 = [-1.0; 2];
        }
        let error = Options::new().par_append_all(&values, &mut out).unwrap_err();
        assert_eq!((error.record(), out), (Some(11), vec![5]));
    }
}
