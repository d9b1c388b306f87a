//! A change of a file of definitions is a change of the crate that matches it.

use super::project::Project;

const CODE: &str = r#"
#[derive(tensor_format::Tensor)]
#[tensor(matches = "defs/model.json")]
pub struct Scores {
    #[tensor(shape = [_, 10])]
    pub scores: Vec<[f32; 10]>,
}
"#;

fn definitions(classes: u32) -> String {
    let rules = format!(r#"{{"shape": [-1, {classes}], "allowedTypes": ["f32"]}}"#);
    format!(r#"[{{"name": "scores", "required": true, "rules": {rules}}}]"#)
}

#[test]
fn the_crate_is_checked_again_when_the_file_changes() {
    let project = Project::new("drifts");
    project.write("src/lib.rs", CODE);
    project.write("defs/model.json", &definitions(10));
    project.cargo("check", &[]).expect_success();

    project.write("defs/model.json", &definitions(11));
    let said = project.cargo("check", &[]).expect_failure();
    assert!(said.contains("`Scores` differs from defs/model.json"), "{said}");
    assert!(said.contains("parameter `scores`: axis 1: the file says 11, the type says 10"), "{said}");

    project.write("defs/model.json", &definitions(10));
    project.cargo("check", &[]).expect_success();
}
