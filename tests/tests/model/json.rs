//! Rules and definitions as JSON: what is read, what is refused and with which words, and what is written.

use proptest::prelude::*;
use tensor_format::{
    Definition, Definitions, ElementType, ErrorKind, HasRules, Header, Many, RecordRules, Rules, Shape, Tensor,
    TensorRules,
    decthings::{
        self, Dialect, MAX_JSON_BYTES, ModelDefinitions, definition_from_json, definition_to_json,
        definitions_from_json, definitions_to_json, model_from_json, model_to_json, rules_from_json, rules_to_json,
    },
    error::JsonFault,
    rules::{Bound, Dim, DimBuf, ElementTypes, Param, RulesBuf, TensorRulesBuf, ValueRange},
    to_vec,
};

/// What an error says but for its offset, which is that of its line and column in the text.
#[track_caller]
fn text_of<T: std::fmt::Debug>(text: &str, result: Result<T, tensor_format::DecodeError>) -> String {
    let error = result.unwrap_err();
    let ErrorKind::Json(json) = error.kind() else { panic!("{error}") };
    let line_at = text.split_inclusive('\n').take(json.line - 1).map(str::len).sum::<usize>();
    let within = text[line_at..].chars().take(json.column - 1).map(char::len_utf8).sum::<usize>();
    assert_eq!(error.offset(), Some((line_at + within) as u64), "{error}");
    let said = error.to_string();
    said.strip_suffix(&format!(" (byte {})", line_at + within)).expect("an offset").to_owned()
}

fn rules_error(text: &str) -> String {
    text_of(text, rules_from_json(text))
}

const TYPES: &str = r#""allowedTypes":["f32"]"#;

#[test]
fn rules_are_read() {
    let text = r#"{"shape": [-1, 3, 0, 9223372036854775807], "allowedTypes": ["u8", "boolean", "u8"], "annotations": ["größe"]}"#;
    let rules = rules_from_json(text).unwrap();
    assert_eq!(rules.allowed_types, [ElementType::U8, ElementType::Bool, ElementType::U8]);
    let dims: Vec<DimBuf> =
        [Dim::ANY, Dim::exact(3), Dim::exact(0), Dim::exact(i64::MAX as u64)].map(DimBuf::from).into();
    assert_eq!(rules.axes, dims);
    assert_eq!(rules.annotations, ["größe"]);
    assert_eq!(rules.open, None);
}

#[test]
fn nothing_satisfies_an_empty_list_of_types() {
    let rules = rules_from_json(r#"{"shape":[],"allowedTypes":[]}"#).unwrap();
    assert_eq!(rules.types(), ElementTypes::NONE);
}

#[test]
fn every_type_name_is_read_and_written() {
    for name in "f32 f64 i8 i16 i32 i64 u8 u16 u32 u64 string boolean binary image audio video".split(' ') {
        let text = format!(r#"{{"shape":[],"allowedTypes":["{name}"]}}"#);
        assert_eq!(rules_to_json(rules_from_json(&text).unwrap(), Dialect::Documented).unwrap(), text);
    }
}

#[test]
fn unknown_fields_are_ignored_however_deep_they_nest() {
    let depth = 1_000_000;
    let text = format!(r#"{{"x":{}{},"shape":[],{TYPES},"y":{{"shape":"z"}}}}"#, "[".repeat(depth), "]".repeat(depth));
    assert_eq!(rules_from_json(&text).unwrap().to_string(), "f32 []");
}

#[test]
fn faults_of_the_text() {
    assert_eq!(rules_error(""), "line 1, column 1: not JSON: EOF while parsing a value");
    assert_eq!(rules_error("{\n \"shape\": [1,],\n}"), "line 2, column 14: not JSON: expected value");
    assert_eq!(
        rules_error(&format!("{{\"shape\":[],{TYPES}}}\n x")),
        "line 2, column 2: not JSON: trailing characters"
    );
    assert_eq!(rules_error(r#"{"shape":[01]}"#), "line 1, column 12: not JSON: invalid number");
    assert_eq!(rules_error("{\"\\ud800\":1}"), "line 1, column 9: not JSON: unexpected end of hex escape");
}

#[test]
fn columns_count_characters() {
    assert_eq!(
        rules_error(r#"{"größe😀":1,"allowedTypes":[],"shape":3}"#),
        "line 1, column 39: `shape`: expected a list of lengths, found 3"
    );
}

#[test]
fn faults_of_lengths() {
    let of = |entry: &str| rules_error(&format!(r#"{{"shape":[7,{entry}],{TYPES}}}"#));
    for (entry, found) in [
        ("1.0", "1.0"),
        ("1e2", "1e2"),
        ("-0", "-0"),
        ("-0.0", "-0.0"),
        ("\"1\"", "\"1\""),
        ("null", "null"),
        ("true", "true"),
        ("[1]", "a list"),
        ("{}", "an object"),
    ] {
        assert_eq!(of(entry), format!("line 1, column 13: `shape[1]`: expected an integer, found {found}"));
    }
    for entry in ["-2", "9223372036854775808", "18446744073709551616", "-9223372036854775809"] {
        assert_eq!(
            of(entry),
            format!(
                "line 1, column 13: `shape[1]`: expected -1 or a length from 0 to 9223372036854775807, found {entry}"
            )
        );
    }
    let long = "9".repeat(100_000);
    assert_eq!(
        of(&long),
        format!(
            "line 1, column 13: `shape[1]`: expected -1 or a length from 0 to 9223372036854775807, found {}...",
            "9".repeat(64)
        )
    );
}

#[test]
fn at_most_255_axes() {
    let of = |n: usize| format!(r#"{{"shape":[{}],{TYPES}}}"#, vec!["-1"; n].join(","));
    assert_eq!(rules_from_json(&of(255)).unwrap().axes.len(), 255);
    assert_eq!(rules_error(&of(256)), "line 1, column 10: `shape`: expected at most 255 axes, found more");
}

#[test]
fn faults_of_fields() {
    assert_eq!(rules_error(r#"[[],["f32"],[]]"#), "line 1, column 1: expected an object, found a list");
    assert_eq!(rules_error("null"), "line 1, column 1: expected an object, found null");
    assert_eq!(rules_error(r#" {"shape":[]}"#), "line 1, column 2: the field `allowedTypes` is missing");
    assert_eq!(
        rules_error(&format!(r#"{{"shape":[],"\u0073hape":[],{TYPES}}}"#)),
        "line 1, column 13: the field `shape` is given twice"
    );
    assert_eq!(
        rules_error(&format!(r#"{{"shape":[],{TYPES},"annotations":[1]}}"#)),
        "line 1, column 51: `annotations[0]`: expected a string, found 1"
    );
    assert_eq!(
        rules_error(&format!(r#"{{"shape":[],{TYPES},"annotations":null}}"#)),
        "line 1, column 50: `annotations`: expected a list of strings, found null"
    );
    assert_eq!(
        rules_error(r#"{"shape":[],"allowedTypes":["f32","bool"]}"#),
        "line 1, column 35: `allowedTypes[1]`: element type: expected one of f32, f64, i8, i16, i32, i64, u8, u16, \
         u32, u64, string, boolean, binary, image, audio, video, found \"bool\""
    );
    assert_eq!(
        rules_error(r#"{"shape":[],"allowedTypes":[3]}"#),
        "line 1, column 29: `allowedTypes[0]`: expected the name of an element type, found 3"
    );
}

#[test]
fn faults_have_names_and_places_for_programs() {
    let error = rules_from_json("{\n\"shape\":\n[1.5]}").unwrap_err();
    assert_eq!(error.kind().name(), "missing_field");
    let error = rules_from_json("{\"allowedTypes\":[],\n\"shape\":\n[1.5]}").unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), ("wrong_type", Some(30)));
    let ErrorKind::Json(json) = error.kind() else { panic!("{error}") };
    assert_eq!((json.line, json.column, &*json.path), (3, 2, "shape[0]"));
    assert_eq!(json.fault, JsonFault::WrongType { expected: "an integer", found: "1.5".into() });
}

#[test]
fn a_long_text_is_refused_before_it_is_read() {
    let text = "[".repeat(MAX_JSON_BYTES + 1);
    assert_eq!(
        rules_from_json(&text).unwrap_err().to_string(),
        "limit exceeded: at most 16777216 bytes of text allowed, found 16777217"
    );
}

const DEFINITION: &str = r#"{"name":"p","required":true,"rules":{"shape":[1,-1],"allowedTypes":["f32"]}}"#;

#[test]
fn definitions_round_trip() {
    let definition = definition_from_json(DEFINITION).unwrap();
    assert_eq!(definition.to_string(), "p: f32 [1, _]");
    assert_eq!(definition_to_json(&definition, Dialect::Documented).unwrap(), DEFINITION);

    let list = format!("[{DEFINITION},{}]", DEFINITION.replace("\"p\"", "\"q\"").replace("true", "false"));
    let definitions = definitions_from_json(&list).unwrap();
    assert_eq!(definitions.to_string(), "p: f32 [1, _]\nq?: f32 [1, _]");
    assert_eq!(definitions_to_json(&definitions, Dialect::Documented).unwrap(), list);
    assert_eq!(rules_to_json(definitions, Dialect::Documented).unwrap(), list);
}

#[test]
fn faults_of_definitions() {
    let of = |text: &str| text_of(text, definition_from_json(text));
    assert_eq!(of("[]"), "line 1, column 1: expected an object, found a list");
    assert_eq!(of("{}"), "line 1, column 1: the field `name` is missing");
    assert_eq!(of(r#"{"name":"p"}"#), "parameter `p`: line 1, column 1: the field `required` is missing");
    assert_eq!(
        of(r#"{"name":"p","required":1}"#),
        "parameter `p`: line 1, column 24: `required`: expected true or false, found 1"
    );
    assert_eq!(of(r#"{"name":"p","required":true}"#), "parameter `p`: line 1, column 1: the field `rules` is missing");
    assert_eq!(of(r#"{"name":7}"#), "line 1, column 9: `name`: expected a string, found 7");
    assert_eq!(
        of(&DEFINITION.replace("1,-1", "1,-2")),
        "parameter `p`: line 1, column 49: `rules.shape[1]`: expected -1 or a length from 0 to 9223372036854775807, \
         found -2"
    );
}

#[test]
fn faults_of_lists_name_the_item() {
    let of = |text: &str| text_of(text, definitions_from_json(text));
    assert_eq!(of("{}"), "line 1, column 1: expected a list of definitions, found an object");
    assert_eq!(
        of(&format!("[{DEFINITION},\n{}]", DEFINITION.replace("\"p\"", "\"q\"").replace("-1", "1.0"))),
        "parameter `q`: line 2, column 49: `[1].rules.shape[1]`: expected an integer, found 1.0"
    );
    assert_eq!(
        of(&format!("[{DEFINITION},\n {DEFINITION}]")),
        "line 2, column 2: `[1]`: two parameters are named \"p\""
    );
}

#[test]
fn two_definitions_of_one_name_are_not_written() {
    let of = |name: &str, aliases: &[&str]| Definition {
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        ..Definition::new(name, true, <f32>::RULES.expect_tensor())
    };
    let error = |list: Vec<Definition>| {
        let (list, documented) = (Definitions(list), Dialect::Documented);
        let model = ModelDefinitions { train: list.clone(), ..ModelDefinitions::default() };
        let errors = [
            definitions_to_json(&list, documented).unwrap_err(),
            rules_to_json(list, documented).unwrap_err(),
            model_to_json(&model, documented).unwrap_err(),
        ];
        let [text, others @ ..] = errors.map(|error| error.to_string());
        assert_eq!(others, [text.as_str(); 2]);
        text
    };
    assert_eq!(error(vec![of("p", &[]), of("p", &[])]), "parameter `p`: present more than once");
    assert_eq!(error(vec![of("p", &["q"]), of("q", &[])]), "parameter `q`: present more than once");
    // Each list has names of its own.
    let list = Definitions(vec![of("p", &[])]);
    let model = ModelDefinitions { train: list.clone(), create_state: list, ..ModelDefinitions::default() };
    assert_eq!(model_from_json(&model_to_json(&model, Dialect::Documented).unwrap()).unwrap(), model);
}

#[test]
fn models_round_trip() {
    let text =
        format!(r#"{{"createState":[],"train":[{DEFINITION}],"evaluateInput":[{DEFINITION}],"evaluateOutput":[]}}"#);
    let model = model_from_json(&text).unwrap();
    assert_eq!(model.train, model.evaluate_input);
    assert_eq!(model_to_json(&model, Dialect::Documented).unwrap(), text);
    let of = |text: &str| text_of(text, model_from_json(text));
    assert_eq!(
        of(&text.replace("evaluateOutput", "evaluate_output")),
        "line 1, column 1: the field `evaluateOutput` is missing"
    );
    assert_eq!(
        of(&text.replacen("f32", "f16", 1)),
        "parameter `p`: line 1, column 96: `train[0].rules.allowedTypes[0]`: element type: expected one of f32, f64, \
         i8, i16, i32, i64, u8, u16, u32, u64, string, boolean, binary, image, audio, video, found \"f16\""
    );
}

#[test]
fn annotations_follow_the_dialect() {
    let plain = rules_from_json(r#"{"shape":[],"allowedTypes":["f32"]}"#).unwrap();
    let noted = TensorRulesBuf { annotations: vec!["\"a\"\n".into()], ..plain.clone() };
    for dialect in [Dialect::Documented, Dialect::LegacyClients] {
        assert_eq!(rules_to_json(&plain, dialect).unwrap(), r#"{"shape":[],"allowedTypes":["f32"]}"#);
    }
    assert_eq!(
        rules_to_json(&plain, Dialect::Clients).unwrap(),
        r#"{"shape":[],"allowedTypes":["f32"],"annotations":[]}"#
    );
    let text = rules_to_json(&noted, Dialect::Documented).unwrap();
    assert_eq!(text, r#"{"shape":[],"allowedTypes":["f32"],"annotations":["\"a\"\n"]}"#);
    assert_eq!(rules_from_json(&text).unwrap(), noted);
}

/// A record of an image with named axes and an optional threshold.
struct Input;

const IMAGE: &[Dim<'static>] =
    &[Dim::range(1, 32).named("batch"), Dim::exact(3).named("channel"), Dim::ANY.named("h"), Dim::range(8, u64::MAX)];

impl HasRules for Input {
    const RULES: Rules<'static> = Rules::Record(RecordRules::new(
        &const {
            let mut threshold = Param::new("threshold", TensorRules::scalar(ElementType::F32));
            threshold.presence = tensor_format::rules::Presence::Optional;
            [Param::new("image", Rules::tensor(ElementType::F32, IMAGE).expect_tensor()), threshold]
        },
    ));
}

#[test]
fn constants_are_published() {
    assert_eq!(
        rules_to_json(Input::RULES, Dialect::Documented).unwrap(),
        concat!(
            r#"[{"name":"image","required":true,"rules":{"shape":[-1,3,-1,-1],"allowedTypes":["f32"]}},"#,
            r#"{"name":"threshold","required":false,"rules":{"shape":[],"allowedTypes":["f32"]}}]"#
        )
    );
    let rules = RulesBuf::from(Input::RULES).with_axis_annotations();
    assert_eq!(
        rules_to_json(rules, Dialect::Documented).unwrap(),
        concat!(
            r#"[{"name":"image","required":true,"rules":{"shape":[-1,3,-1,-1],"allowedTypes":["f32"],"#,
            r#""annotations":["axis 0: batch 1..=32","axis 1: channel","axis 2: h","axis 3: 8.."]}},"#,
            r#"{"name":"threshold","required":false,"rules":{"shape":[],"allowedTypes":["f32"]}}]"#
        )
    );
}

#[test]
fn what_the_form_cannot_say_is_refused() {
    let of = |rules: TensorRules<'_>| rules_to_json(rules, Dialect::Documented).unwrap_err().to_string();
    assert_eq!(
        of(TensorRules::ANY),
        "the rank is open (`..`), which the rules of Decthings cannot say: list every axis"
    );
    assert_eq!(of(TensorRules::scalar(ElementType::F16)), "Decthings has no element type f16");
    assert_eq!(
        of(Rules::tensor(ElementType::F32, &[Dim::exact(1 << 63)]).expect_tensor()),
        "an axis has a length of 2^63 or more, which the rules of Decthings cannot say"
    );
    let axes = [Dim::ANY; 256];
    assert_eq!(of(Rules::tensor(ElementType::F32, &axes).expect_tensor()), "the rules list more than 255 axes");

    let param = [Param::new("z", TensorRules::scalar(ElementType::C64))];
    let error = rules_to_json(Rules::Record(RecordRules::new(&param)), Dialect::Documented).unwrap_err();
    assert_eq!(error.to_string(), "parameter `z`: Decthings has no element type c64");
}

#[test]
fn rules_of_any_type_list_the_types_of_the_format() {
    let rules = TensorRules::new(ElementTypes::ALL, tensor_format::rules::AxisRules::any(1));
    let text = rules_to_json(rules, Dialect::Documented).unwrap();
    let back = decthings::rules_from_json(&text).unwrap();
    assert_eq!(back.allowed_types.len(), 16);
    assert_eq!(back.axes, [DimBuf::from(Dim::ANY)]);
}

/// Definitions as JSON or a program may give them, whatever sense they make.
fn definitions() -> impl Strategy<Value = Definitions> {
    let name = || prop_oneof!["[abn]{0,2}", Just("\u{1b}[2J\n".to_owned()), any::<String>()];
    let len = || prop_oneof![0..4u64, Just(u64::MAX), any::<u64>()];
    let dim = (proptest::option::of(name()), len(), len());
    let dim = dim.prop_map(|(name, min, max)| DimBuf { name: name.map(Into::into), min, max });
    let open = proptest::option::of(prop_oneof![0..5usize, Just(usize::MAX), any::<usize>()]);
    let bound = || {
        let number = prop_oneof![any::<i64>().prop_map(|n| Bound::Int(n.into())), any::<f64>().prop_map(Bound::Float)];
        proptest::option::of(prop_oneof![number, Just(Bound::Int(i128::MIN)), Just(Bound::Int(i128::MAX))])
    };
    let range = proptest::option::of((bound(), bound(), any::<bool>())).prop_map(|range| {
        range.map(|(min, max, open)| {
            let range = ValueRange::new(min, max);
            if open { range.without_max() } else { range }
        })
    });
    let types = proptest::collection::vec(proptest::sample::select(ElementType::ALL), 0..4);
    let rules = (types, proptest::collection::vec(dim, 0..5), open, range);
    let rules = rules.prop_map(|(allowed_types, axes, open, range)| TensorRulesBuf {
        allowed_types,
        axes,
        open,
        annotations: vec![],
        range,
    });
    let shared = proptest::option::of(0..5usize);
    let definition = (name(), any::<(bool, bool, bool)>(), shared, rules).prop_map(|(name, of, shared, rules)| {
        // Mostly a beginning of the name, sometimes more than that.
        let required_with = shared.map(|len| name.get(..len).unwrap_or("abba").to_owned());
        let (required, of_map, many) = of;
        Definition { name, aliases: Vec::new(), required, required_with, of_map, many, rules }
    });
    proptest::collection::vec(definition, 0..5).prop_map(Definitions)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn no_definitions_are_too_odd_to_be_compared(one in definitions(), other in definitions(), rank in 0..5usize) {
        let text = decthings::definitions_to_json(&one, Dialect::Documented);
        let read = text.ok().and_then(|text| decthings::definitions_from_json(&text).ok());
        for (one, other) in [(Some(&one), &other), (Some(&one), &one), (read.as_ref(), &other)] {
            let Some(one) = one else { continue };
            prop_assert_eq!(one.contains(other), one.difference(other).is_empty());
            let reasons = one.difference(other).iter().map(ToString::to_string).collect::<String>();
            let shown: String = one.iter().map(ToString::to_string).collect();
            prop_assert!(!(reasons + &shown).contains(char::is_control));
            prop_assert_eq!(one.fingerprint(), one.clone().fingerprint());
            let _ = (one.intersect(other), one.clone().with_axis_annotations());
            let header = Header::new(ElementType::F32, Shape::from(vec![2; rank]));
            let tensors = || other.iter().map(|definition| (definition.name.as_str(), header.clone()));
            prop_assert_eq!(one.accepts(tensors()), one.check_all(tensors()).is_empty());
            for (one, other) in one.iter().zip(other.iter()) {
                prop_assert_eq!(one.contains(other), one.difference(other).is_empty());
                one.rules.with(|one| other.rules.with(|other| {
                    let _ = (one.intersects(&other), one.intersect(&other), one.as_header(), one.fixed_size());
                    let _ = (one.accepts(&header), one.check_all(&header), one.axes.to_string(), one.axes == other.axes);
                }));
            }
        }
    }
}

#[test]
fn an_open_place_past_the_last_axis_is_after_it() {
    let rules = |open| TensorRulesBuf { axes: vec![Dim::exact(3).into()], open: Some(open), ..Default::default() };
    assert_eq!(rules(usize::MAX).to_string(), rules(1).to_string());
    assert_eq!(rules(9).fingerprint(), rules(1).fingerprint());
    assert!(rules(9).contains(&rules(1)) && rules(1).contains(&rules(9)));
}

#[test]
fn names_from_json_are_shown_escaped() {
    let text = r#"[{"name":"\u001b[2J","required":true,"rules":{"shape":[-1],"allowedTypes":["f32"]}}]"#;
    let definitions = decthings::definitions_from_json(text).unwrap();
    assert_eq!(definitions.0[0].to_string(), "\\u{1b}[2J: f32 [_]");
    let none = Definitions::default();
    let reasons: Vec<String> = definitions.difference(&none).iter().map(ToString::to_string).collect();
    assert_eq!(reasons, ["parameter `\\u{1b}[2J`: required, but not given"]);
    let violations: Vec<String> = definitions.check_all([]).iter().map(ToString::to_string).collect();
    assert_eq!(violations, ["parameter `\\u{1b}[2J`: required, but missing"]);
}

/// Rules that are published accept the messages of the type, which may have several tensors of one name.
#[test]
fn published_rules_know_lists_of_tensors() {
    #[derive(Tensor)]
    struct Sent {
        x: f32,
        many: Many<f32>,
    }
    let definitions = Definitions::from(Sent::RULES.as_record().unwrap());
    assert_eq!(definitions.to_string(), "x: f32 []\nmany*: f32 []");
    let text = definitions_to_json(&definitions, Dialect::Documented).unwrap();
    assert!(text.contains(r#"{"name":"many","required":false,"many":true,"#), "{text}");
    let published = definitions_from_json(&text).unwrap();
    assert_eq!(published, definitions);
    published.with(|record| {
        let rules = Rules::Record(record);
        assert_eq!(rules.fingerprint(), Sent::RULES.fingerprint());
        for many in [vec![], vec![1.0], vec![1.0, 2.0]] {
            let bytes = to_vec(&Sent { x: 1.0, many: Many(many) }).unwrap();
            decthings::check_against(&rules, &bytes).expect("accepted");
        }
    });
    let both = definitions.with(|record| Rules::Record(record).intersect(&Sent::RULES));
    assert_eq!(both, Some(RulesBuf::Record(definitions)));
}
