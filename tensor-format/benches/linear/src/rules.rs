//! Rules and definitions in JSON, and records that are judged by many of them.

use tensor_format::{
    Definitions, Record, Tensor,
    decthings::{self, Options},
    rules::{CompatibilityReport, RulesBuf, ServiceSide},
};

use crate::{
    Case, listed,
    made::{both, list, near, nested, pair, repeat, text},
};

/// A record of parameters whose names are nearly those of others.
#[derive(Tensor)]
pub(crate) struct Wanted {
    temperature: Vec<u8>,
    humidity: Vec<u8>,
    pressure: Option<Vec<u8>>,
    wind_speed: Vec<u8>,
}

/// Rules of serde's form, with these axes and element types.
fn rules_of(axes: &str, types: &str) -> String {
    format!(r#""rules":{{"allowed_types":[{types}],"axes":[{axes}],"open":null,"annotations":[]}}"#)
}

const AXIS: &str = r#"{"name":null,"min":0,"max":7}"#;

/// A definition in serde's form.
fn serde_param(name: &str) -> String {
    format!(r#"{{"name":"{name}","required":true,{}}}"#, rules_of(AXIS, "\"u8\""))
}

fn param(name: &str) -> String {
    format!(r#"{{"name":"{name}","required":true,"rules":{{"shape":[-1],"allowedTypes":["u8"]}}}}"#)
}

/// Definitions, and a record with tensors of these names.
fn judged(size: usize, name: impl Fn(usize) -> String, other: impl Fn(usize) -> String) -> Vec<u8> {
    let definitions = list(size * 7 / 8, "[", "]", |at| param(&name(at)));
    let record: Record = (0..size * 7 / 8 / 90).map(|at| (other(at), Tensor::from(vec![7u8]))).collect();
    pair(&definitions, &Options::new().to_vec(&record).expect("bytes"))
}

/// Definitions that are read: they are well-formed, so that what follows is looked at.
fn read(json: &[u8]) -> Option<Definitions> {
    Some(decthings::definitions_from_json(text(json)).expect("definitions"))
}

fn with_both<R>(bytes: &[u8], look: impl FnOnce(&Definitions, &[u8]) -> R) -> Option<R> {
    let (definitions, record) = both(bytes);
    read(definitions).map(|definitions| look(&definitions, record))
}

const OPTIONS: Options = Options::new().max_params(usize::MAX);

/// Two lists of definitions.
fn two(size: usize, name: impl Fn(usize) -> String, other: impl Fn(usize) -> String) -> Vec<u8> {
    pair(&list(size / 2, "[", "]", |at| param(&name(at))), &list(size / 2, "[", "]", |at| param(&other(at))))
}

fn compared<R>(bytes: &[u8], look: impl FnOnce(&Definitions, &Definitions) -> R) -> Option<R> {
    let (one, other) = both(bytes);
    Some(look(&read(one)?, &read(other)?))
}

fn number(at: usize) -> String {
    // All of one length, since how far names are apart is counted for those of about one length.
    format!("n{at:07}")
}

fn backwards(at: usize) -> String {
    format!("n{}", 9_999_999 - at)
}

pub(crate) fn cases() -> Vec<Case> {
    let same = |size| judged(size, number, number);
    let reversed = |size| judged(size, number, backwards);
    let close = |size| judged(size, near, |at| format!("{}x", near(at)));
    let equal = |size| two(size, number, number);
    let crossed = |size| two(size, number, backwards);
    let nearly = |size| two(size, near, |at| format!("{}x", near(at)));
    listed! {
        "definitions many, serde", |size| list(size, "[", "]", |at| serde_param(&number(at))), |bytes| serde_json::from_slice::<Definitions>(bytes).expect("definitions");
        "definitions many", |size| list(size, "[", "]", |at| param(&number(at))), |bytes| read(bytes);
        "definitions many, RulesBuf", |size| list(size, r#"{"record":["#, "]}", |at| serde_param(&number(at))), |bytes| serde_json::from_slice::<RulesBuf>(bytes);
        "definitions many, written", |size| list(size, "[", "]", |at| param(&number(at))), |bytes| read(bytes).map(|all| (all.to_string(), serde_json::to_string(&all)));
        "definitions many, fingerprint", |size| list(size, "[", "]", |at| param(&number(at))), |bytes| read(bytes).map(|all| all.fingerprint());
        "definitions of the same name", |size| list(size, "[", "]", |_| serde_param("same")), |bytes| serde_json::from_slice::<Definitions>(bytes);
        "definition of many axes", |size| repeat(size, r#"{"name":"a","required":true,"rules":{"allowedTypes":["u8"],"shape":[1"#, ",1", "]}}"), |bytes| decthings::definition_from_json(text(bytes));
        "definition of many axes, serde", |size| list(size, r#"{"name":"a","required":true,"rules":{"allowed_types":["u8"],"annotations":[],"axes":["#, r#"],"open":null}}"#, |_| AXIS.to_owned()),
            |bytes| serde_json::from_slice::<tensor_format::Definition>(bytes);
        "definition of annotations", |size| list(size, r#"{"name":"a","required":true,"rules":{"shape":[-1],"allowedTypes":["u8"],"annotations":["#, "]}}", |at| format!("\"axis 0: n{at}\"")), |bytes| decthings::definition_from_json(text(bytes)).map(|one| one.to_string());
        "definition of many types", |size| repeat(size, r#"{"name":"a","required":true,"rules":{"shape":[],"allowedTypes":["u8""#, ",\"u8\"", "]}}"), |bytes| decthings::definition_from_json(text(bytes));
        "definition of unknown keys", |size| list(size, "{", "}", |at| format!(r#""nam{at}":1"#)), |bytes| decthings::definition_from_json(text(bytes));
        "definition of the same key", |size| list(size, "{", "}", |_| r#""name":"a""#.to_owned()), |bytes| decthings::definition_from_json(text(bytes));
        "definition nested", |size| nested(size, r#"{"name":"#, "[", "", "]", "}"), |bytes| serde_json::from_slice::<Definitions>(bytes);
        "definition of a long number", |size| repeat(size, r#"{"name":"a","required":true,"rules":{"allowedTypes":["u8"],"shape":["#, "1", "]}}"), |bytes| decthings::definition_from_json(text(bytes));
        "definition of a long name", |size| repeat(size, r#"{"name":""#, "\\u0041", r#"","required":true,"rules":{"shape":[],"allowedTypes":["u8"]}}"#), |bytes| decthings::definition_from_json(text(bytes));
        "definition of a long type", |size| repeat(size, r#"{"name":"a","required":true,"rules":{"shape":[],"allowedTypes":[""#, "u", "\"]}}"), |bytes| decthings::definition_from_json(text(bytes));
        "definitions, record in order", same, |bytes| with_both(bytes, |rules, record| OPTIONS.check_against(rules, record).is_ok());
        "definitions, record backwards", reversed, |bytes| with_both(bytes, |rules, record| OPTIONS.check_against(rules, record).is_ok());
        "definitions, record backwards, all", reversed, |bytes| with_both(bytes, |rules, record| OPTIONS.check_all_against(rules, record).is_ok());
        "definitions, near names, all", close, |bytes| with_both(bytes, |rules, record| OPTIONS.check_all_against(rules, record).map(|all| all.len()).ok());
        "definitions compared", equal, |bytes| compared(bytes, |one, other| (one.difference(other).len(), one.contains(other)));
        "definitions compared, backwards", crossed, |bytes| compared(bytes, |one, other| (one.difference(other).len(), one.contains(other)));
        "definitions compared, near names", nearly, |bytes| compared(bytes, |one, other| one.difference(other).len());
        "definitions intersected, backwards", crossed, |bytes| compared(bytes, |one, other| one.intersect(other).is_some());
        "definitions compatible, backwards", crossed, |bytes| compared(bytes, |one, other| {
            CompatibilityReport::new(one, other, ServiceSide::Input).compatibility()
        });
        "decthings rules", |size| repeat(size, r#"{"shape":[1"#, ",1", r#"],"allowedTypes":["u8"]}"#), |bytes| decthings::rules_from_json(text(bytes));
        "decthings definitions", |size| list(size, "[", "]", |at| param(&number(at))),
            |bytes| decthings::definitions_from_json(text(bytes)).and_then(|all| Ok(decthings::definitions_to_json(&all, decthings::Dialect::Clients)?));
        "decthings definitions nested", |size| nested(size, r#"[{"name":"#, "[", "", "]", "}]"), |bytes| decthings::definitions_from_json(text(bytes));
        "decthings model", |size| list(size, r#"{"inputs":["#, "]}", |at| param(&number(at))),
            |bytes| decthings::model_from_json(text(bytes)).is_ok();
    }
}
