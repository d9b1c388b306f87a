//! Any bytes into every decoder of the Decthings format: none may panic, all must agree, and what is accepted must be
//! written back as it was.
#![no_main]

use std::{borrow::Cow, fmt::Debug};

use libfuzzer_sys::fuzz_target;
use tensor_format::{
    Batch, Binary, Decode, DecodeError, DecodeOwned, Encode, Image, Record, RecordRef, Tensor, TensorRef, View,
    decthings::{Dialect, Options},
};

/// A record with a parameter of each kind.
#[derive(tensor_format::Tensor)]
struct Sample<'a> {
    #[tensor(shape = [n, 2])]
    numbers: Cow<'a, [[f32; 2]]>,
    #[tensor(shape = [n])]
    flags: Option<Vec<bool>>,
    words: Vec<&'a str>,
    #[tensor(default = 0.5)]
    threshold: f32,
    image: Image,
}

/// A record that may go without names, of any length.
#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Found {
    #[tensor(shape = [n])]
    scores: Vec<u16>,
    #[tensor(shape = [n])]
    words: Vec<String>,
    flag: bool,
}

/// And one of a fixed length.
#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Flags {
    one: bool,
    three: [bool; 3],
    bits: u16,
}

const DIALECTS: [Dialect; 3] = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];

fuzz_target!(|bytes: &[u8]| {
    for dialect in DIALECTS {
        let strict = Options::new().dialect(dialect);
        let lenient = strict.allow_non_canonical_varint(true).allow_any_true_byte(true).allow_non_ascii_format(true);
        tensors(&strict, bytes, true);
        tensors(&lenient, bytes, false);
        records(&strict, bytes);
        records(&lenient, bytes);
        typed(&strict, bytes);
        unnamed::<Found>(&strict.names(false), bytes);
        unnamed::<Flags>(&strict.names(false), bytes);
        annotations(&strict, bytes);
        annotations(&lenient, bytes);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        json(text);
    }
});

/// Kind and place of an error.
fn fault<T>(result: &Result<T, DecodeError>) -> Option<(&'static str, Option<u64>)> {
    result.as_ref().err().map(|error| (error.kind().name(), error.offset()))
}

/// Every way of writing gives the same bytes.
fn written<T: Encode>(options: &Options, value: &T) -> Vec<u8> {
    let bytes = options.to_vec(value).expect("a value that was read can be written");
    assert_eq!(options.encoded_len(value).expect("as before"), bytes.len());
    assert_eq!(options.to_slices(value).expect("as before").to_vec(), bytes);
    let mut out = Vec::new();
    options.to_writer(&mut out, value).expect("as before");
    assert_eq!(out, bytes);
    bytes
}

/// Every way of reading gives the same value, or an error.
fn all_ways<'b, B, O>(options: &Options, bytes: &'b [u8]) -> Option<B>
where
    B: Decode<'b> + PartialEq<B> + Debug,
    O: DecodeOwned + Encode + PartialEq + Debug,
{
    let borrowed = options.from_slice::<B>(bytes);
    let owned = options.from_slice::<O>(bytes);
    let streamed = options.from_reader::<O, _>(bytes);
    assert_eq!(fault(&borrowed), fault(&owned));
    // A stream cannot know how many bytes will come, so it may find another of several faults first.
    assert_eq!(owned.is_ok(), streamed.is_ok());
    let (Ok(borrowed), Ok(owned), Ok(streamed)) = (borrowed, owned, streamed) else { return None };
    assert_eq!(owned, streamed);
    let (prefix, len) = options.from_prefix::<B>(bytes).expect("accepted as a whole");
    assert_eq!(prefix, borrowed);
    assert_eq!(len, bytes.len());
    Some(borrowed)
}

fn tensors(options: &Options, bytes: &[u8], strict: bool) {
    let Some(tensor) = all_ways::<TensorRef<'_>, Tensor>(options, bytes) else { return };
    let again = written(options, &tensor);
    if strict {
        assert_eq!(again, bytes);
    }
    assert_eq!(written(options, &tensor.to_tensor()), again);
    let read = options.from_slice::<TensorRef<'_>>(&again).expect("what is written can be read");
    assert_eq!(read, tensor);
    assert_eq!(options.to_vec(&read).expect("as before"), again);
}

fn records(options: &Options, bytes: &[u8]) {
    let Some(record) = all_ways::<RecordRef<'_>, Record>(options, bytes) else { return };
    let once = written(options, &record);
    let read = options.from_slice::<RecordRef<'_>>(&once).expect("what is written can be read");
    assert_eq!(read, record);
    assert_eq!(written(options, &read), once);
}

/// Records without names accept only what they would write.
fn unnamed<T: DecodeOwned + Encode + PartialEq + Debug>(options: &Options, bytes: &[u8]) {
    let value = all_ways::<T, T>(options, bytes);
    assert!(value.is_none() || options.check::<T>(bytes).is_ok());
    if let Some(value) = value {
        assert_eq!(written(options, &value), bytes);
    }
}

/// Typed values accept only what is a tensor, and write it back.
fn typed(options: &Options, bytes: &[u8]) {
    fn one<T: DecodeOwned + Encode>(options: &Options, bytes: &[u8]) {
        if let Ok(value) = options.from_slice::<T>(bytes) {
            assert_eq!(written(options, &value), bytes);
            assert!(options.from_reader::<T, _>(bytes).is_ok());
        }
    }
    one::<f32>(options, bytes);
    one::<Vec<f32>>(options, bytes);
    one::<Vec<[u8; 3]>>(options, bytes);
    one::<[[i16; 2]; 2]>(options, bytes);
    one::<Vec<bool>>(options, bytes);
    one::<Vec<String>>(options, bytes);
    one::<[String; 2]>(options, bytes);
    one::<Vec<Binary>>(options, bytes);
    one::<Image>(options, bytes);
    one::<ndarray::ArrayD<u8>>(options, bytes);
    if let Ok(sample) = options.from_slice::<Sample<'_>>(bytes) {
        let again = written(options, &sample);
        let read = options.from_slice::<Sample<'_>>(&again).expect("what is written can be read");
        assert_eq!(written(options, &read), again);
        assert!(options.from_slice::<RecordRef<'_>>(&again).is_ok());
    }
    if let Ok(batch) = options.from_slice::<Batch<Vec<u64>>>(bytes) {
        // Without items it does not know their shape.
        let again = written(options, &batch);
        assert!(again == bytes || batch.is_empty());
        assert_eq!(options.from_slice::<Batch<Vec<u64>>>(&again).expect("what is written can be read"), batch);
    }
    if let Ok(view) = options.from_slice::<View<'_, f64>>(bytes) {
        assert_eq!(written(options, &view), bytes);
    }
}

/// The annotations cover every byte and find the error that the sequence of tensors finds.
fn annotations(options: &Options, bytes: &[u8]) {
    let (mut end, mut error) = (0, None);
    for annotation in options.annotate(bytes) {
        assert!(error.is_none(), "an annotation follows the error");
        assert_eq!(annotation.offset, end);
        end += annotation.bytes.len();
        error = annotation.error.map(|error| (error.kind().name(), error.offset()));
    }
    assert_eq!(end, bytes.len());
    let expected = options.sequence::<TensorRef<'_>>(bytes).find_map(|result| fault(&result));
    assert_eq!(error, expected);
}

/// What is accepted is written in a form that gives the same rules, and always the same form.
fn json(text: &str) {
    use tensor_format::decthings::{
        definition_from_json, definition_to_json, definitions_from_json, definitions_to_json, model_from_json,
        model_to_json, rules_from_json, rules_to_json,
    };
    for dialect in DIALECTS {
        if let Ok(rules) = rules_from_json(text) {
            let json = rules_to_json(&rules, dialect).expect("rules that were read can be written");
            assert_eq!(rules_from_json(&json).expect("what is written can be read"), rules);
        }
        if let Ok(definition) = definition_from_json(text) {
            let json = definition_to_json(&definition, dialect).expect("as above");
            assert_eq!(definition_from_json(&json).expect("as above"), definition);
        }
        if let Ok(definitions) = definitions_from_json(text) {
            let json = definitions_to_json(&definitions, dialect).expect("as above");
            assert_eq!(definitions_from_json(&json).expect("as above"), definitions);
        }
        if let Ok(model) = model_from_json(text) {
            let json = model_to_json(&model, dialect).expect("as above");
            assert_eq!(model_from_json(&json).expect("as above"), model);
        }
    }
}
