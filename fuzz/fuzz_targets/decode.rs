//! Any bytes into every decoder of the Decthings format: none may panic, all must agree, and what is accepted must be
//! written back as it was. The last byte chooses dialect, leniency and type.
#![no_main]

use std::borrow::Cow;

use bytes::BytesMut;
use libfuzzer_sys::fuzz_target;
use tensor_format::{
    Batch, Binary, BinaryRef, DecodeOwned, Encode, HasRules, Image, ImageRef, Record, RecordRef, Tensor, TensorRef,
    View,
    decthings::{Dialect, Options, tokio::Codec},
};
use tensor_format_fuzz::{
    Choice,
    bounds::Bound,
    decthings::{Input, aligned, all_ways, checked, lent, options, written},
    fault,
};
use tokio_util::codec::Decoder;

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

fuzz_target!(|input: &[u8]| {
    let Some((mut choice, bytes)) = Choice::split(input) else { return };
    let (options, strict) = options(&mut choice);
    let aligned = aligned(bytes);
    let input = Input { bytes, aligned: &aligned, times: 32, item: 0 };
    let tiny = Input { times: 64, ..input };
    match choice.of(12) {
        0 => {
            let other = Tensor::from(vec![1u16, 2, 3]);
            same(bytes, strict, all_ways::<TensorRef<'_>, Tensor>(&options, input, other));
        }
        1 => {
            let other = Record::from_iter([("a".to_owned(), Tensor::from(vec![1u16]))]);
            all_ways::<RecordRef<'_>, Record>(&options, tiny, other);
        }
        2 => {
            same(bytes, strict, all_ways::<Cow<'_, [f32]>, Vec<f32>>(&options, input, vec![f32::NAN; 3]));
            same(bytes, strict, all_ways::<View<'_, f64>, Vec<f64>>(&options, input, vec![]));
            lent::<&[f32], Vec<f32>>(&options, input);
            lent::<&[[i16; 2]], Vec<[i16; 2]>>(&options, input);
        }
        3 => {
            let other = vec!["other".to_owned(), String::new()];
            same(bytes, strict, all_ways::<Vec<&str>, Vec<String>>(&options, input, other));
            one(&options, input, strict, ["a".to_owned(), String::new()]);
        }
        4 => {
            let other = vec![Binary(vec![1, 2]); 2];
            same(bytes, strict, all_ways::<Vec<BinaryRef<'_>>, Vec<Binary>>(&options, input, other));
            let other = Image::new("png", *b"picture");
            same(bytes, strict, all_ways::<ImageRef<'_>, Image>(&options, input, other));
        }
        5 => {
            one(&options, input, strict, vec![true; 9]);
            one(&options, input, strict, false);
        }
        6 => {
            one(&options, input, strict, vec![[1u8, 2, 3]]);
            one(&options, input, strict, [[1i16; 2]; 2]);
            one(&options, input, strict, ndarray::ArrayD::<u8>::zeros(vec![2, 1]));
            one(&options, input, strict, 0.5f32);
        }
        7 => {
            checked::<Sample<'_>>(&options, bytes);
            let bound = Bound::new("Sample", bytes.len(), 32);
            let Ok(sample) = bound.hold(|| options.from_slice::<Sample<'_>>(bytes)) else { return };
            let again = written(&options, &sample);
            let read = options.from_slice::<Sample<'_>>(&again).expect("what is written can be read");
            assert_eq!(written(&options, &read), again);
            assert!(options.from_slice::<RecordRef<'_>>(&again).is_ok());
        }
        8 => {
            let options = options.names(false);
            one(&options, tiny, strict, Found { scores: vec![9; 3], words: vec!["other".into()], flag: true });
            one(&options, input, strict, Flags { one: true, three: [true; 3], bits: 7 });
        }
        9 => {
            // Without items it does not know their shape.
            all_ways::<Batch<Vec<u64>>, Batch<Vec<u64>>>(&options, tiny, Batch(vec![vec![1], vec![2, 3]]));
            let tiny = Input { item: 512, ..tiny };
            all_ways::<Batch<Tensor>, Batch<Tensor>>(&options, tiny, Batch(vec![Tensor::from(vec![1u8])]));
        }
        10 => annotations(&options, bytes),
        _ => std::str::from_utf8(bytes).into_iter().for_each(json),
    }
});

/// An owned type in every way.
fn one<T: DecodeOwned + HasRules + Encode>(options: &Options, input: Input<'_>, strict: bool, other: T) {
    same(input.bytes, strict, all_ways::<T, T>(options, input, other));
}

/// What is accepted without leniency is written as it was.
fn same<T>(bytes: &[u8], strict: bool, read: Option<(T, Vec<u8>)>) {
    if let Some((_, again)) = read.filter(|_| strict) {
        assert_eq!(again, bytes);
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
    Bound::new("annotations", bytes.len(), 32).hold(|| options.annotate(bytes).count());
    sequences::<Tensor>(options, bytes, 64, Tensor::from(vec![0.5f64]));
    sequences::<Vec<String>>(options, bytes, 32, vec!["other".into()]);
    sequences::<Found>(options, bytes, 64, Found { scores: vec![1], words: vec!["a".into()], flag: false });
}

/// Values one after another are the same from a slice and from a stream, anew and into a value that is there.
fn sequences<T: DecodeOwned + Encode>(options: &Options, bytes: &[u8], times: usize, mut other: T) {
    let bound = Bound::new("sequence", bytes.len(), times);
    // What keeps all values is not the library.
    let count = bound.hold(|| options.sequence::<T>(bytes).count());
    assert_eq!(bound.hold(|| options.sequence_from_reader::<T, _>(bytes).count()), count);
    let slice: Vec<_> = options.sequence::<T>(bytes).collect();
    let stream: Vec<_> = options.sequence_from_reader::<T, _>(bytes).collect();
    assert_eq!(slice.len(), stream.len());
    let mut into = options.sequence::<T>(bytes);
    for (slice, stream) in slice.iter().zip(&stream) {
        let read = into.next_into(&mut other).expect("as many");
        assert_eq!((fault(&read), read.is_ok()), (fault(slice), stream.is_ok()));
        if let (Ok(slice), Ok(stream)) = (slice, stream) {
            let again = options.to_vec(slice).expect("a value that was read can be written");
            assert_eq!(options.to_vec(stream).expect("as before"), again);
            assert_eq!(options.to_vec(&other).expect("as before"), again);
        }
    }
    assert!(slice.last().is_some_and(Result::is_err) || into.next_into(&mut other).is_none());
    let by_codec = in_pieces::<T>(options, bytes);
    let values =
        slice.iter().map_while(|value| value.as_ref().ok()).map(|value| options.to_vec(value).expect("as above"));
    assert_eq!(values.collect::<Vec<_>>(), by_codec);
}

/// The values before the first error as a codec finds them in bytes that arrive in pieces, written again.
fn in_pieces<T: DecodeOwned + Encode>(options: &Options, bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut codec = Codec::<T>::with_options(options).expect("values that can be told apart");
    let (mut received, mut values) = (BytesMut::new(), Vec::new());
    for piece in bytes.chunks(1 + bytes.len() % 11) {
        received.extend_from_slice(piece);
        loop {
            match codec.decode(&mut received) {
                Ok(Some(value)) => values.push(options.to_vec(&value).expect("as above")),
                Ok(None) => break,
                Err(_) => return values,
            }
        }
    }
    if let Ok(Some(value)) = codec.decode_eof(&mut received) {
        values.push(options.to_vec(&value).expect("as above"));
    }
    values
}

/// What is accepted is written in a form that gives the same rules, and always the same form.
fn json(text: &str) {
    use tensor_format::decthings::{
        definition_from_json, definition_to_json, definitions_from_json, definitions_to_json, model_from_json,
        model_to_json, rules_from_json, rules_to_json,
    };
    let bound = Bound::new("rules in JSON", text.len(), 32);
    for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
        if let Ok(rules) = bound.hold(|| rules_from_json(text)) {
            let json = rules_to_json(&rules, dialect).expect("rules that were read can be written");
            assert_eq!(rules_from_json(&json).expect("what is written can be read"), rules);
        }
        if let Ok(definition) = bound.hold(|| definition_from_json(text)) {
            let json = definition_to_json(&definition, dialect).expect("as above");
            assert_eq!(definition_from_json(&json).expect("as above"), definition);
        }
        if let Ok(definitions) = bound.hold(|| definitions_from_json(text)) {
            let json = definitions_to_json(&definitions, dialect).expect("as above");
            assert_eq!(definitions_from_json(&json).expect("as above"), definitions);
        }
        if let Ok(model) = bound.hold(|| model_from_json(text)) {
            let json = model_to_json(&model, dialect).expect("as above");
            assert_eq!(model_from_json(&json).expect("as above"), model);
        }
    }
}
