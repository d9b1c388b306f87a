//! Records whose numbers lie on boundaries.

use ndarray::{ArrayView2, Ix2};
use proptest::prelude::*;
use tensor_format::{
    ByteOrder, Decode, DecodeError, ElementType, Encode, EncodeError, HasRules, Many, Record, RecordRef, RecordRules,
    Rules, Tensor, TensorRef, TensorRules, View,
    codec::{DynEncode, RecordOrder, Sink, Source},
    decthings::{AlignedBuf, Dialect, Options},
    layout::Layout,
    rules::Param,
    to_vec,
};

/// Bytes that begin at a multiple of 128.
struct Received {
    memory: Vec<u8>,
    start: usize,
    len: usize,
}

impl Received {
    fn new(bytes: &[u8]) -> Self {
        let mut memory = vec![0; bytes.len() + 128];
        let start = memory.as_ptr().align_offset(128);
        memory[start..start + bytes.len()].copy_from_slice(bytes);
        Self { memory, start, len: bytes.len() }
    }

    fn bytes(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.len]
    }
}

#[derive(Tensor)]
#[tensor(deny_unknown)]
struct Sent {
    flag: bool,
    texts: Vec<String>,
    bytes: Vec<u8>,
    shorts: Vec<i16>,
    floats: Vec<f32>,
    matrix: ndarray::Array<f64, Ix2>,
    more: Many<Vec<u64>>,
    absent: Option<f32>,
    integers: Option<Vec<i32>>,
}

#[derive(Tensor)]
struct Borrowed<'a> {
    flag: bool,
    texts: Vec<&'a str>,
    bytes: &'a [u8],
    shorts: &'a [i16],
    floats: &'a [f32],
    matrix: ArrayView2<'a, f64>,
    more: Many<&'a [u64]>,
    absent: Option<f32>,
    integers: Option<&'a [i32]>,
}

fn sent(n: usize) -> Sent {
    Sent {
        flag: true,
        texts: (0..n).map(|i| "x".repeat(i)).collect(),
        bytes: (0..n as u8).collect(),
        shorts: (0..n as i16).map(|i| -i).collect(),
        floats: (0..n * 3).map(|i| i as f32).collect(),
        matrix: ndarray::Array::from_shape_fn((n, 2), |(i, j)| i as f64 - j as f64),
        more: Many((0..3).map(|i| vec![i; n + i as usize]).collect()),
        absent: None,
        integers: (n.is_multiple_of(2)).then(|| vec![n as i32; n]),
    }
}

/// Whether every number of the record lies on a boundary.
fn check(value: &Sent, align: usize, dialect: Dialect) {
    let options = Options::new().align(align).dialect(dialect);
    let bytes = options.to_vec(value).expect("encoded");
    let received = Received::new(&bytes);
    let on_boundary = |place: usize, len: usize| len == 0 || place.is_multiple_of(align);
    let found: Borrowed<'_> = options.from_slice(received.bytes()).expect("borrowed");
    assert!(on_boundary(found.bytes.as_ptr().addr(), found.bytes.len()));
    assert!(on_boundary(found.shorts.as_ptr().addr(), found.shorts.len()));
    assert!(on_boundary(found.floats.as_ptr().addr(), found.floats.len()));
    assert!(on_boundary(found.matrix.as_ptr().addr(), found.matrix.len()));
    assert!(found.more.0.iter().all(|items| on_boundary(items.as_ptr().addr(), items.len())));
    assert!(found.integers.is_none_or(|items| on_boundary(items.as_ptr().addr(), items.len())));
    assert_eq!((found.flag, found.absent, found.texts.len()), (value.flag, value.absent, value.texts.len()));
    assert_eq!((found.bytes, found.shorts, found.floats), (&*value.bytes, &*value.shorts, &*value.floats));
    assert!(found.matrix == value.matrix.view() && found.more.0.iter().eq(value.more.0.iter()));
    assert_eq!(found.integers, value.integers.as_deref());
    // Every way of writing agrees, and who reads into owned fields sees nothing of it.
    assert_eq!(options.encoded_len(value).expect("measured"), bytes.len());
    assert!(options.to_slices(value).expect("encoded").to_vec() == bytes);
    let mut written = Vec::new();
    options.to_writer(&mut written, value).expect("written");
    assert!(written == bytes);
    let plain = options.align(1);
    let owned: Sent = plain.from_slice(&bytes).expect("decoded");
    assert!(plain.to_vec(&owned).expect("encoded") == plain.to_vec(value).expect("encoded"));
    let streamed: Sent = plain.from_reader(&*bytes).expect("read");
    assert!(options.to_vec(&streamed).expect("encoded") == bytes);
    // At most as much more as a padding tensor a tensor takes, and its name.
    let most = 10 * (align + 5) + 2;
    assert!(bytes.len() <= plain.to_vec(value).expect("encoded").len() + most);
}

/// On a machine of the other byte order numbers are refused instead: `short` has the test.
#[cfg(target_endian = "little")]
#[test]
fn every_numeric_field_of_a_received_record_is_borrowed() {
    for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
        for align in [8, 16, 32, 64, 128] {
            (0..40).for_each(|n| check(&sent(n), align, dialect));
        }
    }
}

#[test]
fn alignments_are_powers_of_two() {
    let value = sent(5);
    let bytes = |align| Options::new().align(align).to_vec(&value).expect("encoded");
    assert_eq!(bytes(0), tensor_format::to_vec(&value).expect("encoded"));
    assert_eq!(bytes(1), bytes(0));
    assert_eq!(bytes(33), bytes(64));
    assert_eq!(bytes(1000), bytes(Options::MAX_ALIGN));
    assert_eq!(bytes(usize::MAX), bytes(Options::MAX_ALIGN));
}

#[derive(Debug, PartialEq, Tensor)]
struct Fixed {
    id: u8,
    weights: [f64; 3],
}

#[test]
fn records_of_static_size() {
    let value = Fixed { id: 9, weights: [0.5, -1.0, 2.0] };
    let options = Options::new().align(64);
    let bytes = options.to_vec(&value).expect("encoded");
    let offset = bytes.windows(8).position(|window| window == 0.5f64.to_le_bytes()).expect("the first weight");
    assert_eq!(offset % 64, 0);
    assert_eq!(options.encoded_len(&value).expect("measured"), bytes.len());
    assert_eq!(tensor_format::from_slice::<Fixed>(&bytes).expect("decoded"), value);
}

#[test]
fn one_tensor_is_written_as_ever() {
    let value = vec![1.0f32; 5];
    assert_eq!(Options::new().align(64).to_vec(&value).unwrap(), tensor_format::to_vec(&value).unwrap());
}

/// What stands behind `dyn`, and behind pointers to it, is aligned too.
#[test]
fn records_of_unknown_type() {
    let options = Options::new().align(64);
    let known = options.to_vec(&sent(5)).expect("encoded");
    let boxed: Box<dyn DynEncode> = Box::new(sent(5));
    assert_eq!(options.to_vec::<dyn DynEncode>(&sent(5)).expect("encoded"), known);
    assert_eq!(options.to_vec(&boxed).expect("encoded"), known);
    assert_eq!(options.encoded_len(&boxed).expect("measured"), known.len());
    let tensor: Box<dyn DynEncode> = Box::new(vec![1.0f32; 5]);
    assert_eq!(options.to_vec(&tensor).expect("encoded"), tensor_format::to_vec(&tensor).expect("encoded"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Names and lengths of all sizes, so that the table of names crosses the lengths of its varints.
    /// On a machine of the other byte order numbers are refused instead: `short` has the test.
    #[cfg(target_endian = "little")]
    #[test]
    fn records_whose_names_are_known_at_run_time(
        fields in proptest::collection::btree_map("[a-z]{1,40}", 0usize..70, 0..300),
        align in proptest::sample::select(vec![4usize, 64]),
    ) {
        let mut record = Record::new();
        for (name, len) in &fields {
            record.push(name, Tensor::from_vec([*len], vec![*len as f32; *len]).unwrap());
        }
        let bytes = Options::new().align(align).to_vec(&record).unwrap();
        let received = Received::new(&bytes);
        let found: tensor_format::RecordRef<'_> = tensor_format::from_slice(received.bytes()).unwrap();
        prop_assert_eq!(found.len(), fields.len());
        for (name, len) in &fields {
            let view: View<'_, f32> = found.get(name).unwrap().view().unwrap();
            prop_assert!(view.len() == *len && view.iter().all(|item| item == *len as f32));
            prop_assert!(*len == 0 || view.as_slice().is_some_and(|items| items.as_ptr().addr() % align == 0));
        }
    }
}

/// A value that says how often it was gone over.
struct Watched<'w>(&'w std::cell::Cell<usize>);

impl HasRules for Watched<'_> {
    const RULES: tensor_format::Rules<'static> = Fixed::RULES;
}

impl tensor_format::Encode for Watched<'_> {
    fn encode<'a, S: tensor_format::codec::Sink<'a>>(&'a self, sink: &mut S) -> Result<(), tensor_format::EncodeError> {
        self.0.set(self.0.get() + 1);
        sink.record(Self::RECORD, &[1, 1])?;
        sink.block(&7u8)?;
        sink.block(&[0.5f64; 3])
    }
}

/// Measured once and written once, whichever way it goes.
#[test]
fn padding_is_measured_once() {
    let times = std::cell::Cell::new(0);
    let value = Watched(&times);
    let options = Options::new().align(64);
    let bytes = options.to_vec(&value).unwrap();
    assert_eq!(times.take(), 2);
    assert_eq!(bytes.capacity(), bytes.len());
    let mut out = vec![];
    options.append(&value, &mut out).unwrap();
    assert_eq!((times.take(), &out), (2, &bytes));
    assert_eq!((options.encoded_len(&value).unwrap(), times.take()), (bytes.len(), 1));
    assert_eq!((options.to_slices(&value).unwrap().to_vec(), times.take()), (bytes.clone(), 2));
    out.clear();
    options.to_writer(&mut out, &value).unwrap();
    assert_eq!((times.take(), &out), (2, &bytes));
}

/// What lies on its boundary has nothing in front.
#[test]
fn no_more_is_padded_than_needs_to_be() {
    let mut unpadded = 0;
    for len in 1..=8 {
        let record: Record = [("n".repeat(len), Tensor::from(vec![0.5f64; 3]))].into_iter().collect();
        let plain = tensor_format::to_vec(&record).unwrap();
        let aligned = Options::new().align(8).to_vec(&record).unwrap();
        let payload = plain.windows(8).position(|window| window == 0.5f64.to_le_bytes()).unwrap();
        let (names, _) = Options::new().from_prefix::<Vec<String>>(&aligned).unwrap();
        if payload.is_multiple_of(8) {
            assert_eq!(aligned, plain);
            unpadded += 1;
        } else {
            assert_eq!(names, ["", &*"n".repeat(len)]);
        }
    }
    assert_eq!(unpadded, 1);
}

/// Lengths that no memory holds saturate, and are none to write. Where elements lie in another order than they are written
/// in, they are counted one by one.
#[test]
#[cfg(target_endian = "little")]
fn the_sum_of_lengths_saturates() {
    let zeros = [0u8; 8];
    let shape = [1usize << (usize::BITS / 2 - 2), 1 << (usize::BITS / 2 - 3)];
    let layout = Layout::new(&[0, 0], 0);
    let all = || TensorRef::with_layout(ElementType::F64, shape, &zeros, layout.clone(), ByteOrder::Little).unwrap();
    let mut record = RecordRef::new();
    for name in ["a", "b", "c", "d", "e"] {
        record.push(name, all());
    }
    for align in [1, 8, 64] {
        assert_eq!(Options::new().align(align).encoded_len(&record).unwrap(), usize::MAX);
    }
}

/// A record as someone else may write it.
fn foreign(names: &[&str], tensors: &[Vec<u8>], options: &Options) -> Vec<u8> {
    let mut bytes = options.to_vec(names).unwrap();
    tensors.iter().for_each(|tensor| bytes.extend_from_slice(tensor));
    bytes
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Id {
    id: u8,
}

#[test]
fn an_empty_name_is_padding_or_an_error() {
    const TEXT: &str = "a tensor of the record has an empty name, which is for padding alone";
    for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
        let options = Options::new().dialect(dialect);
        let bytes = |value: &[u8]| options.to_vec(&tensor_format::BinaryRef(value)).unwrap();
        let id = options.to_vec(&7u8).unwrap();
        for zeros in [0, 1, 127] {
            let padded = foreign(&["", "id", ""], &[bytes(&vec![0; zeros]), id.clone(), bytes(&[0])], &options);
            assert_eq!(options.from_slice::<Id>(&padded).unwrap(), Id { id: 7 });
            assert_eq!(options.from_reader::<Id, _>(&*padded).unwrap(), Id { id: 7 });
            assert_eq!(options.from_slice::<Record>(&padded).unwrap().len(), 1);
            assert_eq!(options.from_reader::<Record, _>(&*padded).unwrap().len(), 1);
            assert!(options.check::<Id>(&padded).is_ok() && options.check_all::<Id>(&padded).unwrap().is_empty());
        }
        let list = options.to_vec(&vec![tensor_format::BinaryRef(&[0])]).unwrap();
        let data = [bytes(&[1]), bytes(&[0; 128]), list, id.clone(), options.to_vec("").unwrap()];
        for data in data {
            let named = foreign(&["id", ""], &[id.clone(), data], &options);
            let at = named.iter().position(|byte| *byte == b'd').unwrap() as u64 + 1;
            let errors = [
                options.from_slice::<Id>(&named).unwrap_err(),
                options.from_reader::<Id, _>(&*named).unwrap_err(),
                options.from_slice::<Record>(&named).unwrap_err(),
                options.from_slice::<tensor_format::RecordRef<'_>>(&named).unwrap_err(),
                options.from_reader::<Record, _>(&*named).unwrap_err(),
                options.check::<Id>(&named).unwrap_err(),
                options.check_all::<Id>(&named).unwrap_err(),
            ];
            for error in errors {
                assert_eq!((error.kind().to_string().as_str(), error.kind().name()), (TEXT, "empty_name"));
                assert_eq!(error.offset(), Some(at));
            }
        }
    }
}

#[test]
fn no_tensor_is_written_under_an_empty_name() {
    /// Rules by hand, which the derive would not give.
    struct Fixed;
    impl HasRules for Fixed {
        const RULES: Rules<'static> = Rules::Record(RecordRules::new(
            &const {
                let byte = TensorRules::scalar(ElementType::U8);
                [Param::new("id", byte), Param::new("", byte)]
            },
        ));
    }
    impl Encode for Fixed {
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
            sink.record(Self::RECORD, &[1, 1])?;
            1u8.encode(&mut *sink)?;
            2u8.encode(sink)
        }
    }
    impl<'de> Decode<'de> for Fixed {
        fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
            match source.record(Self::RECORD)? {
                RecordOrder::Declared => {
                    u8::decode(source)?;
                    u8::decode(source)?;
                }
                RecordOrder::Any => {
                    while source.next_name()? {
                        u8::decode(source)?;
                    }
                }
            }
            Ok(Self)
        }
    }
    let record: Record = [("a", Tensor::from(vec![1u8])), ("", Tensor::from(vec![2u8]))]
        .map(|(n, t)| (n.to_owned(), t))
        .into_iter()
        .collect();
    let text = "a tensor of the record has an empty name, which is for padding alone";
    for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
        for align in [1, 16] {
            let options = Options::new().dialect(dialect).align(align);
            let mut out = vec![1];
            let refused = [
                options.to_vec(&record).unwrap_err(),
                options.to_vec(&record.as_ref()).unwrap_err(),
                options.append(&record, &mut out).unwrap_err(),
                options.to_slices(&record).unwrap_err(),
                options.encoded_len(&record).unwrap_err(),
                options.to_writer(&mut out, &record).unwrap_err(),
                options.to_vec(&Fixed).unwrap_err(),
                AlignedBuf::with_options(options).encode(&record).unwrap_err(),
            ];
            refused.iter().for_each(|error| assert_eq!(error.to_string(), text));
            assert_eq!(out, [1]);
        }
    }
    assert_eq!(to_vec(&record).unwrap_err().to_string(), text);
    let bytes = foreign(&["id", ""], &[to_vec(&1u8).unwrap(), to_vec(&2u8).unwrap()], &Options::new());
    assert_eq!(tensor_format::from_slice::<Fixed>(&bytes).err().unwrap().kind().name(), "empty_name");
    // Without names there is none that is empty.
    let unnamed = Options::new().names(false);
    let bytes = unnamed.to_vec(&Fixed).unwrap();
    assert!(bytes == [7, 0, 1, 7, 0, 2] && unnamed.from_slice::<Fixed>(&bytes).is_ok());
}
