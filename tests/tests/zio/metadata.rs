//! Fields of records that are metadata.

use std::{borrow::Cow, collections::BTreeMap};

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use tensor_format::{
    Batch, Definitions, Encode, EncodeError, ErrorKind, HasRules, Record, Rules, Tensor,
    codec::{DynEncode, convert},
    contract, decthings, from_value, to_value, vespa,
    zio::{self, Fields, Json, Message, MessageFault},
};

use super::facts;

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Detector {
    serial_number: String,
    gains: Vec<f64>,
    mode: Mode,
}

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Default)]
enum Mode {
    #[default]
    Off,
    Triggered {
        level: i16,
    },
}

type Maybe<T> = Option<T>;

fn everywhere() -> String {
    "everywhere".into()
}

#[derive(Tensor, Debug, Clone, PartialEq)]
#[tensor(rename_all = "camelCase")]
struct Event {
    #[tensor(metadata)]
    run_number: u64,
    #[tensor(shape = [n])]
    samples: Vec<f32>,
    #[tensor(metadata, rename = "detector")]
    made_by: Detector,
    #[tensor(shape = [n])]
    ticks: Vec<u32>,
    #[tensor(metadata)]
    comment: Maybe<String>,
    #[tensor(metadata, default)]
    tags: Vec<String>,
    #[tensor(metadata, default = everywhere())]
    site: String,
    #[tensor(skip)]
    cache: Vec<u8>,
}

fn event() -> Event {
    Event {
        run_number: u64::MAX,
        samples: vec![1.5, -2.5],
        made_by: Detector {
            serial_number: "é\"1".into(), gains: vec![0.1, 1e-7], mode: Mode::Triggered { level: -3 }
        },
        ticks: vec![7, 8],
        comment: None,
        tags: vec![],
        site: "hall".into(),
        cache: vec![],
    }
}

/// A message of this event, but with other metadata of the message.
fn with(metadata: &str) -> Message<'static> {
    let mut message = zio::to_message(&event()).expect("a message").into_owned();
    let mut tens = message.tensors().expect("tensors").tens().clone().into_owned();
    tens.set_metadata(Json::new(metadata.to_owned()).expect("JSON")).expect("an object");
    message.set_label(&Fields::default(), Some(&tens)).expect("a label");
    message
}

fn refused(metadata: &str) -> String {
    let message = with(metadata);
    zio::from_message::<Event>(&message).expect_err("no event").to_string()
}

#[test]
fn metadata_travel_under_their_names() {
    let event = event();
    let message = zio::to_message(&event).expect("a message");
    let label = String::from_utf8_lossy(&message.label);
    let metadata = r#"{"detector":{"gains":[0.1,1e-07],"mode":{"Triggered":{"level":-3}},"serialNumber":"é\"1"},"runNumber":18446744073709551615,"site":"hall","tags":[]}"#;
    assert!(label.starts_with(&format!(r#"{{"TENS":{{"metadata":{metadata},"tensors":["#)), "{label}");
    assert_eq!(message.parts.len(), 2);
    assert_eq!(zio::from_message::<Event>(&message).expect("an event"), event);
    let full = Event { comment: Some("null".into()), tags: vec!["a".into()], ..event.clone() };
    assert_eq!(zio::from_message::<Event>(&zio::to_message(&full).expect("a message")).expect("an event"), full);
    // The tensors alone are what other types and tools see.
    assert_eq!(Event::RULES.to_string(), "{ samples: f32 [n], ticks: u32 [n] }");
    let record = zio::from_message::<Record>(&message).expect("a record");
    assert_eq!(record.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["samples", "ticks"]);
    let fields: Vec<_> = Event::RULES.as_record().expect("a record").metadata().iter().collect();
    let facts: Vec<_> = fields.iter().map(|field| (field.name, field.required)).collect();
    let expected = [("runNumber", true), ("detector", true), ("comment", false), ("tags", false), ("site", false)];
    assert_eq!(facts, expected);
}

#[test]
fn absent_and_null_are_the_same() {
    for metadata in [
        r#"{"runNumber":1,"detector":{"serialNumber":"","gains":[],"mode":"Off"}}"#,
        r#"{"runNumber":1,"detector":{"serialNumber":"","gains":[],"mode":"Off"},"comment":null,"tags":null,"site":null,"other":[1]}"#,
    ] {
        let message = with(metadata);
        let event = zio::from_message::<Event>(&message).expect("an event");
        assert_eq!((event.comment, event.tags, &*event.site), (None, vec![], "everywhere"));
        assert_eq!(event.made_by, Detector::default());
    }
}

#[test]
fn other_metadata_say_what_is_wrong() {
    let detector = r#""detector":{"serialNumber":"a","gains":[1],"mode":"Off"}"#;
    assert_eq!(refused("{}"), "parameter `runNumber`: required metadata, but missing");
    assert_eq!(refused(r#"{"runNumber":1}"#), "parameter `detector`: required metadata, but missing");
    assert_eq!(
        refused(&format!(r#"{{"runNumber":null,{detector}}}"#)),
        "parameter `runNumber`: required metadata, but missing"
    );
    assert_eq!(
        refused(&format!(r#"{{"runNumber":-1,{detector}}}"#)),
        "parameter `runNumber`: metadata: expected u64, found integer `-1`"
    );
    assert_eq!(
        refused(&format!(r#"{{"runNumber":18446744073709551616,{detector}}}"#)),
        "parameter `runNumber`: metadata: expected u64, found floating point `1.8446744073709552e+19`"
    );
    let of_detector = |detector: &str| refused(&format!(r#"{{"runNumber":1,"detector":{detector}}}"#));
    assert_eq!(
        of_detector(r#"{"serialNumber":"a","gains":[1,"high"],"mode":"Off"}"#),
        "parameter `detector`: metadata: gains[1]: expected f64, found string \"high\""
    );
    assert_eq!(
        of_detector(r#"{"serialNumber":"a","gains":[],"mode":{"Triggered":{"level":40000}}}"#),
        "parameter `detector`: metadata: mode.Triggered.level: expected i16, found integer `40000`"
    );
    assert_eq!(
        of_detector(r#"{"serialNumber":"a","gains":[]}"#),
        "parameter `detector`: metadata: missing field `mode`"
    );
    assert_eq!(
        of_detector(r#"{"serialNumber":"a","gains":[],"mode":"On"}"#),
        "parameter `detector`: metadata: mode: expected `Off` or `Triggered`, found unknown variant `On`"
    );
    assert_eq!(
        of_detector(r#"{"serialNumber":"a","gains":[],"mode":"Off","x":1}"#),
        "parameter `detector`: metadata: x: expected one of `serialNumber`, `gains`, `mode`, found unknown field `x`"
    );
    let long = of_detector(&format!(r#"{{"serialNumber":"a","gains":["{}"],"mode":"Off"}}"#, "é".repeat(1 << 20)));
    assert!(long.len() < 512, "{}", long.len());
    let long = of_detector(&format!(r#"{{"{}":1}}"#, "key, expected ".repeat(1 << 16)));
    assert!(long.len() < 768, "{}", long.len());
    // Of several fields of one name the last counts, deep inside too.
    let message = with(&format!(
        r#"{{"runNumber":"x",{detector},"runNumber":1,"detector":{{"mode":1,"serialNumber":"b","gains":[],"mode":"Off"}}}}"#
    ));
    assert_eq!(zio::from_message::<Event>(&message).expect("an event").made_by.serial_number, "b");
}

#[test]
fn the_kind_and_the_name_of_an_error_are_data() {
    let message = with("{}");
    let error = zio::from_message::<Event>(&message).expect_err("no event");
    assert!(matches!(error.kind(), ErrorKind::MissingMetadata));
    assert_eq!((error.parameter(), error.kind().name()), (Some("runNumber"), "missing_metadata"));
    let violations = zio::check_all::<Event>(&message).expect("violations");
    let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
    let missing = |name| format!("parameter `{name}`: required metadata, but missing");
    assert_eq!(texts, [missing("runNumber"), missing("detector")]);
    let message = with(r#"{"runNumber":[],"detector":[1,2]}"#);
    assert!(zio::check_all::<Event>(&message).expect("violations").is_empty());
    let error = zio::from_message::<Event>(&message).expect_err("no event");
    let ErrorKind::Metadata(fault) = error.kind() else { panic!("{error}") };
    assert_eq!((&*fault.path, &*fault.expected, &*fault.found), ("", "u64", "sequence"));
    assert_eq!((error.parameter(), error.kind().name()), (Some("runNumber"), "metadata"));
}

/// What a reader would refuse is not written.
#[test]
fn what_json_cannot_hold_is_not_written() {
    #[derive(Tensor)]
    struct Gained {
        #[tensor(metadata)]
        gain: f64,
        #[tensor(metadata)]
        by_channel: BTreeMap<Vec<u8>, u8>,
    }
    let refused = |gain, by_channel| {
        let value = Gained { gain, by_channel };
        zio::to_message(&value).map(|_| ()).expect_err("no message").to_string()
    };
    assert_eq!(
        refused(f64::NAN, BTreeMap::new()),
        "parameter `gain`: metadata: expected f64, found null, which is what JSON has for numbers that are not finite"
    );
    let keys = BTreeMap::from([(vec![1], 1)]);
    assert_eq!(refused(1.0, keys), "parameter `by_channel`: metadata: key must be a string");
}

#[test]
fn metadata_beside_those_of_the_record() {
    let event = event();
    let more = BTreeMap::from([("operator", "ann")]);
    let message = zio::to_message_with(&event, &more).expect("a message");
    let (again, all) =
        zio::from_message_with::<Event, BTreeMap<String, serde_json::Value>>(&message).expect("an event");
    assert_eq!(again, event);
    assert_eq!(all.keys().collect::<Vec<_>>(), ["detector", "operator", "runNumber", "site", "tags"]);
    let clash = BTreeMap::from([("site", "ann")]);
    let error = zio::to_message_with(&event, &clash).map(|_| ()).expect_err("a name twice");
    assert_eq!(
        error.to_string(),
        "parameter `site`: TENS.metadata: expected metadata without the names of the record's own, found `site`"
    );
    assert_eq!(facts(&error.into()).1, MessageFault::ReservedKey);
    let error = zio::to_message_with(&event, &[1]).map(|_| ()).expect_err("no object");
    assert_eq!(facts(&error.into()).1, MessageFault::MetadataNotObject);
}

#[derive(Tensor, Debug, PartialEq)]
struct Noted {
    level: f32,
    #[tensor(metadata)]
    note: Option<String>,
}

/// Metadata are never dropped without a word.
#[test]
fn formats_without_a_place_refuse() {
    let text = "parameter `note`: this field is metadata, which have no place here: few formats have one for them, \
                batches none";
    let noted = Noted { level: 1.0, note: Some("a".into()) };
    let said = |error: EncodeError| {
        assert!(matches!(error.kind(), ErrorKind::NoMetadata));
        assert_eq!((error.to_string().as_str(), error.kind().name()), (text, "no_metadata"));
    };
    said(tensor_format::to_vec(&noted).expect_err("no place"));
    said(decthings::Options::new().to_vec(&noted).expect_err("no place"));
    said(tensor_format::to_slices(&noted).map(|_| ()).expect_err("no place"));
    said(vespa::to_string(&noted).expect_err("no place"));
    said(to_value(&noted).expect_err("no place"));
    said(tensor_format::to_vec::<dyn DynEncode>(&noted).expect_err("no place"));
    said(tensor_format::to_vec(&Batch(vec![Noted { level: 1.0, note: Some("a".into()) }])).expect_err("no place"));
    let mut out = vec![1];
    said(tensor_format::append(&noted, &mut out).expect_err("no place"));
    assert_eq!(out, [1]);
    noted.validate().expect("there are no ranges");

    // What is absent needs no place.
    let plain = Noted { level: 1.0, note: None };
    let bytes = tensor_format::to_vec(&plain).expect("bytes");
    assert_eq!(tensor_format::from_slice::<Noted>(&bytes).expect("a value"), plain);
    let value = to_value(&plain).expect("a value");
    assert_eq!(from_value::<Noted>(&value.as_ref()).expect("a value"), plain);
    let batch = Batch(vec![plain]);
    let message = zio::to_message(&batch).expect("a message");
    assert_eq!(zio::from_message::<Batch<Noted>>(&message).expect("a batch").0, batch.0);

    // What is required is missed.
    let error = tensor_format::from_slice::<Event>(&bytes).expect_err("no metadata");
    assert_eq!(error.to_string(), "parameter `runNumber`: required metadata, but missing (byte 0)");
    // A type behind `dyn` carries them where there is a place.
    let message = zio::to_message::<dyn DynEncode>(&noted).expect("a message");
    assert_eq!(zio::from_message::<Noted>(&message).expect("a value"), noted);
}

#[derive(Tensor, Debug, PartialEq)]
struct Renamed {
    #[tensor(metadata, rename = "runNumber")]
    run: u32,
    #[tensor(metadata)]
    comment: Option<Cow<'static, str>>,
    values: Vec<f32>,
}

contract! { Event => Renamed { values: samples } }

#[test]
fn values_are_passed_on_with_their_metadata() {
    let event = Event { run_number: 7, comment: Some("a".into()), ..event() };
    let renamed: Renamed = convert(&event).expect("a value");
    assert_eq!(renamed, Renamed { run: 7, comment: Some("a".into()), values: vec![1.5, -2.5] });
    let error = convert::<_, Renamed>(&Event { run_number: u64::MAX, ..event }).expect_err("no u32");
    assert_eq!(
        error.to_string(),
        "parameter `runNumber`: metadata: expected u32, found integer `18446744073709551615`"
    );
}

#[derive(Tensor, Debug, PartialEq)]
struct Generic<'a, T, M> {
    values: Vec<T>,
    name: &'a str,
    #[tensor(metadata)]
    more: M,
    #[tensor(metadata)]
    any: serde_json::Value,
    #[tensor(metadata)]
    unit: (),
}

#[test]
fn types_of_all_kinds() {
    let value = Generic { values: vec![1u8], name: "a", more: Some((1, 'x')), any: serde_json::json!(null), unit: () };
    let message = zio::to_message(&value).expect("a message");
    assert!(message.label.starts_with(br#"{"TENS":{"metadata":{"any":null,"more":[1,"x"],"unit":null},"#));
    assert_eq!(zio::from_message::<Generic<'_, u8, Option<(i32, char)>>>(&message).expect("a value"), value);
    let value = Generic { more: None::<u8>, any: serde_json::json!({"b": [1.5, {"a": {}}]}), ..value_of(&message) };
    let message = zio::to_message(&value).expect("a message");
    assert_eq!(zio::from_message::<Generic<'_, u8, Option<u8>>>(&message).expect("a value"), value);
}

fn value_of<'m>(message: &'m Message<'_>) -> Generic<'m, u8, Option<u8>> {
    let read = zio::from_message::<Generic<'m, u8, Option<(i32, char)>>>(message).expect("a value");
    Generic { values: read.values, name: read.name, more: None, any: read.any, unit: () }
}

/// Only metadata, and no tensor.
#[test]
fn records_of_metadata_alone() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Begin {
        #[tensor(metadata)]
        run: u32,
    }
    let message = zio::to_message(&Begin { run: 3 }).expect("a message");
    assert_eq!(&*message.label, br#"{"TENS":{"metadata":{"run":3},"tensors":[]}}"#);
    assert_eq!(zio::from_message::<Begin>(&message).expect("a value"), Begin { run: 3 });
}

fn floats() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("JSON has finite numbers", |number| number.is_finite())
}

fn modes() -> impl Strategy<Value = Mode> {
    prop_oneof![Just(Mode::Off), any::<i16>().prop_map(|level| Mode::Triggered { level })]
}

fn events() -> impl Strategy<Value = Event> {
    let detector = (any::<String>(), prop::collection::vec(floats(), 0..4), modes())
        .prop_map(|(serial_number, gains, mode)| Detector { serial_number, gains, mode });
    let texts = (any::<Option<String>>(), any::<Vec<String>>(), any::<String>());
    (any::<u64>(), detector, texts, any::<Vec<f32>>()).prop_map(
        |(run_number, made_by, (comment, tags, site), samples)| {
            let ticks = vec![1; samples.len()];
            Event { run_number, samples, made_by, ticks, comment, tags, site, cache: vec![] }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn events_round_trip(event in events()) {
        let message = zio::to_message(&event).expect("a message");
        let frames: Vec<Vec<u8>> = message.clone().into_frames().into_iter().map(|frame| frame.into_vec()).collect();
        let received = Message::from_frames(frames).expect("a message");
        let again = zio::from_message::<Event>(&received).expect("an event");
        // Bits and not numbers, for NaN and negative zeros.
        let bits = |event: &Event| event.samples.iter().map(|sample| sample.to_bits()).collect::<Vec<_>>();
        let gains = |event: &Event| event.made_by.gains.iter().map(|gain| gain.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!((bits(&again), gains(&again)), (bits(&event), gains(&event)));
        let plain = |event: Event| Event { samples: vec![], ticks: vec![], ..event };
        prop_assert_eq!(plain(again), plain(event));
    }

    #[test]
    fn no_metadata_panic(text in r#"[\{\}\[\]:,"\\a-z0-9eE. -]{0,40}"#, name in "(runNumber|detector|tags|site)") {
        let label = format!(r#"{{"TENS":{{"tensors":[],"metadata":{{"{name}":{text}}}}}}}"#);
        let _ = zio::from_message::<Event>(&Message { label: label.into(), ..Message::default() });
        let _ = zio::from_message::<Noted>(&Message { label: text.into(), ..Message::default() });
    }

    #[test]
    fn no_change_of_the_label_panics(event in events(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut message = zio::to_message(&event).expect("a message");
        let mut label = message.label.to_vec();
        let at = at.index(label.len());
        label[at] = byte;
        message.label = label.into();
        let _ = zio::from_message::<Event>(&message);
    }
}

/// Fingerprints and definitions are about tensors.
#[test]
fn metadata_do_not_count() {
    #[derive(Tensor)]
    struct Bare {
        _samples: Vec<f32>,
    }
    #[derive(Tensor)]
    struct Named {
        #[tensor(metadata)]
        _name: String,
        _samples: Vec<f32>,
    }
    assert_eq!(Named::FINGERPRINT, Bare::FINGERPRINT);
    let definitions = |rules: Rules<'_>| Definitions::from(rules.as_record().expect("a record"));
    assert_eq!(definitions(Named::RULES), definitions(Bare::RULES));
}
