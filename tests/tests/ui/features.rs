//! What is said of a field whose type needs a feature that is off.

use super::project::Project;

/// Types of the names that those of half, num-complex and ndarray have: which crate they are of makes no difference to
/// what is said while the feature is off.
const CODE: &str = "#![allow(non_camel_case_types, dead_code)]
use std::collections::HashMap;
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
}

fn main() {}
";

#[test]
fn features_that_are_off_are_named() {
    let project = Project::without_std("featureless");
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
        ("`HashMap` needs the feature `std` of tensor-format, which is off", "map: HashMap<String, f32>,"),
    ] {
        let (_, rest) = said.split_once(message).unwrap_or_else(|| panic!("{message}: {said}"));
        let shown = rest.lines().find(|line| line.contains(": ") && line.contains('|')).unwrap_or_default();
        assert!(shown.trim_end().ends_with(field), "{message}: {shown}");
    }
}
