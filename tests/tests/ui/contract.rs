//! What the compiler says about contracts between types, and between types and files of definitions. The messages are
//! those of the toolchain that the repository pins; rewrite them with
//! `TRYBUILD=overwrite cargo test -p tensor-format-tests --test ui contract` and read what changed.

use std::{fs, path::Path};

/// Lays the files of definitions where a case looks for them: in the package that trybuild makes of the cases.
fn lay_out_definitions() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder for temporary files has a parent");
    let to = target.join("tests/trybuild").join(env!("CARGO_PKG_NAME")).join("defs");
    fs::create_dir_all(&to).expect("the folder of definitions can be made");
    for file in fs::read_dir("ui/artefact/defs").expect("there are definitions") {
        let file = file.expect("definitions can be listed");
        fs::copy(file.path(), to.join(file.file_name())).expect("definitions can be copied");
    }
}

#[test]
fn contracts_that_do_not_hold_are_refused_with_reasons() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/contract/*.rs");
    cases.compile_fail("ui/model/*.rs");
}

#[test]
fn drift_from_a_file_of_definitions_is_refused() {
    lay_out_definitions();
    let cases = trybuild::TestCases::new();
    cases.pass("ui/artefact/fits/*.rs");
    cases.compile_fail("ui/artefact/*.rs");
}
