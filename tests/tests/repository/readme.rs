//! What the README claims is so.

use std::{borrow::Cow, sync::Arc};

use ndarray::{Array2, ArrayD, ArrayView3};
use tensor_format::{
    Audio, Batch, Binary, ElementType, HasRules, Image, Tensor, Video, View,
    decthings::{Dialect, Options},
    layout::MAX_RANK,
};

use super::file;

const README: &str = include_str!("../../../README.md");

/// The lines of the table whose heading begins so.
fn table(heading: &str) -> Vec<&'static str> {
    let rows = README.lines().skip_while(move |line| !line.starts_with(heading)).skip(2);
    rows.take_while(|line| line.starts_with('|')).collect()
}

macro_rules! row {
    ($($ty:ty),+) => {{
        let types = [$(concat!("`", stringify!($ty), "`")),+].map(|ty| ty.replace("'static ", "").replace("'static, ", ""));
        let rules = [$(<$ty as HasRules>::RULES.to_string()),+];
        let rules = if rules.iter().all(|other| *other == rules[0]) { rules[..1].join("") } else { rules.join("`, `") };
        format!("| {} | `{rules}` |", types.join(", "))
    }};
}

#[test]
fn every_row_of_the_table_of_types_is_the_constant() {
    let rows = [
        row!(f32, f64, i8, u64, bool),
        row!(String, &'static str, Cow<'static, str>),
        row!(Binary),
        row!(Image, Audio, Video),
        row!([f32; 768], [[f32; 4]; 3]),
        row!(Vec<f32>, Box<[f32]>, Arc<[f32]>, &'static [f32], Cow<'static, [f32]>, View<'static, f32>),
        row!(Vec<[f32; 4]>),
        row!(Array2<f32>),
        row!(ArrayView3<'static, u8>),
        row!(ArrayD<f32>),
        row!(Tensor),
        row!(Batch<[f32; 4]>),
    ];
    assert_eq!(table("| type | rules |"), rows);
}

#[test]
fn every_feature_is_listed() {
    let manifest = file("tensor-format/Cargo.toml");
    let features = manifest.lines().skip_while(|line| *line != "[features]").skip(1);
    let lines: Vec<&str> = features.take_while(|line| !line.is_empty()).collect();
    let default = lines.iter().find_map(|line| line.strip_prefix("default = ")).unwrap();
    let mut rows = Vec::new();
    for pair in lines.windows(2) {
        let (Some(what), Some((name, _))) = (pair[0].strip_prefix("# "), pair[1].split_once(" = ")) else { continue };
        let mark = if default.contains(&format!("\"{name}\"")) { "yes" } else { "" };
        rows.push(format!("| `{name}` | {mark} | {} |", what.trim_end_matches('.')));
    }
    assert_eq!(table("| feature |"), rows);
}

#[test]
fn the_compiler_says_what_is_shown() {
    let shown = README.split("```text\n").nth(2).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(file("tests/ui/readme/contradiction.stderr").trim(), shown.trim());
    let code = README.split("```rust,compile_fail\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(file("tests/ui/readme/contradiction.rs").contains(code));
}

#[derive(Tensor)]
struct Input {
    #[tensor(shape = [batch: 1..=32])]
    pixels: Vec<f32>,
    #[tensor(shape = [batch])]
    ids: Vec<i64>,
}

#[test]
fn the_error_of_the_example_is_shown() {
    let error = tensor_format::to_vec(&Input { pixels: vec![0.0; 2], ids: vec![7] }).unwrap_err();
    assert!(README.contains(&format!("```text\n{error}\n```")), "{error}");
}

#[test]
fn the_limits_are_so() {
    assert!(README.contains(&format!("at most {MAX_RANK} axes")));
    let names = |count| Options::new().to_vec(&vec![""; count]).unwrap();
    let error = tensor_format::from_slice::<tensor_format::RecordRef<'_>>(&names(65_537)).unwrap_err();
    assert!(error.to_string().contains("at most 65536 tensors"), "{error}");
    assert!(README.contains("at most 65 536 tensors"));
    for crate_ in ["tensor-format", "tensor-format-derive"] {
        assert!(file(&format!("{crate_}/Cargo.toml")).contains("rust-version = \"1.85\""));
    }
    assert!(README.contains("Rust 1.85"));
    let half = tensor_format::to_vec::<dyn tensor_format::codec::DynEncode>(&half::f16::ONE).unwrap_err();
    assert_eq!(half.to_string(), format!("Decthings has no element type {}", ElementType::F16));
}

#[test]
fn dialects_differ_as_the_readme_says() {
    let bytes = b"\x0b\x00\x06\x05hello";
    let read = |dialect| Options::new().dialect(dialect).from_slice::<String>(bytes).unwrap();
    assert_ne!(read(Dialect::Documented), read(Dialect::Clients));
}
