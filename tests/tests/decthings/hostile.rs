//! What holds for all bytes: generated tensors and records, cut, changed and read in every way.

use allocation_counter::measure;
use proptest::{collection::vec, prelude::*, sample::select};
use tensor_format::{
    Audio, Binary, ByteOrder, DecodeError, ElementType, Image, Record, RecordRef, Shape, Tensor, TensorRef, Video,
    codec::Variable,
    decthings::{Dialect, Options},
};
use tensor_format_tests::conformance::decthings::{
    values::{Content, Item, Observe, difference},
    ways::{Input, Visitor, Way, visit_all},
};
use tensor_format_tests::flips;

/// The element types of the format.
const TYPES: [ElementType; 16] = [
    ElementType::F32,
    ElementType::F64,
    ElementType::I8,
    ElementType::I16,
    ElementType::I32,
    ElementType::I64,
    ElementType::U8,
    ElementType::U16,
    ElementType::U32,
    ElementType::U64,
    ElementType::String,
    ElementType::Binary,
    ElementType::Bool,
    ElementType::Image,
    ElementType::Audio,
    ElementType::Video,
];

fn dialect() -> impl Strategy<Value = Dialect> {
    select(&[Dialect::Documented, Dialect::LegacyClients, Dialect::Clients][..])
}

/// Shapes of few elements, scalars and empty ones among them.
fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![4 => vec(0usize..3, 0..4), 1 => vec(1usize..2, 4..10)].prop_map(Shape::from)
}

/// Media formats that the dialect can hold.
fn format(dialect: Dialect) -> BoxedStrategy<Vec<u8>> {
    match dialect {
        Dialect::Clients => vec(0u8..128, 0..8).boxed(),
        _ => vec(0u8..128, 3).boxed(),
    }
}

fn element(element_type: ElementType, format: BoxedStrategy<Vec<u8>>) -> BoxedStrategy<Variable<'static>> {
    match element_type {
        ElementType::String => vec(any::<char>(), 0..6)
            .prop_map(|text| Variable::Text(text.into_iter().collect::<String>().into()))
            .boxed(),
        ElementType::Binary => vec(any::<u8>(), 0..10).prop_map(|bytes| Variable::Bytes(bytes.into())).boxed(),
        _ => (format, vec(any::<u8>(), 0..10))
            .prop_map(|(format, data)| Variable::Media { format: format.into(), data: data.into() })
            .boxed(),
    }
}

fn tensor_of(element_type: ElementType, shape: Shape, format: BoxedStrategy<Vec<u8>>) -> BoxedStrategy<Tensor> {
    let count = shape.element_count().unwrap_or_default();
    match element_type.size() {
        Some(size) => vec(any::<u8>(), count * size)
            .prop_map(move |mut bytes| {
                if element_type == ElementType::Bool {
                    bytes.iter_mut().for_each(|byte| *byte &= 1);
                }
                TensorRef::from_bytes(element_type, shape.clone(), &bytes, ByteOrder::Little)
                    .expect("bytes of this shape")
                    .to_tensor()
            })
            .boxed(),
        None => vec(element(element_type, format), count)
            .prop_map(move |elements| {
                Tensor::from_variables(element_type, shape.clone(), elements).expect("elements of this shape")
            })
            .boxed(),
    }
}

/// A tensor that the dialect can hold.
fn tensor(dialect: Dialect) -> impl Strategy<Value = Tensor> {
    (select(&TYPES[..]), shape())
        .prop_flat_map(move |(element_type, shape)| tensor_of(element_type, shape, format(dialect)))
}

/// A row of numbers or booleans whose length needs a varint of three bytes, or just not.
fn row() -> impl Strategy<Value = Tensor> {
    (select(&TYPES[..]), 250usize..260)
        .prop_filter("fixed-size elements", |(element_type, _)| element_type.size().is_some())
        .prop_flat_map(|(element_type, len)| tensor_of(element_type, len.into(), format(Dialect::Documented)))
}

fn tensor_in_dialect() -> impl Strategy<Value = (Options, Tensor)> {
    dialect().prop_flat_map(|dialect| (Just(Options::new().dialect(dialect)), tensor(dialect)))
}

fn record_in_dialect() -> impl Strategy<Value = (Options, Record)> {
    dialect().prop_flat_map(|dialect| {
        let tensors = vec(tensor(dialect), 0..4).prop_map(|tensors| {
            tensors.into_iter().enumerate().map(|(index, tensor)| (format!("name {index}"), tensor)).collect::<Record>()
        });
        (Just(Options::new().dialect(dialect)), tensors)
    })
}

/// Decodes within the promised memory: 8 KiB and 64 times the input, or 32 times if it is refused.
fn decode<T>(bytes: &[u8], call: impl FnOnce() -> Result<T, DecodeError>) -> Result<T, DecodeError> {
    let mut result = None;
    let peak = measure(|| result = Some(call())).bytes_max;
    let result = result.expect("called");
    let times = if result.is_ok() { 64 } else { 32 };
    assert!(
        peak <= 8192 + times * bytes.len() as u64,
        "{peak} bytes of heap for {} bytes: {}",
        bytes.len(),
        hex(bytes)
    );
    result
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compares every way of decoding with the elements of a tensor.
struct Agrees<'v, A> {
    bytes: &'v [u8],
    content: &'v Content<A>,
    borrowed: bool,
}

impl<A: Item> Visitor<A> for Agrees<'_, A> {
    fn visit<T: Observe<A>>(&mut self, way: Way, call: impl Fn() -> Result<(T, usize), DecodeError>) {
        match call() {
            Ok((value, len)) => {
                let got = value.observe().expect("readable elements");
                assert_eq!(difference(self.content, &got), None, "{way}");
                assert!(way.input != Input::Prefix || len == self.bytes.len(), "{way} took {len} bytes");
                self.borrowed |= way.needs_alignment;
            }
            Err(error) => assert!(way.cannot_borrow(&error), "{way}: {error}"),
        }
    }
}

fn all_ways_agree<A: Item>(tensor: &Tensor, bytes: &[u8], options: &Options) {
    let content: Content<A> = tensor.observe().expect("elements of this type");
    let mut extended = bytes.to_vec();
    extended.extend_from_slice(&[255, 0, 7]);
    // At one of these places the elements are aligned, so that each type is borrowed at least once.
    let mut borrowed = false;
    for shift in 0..8 {
        let mut shifted = vec![0; shift];
        shifted.extend_from_slice(bytes);
        let mut agrees = Agrees { bytes, content: &content, borrowed: false };
        visit_all(&shifted[shift..], &extended, options, &mut agrees);
        borrowed |= agrees.borrowed;
    }
    let is_native = |size: usize| size == 1 || cfg!(target_endian = "little");
    assert!(borrowed || !A::TYPE.size().is_some_and(is_native));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn borrowed_owned_streamed_and_first_of_many_agree(
        (options, tensor) in prop_oneof![4 => tensor_in_dialect(), 1 => (Just(Options::new()), row())],
    ) {
        let bytes = options.to_vec(&tensor).expect("encoded");
        let agree = match tensor.element_type() {
            ElementType::F32 => all_ways_agree::<f32>,
            ElementType::F64 => all_ways_agree::<f64>,
            ElementType::I8 => all_ways_agree::<i8>,
            ElementType::I16 => all_ways_agree::<i16>,
            ElementType::I32 => all_ways_agree::<i32>,
            ElementType::I64 => all_ways_agree::<i64>,
            ElementType::U8 => all_ways_agree::<u8>,
            ElementType::U16 => all_ways_agree::<u16>,
            ElementType::U32 => all_ways_agree::<u32>,
            ElementType::U64 => all_ways_agree::<u64>,
            ElementType::Bool => all_ways_agree::<bool>,
            ElementType::String => all_ways_agree::<String>,
            ElementType::Binary => all_ways_agree::<Binary>,
            ElementType::Image => all_ways_agree::<Image>,
            ElementType::Audio => all_ways_agree::<Audio>,
            ElementType::Video => all_ways_agree::<Video>,
            other => panic!("{other} is not in the format"),
        };
        agree(&tensor, &bytes, &options);
    }

    #[test]
    fn every_proper_prefix_of_a_tensor_is_rejected((options, tensor) in tensor_in_dialect()) {
        let bytes = options.to_vec(&tensor).expect("encoded");
        for end in 0..bytes.len() {
            let cut = &bytes[..end];
            let errors = [
                decode(cut, || options.from_slice::<TensorRef<'_>>(cut)).err(),
                decode(cut, || options.from_slice::<Tensor>(cut)).err(),
                decode(cut, || options.from_prefix::<Tensor>(cut)).err(),
                decode(cut, || options.from_reader::<Tensor, _>(cut)).err(),
            ];
            for error in errors {
                let error = error.expect("a prefix is no tensor");
                prop_assert_eq!(error.kind().name(), "truncated");
                prop_assert!(error.offset().is_some_and(|offset| offset <= end as u64));
            }
        }
    }

    #[test]
    fn every_proper_prefix_of_a_record_is_rejected((options, record) in record_in_dialect()) {
        let bytes = options.to_vec(&record).expect("encoded");
        prop_assert!(decode(&bytes, || options.from_slice::<Record>(&bytes)).expect("decoded") == record);
        prop_assert!(decode(&bytes, || options.from_reader::<Record, _>(&*bytes)).expect("decoded") == record);
        for end in 0..bytes.len() {
            let cut = &bytes[..end];
            prop_assert!(decode(cut, || options.from_slice::<RecordRef<'_>>(cut)).is_err());
            prop_assert!(decode(cut, || options.from_slice::<Record>(cut)).is_err());
            prop_assert!(decode(cut, || options.from_reader::<Record, _>(cut)).is_err());
        }
    }

    #[test]
    fn a_flipped_bit_is_refused_or_another_tensor((options, tensor) in tensor_in_dialect()) {
        for flipped in flips(&options.to_vec(&tensor).expect("encoded")) {
            let lent = decode(&flipped, || options.from_slice::<TensorRef<'_>>(&flipped));
            let owned = decode(&flipped, || options.from_slice::<Tensor>(&flipped));
            let streamed = decode(&flipped, || options.from_reader::<Tensor, _>(&*flipped));
            match (lent, owned, streamed) {
                (Ok(lent), Ok(owned), Ok(streamed)) => {
                    prop_assert_eq!(&options.to_vec(&lent).expect("encoded"), &flipped);
                    prop_assert_eq!(&options.to_vec(&owned).expect("encoded"), &flipped);
                    prop_assert_eq!(&options.to_vec(&streamed).expect("encoded"), &flipped);
                }
                (Err(lent), Err(owned), Err(_)) => {
                    prop_assert_eq!(lent.kind().name(), owned.kind().name());
                    prop_assert_eq!(lent.offset(), owned.offset());
                }
                _ => prop_assert!(false, "some ways accept {}", hex(&flipped)),
            }
        }
    }

    #[test]
    fn a_flipped_bit_of_a_record_returns((options, record) in record_in_dialect()) {
        for flipped in flips(&options.to_vec(&record).expect("encoded")) {
            let lent = decode(&flipped, || options.from_slice::<RecordRef<'_>>(&flipped));
            let owned = decode(&flipped, || options.from_slice::<Record>(&flipped));
            let streamed = decode(&flipped, || options.from_reader::<Record, _>(&*flipped));
            match (lent, owned, streamed) {
                (Ok(lent), Ok(owned), Ok(streamed)) => {
                    prop_assert!(lent == owned.as_ref() && owned == streamed);
                    let again = options.to_vec(&owned).expect("encoded");
                    prop_assert!(options.from_slice::<Record>(&again).expect("decoded") == owned);
                }
                (Err(_), Err(_), Err(_)) => {}
                _ => prop_assert!(false, "some ways accept {}", hex(&flipped)),
            }
        }
    }

    #[test]
    fn any_bytes_return(bytes in vec(prop_oneof![0u8..20, any::<u8>()], 0..64), dialect in dialect()) {
        let options = Options::new().dialect(dialect);
        let lenient = options.allow_any_true_byte(true).allow_non_ascii_format(true).allow_non_canonical_varint(true);
        if let Ok(tensor) = decode(&bytes, || options.from_slice::<Tensor>(&bytes)) {
            prop_assert_eq!(options.to_vec(&tensor).expect("encoded"), &*bytes);
        }
        if let Ok(tensor) = decode(&bytes, || lenient.from_slice::<Tensor>(&bytes)) {
            let again = lenient.to_vec(&tensor).expect("encoded");
            prop_assert!(lenient.from_slice::<Tensor>(&again).expect("decoded") == tensor);
        }
        let _ = decode(&bytes, || lenient.from_reader::<Tensor, _>(&*bytes));
        let _ = decode(&bytes, || lenient.from_slice::<Record>(&bytes));
    }

    /// Formats that the dialect may not hold, in the last tensor of a record, so that much is written before the fault.
    #[test]
    fn a_failed_encode_leaves_the_output_as_it_was(
        dialect in dialect(),
        formats in vec(vec(any::<u8>(), 0..6), 1..4),
        before in vec(any::<u8>(), 0..20),
    ) {
        let options = Options::new().dialect(dialect);
        let fits = formats.iter().all(|format| format.is_ascii() && (dialect == Dialect::Clients || format.len() == 3));
        let media = formats.iter().map(|format| Variable::Media { format: format.into(), data: (&[1, 2, 3][..]).into() });
        let tensor = Tensor::from_variables(ElementType::Image, [formats.len()], media).expect("a tensor");
        let first = Tensor::from_vec([2000], vec![0.5f64; 2000]).expect("a tensor");
        let record: Record = [("first".to_owned(), first), ("last".to_owned(), tensor)].into_iter().collect();

        let mut out = before.clone();
        let appended = options.append(&record, &mut out);
        let mut written = Vec::new();
        let wrote = options.to_writer(&mut written, &record);
        prop_assert_eq!(appended.is_ok(), fits);
        prop_assert_eq!(wrote.is_ok(), fits);
        prop_assert_eq!(options.encoded_len(&record).is_ok(), fits);
        prop_assert_eq!(options.to_slices(&record).is_ok(), fits);
        match appended {
            Ok(()) => prop_assert_eq!(&out[before.len()..], &*written),
            Err(error) => {
                prop_assert_eq!(error.kind().name(), "invalid_media_format");
                prop_assert_eq!(error.parameter(), Some("last"));
                prop_assert_eq!(&out, &before);
                prop_assert!(written.is_empty());
            }
        }
    }
}
