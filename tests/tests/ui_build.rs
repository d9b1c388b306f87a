//! What the compiler says only when it builds: rules of generic types are evaluated where an instance is used. Rewrite the
//! messages with `TRYBUILD=overwrite cargo test -p tensor-format-tests --test ui_build`.

mod project;

use std::{fs, path::PathBuf};

use project::Project;

fn cases() -> Vec<PathBuf> {
    let cases = fs::read_dir("ui-build/generic").expect("there are cases");
    let mut cases: Vec<PathBuf> = cases.map(|case| case.expect("cases can be listed").path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    cases.sort();
    cases
}

#[test]
fn a_build_refuses_each_instance_that_does_not_hold() {
    let tests = trybuild::TestCases::new();
    // A case that passes makes trybuild build instead of check.
    tests.pass("ui-build/builds.rs");
    tests.compile_fail("ui-build/generic/*.rs");
}

#[test]
fn a_check_alone_accepts_what_only_a_build_refuses() {
    let project = Project::new("accepted");
    let cases = cases();
    assert!(cases.len() >= 7, "only {} cases", cases.len());
    for case in &cases {
        let name = case.file_name().and_then(|name| name.to_str()).expect("cases are named in ASCII");
        project.write(&format!("src/bin/{name}"), &fs::read_to_string(case).expect("cases can be read"));
    }
    project.cargo("check", &["--bins"]).expect_success();
    let said = project.cargo("build", &["--bins", "--keep-going"]).expect_failure();
    for case in &cases {
        let name = case.file_stem().and_then(|name| name.to_str()).expect("cases are named in ASCII");
        assert!(said.contains(&format!("could not compile `accepted` (bin \"{name}\")")), "{name} builds: {said}");
    }
}
