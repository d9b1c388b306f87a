//! Properties: several threads give what one thread gives, under any options.

use alloc::{string::ToString, vec};

use proptest::prelude::*;

use super::*;
use crate::{
    ErrorKind, HasRules, Param, Record, RecordOrder, RecordRules, Rules, Sink, Source, Tensor, decthings::Dialect,
};

fn one_by_one<T: Encode>(options: &Options, values: &[T]) -> Vec<u8> {
    let mut out = Vec::new();
    values.iter().for_each(|value| options.append(value, &mut out).unwrap());
    out
}

fn all_options() -> impl Strategy<Value = Options> {
    let dialects = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];
    let limit = || prop_oneof![4 => Just(usize::MAX), 1 => 0_usize..6];
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (proptest::sample::select(dialects.to_vec()), flags, limit(), limit(), proptest::sample::select(vec![1, 8, 64]))
        .prop_map(|(dialect, (trailing, any_byte, widths, names), elements, bytes, align)| {
            let options = Options::new().dialect(dialect).align(align).names(names).allow_trailing(trailing);
            let options = options.allow_any_true_byte(any_byte).allow_non_canonical_varint(widths);
            options.max_elements(elements).max_bytes(bytes)
        })
}

proptest! {
    /// Compares values and faults with those of one thread, whatever the options and the bytes.
    #[test]
    fn threads_obey_the_options(
        options in all_options(),
        count in 0_usize..20,
        damage in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..3),
        cut in 0_usize..4,
    ) {
        let rows: Vec<[bool; 3]> = (0..count).map(|row| [row % 2 == 0, true, false]).collect();
        let tensors: Vec<Tensor> = rows.iter().map(|row| Tensor::from(row.to_vec())).collect();
        let mut bytes = Vec::new();
        options.par_append_all(&rows, &mut bytes).unwrap();
        prop_assert_eq!(&bytes, &one_by_one(&options, &rows));
        let mut again = Vec::new();
        options.par_append_all(&tensors, &mut again).unwrap();
        prop_assert_eq!(&again, &bytes);
        bytes.truncate(bytes.len().saturating_sub(cut));
        for (at, byte) in damage {
            if let Some(len) = core::num::NonZero::new(bytes.len()) {
                *bytes.get_mut(at.index(len.get())).unwrap() = byte;
            }
        }
        let one = options.sequence::<[bool; 3]>(&bytes).collect::<Result<Vec<_>, _>>();
        let many = options.par_sequence::<[bool; 3]>(&bytes);
        prop_assert_eq!(one.map_err(|error| error.to_string()), many.map_err(|error| error.to_string()));
    }
}

/// A value that has other bytes when it is measured than when it is written.
struct Row {
    bytes: [&'static [u8]; 2],
    measured: core::sync::atomic::AtomicUsize,
}

impl HasRules for Row {
    const RULES: Rules<'static> = Rules::ANY;
}

impl Encode for Row {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        let times = self.measured.fetch_add(1, core::sync::atomic::Ordering::Relaxed);
        self.bytes.get(times.min(1)).unwrap().encode(sink)
    }
}

#[test]
fn a_value_that_changes_is_refused() {
    for other in [&[1_u8, 2, 3][..], &[]] {
        let row = |index| Row { bytes: [&[1, 2], if index == 11 { other } else { &[1, 2] }], measured: 0.into() };
        let mut out = vec![5];
        let rows: Vec<Row> = (0..20).map(row).collect();
        let error = Options::new().par_append_all(&rows, &mut out).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Custom(_)), "{error}");
        assert_eq!(out, [5]);
    }
}

#[test]
fn records_are_padded_as_by_one_thread() {
    let records: Vec<Record> = (0_u8..20)
        .map(|len| [("numbers".to_string(), Tensor::from(vec![f32::from(len); len.into()]))].into_iter().collect())
        .collect();
    for align in [1, 8, 64] {
        let options = Options::new().align(align);
        let mut out = Vec::new();
        options.par_append_all(&records, &mut out).unwrap();
        assert_eq!(out, one_by_one(&options, &records));
    }
}

/// A record of fixed length.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair(u8, [bool; 2]);

impl HasRules for Pair {
    const RULES: Rules<'static> = Rules::Record(RecordRules::new(&[
        Param::new("byte", u8::RULES.expect_tensor()),
        Param::new("flags", <[bool; 2]>::RULES.expect_tensor()),
    ]));
}

impl Encode for Pair {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.record(Self::RECORD, &[1, 1])?;
        self.0.encode(sink)?;
        self.1.encode(sink)
    }
}

impl<'de> Decode<'de> for Pair {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        match source.record(Self::RECORD)? {
            RecordOrder::Declared => Ok(Self(u8::decode(source)?, <[bool; 2]>::decode(source)?)),
            RecordOrder::Any => Err(ErrorKind::custom("other names").into()),
        }
    }
}

#[test]
fn threads_write_and_read_records_with_and_without_names() {
    let pairs: alloc::vec::Vec<Pair> = (0..200).map(|i| Pair(i, [i % 2 == 0, i % 3 == 0])).collect();
    for (names, len) in [(true, 3 + 5 + 6 + 3 + 5), (false, 3 + 5)] {
        let options = Options::new().names(names);
        let mut bytes = Vec::new();
        options.par_append_all(&pairs, &mut bytes).unwrap();
        assert_eq!(bytes.len(), pairs.len() * len);
        assert_eq!(bytes, one_by_one(&options, &pairs));
        assert_eq!(options.par_sequence::<Pair>(&bytes).unwrap(), pairs);
        *bytes.last_mut().unwrap() = 2;
        assert_eq!(options.par_sequence::<Pair>(&bytes).unwrap_err().record(), Some(199));
    }
}
