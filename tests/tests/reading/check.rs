//! Encoded values checked by their headers.

use proptest::prelude::*;
use tensor_format::{
    ElementType, HasRules, Record, RecordRules, Rules, Tensor, TensorRules, append,
    decthings::{self, Dialect, Options, check, check_against, check_all, check_all_against},
    error::Violation,
    rules::{AsRules, AxisRules, Dim, ElementTypes, Param, Presence, RulesBuf},
    to_vec,
};

fn texts(violations: &[Violation]) -> Vec<String> {
    violations.iter().map(ToString::to_string).collect()
}

const IMAGE: &[Dim<'static>] = &[Dim::range(1, 8).named("batch"), Dim::exact(3), Dim::ANY.named("h")];
const IDS: &[Dim<'static>] = &[Dim::ANY.named("batch")];
const PARAMS: &[Param<'static>] = &{
    let mut threshold = Param::new("threshold", TensorRules::scalar(ElementType::F32));
    threshold.presence = Presence::Optional;
    let mut crops = Param::new("crops", Rules::tensor(ElementType::U8, &[Dim::ANY]).expect_tensor());
    crops.presence = Presence::Many;
    [
        Param::new("image", Rules::tensor(ElementType::F32, IMAGE).expect_tensor()),
        Param::new("ids", Rules::tensor(ElementType::I64, IDS).expect_tensor()),
        threshold,
        crops,
    ]
};

struct Input;

impl HasRules for Input {
    const RULES: Rules<'static> = Rules::Record(RecordRules::new(PARAMS));
}

struct Closed;

impl HasRules for Closed {
    const RULES: Rules<'static> = Rules::Record(RecordRules::new(PARAMS).deny_unknown());
}

struct Square;

impl HasRules for Square {
    const RULES: Rules<'static> = Rules::tensor(ElementType::U8, &const { [Dim::ANY.named("n"), Dim::ANY.named("n")] });
}

fn f32s(shape: &[usize]) -> Tensor {
    Tensor::from_vec(shape, vec![0f32; shape.iter().product()]).unwrap()
}

fn i64s(len: usize) -> Tensor {
    Tensor::from_vec(len, vec![0i64; len]).unwrap()
}

fn u8s(len: usize) -> Tensor {
    Tensor::from_vec(len, vec![0u8; len]).unwrap()
}

/// A record as it may come from elsewhere: `to_vec` would refuse some of them.
fn record(entries: impl IntoIterator<Item = (&'static str, Tensor)>) -> Vec<u8> {
    let (names, tensors): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
    let mut bytes = to_vec(&names).unwrap();
    tensors.iter().for_each(|tensor| append(tensor, &mut bytes).unwrap());
    bytes
}

#[test]
fn a_tensor_is_checked_in_the_order_type_rank_axes() {
    let bytes = to_vec(&[[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]]).unwrap();
    let of = |types: &str, shape: &str| {
        let text = format!(r#"{{"shape":{shape},"allowedTypes":{types}}}"#);
        let rules = decthings::rules_from_json(&text).unwrap();
        let first = check_against(&rules, &bytes).map_err(|error| error.to_string());
        (first, texts(&check_all_against(&rules, &bytes).unwrap()))
    };
    assert_eq!(of(r#"["f32"]"#, "[-1,3]"), (Ok(()), vec![]));
    assert_eq!(
        of(r#"["u8"]"#, "[-1]"),
        (
            Err("element type: expected u8, found f32 (byte 0)".into()),
            vec!["element type: expected u8, found f32".into(), "rank: expected 1, found 2".into()]
        )
    );
    assert_eq!(
        of(r#"["f32"]"#, "[-1]"),
        (Err("rank: expected 1, found 2 (byte 1)".into()), vec!["rank: expected 1, found 2".into()])
    );
    assert_eq!(
        of("[]", "[1,4]"),
        (
            Err("element type: expected no type, found f32 (byte 0)".into()),
            vec![
                "element type: expected no type, found f32".into(),
                "axis 0: expected 1, found 2".into(),
                "axis 1: expected 4, found 3".into()
            ]
        )
    );
    assert_eq!(
        of(r#"["f32"]"#, "[1,4]"),
        (
            Err("axis 0: expected 1, found 2 (byte 2)".into()),
            vec!["axis 0: expected 1, found 2".into(), "axis 1: expected 4, found 3".into()]
        )
    );
}

#[test]
fn axes_of_one_name_agree_within_a_tensor() {
    let bytes = to_vec(&[[1u8, 2, 3], [4, 5, 6]]).unwrap();
    assert_eq!(texts(&check_all::<Square>(&bytes).unwrap()), ["axis 1: `n` is 2 in an earlier axis, found 3"]);
    assert_eq!(
        check::<Square>(&bytes).unwrap_err().to_string(),
        "axis 1: `n` is 2 in an earlier axis, found 3 (byte 3)"
    );
}

#[test]
fn elements_are_not_judged() {
    assert!(check::<[bool; 2]>(&[13, 1, 2, 7, 7]).is_ok());
    assert!(check_all::<[bool; 2]>(&[13, 1, 2, 7, 7]).unwrap().is_empty());
}

#[test]
fn broken_bytes_are_an_error() {
    assert_eq!(
        check_all::<[f32; 2]>(&[1, 1, 2, 0]).unwrap_err().to_string(),
        "the input ends too early: 8 bytes needed, 1 left (byte 3)"
    );
    assert_eq!(check_all::<[u8; 1]>(&[7, 1, 1, 0, 9, 9]).unwrap_err().to_string(), "2 bytes follow the value (byte 4)");
    assert_eq!(check::<[u8; 1]>(&[7, 1, 1, 0, 9, 9]).unwrap_err().to_string(), "2 bytes follow the value (byte 4)");
    assert_eq!(
        check_all::<Input>(&[7, 0, 1]).unwrap_err().to_string(),
        "expected a record, whose first tensor names the others (string [_]), found u8 [] (byte 0)"
    );
    let mut bytes = record([("image", f32s(&[1, 3, 1]))]);
    bytes.pop();
    assert_eq!(
        check_all::<Input>(&bytes).unwrap_err().to_string(),
        "parameter `image`: the input ends too early: 12 bytes needed, 11 left (byte 14)"
    );
}

#[test]
fn a_record_where_a_tensor_was_expected() {
    let bytes = record([("image", f32s(&[1])), ("ids", i64s(1))]);
    let read = tensor_format::from_slice::<f32>(&bytes).unwrap_err();
    for error in [check::<f32>(&bytes).unwrap_err(), check_all::<f32>(&bytes).unwrap_err(), read] {
        assert_eq!(error.to_string(), "expected one tensor, found a record of 2 tensors (byte 0)");
    }
    // Where its names are such a tensor, they are one, and the others follow.
    let text = "18 bytes follow the value (the input looks like a record of 2 tensors) (byte 13)";
    let read = tensor_format::from_slice::<Vec<String>>(&bytes).unwrap_err();
    for error in [check::<Vec<String>>(&bytes).unwrap_err(), check_all::<Vec<String>>(&bytes).unwrap_err(), read] {
        assert_eq!(error.to_string(), text);
    }
    // A tensor of texts that is no record, of another rank, is what it is.
    let texts = to_vec(&["a", "b"]).unwrap();
    assert_eq!(check_all::<f32>(&texts).unwrap().len(), 2);
}

#[test]
fn every_violation_of_a_record_is_reported() {
    let bytes = record([
        ("image", f32s(&[9, 4, 2])),
        ("extra", u8s(1)),
        ("threshold", i64s(2)),
        ("crops", u8s(1)),
        ("crops", u8s(2)),
        ("threshold", f32s(&[])),
        ("crops", u8s(3)),
    ]);
    let expected = [
        "parameter `image`: axis 0: expected batch: 1..=8, found 9",
        "parameter `image`: axis 1: expected 3, found 4",
        "parameter `threshold`: element type: expected f32, found i64",
        "parameter `threshold`: rank: expected 0, found 1",
        "parameter `threshold`: present more than once",
        "parameter `crops`: present more than once",
        "parameter `ids`: required, but missing; found, but not known: `extra`",
    ];
    assert_eq!(texts(&check_all::<Input>(&bytes).unwrap()), expected);

    let unknown = "parameter `extra`: not known to this type, which denies unknown parameters; \
                   known: `image`, `ids`, `threshold`, `crops`";
    let closed = texts(&check_all::<Closed>(&bytes).unwrap());
    assert_eq!(closed.iter().filter(|text| *text == unknown).count(), 1);
    assert_eq!(closed.len(), expected.len() + 1);
}

#[test]
fn axes_of_one_name_agree_over_a_record() {
    let bytes = record([("image", f32s(&[2, 3, 1])), ("ids", i64s(3))]);
    assert_eq!(
        texts(&check_all::<Input>(&bytes).unwrap()),
        ["parameter `ids`: axis 0: `batch` is 2 in `image`, found 3"]
    );
    let bytes = record([("ids", i64s(2)), ("image", f32s(&[2, 3, 1]))]);
    assert!(check_all::<Input>(&bytes).unwrap().is_empty());
    assert!(check::<Input>(&bytes).is_ok());
}

#[test]
fn the_first_violation_of_a_record_has_its_offset() {
    let first = |bytes: &[u8]| check::<Closed>(bytes).unwrap_err().to_string();
    assert_eq!(
        first(&record([("image", f32s(&[2, 3, 1])), ("ids", i64s(3))])),
        "parameter `ids`: axis 0: `batch` is 2 in `image`, found 3 (byte 44)"
    );
    assert_eq!(first(&record([("ids", i64s(1))])), "parameter `image`: required, but missing (byte 0)");
    assert_eq!(
        first(&record([("ids", i64s(1)), ("no", i64s(1))])),
        "parameter `no`: not known to this type, which denies unknown parameters; \
         known: `image`, `ids`, `threshold`, `crops` (byte 7)"
    );
    assert_eq!(
        first(&record([("ids", i64s(1)), ("ids", i64s(1))])),
        "parameter `ids`: present more than once (byte 7)"
    );
}

#[test]
fn records_are_checked_against_definitions() {
    let text = r#"[
        {"name": "image", "required": true, "rules": {"shape": [-1, 3], "allowedTypes": ["f32", "f64"]}},
        {"name": "ids", "required": false, "rules": {"shape": [-1], "allowedTypes": ["i64"]}}
    ]"#;
    let definitions = decthings::definitions_from_json(text).unwrap();
    let bytes = record([("ids", u8s(3)), ("other", u8s(1))]);
    let expected = [
        "parameter `ids`: element type: expected i64, found u8",
        "parameter `image`: required, but missing; found, but not known: `other`",
    ];
    assert_eq!(texts(&check_all_against(&definitions, &bytes).unwrap()), expected);
    assert_eq!(texts(&check_all_against(&RulesBuf::from(definitions.clone()), &bytes).unwrap()), expected);
    let strict = definitions.with(|rules| check_all_against(&rules.deny_unknown(), &bytes).unwrap());
    assert_eq!(strict.len(), 3);
    definitions.with_rules(|rules| assert!(rules.as_record().is_some()));

    let record: Record = tensor_format::from_slice(&bytes).unwrap();
    assert_eq!(texts(&definitions.check_all(record.as_ref().headers())), expected);
}

#[test]
fn elements_of_variable_size_are_walked_over_in_every_dialect() {
    let rules = RecordRules::new(&const { [Param::new("after", TensorRules::scalar(ElementType::U8))] });
    for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
        let options = Options::new().dialect(dialect);
        let words = Tensor::from_strings([2], ["hello", "wörld"]).unwrap();
        let value: Record = [("words".into(), words), ("after".into(), u8s(1))].into_iter().collect();
        let bytes = options.to_vec(&value).unwrap();
        assert_eq!(
            texts(&options.check_all_against(&rules, &bytes).unwrap()),
            ["parameter `after`: rank: expected 0, found 1"]
        );
    }
}

#[test]
fn many_unknown_names_take_no_more_than_their_share_of_time() {
    let names: Vec<String> = (0..60_000).map(|i| format!("{i}")).collect();
    let mut bytes = to_vec(&names).unwrap();
    for _ in &names {
        append(&1u8, &mut bytes).unwrap();
    }
    let start = std::time::Instant::now();
    assert_eq!(check_all::<Closed>(&bytes).unwrap().len(), 34);
    assert!(start.elapsed().as_secs() < 20);
}

/// Names that no tensor can keep, whatever its header.
struct Torn;

impl HasRules for Torn {
    const RULES: Rules<'static> =
        Rules::tensor(ElementType::U8, &const { [Dim::exact(1).named("n"), Dim::exact(2).named("n")] });
}

#[test]
fn a_constant_header_is_not_all_there_is_to_a_contract() {
    let bytes = to_vec(&[[1u8, 2]]).unwrap();
    assert_eq!(check::<Torn>(&bytes).unwrap_err().to_string(), "axis 1: `n` is 1 in an earlier axis, found 2 (byte 3)");
    assert!(check::<[[u8; 2]; 1]>(&bytes).is_ok());
    assert!(Options::new().max_elements(1).check::<[[u8; 2]; 1]>(&bytes).is_err());
    assert!(Options::new().max_bytes(1).check::<[[u8; 2]; 1]>(&bytes).is_err());
    assert!(Options::new().max_rank(1).check::<[[u8; 2]; 1]>(&bytes).is_err());
}

/// Each parameter is checked; of what a message may have any number of, the first are listed.
#[test]
fn the_first_of_many_violations_are_listed() {
    let wrong = || [("image", u8s(1)), ("ids", u8s(1)), ("threshold", u8s(1)), ("crops", u8s(1))];
    let of_each = texts(&check_all::<Closed>(&record(wrong())).unwrap());
    let peak = |bytes: &[u8]| {
        let mut all = Vec::new();
        let memory = allocation_counter::measure(|| all = Options::new().check_all::<Closed>(bytes).unwrap());
        assert!(memory.bytes_max <= 32 * bytes.len() as u64 + 8192, "{memory:?} for {} bytes", bytes.len());
        all
    };
    for (name, tensor) in
        [("x", u8s(0)), ("ids", u8s(0)), ("crops", Tensor::from_vec([], vec![1i8]).unwrap()), ("crops", f32s(&[0, 0]))]
    {
        for many in [1, 8, 31, 32, 33, 100, 1000, 60_000] {
            let all = peak(&record(wrong().into_iter().chain((0..many).map(|_| (name, tensor.clone())))));
            let most = if many == 1 { 1 } else { 32 };
            assert!(all.len() >= of_each.len() + most.min(many), "{many} of {name}: {}", texts(&all).join("; "));
            assert!(all.len() <= of_each.len() + 33, "{many} of {name}: {}", all.len());
        }
    }
}

proptest! {
    /// Headers that are plain and keep the rules are passed without a word, by shorter ways than `check_all` goes.
    #[test]
    fn a_value_is_passed_if_nothing_is_wrong_with_it(
        lens in prop::collection::vec(prop::sample::select(vec![0usize, 1, 2, 3, 252, 253, 300]), 0..8),
        dims in prop::collection::vec((0u64..4, 0usize..3, 0usize..4), 0..8),
        like in any::<bool>(),
        open in prop::option::of(0usize..3),
        (listed, max_elements, trailing) in (any::<bool>(), prop::option::of(0usize..1000), 0usize..2),
        allow_trailing in any::<bool>(),
    ) {
        prop_assume!(lens.iter().map(|len| *len as u64).product::<u64>() < 1 << 20);
        let mut bytes = to_vec(&Tensor::from_vec(&*lens, vec![1u8; lens.iter().product()]).unwrap()).unwrap();
        bytes.resize(bytes.len() + trailing, 0);
        let mut axes: Vec<Dim<'_>> = dims
            .iter()
            .enumerate()
            .map(|(axis, &(min, more, name))| {
                let len = lens.get(axis).copied().unwrap_or_default() as u64;
                let dim = match (like, more) {
                    (true, 0) => Dim::exact(len),
                    (true, _) => Dim::range(len.saturating_sub(min), len),
                    (false, more) => Dim::range(min, min.saturating_add(more as u64 * 200)),
                };
                match name {
                    0 => dim.named("n"),
                    1 => dim.named("m"),
                    _ => dim,
                }
            })
            .collect();
        if like {
            axes.resize(lens.len(), Dim::ANY);
        }
        let listed_axes = AxisRules::new(&axes);
        let listed_axes = open.map_or(listed_axes, |at| listed_axes.open_at(at.min(axes.len())));
        let types = if listed { ElementTypes::of(ElementType::U8) } else { ElementTypes::of(ElementType::I8) };
        let rules = TensorRules::new(types, listed_axes);
        let mut options = Options::new().allow_trailing(allow_trailing);
        if let Some(max) = max_elements {
            options = options.max_elements(max);
        }
        let nothing = options.check_all_against(&rules, &bytes).is_ok_and(|faults| faults.is_empty());
        prop_assert_eq!(options.check_against(&rules, &bytes).is_ok(), nothing);
        prop_assert_eq!(options.check_against(&RulesBuf::from(rules), &bytes).is_ok(), nothing);
        prop_assert_eq!(options.check_against(&Rules::Tensor(rules), &bytes).is_ok(), nothing);
        // The axes of a batch stand in a list before the others.
        let batched = rules.batched();
        let nothing = options.check_all_against(&batched, &bytes).is_ok_and(|faults| faults.is_empty());
        prop_assert_eq!(options.check_against(&batched, &bytes).is_ok(), nothing);
    }
}
