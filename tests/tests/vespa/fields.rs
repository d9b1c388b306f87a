//! Derived maps and records as Vespa tensors: names of dimensions from attributes alone, and data in canonical order.

use std::collections::{BTreeMap, HashMap};

use ndarray::{Array1, Array2, array};
use tensor_format::{
    DecodeOwned, Encode, ErrorKind, HasRules, Many, Record, Tensor, from_slice, to_vec,
    vespa::{self, ConstType, Constant, Options, TensorType, type_of, type_of_field},
};

use super::text;

/// Written and read back as text and as bytes; returns the text.
fn both_ways<T: Encode + DecodeOwned + PartialEq + std::fmt::Debug>(value: &T) -> String {
    let written = vespa::to_string(value).expect("a text");
    assert_eq!(vespa::from_str::<T>(&written).expect("a value"), *value, "{written}");
    assert_eq!(from_slice::<T>(&to_vec(value).expect("bytes")).expect("a value"), *value);
    assert_eq!(Options::new().read(&written).expect("a constant"), Constant::of(value).expect("a constant"));
    written
}

/// All names are in the order of the alphabet.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [brand, category, x: 2, y: 3])]
struct Sorted(BTreeMap<(String, String), [[f32; 3]; 2]>);

/// None is.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [category, brand, y: 2, x: 3])]
struct Unsorted(HashMap<(String, String), [[f32; 3]; 2]>);

/// Indexed dimensions come before mapped ones.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [z, b, a: 2])]
struct Between(BTreeMap<(String, String), Array1<f64>>);

const SORTED: ConstType = type_of::<Sorted>();
const UNSORTED: ConstType = type_of::<Unsorted>();
const _: () = assert!(SORTED.equals(&ConstType::parse("tensor<float>(brand{},category{},x[2],y[3])")));
const _: () = assert!(UNSORTED.equals(&ConstType::parse("tensor<float>(brand{},category{},x[3],y[2])")));
const _: () = assert!(type_of::<Between>().equals(&ConstType::parse("tensor(a[2],b{},z{})")));

#[test]
fn keys_and_axes_are_sorted_by_their_names() {
    let (one, other) = ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0, 8.0, 9.0], [-0.0, f32::INFINITY, 1e-40]]);
    let key = |first: &str, second: &str| (text(first), text(second));

    let sorted = Sorted(BTreeMap::from([(key("north", "tea"), one), (key("south", "cocoa"), other)]));
    let expected = r#"{"type":"tensor<float>(brand{},category{},x[2],y[3])","blocks":[{"address":{"brand":"north","category":"tea"},"values":[[1,2,3],[4,5,6]]},{"address":{"brand":"south","category":"cocoa"},"values":[[7,8,9],[-0.0,"Infinity",1e-40]]}]}"#;
    assert_eq!(both_ways(&sorted), expected);

    let unsorted = Unsorted(HashMap::from([(key("tea", "south"), one), (key("tea", "north"), other)]));
    let expected = r#"{"type":"tensor<float>(brand{},category{},x[3],y[2])","blocks":[{"address":{"brand":"north","category":"tea"},"values":[[7,-0.0],[8,"Infinity"],[9,1e-40]]},{"address":{"brand":"south","category":"tea"},"values":[[1,4],[2,5],[3,6]]}]}"#;
    let written = both_ways(&unsorted);
    assert_eq!(written, expected);
    let constant = Options::new().read(&written).expect("a constant");
    let address = [("brand", "south"), ("category", "tea"), ("y", "1"), ("x", "2")];
    assert_eq!(constant.get(&address), Some(6.0));

    let between = Between(BTreeMap::from([(key("z", "b"), array![1.0, 2.0])]));
    let expected = r#"{"type":"tensor(a[2],b{},z{})","blocks":[{"address":{"b":"b","z":"z"},"values":[1,2]}]}"#;
    assert_eq!(both_ways(&between), expected);
}

/// Every order of four names, two of labels and two of axes, declared in every way.
#[test]
fn every_order_of_names_comes_back() {
    macro_rules! orders {
        ($([$a:ident $b:ident $c:ident $d:ident])*) => {
            $({
                #[derive(Tensor, Debug, PartialEq)]
                #[tensor(shape = [$a, $b, $c: 2, $d: 3])]
                struct Named(BTreeMap<(String, String), Array2<i8>>);

                let key = |first: &str, second: &str| (text(first), text(second));
                let named = Named(BTreeMap::from([
                    (key("1", "2"), array![[1, 2, 3], [4, 5, 6]]),
                    (key("2", "1"), array![[7, 8, 9], [-10, 11, 12]]),
                ]));
                let written = both_ways(&named);
                let constant = Options::new().read(&written).expect("a constant");
                let labels = [(stringify!($a), "2"), (stringify!($b), "1"), (stringify!($c), "1"), (stringify!($d), "0")];
                assert_eq!(constant.get(&labels), Some(-10.0), "{written}");
                let mut names = [stringify!($a), stringify!($b), stringify!($c), stringify!($d)];
                names.sort_unstable();
                let found: Vec<&str> = constant.tensor_type().dimensions().iter().map(|found| found.name()).collect();
                assert_eq!(found, names);
            })*
        };
    }
    orders!(
        [i j k l] [i j l k] [i k j l] [i k l j] [i l j k] [i l k j]
        [j i k l] [j i l k] [j k i l] [j k l i] [j l i k] [j l k i]
        [k i j l] [k i l j] [k j i l] [k j l i] [k l i j] [k l j i]
        [l i j k] [l i k j] [l j i k] [l j k i] [l k i j] [l k j i]
    );
}

/// Orders that are not their own inverse.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [y: 2, z: 3, x: 2])]
struct Cycle([[[f64; 2]; 3]; 2]);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [l, m, k, y: 2, z: 3, x: 2])]
struct Cycles(BTreeMap<(String, String, String), Block>);

type Block = [[[f64; 2]; 3]; 2];

#[test]
fn three_names_in_a_circle_come_back() {
    let numbers =
        || std::array::from_fn(|y| std::array::from_fn(|z| std::array::from_fn(|x| (100 * y + 10 * z + x) as f64)));
    let expected =
        r#"{"type":"tensor(x[2],y[2],z[3])","values":[[[0,10,20],[100,110,120]],[[1,11,21],[101,111,121]]]}"#;
    assert_eq!(both_ways(&Cycle(numbers())), expected);
    let cycles = Cycles(BTreeMap::from([((text("l"), text("m"), text("k")), numbers())]));
    let expected = r#"{"type":"tensor(k{},l{},m{},x[2],y[2],z[3])","blocks":[{"address":{"k":"k","l":"l","m":"m"},"values":[[[0,10,20],[100,110,120]],[[1,11,21],[101,111,121]]]}]}"#;
    assert_eq!(both_ways(&cycles), expected);
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [_, kind, _])]
struct Unnamed(BTreeMap<(String, String), Vec<f64>>);

#[test]
fn what_has_no_name_is_named_by_its_position() {
    assert_eq!(type_of::<Unnamed>().to_string(), "tensor(d0{},d2[],kind{})");
    assert_eq!(type_of::<BTreeMap<(String, String), [[f64; 4]; 1]>>().to_string(), "tensor(d0{},d1{},d2[1],d3[4])");
    let unnamed = Unnamed(BTreeMap::from([((text("a"), text("b")), vec![1.0, 2.5])]));
    let expected =
        r#"{"type":"tensor(d0{},d2[2],kind{})","blocks":[{"address":{"d0":"a","kind":"b"},"values":[1,2.5]}]}"#;
    assert_eq!(both_ways(&unnamed), expected);
}

#[derive(Tensor, Debug, PartialEq)]
struct Model {
    #[tensor(shape = [token, b, a: 2])]
    embeddings: HashMap<(String, String), [f32; 2]>,
    #[tensor(shape = [k])]
    weights: Option<BTreeMap<String, f64>>,
    #[tensor(shape = [y, x])]
    matrix: Array2<i8>,
    bias: f64,
    #[tensor(default)]
    absent: Vec<f32>,
}

fn model() -> Model {
    Model {
        embeddings: HashMap::from([
            ((text("z"), text("a")), [1.0, 2.0]),
            ((text("a"), text("z")), [f32::NEG_INFINITY, 0.5]),
        ]),
        weights: Some(BTreeMap::from([(text("w"), -0.0)])),
        matrix: array![[1, 2, 3], [4, 5, 6]],
        bias: 2.5,
        absent: vec![1.5],
    }
}

const EMBEDDINGS: ConstType = type_of_field::<Model>("embeddings");
const _: () = assert!(EMBEDDINGS.equals(&ConstType::parse("tensor<float>(a[2],b{},token{})")));
const _: () = assert!(type_of_field::<Model>("weights").equals(&ConstType::parse("tensor(k{})")));
const _: () = assert!(type_of_field::<Model>("matrix").equals(&ConstType::parse("tensor<int8>(x[],y[])")));
const _: () = assert!(type_of_field::<Model>("bias").equals(&ConstType::parse("tensor()")));

#[test]
fn a_record_is_one_constant_a_field() {
    let constants = vespa::to_constants(&model()).expect("constants");
    let texts: Vec<(&str, String)> = constants.iter().map(|(name, found)| (name.as_str(), found.to_text())).collect();
    let expected = [
        (
            "embeddings",
            r#"{"type":"tensor<float>(a[2],b{},token{})","blocks":[{"address":{"b":"a","token":"z"},"values":[1,2]},{"address":{"b":"z","token":"a"},"values":["-Infinity",0.5]}]}"#,
        ),
        ("weights", r#"{"type":"tensor(k{})","cells":{"w":-0.0}}"#),
        ("matrix", r#"{"type":"tensor<int8>(x[3],y[2])","values":[[1,4],[2,5],[3,6]]}"#),
        ("bias", r#"{"type":"tensor()","cells":[{"address":{},"value":2.5}]}"#),
        ("absent", r#"{"type":"tensor<float>(d0[1])","values":[1.5]}"#),
    ];
    assert_eq!(texts, expected.map(|(name, text)| (name, text.to_owned())));
    assert_eq!(vespa::from_constants::<Model>(&constants).expect("a model"), model());
    // In another order, and read from their texts.
    let read = |(name, text): &(&'static str, String)| (*name, Options::new().read(text).expect("a constant"));
    let read: Vec<(&str, Constant)> = texts
        .iter()
        .rev()
        .map(|(name, text)| {
            let name = expected.iter().find(|(known, _)| known == name).expect("a field").0;
            read(&(name, text.clone()))
        })
        .collect();
    assert_eq!(vespa::from_constants::<Model>(&read).expect("a model"), model());
    // Absent ones.
    let some: Vec<(&str, Constant)> =
        read.into_iter().filter(|(name, _)| *name != "weights" && *name != "absent").collect();
    let expected = Model { weights: None, absent: vec![], ..model() };
    assert_eq!(vespa::from_constants::<Model>(&some).expect("a model"), expected);
    assert_eq!(vespa::to_constants(&Model { weights: None, ..model() }).expect("constants").len(), 4);
    // A dynamic record is known by its names.
    let record: Record = from_slice(&to_vec(&model()).expect("bytes")).expect("a record");
    let dynamic = vespa::to_constants(&record).expect("constants");
    assert_eq!(dynamic[1], constants[1]);
    assert_eq!(dynamic[0].1.tensor_type().to_string(), "tensor<float>(b{},d2[2],token{})");
    let back: Record = vespa::from_constants(&constants).expect("a record");
    assert_eq!(from_slice::<Model>(&to_vec(&back).expect("bytes")).map(|found| found.bias).ok(), Some(2.5));
}

#[test]
fn types_of_fields_follow_from_rules() {
    let types = vespa::types_of_fields::<Model>().expect("types");
    let texts: Vec<String> = types.iter().map(|(name, found)| format!("{name}: {found}")).collect();
    let expected = [
        "embeddings: tensor<float>(a[2],b{},token{})",
        "weights: tensor(k{})",
        "matrix: tensor<int8>(x[],y[])",
        "bias: tensor()",
        "absent: tensor<float>(d0[])",
    ];
    assert_eq!(texts, expected);
    let error = vespa::types_of_fields::<f64>().expect_err("no record");
    assert!(matches!(error.kind(), ErrorKind::TensorFound), "{error}");
}

#[derive(Tensor, Debug, PartialEq)]
struct Words {
    lengths: BTreeMap<String, f32>,
    words: Vec<String>,
}

#[derive(Tensor)]
enum Drawn {
    Circle { radius: f64 },
    Nothing,
}

#[test]
fn enums_with_data_have_labels_that_vespa_cannot_hold() {
    for drawn in [Drawn::Circle { radius: 0.5 }, Drawn::Nothing] {
        let error = vespa::to_constants(&drawn).expect_err("a label");
        assert_eq!(error.to_string(), "parameter `variant`: Vespa has no element type string");
    }
    let error = vespa::types_of_fields::<Drawn>().expect_err("a label");
    assert_eq!(error.to_string(), "parameter `variant`: Vespa has no element type string");
}

#[test]
fn axes_of_records_in_records_name_dimensions() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Layer {
        #[tensor(shape = [out, input: 2])]
        weights: Vec<[f32; 2]>,
        scale: f64,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Point {
        x: f32,
        #[tensor(shape = [hue])]
        color: [f32; 3],
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Network {
        first: Layer,
        points: Vec<Point>,
    }
    const WEIGHTS: ConstType = type_of_field::<Network>("first.weights");
    assert_eq!(WEIGHTS.to_string(), "tensor<float>(input[2],out[])");

    let point = |x| Point { x, color: [x; 3] };
    let network = Network {
        first: Layer { weights: vec![[1.0, 2.0], [3.0, 4.0]], scale: 0.5 },
        points: vec![point(1.0), point(2.0)],
    };
    let constants = vespa::to_constants(&network).expect("constants");
    let types: Vec<_> = constants.iter().map(|(name, constant)| format!("{name} {}", constant.tensor_type())).collect();
    assert_eq!(
        types,
        [
            "first.weights tensor<float>(input[2],out[2])",
            "first.scale tensor()",
            "points.x tensor<float>(n[2])",
            "points.color tensor<float>(d1[3],n[2])",
        ]
    );
    assert_eq!(vespa::from_constants::<Network>(&constants).expect("a record"), network);
    let declared = vespa::types_of_fields::<Network>().expect("types");
    assert_eq!(
        declared.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        ["first.weights", "first.scale", "points.x", "points.color"]
    );
}

#[test]
fn errors_name_the_field() {
    let words = Words { lengths: BTreeMap::new(), words: vec![text("a")] };
    let error = vespa::to_constants(&words).expect_err("strings");
    assert_eq!(error.to_string(), "parameter `words`: Vespa has no element type string");
    let error = vespa::types_of_fields::<Words>().expect_err("strings");
    assert_eq!(error.to_string(), "parameter `words`: Vespa has no element type string");
    let error = vespa::to_constants(&1.0).expect_err("no record");
    assert!(matches!(error.kind(), ErrorKind::TensorFound), "{error}");

    let constants = vespa::to_constants(&model()).expect("constants");
    let replaced = |field: &str, json: &str| {
        let constant = Options::new().read(json).expect("a constant");
        let mut constants = constants.clone();
        constants.iter_mut().filter(|(name, _)| name == field).for_each(|(_, old)| *old = constant.clone());
        vespa::from_constants::<Model>(&constants).expect_err("a fault").to_string()
    };
    assert_eq!(
        replaced("embeddings", r#"{"type":"tensor<float>(a[3],b{},token{})","blocks":[]}"#),
        "parameter `embeddings`: tensor type: expected tensor<float>(a[2],b{},token{}), found tensor<float>(a[3],b{},token{})"
    );
    assert_eq!(
        replaced("bias", r#"{"type":"tensor(k{})","cells":{}}"#),
        "parameter `bias`: tensor type: expected tensor(), found tensor(k{})"
    );
    assert_eq!(
        replaced("matrix", r#"{"type":"tensor<float>(x[1],y[1])","values":[[1]]}"#),
        "parameter `matrix`: element type: expected i8, found f32"
    );
    let missing = vespa::from_constants::<Model>(&constants[1..]).expect_err("a fault").to_string();
    assert_eq!(missing, "parameter `embeddings.token`: required, but missing");
    let twice: Vec<(String, Constant)> = constants.iter().chain(&constants[..1]).cloned().collect();
    let error = vespa::from_constants::<Model>(&twice).expect_err("a fault");
    assert!(matches!(error.kind(), ErrorKind::DuplicateParam), "{error}");
}

#[derive(Tensor, Debug, PartialEq)]
struct One {
    #[tensor(shape = [b, a: 2])]
    only: BTreeMap<String, [f32; 2]>,
}

/// A record that holds one map and nothing else is that tensor.
#[test]
fn a_record_of_one_map_is_one_tensor() {
    const TYPE: ConstType = type_of::<One>();
    assert_eq!(TYPE.to_string(), "tensor<float>(a[2],b{})");
    assert_eq!(TensorType::of_rules(&One::RULES).expect("a type"), TYPE.to_type());
    let one = One { only: BTreeMap::from([(text("k"), [1.0, 2.0])]) };
    assert_eq!(both_ways(&one), r#"{"type":"tensor<float>(a[2],b{})","blocks":{"k":[1,2]}}"#);
    let error = vespa::to_string(&model()).expect_err("five tensors");
    assert!(error.to_string().contains("vespa::to_constants"), "{error}");
    let error = vespa::from_str::<Model>("{}").expect_err("five tensors");
    assert!(error.to_string().contains("vespa::to_constants"), "{error}");
}

/// With a search through all names for each of them this would not end within minutes.
#[test]
fn records_of_many_tensors_take_time_in_proportion() {
    let tensor = Tensor::from_slice([1], &[0.5f32]).expect("a tensor");
    let record: Record = (0..30_000).map(|index| (format!("field{index}"), tensor.clone())).collect();
    let constants = vespa::to_constants(&record).expect("constants");
    assert_eq!((constants.len(), constants[29_999].0.as_str()), (30_000, "field29999"));
    assert_eq!(vespa::from_constants::<Record>(&constants).expect("a record"), record);
}

#[derive(Tensor)]
struct Several {
    first: [f64; 1],
    several: Many<[f64; 1]>,
}

#[test]
fn a_field_of_several_tensors_is_no_constant() {
    let several = |count| Several { first: [0.5], several: vec![[1.5]; count].into() };
    assert_eq!(vespa::to_constants(&several(1)).expect("constants").len(), 2);
    let error = vespa::to_constants(&several(2)).expect_err("two tensors");
    assert_eq!(error.to_string(), "parameter `several`: a field of several tensors is no constant");
}

#[test]
fn types_of_fields_are_found_at_run_time_too() {
    let of = |field: &str| type_of_field::<Model>(field);
    assert_eq!(of("embeddings"), EMBEDDINGS);
    for (field, text) in [("weights", "tensor(k{})"), ("matrix", "tensor<int8>(x[],y[])"), ("bias", "tensor()")] {
        assert_eq!((format!("{:?}", of(field)), of(field).cell()), (text.into(), ConstType::parse(text).cell()));
    }
    let stopped = |run: fn() -> ConstType| {
        let text = std::panic::catch_unwind(run).expect_err("no such type").downcast::<String>();
        text.map_or_else(|other| other.downcast_ref::<&str>().expect("a text").to_string(), |text| *text)
    };
    let missing = stopped(|| type_of_field::<Model>("nothing"));
    assert!(missing.contains("nothing") && missing.contains("a field of the record"), "{missing}");
    assert_eq!(stopped(|| type_of_field::<f64>("x")), "one tensor has no fields: use `type_of`");

    #[derive(Tensor)]
    struct Odd {
        number: f32,
        text: Vec<String>,
        any: Tensor,
        open: ndarray::ArrayD<f32>,
        #[tensor(shape = [0])]
        nothing: Vec<f32>,
    }
    for (run, why) in [
        (stopped(|| type_of_field::<Odd>("number")), "a Vespa tensor without dimensions is an f64"),
        (stopped(|| type_of_field::<Odd>("text")), "Vespa has no such cells"),
        (stopped(|| type_of_field::<Odd>("any")), "the type allows several element types"),
        (stopped(|| type_of_field::<Odd>("open")), "the type allows any rank"),
        (stopped(|| type_of_field::<Odd>("nothing")), "the size of an indexed dimension of Vespa is from 1"),
    ] {
        assert!(run.contains(why), "{run}");
    }
}

#[test]
fn types_of_the_format_show_themselves_as_it_writes_them() {
    let parsed: TensorType = "tensor<float>(k{},x[2])".parse().expect("a type");
    assert_eq!(format!("{parsed:?}"), parsed.to_string());
    assert_eq!(format!("{:?}", Options::default()), format!("{:?}", Options::new()));
    let constant =
        Options::new().read(r#"{"type":"tensor<float>(k{},x[2])","blocks":{"a":[1,2]}}"#).expect("a constant");
    let shown = format!("{constant:?}");
    assert!(
        shown.starts_with("Constant { tensor_type: tensor<float>(k{},x[2]), labels: [[\"a\"]], cells: "),
        "{shown}"
    );
    assert_eq!(constant.cells().to_string(), constant.clone().into_cells().to_string());
}

#[test]
fn constants_are_equal_if_their_cells_are() {
    let read = |text: &str| Options::new().read(text).expect("a constant");
    let blocks = |blocks: &str| read(&format!(r#"{{"type":"tensor(k{{}},x[2])","blocks":{{{blocks}}}}}"#));
    let constant = blocks(r#""a":[1,2],"b":[3,4]"#);
    assert_eq!(constant, blocks(r#""b":[3,4],"a":[1,2]"#));
    for other in [r#""a":[1,2],"b":[3,5]"#, r#""a":[1,2],"c":[3,4]"#, r#""a":[1,2]"#] {
        assert_ne!(constant, blocks(other));
    }
    let dense = |values: &str| read(&format!(r#"{{"type":"tensor(x[2])","values":{values}}}"#));
    assert_ne!(dense("[1,2]"), dense("[1,3]"));
    let square = read(r#"{"type":"tensor(x[2],y[2])","values":[[1,2],[3,4]]}"#);
    assert_eq!(["0", "1", "2"].map(|y| square.get(&[("x", "0"), ("y", y)])), [Some(1.0), Some(2.0), None]);
    let cell = |k, x| constant.get(&[("k", k), ("x", x)]);
    assert_eq!([cell("a", "1"), cell("a", "2"), cell("b", "0"), cell("c", "0")], [Some(2.0), None, Some(3.0), None]);
}
