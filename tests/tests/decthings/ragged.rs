//! What ragged lists take of memory, whatever a message says, and what is allocated where memory is there.

use std::collections::VecDeque;

use allocation_counter::measure;
use ndarray::Array1;
use tensor_format::{
    Decode, DecodeOwned, Encode, ErrorKind, Ragged, Record, Tensor, View,
    decthings::{self, Dialect, Options},
    to_vec,
};
use tensor_format_tests::allocations;

/// The greatest number of bytes allocated at once.
fn peak<T>(call: impl FnOnce() -> T) -> u64 {
    let mut result = None;
    let peak = measure(|| result = Some(call())).bytes_max;
    drop(result);
    peak
}

/// The message, with its parameters in declared order and with the values first.
fn both_orders(bytes: &[u8]) -> [Vec<u8>; 2] {
    let record: Record = decthings::from_slice(bytes).expect("a record");
    let mut entries: Vec<(String, Tensor)> = record.into_iter().collect();
    entries.reverse();
    [bytes.to_vec(), to_vec(&entries.into_iter().collect::<Record>()).expect("encoded")]
}

/// Reads within 32 times the number of the bytes, and 8 KiB, in any order and from a stream too.
#[track_caller]
fn is_bounded<T: DecodeOwned>(bytes: &[u8], is_read: bool) {
    for bytes in both_orders(bytes) {
        let most = 32 * bytes.len() as u64 + 8192;
        let slice = peak(|| assert_eq!(decthings::from_slice::<T>(&bytes).is_ok(), is_read));
        let stream = peak(|| assert_eq!(decthings::from_reader::<T, _>(&bytes[..]).is_ok(), is_read));
        let len = bytes.len();
        assert!(slice <= most && stream <= most, "{slice} and {stream} bytes of heap for {len}");
    }
}

#[test]
fn memory_is_bounded() {
    for n in [1, 10, 4100, 6000] {
        let empty = to_vec(&Ragged(vec![Vec::<u8>::new(); n])).expect("encoded");
        is_bounded::<Ragged<Vec<u8>>>(&empty, true);
        is_bounded::<Ragged<Array1<u8>>>(&empty, true);
        is_bounded::<Ragged<VecDeque<u8>>>(&empty, true);
        is_bounded::<Ragged<Option<u8>>>(&empty, true);
        let single = to_vec(&Ragged(vec![vec![1u8]; n])).expect("encoded");
        is_bounded::<Ragged<Vec<u8>>>(&single, true);
        is_bounded::<Ragged<Array1<u8>>>(&single, true);
        is_bounded::<Ragged<Option<u8>>>(&single, true);
        let deep = to_vec(&Ragged(vec![vec![vec![vec![1u8]]]; n])).expect("encoded");
        is_bounded::<Ragged<Vec<Vec<Vec<u8>>>>>(&deep, true);
        let hollow = to_vec(&Ragged(vec![vec![vec![Vec::<u8>::new(); 3]]; n])).expect("encoded");
        is_bounded::<Ragged<Vec<Vec<Vec<u8>>>>>(&hollow, true);
        let texts = to_vec(&Ragged(vec![vec!["a text"]; n])).expect("encoded");
        is_bounded::<Ragged<Vec<String>>>(&texts, true);
    }
}

/// A record of these lengths, and of values that are not there.
fn record(lengths: &[u64], values: &[u8]) -> Vec<u8> {
    let mut bytes = to_vec(&["lengths", "values"]).expect("encoded");
    tensor_format::append(lengths, &mut bytes).expect("encoded");
    bytes.extend_from_slice(values);
    bytes
}

/// Nothing is allocated by the word of a length.
#[test]
fn lengths_promise_nothing() {
    let f32s = |len: u32| [&[1, 1, 254][..], &len.to_be_bytes()].concat();
    for bytes in [
        record(&[u64::MAX], &[1, 1, 0]),
        record(&[1 << 40; 8], &[1, 1, 0]),
        // The header says as much as the lengths do, and no element comes.
        record(&[1 << 31], &f32s(1 << 31)),
        record(&[1 << 30, 1 << 30], &f32s(1 << 31)),
        record(&vec![1 << 16; 1 << 10], &f32s(1 << 26)),
    ] {
        for error in [
            decthings::from_slice::<Ragged<Vec<f32>>>(&bytes).expect_err("a lie"),
            decthings::from_reader::<Ragged<Vec<f32>>, _>(&bytes[..]).expect_err("a lie"),
        ] {
            assert_eq!(error.parameter(), Some("values"), "{error}");
            let is_short = matches!(error.kind(), ErrorKind::RaggedLengths { .. } | ErrorKind::UnexpectedEnd { .. });
            let is_too_large = usize::BITS < 64 && matches!(error.kind(), ErrorKind::ShapeOverflow);
            assert!(is_short || is_too_large, "{error}");
        }
        let most = 32 * bytes.len() as u64 + 8192;
        assert!(peak(|| decthings::from_slice::<Ragged<Vec<f32>>>(&bytes).is_err()) <= most);
        assert!(peak(|| decthings::from_reader::<Ragged<Vec<f32>>, _>(&bytes[..]).is_err()) <= most);
    }
}

/// Rows without elements cost no bytes, and absent items of a large type take more memory than their lengths do. Both
/// are counted.
#[test]
fn what_takes_more_memory_than_bytes_is_counted() {
    let rows = record(&[65_535], &[1, 2, 0xfd, 0xff, 0xff, 0]);
    let absent = to_vec(&Ragged(vec![None::<[f32; 1000]>; 200])).expect("encoded");
    fn refused<T: DecodeOwned>(bytes: &[u8], most: u64) {
        for bytes in both_orders(bytes) {
            for error in [
                decthings::from_slice::<T>(&bytes).err().expect("too many"),
                decthings::from_reader::<T, _>(&bytes[..]).err().expect("too many"),
            ] {
                assert!(matches!(error.kind(), ErrorKind::LimitExceeded { .. }), "{error}");
                assert!(error.parameter().is_some() && error.offset().is_some(), "{error}");
            }
            assert!(peak(|| decthings::from_slice::<T>(&bytes).is_err()) <= most);
        }
    }
    refused::<Ragged<Vec<[f32; 0]>>>(&rows, 8192);
    refused::<Ragged<Option<[f32; 1000]>>>(&absent, 8192);
    let options = Options::new().max_empty_items(100_000);
    assert_eq!(options.from_slice::<Ragged<Vec<[f32; 0]>>>(&rows).expect("rows")[0].len(), 65_535);
    assert_eq!(options.from_slice::<Ragged<Option<[f32; 1000]>>>(&absent).expect("items").len(), 200);
    let some = to_vec(&Ragged(vec![Some([1.0f32; 1000]), None, None])).expect("encoded");
    assert_eq!(decthings::from_slice::<Ragged<Option<[f32; 1000]>>>(&some).expect("items").len(), 3);
}

/// Reads again and again into one value: only the first time may allocate.
#[track_caller]
fn reuses<T: for<'de> Decode<'de> + Encode>(mut value: T, messages: &[Vec<u8>]) {
    for message in messages {
        decthings::decode_into(message, &mut value).expect("decoded");
    }
    for message in messages {
        assert_eq!(allocations(|| decthings::decode_into(message, &mut value)), 0, "{}", std::any::type_name::<T>());
        assert_eq!(&to_vec(&value).expect("encoded"), message);
    }
}

#[test]
fn nothing_is_allocated_in_steady_state() {
    let items = |len: usize| (0..100usize).map(move |item| (item + len) % 7).collect::<Vec<_>>();
    let messages = |make: &dyn Fn(usize) -> Vec<u8>| (0..7).map(make).collect::<Vec<_>>();
    let numbers = messages(&|seed| {
        to_vec(&items(seed).into_iter().map(|len| vec![1.5f32; len]).collect::<Ragged<_>>()).expect("encoded")
    });
    reuses(Ragged::<Vec<f32>>::default(), &numbers);
    reuses(Ragged::<VecDeque<f32>>::default(), &numbers);
    reuses(Ragged::<Array1<f32>>::default(), &numbers);
    let deep = messages(&|seed| {
        let lists = |len: usize| vec![vec![7u16; (len + seed) % 3]; 2];
        to_vec(&items(seed).into_iter().map(lists).collect::<Ragged<_>>()).expect("encoded")
    });
    reuses(Ragged::<Vec<Vec<u16>>>::default(), &deep);
    let texts = messages(&|seed| {
        let words = |len: usize| vec!["x".repeat(len); 3];
        to_vec(&items(seed).into_iter().map(words).collect::<Ragged<_>>()).expect("encoded")
    });
    reuses(Ragged::<Vec<String>>::default(), &texts);

    // A stream takes no more than for the same as two tensors: up to 16 lengths need no memory.
    #[derive(Tensor, Default)]
    struct Flat {
        lengths: Vec<u64>,
        values: Vec<f32>,
    }
    fn of_stream<T: DecodeOwned + Default>(bytes: &[u8]) -> u64 {
        let mut sequence = Options::new().sequence_from_reader::<T, _>(bytes);
        let mut value = T::default();
        for _ in 0..2 {
            sequence.next_into(&mut value).expect("a value").expect("decoded");
        }
        allocations(|| sequence.next_into(&mut value).expect("a value").expect("decoded"))
    }
    let few = to_vec(&Ragged(vec![vec![1.5f32; 100]; 16])).expect("encoded").repeat(3);
    assert_eq!(of_stream::<Ragged<Vec<f32>>>(&few), of_stream::<Flat>(&few));

    // Of slices the list alone is allocated.
    let bytes = &numbers[0];
    assert_eq!(allocations(|| decthings::from_slice::<Ragged<View<'_, f32>>>(bytes)), 1);
}

/// Values are copied once, into the output.
#[test]
fn writing_makes_no_other_copy() {
    let list: Ragged<Vec<f32>> = (0..1000usize).map(|len| vec![0.5; len % 30]).collect();
    for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
        let options = Options::new().dialect(dialect);
        let mut buffer = options.to_vec(&list).expect("encoded");
        buffer.clear();
        assert_eq!(allocations(|| options.append(&list, &mut buffer)), 0);
        assert_eq!(allocations(|| options.encoded_len(&list)), 0);
    }
}
