//! Ranges of values are part of the rules, in all their forms.
#![deny(warnings, clippy::pedantic)]

use tensor_format::{
    Batch, Definitions, ElementType, Encode, HasRules, Rules, Tensor, TensorRules, contract,
    decthings::{self, Dialect},
    rules::{
        Bound, Compatibility, CompatibilityReport, ElementTypes, Mismatch, MismatchKind, RulesBuf, ServiceSide,
        TensorRulesBuf, ValueRange,
    },
};

/// One tensor.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(range = 0.0..=1.0)]
struct Score(f32);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [n], range = 1..10)]
struct Counts(Vec<i64>);

/// A field may narrow the range of its type.
#[derive(Tensor, Debug, PartialEq)]
struct Input {
    best: Score,
    #[tensor(range = 0.5..=1.0)]
    next: Option<Score>,
    #[tensor(shape = [n])]
    all: Vec<Score>,
    counts: Counts,
}

#[derive(Tensor)]
enum Either {
    Score(Score),
    #[allow(dead_code)]
    Wide(Wide),
}

#[derive(Tensor)]
#[tensor(range = 0.0..=1.0)]
struct Wide(f64);

#[derive(Tensor)]
#[tensor(stack)]
struct Row {
    first: Score,
    second: Score,
}

const fn ints(min: i128, max: i128) -> ValueRange {
    ValueRange::new(Some(Bound::Int(min)), Some(Bound::Int(max)))
}

fn rules(types: &[ElementType], range: Option<&ValueRange>) -> RulesBuf {
    let types: ElementTypes = types.iter().copied().collect();
    TensorRules { range, ..TensorRules::new(types, TensorRules::ANY.axes) }.into()
}

#[test]
fn they_go_where_their_type_goes() {
    assert_eq!(Score::RULES.to_string(), "f32 [] in 0.0..=1.0");
    assert_eq!(<Vec<[Score; 3]>>::RULES.to_string(), "f32 [_, 3] in 0.0..=1.0");
    assert_eq!(<Batch<Counts>>::RULES.to_string(), "i64 [_, n] in 1..10");
    assert_eq!(<ndarray::Array2<Score>>::RULES.to_string(), "f32 [_, _] in 0.0..=1.0");
    assert_eq!(Either::RULES.to_string(), "f32 | f64 [] in 0.0..=1.0");
    assert_eq!(Row::RULES.to_string(), "f32 [2] in 0.0..=1.0");
    assert_eq!(
        Input::RULES.to_string(),
        "{ best: f32 [] in 0.0..=1.0, next?: f32 [] in 0.5..=1.0, all: f32 [n] in 0.0..=1.0, counts: i64 [_] in 1..10 }"
    );
}

#[test]
fn one_tensor_is_validated() {
    assert!(Score(1.0).validate().is_ok());
    assert_eq!(Score(1.5).validate().unwrap_err().to_string(), "expected 0.0..=1.0, found 1.5");
    let violations = Counts(vec![1, 0, 10]).validate().unwrap_err();
    assert_eq!(violations.to_string(), "element [1]: expected 1..10, found 0\nelement [2]: expected 1..10, found 10");
    assert!(violations.violations().all(|violation| violation.parameter.is_none()));
    assert_eq!(vec![Score(0.0), Score(-1.0)].validate().unwrap_err().violations().count(), 1);
    assert_eq!(Batch(vec![Counts(vec![3]), Counts(vec![0])]).validate().unwrap_err().violations().count(), 1);
    assert_eq!(Either::Score(Score(2.0)).validate().unwrap_err().violations().count(), 1);
    assert_eq!(Row { first: Score(2.0), second: Score(3.0) }.validate().unwrap_err().violations().count(), 2);
    let input = Input { best: Score(0.2), next: Some(Score(0.2)), all: vec![Score(3.0)], counts: Counts(vec![11]) };
    assert_eq!(
        input.validate().unwrap_err().to_string(),
        "parameter `next`: expected 0.5..=1.0, found 0.2\n\
         parameter `all`: element [0]: expected 0.0..=1.0, found 3.0\n\
         parameter `counts`: element [0]: expected 1..10, found 11"
    );
}

#[test]
fn json_has_them_and_has_nothing_where_there_are_none() {
    let text = r#"{"shape":[],"allowedTypes":["f32"],"valueRange":{"min":0.0,"max":1.0}}"#;
    assert_eq!(decthings::rules_to_json(Score::RULES, Dialect::Documented).unwrap(), text);
    assert_eq!(RulesBuf::from(decthings::rules_from_json(text).unwrap()), RulesBuf::from(Score::RULES));

    let text =
        r#"{"shape":[-1],"allowedTypes":["i64"],"annotations":[],"valueRange":{"min":1,"max":10,"excludesMax":true}}"#;
    assert_eq!(decthings::rules_to_json(Counts::RULES, Dialect::Clients).unwrap(), text);
    let read = decthings::rules_from_json(text).unwrap();
    assert_eq!(read.range, Some(ints(1, 10).without_max()));

    let list = decthings::rules_to_json(Input::RULES, Dialect::LegacyClients).unwrap();
    let read = decthings::definitions_from_json(&list).unwrap();
    let own = Definitions::from(Input::RULES.as_record().unwrap());
    assert_eq!(read.to_string(), own.to_string().replace("[n]", "[_]"));
    for (definition, own) in read.iter().zip(own.iter()) {
        assert_eq!(definition.rules.range, own.rules.range);
    }
    assert_eq!(
        decthings::rules_to_json(<[f32; 3]>::RULES, Dialect::Documented).unwrap(),
        r#"{"shape":[3],"allowedTypes":["f32"]}"#
    );
}

#[test]
fn every_bound_comes_back_from_json() {
    let bounds = [
        Bound::Int(0),
        Bound::Int(u64::MAX.into()),
        Bound::Int(i64::MIN.into()),
        Bound::Float(0.0),
        Bound::Float(-0.1),
        Bound::Float(1e300),
        Bound::Float(5e-324),
        Bound::Float(f64::MAX),
    ];
    for bound in bounds {
        for range in [ValueRange::new(Some(bound), None), ValueRange::new(None, Some(bound)).without_max()] {
            let rules = TensorRulesBuf { range: Some(range), ..decthings::rules_from_json(PLAIN).unwrap() };
            let text = decthings::rules_to_json(&rules, Dialect::Documented).unwrap();
            assert_eq!(decthings::rules_from_json(&text).unwrap(), rules, "{text}");
        }
    }
    let infinite = ValueRange::new(None, Some(Bound::Float(f64::INFINITY)));
    let rules = TensorRulesBuf { range: Some(infinite), ..decthings::rules_from_json(PLAIN).unwrap() };
    let error = decthings::rules_to_json(&rules, Dialect::Documented).unwrap_err().to_string();
    assert_eq!(error, "a range of values has an infinite bound, which JSON cannot say: leave the bound out");
}

const PLAIN: &str = r#"{"shape":[],"allowedTypes":["f64"]}"#;

#[test]
fn a_malformed_range_in_json_is_refused_with_its_place() {
    let error = |range: &str| {
        let text = format!(r#"{{"shape":[],"allowedTypes":["f32"],"valueRange":{range}}}"#);
        decthings::rules_from_json(&text).unwrap_err().to_string()
    };
    assert_eq!(error("3"), "line 1, column 49: `valueRange`: expected an object, found 3 (byte 48)");
    assert_eq!(
        error(r#"{"min":"0"}"#),
        "line 1, column 56: `valueRange.min`: expected a number of at most 128 bits, found \"0\" (byte 55)"
    );
    assert_eq!(
        error(r#"{"max":1e999}"#),
        "line 1, column 56: `valueRange.max`: expected a number of at most 128 bits, found 1e999 (byte 55)"
    );
    assert_eq!(
        error(r#"{"excludesMax":1}"#),
        "line 1, column 64: `valueRange.excludesMax`: expected true or false, found 1 (byte 63)"
    );
    assert_eq!(
        error(r#"{"min":1,"min":2}"#),
        "line 1, column 58: `valueRange`: the field `min` is given twice (byte 57)"
    );
}

#[test]
fn fingerprints_cover_them() {
    let prints = [
        rules(&[ElementType::U8], None).fingerprint(),
        rules(&[ElementType::U8], Some(&ints(0, 1))).fingerprint(),
        rules(&[ElementType::U8], Some(&ints(0, 1).without_max())).fingerprint(),
        rules(&[ElementType::U8], Some(&ValueRange::new(Some(Bound::Int(0)), None))).fingerprint(),
        rules(&[ElementType::U8], Some(&ValueRange::new(None, Some(Bound::Int(0))))).fingerprint(),
        rules(&[ElementType::U8], Some(&ValueRange::new(Some(Bound::Float(0.0)), None))).fingerprint(),
    ];
    for (i, print) in prints.iter().enumerate() {
        assert!(!prints[..i].contains(print), "{i}");
    }
    let zeros = [0.0, -0.0].map(|zero| ValueRange::new(Some(Bound::Float(zero)), None));
    assert_eq!(zeros[0], zeros[1]);
    let [one, other] = zeros.map(|range| rules(&[ElementType::F64], Some(&range)).fingerprint());
    assert_eq!(one, other);
    assert_eq!(Counts::FINGERPRINT, 0x7a0b_a328_374a_6701);
}

#[test]
fn what_is_accepted_depends_on_them() {
    type Case<'a> = (&'a [ElementType], Option<ValueRange>, Option<ValueRange>, bool);
    use ElementType::{F32, F64, String, U8, U16};

    let float = |min, max| ValueRange::new(Some(Bound::Float(min)), Some(Bound::Float(max)));
    let cases: [Case<'_>; 15] = [
        (&[F32], None, Some(ints(0, 1)), true),
        (&[F32], Some(ints(0, 1)), None, false),
        (&[F32], Some(ints(0, 1)), Some(float(0.0, 1.0)), true),
        (&[F32], Some(ints(0, 1)), Some(float(0.0, 1.5)), false),
        (&[F32, F64], Some(float(-1.0, 1.0)), Some(ints(0, 0)), true),
        (&[U8], Some(ints(0, 255)), None, true),
        (&[U16], Some(ints(0, 255)), None, false),
        (&[U8, F32], Some(ints(0, 255)), None, false),
        (&[U8], Some(ints(1, 255)), None, false),
        (&[U8], Some(ints(0, 4)), Some(ints(0, 5).without_max()), true),
        (&[U8], Some(ints(0, 5).without_max()), Some(ints(0, 4)), true),
        (&[F32], Some(ints(0, 4)), Some(ints(0, 5).without_max()), false),
        (&[F32], Some(ints(0, 5).without_max()), Some(ints(0, 5)), false),
        (&[U8], Some(ints(0, 5)), Some(ints(-9, 5)), true),
        (&[String], Some(ints(0, 5)), None, true),
    ];
    for (types, own, other, expected) in cases {
        let (own, other) = (rules(types, own.as_ref()), rules(types, other.as_ref()));
        assert_eq!(own.contains(&other), expected, "{own} contains {other}");
        assert_eq!(own.difference(&other).is_empty(), expected, "{own} and {other}");
    }
}

#[derive(Tensor)]
struct Old {
    #[tensor(range = 0..=10)]
    top: u32,
}

#[derive(Tensor)]
struct New {
    #[tensor(range = 1..=5)]
    top: u32,
}

#[test]
fn a_narrowed_range_breaks_callers_and_is_named() {
    const VERDICT: Compatibility = Old::RULES.compatibility(&New::RULES, ServiceSide::Input);
    assert_eq!(VERDICT, Compatibility::Forward);
    let evolution = CompatibilityReport::new(&Old::RULES, &New::RULES, ServiceSide::Input);
    assert_eq!(
        evolution.to_string(),
        "forward: callers of the new version can use the old one\n\
         callers of the old version cannot use the new one:\n  \
           parameter `top`: range of values: expected 1..=5, found 0..=10"
    );
    let expected = MismatchKind::Range { expected: ints(1, 5), found: Some(ints(0, 10)) };
    assert_eq!(evolution.against_backward, [Mismatch { parameter: Some("top".into()), kind: expected }]);
    let reasons = Score::RULES.difference(&f32::RULES);
    assert_eq!(reasons[0].to_string(), "range of values: expected 0.0..=1.0, found any");
}

#[test]
fn what_both_allow_is_in_both_ranges() {
    let both = Old::RULES.intersect(&New::RULES).unwrap();
    assert_eq!(both.to_string(), "top: u32 [] in 1..=5");
    let apart = ints(11, 12);
    let other = rules(&[ElementType::U32], Some(&apart));
    assert_eq!(rules(&[ElementType::U32], Some(&ints(0, 10))).intersect(&other), None);
    let one = TensorRules { range: Some(&apart), ..TensorRules::ANY };
    assert!(!one.intersects(&TensorRules { range: Some(&ints(0, 10)), ..TensorRules::ANY }));
    assert!(one.intersects(&TensorRules { range: Some(&ints(12, 20)), ..TensorRules::ANY }));
    assert!(one.intersects(&TensorRules::ANY));
}

contract! { New => Old }

#[test]
fn bounds_are_never_nan() {
    let nan = Some(Bound::Float(f64::NAN));
    assert_eq!(ValueRange::new(nan, nan), ValueRange::new(None, None));
    assert_eq!(ValueRange::new(None, nan).without_max().to_string(), "..");
    assert!(matches!(Score::RULES, Rules::Tensor(TensorRules { range: Some(_), .. })));
}
