//! Records whose tensors stand one after another, without their names.

use std::collections::HashMap;

use proptest::prelude::*;
use tensor_format::{
    DecodeError, DecodeOwned, ElementType, Encode, EncodeError, ErrorKind, HasRules, Many, Model, Record, RecordRules,
    Rules, Tensor, TensorRules,
    codec::Sink,
    decthings::{AlignedBuf, CallError, Dialect, Options},
    rules::{Dim, Param},
    to_vec,
};

const UNNAMED: Options = Options::new().names(false);

/// Of a number of bytes that the type fixes.
#[derive(Tensor, Debug, PartialEq, Clone)]
struct Reading {
    a: u32,
    b: f32,
    c: [f32; 4],
    d: [bool; 2],
}

/// Of any number of bytes.
#[derive(Tensor, Debug, PartialEq, Clone)]
struct Found {
    scores: Vec<f32>,
    labels: Vec<String>,
    id: u8,
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Both {
    before: u8,
    #[tensor(flatten)]
    found: Found,
    #[tensor(flatten = "last_")]
    reading: Reading,
}

#[derive(Tensor, Debug, PartialEq)]
struct Optional {
    id: u8,
    label: Option<String>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Several {
    id: u8,
    boxes: Many<[f32; 4]>,
}

fn reading() -> Reading {
    Reading { a: 7, b: 0.5, c: [1.0, 2.0, 3.0, 4.0], d: [true, false] }
}

fn found() -> Found {
    Found { scores: vec![0.25, 0.75], labels: vec!["cat".into(), String::new()], id: 9 }
}

fn both() -> Both {
    Both { before: 1, found: found(), reading: reading() }
}

/// The tensors of the record, each written by itself.
fn parts_of_reading(reading: &Reading) -> Vec<u8> {
    [to_vec(&reading.a), to_vec(&reading.b), to_vec(&reading.c), to_vec(&reading.d)].map(Result::unwrap).concat()
}

fn parts_of_found(found: &Found, options: &Options) -> Vec<u8> {
    [options.to_vec(&found.scores), options.to_vec(&found.labels), options.to_vec(&found.id)]
        .map(Result::unwrap)
        .concat()
}

/// Each way to write gives these bytes, and each way to read gives the value.
fn goes_each_way<T>(options: &Options, value: &T, bytes: &[u8])
where
    T: Encode + DecodeOwned + Clone + PartialEq + std::fmt::Debug,
{
    assert_eq!(options.to_vec(value).unwrap(), bytes);
    let mut out = vec![1, 2];
    options.append(value, &mut out).unwrap();
    assert_eq!(out, [&[1, 2], bytes].concat());
    assert_eq!(options.encoded_len(value).unwrap(), bytes.len());
    assert_eq!(options.to_slices(value).unwrap().to_vec(), bytes);
    let mut out = Vec::new();
    options.to_writer(&mut out, value).unwrap();
    assert_eq!(out, bytes);
    let mut buffer = AlignedBuf::with_options(*options);
    buffer.encode(value).unwrap();
    assert_eq!(buffer.as_slice(), bytes);

    assert_eq!(options.from_slice::<T>(bytes).unwrap(), *value);
    let longer = [bytes, &[255]].concat();
    assert_eq!(options.from_prefix::<T>(&longer).unwrap(), (value.clone(), bytes.len()));
    assert_eq!(options.from_reader::<T, _>(bytes).unwrap(), *value);
    assert_eq!(options.from_reader::<T, _>(tensor_format_tests::in_pieces(bytes)).unwrap(), *value);
    let mut there = value.clone();
    options.decode_into(bytes, &mut there).unwrap();
    assert_eq!(there, *value);
    options.read_into(bytes, &mut there).unwrap();
    assert_eq!(there, *value);
    let twice = [bytes, bytes].concat();
    assert_eq!(options.sequence::<T>(&twice).collect::<Result<Vec<_>, _>>().unwrap(), [value.clone(), value.clone()]);
    let stream = options.sequence_from_reader::<T, _>(&*twice);
    assert_eq!(stream.collect::<Result<Vec<_>, _>>().unwrap(), [value.clone(), value.clone()]);

    options.check::<T>(bytes).unwrap();
    options.check_against(&T::RULES, bytes).unwrap();
    assert!(options.check_all::<T>(bytes).unwrap().is_empty());
}

#[test]
fn tensors_stand_one_after_another() {
    goes_each_way(&UNNAMED, &reading(), &parts_of_reading(&reading()));
    goes_each_way(&UNNAMED, &found(), &parts_of_found(&found(), &Options::new()));
    let parts = [to_vec(&1u8).unwrap(), parts_of_found(&found(), &UNNAMED), parts_of_reading(&reading())].concat();
    goes_each_way(&UNNAMED, &both(), &parts);
    for dialect in [Dialect::LegacyClients, Dialect::Clients] {
        let options = UNNAMED.dialect(dialect);
        goes_each_way(&options, &found(), &parts_of_found(&found(), &options));
        goes_each_way(&options, &reading(), &parts_of_reading(&reading()));
    }
    // There is no room for padding.
    goes_each_way(&UNNAMED.align(64), &found(), &parts_of_found(&found(), &Options::new()));
}

#[test]
fn one_tensor_is_the_same_with_and_without() {
    for options in [Options::new(), UNNAMED] {
        goes_each_way(&options, &[1.0f32, 2.0], &to_vec(&[1.0f32, 2.0]).unwrap());
        goes_each_way(&options, &vec!["a".to_string()], &to_vec(&["a"]).unwrap());
    }
}

#[test]
fn batches_of_records_have_no_names_either() {
    let batch = tensor_format::Batch(vec![reading(), reading()]);
    let columns = [
        to_vec(&vec![7u32; 2]).unwrap(),
        to_vec(&vec![0.5f32; 2]).unwrap(),
        to_vec(&vec![reading().c; 2]).unwrap(),
        to_vec(&vec![reading().d; 2]).unwrap(),
    ];
    goes_each_way(&UNNAMED, &batch, &columns.concat());
}

fn refused(result: Result<(), EncodeError>, parameter: Option<&str>) {
    let error = result.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unnamed), "{error}");
    assert_eq!(error.parameter(), parameter);
}

fn unreadable<T: DecodeOwned + std::fmt::Debug>(parameter: Option<&str>) {
    let bytes = [7, 0, 1, 7, 0, 2];
    let all: [DecodeError; 4] = [
        UNNAMED.from_slice::<T>(&bytes).unwrap_err(),
        UNNAMED.from_reader::<T, _>(&bytes[..]).unwrap_err(),
        UNNAMED.check::<T>(&bytes).unwrap_err(),
        UNNAMED.check_all::<T>(&bytes).unwrap_err(),
    ];
    for error in all {
        assert!(matches!(error.kind(), ErrorKind::Unnamed), "{error}");
        assert_eq!((error.parameter(), error.offset()), (parameter, Some(0)));
    }
}

#[test]
fn each_parameter_must_be_there_once() {
    for label in [None, Some("x".to_string())] {
        let optional = Optional { id: 1, label };
        refused(UNNAMED.to_vec(&optional).map(|_| ()), Some("label"));
        refused(UNNAMED.append(&optional, &mut Vec::new()), Some("label"));
        refused(UNNAMED.to_slices(&optional).map(|_| ()), Some("label"));
        refused(UNNAMED.encoded_len(&optional).map(|_| ()), Some("label"));
    }
    let error = UNNAMED.to_vec(&Optional { id: 1, label: None }).unwrap_err().to_string();
    assert_eq!(
        error,
        "parameter `label`: a record without names needs a type that lists its parameters, each exactly once"
    );
    refused(UNNAMED.to_vec(&Several { id: 1, boxes: Many(vec![[0.0; 4]]) }).map(|_| ()), Some("boxes"));
    let record = Record::from_iter([("a".to_string(), Tensor::from_slice((), &[1u8]).unwrap())]);
    refused(UNNAMED.to_vec(&record).map(|_| ()), None);
    unreadable::<Optional>(Some("label"));
    unreadable::<Several>(Some("boxes"));
    unreadable::<Record>(None);
}

#[test]
fn errors_say_which_parameter_and_where() {
    let bytes = parts_of_found(&found(), &Options::new());
    let text = |bytes: &[u8]| {
        let error = UNNAMED.from_slice::<Found>(bytes).unwrap_err().to_string();
        // What follows in a stream is not counted to its end.
        let streamed = UNNAMED.from_reader::<Found, _>(bytes).unwrap_err().to_string();
        assert_eq!(streamed.replace("at least ", ""), error);
        assert_eq!(UNNAMED.check::<Found>(bytes).unwrap_err().to_string(), error);
        error
    };
    // The last tensor is missing, or one too many is there.
    assert_eq!(
        text(&bytes[..bytes.len() - 3]),
        "parameter `id`: the input ends too early: 1 byte needed, 0 left (byte 19)"
    );
    assert_eq!(text(&[&bytes[..], &bytes[..3]].concat()), "3 bytes follow the value (byte 22)");
    // The names are there.
    assert_eq!(
        text(&to_vec(&found()).unwrap()),
        "parameter `scores`: element type: expected f32, found string (byte 0)"
    );
    // They are not there.
    let named = tensor_format::from_slice::<Found>(&bytes).unwrap_err().to_string();
    assert_eq!(named, "expected a record, whose first tensor names the others (string [_]), found f32 [2] (byte 0)");
    let mut wrong = parts_of_reading(&reading());
    wrong[14] = 5;
    assert_eq!(
        UNNAMED.from_slice::<Reading>(&wrong).unwrap_err().to_string(),
        "parameter `c`: axis 0: expected 4, found 5 (byte 14)"
    );
}

#[test]
fn all_violations_are_listed_by_the_names_of_the_rules() {
    let bytes = [to_vec(&[1u8]).unwrap(), to_vec(&[1u8]).unwrap(), to_vec(&1u8).unwrap()].concat();
    let violations = UNNAMED.check_all::<Found>(&bytes).unwrap();
    let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
    let expected = |name, allowed| format!("parameter `{name}`: element type: expected {allowed}, found u8");
    assert_eq!(texts, [expected("scores", "f32"), expected("labels", "string")]);
}

#[test]
fn annotations_show_tensors() {
    // With names, these would be a record.
    let bytes = to_vec(&["x"]).unwrap();
    let two = [&bytes[..], &[7, 0, 1]].concat();
    let first = |options: Options| options.annotate(&two).next().map(|annotation| annotation.meaning);
    assert_eq!(first(Options::new()).as_deref(), Some("names: element type string"));
    assert_eq!(first(UNNAMED).as_deref(), Some("tensor 0: element type string"));
    assert_eq!(UNNAMED.annotate(&two).last().map(|annotation| annotation.meaning).as_deref(), Some("tensor 1: 1"));
}

#[test]
fn maps_of_labels_have_no_names_either() {
    let scores: HashMap<String, f32> = [("cat".to_string(), 0.5), ("dog".to_string(), 2.0)].into();
    let bytes = UNNAMED.to_vec(&scores).unwrap();
    let labels = tensor_format::from_prefix::<[String; 2]>(&bytes).unwrap();
    assert_eq!(bytes.len(), labels.1 + 3 + 8);
    assert_eq!(UNNAMED.from_slice::<HashMap<String, f32>>(&bytes).unwrap(), scores);
    assert_eq!(UNNAMED.from_reader::<HashMap<String, f32>, _>(&*bytes).unwrap(), scores);
}

#[test]
fn a_record_of_no_or_unsure_parameters_keeps_its_names() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Empty {}
    #[derive(Tensor, Debug, PartialEq)]
    struct Defaulted {
        id: u8,
        #[tensor(default = 0.5)]
        threshold: f32,
    }
    refused(UNNAMED.to_vec(&Empty {}).map(|_| ()), None);
    unreadable::<Empty>(None);
    refused(UNNAMED.to_vec(&Defaulted { id: 1, threshold: 2.0 }).map(|_| ()), Some("threshold"));
    unreadable::<Defaulted>(Some("threshold"));
}

#[test]
fn limits_hold() {
    let bytes = parts_of_found(&found(), &Options::new());
    assert_eq!(UNNAMED.max_params(3).from_slice::<Found>(&bytes).unwrap(), found());
    let options = UNNAMED.max_params(2);
    let text = "limit exceeded: at most 2 tensors in one record allowed, found 3 (byte 0)";
    assert_eq!(options.from_slice::<Found>(&bytes).unwrap_err().to_string(), text);
    assert_eq!(options.from_reader::<Found, _>(&*bytes).unwrap_err().to_string(), text);
    assert_eq!(options.check::<Found>(&bytes).unwrap_err().to_string(), text);
    assert_eq!(options.check_all::<Found>(&bytes).unwrap_err().to_string(), text);
    // A fixed record, under options that are not the default.
    let bytes = parts_of_reading(&reading());
    goes_each_way(&UNNAMED.max_elements(4), &reading(), &bytes);
    assert!(UNNAMED.max_elements(3).from_slice::<Reading>(&bytes).is_err());
    goes_each_way(&Options::new().max_elements(1000), &reading(), &to_vec(&reading()).unwrap());
    let trailing = [&bytes[..], &[1, 2]].concat();
    assert_eq!(UNNAMED.allow_trailing(true).from_slice::<Reading>(&trailing).unwrap(), reading());
}

#[test]
fn sequences_read_into_what_is_there() {
    let twice = parts_of_found(&found(), &Options::new()).repeat(2);
    let mut there = Found { scores: Vec::new(), labels: Vec::new(), id: 0 };
    let mut sequence = UNNAMED.sequence::<Found>(&twice);
    let mut stream = UNNAMED.sequence_from_reader::<Found, _>(&*twice);
    for _ in 0..2 {
        sequence.next_into(&mut there).unwrap().unwrap();
        assert_eq!(std::mem::replace(&mut there.id, 0), 9);
        stream.next_into(&mut there).unwrap().unwrap();
        assert_eq!(there, found());
    }
    assert!(sequence.next_into(&mut there).is_none() && stream.next_into(&mut there).is_none());
}

#[test]
fn a_model_is_called_without_names() {
    #[derive(Tensor)]
    struct Input {
        #[tensor(shape = [batch, 2])]
        pairs: Vec<[f32; 2]>,
        #[tensor(shape = [batch])]
        factors: Vec<f32>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Output {
        #[tensor(shape = [batch])]
        sums: Vec<f32>,
    }
    struct Sum {
        forget: bool,
    }
    impl Model for Sum {
        type Input<'a> = Input;
        type Output = Output;
        type Error = std::convert::Infallible;

        fn run(&self, input: Input) -> Result<Output, Self::Error> {
            let sums = input.pairs.iter().zip(&input.factors).map(|([a, b], factor)| (a + b) * factor);
            Ok(Output { sums: sums.skip(usize::from(self.forget)).collect() })
        }
    }
    let input = Input { pairs: vec![[1.0, 2.0], [3.0, 4.0]], factors: vec![1.0, 0.5] };
    let request = UNNAMED.to_vec(&input).unwrap();
    let mut response = Vec::new();
    UNNAMED.call(&Sum { forget: false }, &request, &mut response).unwrap();
    assert_eq!(response, to_vec(&[3.0f32, 3.5]).unwrap());
    assert_eq!(UNNAMED.from_slice::<Output>(&response).unwrap(), Output { sums: vec![3.0, 3.5] });
    // The response has to have the length of the request.
    let error = UNNAMED.call(&Sum { forget: true }, &request, &mut response).unwrap_err().to_string();
    assert!(error.contains("batch"), "{error}");
    // And all that is wrong with a request is listed.
    let request = [to_vec(&[[1.0f32; 3]; 2]).unwrap(), to_vec(&[1u8]).unwrap()].concat();
    let error = UNNAMED.call(&Sum { forget: false }, &request, &mut response).unwrap_err();
    let CallError::Decode(error) = error else { panic!("{error}") };
    assert_eq!(error.violations().count(), 2, "{error}");
}

/// Writes another number of tensors than its rules say.
struct Liar {
    count: usize,
}

const LIAR: TensorRules<'static> = Rules::tensor(ElementType::U8, &[Dim::ANY]).expect_tensor();

impl HasRules for Liar {
    const RULES: Rules<'static> = Rules::Record(RecordRules::new(&[Param::new("x", LIAR)]));
}

impl Encode for Liar {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.record(Self::RECORD, &[self.count])?;
        (0..self.count).try_for_each(|_| [1u8].encode(sink).map_err(|error| error.in_parameter("x")))
    }
}

#[test]
fn a_record_of_other_tensors_than_its_rules_is_not_written() {
    assert_eq!(UNNAMED.to_vec(&Liar { count: 1 }).unwrap(), [7, 1, 1, 1]);
    for count in [0, 2] {
        let error = UNNAMED.to_vec(&Liar { count }).unwrap_err().to_string();
        assert_eq!(error, "the value wrote another number of elements than its rules say");
    }
}

#[test]
fn a_named_record_in_place_of_a_tensor_is_told() {
    let error = UNNAMED.from_slice::<u8>(&to_vec(&found()).unwrap()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::RecordFound { tensors: 3 }), "{error}");
}

fn any_found() -> impl Strategy<Value = Found> {
    let label = "[a-zé]{0,8}";
    (prop::collection::vec(any::<u16>().prop_map(f32::from), 0..40), prop::collection::vec(label, 0..5), any::<u8>())
        .prop_map(|(scores, labels, id)| Found { scores, labels, id })
}

proptest! {
    #[test]
    fn every_record_comes_back(found in any_found(), a in any::<u32>(), d in any::<[bool; 2]>()) {
        let reading = Reading { a, d, ..reading() };
        goes_each_way(&UNNAMED, &found, &parts_of_found(&found, &Options::new()));
        goes_each_way(&UNNAMED, &reading, &parts_of_reading(&reading));
        let both = Both { before: 3, found, reading };
        let bytes = UNNAMED.to_vec(&both).unwrap();
        prop_assert_eq!(UNNAMED.from_slice::<Both>(&bytes).unwrap(), both);
    }

    /// Memory and stream say the same of any bytes, and what is read is written as it was.
    #[test]
    fn hostile_bytes_are_refused_alike(
        bytes in any_found().prop_map(|found| parts_of_found(&found, &Options::new())),
        damage in damage(),
    ) {
        agrees::<Found>(&damaged(bytes, &damage))?;
    }

    #[test]
    fn hostile_bytes_of_a_flattened_record_are_refused_alike(found in any_found(), damage in damage()) {
        let bytes = UNNAMED.to_vec(&Both { before: 1, found, reading: reading() }).unwrap();
        agrees::<Both>(&damaged(bytes, &damage))?;
    }

    #[test]
    fn hostile_bytes_of_a_fixed_record_are_refused_alike(damage in damage()) {
        agrees::<Reading>(&damaged(parts_of_reading(&reading()), &damage))?;
    }
}

/// A byte that is replaced, and now and then the place where the bytes end.
type Damage = (prop::sample::Index, u8, Option<prop::sample::Index>);

fn damage() -> impl Strategy<Value = Damage> {
    let byte = prop_oneof![3 => 0u8..16, 1 => any::<u8>()];
    (any::<prop::sample::Index>(), byte, prop::option::weighted(0.2, any::<prop::sample::Index>()))
}

fn damaged(mut bytes: Vec<u8>, (at, byte, end): &Damage) -> Vec<u8> {
    let place = at.index(bytes.len());
    bytes[place] = *byte;
    bytes.truncate(end.map_or(bytes.len(), |end| end.index(bytes.len())));
    bytes
}

fn agrees<T>(bytes: &[u8]) -> Result<(), TestCaseError>
where
    T: DecodeOwned + Encode + std::fmt::Debug,
{
    match (UNNAMED.from_slice::<T>(bytes), UNNAMED.from_reader::<T, _>(bytes)) {
        (Ok(value), Ok(streamed)) => {
            prop_assert_eq!(UNNAMED.to_vec(&value).unwrap(), bytes);
            prop_assert_eq!(UNNAMED.to_vec(&streamed).unwrap(), bytes);
        }
        // Memory knows its end before a stream does.
        (Err(error), Err(_)) if matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }) => {}
        (Err(error), Err(streamed)) => prop_assert_eq!(error.to_string(), streamed.to_string()),
        (one, other) => prop_assert!(false, "{:?} {:?}", one, other),
    }
    Ok(())
}
