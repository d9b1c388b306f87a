//! What the compiler says about mistakes. The messages are those of the toolchain that the repository pins; rewrite them
//! with `TRYBUILD=overwrite cargo test -p tensor-format-tests --test ui` and read what changed.

#[test]
fn mistakes_are_refused_with_advice() {
    let cases = trybuild::TestCases::new();
    // Contracts and files of definitions have a driver of their own.
    for topic in [
        "attribute",
        "contradiction",
        "dtype",
        "fallback",
        "field",
        "generic",
        "kind",
        "name",
        "readme",
        "repr",
        "row",
        "shape",
        "traits",
        "union",
    ] {
        cases.compile_fail(format!("ui/{topic}/*.rs"));
    }
}

#[test]
fn checks_of_generic_types_fire_where_they_are_used() {
    let cases = trybuild::TestCases::new();
    // A case that passes makes trybuild build: constants of generic types are evaluated no earlier.
    cases.pass("ui/generic/used/fits.rs");
    cases.compile_fail("ui/generic/used/contradiction.rs");
    cases.compile_fail("ui/generic/used/record_of_a_tensors_name.rs");
}
