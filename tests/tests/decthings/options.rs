//! Limits and leniencies: each holds for every way to read, whatever the type, and just what is allowed is read.

use std::{borrow::Cow, fmt::Debug};

use ndarray::Array2;
use tensor_format::{
    Decode, DecodeOwned, Encode, ErrorKind, Record, RecordRef, Tensor, TensorRef, View,
    decthings::{Dialect, Options},
    error::Limit,
    from_slice, to_vec,
};

/// The error, which every way to read must report alike; `None` if none does.
fn owned<T: DecodeOwned + Encode>(options: &Options, bytes: &[u8]) -> Option<String> {
    let error = borrowed::<T>(options, bytes);
    let streamed = options.from_reader::<T, _>(bytes).err().map(|error| error.to_string());
    assert_eq!(streamed, error);
    let in_sequence = error.as_ref().map(|error| format!("record 0: {error}"));
    let first = options.sequence_from_reader::<T, _>(bytes).next().expect("a value");
    assert_eq!(first.err().map(|error| error.to_string()), in_sequence);
    error
}

fn borrowed<'de, T: Decode<'de> + Encode>(options: &Options, bytes: &'de [u8]) -> Option<String> {
    let text = |result: Result<(), tensor_format::DecodeError>| result.err().map(|error| error.to_string());
    let error = text(options.from_slice::<T>(bytes).map(|_| ()));
    assert_eq!(text(options.from_prefix::<T>(bytes).map(|_| ())), error);
    let first = options.sequence::<T>(bytes).next().expect("a value");
    assert_eq!(text(first.map(|_| ())), error.as_ref().map(|error| format!("record 0: {error}")));
    error
}

/// What is wrong with the same bytes as each of some types, on which all must agree.
macro_rules! agree {
    ($options:expr, $bytes:expr => $($owned:ty),* ; $($borrowed:ty),*) => {{
        let (options, bytes): (Options, &[u8]) = ($options, $bytes);
        let errors = [$(owned::<$owned>(&options, bytes),)* $(borrowed::<$borrowed>(&options, bytes),)*];
        assert!(errors.iter().all(|error| *error == errors[0]), "{errors:?}");
        errors[0].clone()
    }};
}

#[track_caller]
fn check(found: Option<String>, expected: &str) {
    assert_eq!(found.as_deref(), (!expected.is_empty()).then_some(expected));
}

#[test]
fn limits_of_numbers() {
    let bytes = to_vec(&vec![[1.0f32, 2.0]; 4]).unwrap();
    let read = |options: Options| {
        agree!(options, &bytes =>
            Tensor, Vec<[f32; 2]>, [[f32; 2]; 4], Array2<f32>; TensorRef<'_>, Cow<'_, [[f32; 2]]>)
    };
    check(read(Options::new().max_rank(1)), "limit exceeded: at most 1 axes allowed, found 2 (byte 1)");
    check(read(Options::new().max_rank(2)), "");
    check(read(Options::new().max_elements(7)), "limit exceeded: at most 7 elements allowed, found 8 (byte 2)");
    check(read(Options::new().max_elements(8)), "");
    check(read(Options::new().max_bytes(31)), "limit exceeded: at most 31 bytes allowed, found 32 (byte 2)");
    check(read(Options::new().max_bytes(32)), "");
    check(read(Options::new().max_element_bytes(0).max_params(0)), "");
    let scalar = to_vec(&1u8).unwrap();
    let none = Options::new().max_rank(0);
    assert_eq!(none.from_slice::<u8>(&scalar).unwrap(), 1);
    assert_eq!(Options::new().max_elements(0).from_slice::<View<'_, f32>>(&[1, 1, 0]).unwrap().len(), 0);
}

#[test]
fn limits_of_texts() {
    let read = |options: Options, bytes: &[u8]| agree!(options, bytes => Tensor, Vec<String>; TensorRef<'_>, Vec<&str>, Vec<Cow<'_, str>>);
    // As many short strings as are read at once, and one of five bytes.
    for (short, dialect) in [(1, Dialect::Documented), (30, Dialect::Documented), (30, Dialect::Clients)] {
        let options = Options::new().dialect(dialect);
        let mut words = vec!["abc"; short];
        words.push("defgh");
        let bytes = options.to_vec(&words).unwrap();
        let (last, all) = (bytes.len() - 6, 4 * short + 6);
        let text = format!("limit exceeded: at most 4 bytes in one element allowed, found 5 (byte {})", last + 1);
        check(read(options.max_element_bytes(4), &bytes), &text);
        check(read(options.max_element_bytes(5), &bytes), "");
        let text = format!("limit exceeded: at most {short} elements allowed, found {} (byte 2)", short + 1);
        check(read(options.max_elements(short), &bytes), &text);
        // A length in front of all elements is held to the limit at once, others one after another.
        let place = if dialect == Dialect::Documented { last } else { 2 };
        let text = format!("limit exceeded: at most {} bytes allowed, found {all} (byte {place})", all - 1);
        check(read(options.max_bytes(all - 1), &bytes), &text);
        check(read(options.max_bytes(all), &bytes), "");
    }
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Pair {
    a: Vec<u8>,
    b: u8,
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Fixed {
    a: [u8; 2],
    b: u8,
}

/// Items without elements beside items with one.
#[derive(Tensor, Clone, Debug, PartialEq)]
struct Bare {
    none: [[u8; 0]; 3],
    some: [[u8; 1]; 2],
}

/// Also where the table of names is just the one that the type writes.
#[test]
fn limits_of_records() {
    let bytes = to_vec(&Pair { a: vec![1, 2], b: 3 }).unwrap();
    let read = |options: Options| agree!(options, &bytes => Record, Pair, Fixed; RecordRef<'_>);
    let text = "limit exceeded: at most 1 tensors in one record allowed, found 2 (byte 0)";
    check(read(Options::new().max_params(1)), text);
    check(read(Options::new().max_params(2)), "");
    check(read(Options::new().max_rank(0)), "limit exceeded: at most 0 axes allowed, found 1 (byte 1)");
    check(read(Options::new().max_elements(1)), "limit exceeded: at most 1 elements allowed, found 2 (byte 2)");
    let text = "limit exceeded: at most 0 bytes in one element allowed, found 1 (byte 4)";
    check(read(Options::new().max_element_bytes(0)), text);
    let limits = Options::new().max_rank(1).max_elements(2).max_element_bytes(1).max_params(2);
    check(read(limits.max_bytes(4)), "");
    check(read(limits.max_bytes(3)), "limit exceeded: at most 3 bytes allowed, found 4 (byte 5)");
}

#[test]
fn limits_of_any_value_are_those_of_every_way_to_read() {
    let bytes = to_vec(&Fixed { a: [1, 2], b: 3 }).unwrap();
    let bare = to_vec(&Bare { none: [[]; 3], some: [[1]; 2] }).unwrap();
    let new = Options::new();
    for most in 0..=bytes.len() + 1 {
        for options in [
            new.max_bytes(most),
            new.max_elements(most),
            new.max_element_bytes(most),
            new.max_params(most),
            new.max_rank(most),
            new.max_empty_items(most),
        ] {
            let _ = agree!(options, &bytes => Record, Pair, Fixed; RecordRef<'_>);
            let _ = agree!(options, &bare => Record, Bare; RecordRef<'_>);
        }
    }
}

#[test]
fn bytes_may_follow_where_that_is_allowed() {
    fn read<T: DecodeOwned + Encode + PartialEq + Debug>(value: &T) {
        let bytes = [to_vec(value).unwrap(), vec![9, 9]].concat();
        let lenient = Options::new().allow_trailing(true);
        assert!(matches!(from_slice::<T>(&bytes).unwrap_err().kind(), ErrorKind::TrailingBytes { count: 2, .. }));
        assert_eq!(lenient.from_slice::<T>(&bytes).unwrap(), *value);
        assert_eq!(lenient.from_reader::<T, _>(&*bytes).unwrap(), *value);
        let mut other = lenient.from_slice::<T>(&bytes).unwrap();
        lenient.decode_into(&bytes, &mut other).unwrap();
        assert_eq!(other, *value);
    }
    read(&[1.0f32, 2.0]);
    read(&vec![1u8, 2]);
    read(&"text".to_string());
    read(&Tensor::from(vec![true]));
    read(&Pair { a: vec![1], b: 2 });
    read(&Fixed { a: [1, 2], b: 3 });
}

#[test]
fn a_limit_can_be_matched() {
    let error = Options::new().max_bytes(1).from_slice::<Tensor>(&[7, 1, 2, 1, 2]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Bytes, max: 1, found: 2 }));
    let options = Options::new().max_params(1).dialect(Dialect::Clients);
    assert_eq!(options, options.max_rank(255));
    assert_ne!(options, Options::default());
}

/// A reader that gives a byte at a time.
struct Trickle<'a>(&'a [u8]);

impl std::io::Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let len = into.len().min(1);
        std::io::Read::read(&mut self.0, &mut into[..len])
    }
}

#[test]
fn of_a_stream_at_least_so_many_bytes_follow() {
    let bytes = [&[7, 0, 1][..], &[0; 80]].concat();
    let error = Options::new().from_reader::<u8, _>(Trickle(&bytes)).unwrap_err();
    assert_eq!(error.to_string(), "at least 1 byte follows the value (byte 3)");
    assert!(matches!(error.kind(), ErrorKind::TrailingBytes { count: 1, or_more: true, record_of: None }));
    let error = Options::new().from_reader::<u8, _>(&*bytes).unwrap_err();
    assert_eq!(error.to_string(), "at least 80 bytes follow the value (byte 3)");
    let error = from_slice::<u8>(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "80 bytes follow the value (byte 3)");
}
