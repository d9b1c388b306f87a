//! What the compiler says about contracts between types, and between types and files of definitions. The messages are
//! those of the toolchain that the repository pins; rewrite them with
//! `TRYBUILD=overwrite cargo test -p tensor-format-ui contract` and read what changed.

use std::{fs, path::Path};

use super::project::Project;

/// The files of definitions, as paths and texts.
fn definitions() -> Vec<(String, String)> {
    let files = fs::read_dir("artefact/defs").expect("there are definitions");
    let names = files.map(|file| file.expect("definitions can be listed").file_name().into_string().expect("ASCII"));
    let text = |name: &str| fs::read_to_string(format!("artefact/defs/{name}")).expect("definitions can be read");
    names.map(|name| (format!("defs/{name}"), text(&name))).collect()
}

/// Lays the files of definitions where a case looks for them: in the package that trybuild makes of the cases.
fn lay_out_definitions() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder for temporary files has a parent");
    let to = target.join("tests/trybuild").join(env!("CARGO_PKG_NAME"));
    fs::create_dir_all(to.join("defs")).expect("the folder of definitions can be made");
    for (path, text) in definitions() {
        fs::write(to.join(path), text).expect("definitions can be written");
    }
}

/// A case that compiles is checked in a package of its own: beside one, trybuild builds all crates of the tests, and runs
/// cargo for each case.
fn check_what_fits() {
    let project = Project::new("fits");
    for (path, text) in definitions() {
        project.write(&path, &text);
    }
    for case in fs::read_dir("artefact/fits").expect("there are cases") {
        let case = case.expect("cases can be listed");
        let code = fs::read_to_string(case.path()).expect("cases can be read");
        project.write(&format!("src/bin/{}", case.file_name().to_str().expect("ASCII")), &code);
    }
    project.cargo("check", &["--bins"]).expect_success();
}

#[test]
fn contracts_that_do_not_hold_are_refused_with_reasons() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("contract/*.rs");
    cases.compile_fail("model/*.rs");
}

#[test]
fn drift_from_a_file_of_definitions_is_refused() {
    check_what_fits();
    lay_out_definitions();
    let cases = trybuild::TestCases::new();
    cases.compile_fail("artefact/*.rs");
}
