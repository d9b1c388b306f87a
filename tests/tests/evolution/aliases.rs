//! Other names under which fields and variants are read.

use std::collections::BTreeMap;

use tensor_format::{
    Definitions, ErrorKind, HasRules, Many, Record, RecordRules, Tensor, contract, decthings, from_slice, npy,
    rules::{Compatibility, Param, ParamMatcher, Presence, RulesBuf, ServiceSide, TensorRules},
    to_vec,
};

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Old {
    picture: Vec<f32>,
    top: Option<u32>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
#[tensor(deny_unknown)]
struct New {
    #[tensor(alias = "picture", alias = "img")]
    image: Vec<f32>,
    #[tensor(rename = "k", alias = "top", default = 1)]
    best: u32,
}

fn record(entries: &[(&str, f32)]) -> Vec<u8> {
    let mut record = Record::new();
    for (name, value) in entries {
        record.push(*name, tensor_format::Tensor::from_vec([], vec![*value]).unwrap());
    }
    to_vec(&record).unwrap()
}

#[test]
fn every_alias_is_read_and_the_name_is_written() {
    let old = to_vec(&Old { picture: vec![0.5], top: Some(3) }).unwrap();
    let new = New { image: vec![0.5], best: 3 };
    assert_eq!(from_slice::<New>(&old).unwrap(), new);
    let mut filled = New::default();
    decthings::decode_into(&old, &mut filled).unwrap();
    assert_eq!(filled, new);
    assert_eq!(tensor_format::from_reader::<New, _>(old.as_slice()).unwrap(), new);
    let names: Record = from_slice(&to_vec(&new).unwrap()).unwrap();
    assert_eq!(names.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["image", "k"]);
    // The new name is not the old reader's.
    let error = from_slice::<Old>(&to_vec(&new).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "parameter `picture`: required, but missing; found, but not known: `image`, `k` (byte 0)"
    );
}

#[test]
fn two_names_of_one_field_are_an_error_with_both() {
    #[derive(Tensor, Debug)]
    struct Scene {
        #[tensor(alias = "picture", alias = "img")]
        image: f32,
        #[tensor(alias = "boxes")]
        finds: Many<f32>,
    }
    for (first, second) in [("image", "picture"), ("picture", "image"), ("img", "picture")] {
        let bytes = record(&[(first, 1.0), (second, 2.0)]);
        let error = from_slice::<Scene>(&bytes).unwrap_err();
        let expected = format!("parameter `{second}`: another name of `{first}`, which is present too");
        assert!(error.to_string().starts_with(&expected), "{error}");
        assert_eq!(error.kind().name(), "duplicate_alias");
        let violations = decthings::check_all::<Scene>(&bytes).unwrap();
        assert_eq!(violations[0].to_string(), expected);
    }
    let error = from_slice::<Scene>(&record(&[("picture", 1.0), ("picture", 2.0)])).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DuplicateParam), "{error}");
    let many = record(&[("img", 1.0), ("boxes", 1.0), ("boxes", 2.0)]);
    assert_eq!(from_slice::<Scene>(&many).unwrap().finds.len(), 2);
    let error = from_slice::<Scene>(&record(&[("img", 1.0), ("boxes", 1.0), ("finds", 2.0)])).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DuplicateAlias { first } if **first == *"boxes"), "{error}");
}

#[test]
fn parameters_of_large_rules_are_found_in_any_order_and_once() {
    let names: Vec<[String; 2]> = (0..200).map(|at| [format!("n{at}"), format!("other{at}")]).collect();
    let aliases: Vec<[&str; 1]> = names.iter().map(|[_, alias]| [alias.as_str()]).collect();
    let params = names.iter().zip(&aliases);
    let params: Vec<Param<'_>> =
        params.map(|([name, _], aliases)| Param { aliases, ..Param::new(name, TensorRules::ANY) }).collect();
    let rules = RecordRules::new(&params);
    let mut matcher = ParamMatcher::new(&rules);
    for (at, [name, alias]) in names.iter().enumerate().rev() {
        let name = if at % 3 == 0 { alias } else { name };
        assert_eq!(matcher.find(name).unwrap(), Some(at));
    }
    assert_eq!(matcher.find("n200").unwrap(), None);
    for (at, [name, alias]) in names.iter().enumerate() {
        let (same, other) = if at % 3 == 0 { (alias, name) } else { (name, alias) };
        assert!(matches!(matcher.find(same).unwrap_err().kind(), ErrorKind::DuplicateParam), "{same}");
        let error = matcher.find(other).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::DuplicateAlias { first } if *same == **first), "{error}");
    }
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Spot {
    #[tensor(alias = "ex")]
    x: f32,
    tags: Vec<String>,
}

#[test]
fn aliases_hold_in_nested_and_flattened_records() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Scene {
        #[tensor(alias = "place")]
        spot: Spot,
        #[tensor(flatten = "second_")]
        second: Spot,
        #[tensor(alias = "last")]
        third: Option<Spot>,
    }
    assert_eq!(
        Scene::RULES.to_string(),
        "{ spot.x|spot.ex|place.x|place.ex: f32 [], spot.tags|place.tags: string [_], second_x|second_ex: f32 [], \
         second_tags: string [_], third.x|third.ex|last.x|last.ex?: f32 [], third.tags|last.tags?: string [_] }"
    );
    let spot = |x: f32| Spot { x, tags: vec!["a".into()] };
    let value = Scene { spot: spot(1.0), second: spot(2.0), third: Some(spot(3.0)) };
    let bytes = to_vec(&value).unwrap();
    assert_eq!(from_slice::<Scene>(&bytes).unwrap(), value);
    let sent: Record = from_slice(&bytes).unwrap();
    let renamed = |names: [&str; 6]| {
        let mut record = Record::new();
        names.iter().zip(sent.iter()).for_each(|(name, (_, tensor))| record.push(*name, tensor.clone()));
        to_vec(&record).unwrap()
    };
    for names in [
        ["place.ex", "place.tags", "second_ex", "second_tags", "last.ex", "last.tags"],
        ["spot.ex", "place.tags", "second_x", "second_tags", "third.ex", "last.tags"],
    ] {
        assert_eq!(from_slice::<Scene>(&renamed(names)).unwrap(), value);
    }
    let both = renamed(["spot.x", "spot.tags", "second_x", "second_tags", "place.x", "last.tags"]);
    let error = from_slice::<Scene>(&both).unwrap_err().to_string();
    assert!(error.starts_with("parameter `place.x`: another name of `spot.x`, which is present too"), "{error}");
}

#[test]
fn aliases_hold_in_columns_and_batches() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Scene {
        #[tensor(alias = "places")]
        spots: Vec<Spot>,
    }
    #[derive(Tensor)]
    struct OldSpot {
        ex: f32,
        tags: Vec<String>,
    }
    #[derive(Tensor)]
    struct OldScene {
        places: Vec<OldSpot>,
    }
    assert_eq!(Vec::<Spot>::RULES.to_string(), "{ x|ex: f32 [n], tags.lengths: u64 [n], tags.values: string [_] }");
    let places = vec![OldSpot { ex: 1.0, tags: vec![] }, OldSpot { ex: 2.0, tags: vec!["b".into()] }];
    let spots = vec![Spot { x: 1.0, tags: vec![] }, Spot { x: 2.0, tags: vec!["b".into()] }];
    assert_eq!(from_slice::<Vec<Spot>>(&to_vec(&places).unwrap()).unwrap(), spots);
    assert_eq!(from_slice::<Scene>(&to_vec(&OldScene { places }).unwrap()).unwrap(), Scene { spots });

    let batch = tensor_format::Batch(vec![Old { picture: vec![1.0], top: Some(2) }; 2]);
    let read: tensor_format::Batch<New> = from_slice(&to_vec(&batch).unwrap()).unwrap();
    assert_eq!(read.0, vec![New { image: vec![1.0], best: 2 }; 2]);
}

#[test]
fn aliases_hold_for_maps_and_ragged_lists() {
    #[derive(Tensor, Debug, PartialEq, Default)]
    struct Now {
        #[tensor(alias = "points")]
        scores: BTreeMap<String, f32>,
        #[tensor(alias = "w", dtype = f32)]
        weights: BTreeMap<String, f32>,
        #[tensor(alias = "lines", ragged)]
        rows: Vec<Vec<f32>>,
    }
    #[derive(Tensor)]
    struct Before {
        points: BTreeMap<String, f32>,
        w: BTreeMap<String, f32>,
        #[tensor(ragged)]
        lines: Vec<Vec<f32>>,
    }
    let map: BTreeMap<String, f32> = [("a".to_owned(), 0.5)].into();
    let before = Before { points: map.clone(), w: map.clone(), lines: vec![vec![1.0], vec![]] };
    let bytes = to_vec(&before).unwrap();
    let now = Now { scores: map.clone(), weights: map, rows: vec![vec![1.0], vec![]] };
    assert_eq!(from_slice::<Now>(&bytes).unwrap(), now);
    let mut filled = Now::default();
    decthings::decode_into(&bytes, &mut filled).unwrap();
    assert_eq!(filled, now);
}

#[test]
fn variants_are_read_by_the_labels_of_earlier_versions() {
    #[derive(Tensor, Debug, PartialEq)]
    #[tensor(rename_all = "lowercase")]
    enum Animal {
        #[tensor(alias = "kitten", alias = "Cat")]
        Cat,
        Dog,
    }
    assert_eq!(Animal::LABELS, ["cat", "dog"]);
    for label in ["cat", "kitten", "Cat"] {
        assert_eq!(from_slice::<Animal>(&to_vec(label).unwrap()).unwrap(), Animal::Cat);
    }
    assert_eq!(to_vec(&Animal::Cat).unwrap(), to_vec("cat").unwrap());
    let error = from_slice::<Animal>(&to_vec("kit").unwrap()).unwrap_err();
    assert!(error.to_string().contains("expected one of \"cat\", \"dog\", found \"kit\""), "{error}");

    #[derive(Tensor, Debug, PartialEq)]
    enum Shape {
        #[tensor(alias = "Round")]
        Circle {
            #[tensor(alias = "r")]
            radius: f32,
        },
        #[tensor(alias = "Line")]
        Path(Vec<f32>),
        #[tensor(alias = "Nothing")]
        Empty,
    }
    #[derive(Tensor)]
    enum OldShape {
        Round { r: f32 },
        Line(Vec<f32>),
        Nothing,
    }
    let pairs = [
        (OldShape::Round { r: 2.0 }, Shape::Circle { radius: 2.0 }),
        (OldShape::Line(vec![1.0]), Shape::Path(vec![1.0])),
        (OldShape::Nothing, Shape::Empty),
    ];
    for (old, new) in pairs {
        assert_eq!(from_slice::<Shape>(&to_vec(&old).unwrap()).unwrap(), new);
        assert_eq!(from_slice::<Shape>(&to_vec(&new).unwrap()).unwrap(), new);
    }
}

#[test]
fn rules_and_definitions_list_the_aliases() {
    assert_eq!(New::RULES.to_string(), "{ image|picture|img: f32 [_], k|top?: u32 [] }");
    let definitions = Definitions::from(New::RULES.as_record().unwrap());
    assert_eq!(definitions.to_string(), "image|picture|img: f32 [_]\nk|top?: u32 []");
    let json = decthings::definitions_to_json(&definitions, decthings::Dialect::Documented).unwrap();
    assert!(json.starts_with(r#"[{"name":"image","aliases":["picture","img"],"required":true,"#), "{json}");
    assert_eq!(decthings::definitions_from_json(&json).unwrap(), definitions);
    let serde = serde_json::to_string(&definitions).unwrap();
    assert_eq!(serde_json::from_str::<Definitions>(&serde).unwrap(), definitions);
    let packed = postcard::to_allocvec(&definitions).unwrap();
    assert_eq!(postcard::from_bytes::<Definitions>(&packed).unwrap(), definitions);
    let twice = json.replace("\"img\"", "\"k\"");
    let error = decthings::definitions_from_json(&twice).unwrap_err();
    assert!(error.to_string().contains("two parameters are named \"k\""), "{error}");
    let error = decthings::definitions_from_json(&json.replace("\"img\"", "3")).unwrap_err();
    assert!(error.to_string().contains("aliases[1]"), "{error}");
    // Nothing is written under an alias, so that two programs with one number understand each other both ways.
    #[derive(Tensor)]
    #[tensor(deny_unknown)]
    struct Plain {
        image: Vec<f32>,
        #[tensor(default)]
        k: u32,
    }
    assert_eq!(New::FINGERPRINT, Plain::FINGERPRINT);
}

#[test]
fn comparisons_know_the_aliases() {
    contract!(Old => Lenient);
    #[derive(Tensor)]
    struct Lenient {
        #[tensor(alias = "picture")]
        image: Vec<f32>,
        #[tensor(alias = "top", default)]
        best: u32,
    }
    const VERDICT: Compatibility = Old::RULES.compatibility(&Lenient::RULES, ServiceSide::Input);
    const { assert!(VERDICT.is_backward() && !VERDICT.is_forward()) };
    assert!(New::RULES.contains(&Old::RULES) && !Old::RULES.contains(&New::RULES));
    assert!(RulesBuf::from(New::RULES).contains(&Old::RULES));
    assert_eq!(New::RULES.intersect(&Old::RULES).unwrap().to_string(), "picture: f32 [_]\ntop?: u32 []");
    assert_eq!(Old::RULES.intersect(&New::RULES).unwrap().to_string(), "picture: f32 [_]\ntop?: u32 []");
    assert_eq!(New::RULES.intersect(&New::RULES).unwrap(), RulesBuf::from(New::RULES));

    #[derive(Tensor)]
    struct Both {
        image: Vec<f32>,
        picture: Vec<f32>,
    }
    let reasons: Vec<String> = New::RULES.difference(&Both::RULES).iter().map(ToString::to_string).collect();
    assert_eq!(
        reasons,
        [
            "parameter `image`: expected at most once, but may be given several times",
            "parameter `picture`: not known, and unknown parameters are denied"
        ]
    );
}

#[test]
fn what_is_passed_on_beside_other_names_is_read_by_aliases() {
    contract!(Found => Shown { frames: boxes });
    #[derive(Tensor)]
    struct Found {
        picture: Vec<f32>,
        top: Option<u32>,
        boxes: Vec<[f32; 4]>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Shown {
        frames: Vec<[f32; 4]>,
        #[tensor(alias = "img", alias = "picture")]
        image: Vec<f32>,
        #[tensor(alias = "top")]
        k: Option<u32>,
    }
    let shown = Shown { frames: vec![[0.5; 4]], image: vec![1.0], k: Some(7) };
    let found = Found { picture: vec![1.0], top: Some(7), boxes: vec![[0.5; 4]] };
    assert_eq!(tensor_format::codec::convert::<Found, Shown>(&found).unwrap(), shown);
}

#[test]
fn aliases_are_found_among_many_parameters() {
    let (names, aliases): (Vec<String>, Vec<String>) = (0..100).map(|i| (format!("p{i}"), format!("old{i}"))).unzip();
    let aliases: Vec<[&str; 1]> = aliases.iter().map(|alias| [alias.as_str()]).collect();
    let params = names.iter().zip(&aliases).map(|(name, aliases)| Param {
        aliases,
        presence: Presence::Optional,
        ..Param::new(name, TensorRules::ANY)
    });
    let params: Vec<Param<'_>> = params.collect();
    let rules = tensor_format::RecordRules::new(&params);
    assert_eq!(
        (rules.position("old7", 0), rules.position("p7", 3), rules.position("none", 7)),
        (Some(7), Some(7), None)
    );
    let header = || tensor_format::Header { element_type: tensor_format::ElementType::F32, shape: [0usize; 0].into() };
    let violations = rules.check_all([("old99", header()), ("p50", header()), ("p99", header())]);
    let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["parameter `p99`: another name of `old99`, which is present too"]);
}

#[test]
fn other_formats_read_aliases_too() {
    let mut record = Record::new();
    record.push("img", tensor_format::Tensor::from_vec([2], vec![0.5f32, 1.0]).unwrap());
    let expected = New { image: vec![0.5, 1.0], best: 1 };
    let npz = npy::npz::to_vec(&record).unwrap();
    assert_eq!(npy::npz::from_slice::<New>(&npz).unwrap(), expected);
    let file = tensor_format::safetensors::to_vec(&record).unwrap();
    assert_eq!(tensor_format::safetensors::from_slice::<New>(&file).unwrap(), expected);
    let request = decthings::request::to_vec(&record).unwrap();
    assert_eq!(decthings::request::from_slice::<New>(&request).unwrap(), expected);
}
