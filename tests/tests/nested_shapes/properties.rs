//! What holds for any nesting: the bytes are those of the same tensors written flat, in every format and in any order.

use std::fmt::Debug;

use proptest::{collection::vec, prelude::*};
use tensor_format::{
    DecodeError, DecodeOwned, Definitions, Encode, EncodeError, ErrorKind, Record, Rules, Tensor, Value, ValueBuf,
    codec::DynEncode,
    decthings::{self, Dialect, Options},
    from_slice, from_value, npz, safetensors, to_value, vespa,
    zio::{self, Message},
};

use super::{
    draw::{Any, Draw},
    flat::{Flat, Tensors, record},
    shapes::{depth1, depth2, depth3, depth4},
};

/// What is drawn for one value, and for another of the same type.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    lengths: Vec<u8>,
    content: Vec<u8>,
    other: Vec<u8>,
}

/// What has to hold of a type.
pub(crate) type Property = fn(&Drawn);

const DIALECTS: [Dialect; 3] = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];

/// Everything that holds of a record of any type.
pub(crate) fn holds<T>(drawn: &Drawn)
where
    T: Encode + DecodeOwned + Any + Flat + Clone + PartialEq + Debug,
{
    let value = T::any(&mut Draw::new(&drawn.lengths, &drawn.content));
    let there = T::any(&mut Draw::new(&drawn.other, &drawn.content));
    let mut tensors = Tensors::new();
    value.flat("", &mut tensors);
    let flat = record(&tensors);
    decthings(&value, &there, &flat);
    any_order(&value, &there, &flat, &drawn.other);
    without_one::<T>(&tensors);
    formats(&value, &flat);
    rules(&T::RULES);
}

/// Reads bytes of a record in every way.
#[track_caller]
fn reads<T: DecodeOwned + Clone + PartialEq + Debug>(options: &Options, bytes: &[u8], value: &T, there: &T) {
    is(options.from_slice::<T>(bytes), value);
    is(options.from_reader::<T, _>(bytes), value);
    is(options.from_reader::<T, _>(tensor_format_tests::in_pieces(bytes)), value);
    let mut into = there.clone();
    is(options.decode_into(bytes, &mut into).map(|()| into), value);
}

#[track_caller]
fn is<T: PartialEq + Debug>(read: Result<T, DecodeError>, value: &T) {
    match read {
        Ok(read) => assert!(read == *value, "{read:?} is not {value:?}"),
        Err(error) => panic!("{error}: {value:?}"),
    }
}

fn decthings<T: Encode + DecodeOwned + Clone + PartialEq + Debug>(value: &T, there: &T, flat: &Record) {
    let is_whole = T::RULES.as_record().expect("a record").iter().all(|param| param.is_required());
    for dialect in DIALECTS {
        let options = Options::new().dialect(dialect);
        let bytes = equal(options.to_vec(value), options.to_vec(flat)).expect("bytes");
        reads(&options, &bytes, value, there);
        options.check::<T>(&bytes).expect("within its rules");
        // Without names a record has to have each of its parameters.
        let unnamed = options.names(false);
        let bytes = unnamed.to_vec(value);
        assert_eq!(bytes.is_ok(), is_whole);
        if let Ok(bytes) = bytes {
            assert_eq!(bytes, one_after_another(&options, flat));
            reads(&unnamed, &bytes, value, there);
        }
    }
}

/// Returns the bytes of each tensor, without names.
fn one_after_another(options: &Options, flat: &Record) -> Vec<u8> {
    flat.iter().flat_map(|(_, tensor)| options.to_vec(tensor).expect("bytes of a tensor")).collect()
}

/// The order of the parameters is no part of the value.
fn any_order<T: Encode + DecodeOwned + Clone + PartialEq + Debug>(value: &T, there: &T, flat: &Record, turns: &[u8]) {
    reads(&Options::new(), &shuffled(flat, turns), value, there);
}

fn shuffled(flat: &Record, turns: &[u8]) -> Vec<u8> {
    let mut entries: Vec<(String, Tensor)> = flat.iter().map(|(name, tensor)| (name.into(), tensor.clone())).collect();
    for (index, turn) in (1..entries.len()).rev().zip(turns.iter().cycle()) {
        entries.swap(index, usize::from(*turn) % (index + 1));
    }
    tensor_format::to_vec(&entries.into_iter().collect::<Record>()).expect("bytes")
}

/// A parameter that is left out is named, or what it stands for is nothing or its default.
fn without_one<T: DecodeOwned + Flat>(tensors: &Tensors) {
    for left_out in 0..tensors.len() {
        let mut rest = tensors.clone();
        let (name, _) = rest.remove(left_out);
        let read = from_slice::<T>(&tensor_format::to_vec(&record(&rest)).expect("bytes"));
        let read = read.map(|read| {
            let mut found = Tensors::new();
            read.flat("", &mut found);
            found
        });
        is_named_or_default(read, &rest, &name, &T::RULES);
    }
}

fn is_named_or_default(read: Result<Tensors, DecodeError>, rest: &Tensors, left_out: &str, rules: &Rules<'_>) {
    match read {
        Ok(mut found) => {
            found.retain(|(name, plain)| name != left_out || !plain.is_default());
            assert_eq!(found, *rest, "without `{left_out}`");
            let param = rules.as_record().and_then(|rules| rules.iter().find(|param| param.name == left_out));
            assert!(!param.expect("a parameter").is_required(), "`{left_out}` is required");
        }
        Err(error) => {
            assert!(matches!(error.kind(), ErrorKind::MissingParam { .. }), "without `{left_out}`: {error}");
            assert_eq!(error.parameter(), Some(left_out));
        }
    }
}

/// Every other format writes the typed value as it writes the flat record, and reads it back, or refuses both.
fn formats<T: Encode + DecodeOwned + PartialEq + Debug>(value: &T, flat: &Record) {
    is_record(to_value(value), flat);
    is(from_value::<T>(&Value::Record(flat.as_ref())), value);

    // What these formats write is up to the tensors alone: one compiled form of each writer is enough for all types.
    let of_any_type: &dyn DynEncode = value;
    let message = zio::to_message(of_any_type).expect("a message");
    is_message(&message, flat);
    is(zio::from_message::<T>(&message), value);

    if let Some(bytes) = equal(npz::to_vec(of_any_type), npz::to_vec(flat)) {
        is(npz::from_slice::<T>(&bytes), value);
    }
    if let Some(bytes) = equal(safetensors::to_vec(of_any_type), safetensors::to_vec(flat)) {
        is(safetensors::from_slice::<T>(&bytes), value);
    }
    match vespa::to_constants(value) {
        Ok(constants) => is(vespa::from_constants::<T>(&constants), value),
        Err(error) => is_refusal(&error, flat, vespa::types_of_fields::<T>().is_ok()),
    }
}

fn is_record(value: Result<ValueBuf, EncodeError>, flat: &Record) {
    let ValueBuf::Record(tensors) = value.expect("a value") else { panic!("a record") };
    assert_eq!(tensors, *flat);
}

fn is_message(message: &Message<'_>, flat: &Record) {
    assert_eq!(*message, zio::to_message(flat).expect("a message of a flat record"));
}

/// Returns the bytes of both, or nothing if both are refused with one reason.
fn equal(typed: Result<Vec<u8>, EncodeError>, flat: Result<Vec<u8>, EncodeError>) -> Option<Vec<u8>> {
    match (typed, flat) {
        (Ok(typed), Ok(flat)) => {
            assert!(typed == flat);
            Some(typed)
        }
        (Err(typed), Err(flat)) => {
            assert_eq!(typed.to_string(), flat.to_string());
            None
        }
        (Ok(_), Err(error)) => panic!("only flat: {error}"),
        (Err(error), Ok(_)) => panic!("only typed: {error}"),
    }
}

/// Vespa refuses a parameter, or the field that holds a map: for its type, or because it has no cell.
fn is_refusal(error: &EncodeError, flat: &Record, is_type_fit: bool) {
    let name = error.parameter().expect("the name of a parameter");
    assert!(flat.iter().any(|(found, _)| found.starts_with(name)), "{error}");
    assert!(!is_type_fit || flat.iter().any(|(_, tensor)| tensor.is_empty()), "{error}");
}

/// Rules contain themselves, and come back from JSON.
fn rules(rules: &Rules<'_>) {
    assert!(rules.contains(rules));
    let definitions = Definitions::from(rules.as_record().expect("a record"));
    assert_eq!(definitions.difference(rules), []);
    assert_eq!(definitions.with(|own| rules.difference(&Rules::Record(own))), []);
    for dialect in DIALECTS {
        let json = decthings::definitions_to_json(&definitions, dialect).expect("JSON");
        let read = decthings::definitions_from_json(&json).expect("definitions");
        assert_eq!(decthings::definitions_to_json(&read, dialect).expect("JSON"), json);
        assert_eq!(read.difference(rules), []);
        // JSON has no names of axes.
        assert_eq!(read.to_string(), without_names_of_axes(&definitions.to_string()));
    }
}

/// Rules as a text, in which no axis has a name: those of the generated structs end in `n1` to `n4`, those of lists of
/// records in `n`.
fn without_names_of_axes(rules: &str) -> String {
    let mut text = String::new();
    for piece in rules.split_inclusive([' ', ',', '[', ']']) {
        let (word, end) = piece.split_at(piece.len() - usize::from(piece.ends_with([' ', ',', '[', ']'])));
        let is_name = matches!(word.rsplit(['.', '_']).next(), Some("n" | "n1" | "n2" | "n3" | "n4"));
        text.extend([if is_name { "_" } else { word }, end]);
    }
    text
}

fn drawn() -> impl Strategy<Value = Drawn> {
    (vec(any::<u8>(), 0..64), vec(any::<u8>(), 1..32), vec(any::<u8>(), 1..64))
        .prop_map(|(lengths, content, other)| Drawn { lengths, content, other })
}

fn all_hold(shapes: &[(&str, Property)], drawn: &Drawn) {
    for (name, property) in shapes {
        let caught = std::panic::catch_unwind(|| property(drawn));
        assert!(caught.is_ok(), "of {name}, as the message before says");
    }
}

proptest! {
    // Each case is one of every struct; `PROPTEST_CASES=1000` asks for more.
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn records_without_records(drawn in drawn()) {
        all_hold(depth1::ALL, &drawn);
    }

    #[test]
    fn records_in_records(drawn in drawn()) {
        all_hold(depth2::ALL, &drawn);
    }

    #[test]
    fn records_three_deep(drawn in drawn()) {
        all_hold(depth3::ALL, &drawn);
    }

    #[test]
    fn records_four_deep(drawn in drawn()) {
        all_hold(depth4::ALL, &drawn);
    }
}
