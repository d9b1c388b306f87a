//! Fields that are records: their parameters have names that begin with the field's.
#![deny(warnings, clippy::pedantic)]

use std::{collections::BTreeMap, sync::Arc};

use ndarray::{Array2, arr2};
use proptest::prelude::*;
use tensor_format::{
    Batch, DecodeOwned, Encode, ErrorKind, HasRules, Many, Record, Tensor, contract, decthings, from_reader,
    from_slice, from_value, npz, safetensors, to_value, to_vec, vespa, zio,
};
use tensor_format_tests::reversed;

mod bounds;
mod counted;
mod gaps;
mod items;
mod lists;
mod numbers;
mod picked;
mod places;

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Points {
    #[tensor(shape = [n, 2])]
    xy: Vec<[f32; 2]>,
    #[tensor(shape = [n])]
    ids: Vec<u64>,
    label: Option<String>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Pose {
    at: [f32; 3],
    score: Option<f32>,
    matrix: Array2<f32>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Scene {
    id: u32,
    left: Points,
    right: Box<Points>,
    pose: Option<Pose>,
    spots: Batch<Spot>,
    weights: BTreeMap<String, f32>,
    last: String,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Spot {
    x: f32,
    y: [u8; 2],
}

/// The same parameters, written flat by hand.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Flat {
    id: u32,
    #[tensor(rename = "left.xy")]
    left_xy: Vec<[f32; 2]>,
    #[tensor(rename = "left.ids")]
    left_ids: Vec<u64>,
    #[tensor(rename = "left.label")]
    left_label: Option<String>,
    #[tensor(rename = "right.xy")]
    right_xy: Vec<[f32; 2]>,
    #[tensor(rename = "right.ids")]
    right_ids: Vec<u64>,
    #[tensor(rename = "right.label")]
    right_label: Option<String>,
    #[tensor(rename = "pose.at")]
    pose_at: Option<[f32; 3]>,
    #[tensor(rename = "pose.score")]
    pose_score: Option<f32>,
    #[tensor(rename = "pose.matrix")]
    pose_matrix: Option<Array2<f32>>,
    #[tensor(rename = "spots.x")]
    spots_x: Vec<f32>,
    #[tensor(rename = "spots.y")]
    spots_y: Vec<[u8; 2]>,
    #[tensor(rename = "weights.d0")]
    labels: Vec<String>,
    #[tensor(rename = "weights.values")]
    values: Vec<f32>,
    last: String,
}

fn points(n: usize) -> Points {
    Points { xy: vec![[0.5, 2.0]; n], ids: (0..n as u64).collect(), label: (n > 1).then(|| "some".to_owned()) }
}

fn pose() -> Pose {
    Pose { at: [1.0, 2.0, 3.0], score: Some(0.25), matrix: arr2(&[[1.0, 2.0], [3.0, 4.0]]) }
}

fn scene() -> Scene {
    Scene {
        id: 7,
        left: points(2),
        right: Box::new(points(1)),
        pose: Some(pose()),
        spots: Batch(vec![Spot { x: 1.0, y: [1, 2] }, Spot { x: 2.0, y: [3, 4] }]),
        weights: [("a".to_owned(), 0.5), ("b".to_owned(), 1.5)].into(),
        last: "end".to_owned(),
    }
}

fn flat() -> Flat {
    let Scene { id, left, right, pose, spots, weights, last } = scene();
    let pose = pose.unwrap_or_default();
    Flat {
        id,
        left_xy: left.xy,
        left_ids: left.ids,
        left_label: left.label,
        right_xy: right.xy,
        right_ids: right.ids,
        right_label: right.label,
        pose_at: Some(pose.at),
        pose_score: pose.score,
        pose_matrix: Some(pose.matrix),
        spots_x: spots.iter().map(|spot| spot.x).collect(),
        spots_y: spots.iter().map(|spot| spot.y).collect(),
        labels: weights.keys().cloned().collect(),
        values: weights.values().copied().collect(),
        last,
    }
}

/// Writes and reads a value in every format that holds records, in declared order and in another one.
#[track_caller]
fn travels<T>(value: &T)
where
    T: Encode + DecodeOwned + PartialEq + std::fmt::Debug + Clone + Default,
{
    let bytes = to_vec(value).expect("bytes");
    assert_eq!(from_slice::<T>(&bytes).expect("a value"), *value);
    assert_eq!(from_reader::<T, _>(tensor_format_tests::in_pieces(&bytes)).expect("a value"), *value);
    let mut into = T::default();
    decthings::decode_into(&bytes, &mut into).expect("a value");
    assert_eq!(into, *value);
    decthings::decode_into(&bytes, &mut into).expect("a value");
    assert_eq!(into, *value);

    let other_order = reversed(&bytes);
    assert_eq!(from_slice::<T>(&other_order).expect("a value"), *value);
    assert_eq!(from_reader::<T, _>(tensor_format_tests::in_pieces(&other_order)).expect("a value"), *value);
    let mut into = T::default();
    decthings::decode_into(&other_order, &mut into).expect("a value");
    assert_eq!(into, *value);

    assert_eq!(from_value::<T>(&to_value(value).expect("a value").as_ref()).expect("a value"), *value);
    assert_eq!(zio::from_message::<T>(&zio::to_message(value).expect("a message")).expect("a value"), *value);
    assert_eq!(decthings::check::<T>(&bytes).map_err(|error| error.to_string()), Ok(()));
}

#[test]
fn the_bytes_are_those_of_the_same_data_written_flat() {
    assert_eq!(to_vec(&scene()).unwrap(), to_vec(&flat()).unwrap());
    assert_eq!(from_slice::<Flat>(&to_vec(&scene()).unwrap()).unwrap(), flat());
    assert_eq!(from_slice::<Scene>(&to_vec(&flat()).unwrap()).unwrap(), scene());
    assert_eq!(zio::to_message(&scene()).unwrap(), zio::to_message(&flat()).unwrap());
}

#[test]
fn rules_list_the_parameters_under_the_name_of_the_field() {
    assert_eq!(
        Scene::RULES.to_string(),
        "{ id: u32 [], left.xy: f32 [left.n, 2], left.ids: u64 [left.n], left.label?: string [], \
         right.xy: f32 [right.n, 2], right.ids: u64 [right.n], right.label?: string [], \
         pose.at?: f32 [3], pose.score?: f32 [], pose.matrix?: f32 [_, _], \
         spots.x: f32 [_], spots.y: u8 [_, 2], weights.d0: string [_], weights.values: f32 [_], last: string [] }"
    );
}

#[test]
fn every_format_carries_them() {
    travels(&scene());
    travels(&Scene { pose: None, ..scene() });
    travels(&Scene { pose: Some(Pose { score: None, ..pose() }), ..scene() });
    travels(&Scene { left: points(0), spots: Batch(vec![]), ..scene() });
}

#[test]
fn archives_carry_those_of_numbers() {
    #[derive(Tensor, Debug, PartialEq, Clone)]
    struct Layers {
        first: Layer,
        second: Arc<Layer>,
    }
    #[derive(Tensor, Debug, PartialEq, Clone)]
    struct Layer {
        weight: [[f32; 2]; 2],
        bias: Option<[f32; 2]>,
    }
    let layer = Layer { weight: [[1.0, 2.0], [3.0, 4.0]], bias: None };
    let layers = Layers { first: layer.clone(), second: Arc::new(Layer { bias: Some([5.0, 6.0]), ..layer }) };
    let bytes = safetensors::to_vec(&layers).unwrap();
    assert_eq!(safetensors::from_slice::<Layers>(&bytes).unwrap(), layers);
    assert_eq!(npz::from_slice::<Layers>(&npz::to_vec(&layers).unwrap()).unwrap(), layers);
    let names: Vec<String> =
        safetensors::from_slice::<Record>(&bytes).unwrap().iter().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(names.len(), 3);
    assert!(names.contains(&"second.bias".to_owned()));
}

#[test]
fn records_nest_in_nested_records() {
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Outer {
        scene: Scene,
        before: Option<Middle>,
        n: u8,
    }
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Middle {
        inner: Option<Pose>,
        kind: String,
        more: Spot,
    }
    let middle = Middle { inner: Some(pose()), kind: "x".to_owned(), more: Spot { x: 1.0, y: [1, 2] } };
    travels(&Outer { scene: scene(), before: Some(middle.clone()), n: 1 });
    travels(&Outer { scene: scene(), before: Some(Middle { inner: None, ..middle }), n: 1 });
    travels(&Outer { scene: scene(), before: None, n: 1 });
    let rules = Outer::RULES.to_string();
    assert!(rules.contains("scene.left.ids: u64 [scene.left.n]"), "{rules}");
    assert!(rules.contains("before.inner.at?: f32 [3]"), "{rules}");
}

#[test]
fn flattened_records_hold_nested_ones_and_the_other_way_round() {
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Outer {
        #[tensor(flatten)]
        middle: Middle,
        #[tensor(flatten = "other_")]
        other: Middle,
        nested: Flattening,
        last: Option<f64>,
    }
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Middle {
        spot: Spot,
        opt: Option<Spot>,
        a: u8,
    }
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Flattening {
        #[tensor(flatten)]
        spot: Spot,
        z: f32,
    }
    let middle = Middle { spot: Spot { x: 1.0, y: [1, 2] }, opt: Some(Spot::default()), a: 3 };
    let value = Outer {
        middle: middle.clone(),
        other: Middle { opt: None, ..middle },
        nested: Flattening::default(),
        last: Some(0.5),
    };
    travels(&value);
    assert_eq!(
        Outer::RULES.to_string(),
        "{ spot.x: f32 [], spot.y: u8 [2], opt.x?: f32 [], opt.y?: u8 [2], a: u8 [], \
         other_spot.x: f32 [], other_spot.y: u8 [2], other_opt.x?: f32 [], other_opt.y?: u8 [2], other_a: u8 [], \
         nested.x: f32 [], nested.y: u8 [2], nested.z: f32 [], last?: f64 [] }"
    );
}

#[test]
fn a_record_is_there_whole_or_not_at_all() {
    #[derive(Tensor, Debug)]
    struct Part {
        #[tensor(rename = "pose.at")]
        at: Option<[f32; 3]>,
        #[tensor(rename = "pose.score")]
        score: Option<f32>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Whole {
        pose: Option<Pose>,
    }
    let read = |at, score| {
        let bytes = to_vec(&Part { at, score }).unwrap();
        let by_rules = decthings::check::<Whole>(&bytes).map_err(|error| error.to_string());
        let by_type = from_slice::<Whole>(&bytes).map_err(|error| error.to_string());
        assert_eq!(by_rules.is_ok(), by_type.is_ok(), "{by_rules:?} {by_type:?}");
        by_type
    };
    assert_eq!(read(None, None), Ok(Whole { pose: None }));
    let fault = read(Some([0.0; 3]), None).unwrap_err();
    assert!(fault.starts_with("parameter `pose.matrix`: "), "{fault}");
    let fault = read(None, Some(1.0)).unwrap_err();
    assert!(fault.starts_with("parameter `pose.at`: "), "{fault}");
}

#[test]
fn a_record_of_optional_parameters_may_have_none() {
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Outer {
        before: u8,
        notes: Notes,
        after: u8,
    }
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Notes {
        first: Option<String>,
        more: Many<String>,
    }
    travels(&Outer::default());
    travels(&Outer {
        notes: Notes { first: Some("a".into()), more: Many(vec!["b".into(), "c".into()]) },
        ..Outer::default()
    });
}

#[test]
fn absent_records_have_defaults() {
    #[derive(Tensor, Debug, PartialEq, Clone)]
    struct New {
        id: u8,
        #[tensor(default)]
        spot: Spot,
        #[tensor(default = Spot { x: 2.0, y: [7; 2] })]
        other: Spot,
    }
    #[derive(Tensor)]
    struct Old {
        id: u8,
    }
    let old = to_vec(&Old { id: 1 }).unwrap();
    let expected = New { id: 1, spot: Spot::default(), other: Spot { x: 2.0, y: [7; 2] } };
    assert_eq!(from_slice::<New>(&old).unwrap(), expected);
    let mut into = New { id: 0, spot: Spot { x: 9.0, y: [9; 2] }, other: Spot::default() };
    decthings::decode_into(&old, &mut into).unwrap();
    assert_eq!(into, expected);
    let whole = New { spot: Spot { x: 5.0, y: [1, 2] }, ..expected };
    assert_eq!(from_slice::<New>(&reversed(&to_vec(&whole).unwrap())).unwrap(), whole);
    assert_eq!(
        New::RULES.to_string(),
        "{ id: u8 [], spot.x?: f32 [], spot.y?: u8 [2], other.x?: f32 [], other.y?: u8 [2] }"
    );
}

#[test]
fn errors_name_the_whole_path() {
    #[derive(Tensor, Debug)]
    struct Outer {
        scene: Scene,
    }
    #[derive(Tensor)]
    struct Wrong {
        #[tensor(rename = "scene.id")]
        id: u32,
        #[tensor(rename = "scene.left.xy")]
        xy: Vec<[f64; 2]>,
    }
    let wrong = Scene { left: Points { ids: vec![1], ..points(2) }, ..scene() };
    let fault = to_vec(&Outer { scene: wrong }).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "parameter `scene.left.ids`: axis 0: `scene.left.n` is 2 in `scene.left.xy`, found 1"
    );
    let bytes = to_vec(&Wrong { id: 1, xy: vec![[0.0; 2]] }).unwrap();
    for bytes in [bytes.clone(), reversed(&bytes)] {
        let fault = from_slice::<Outer>(&bytes).unwrap_err();
        assert_eq!(fault.parameter(), Some("scene.left.xy"));
        assert!(matches!(fault.kind(), ErrorKind::ElementType { .. }), "{fault}");
        assert!(fault.offset().is_some());
    }
    let violations = decthings::check_all::<Outer>(&bytes).unwrap();
    assert!(violations.iter().any(|violation| violation.to_string().contains("`scene.left.ids`")), "{violations:?}");
}

#[test]
fn records_that_borrow_nest() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Outer<'a> {
        name: &'a str,
        data: Lent<'a>,
        maybe: Option<Lent<'a>>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Lent<'a> {
        bytes: &'a [u8],
        text: &'a str,
    }
    let value = Outer { name: "n", data: Lent { bytes: &[1, 2], text: "t" }, maybe: None };
    let bytes = to_vec(&value).unwrap();
    let read = from_slice::<Outer<'_>>(&bytes).unwrap();
    assert_eq!(read, value);
    assert!(bytes.as_ptr_range().contains(&read.data.bytes.as_ptr()));
    assert_eq!(from_slice::<Outer<'_>>(&reversed(&bytes)).unwrap(), value);
}

#[test]
fn types_of_parameters_may_be_records() {
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Pair<T, U> {
        first: T,
        second: U,
    }
    travels(&Pair { first: 1u8, second: Spot { x: 1.0, y: [1, 2] } });
    travels(&Pair { first: Pair { first: 1u8, second: vec![0.5f32] }, second: Some(2u16) });
    assert_eq!(
        <Pair<Spot, Option<Spot>>>::RULES.to_string(),
        "{ first.x: f32 [], first.y: u8 [2], second.x?: f32 [], second.y?: u8 [2] }"
    );
    assert_eq!(<Pair<u8, Vec<f32>>>::RULES.to_string(), "{ first: u8 [], second: f32 [_] }");
}

#[test]
fn tuples_are_records_of_numbered_parameters() {
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Pair(f32, Vec<u8>);
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Three(
        #[tensor(shape = [n])] Vec<f32>,
        #[tensor(rename = "ids", shape = [n])] Vec<u64>,
        Spot,
        #[tensor(skip)] u8,
    );
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Outer {
        pair: Pair,
        plain: (u8, String),
        deep: ((f32, Option<Spot>), Option<f64>),
        maybe: Option<(u8, u16)>,
    }
    assert_eq!(Pair::RULES.to_string(), "{ 0: f32 [], 1: u8 [_] }");
    assert_eq!(<(f32, Vec<u8>)>::RULES, Pair::RULES);
    assert_eq!(Three::RULES.to_string(), "{ 0: f32 [n], ids: u64 [n], 2.x: f32 [], 2.y: u8 [2] }");
    assert_eq!(
        Outer::RULES.to_string(),
        "{ pair.0: f32 [], pair.1: u8 [_], plain.0: u8 [], plain.1: string [], deep.0.0: f32 [], deep.0.1.x?: f32 [], \
         deep.0.1.y?: u8 [2], deep.1?: f64 [], maybe.0?: u8 [], maybe.1?: u16 [] }"
    );
    travels(&(0.5f32, vec![1u8, 2]));
    travels(&(1u8, 2u16, 3u32, 4u64, 5i8, 6i16, 7i32, String::from("eight")));
    travels(&Pair(0.5, vec![1, 2]));
    travels(&Three(vec![1.0], vec![2], Spot::default(), 0));
    let deep = ((0.5, Some(Spot { x: 1.0, y: [1, 2] })), None);
    travels(&Outer { pair: Pair(1.0, vec![]), plain: (1, "a".into()), deep, maybe: Some((1, 2)) });
    travels(&Outer::default());
    let fault = to_vec(&Three(vec![1.0], vec![], Spot::default(), 0)).unwrap_err();
    assert_eq!(fault.to_string(), "parameter `ids`: axis 0: `n` is 1 in `0`, found 0");
}

#[test]
fn a_nested_record_is_no_map() {
    #[derive(Tensor)]
    struct Labelled {
        d0: Vec<String>,
        values: Vec<f32>,
    }
    #[derive(Tensor)]
    struct Nested {
        scores: Labelled,
    }
    #[derive(Tensor)]
    struct Mapped {
        scores: BTreeMap<String, f32>,
    }
    assert_eq!(Nested::RULES.to_string(), Mapped::RULES.to_string());
    let scores = Labelled { d0: vec!["a".into()], values: vec![0.5] };
    let nested = Nested { scores };
    let mapped = Mapped { scores: [("a".to_owned(), 0.5)].into() };
    let names = |constants: Vec<(String, vespa::Constant)>| constants.into_iter().map(|(name, _)| name).collect();
    let mapped: Vec<String> = names(vespa::to_constants(&mapped).unwrap());
    assert_eq!(mapped, ["scores"]);
    let fault = vespa::to_constants(&nested).unwrap_err();
    assert_eq!(fault.parameter(), Some("scores.d0"), "{fault}");
    assert!(vespa::to_string(&nested).is_err());
    assert!(vespa::TensorType::of_rules(&Nested::RULES).is_err());
    assert!(vespa::TensorType::of_rules(&Mapped::RULES).is_ok());
}

#[test]
fn contracts_see_the_parameters() {
    #[derive(Tensor)]
    struct In {
        left: Points,
    }
    #[derive(Tensor)]
    struct Out {
        left: Points,
        right: Points,
    }
    contract!(Out => In);
    assert!(In::RULES.contains(&Out::RULES));
    assert!(!Out::RULES.contains(&In::RULES));
    assert_eq!(Scene::FINGERPRINT, Scene::RULES.fingerprint());
    assert_ne!(In::FINGERPRINT, Out::FINGERPRINT);
}

#[test]
fn containment_knows_what_comes_together() {
    #[derive(Tensor)]
    struct Whole {
        id: u8,
        spot: Option<Spot>,
    }
    #[derive(Tensor)]
    struct Apart {
        id: u8,
        #[tensor(rename = "spot.x")]
        x: Option<f32>,
        #[tensor(rename = "spot.y")]
        y: Option<[u8; 2]>,
    }
    #[derive(Tensor)]
    struct First {
        id: u8,
        #[tensor(rename = "spot.x")]
        x: f32,
    }
    #[derive(Tensor)]
    struct Both {
        id: u8,
        spot: Spot,
    }
    #[derive(Tensor)]
    struct Neither {
        id: u8,
    }
    for rules in [Whole::RULES, Both::RULES, Neither::RULES] {
        assert!(Whole::RULES.contains(&rules), "{rules}");
        assert!(Apart::RULES.contains(&rules), "{rules}");
    }
    for rules in [Apart::RULES, First::RULES] {
        assert!(!Whole::RULES.contains(&rules), "{rules}");
        assert!(Apart::RULES.contains(&rules), "{rules}");
    }
    let read = from_slice::<Whole>(&to_vec(&First { id: 1, x: 0.5 }).unwrap());
    let fault = read.map(|_| ()).unwrap_err();
    assert_eq!(fault.parameter(), Some("spot.y"));
}

#[test]
fn unknown_names_are_denied_where_that_is_asked() {
    #[derive(Tensor, Debug, PartialEq)]
    #[tensor(deny_unknown)]
    struct Strict {
        spot: Spot,
    }
    #[derive(Tensor)]
    struct More {
        spot: Spot,
        #[tensor(rename = "spot.z")]
        z: f32,
    }
    let bytes = to_vec(&More { spot: Spot::default(), z: 1.0 }).unwrap();
    let fault = from_slice::<Strict>(&bytes).unwrap_err();
    assert_eq!(fault.parameter(), Some("spot.z"));
    assert!(matches!(fault.kind(), ErrorKind::UnknownParam { .. }), "{fault}");
}

fn any_points() -> impl Strategy<Value = Points> {
    (0usize..4, any::<Option<String>>(), any::<f32>().prop_filter("a number", |x| !x.is_nan()))
        .prop_map(|(n, label, x)| Points { xy: vec![[x, 1.0]; n], ids: vec![n as u64; n], label })
}

proptest! {
    #[test]
    fn any_scene_travels(left in any_points(), right in any_points(), has_pose: bool, spots in 0usize..4, last: String) {
        let pose = has_pose.then(pose);
        let spots = Batch(vec![Spot { x: 0.5, y: [1, 2] }; spots]);
        travels(&Scene { left, right: Box::new(right), pose, spots, last, ..scene() });
    }

    #[test]
    fn no_bytes_are_too_odd(cut in 0usize..400, byte: u8, at in 0usize..400) {
        let mut bytes = to_vec(&scene()).unwrap();
        if let Some(place) = bytes.get_mut(at) {
            *place = byte;
        }
        bytes.truncate(bytes.len().saturating_sub(cut % 7));
        let by_rules = decthings::check::<Scene>(&bytes).is_ok();
        let by_type = from_slice::<Scene>(&bytes).is_ok();
        prop_assert!(by_rules || !by_type);
    }
}

/// Records of two records each: a tree.
macro_rules! tree {
    ($($inner:ident $outer:ident),*) => { $(
        #[derive(Tensor, Debug, PartialEq, Clone, Default)]
        struct $outer {
            left: $inner,
            right: $inner,
        }
    )* };
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Tree0 {
    leaf: f32,
}

tree!(Tree0 Tree1, Tree1 Tree2, Tree2 Tree3, Tree3 Tree4, Tree4 Tree5, Tree5 Tree6, Tree6 Tree7, Tree7 Tree8, Tree8 Tree9);

#[test]
fn a_record_of_hundreds_of_nested_parameters_compiles_and_travels() {
    let mut tree = Tree9::default();
    tree.left.right.left.right.left.right.left.right.left.leaf = 7.0;
    assert_eq!(Tree9::RULES.as_record().unwrap().len(), 512);
    assert_eq!(from_slice::<Tree9>(&to_vec(&tree).unwrap()).unwrap(), tree);
}

#[test]
fn writing_a_nested_record_allocates_nothing() {
    #[derive(Tensor)]
    struct Outer {
        id: u32,
        spot: Spot,
        other: Option<Spot>,
    }
    let spot = Spot { x: 1.0, y: [2, 3] };
    let outer = Outer { id: 7, spot: spot.clone(), other: Some(spot) };
    let mut bytes = Vec::with_capacity(1000);
    let counted = tensor_format_tests::allocations(|| decthings::append(&outer, &mut bytes).unwrap());
    assert_eq!(counted, 0);
}
