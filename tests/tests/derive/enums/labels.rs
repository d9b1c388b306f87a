//! Enums that derive a string label.
#![deny(warnings, clippy::pedantic)]

use tensor_format::{HasRules, Tensor, from_reader, from_slice, to_vec};

#[derive(Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(rename_all = "SCREAMING-KEBAB-CASE")]
enum Kind {
    FirstOne,
    #[tensor(rename = "two")]
    Second,
    r#Third,
}

#[derive(Tensor, Debug, PartialEq)]
enum Single {
    Only = 7,
}

#[test]
fn labels_are_a_constant() {
    assert_eq!(Kind::LABELS, ["FIRST-ONE", "two", "THIRD"]);
    assert_eq!(Single::LABELS, ["Only"]);
    assert_eq!(Kind::RULES.to_string(), "string []");
}

#[test]
fn a_label_is_its_text() {
    for (kind, label) in [Kind::FirstOne, Kind::Second, Kind::Third].into_iter().zip(Kind::LABELS) {
        let bytes = to_vec(&kind).unwrap();
        assert_eq!(bytes, to_vec(label).unwrap());
        assert_eq!(from_slice::<Kind>(&bytes).unwrap(), kind);
    }
    let bytes = to_vec(&Single::Only).unwrap();
    assert_eq!(from_slice::<Single>(&bytes).unwrap(), Single::Only);
}

#[test]
fn labels_stand_in_sequences() {
    let kinds = vec![[Kind::Second, Kind::Third], [Kind::FirstOne, Kind::Second]];
    let bytes = to_vec(&kinds).unwrap();
    assert_eq!(from_slice::<Vec<[Kind; 2]>>(&bytes).unwrap(), kinds);
    assert_eq!(from_slice::<Vec<[String; 2]>>(&bytes).unwrap()[0], ["two", "THIRD"]);
}

#[test]
fn an_unknown_label_is_refused_with_all_labels() {
    let bytes = to_vec("Second").unwrap();
    let error = from_slice::<Kind>(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "label: expected one of \"FIRST-ONE\", \"two\", \"THIRD\", found \"Second\" (byte 2)"
    );
    let bytes = to_vec(&vec![["two", "two"], ["THIRD", "2"]]).unwrap();
    let error = from_slice::<Vec<[Kind; 2]>>(&bytes).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("unknown_label", Some(bytes.len() as u64 - 2)));
    assert_eq!(from_reader::<Vec<[Kind; 2]>, _>(&bytes[..]).unwrap_err().to_string(), error.to_string());
    let error = from_slice::<Single>(&to_vec(&1u8).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "element type: expected string, found u8 (byte 0)");
}
