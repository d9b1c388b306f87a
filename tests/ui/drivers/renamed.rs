//! A package that depends on the crate under another name.

use super::project::Project;

const CODE: &str = "use tf::{HasRules, Tensor, contract};\n\n#[derive(Tensor)]\nstruct Input {\n    x: f32,\n}\n\n\
     #[derive(Tensor)]\nenum Shape {\n    Round { radius: f32 },\n    Nothing,\n}\n\n#[derive(Tensor)]\nstruct Output {\n    \
     y: f32,\n}\n\ncontract! { Input => Output { y: x } }\n\nfn main() {\n    assert_eq!(Input::RULES.to_string(), \"{ x: f32 \
     [] }\");\n}\n";

#[test]
fn a_renamed_dependency_is_found() {
    let project = Project::renamed("renamed", "tf");
    project.write("src/main.rs", CODE);
    project.cargo("check", &[]).expect_success();
}

#[test]
fn a_dependency_renamed_in_the_workspace_is_found() {
    let project = Project::renamed_in_workspace("renamed_in_workspace", "tf");
    project.write("src/main.rs", CODE);
    project.cargo("check", &[]).expect_success();
}
