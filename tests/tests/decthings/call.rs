//! A model behind bytes, and models one after another.

use std::{borrow::Cow, convert::Infallible, fmt};

use tensor_format::{
    Batch, DecodeError, ErrorKind, Feeds, HasRules, Model, Pipe, Record, Tensor, TensorRef,
    codec::convert,
    decthings::{self, CallError, Dialect, Options},
    from_slice, to_vec,
};

#[derive(Tensor)]
struct Images<'a> {
    #[tensor(shape = [batch: 1..=4, size])]
    image: Cow<'a, [[f32; 2]]>,
    #[tensor(shape = [batch])]
    names: Vec<&'a str>,
    scale: Option<f32>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Scores {
    #[tensor(shape = [batch])]
    score: Vec<f32>,
    total: f32,
}

/// Gives `extra` more scores than it was asked for.
struct Scorer {
    extra: usize,
}

#[derive(Debug, PartialEq)]
struct TooDark;

impl fmt::Display for TooDark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too dark")
    }
}

impl std::error::Error for TooDark {}

impl Model for Scorer {
    type Input<'a> = Images<'a>;
    type Output = Scores;
    type Error = TooDark;

    fn run(&self, input: Images<'_>) -> Result<Scores, TooDark> {
        let scale = input.scale.unwrap_or(1.0);
        let mut score: Vec<f32> = input.image.iter().map(|pixels| pixels.iter().sum::<f32>() * scale).collect();
        assert_eq!(score.len(), input.names.len());
        let total = score.iter().sum();
        if total == 0.0 {
            return Err(TooDark);
        }
        score.extend(std::iter::repeat_n(0.0, self.extra));
        Ok(Scores { score, total })
    }
}

fn request(pixel: f32) -> Vec<u8> {
    let image = Cow::Owned(vec![[pixel, 2.0 * pixel]; 3]);
    to_vec(&Images { image, names: vec!["a", "b", "c"], scale: Some(2.0) }).unwrap()
}

/// Calls and checks that after a failure the output is as it was.
fn call<M: Model>(model: &M, request: &[u8]) -> Result<Vec<u8>, CallError<M::Error>> {
    let mut out = b"before".to_vec();
    match decthings::call(model, request, &mut out) {
        Ok(()) => Ok(out.strip_prefix(b"before").expect("the output is appended to").to_vec()),
        Err(error) => {
            assert_eq!(out, b"before");
            Err(error)
        }
    }
}

#[test]
fn a_good_request_is_served() {
    let response = call(&Scorer { extra: 0 }, &request(1.0)).unwrap();
    assert_eq!(from_slice::<Scores>(&response).unwrap(), Scores { score: vec![6.0; 3], total: 18.0 });
}

#[test]
fn every_violation_of_a_request_is_reported() {
    let mut record = Record::new();
    record.push("image", TensorRef::from_slice([5, 3], &[0.0f32; 15]).unwrap().to_tensor());
    record.push("scale", TensorRef::from_slice([1], &[0.0f64]).unwrap().to_tensor());
    let error = call(&Scorer { extra: 0 }, &to_vec(&record).unwrap()).unwrap_err();
    assert!(matches!(&error, CallError::Decode(error) if error.violations().count() == 5));
    assert_eq!(
        error.to_string(),
        "the request breaks the rules of the model's input:
  parameter `image`: axis 0: expected batch: 1..=4, found 5
  parameter `image`: axis 1: expected size: 2, found 3
  parameter `scale`: element type: expected f32, found f64
  parameter `scale`: rank: expected 0, found 1
  parameter `names`: required, but missing"
    );
}

#[test]
fn names_must_agree_within_the_request() {
    let mut record = Record::new();
    record.push("image", TensorRef::from_slice([2, 2], &[0.0f32; 4]).unwrap().to_tensor());
    record.push("names", tensor_of(&vec!["a"; 3]));
    let error = call(&Scorer { extra: 0 }, &to_vec(&record).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the request breaks the rules of the model's input:
  parameter `names`: axis 0: `batch` is 2 in `image`, found 3"
    );
}

fn tensor_of<T: tensor_format::Encode>(value: &T) -> Tensor {
    from_slice(&to_vec(value).unwrap()).unwrap()
}

#[test]
fn a_response_has_the_lengths_of_its_request() {
    let error = call(&Scorer { extra: 1 }, &request(1.0)).unwrap_err();
    assert!(matches!(&error, CallError::Encode(error) if matches!(error.kind(), ErrorKind::AxisName { .. })));
    assert_eq!(
        error.to_string(),
        "the response cannot be written: parameter `score`: axis 0: `batch` is 3 in `image`, found 4"
    );
}

#[test]
fn what_cannot_be_read_is_told_with_its_place() {
    let bytes = request(1.0);
    let error = call(&Scorer { extra: 0 }, &bytes[..bytes.len() - 1]).unwrap_err();
    assert!(matches!(&error, CallError::Decode(error) if matches!(error.kind(), ErrorKind::UnexpectedEnd { .. })));
    let place = bytes.len() - 4;
    assert_eq!(
        error.to_string(),
        format!(
            "the request cannot be read: parameter `scale`: the input ends too early: 4 bytes needed, 3 left (byte {place})"
        )
    );
}

#[test]
fn the_models_own_error_is_passed_on() {
    let error = call(&Scorer { extra: 0 }, &request(0.0)).unwrap_err();
    assert!(matches!(error, CallError::Model(TooDark)));
    assert_eq!(error.to_string(), "the model failed: too dark");
}

#[derive(Tensor)]
#[tensor(shape = [n])]
struct Numbers(Vec<f32>);

struct Repeat(usize);

impl Model for Repeat {
    type Input<'a> = Numbers;
    type Output = Numbers;
    type Error = Infallible;

    fn run(&self, input: Numbers) -> Result<Numbers, Infallible> {
        Ok(Numbers(input.0.repeat(self.0)))
    }
}

#[test]
fn names_bind_over_single_tensors() {
    let request = to_vec(&Numbers(vec![1.0, 2.0])).unwrap();
    assert_eq!(call(&Repeat(1), &request).unwrap(), request);
    let error = call(&Repeat(2), &request).unwrap_err();
    assert_eq!(error.to_string(), "the response cannot be written: axis 0: `n` is 2 in `input`, found 4");
}

#[test]
fn options_hold_for_request_and_response() {
    let options = Options::new().dialect(Dialect::Clients);
    let input = Images { image: Cow::Borrowed(&[[1.0, 2.0]]), names: vec!["a"], scale: None };
    let request = options.to_vec(&input).unwrap();
    let mut out = Vec::new();
    options.call(&Scorer { extra: 0 }, &request, &mut out).unwrap();
    assert_eq!(options.from_slice::<Scores>(&out).unwrap(), Scores { score: vec![3.0], total: 3.0 });
    assert!(decthings::call(&Scorer { extra: 0 }, &request, &mut out).is_err());
}

/// Gives whatever record it is given.
struct Echo;

impl Model for Echo {
    type Input<'a> = Record;
    type Output = Record;
    type Error = Infallible;

    fn run(&self, input: Record) -> Result<Record, Infallible> {
        Ok(input)
    }
}

#[test]
fn dynamic_models_are_served_too() {
    let request = request(1.0);
    assert_eq!(call(&Echo, &request).unwrap(), request);
    assert_eq!(call(&&Echo, &request).unwrap(), request);
}

#[derive(Tensor)]
struct Report<'a> {
    values: Cow<'a, [f32]>,
}

impl Feeds<Report<'_>> for Scores {
    const RENAMES: &'static [(&'static str, &'static str)] = &[("values", "score")];
}

/// Takes one parameter under two names, and denies the others.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(deny_unknown)]
struct Kept {
    values: Vec<f32>,
    score: Vec<f32>,
}

impl Feeds<Kept> for Scores {
    const RENAMES: &'static [(&'static str, &'static str)] = &[("values", "score")];
}

struct Summary;

impl Model for Summary {
    type Input<'a> = Report<'a>;
    type Output = f32;
    type Error = Infallible;

    fn run(&self, input: Report<'_>) -> Result<f32, Infallible> {
        Ok(input.values.iter().sum())
    }
}

#[test]
fn models_run_one_after_another() {
    let pipe = Pipe::new(Scorer { extra: 0 }, Summary);
    assert_eq!(from_slice::<f32>(&call(&pipe, &request(1.0)).unwrap()).unwrap(), 18.0);
    let error = call(&pipe, &request(0.0)).unwrap_err();
    assert_eq!(error.to_string(), "the model failed: too dark");
}

#[test]
fn parameters_are_passed_on_under_their_new_names() -> Result<(), DecodeError> {
    let scores = Scores { score: vec![1.0, 2.0], total: 3.0 };
    let kept: Kept = convert(&scores)?;
    assert_eq!(kept, Kept { values: vec![1.0, 2.0], score: vec![1.0, 2.0] });
    Ok(())
}

#[derive(Tensor)]
struct Sample {
    pixels: [f32; 3],
    label: u8,
}

#[derive(Tensor, Debug, PartialEq)]
struct Samples {
    #[tensor(shape = [batch, _])]
    pixels: Vec<[f32; 3]>,
    #[tensor(shape = [batch])]
    label: Vec<u8>,
}

impl Feeds<Samples> for Batch<Sample> {}

#[test]
fn a_batch_of_rows_is_passed_on_as_columns() -> Result<(), DecodeError> {
    const _: () = assert!(Samples::RULES.contains(&Batch::<Sample>::RULES));
    let rows = Batch(vec![Sample { pixels: [1.0; 3], label: 1 }, Sample { pixels: [2.0; 3], label: 2 }]);
    let columns: Samples = convert(&rows)?;
    assert_eq!(columns, Samples { pixels: vec![[1.0; 3], [2.0; 3]], label: vec![1, 2] });
    Ok(())
}
