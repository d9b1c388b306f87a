//! What is said of a field whose type needs a feature that is off.

use super::project::Project;

#[test]
fn features_that_are_off_are_named() {
    let project = Project::without_std("featureless");
    let code = "use tensor_format::Tensor;\n\nstruct Foreign;\n\n#[derive(Tensor)]\nstruct Input {\n    field: Foreign,\n    map: \
                std::collections::HashMap<String, f32>,\n}\n\nfn main() {}\n";
    project.write("src/main.rs", code);
    let said = project.cargo("check", &[]).expect_failure();
    for note in [
        "`f16` and `bf16` of the crate half need the feature `half` of tensor-format, which is off",
        "`Complex<f32>` and `Complex<f64>` of the crate num-complex need the feature `num-complex`",
        "arrays of ndarray need the feature `ndarray` of tensor-format, which is off",
        "`HashMap` needs the feature `std` of tensor-format, which is off",
    ] {
        assert!(said.contains(note), "{note}: {said}");
    }
}
