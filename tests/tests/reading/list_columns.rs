//! Lists of records of numbers and texts, which are read by paths of their own where no option restricts them, and by
//! the general one where one does: to the same values and errors, whatever the bytes are.

use std::{borrow::Cow, collections::BTreeMap, fmt::Debug};

use tensor_format::{
    ByteOrder, Decode, DecodeError, Encode, EncodeError, ErrorKind, HasRules, RecordRef, Rules, Tensor, TensorRef,
    Value,
    codec::{Sink, Source},
    decthings::Options,
};

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Found {
    label: String,
    score: f32,
    corners: [f32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Tensor)]
enum Side {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Tensor)]
#[tensor(repr = u8)]
#[repr(u8)]
enum Level {
    Low = 1,
    High = 2,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Marked {
    side: Side,
    level: Level,
    seen: [bool; 2],
    words: [String; 2],
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Switch {
    on: bool,
    seen: [bool; 2],
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Borrowed<'a> {
    name: &'a str,
    note: Cow<'a, str>,
    at: u16,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Frame {
    id: u32,
    found: Vec<Found>,
    pairs: [Found; 2],
    marked: Vec<Marked>,
    end: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
enum Event {
    Idle,
    Seen { side: Side, found: Vec<Found> },
    Moved { by: [i16; 2], to: Option<u8> },
    Turned { switches: Vec<Switch> },
}

fn found(index: usize) -> Found {
    Found { label: ["a", "", "a longer text"][index % 3].to_owned(), score: index as f32, corners: [1.0, 2.0] }
}

fn marked(index: usize) -> Marked {
    let side = if index == 1 { Side::Left } else { Side::Right };
    Marked { side, level: Level::High, seen: [true, false], words: ["x".into(), index.to_string()] }
}

fn outcome<T: Debug>(read: Result<T, DecodeError>) -> String {
    match read {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("{error} at {:?}", error.offset()),
    }
}

/// Reads a message by both paths.
#[track_caller]
fn alike<'de, T: Decode<'de> + Debug + Clone>(bytes: &'de [u8], options: &Options, dirty: &T) {
    // A limit that no message reaches takes the general path.
    let general = options.max_elements(usize::MAX / 2);
    let expected = outcome(general.from_slice::<T>(bytes));
    assert_eq!(outcome(options.from_slice::<T>(bytes)), expected, "{}", hex::encode(bytes));
    let mut into = dirty.clone();
    assert_eq!(outcome(options.decode_into(bytes, &mut into).map(|()| into)), expected, "{}", hex::encode(bytes));
}

/// Reads the tensors of a message with their numbers in the other byte order, which only the general path knows; `None` if
/// there are none.
fn in_other_order<T: for<'de> Decode<'de>>(bytes: &[u8]) -> Option<Result<T, DecodeError>> {
    let record = tensor_format::from_slice::<RecordRef<'_>>(bytes).ok()?;
    let turned: Vec<_> = record.iter().map(|(_, tensor)| tensor.to_bytes(ByteOrder::Big)).collect();
    let mut other = RecordRef::new();
    for ((name, tensor), bytes) in record.iter().zip(&turned) {
        let is_number = tensor.element_type().size().is_some();
        let turned = || TensorRef::from_bytes(tensor.element_type(), tensor.shape(), bytes, ByteOrder::Big);
        other.push(name, if is_number { turned().expect("as many bytes") } else { tensor.clone() });
    }
    Some(tensor_format::from_value(&Value::Record(other)))
}

/// Reads a message, and others that differ from it in a byte or are cut off, by both paths.
#[track_caller]
fn alike_if_changed<T: Encode + Debug + Clone + for<'de> Decode<'de>>(value: &T, dirty: &T) {
    for names in [true, false] {
        let options = Options::new().names(names);
        let bytes = match options.to_vec(value) {
            Ok(bytes) => bytes,
            Err(error) => {
                assert!(!names && matches!(error.kind(), ErrorKind::Unnamed), "{error}");
                continue;
            }
        };
        let alike = |bytes: &[u8], options: &Options, dirty| {
            alike(bytes, options, dirty);
            // A stream has names and tensors one by one, and may find another fault first.
            let value = |read: Result<T, DecodeError>| read.ok().map(|value| format!("{value:?}"));
            let read = value(options.from_reader(tensor_format_tests::in_pieces(bytes)));
            assert_eq!(read, value(options.from_slice(bytes)), "{}", hex::encode(bytes));
            if let Some(other) = in_other_order(bytes).filter(|_| *options == Options::new()) {
                assert_eq!(value(other), read, "{}", hex::encode(bytes));
            }
        };
        assert_eq!(outcome(options.from_slice::<T>(&bytes)), format!("{value:?}"));
        for at in 0..bytes.len() {
            alike(&bytes[..at], &options, dirty);
            for byte in [0, 1, 2, 3, bytes[at].wrapping_add(1), bytes[at] ^ 0x80, 252, 253, 255] {
                let mut changed = bytes.clone();
                changed[at] = byte;
                alike(&changed, &options, dirty);
            }
        }
        alike(&[&bytes[..], &[0]].concat(), &options, dirty);
        // With the names where there should be none, and the other way round.
        alike(&bytes, &Options::new().names(!names), dirty);
    }
}

#[test]
fn both_paths_agree_on_lists() {
    let list = |len: usize| (0..len).map(found).collect::<Vec<_>>();
    for len in [0, 1, 3] {
        alike_if_changed(&list(len), &list(2));
        alike_if_changed(&(0..len).map(marked).collect::<Vec<_>>(), &vec![marked(7)]);
    }
    let switch = |on| Switch { on, seen: [true, on] };
    alike_if_changed(&vec![switch(true), switch(false)], &vec![switch(true)]);
    alike_if_changed(&vec![Found { label: "long".repeat(70), ..found(1) }, found(2)], &list(1));
}

#[test]
fn both_paths_agree_on_lists_in_records_and_enums() {
    let frame = |len: usize, end| Frame {
        id: 7,
        found: (0..len).map(found).collect(),
        pairs: [found(0), found(2)],
        marked: (0..2).map(marked).collect(),
        end,
    };
    alike_if_changed(&frame(2, Some(3)), &frame(3, None));
    alike_if_changed(&frame(1, None), &frame(0, Some(1)));
    let seen = Event::Seen { side: Side::Left, found: vec![found(0), found(1)] };
    let turned = Event::Turned { switches: vec![Switch { on: true, seen: [true, false] }; 2] };
    for event in [&Event::Idle, &seen, &Event::Moved { by: [1, 2], to: None }] {
        alike_if_changed(event, &seen);
    }
    alike_if_changed(&vec![seen.clone(), Event::Moved { by: [1, 2], to: Some(3) }, turned], &vec![seen]);
}

#[derive(Clone, Debug, Default, PartialEq, Tensor)]
struct Kept {
    at: u16,
    seen: Option<u8>,
    words: Vec<String>,
    note: Option<String>,
    flags: Vec<bool>,
    level: Option<Level>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
enum Step {
    Idle,
    At(u8),
    Moved { by: [i16; 2], to: Option<u8>, name: String },
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Walk {
    start: Option<u8>,
    kept: Vec<Kept>,
    steps: Vec<Step>,
}

fn kept(index: usize) -> Kept {
    Kept {
        at: index as u16,
        seen: (index % 2 == 1).then_some(index as u8),
        words: (0..index % 3).map(|word| "w".repeat(word)).collect(),
        note: (index % 3 == 1).then(|| "note".into()),
        flags: vec![true; (index + 1) % 3],
        level: (index % 4 > 1).then_some(Level::High),
    }
}

fn step(index: usize) -> Step {
    match index % 3 {
        0 => Step::Idle,
        1 => Step::At(index as u8),
        _ => Step::Moved { by: [1, 2], to: (index > 2).then_some(3), name: "n".into() },
    }
}

#[test]
fn both_paths_agree_on_ragged_columns() {
    let list = |len: usize| (0..len).map(kept).collect::<Vec<_>>();
    for len in [0, 4] {
        alike_if_changed(&list(len), &list(2));
        alike_if_changed(&(0..len + 1).map(step).collect::<Vec<_>>(), &vec![step(2), step(0)]);
    }
    alike_if_changed(&[kept(1), kept(2)], &[kept(5), kept(0)]);
    let long = vec![Kept { note: Some("long".repeat(70)), ..kept(1) }, kept(2)];
    alike(&tensor_format::to_vec(&long).expect("written"), &Options::new(), &list(1));
}

#[test]
fn both_paths_agree_on_ragged_columns_in_records() {
    let walk = |len: usize| Walk {
        start: (len > 1).then_some(1),
        kept: (0..len).map(|index| kept(index + len)).collect(),
        steps: (0..len).map(step).collect(),
    };
    alike_if_changed(&walk(2), &walk(1));
    alike_if_changed(&vec![walk(1), walk(0)], &vec![walk(2)]);
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Inner {
    numbers: Vec<Switch>,
    pairs: [Found; 2],
    maybe: Option<Vec<Found>>,
    deeper: Vec<Deeper>,
    last: u8,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Deeper {
    words: Vec<String>,
    switches: Vec<Switch>,
}

fn inner(index: usize) -> Inner {
    let switches = |len: usize| vec![Switch { on: true, seen: [false, true] }; len];
    Inner {
        numbers: switches(index % 3),
        pairs: [found(index), found(2)],
        maybe: (index % 2 == 1).then(|| (0..index).map(found).collect()),
        deeper: (0..index).map(|at| Deeper { words: vec!["w".into(); at], switches: switches(2 - at % 3) }).collect(),
        last: index as u8,
    }
}

#[test]
fn both_paths_agree_on_lists_in_the_records_of_a_list() {
    let list = |len: usize| (0..len).map(inner).collect::<Vec<_>>();
    alike_if_changed(&list(2), &list(3));
    alike_if_changed(&vec![vec![found(0)], vec![], vec![found(1), found(2)]], &vec![vec![found(1)]]);
    let forgiving = |name: u8| ForgivingNumbers { name, pair: Lenient(vec![1.0, 2.0]) };
    let lists = vec![vec![forgiving(1)], vec![forgiving(2), forgiving(3)]];
    alike_if_changed(&lists, &lists);
}

/// Two numbers, or none if they are no two: its code passes over an error.
#[derive(Clone, Debug, PartialEq)]
struct Lenient(Vec<f32>);

impl HasRules for Lenient {
    const RULES: Rules<'static> = <[f32; 2]>::RULES;
}

impl Encode for Lenient {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        self.0.encode(sink)
    }
}

impl<'de> Decode<'de> for Lenient {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        Ok(Self(Vec::decode(source).unwrap_or_default()))
    }
}

tensor_format::field!(Lenient);

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Forgiving {
    name: String,
    pair: Lenient,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct ForgivingNumbers {
    name: u8,
    pair: Lenient,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct ForgivingOption {
    name: Option<u8>,
    pair: Lenient,
    words: Vec<String>,
}

#[test]
fn errors_that_are_passed_over_take_the_general_path() {
    let pair = || Lenient(vec![1.0, 2.0]);
    let list = vec![Forgiving { name: "a".into(), pair: pair() }, Forgiving { name: String::new(), pair: pair() }];
    alike_if_changed(&list, &list);
    let list = vec![ForgivingNumbers { name: 1, pair: pair() }; 3];
    alike_if_changed(&list, &list);
    let one = |name| ForgivingOption { name, pair: pair(), words: vec!["a".into()] };
    let list = vec![one(None), one(Some(1))];
    alike_if_changed(&list, &list);
}

#[test]
fn errors_behind_a_list_are_placed_at_its_last_column() {
    let map = BTreeMap::from([("a".to_owned(), found(0)), ("b".to_owned(), found(1))]);
    alike_if_changed(&map, &BTreeMap::new());
    let bytes = tensor_format::to_vec(&map).expect("written");
    let at = bytes.windows(4).position(|found| found == b"\x01a\x01b").expect("labels");
    let mut twice = bytes.clone();
    twice[at + 1] = b'b';
    alike(&twice, &Options::new(), &map);
    assert!(Options::new().from_slice::<BTreeMap<String, Found>>(&twice).is_err());
}

#[test]
fn texts_of_a_list_are_lent() {
    let list = vec![Borrowed { name: "a", note: "b".into(), at: 1 }, Borrowed { name: "", note: "c".into(), at: 2 }];
    let bytes = tensor_format::to_vec(&list).expect("written");
    let read: Vec<Borrowed<'_>> = tensor_format::from_slice(&bytes).expect("read");
    assert_eq!(read, list);
    assert!(read.iter().all(|item| matches!(item.note, Cow::Borrowed(_))));
    for at in 0..bytes.len() {
        for byte in [0, 1, bytes[at] ^ 0x80, 255] {
            let mut changed = bytes.clone();
            changed[at] = byte;
            alike(&changed, &Options::new(), &vec![list[0].clone()]);
        }
    }
}

#[test]
fn texts_that_are_there_keep_their_memory() {
    let bytes = tensor_format::to_vec(&vec![found(0), found(2)]).expect("written");
    let mut list = vec![Found { label: "a text with more room".into(), ..found(1) }; 2];
    let before: Vec<_> = list.iter().map(|found| found.label.as_ptr()).collect();
    tensor_format::decthings::decode_into(&bytes, &mut list).expect("read");
    assert_eq!(list, [found(0), found(2)]);
    assert!(list.iter().map(|found| found.label.as_ptr()).eq(before));
}
