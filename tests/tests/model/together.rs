//! Definitions of parameters that a message has together or not at all: those of optional records and maps.
#![deny(warnings, clippy::pedantic)]

use std::collections::BTreeMap;

use tensor_format::{
    Definition, Definitions, Encode, HasRules, RecordRules, Rules, Tensor,
    decthings::{self, Dialect, check_against, check_all_against},
    rules::{Param, Presence, RulesBuf},
    to_vec, vespa,
};

#[derive(Tensor)]
struct Spot {
    x: f32,
    y: f32,
    note: Option<String>,
}

#[derive(Tensor)]
struct Scene {
    spot: Option<Spot>,
    prices: Option<BTreeMap<String, f32>>,
    k: u8,
}

/// A scene in which each parameter is optional by itself.
#[derive(Tensor, Default)]
struct Loose {
    #[tensor(rename = "spot.x")]
    x: Option<f32>,
    #[tensor(rename = "spot.y")]
    y: Option<f32>,
    #[tensor(rename = "spot.note")]
    note: Option<String>,
    #[tensor(rename = "prices.d0")]
    labels: Option<Vec<String>>,
    #[tensor(rename = "prices.values")]
    values: Option<Vec<f32>>,
    k: u8,
}

fn definitions<T: HasRules>() -> Definitions {
    Definitions::from(T::RULES.as_record().unwrap())
}

/// The definitions of a scene as they are, and as they come back from JSON.
fn scenes() -> [Definitions; 2] {
    let own = definitions::<Scene>();
    let json = decthings::definitions_to_json(&own, Dialect::Clients).unwrap();
    [own, decthings::definitions_from_json(&json).unwrap()]
}

#[test]
fn definitions_say_what_comes_together() {
    let shared: Vec<_> = definitions::<Scene>().0.into_iter().map(|of| (of.required_with, of.of_map)).collect();
    let (spot, prices) = (Some("spot.".to_owned()), Some("prices.".to_owned()));
    assert_eq!(
        shared,
        [(spot.clone(), false), (spot, false), (None, false), (prices.clone(), true), (prices, true), (None, false)]
    );
    let [own, read] = scenes();
    assert_eq!(own, read);
    assert_eq!(RulesBuf::from(Scene::RULES), RulesBuf::Record(own));
}

#[test]
fn messages_are_checked_against_definitions_as_against_the_type() {
    let judge = |sent: &Loose| {
        let bytes = to_vec(sent).unwrap();
        let by_type = decthings::check::<Scene>(&bytes).map_err(|error| error.to_string()).map(drop);
        for definitions in scenes() {
            let by_definitions = check_against(&definitions, &bytes).map_err(|error| error.to_string()).map(drop);
            assert_eq!(by_definitions, by_type);
            assert_eq!(check_all_against(&definitions, &bytes).unwrap().is_empty(), by_type.is_ok());
        }
        by_type.is_ok()
    };
    assert!(judge(&Loose::default()));
    assert!(judge(&Loose { x: Some(0.5), y: Some(1.0), ..Loose::default() }));
    assert!(!judge(&Loose { x: Some(0.5), ..Loose::default() }));
    assert!(!judge(&Loose { note: Some("a".into()), ..Loose::default() }));
    assert!(!judge(&Loose { labels: Some(vec![]), ..Loose::default() }));
    assert!(judge(&Loose { labels: Some(vec![]), values: Some(vec![]), ..Loose::default() }));
}

#[test]
fn a_type_contains_its_definitions_and_they_contain_it() {
    for own in scenes() {
        assert_eq!(own.with(|own| Scene::RULES.difference(&Rules::Record(own))), []);
        assert_eq!(own.difference(&Scene::RULES), []);
        // What is optional by itself is more than what comes together.
        assert!(definitions::<Loose>().contains(&own));
        let reasons: Vec<String> = own.difference(&Loose::RULES).iter().map(ToString::to_string).collect();
        let of = |name: &str| format!("parameter `{name}`: required, but may be absent");
        assert_eq!(reasons, ["spot.x", "spot.y", "prices.d0", "prices.values"].map(of));
        assert_eq!(own.fingerprint(), Scene::FINGERPRINT);
        assert_eq!(own.fingerprint(), Loose::FINGERPRINT);
    }
}

#[test]
fn what_both_rules_accept_comes_together_as_in_one_of_them() {
    let (scene, loose) = (Scene::RULES, Loose::RULES);
    for both in [scene.intersect(&loose), loose.intersect(&scene)] {
        let Some(RulesBuf::Record(both)) = both else { panic!() };
        let shared: Vec<_> = both.iter().map(|of| of.required_with.as_deref()).collect();
        assert_eq!(shared, [Some("spot."), Some("spot."), None, Some("prices."), Some("prices."), None]);
        assert!(definitions::<Scene>().contains(&both) && both.contains(&scene));
    }
    // Of two beginnings the shorter one, and none beside what is required.
    let param =
        |required_with, presence| Param { required_with, presence, ..Param::new("a.b.c", f32::RULES.expect_tensor()) };
    let both = |one: Param<'static>, other: Param<'static>| {
        RecordRules::new(&[one]).intersect(&RecordRules::new(&[other])).unwrap().0.remove(0)
    };
    let (long, short) = (param(Some(4), Presence::Optional), param(Some(2), Presence::Optional));
    assert_eq!(both(long, short).required_with.as_deref(), Some("a."));
    assert_eq!(both(short, long).required_with.as_deref(), Some("a."));
    let found = both(short, param(None, Presence::Required));
    assert_eq!((found.required, found.required_with), (true, None));
}

#[test]
fn definitions_that_make_no_sense_say_nothing() {
    let rules = f32::RULES.expect_tensor();
    let odd = |name: &str, required, with: &str| Definition {
        required_with: Some(with.to_owned()),
        ..Definition::new(name, required, rules)
    };
    let all = Definitions(vec![odd("p.x", true, "p."), odd("p.y", false, "q."), odd("p.z", false, "p.z.and.more")]);
    all.with(|all| assert!(all.iter().all(|param| param.required_with.is_none())));
    let error = decthings::definitions_to_json(&all, Dialect::Documented).unwrap_err();
    let why = "the name does not begin with what it is said to be required with";
    assert_eq!(error.to_string(), format!("parameter `p.y`: {why}"));
    let long = "p".repeat(1 << 16);
    let error = decthings::definition_to_json(&odd(&long, false, &long), Dialect::Documented).unwrap_err();
    assert!(error.to_string().ends_with(why), "{error}");
}

#[test]
fn faults_in_json() {
    let of = |field: &str| {
        let rules = r#"{"shape":[],"allowedTypes":["f32"]}"#;
        let text = format!(r#"{{"name":"p.x","required":false,{field},"rules":{rules}}}"#);
        match decthings::definition_from_json(&text) {
            Ok(definition) => format!("{:?}", (definition.required_with, definition.of_map)),
            Err(error) => error.to_string(),
        }
    };
    let expected = "expected a beginning of the parameter's name, of at most 65535 bytes";
    let place = "parameter `p.x`: line 1, column 47: `requiredWith`";
    assert_eq!(of(r#""requiredWith":"p.""#), r#"(Some("p."), false)"#);
    assert_eq!(of(r#""requiredWith":"q.""#), format!("{place}: {expected}, found \"q.\" (byte 46)"));
    assert_eq!(of(r#""requiredWith":null"#), format!("{place}: {expected}, found null (byte 46)"));
    assert_eq!(of(r#""ofMap":true"#), "(None, true)");
    assert_eq!(of(r#""ofMap":false"#), "(None, false)");
    assert_eq!(
        of(r#""ofMap":1"#),
        "parameter `p.x`: line 1, column 40: `ofMap`: expected true or false, found 1 (byte 39)"
    );
}

#[test]
fn records_whose_names_are_those_of_a_map_are_none_for_vespa() {
    #[derive(Tensor)]
    struct Named {
        d0: Vec<String>,
        values: Vec<f32>,
    }
    #[derive(Tensor)]
    struct Nested {
        a: Named,
    }
    #[derive(Tensor)]
    struct Mapped {
        a: BTreeMap<String, f32>,
    }
    let of = |rules: &Rules<'_>| vespa::TensorType::of_rules(rules).map(|found| found.to_string());
    let (nested, mapped) = (definitions::<Nested>(), definitions::<Mapped>());
    assert_eq!(nested.to_string(), mapped.to_string());
    mapped.with(|rules| assert_eq!(of(&Rules::Record(rules)).unwrap(), "tensor<float>(d0{})"));
    let refusal = of(&Nested::RULES).unwrap_err().to_string();
    nested.with(|rules| assert_eq!(of(&Rules::Record(rules)).unwrap_err().to_string(), refusal));
    let value = Nested { a: Named { d0: vec!["k".into()], values: vec![0.5] } };
    value.validate().unwrap();
}

/// A definition by itself refuses what its record would: several tensors where one is expected.
#[test]
fn one_definition_refuses_what_its_record_refuses() {
    let of = |required, many| Definition { many, ..Definition::new("x", required, <f32>::RULES.expect_tensor()) };
    let all = [of(true, false), of(true, true), of(false, false), of(false, true)];
    for own in &all {
        for other in &all {
            let records = Definitions(vec![own.clone()]).difference(&Definitions(vec![other.clone()]));
            assert_eq!(own.difference(other), records, "{own}, given {other}");
            assert_eq!(own.contains(other), records.is_empty(), "{own}, given {other}");
        }
    }
    assert_eq!(
        all[2].difference(&all[3])[0].to_string(),
        "parameter `x`: expected at most once, but may be given several times"
    );
}
