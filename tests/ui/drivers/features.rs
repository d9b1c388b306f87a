//! What is said of a field whose type needs a feature that is off.

use super::project::Project;

/// Types of the names that those of half, num-complex and ndarray have: which crate they are of makes no difference to
/// what is said while the feature is off.
const CODE: &str = "#![allow(non_camel_case_types, dead_code)]
use std::collections::{BTreeMap, HashMap, HashSet};
use tensor_format::Tensor;

struct f16;
struct Complex<T>(T);
struct Array2<T>(T);

#[derive(Tensor)]
struct Input {
    half: f16,
    halves: Vec<f16>,
    complex: Option<Complex<f32>>,
    array: Array2<f32>,
    map: HashMap<String, f32>,
    set: HashSet<u32>,
    maps: Option<HashMap<String, Half>>,
    alias: Alias,
    spectrum: Array2<Complex<f32>>,
    weights: Array2<f16>,
    named: BTreeMap<String, f16>,
    pairs: Vec<(f32, Complex<f32>)>,
    arrays: Vec<Array2<f32>>,
    #[tensor(metadata)]
    origin: Origin,
}

struct Origin;

type Alias = Array2<f32>;

#[derive(Tensor)]
#[tensor(record)]
struct Entries(HashMap<String, Vec<f32>>);

#[derive(Tensor)]
struct Half(Vec<f16>);

#[derive(Tensor)]
enum Number {
    Real(f32),
    Complex(Complex<f64>),
}

fn main() {}
";

const HASHED: &str = "`HashMap` and `HashSet` need the feature `std` of tensor-format, which is off";

const UNDERIVED: &str = "use tensor_format::Tensor;

#[derive(Tensor)]
struct Point {
    x: f32,
}

fn main() {
    let _ = tensor_format::to_vec(&Point { x: 1.0 });
    let _ = tensor_format::from_slice::<Point>(&[]);
}
";

#[test]
fn features_that_are_off_are_named() {
    let project = Project::new("featureless");
    project.write("src/main.rs", CODE);
    let said = project.cargo("check", &[]).expect_failure();
    for (message, field) in [
        ("`f16` needs the feature `half` of tensor-format, which is off", "half: f16,"),
        ("`Vec<f16>` needs the feature `half` of tensor-format, which is off", "halves: Vec<f16>,"),
        (
            "`Option<Complex<f32>>` needs the feature `num-complex` of tensor-format, which is off",
            "complex: Option<Complex<f32>>,",
        ),
        (
            "`Array2<f32>` needs the feature of tensor-format for its version of ndarray: `ndarray` for 0.17, \
             `ndarray_0_16` for 0.16, `ndarray_0_15` for 0.15",
            "array: Array2<f32>,",
        ),
        (HASHED, "map: HashMap<String, f32>,"),
        (HASHED, "set: HashSet<u32>,"),
        (HASHED, "maps: Option<HashMap<String, Half>>,"),
        ("`Array2<f32>` cannot be sent as a field", "alias: Alias,"),
        (
            "`Complex<f32>` needs the feature `num-complex` of tensor-format, which is off",
            "spectrum: Array2<Complex<f32>>,",
        ),
        ("`f16` needs the feature `half` of tensor-format, which is off", "weights: Array2<f16>,"),
        ("`f16` needs the feature `half` of tensor-format, which is off", "named: BTreeMap<String, f16>,"),
        (
            "`Complex<f32>` needs the feature `num-complex` of tensor-format, which is off",
            "pairs: Vec<(f32, Complex<f32>)>,",
        ),
        (
            "`Array2<f32>` needs the feature of tensor-format for its version of ndarray: `ndarray` for 0.17",
            "arrays: Vec<Array2<f32>>,",
        ),
        (
            "the entries of `HashMap<std::string::String, Vec<f32>>` cannot be",
            "struct Entries(HashMap<String, Vec<f32>>);",
        ),
        ("metadata need the feature `json` of tensor-format, which is off", "#[tensor(metadata)]"),
        ("`Vec<f16>` needs the feature `half` of tensor-format, which is off", "struct Half(Vec<f16>);"),
        ("`Complex<f64>` needs the feature `num-complex` of tensor-format, which is off", "Complex(Complex<f64>),"),
    ] {
        let shown: Vec<&str> =
            said.split(message).skip(1).filter_map(|rest| rest.lines().find(|line| line.contains("| "))).collect();
        assert!(shown.iter().any(|line| line.trim_end().ends_with(field)), "{message}: {shown:?}: {said}");
    }
    assert_eq!(said.matches("error[").count(), 17, "{said}");
    // It stands under the name, not under what the map holds.
    assert_eq!(said.matches(" ^^^^^^^ add `\"std\"` to the `features`").count(), 3, "{said}");
    assert!(said.contains("`HashMap` needs the feature `std` of tensor-format, which is off: `BTreeMap`"), "{said}");
}

#[test]
fn the_derive_that_is_off_is_named() {
    let project = Project::without_derive("underived");
    project.write("src/main.rs", UNDERIVED);
    let said = project.cargo("build", &[]).expect_failure();
    let note = "the derive needs the feature `derive` of tensor-format, which is off";
    assert_eq!(said.matches(note).count(), 2, "{said}");
}

/// Arguments of the user's own types need no tensor behind them, whatever their names.
const MARKERS: &str = "#![allow(non_camel_case_types, dead_code)]
use std::marker::PhantomData;
use tensor_format::Tensor;

struct f16;
struct Complex;

#[derive(Tensor)]
struct Packed<T> {
    bytes: Vec<u8>,
    #[tensor(skip)]
    of: PhantomData<T>,
}

#[derive(Tensor)]
struct Held {
    weights: Packed<f16>,
    other: Option<Packed<Complex>>,
    list: Vec<Packed<f16>>,
}

fn main() {}
";

#[test]
fn markers_of_the_names_of_numbers_need_no_feature() {
    let project = Project::new("markers");
    project.write("src/main.rs", MARKERS);
    project.cargo("check", &[]).expect_success();
}
