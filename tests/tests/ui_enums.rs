//! What the compiler says about mistakes in enums and rows.

#[test]
fn mistakes_in_enums_are_refused_with_advice() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/union/*.rs");
    cases.compile_fail("ui/repr/*.rs");
    cases.compile_fail("ui/row/*.rs");
}
