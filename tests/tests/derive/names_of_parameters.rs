//! Errors about names of parameters say which name is most likely meant, wherever a record is read from.
#![deny(warnings, clippy::pedantic)]

use tensor_format::{
    DecodeOwned, Definition, Definitions, ElementType, ErrorKind, HasRules, Header, Record, Tensor, Value, decthings,
    from_reader, from_slice, from_value, rules::TensorRulesBuf, to_vec, zio,
};

/// Converts nothing.
mod same {
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub(super) fn to_wire(value: &u8) -> u8 {
        *value
    }

    #[allow(clippy::unnecessary_wraps)]
    pub(super) fn from_wire(value: u8) -> Result<u8, &'static str> {
        Ok(value)
    }
}

#[derive(Tensor, Debug)]
#[tensor(rename_all = "camelCase")]
struct Input {
    image_id: u8,
    #[tensor(with = same)]
    threshold: u8,
}

#[derive(Tensor, Debug)]
#[tensor(deny_unknown)]
struct Strict {
    image: u8,
    ids: Option<u8>,
}

#[derive(Tensor, Debug)]
struct Outer {
    #[tensor(flatten = "left.")]
    left: Input,
    top: u8,
}

fn one() -> tensor_format::Tensor {
    from_slice(&to_vec(&1u8).unwrap()).unwrap()
}

fn record(names: &[&str]) -> Record {
    names.iter().map(|name| ((*name).to_owned(), one())).collect()
}

/// The error of each way to read the record, all the same but for the offset.
fn error<T: DecodeOwned + HasRules + std::fmt::Debug>(names: &[&str]) -> String {
    let record = record(names);
    let bytes = to_vec(&record).unwrap();
    let text = |error: tensor_format::DecodeError| error.to_string().split(" (byte").next().unwrap().to_owned();
    let read = text(from_slice::<T>(&bytes).unwrap_err());
    assert_eq!(read, text(from_reader::<T, _>(&bytes[..]).unwrap_err()));
    assert_eq!(read, text(from_value::<T>(&Value::Record(record.as_ref())).unwrap_err()));
    assert_eq!(read, text(zio::from_message::<T>(&zio::to_message(&record).unwrap()).unwrap_err()));
    let violations = decthings::check_all::<T>(&bytes).unwrap();
    assert!(violations.iter().any(|violation| violation.to_string() == read), "{read}: {violations:?}");
    read
}

#[test]
fn a_missing_parameter_is_found_under_a_similar_name() {
    assert_eq!(
        error::<Input>(&["image_id", "threshold"]),
        "parameter `imageId`: required, but missing; is `image_id`, which is not known, meant for it?"
    );
    assert_eq!(
        error::<Input>(&["imageId", "other", "treshold"]),
        "parameter `threshold`: required, but missing; is `treshold`, which is not known, meant for it?"
    );
    assert_eq!(
        error::<Input>(&["imageId", "a", "b"]),
        "parameter `threshold`: required, but missing; found, but not known: `a`, `b`"
    );
    assert_eq!(error::<Input>(&["imageId"]), "parameter `threshold`: required, but missing");
}

#[test]
fn so_is_one_of_a_flattened_record() {
    let text = "parameter `left.threshold`: required, but missing; is `threshold`, which is not known, meant for it?";
    assert_eq!(error::<Outer>(&["left.imageId", "threshold", "top"]), text);
    assert_eq!(
        error::<Outer>(&["left.imageId", "left.treshold", "top"]),
        "parameter `left.threshold`: required, but missing; is `left.treshold`, which is not known, meant for it?"
    );
}

#[test]
fn an_unknown_parameter_is_told_the_known_ones() {
    assert_eq!(
        error::<Strict>(&["image", "imgae"]),
        "parameter `imgae`: not known to this type, which denies unknown parameters; did you mean `image`?"
    );
    assert_eq!(
        error::<Strict>(&["image", "other"]),
        "parameter `other`: not known to this type, which denies unknown parameters; known: `image`, `ids`"
    );
}

#[test]
fn a_message_of_many_or_long_names_makes_a_short_error() {
    let long: Vec<String> = (0..1000).map(|i| format!("{i}{}", "x".repeat(4_000))).collect();
    let names: Vec<&str> = long.iter().map(String::as_str).collect();
    let text = error::<Input>(&names);
    assert!(text.len() < 1000, "{} bytes", text.len());

    let names: Vec<&str> = ["image"].into_iter().chain(names).collect();
    let bytes = to_vec(&record(&names)).unwrap();
    let violations = decthings::check_all::<Strict>(&bytes).unwrap();
    let told = |kind: &ErrorKind| matches!(kind, ErrorKind::UnknownParam { known } if !known.is_empty());
    assert_eq!(violations.len(), 32);
    assert_eq!(violations.iter().filter(|violation| told(&violation.kind)).count(), 8);
}

/// Definitions of a service and the headers of a request, each of many names in an order of its own.
#[test]
fn many_names_take_linear_time() {
    const MANY: usize = 20_000;
    let rules = TensorRulesBuf { allowed_types: vec![ElementType::U8], ..TensorRulesBuf::default() };
    let definition = |at| Definition::new(format!("x{at}"), true, rules.clone());
    let definitions = Definitions((0..MANY).map(definition).collect());
    let header = Header::new(ElementType::U8, []);
    let check = |names: &[String]| definitions.check_all(names.iter().map(|name| (name.as_str(), header.clone())));
    let begun = std::time::Instant::now();
    let backwards: Vec<String> = (0..MANY).rev().map(|at| format!("x{at}")).collect();
    assert!(check(&backwards).is_empty());
    let others: Vec<String> = (0..MANY).map(|at| format!("y{at}")).collect();
    assert_eq!(check(&others).len(), MANY, "each is missing");
    let twice = [backwards, vec!["x7".to_owned()]].concat();
    let [one] = &check(&twice)[..] else { panic!("one violation") };
    assert_eq!((one.parameter.as_deref(), one.kind.name()), (Some("x7"), "duplicate_param"));
    assert!(begun.elapsed() < std::time::Duration::from_secs(5), "{:?}", begun.elapsed());
}
