//! What the compiler says only when it builds: rules of generic types are evaluated where an instance is used. The cases
//! are built in a package of their own; rewrite the messages with
//! `TRYBUILD=overwrite cargo test -p tensor-format-ui build` and read what changed.

use std::{env, fs, path::PathBuf};

use super::project::Project;

const FOLDER: &str = "../ui-build/generic";

/// The names of the cases.
fn cases() -> Vec<String> {
    let cases = fs::read_dir(FOLDER).expect("there are cases");
    let cases = cases.map(|case| case.expect("cases can be listed").file_name().into_string().expect("ASCII"));
    let mut cases: Vec<String> = cases.filter_map(|case| case.strip_suffix(".rs").map(str::to_owned)).collect();
    cases.sort();
    cases
}

/// The errors and their notes, without what cargo adds.
fn errors(said: &str) -> String {
    let is_of_cargo = |part: &&str| part.starts_with("error: could not compile") || part.starts_with("For more");
    let parts: Vec<&str> = said.split("\n\n").filter(|part| !is_of_cargo(part)).collect();
    format!("{}\n", parts.join("\n\n").trim_end())
}

#[test]
fn a_build_refuses_what_a_check_accepts() {
    let project = Project::new("built");
    let cases = cases();
    assert!(cases.len() >= 7, "only {} cases", cases.len());
    for case in &cases {
        let code = fs::read_to_string(format!("{FOLDER}/{case}.rs")).expect("cases can be read");
        project.write(&format!("src/bin/{case}.rs"), &code);
    }
    project.cargo("check", &["--bins"]).expect_success();
    for case in &cases {
        let found = errors(&project.generate(case).expect_failure());
        let expected = PathBuf::from(format!("{FOLDER}/{case}.stderr"));
        if env::var("TRYBUILD").is_ok_and(|value| value == "overwrite") {
            fs::write(&expected, &found).expect("messages can be written");
        }
        let expected = fs::read_to_string(&expected).expect("every case has its message");
        assert_eq!(found, expected, "{case}");
    }
}

/// What the library refuses where an instance is used: the errors point into its own sources, so that only what they say
/// is compared.
#[test]
fn a_build_refuses_what_the_library_does_not_have() {
    let project = Project::without_derive("refused");
    let stacked =
        "ragged lists cannot be in a `Batch`, whose items have one shape: use `Ragged<Vec<..>>`, one level deeper";
    let cases = [
        ("written", stacked, "to_vec(&Batch(vec![Ragged(vec![vec![1.0f32]])])).is_ok()"),
        ("read", stacked, "from_slice::<Batch<Ragged<Vec<f32>>>>(&[]).is_ok()"),
        (
            "half",
            "Decthings has no element type f16, so that no value of this type can be written: convert its elements (to \
             f32 or f64 for numbers), or use a format that has them, as `npy`, `safetensors` or `zio`",
            "to_vec(&Half).is_ok()",
        ),
        (
            "complex",
            "parameter `x`: Decthings has no element type c64, so that no value of this type can be written: convert its \
             elements (to f32 or f64 for numbers), or use a format that has them, as `npy`, `safetensors` or `zio`",
            "to_vec(&Complex).is_ok()",
        ),
        (
            "bfloat",
            "Decthings has no element type bf16, so that no value of this type can be written: convert its elements (to \
             f32 or f64 for numbers), or use a format that has them, as `safetensors` or `zio`",
            "to_vec(&Other::<true>).is_ok()",
        ),
        (
            "complex_128",
            "Decthings has no element type c128, so that no value of this type can be written: convert its elements (to \
             f32 or f64 for numbers), or use a format that has them, as `npy` or `zio`",
            "to_vec(&Other::<false>).is_ok()",
        ),
        (
            "deep",
            "a ragged list has at most 16 levels",
            "to_vec(&Ragged::<Deep<Deep<Deep<Deep<Vec<f32>>>>>>::default()).is_ok()",
        ),
    ];
    // As the features `half` and `num-complex` have them.
    let unsupported = "
        struct Half;
        struct Complex;
        struct Other<const SHORT: bool>;

        impl HasRules for Half {
            const RULES: Rules<'static> = Rules::tensor(ElementType::F16, &[]);
        }

        impl HasRules for Complex {
            const RULES: Rules<'static> = Rules::Record(RecordRules::new(&[Param::new(
                \"x\",
                Rules::tensor(ElementType::C64, &[]).expect_tensor(),
            )]));
        }

        impl<const SHORT: bool> HasRules for Other<SHORT> {
            const RULES: Rules<'static> =
                Rules::tensor(if SHORT { ElementType::BF16 } else { ElementType::C128 }, &[]);
        }

        impl<const SHORT: bool> Encode for Other<SHORT> {
            fn encode<'a, S: codec::Sink<'a>>(&'a self, _: &mut S) -> Result<(), EncodeError> {
                Ok(())
            }
        }

        impl Encode for Half {
            fn encode<'a, S: codec::Sink<'a>>(&'a self, _: &mut S) -> Result<(), EncodeError> {
                Ok(())
            }
        }

        impl Encode for Complex {
            fn encode<'a, S: codec::Sink<'a>>(&'a self, _: &mut S) -> Result<(), EncodeError> {
                Ok(())
            }
        }";
    for (name, _, code) in cases {
        let code = format!(
            "#![allow(unused)]\nuse tensor_format::{{*, rules::Param}};\n{unsupported}\n\n\
             type Deep<T> = Vec<Vec<Vec<Vec<T>>>>;\n\nfn main() {{\n    println!(\"{{}}\", {code});\n}}\n"
        );
        project.write(&format!("src/bin/{name}.rs"), &code);
    }
    for (name, message, _) in cases {
        let said = project.cargo("build", &["--bin", name]).expect_failure();
        assert!(said.contains(&format!("evaluation panicked: {message}\n")), "{name}: {said}");
    }
}
