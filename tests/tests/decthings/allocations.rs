//! How many allocations each operation makes. Each count is of this thread alone.

use std::{borrow::Cow, sync::Arc};

use allocation_counter::measure;
use ndarray::{Array, Array2, Array3, ArrayView2, ArrayView3, IxDyn};
use tensor_format::{
    Batch, Binary, BinaryRef, Decode, Element, Encode, ErrorKind, Image, ImageRef, Many, Record, Tensor, TensorRef,
    View,
    decthings::{self, Dialect, Options},
};
use tensor_format_tests::allocations;

const DIALECTS: [Dialect; 3] = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];

/// Encodes into a buffer that has room.
#[track_caller]
fn encodes_without_allocation<T: Encode + ?Sized>(value: &T) {
    for dialect in DIALECTS {
        let options = Options::new().dialect(dialect);
        let mut buffer = options.to_vec(value).expect("encoded");
        let once = buffer.clone();
        buffer.clear();
        let counted = allocations(|| options.append(value, &mut buffer));
        assert_eq!((counted, &buffer), (0, &once), "append, {dialect:?}");
        assert_eq!(allocations(|| options.encoded_len(value)), 0, "encoded_len, {dialect:?}");
        assert_eq!(allocations(|| options.to_vec(value)), 1, "to_vec, {dialect:?}");
    }
}

#[test]
fn the_counter_counts() {
    // What is not looked at is not allocated in an optimised program.
    assert_eq!(allocations(|| std::hint::black_box(vec![1u8; 10])), 1);
    assert_eq!(allocations(Vec::<u8>::new), 0);
}

/// A buffer that is made for a value has its size; one that gathers many grows by a factor, or the last would be moved as
/// often as there are values.
#[test]
fn gathering_many_values_in_one_buffer() {
    fn gathers<T: Encode>(value: &T) {
        for dialect in DIALECTS {
            for align in [1, 64] {
                let options = Options::new().dialect(dialect).align(align);
                let one = options.to_vec(value).expect("encoded");
                assert_eq!(one.capacity(), one.len());
                let mut buffer = Vec::new();
                let measured = measure(|| (0..5000).for_each(|_| options.append(value, &mut buffer).expect("encoded")));
                assert_eq!(buffer, one.repeat(5000));
                // Where padding goes is planned anew for each value.
                assert!(align > 1 || measured.bytes_total < 6 * buffer.len() as u64, "{}", measured.bytes_total);
                let mut buffer = Vec::with_capacity(1);
                options.append(value, &mut buffer).expect("encoded");
                assert_eq!(buffer.capacity(), one.len());
            }
        }
    }
    gathers(&vec!["a text", "and another"]);
    gathers(&vec![1.0f32; 10]);
    gathers(&Boxes { boxes: vec![[1.0; 4]; 3], title: Some("title".to_owned()) });
    gathers(&Tensor::from(vec![1u16; 10]));
}

#[test]
fn encoding_into_a_reused_buffer() {
    encodes_without_allocation(&1.5f32);
    encodes_without_allocation(&[[1.0f32; 4]; 3]);
    encodes_without_allocation(&vec![1.0f32; 1000]);
    encodes_without_allocation(&vec![[true, false]; 1000]);
    encodes_without_allocation("text");
    encodes_without_allocation(&vec!["text"; 1000]);
    encodes_without_allocation(&vec![BinaryRef(b"bytes"); 10]);
    encodes_without_allocation(&ImageRef::new("png", b"pixels"));
    let array = Array2::<f64>::ones((30, 40));
    encodes_without_allocation(&array);
    encodes_without_allocation(&array.t());
    encodes_without_allocation(&array.view().into_dyn());
    let tensor = Tensor::from_vec([10, 100], vec![7u16; 1000]).expect("a tensor");
    encodes_without_allocation(&tensor);
    encodes_without_allocation(&tensor.as_ref());
    encodes_without_allocation(&Tensor::from_strings([2], ["hello", ", world!"]).expect("a tensor"));
}

/// The bytes of a value, placed so that its last `elements` bytes lie at a multiple of 8.
struct Aligned {
    words: Vec<u64>,
    start: usize,
    len: usize,
}

impl Aligned {
    fn new(value: &(impl Encode + ?Sized), elements: usize) -> Self {
        let bytes = decthings::to_vec(value).expect("encoded");
        let header = bytes.len() - elements;
        let start = header.next_multiple_of(8) - header;
        let mut padded = vec![0; start];
        padded.extend_from_slice(&bytes);
        padded.resize(padded.len().next_multiple_of(8), 0);
        let words = padded.chunks_exact(8).map(|word| u64::from_ne_bytes(word.try_into().expect("8 bytes"))).collect();
        Self { words, start, len: bytes.len() }
    }

    fn bytes(&self) -> &[u8] {
        &u64::as_bytes(&self.words)[self.start..self.start + self.len]
    }
}

/// Decodes without allocation, and gives the value.
#[track_caller]
fn borrows<'de, T: Decode<'de>>(bytes: &'de [u8]) -> T {
    let mut result = None;
    let counted = measure(|| result = Some(decthings::from_slice(bytes))).count_total;
    assert_eq!(counted, 0);
    result.expect("called").expect("decoded")
}

#[cfg(target_endian = "little")]
#[test]
fn borrowed_decoding() {
    let numbers: Vec<f32> = (0u8..=255).map(f32::from).collect();
    let vector = Aligned::new(&numbers, 1024);
    assert_eq!(borrows::<&[f32]>(vector.bytes()), numbers);
    assert_eq!(borrows::<View<'_, f32>>(vector.bytes()).to_vec(), numbers);
    assert!(matches!(borrows::<Cow<'_, [f32]>>(vector.bytes()), Cow::Borrowed(lent) if lent == numbers));
    assert_eq!(borrows::<TensorRef<'_>>(vector.bytes()).shape(), &[256]);

    // A view at any alignment.
    let bytes = decthings::to_vec(&numbers).expect("encoded");
    for shift in 0..8 {
        let mut shifted = vec![0; shift];
        shifted.extend_from_slice(&bytes);
        assert_eq!(borrows::<View<'_, f32>>(&shifted[shift..]).to_vec(), numbers);
    }

    let array = Array3::from_shape_vec((4, 8, 8), numbers.clone()).expect("a shape");
    let array_bytes = Aligned::new(&array, 1024);
    assert_eq!(borrows::<ArrayView3<'_, f32>>(array_bytes.bytes()), array);
    assert_eq!(borrows::<ArrayView2<'_, [f32; 8]>>(array_bytes.bytes()).dim(), (4, 8));

    for rank in 0..=6 {
        let tensor = Tensor::from_vec(vec![1; rank], vec![1u8]).expect("a tensor");
        let bytes = decthings::to_vec(&tensor).expect("encoded");
        assert_eq!(borrows::<TensorRef<'_>>(&bytes), tensor.as_ref());
    }

    let text = decthings::to_vec("text").expect("encoded");
    assert_eq!(borrows::<&str>(&text), "text");
    let texts = decthings::to_vec(&["a", "bc"]).expect("encoded");
    assert_eq!(borrows::<[&str; 2]>(&texts), ["a", "bc"]);
    assert_eq!(borrows::<TensorRef<'_>>(&texts).strings().expect("strings").collect::<String>(), "abc");
    let image = decthings::to_vec(&ImageRef::new("png", b"pixels")).expect("encoded");
    assert_eq!(borrows::<ImageRef<'_>>(&image).data(), b"pixels");
    let binary = decthings::to_vec(&BinaryRef(b"bytes")).expect("encoded");
    assert_eq!(borrows::<BinaryRef<'_>>(&binary).0, b"bytes");
    let fixed = decthings::to_vec(&[[1.0f64; 4]; 4]).expect("encoded");
    assert_eq!(borrows::<[[f64; 4]; 4]>(&fixed), [[1.0; 4]; 4]);
}

#[derive(tensor_format::Tensor)]
struct Two {
    first: Vec<f32>,
    second: Vec<f32>,
}

#[cfg(target_endian = "little")]
#[test]
fn pieces_of_a_contiguous_tensor() {
    let numbers = vec![1.0f32; 100_000];
    let array = Array2::<f64>::ones((300, 400));
    let tensor = Tensor::from_vec([100, 100], vec![7u16; 10_000]).expect("a tensor");
    for dialect in DIALECTS {
        let options = Options::new().dialect(dialect);
        assert_eq!(allocations(|| options.to_slices(&numbers)), 0);
        assert_eq!(allocations(|| options.to_slices(&array)), 0);
        assert_eq!(allocations(|| options.to_slices(&tensor)), 0);
        assert_eq!(allocations(|| options.to_slices(&tensor.as_ref()).map(|parts| parts.len())), 0);
    }
    let parts = decthings::to_slices(&numbers).expect("encoded");
    assert_eq!(parts.iter().count(), 2);
    assert_eq!(allocations(|| parts.io_slices()), 1);

    // Several tensors: the pieces that follow the first two lie elsewhere, what is copied beside a list of what is lent.
    let two = Two { first: numbers.clone(), second: numbers.clone() };
    assert_eq!(allocations(|| decthings::to_slices(&two)), 2);
    assert_eq!(decthings::to_slices(&two).expect("encoded").iter().count(), 4);
}

#[test]
fn pieces_of_elements_of_variable_size() {
    let data = vec![7; 100];
    let text = "x".repeat(100);
    for count in [2, 3, 64, 1000] {
        let images = vec![ImageRef::new("png", &data); count];
        let binaries = vec![BinaryRef(&data); count];
        let texts = vec![&*text; count];
        for dialect in DIALECTS {
            let options = Options::new().dialect(dialect);
            assert_eq!(allocations(|| options.to_slices(&images)), 2, "{count} images, {dialect:?}");
            assert_eq!(allocations(|| options.to_slices(&binaries)), 2, "{count} binaries, {dialect:?}");
            assert_eq!(allocations(|| options.to_slices(&texts)), 2, "{count} strings, {dialect:?}");
        }
        let parts = decthings::to_slices(&images).expect("encoded");
        assert_eq!(parts.iter().count(), 2 * count);
        assert_eq!(parts.to_vec(), decthings::to_vec(&images).expect("encoded"));
    }
    let image = ImageRef::new("png", &data);
    assert_eq!(allocations(|| decthings::to_slices(&image)), 0);
    // Short ones are one piece.
    let short = vec!["short"; 1000];
    assert_eq!(decthings::to_slices(&short).expect("encoded").iter().count(), 1);
}

/// Decodes again and again into one value: only the first time may allocate.
#[track_caller]
fn reuses<T: for<'de> Decode<'de> + Encode>(mut value: T, messages: &[Vec<u8>]) {
    for message in messages {
        decthings::decode_into(message, &mut value).expect("decoded");
    }
    for message in messages {
        let counted = allocations(|| decthings::decode_into(message, &mut value));
        assert_eq!(counted, 0);
        assert_eq!(&decthings::to_vec(&value).expect("encoded"), message);
    }
}

#[test]
fn decoding_into_a_value_that_is_there() {
    let message = |value: &dyn Fn(usize) -> Vec<u8>| [1000, 10, 1000, 0].map(value).to_vec();
    let rows = message(&|len| decthings::to_vec(&vec![[1.5f32; 4]; len]).expect("encoded"));
    reuses(Vec::<[f32; 4]>::new(), &rows);
    reuses(Array2::<f32>::zeros((0, 0)), &rows);
    reuses(Array::<f32, _>::zeros(IxDyn(&[0, 0])), &rows);
    reuses(Tensor::from_vec([0], Vec::<u8>::new()).expect("a tensor"), &rows);
    let flags = message(&|len| decthings::to_vec(&vec![true; len]).expect("encoded"));
    reuses(Vec::<bool>::new(), &flags);
    reuses(Tensor::from_vec([0], Vec::<u8>::new()).expect("a tensor"), &flags);
    let texts = message(&|len| decthings::to_vec(&vec!["text"; len]).expect("encoded"));
    reuses(Tensor::from_vec([0], Vec::<u8>::new()).expect("a tensor"), &texts);
    let text = message(&|len| decthings::to_vec(&"x".repeat(len)).expect("encoded"));
    reuses(String::new(), &text);
    let image = message(&|len| decthings::to_vec(&ImageRef::new("png", &vec![1; len])).expect("encoded"));
    reuses(Image::new("", []), &image);
    let binary = message(&|len| decthings::to_vec(&BinaryRef(&vec![1; len])).expect("encoded"));
    reuses(Binary::default(), &binary);
    reuses(Box::new(Binary::default()), &binary);
    reuses(Arc::new(Binary::default()), &binary);

    // Lists keep the memory of their items as long as they have as many.
    let pair = message(&|len| decthings::to_vec(&["x".repeat(len), "y".repeat(len)]).expect("encoded"));
    reuses([String::new(), String::new()], &pair);
    let items = |encode: &dyn Fn(usize) -> Vec<u8>| [100, 10, 1000].map(encode).to_vec();
    let texts = items(&|len| decthings::to_vec(&vec!["x".repeat(len); 5]).expect("encoded"));
    reuses(Vec::<String>::new(), &texts);
    let images = items(&|len| decthings::to_vec(&vec![ImageRef::new("png", &vec![1; len]); 5]).expect("encoded"));
    reuses(Vec::<Image>::new(), &images);
    reuses(Array::<Image, _>::from_shape_vec(IxDyn(&[0]), vec![]).expect("a shape"), &images);
    let rows = items(&|len| decthings::to_vec(&vec![[1.5f32; 4]; len]).expect("encoded"));
    reuses(Batch::<Vec<f32>>::default(), &rows[..1]);
    reuses(Batch::<Tensor>::default(), &rows[..1]);

    // Numbers off their boundary are copied: these begin at the fourth byte.
    let odd = decthings::to_vec(&vec![1.5f32; 100]).expect("encoded");
    let mut lent: Cow<'_, [f32]> = Cow::Owned(vec![0.0; 100]);
    for _ in 0..2 {
        assert_eq!(allocations(|| decthings::decode_into(&odd, &mut lent)), 0);
        assert!(matches!(&lent, Cow::Owned(numbers) if *numbers == [1.5; 100]));
    }
}

#[derive(tensor_format::Tensor)]
enum Content {
    Picture(Image),
    Text(String),
}

#[derive(tensor_format::Tensor)]
struct Boxes {
    boxes: Vec<[f32; 4]>,
    title: Option<String>,
}

#[derive(tensor_format::Tensor)]
struct Frame {
    time: f64,
    #[tensor(shape = [h, w, 3])]
    pixels: Array3<u8>,
    #[tensor(shape = [h, w])]
    mask: Array2<bool>,
    samples: Vec<f32>,
    name: String,
    picture: Image,
    content: Content,
    note: Option<String>,
    crops: Many<Vec<u8>>,
    #[tensor(default)]
    counts: Vec<i64>,
    any: Tensor,
    #[tensor(flatten)]
    boxes: Boxes,
}

impl Frame {
    fn of(len: usize) -> Self {
        Self {
            time: 0.5,
            pixels: Array3::zeros((len, 4, 3)),
            mask: Array2::default((len, 4)),
            samples: vec![1.0; len],
            name: "n".repeat(len),
            picture: Image::new("png", vec![1; len]),
            content: Content::Picture(Image::new("jpg", vec![1; len])),
            note: Some("note".repeat(len)),
            crops: vec![vec![1; len]].into(),
            counts: vec![1; len],
            any: vec![1u16; len].into(),
            boxes: Boxes { boxes: vec![[1.0; 4]; len], title: Some("title".repeat(len)) },
        }
    }
}

#[test]
fn decoding_into_a_record_that_is_there() {
    let messages: Vec<Vec<u8>> =
        [100, 10, 1000, 0].map(|len| decthings::to_vec(&Frame::of(len)).expect("encoded")).to_vec();
    reuses(Frame::of(0), &messages);
    reuses(Record::new(), &messages);
    let batch = |len| Batch((0..5).map(|_| Boxes { boxes: vec![[1.0; 4]; len], title: None }).collect());
    reuses(Batch::<Boxes>(vec![]), &[decthings::to_vec(&batch(100)).expect("encoded")]);
}

/// Parameters that lie in another order than they were declared in are found by their names.
#[test]
fn decoding_into_a_record_by_names() {
    #[derive(tensor_format::Tensor)]
    struct Turned {
        boxes: Vec<[f32; 4]>,
        crop: Vec<u8>,
        samples: Vec<f32>,
        name: String,
    }
    #[derive(tensor_format::Tensor)]
    struct Straight {
        name: String,
        samples: Vec<f32>,
        crop: Many<Vec<u8>>,
        boxes: Vec<[f32; 4]>,
    }
    let message = |len: usize| {
        let (name, samples) = ("n".repeat(len), vec![1.0; len]);
        decthings::to_vec(&Turned { boxes: vec![[1.0; 4]; len], crop: vec![1; len], samples, name }).expect("encoded")
    };
    let mut value = Straight { name: String::new(), samples: vec![], crop: vec![].into(), boxes: vec![] };
    for len in [1000, 10, 0] {
        let bytes = message(len);
        let counted = allocations(|| decthings::decode_into(&bytes, &mut value));
        assert!(counted == 0 || len == 1000, "{len}: {counted}");
        assert_eq!((value.name.len(), value.crop[0].len(), value.boxes.len()), (len, len, len));
    }
}

/// What a header says is not believed: nothing is reserved for it beyond what is there, nor for what is there already.
#[test]
fn headers_that_promise_too_much() {
    fn refuse<T: for<'de> Decode<'de>>(bytes: &[u8], mut value: T) {
        let measured = measure(|| {
            decthings::decode_into(bytes, &mut value).expect_err("too short");
            Options::new().read_into(bytes, &mut value).expect_err("too short");
        });
        assert!(measured.bytes_max < 16 * 1024, "{}", measured.bytes_max);
    }
    // Within the limits, and beyond them.
    let within = [16, 22].map(|bits| [&[254][..], &(1u32 << bits).to_be_bytes()].concat());
    let beyond = [&[255][..], &(1u64 << 40).to_be_bytes()].concat();
    for promised in within.iter().chain([&beyond]) {
        let huge = |sample: &[u8]| [&[sample[0], 1][..], promised, &[1, 0, 0, 0]].concat();
        let numbers = huge(&decthings::to_vec(&1.5f32).expect("encoded"));
        refuse(&numbers, vec![1.0f32; 4]);
        refuse(&numbers, Array::<f32, _>::zeros(IxDyn(&[2])));
        refuse(&numbers, Tensor::from(vec![1u8]));
        refuse(&numbers, Batch::<f32>::default());
        let texts = huge(&decthings::to_vec("text").expect("encoded"));
        refuse(&texts, vec!["text".to_owned()]);
        refuse(&texts, Batch::<String>::default());
        let images = huge(&decthings::to_vec(&ImageRef::new("png", b"pixels")).expect("encoded"));
        refuse(&images, vec![Image::new("png", [1; 10])]);
        let names = decthings::to_vec(&["boxes"]).expect("encoded");
        refuse(&[names, numbers].concat(), Boxes { boxes: vec![], title: None });
    }
}

/// A stream of numbers goes straight into the memory that is there.
#[test]
fn sequences_of_a_stream() {
    let bytes = decthings::to_vec(&vec![1.5f32; 10_000]).expect("encoded").repeat(4);
    let mut sequence = Options::new().sequence_from_reader::<Vec<f32>, _>(&*bytes);
    let mut value = Vec::new();
    let first = allocations(|| sequence.next_into(&mut value));
    assert!(first > 0);
    for _ in 1..4 {
        assert_eq!(allocations(|| sequence.next_into(&mut value)), 0);
        assert_eq!(value.len(), 10_000);
    }
    let mut sequence = tensor_format::sequence::<Vec<f32>>(&bytes);
    for _ in 0..4 {
        assert_eq!(allocations(|| sequence.next_into(&mut value)), 0);
    }
}

/// An empty string is one byte in a stream and a whole `String` in memory, whoever sends it. What is held while a stream
/// is read is that, and as much again while the vector grows, for each byte that has arrived: nothing by the header's
/// word, and nothing after the refusal.
#[test]
fn a_refused_stream_of_very_many_short_strings() {
    const STRINGS: usize = 100_000;
    let mut bytes = vec![11, 1, 254];
    bytes.extend((u32::MAX / 32).to_be_bytes());
    let header = bytes.len();
    bytes.resize(header + STRINGS, 0);
    let grown = STRINGS.next_power_of_two() * size_of::<String>();
    let measured = measure(|| {
        let refused = decthings::from_reader::<Vec<String>, _>(&*bytes).expect_err("the stream is too short");
        assert!(matches!(refused.kind(), ErrorKind::UnexpectedEnd { .. }), "{refused}");
        drop(refused);
    });
    assert!(measured.bytes_max <= (grown + grown / 2 + 16 * 1024) as u64, "{}", measured.bytes_max);
    assert_eq!(measured.bytes_current, 0);

    // A limit on the elements refuses the header, before any of them is read.
    let limited = Options::new().max_elements(STRINGS);
    let measured = measure(|| drop(limited.from_reader::<Vec<String>, _>(&*bytes)));
    assert!(measured.bytes_max <= 8 * 1024, "{}", measured.bytes_max);
}

/// A text that is longer by a byte each time it is written.
struct Growing {
    text: String,
    len: std::cell::Cell<usize>,
}

impl tensor_format::HasRules for Growing {
    const RULES: tensor_format::Rules<'static> = String::RULES;
}

impl tensor_format::Encode for Growing {
    fn encode<'a, S: tensor_format::codec::Sink<'a>>(&'a self, sink: &mut S) -> Result<(), tensor_format::EncodeError> {
        sink.tensor(tensor_format::ElementType::String, &[], &self)
    }
}

impl<'a> tensor_format::codec::Payload<'a> for &'a Growing {
    fn write<W: tensor_format::codec::ElementSink<'a>>(&self, out: &mut W) -> Result<(), tensor_format::EncodeError> {
        let len = self.len.get();
        self.len.set(len + 1);
        out.texts([&self.text[..len]].into_iter())
    }
}

#[test]
fn a_value_that_grows_while_it_is_written_is_an_error() {
    for (len, capacity) in [(600, 0), (600, 100), (10, 0), (10, 100)] {
        let growing = Growing { text: "a".repeat(700), len: len.into() };
        let mut out = Vec::with_capacity(capacity);
        out.push(7);
        let appended = decthings::append(&growing, &mut out);
        // What has room, or is short, is written at once.
        if len == 10 {
            appended.expect("a message");
            assert_eq!(out.len(), 1 + 2 + 1 + 10);
            continue;
        }
        let error = appended.expect_err("more bytes than were counted").to_string();
        assert!(error.ends_with("the value wrote more bytes than when they were counted"), "{error}");
        assert_eq!(out, [7]);
    }
}
