//! Values of Rust types are read as the tensors of the same text are, whatever is wrong with it.

use std::fmt::Debug;

use half::bf16;
use ndarray::{Array1, Array2, Array3};
use tensor_format::{
    Batch, DecodeOwned, HasRules, Tensor,
    error::FaultValue,
    vespa::{self, Options, Profile, TensorType},
};

fn found<T: Debug, E: ToString>(result: Result<T, E>) -> String {
    result.map_or_else(|error| format!("error: {}", error.to_string()), |value| format!("{value:?}"))
}

/// By way of the tensor of the text.
fn by_tensor<T: DecodeOwned + Debug>(options: Options, text: &str) -> String {
    let declared = TensorType::of_rules(&<T as HasRules>::RULES);
    let tensor = match &declared {
        Ok(declared) if declared.unbound().is_none() => options.read_as(declared, text),
        _ => options.read(text),
    };
    found(tensor.and_then(|tensor| tensor.to::<T>()))
}

fn check<T: DecodeOwned + Debug>(options: Options, text: &str) -> String {
    let read = found(options.from_str::<T>(text));
    assert_eq!(read, by_tensor::<T>(options, text), "{text}");
    read
}

/// The text, cut anywhere, and with every character replaced by, or put behind, each of some.
fn mutations<T: DecodeOwned + Debug>(text: &str) {
    let options = Options::new();
    assert!(!check::<T>(options, text).starts_with("error"), "{text}");
    for at in 0..text.len() {
        check::<T>(options, &text[..at]);
        for other in ["", ",", "[", "]", "{", "}", "1", "-", ".", "\"", " ", "e9", "null", "[1]"] {
            let (before, after) = (&text[..at], &text[at..]);
            check::<T>(options, &format!("{before}{other}{after}"));
            check::<T>(options, &format!("{before}{other}{}", &after[1..]));
        }
    }
}

#[test]
fn lists_are_read_as_their_tensors_are() {
    mutations::<[[f32; 3]; 2]>(r#"{"type":"tensor<float>(d0[2],d1[3])","values":[[1,2.5,"nan"],[ -4,5e1,"-inf"]]}"#);
    mutations::<[[f32; 3]; 2]>("[[1,2,3],[4,5,6]]");
    mutations::<Vec<f64>>(r#"{"type":"tensor(d0[3])","values":[0.1,-0.0,12345678901234567890]}"#);
    mutations::<Vec<i8>>(r#"{"values":[1,-128,127],"type":"tensor<int8>(d0[3])"}"#);
    mutations::<Vec<[i8; 2]>>(r#"{"type":"tensor<int8>(d0[2],d1[2])","values":[[1,2],[3,4]]}"#);
    mutations::<Vec<bf16>>(r#"{"type":"tensor<bfloat16>(d0[2])","values":[1.01,null]}"#);
    mutations::<Array3<f64>>(r#"{"type":"tensor(d0[1],d1[2],d2[2])","values":[[[1,2],[3,4]]]}"#);
    mutations::<Tensor>(r#"{"type":"tensor<float>(b[2],c[1])","values":[[1],[2]]}"#);
}

/// The same type by other ways: a list of cells, an object without data, a record.
#[test]
fn other_forms_are_read_as_well() {
    let cells = r#"{"type":"tensor(d0[2])","cells":[{"address":{"d0":"1"},"value":2}]}"#;
    assert_eq!(check::<Vec<f64>>(Options::new(), cells), "[0.0, 2.0]");
    for text in ["", "{}", "1", "{\"type\":\"tensor(d0[2])\"}", "{\"type\":\"tensor(d0[])\",\"values\":[1]}", "[1,2]"] {
        assert!(check::<Vec<f64>>(Options::new(), text).starts_with("error"), "{text}");
    }
    assert_eq!(check::<f64>(Options::new(), r#"{"cells":[{"address":{},"value":5}]}"#), "5.0");
    let document = Options::new().profile(Profile::Document);
    assert_eq!(check::<[[i8; 2]; 2]>(document, "[1,2,[3],4]"), "[[1, 2], [3, 4]]");
    assert_eq!(check::<[[i8; 2]; 2]>(document, "\"0102ff00\""), "[[1, 2], [-1, 0]]");
    let strings = Options::new().numeric_strings(true);
    assert_eq!(check::<[f32; 2]>(strings, "[\"1.5\",2]"), "[1.5, 2.0]");
}

#[test]
fn limits_hold_for_values_too() {
    let text = r#"{"type":"tensor(d0[3])","values":[1,2,3]}"#;
    assert!(check::<Vec<f64>>(Options::new().max_cells(2), text).contains("at most 2"));
    assert!(check::<Vec<f64>>(Options::new().max_text(9), text).contains("at most 9"));
    assert_eq!(check::<Vec<f64>>(Options::new().max_cells(3), text), "[1.0, 2.0, 3.0]");
}

/// Axes whose names are not in order, and types of other shapes than the text's.
#[test]
fn names_and_shapes_are_held_to_the_type() {
    #[derive(tensor_format::Tensor, Debug)]
    #[tensor(shape = [row: 2, col: 3])]
    struct Weights([[f32; 3]; 2]);
    let text = r#"{"type":"tensor<float>(col[3],row[2])","values":[[1,4],[2,5],[3,6]]}"#;
    assert_eq!(check::<Weights>(Options::new(), text), "Weights([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])");
    #[derive(tensor_format::Tensor, Debug)]
    #[tensor(shape = [a, b: 3])]
    struct InOrder(Array2<f32>);
    mutations::<InOrder>(r#"{"type":"tensor<float>(a[1],b[3])","values":[[1,4,5]]}"#);
    for text in [
        r#"{"type":"tensor(d0[2])","values":[1,2]}"#,
        r#"{"type":"tensor<float>(d0[2],d1[1])","values":[[1],[2]]}"#,
        r#"{"type":"tensor<float>(x[2])","values":[1,2]}"#,
    ] {
        assert!(check::<Array1<f32>>(Options::new(), text).starts_with("error"), "{text}");
    }
    // No type has rows without elements, which would be many from a short text.
    for text in [r#"{"type":"tensor(d0[9000000],d1[0])","values":[]}"#, r#"{"type":"tensor(d0{},d1[0])","cells":[]}"#] {
        assert!(check::<Vec<[f64; 0]>>(Options::new(), text).starts_with("error"), "{text}");
        assert!(check::<Batch<Vec<f64>>>(Options::new(), text).starts_with("error"), "{text}");
    }
}

/// Programs ask for what a text says. A tensor of another type, and numbers that its cells cannot hold, are well-formed.
#[test]
fn faults_say_what_was_expected_and_found() {
    #[derive(tensor_format::Tensor, Debug)]
    #[tensor(shape = [x: 2])]
    struct Narrow([i8; 2]);
    let of = |text: &str| vespa::from_str::<Narrow>(text).expect_err(text);
    let cases = [
        ("[1,2", (None, None, true)),
        ("[1,true]", (Some(FaultValue::Text("a number")), Some(FaultValue::Text("true")), true)),
        ("[1,2,3]", (Some(FaultValue::Number(2)), Some(FaultValue::Number(3)), false)),
        ("[1,300]", (Some(FaultValue::Text("a whole number from -128 to 127")), Some(FaultValue::Text("300")), false)),
        (
            r#"{"type":"tensor(x[2])","values":[1,2]}"#,
            (Some(FaultValue::Text("tensor<int8>(x[2])")), Some(FaultValue::Text("tensor(x[2])")), false),
        ),
        (
            r#"{"cells":[{"address":{"x":"2"},"value":1}]}"#,
            (Some(FaultValue::AtMost(1)), Some(FaultValue::Text("2")), true),
        ),
    ];
    for (text, expected) in cases {
        let error = of(text);
        assert_eq!((error.expected(), error.found(), error.is_malformed()), expected, "{text}: {error}");
        assert_ne!(error.is_malformed(), error.is_invalid(), "{text}: {error}");
    }
}
