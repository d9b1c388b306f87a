//! Many values one after another, written and read on the threads of a pool.

use alloc::vec::Vec;

use rayon::{
    iter::{IndexedParallelIterator, ParallelIterator},
    slice::ParallelSlice,
};

use super::{
    Options, Sequence,
    constant::encoded_len_with,
    encode::restored,
    write::{Slot, Writer},
};
use crate::{Decode, DecodeError, Encode, EncodeError};

/// The fewest values that are worth another thread.
const LEAST: usize = if cfg!(test) { 3 } else { 64 };

/// A value that cannot be written, by its index among all.
struct Failed {
    index: usize,
    error: EncodeError,
}

impl Options {
    /// Appends the bytes of many values one after another, as a [`sequence`](Self::sequence) reads them: what
    /// [`append`](Self::append) writes for each, on the threads of rayon's current pool. After an error the buffer is as
    /// it was.
    ///
    /// # Errors
    ///
    /// That of the first value that cannot be written, with its index.
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
        let lens: Vec<usize> = values
            .par_chunks(each)
            .enumerate()
            .map(|(part, values)| {
                values.iter().enumerate().try_fold(0_usize, |sum, (index, value)| {
                    let failed = |error| Failed { index: part.saturating_mul(each).saturating_add(index), error };
                    Ok(sum.saturating_add(self.encoded_len(value).map_err(failed)?))
                })
            })
            .collect::<Vec<Result<usize, Failed>>>()
            .into_iter()
            .collect::<Result<_, Failed>>()
            .map_err(|Failed { index, error }| error.in_record(index as u64))?;
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
                let mut writer = Writer::new(Slot::new(slot), self);
                values.iter().try_for_each(|value| match self.pads::<T>() {
                    true => self.plan(value)?.write(value, &mut writer),
                    false => value.encode(&mut writer),
                })?;
                writer.out.finish()
            })
            .collect();
        // Of several faults the first is told, whichever thread was the first to find one.
        restored(start, written.into_iter().collect(), out)
    }

    /// All values that lie one after another in the bytes. If their type fixes their length, they are read on the threads
    /// of rayon's current pool.
    ///
    /// # Errors
    ///
    /// As [`sequence`](Self::sequence), which stops at the first value that cannot be read.
    pub fn par_sequence<'de, T: Decode<'de> + Send>(&self, bytes: &'de [u8]) -> Result<Vec<T>, DecodeError> {
        let one_by_one = |bytes| Sequence::new(bytes, *self).collect::<Result<Vec<T>, DecodeError>>();
        let Some(len) = encoded_len_with::<T>(self.dialect).filter(|len| *len > 0) else { return one_by_one(bytes) };
        let each = share(bytes.len().checked_div(len).unwrap_or_default()).saturating_mul(len);
        // Where parts end values end too, or one of the parts cannot be read.
        let parts: Result<Vec<Vec<T>>, DecodeError> = bytes.par_chunks(each).map(one_by_one).collect();
        match parts {
            Ok(parts) => Ok(parts.into_iter().flatten().collect()),
            Err(_) => one_by_one(bytes),
        }
    }
}

/// How many of so many values a thread takes at once.
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
    use crate::{ByteOrder, ElementType, ErrorKind, Tensor, TensorRef};

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
}
