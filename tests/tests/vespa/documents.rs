//! Fields of documents: what Vespa's reader of documents takes and that of constants does not, and the other way round.

use tensor_format::{
    DecodeError,
    vespa::{Constant, Options, Profile},
};

use super::json;

const DOCUMENT: Options = Options::new().profile(Profile::Document);

fn read(options: Options, declared: &str, text: &str) -> Result<Constant, DecodeError> {
    options.read_as(&declared.parse().expect("a type"), text)
}

fn fault(options: Options, declared: &str, text: &str) -> String {
    let error = read(options, declared, text).expect_err(text);
    let listed = options.validate(Some(&declared.parse().expect("a type")), text);
    assert!(listed.iter().any(|other| other.to_string() == error.to_string()), "{text}: {listed:?}");
    format!("{} {}", json(&error).fault.name(), json(&error).path)
}

/// Those of Vespa's own tests (`JsonReaderTestCase`, `testDirectValueReservedNameKeys`), and their like.
#[test]
fn words_of_the_format_are_labels_too() {
    for label in ["cells", "values", "block", "blocks", "type", "b c"] {
        let text = format!("{{\"{label}\":2.0,\"b\":3}}");
        let table = read(DOCUMENT, "tensor(x{})", &text).expect(&text);
        assert_eq!((table.get(&[("x", label)]), table.get(&[("x", "b")])), (Some(2.0), Some(3.0)));
        for text in [
            format!("{{\"{label}\":[2,3,4],\"b\":[4,5,6]}}"),
            format!("{{\"b\":[4,5,6],\"{label}\":[2,[3,4]]}}"),
            format!("{{\"b\":\"408040A040C0\",\"{label}\":\"400040404080\"}}"),
        ] {
            let table = read(DOCUMENT, "tensor<bfloat16>(x{},y[3])", &text).expect(&text);
            for (label, expected) in [(label, [2.0, 3.0, 4.0]), ("b", [4.0, 5.0, 6.0])] {
                let block = table.block(&[label]).expect("a block").cast::<f32>().expect("floats");
                assert_eq!(block.as_ref().to_vec::<f32>().expect("floats"), expected, "{text}");
            }
            assert!(read(Options::new(), "tensor<bfloat16>(x{},y[3])", &text).is_err(), "{text}");
        }
    }
    // All of them at once; and containers under the same keys are containers.
    let text = r#"{"type":[1],"values":[2],"cells":[3],"blocks":[4]}"#;
    assert_eq!(read(DOCUMENT, "tensor(k{},x[1])", text).expect("labels").labels().len(), 4);
    for text in [r#"{"cells":[]}"#, r#"{"blocks":[]}"#, r#"{"blocks":{}}"#] {
        assert!(read(DOCUMENT, "tensor(k{},x[1])", text).expect(text).labels().is_empty());
    }
    let text = r#"{"type":"tensor(k{},x[1])","cells":[{"address":{"k":"a","x":"0"},"value":1}]}"#;
    assert_eq!(read(DOCUMENT, "tensor(k{},x[1])", text).expect("cells").get(&[("k", "a"), ("x", "0")]), Some(1.0));
}

#[test]
fn labels_stand_beside_no_form() {
    let faults = [
        ("{\"cells\":[],\"b\":[1]}", "mixed_forms b"),
        ("{\"b\":[1],\"cells\":[{\"address\":{\"k\":\"a\",\"x\":\"0\"},\"value\":1}]}", "mixed_forms cells"),
        ("{\"b\":[1],\"blocks\":{\"a\":[1]}}", "mixed_forms blocks"),
        ("{\"type\":\"any\",\"b\":[1]}", "mixed_forms b"),
        ("{\"b\":[1],\"type\":\"tensor(k{},x[1])\"}", "mixed_forms type"),
        ("{\"b\":[1],\"type\":\"any\"}", "hex_digit type"),
        ("{\"type\":5,\"b\":[1]}", "type_not_string type"),
        ("{\"values\":5}", "wrong_form_for_type values"),
        ("{\"values\":[1,2]}", "wrong_count values"),
    ];
    for (text, expected) in faults {
        assert_eq!(fault(DOCUMENT, "tensor(k{},x[1])", text), expected, "{text}");
    }
}

/// A string under `type` is the type, whatever it says: as the check of an application's constants sees it.
#[test]
fn a_string_under_type_is_no_number() {
    for text in [r#"{"a":1,"type":"inf"}"#, r#"{"type":"inf","a":1}"#, r#"{"a":1,"type":"NaN"}"#] {
        assert_eq!(
            fault(Options::new(), "tensor(k{})", text).split(' ').next(),
            Some(if text.starts_with("{\"a") { "mixed_forms" } else { "type_mismatch" })
        );
    }
    assert_eq!(fault(Options::new(), "tensor(k{})", r#"{"type":"inf"}"#), "type_mismatch type");
    assert_eq!(
        fault(Options::new().numeric_strings(true), "tensor(k{})", r#"{"a":1,"type":"1.5"}"#),
        "mixed_forms type"
    );
    let number = read(Options::new(), "tensor(k{})", r#"{"a":1,"type":2}"#).expect("two labels");
    assert_eq!(number.get(&[("k", "type")]), Some(2.0));
    // In a document what comes behind a label is one.
    let table = read(DOCUMENT, "tensor(k{})", r#"{"a":1,"type":"inf"}"#).expect("two labels");
    assert_eq!(table.get(&[("k", "type")]), Some(f64::INFINITY));
    assert_eq!(fault(DOCUMENT, "tensor(k{})", r#"{"type":"inf","a":1}"#), "mixed_forms a");
}

/// `testParsingOfDenseTensorWithCells` has numbers as labels.
#[test]
fn labels_need_no_quotes() {
    let text = r#"{"cells":[{"address":{"x":0,"y":0},"value":2.0},{"address":{"x":1,"y":0},"value":3.0},
        {"address":{"x":1,"y":"1"},"value":4}]}"#;
    let table = read(DOCUMENT, "tensor(x[2],y[2])", text).expect("cells");
    assert_eq!(table.cells().to_vec::<f64>().expect("doubles"), [2.0, 0.0, 3.0, 4.0]);
    assert_eq!(fault(Options::new(), "tensor(x[2],y[2])", text), "label_not_string cells[0].address.x");
    let text = r#"{"blocks":[{"address":{"k":1.50},"values":[1]},{"address":{"k":null},"values":[2]},
        {"address":{"k":true},"values":[3]},{"address":{"k":-0},"values":[4]},{"address":{"k":"1.5"},"values":[5]}]}"#;
    let table = read(DOCUMENT, "tensor(k{},x[1])", text).expect("blocks");
    let labels: Vec<&str> = (0..5).filter_map(|block| table.labels().label(block, 0)).collect();
    assert_eq!(labels, ["1.50", "null", "true", "-0", "1.5"]);
    let of = |label: &str| format!("{{\"cells\":[{{\"address\":{{\"x\":{label}}},\"value\":1}}]}}");
    let faults = [
        ("2", "index_out_of_range"),
        ("-1", "index_not_integer"),
        ("1.0", "index_not_integer"),
        ("1e0", "index_not_integer"),
        ("null", "index_not_integer"),
        ("01", "invalid_json"),
        ("[1]", "label_not_string"),
        ("{}", "label_not_string"),
    ];
    for (label, expected) in faults {
        assert_eq!(fault(DOCUMENT, "tensor(x[2])", &of(label)), format!("{expected} cells[0].address.x"), "{label}");
    }
}

#[test]
fn zero_keeps_its_sign_and_null_is_no_number() {
    let cells = |options: Options, declared: &str, text: &str| -> Vec<u64> {
        let table = read(options, declared, text).expect(text);
        table.cells().to_vec::<f64>().expect("doubles").into_iter().map(f64::to_bits).collect()
    };
    let address = |value: &str| format!("{{\"address\":{{\"x\":\"{}\"}},\"value\":{value}}}", value.len());
    let listed = ["1", "-0", "1.5", "-0.0", "-0e0 "].map(address).join(",");
    for (declared, text, zeros) in [
        ("tensor(x[3])", "[-0,0,-0.0]".to_owned(), [1, 0, 1].as_slice()),
        ("tensor(x[3])", "{\"values\":[-0,[\"-0\",-0e5]]}".to_owned(), &[1, 1, 1]),
        ("tensor(x{})", "{\"a\":-0,\"b\":\"-0\"}".to_owned(), &[1, 1]),
        ("tensor(x{},y[2])", "{\"blocks\":{\"a\":[-0,0]}}".to_owned(), &[1, 0]),
        ("tensor(x{})", format!("{{\"cells\":[{listed}]}}"), &[0, 1, 0, 1, 1]),
    ] {
        let signs: Vec<u64> = cells(DOCUMENT, declared, &text).into_iter().map(|bits| bits >> 63).collect();
        assert_eq!(signs, zeros, "{text}");
    }
    // Constants: a zero without fraction and exponent has no sign.
    assert_eq!(cells(Options::new(), "tensor(x[3])", "[-0,0,-0.0]"), [0, 0, 1 << 63]);
    let signs: Vec<u64> = cells(Options::new(), "tensor(x{})", &format!("{{\"cells\":[{listed}]}}"));
    assert_eq!(signs.into_iter().map(|bits| bits >> 63).collect::<Vec<_>>(), [0, 0, 0, 1, 1]);

    for (declared, text, path) in [
        ("tensor(x[2])", "[1,null]", "[1]"),
        ("tensor(x{})", "{\"a\":null}", "a"),
        ("tensor(x{})", "{\"cells\":null}", "cells"),
        ("tensor(x{},y[1])", "{\"a\":[null]}", "a[0]"),
        ("tensor(x{})", "{\"cells\":[{\"address\":{\"x\":\"a\"},\"value\":null}]}", "cells[0].value"),
    ] {
        assert_eq!(fault(DOCUMENT, declared, text), format!("not_a_number {path}"), "{text}");
    }
    assert!(
        read(Options::new(), "tensor(x{})", "{\"a\":null}").expect("NaN").get(&[("x", "a")]).is_some_and(f64::is_nan)
    );
}

/// What a file brings along does not steer a terminal.
#[test]
fn excerpts_are_escaped() {
    for (declared, text) in [
        ("tensor(x[1])", "[\"\u{9b}31m\u{202e}\"]"),
        ("tensor(x[1])", "{\"\u{7f}\":1}"),
        ("tensor(x[1])", "{\"type\":\"tensor(\u{9b}\",\"values\":[1]}"),
        ("tensor(x{})", "{\"\u{9b}a\":1,\"\u{9b}a\":2}"),
        (
            "tensor(x{})",
            "{\"cells\":[{\"address\":{\"x\":\"\u{9b}\"},\"value\":1},{\"address\":{\"x\":\"\u{9b}\"},\"value\":1}]}",
        ),
        ("tensor(x{})", "{\"cells\":[{\"address\":{\"\u{9b}\":\"\u{9b}\"},\"value\":1}]}"),
        ("tensor(x[1])", "{\"cells\":[{\"address\":{\"x\":\"\u{9b}\"},\"value\":1}]}"),
        ("tensor(x[1])", "[\u{1b}[31m]"),
        ("tensor(x[1])", "[\"\u{1b}[31m\"]"),
        ("tensor(x[1])", "\u{9b}"),
    ] {
        let declared = declared.parse().expect("a type");
        let named = Options::new().read(text).err();
        for error in Options::new().validate(Some(&declared), text).into_iter().chain(named) {
            let shown = [error.to_string(), json(&error).to_string(), json(&error).fault.to_string()];
            let steers = |letter: char| letter.is_control() || letter == '\u{202e}';
            assert!(!shown.iter().any(|text| text.contains(steers)), "{shown:?}");
        }
    }
}

/// Items that are written alike are read alike, in whatever place.
#[test]
fn later_cells_are_as_the_first() {
    let cell = |label: &str, index: &str, number: &str| {
        format!("{{\"address\":{{\"k\":\"{label}\",\"x\":\"{index}\"}},\"value\":{number}}}")
    };
    let cells = [cell("a", "0", "1"), cell("a", "2", "-2"), cell("b", "1", "-0"), cell("b", "2", "-0.0")];
    for options in [Options::new(), DOCUMENT] {
        let read =
            |cells: &[String]| read(options, "tensor(k{},x[3])", &format!("{{\"cells\":[{}]}}", cells.join(",")));
        let constant = read(&cells).expect("a constant");
        let number = |k, x| constant.get(&[("k", k), ("x", x)]).map(f64::to_bits);
        let alone = |number: &str| {
            let constant = read(&[cell("a", "0", number)]).expect("a constant");
            constant.get(&[("k", "a"), ("x", "0")]).map(f64::to_bits)
        };
        assert_eq!(number("a", "2"), Some((-2f64).to_bits()));
        assert_eq!((number("b", "1"), number("b", "2")), (alone("-0"), alone("-0.0")));
        let beyond = |before: &[String]| {
            let error = read(&[before, &[cell("a", "3", "1")]].concat()).expect_err("no such index");
            error.kind().name()
        };
        assert_eq!(beyond(&[]), beyond(&cells));
    }
}
