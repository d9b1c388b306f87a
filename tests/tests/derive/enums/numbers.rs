//! Enums that derive an integer label.
#![deny(warnings, clippy::pedantic)]

use tensor_format::{HasRules, Tensor, codec::Block, from_reader, from_slice, to_vec};

#[derive(Tensor, Debug, PartialEq)]
#[tensor(repr = u8, rename_all = "lowercase")]
#[repr(u8)]
enum Level {
    Low,
    Middle = 10,
    High,
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(repr = i64)]
#[repr(i64)]
enum Wide {
    Least = i64::MIN,
    #[tensor(rename = "most")]
    Most = i64::MAX,
}

#[derive(Tensor, Debug, PartialEq)]
struct Rated {
    levels: Vec<[Level; 2]>,
    wide: Option<Wide>,
    level: Level,
}

#[test]
fn its_rules_are_an_integer_scalar() {
    assert_eq!(Level::RULES.to_string(), "u8 []");
    assert_eq!(Level::SIZE, Some(1));
    assert_eq!(Wide::RULES.to_string(), "i64 []");
    assert_eq!(Level::LABELS, ["low", "middle", "high"]);
    assert_eq!(Wide::LABELS, ["Least", "most"]);
}

#[test]
fn a_label_is_its_discriminant() {
    for (level, number) in [(Level::Low, 0u8), (Level::Middle, 10), (Level::High, 11)] {
        let bytes = to_vec(&level).unwrap();
        assert_eq!(bytes, to_vec(&number).unwrap());
        assert_eq!(from_slice::<Level>(&bytes).unwrap(), level);
    }
    assert_eq!(to_vec(&Wide::Least).unwrap(), to_vec(&i64::MIN).unwrap());
    assert_eq!(from_slice::<Wide>(&to_vec(&i64::MAX).unwrap()).unwrap(), Wide::Most);
}

#[test]
fn an_unknown_number_is_refused_with_all_labels() {
    let error = from_slice::<Level>(&to_vec(&1u8).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "label: expected one of 0 \"low\", 10 \"middle\", 11 \"high\", found 1 (byte 2)");
    let error = from_slice::<Vec<Wide>>(&to_vec(&vec![i64::MAX, -1]).unwrap()).unwrap_err();
    let labels = "-9223372036854775808 \"Least\", 9223372036854775807 \"most\"";
    assert_eq!(error.to_string(), format!("label: expected one of {labels}, found -1 (byte 11)"));
    for (bytes, place) in [(to_vec(&[0u8, 10, 12]).unwrap(), 5), (to_vec(&vec![0u8, 10, 12]).unwrap(), 5)] {
        assert_eq!(from_slice::<[Level; 3]>(&bytes).unwrap_err().offset(), Some(place));
        assert_eq!(from_reader::<Vec<Level>, _>(&bytes[..]).unwrap_err().offset(), Some(place));
    }
}

#[test]
fn it_stands_in_records_and_sequences() {
    let rated = Rated { levels: vec![[Level::High, Level::Low]], wide: Some(Wide::Most), level: Level::Middle };
    let bytes = to_vec(&rated).unwrap();
    assert_eq!(from_slice::<Rated>(&bytes).unwrap(), rated);
    assert_eq!(Rated::RULES.to_string(), "{ levels: u8 [_, 2], wide?: i64 [], level: u8 [] }");
    assert_eq!(to_vec(&rated.levels).unwrap(), to_vec(&vec![[11u8, 0]]).unwrap());
}
