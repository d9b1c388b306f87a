//! Reading into values that are there: what comes out is what `from_slice` gives, whatever was there before.

use std::collections::BTreeMap;

use ndarray::{Array2, Array3, ArrayD};
use proptest::{collection::vec, prelude::*};
use tensor_format::{
    Audio, Batch, Binary, ErrorKind, Image, Many, Record, Tensor,
    decthings::{self, Dialect, Options},
    to_vec,
};
use tensor_format_tests::reversed;

use super::{Tenths, same_value::agrees, tenths};

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Name(String);

#[derive(Tensor, Clone, Debug, PartialEq)]
enum Content {
    Picture(Image),
    Sound(Audio),
    Text(String),
}

#[derive(Tensor, Clone, Debug, PartialEq)]
enum Class {
    Cat,
    Dog,
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Found {
    boxes: Vec<[f32; 4]>,
    title: Option<String>,
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Frame {
    time: f64,
    #[tensor(shape = [h, w, 3])]
    pixels: Array3<u8>,
    #[tensor(shape = [h, w])]
    mask: Array2<bool>,
    open: ArrayD<i32>,
    samples: Vec<f32>,
    name: String,
    names: Vec<Name>,
    texts: Vec<String>,
    pair: [String; 2],
    picture: Image,
    pictures: Vec<Image>,
    raw: Binary,
    #[tensor(flatten)]
    found: Found,
    note: Option<String>,
    crops: Many<Vec<u8>>,
    #[tensor(default = 0.5)]
    gain: f32,
    #[tensor(default)]
    comment: String,
    #[tensor(default = vec![1, 2])]
    counts: Vec<i64>,
    any: Tensor,
    rows: Batch<Vec<i16>>,
    boxed: Box<Array2<u64>>,
    content: Content,
    class: Class,
    #[tensor(with = tenths)]
    tenths: Tenths,
    #[tensor(with = tenths)]
    more: Many<Tenths>,
    #[tensor(skip)]
    skipped: u32,
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    vec("[a-zé]{0,4}", 0..4)
}

fn contents() -> impl Strategy<Value = Content> {
    prop_oneof![
        vec(any::<u8>(), 0..5).prop_map(|data| Content::Picture(Image::new("png", data))),
        vec(any::<u8>(), 0..5).prop_map(|data| Content::Sound(Audio::new("wav", data))),
        "[a-z]{0,4}".prop_map(Content::Text),
    ]
}

fn frames() -> impl Strategy<Value = Frame> {
    let sizes = (0usize..3, 0usize..3, 0usize..4, 0usize..4, any::<u8>(), any::<bool>());
    let words = (texts(), texts(), texts(), proptest::option::of("[a-z]{0,4}"));
    (sizes, words, contents(), proptest::option::of("[a-z]{0,4}")).prop_map(
        |((h, w, n, m, seed, flag), (names, words, more, title), content, note)| Frame {
            time: f64::from(seed),
            pixels: Array3::from_elem((h, w, 3), seed),
            mask: Array2::from_elem((h, w), flag),
            open: ArrayD::from_elem(vec![n; m], i32::from(seed)),
            samples: vec![f32::from(seed); n],
            name: more.concat(),
            names: names.into_iter().map(Name).collect(),
            texts: words.clone(),
            pair: [more.concat(), words.concat()],
            picture: Image::new("jpg", vec![seed; n]),
            pictures: vec![Image::new("gif", vec![seed; m]); n],
            raw: Binary(vec![seed; m]),
            found: Found { boxes: vec![[f32::from(seed); 4]; m], title },
            crops: (0..m).map(|len| vec![seed; len]).collect(),
            gain: f32::from(seed),
            comment: note.clone().unwrap_or_default(),
            note,
            counts: vec![i64::from(seed); n],
            any: if flag {
                Tensor::from(vec![seed; n])
            } else {
                Tensor::from_strings([words.len()], &words).expect("a tensor")
            },
            rows: Batch(vec![vec![i16::from(seed); m]; n]),
            boxed: Box::new(Array2::from_elem((m, n), u64::from(seed))),
            content,
            class: if flag { Class::Cat } else { Class::Dog },
            tenths: Tenths(u16::from(seed)),
            more: vec![Tenths(u16::from(seed)); m].into(),
            skipped: 0,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn records_become_what_was_sent(there in frames(), sent in frames(), skipped in 0u32..3) {
        let there = Frame { skipped, ..there };
        let bytes = to_vec(&sent).expect("encoded");
        agrees(&Options::new(), &bytes, there.clone());
        agrees(&Options::new(), &reversed(&bytes), there.clone());
        agrees(&Options::new(), &Options::new().align(64).to_vec(&sent).expect("encoded"), there.clone());
        let clients = Options::new().dialect(Dialect::Clients);
        agrees(&clients, &clients.to_vec(&sent).expect("encoded"), there.clone());

        // Without the parameters that may be absent, and then without others.
        let record: Record = tensor_format::from_slice(&bytes).expect("a record");
        for absent in ["gain", "comment", "counts", "title", "note", "time", "boxes"] {
            let rest = record.iter().filter(|(name, _)| *name != absent);
            let rest: Record = rest.map(|(name, tensor)| (name.to_owned(), tensor.clone())).collect();
            agrees(&Options::new(), &to_vec(&rest).expect("encoded"), there.clone());
        }
    }

    #[test]
    fn damaged_records_are_refused_in_the_same_words(
        there in frames(), sent in frames(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>(),
    ) {
        let mut bytes = to_vec(&sent).expect("encoded");
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        // A converted value is judged where it stands, and not after all others have been read.
        prop_assume!(tensor_format::from_slice::<Frame>(&bytes).err().is_none_or(|error| !error.to_string().contains("zero")));
        agrees(&Options::new(), &bytes, there);
    }

    #[test]
    fn single_tensors_become_what_was_sent(there in frames(), sent in frames()) {
        macro_rules! each {
            ($($field:ident),* $(,)?) => { $(
                agrees(&Options::new(), &to_vec(&sent.$field).expect("encoded"), there.$field.clone());
            )* };
        }
        each!(
            time, pixels, mask, open, samples, name, names, texts, pair, picture, pictures, raw, found, gain, any, rows, boxed,
            content, class,
        );
        let record = |frame: &Frame| tensor_format::from_slice::<Record>(&to_vec(frame).expect("encoded")).expect("a record");
        agrees(&Options::new(), &to_vec(&sent).expect("encoded"), record(&there));
        agrees(&Options::new(), &to_vec(&sent.found).expect("encoded"), record(&there));
        let batch = |frame: &Frame| Batch(vec![frame.found.clone(); frame.rows.len()]);
        agrees(&Options::new(), &to_vec(&batch(&sent)).expect("encoded"), batch(&there));
        let map = |frame: &Frame| -> BTreeMap<String, [u8; 2]> {
            frame.texts.iter().map(|text| (text.clone(), [frame.time as u8; 2])).collect()
        };
        agrees(&Options::new(), &to_vec(&map(&sent)).expect("encoded"), map(&there));
    }
}

#[test]
fn fields_that_are_not_sent_get_their_defaults() {
    #[derive(Tensor, Debug, PartialEq)]
    #[tensor(transparent)]
    struct Samples {
        samples: Vec<f32>,
        #[tensor(skip)]
        cache: Vec<u8>,
    }

    #[derive(Tensor, Debug, PartialEq)]
    struct Recording {
        samples: Vec<f32>,
        #[tensor(skip)]
        cache: Vec<u8>,
        #[tensor(metadata)]
        place: Option<String>,
    }

    let mut samples = Samples { samples: vec![1.0], cache: vec![1] };
    let bytes = to_vec(&samples).unwrap();
    decthings::decode_into(&bytes, &mut samples).unwrap();
    assert_eq!(samples, Samples { samples: vec![1.0], cache: vec![] });

    // This format has no place for metadata.
    let mut recording = Recording { samples: vec![1.0], cache: vec![1], place: Some("here".into()) };
    let bytes = to_vec(&Recording { samples: vec![2.0], cache: vec![], place: None }).unwrap();
    decthings::decode_into(&bytes, &mut recording).unwrap();
    assert_eq!(recording, Recording { samples: vec![2.0], cache: vec![], place: None });
}

/// What is said of the value after an error: it is whole, and may be of two messages.
#[test]
fn after_an_error_the_value_is_some_value() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Two {
        first: Vec<u8>,
        second: Vec<bool>,
    }
    let mut bytes = to_vec(&Two { first: vec![7; 3], second: vec![true; 3] }).unwrap();
    *bytes.last_mut().unwrap() = 2;
    let mut value = Two { first: vec![1], second: vec![true] };
    let error = decthings::decode_into(&bytes, &mut value).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidBoolean(2)), "{error}");
    assert_eq!(error.parameter(), Some("second"));
    assert_eq!(value.first, [7; 3]);
    assert!(to_vec(&value).is_ok());

    let mut tensor = Tensor::from(vec![1u8]);
    decthings::decode_into(b"\x07\x01\x05\x01", &mut tensor).unwrap_err();
    assert_eq!(tensor, Tensor::default());
    decthings::decode_into(&to_vec(&[1u8, 2]).unwrap(), &mut tensor).unwrap();
    assert_eq!(tensor.as_ref().as_slice::<u8>().unwrap(), [1, 2]);
}

#[test]
fn a_parameter_that_stands_twice_is_refused() {
    #[derive(Tensor, Debug)]
    struct One {
        a: Vec<u8>,
    }
    let names = to_vec(&["a", "a"]).unwrap();
    let bytes = [names, to_vec(&[1u8]).unwrap(), to_vec(&[2u8]).unwrap()].concat();
    let error = decthings::decode_into(&bytes, &mut One { a: vec![] }).unwrap_err();
    assert_eq!(error.to_string(), tensor_format::from_slice::<One>(&bytes).unwrap_err().to_string());

    // A record takes names that stand one after another, and no others.
    let tensors = to_vec(&[1u8]).unwrap().repeat(3);
    let mut record = Record::new();
    for (names, is_taken) in [(["a", "a", "b"], true), (["a", "b", "a"], false)] {
        let bytes = [to_vec(&names).unwrap(), tensors.clone()].concat();
        agrees(&Options::new(), &bytes, record.clone());
        let read = decthings::decode_into(&bytes, &mut record);
        assert_eq!(read.is_ok(), is_taken);
        assert!(read.err().is_none_or(|error| matches!(error.kind(), ErrorKind::DuplicateParam)));
    }
}

#[test]
fn sequences_are_read_into_one_value() {
    let frames: Vec<Found> =
        (0u8..4).map(|len| Found { boxes: vec![[f32::from(len); 4]; len.into()], title: None }).collect();
    let bytes: Vec<u8> = frames.iter().flat_map(|frame| to_vec(frame).unwrap()).collect();
    let mut value = Found { boxes: vec![], title: Some("there".into()) };
    let (mut memory, mut stream) =
        (tensor_format::sequence(&bytes), Options::new().sequence_from_reader::<Found, _>(&*bytes));
    for frame in &frames {
        memory.next_into(&mut value).unwrap().unwrap();
        assert_eq!(value, *frame);
        value.boxes.push([9.0; 4]);
        stream.next_into(&mut value).unwrap().unwrap();
        assert_eq!(value, *frame);
    }
    assert!(memory.next_into(&mut value).is_none() && stream.next_into(&mut value).is_none());

    // An error says in which value and where, and ends the sequence.
    let short = &bytes[..bytes.len() - 1];
    let last = tensor_format::sequence::<Found>(short).last().unwrap().unwrap_err().to_string();
    let mut sequence = tensor_format::sequence::<Found>(short);
    let errors: Vec<String> = std::iter::from_fn(|| sequence.next_into(&mut value))
        .filter_map(Result::err)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, [last]);
    let mut stream = Options::new().sequence_from_reader::<Found, _>(short);
    let errors = std::iter::from_fn(|| stream.next_into(&mut value)).filter_map(Result::err).count();
    assert_eq!(errors, 1);
}

#[test]
fn a_sequence_knows_where_its_last_whole_value_ends() {
    let frames: Vec<Found> = (0u8..4)
        .map(|len| Found { boxes: vec![[f32::from(len); 4]; len.into()], title: (len > 1).then(|| "title".into()) })
        .collect();
    let mut bytes = Vec::new();
    let mut ends = vec![0];
    for frame in &frames {
        tensor_format::append(frame, &mut bytes).unwrap();
        ends.push(bytes.len());
    }
    for cut in 0..=bytes.len() {
        let whole = ends.iter().rposition(|end| *end <= cut).unwrap();
        let mut memory = tensor_format::sequence::<Found>(&bytes[..cut]);
        let mut stream = Options::new().sequence_from_reader::<Found, _>(&bytes[..cut]);
        for _ in 0..whole {
            let before = memory.offset();
            assert_eq!(memory.next().unwrap().unwrap(), stream.next().unwrap().unwrap());
            assert!(memory.offset() > before && memory.offset() == stream.offset());
        }
        // Neither the error nor what comes after it moves the end.
        for _ in 0..3 {
            assert_eq!((memory.offset(), stream.offset()), (ends[whole] as u64, ends[whole] as u64));
            let errors = [memory.next().and_then(Result::err), stream.next().and_then(Result::err)];
            for error in errors.into_iter().flatten() {
                assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }), "{error}");
            }
        }
    }
}

/// What a box holds is read in its place, and not into another box.
#[test]
fn what_a_box_holds_is_read_in_its_place() {
    let mut boxed = Box::new(1.0f32);
    let place = std::ptr::from_ref(&*boxed);
    decthings::decode_into(&to_vec(&7.5f32).unwrap(), &mut boxed).unwrap();
    assert_eq!((*boxed, std::ptr::from_ref(&*boxed)), (7.5, place));
}
