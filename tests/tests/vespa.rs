//! Vespa tensors: types, values with permuted dimensions, faults and their places, files.

use tensor_format::{
    DecodeError, ErrorKind, HasRules, JsonError, JsonFault, Limit, Tensor,
    vespa::{
        self, CellType, Class, ConstType, Constant, Dimension, Fault, Options, Profile, Size, TensorType, type_of,
    },
};

fn tensor_type(text: &str) -> TensorType {
    text.parse().expect("a type")
}

fn json(error: &DecodeError) -> &JsonError {
    let ErrorKind::Json(json) = error.kind() else { panic!("{error}") };
    json
}

#[test]
fn types_are_equal_if_their_texts_are() {
    let declared = tensor_type(" tensor<double>( category{}, brand{}, a[3], x[768], d0[1] ) ");
    assert_eq!(declared.to_string(), "tensor(a[3],brand{},category{},d0[1],x[768])");
    assert_eq!(declared, tensor_type("tensor(x[768],d0[1],category{},brand{},a[03])"));
    assert_ne!(declared, tensor_type("tensor<float>(x[768],d0[1],category{},brand{},a[3])"));
    assert_eq!((declared.class(), declared.cell()), (Class::Mixed, CellType::Double));
    assert_eq!(declared.shape(), [3, 1, 768]);
    assert_eq!(declared.mapped().map(Dimension::name).collect::<Vec<_>>(), ["brand", "category"]);
    assert_eq!(tensor_type("tensor()").class(), Class::Scalar);
    assert_eq!(tensor_type("tensor(x[])").unbound().map(Dimension::name), Some("x"));
}

#[test]
fn a_type_without_sense_is_refused() {
    let dimension = |name: &str, size| Dimension::new(name, size);
    let refused = [
        TensorType::new(CellType::Float, []),
        TensorType::new(CellType::Float, [dimension("a-b", Size::Mapped)]),
        TensorType::new(CellType::Float, [dimension("", Size::Mapped)]),
        TensorType::new(CellType::Float, [dimension("a", Size::Mapped), dimension("a", Size::Indexed(1))]),
        TensorType::new(CellType::Float, [dimension("a", Size::Indexed(0))]),
        TensorType::new(CellType::Float, [dimension("a", Size::Indexed(1 << 31))]),
        TensorType::new(CellType::Float, (0..256).map(|index| dimension(&format!("d{index}"), Size::Mapped))),
    ];
    for (index, refused) in refused.into_iter().enumerate() {
        assert!(matches!(refused, Err(ErrorKind::Rules { .. })), "{index}: {refused:?}");
    }
    let error = "tensor(x[3],\n y{)".parse::<TensorType>().expect_err("an open brace");
    assert_eq!(
        error.to_string(),
        "line 2, column 3: tensor type: expected `{}`, `[size]` or `[]`, found `{)` (byte 15)"
    );
    let many: Vec<String> = (0..256).map(|index| format!("d{index}{{}}")).collect();
    let error = format!("tensor({})", many.join(",")).parse::<TensorType>().expect_err("256 dimensions");
    assert!(error.to_string().contains("at most 255"), "{error}");
}

#[test]
fn types_as_constants_are_those_of_texts() {
    const TYPE: ConstType = ConstType::parse(" tensor<int8>(b[2], a{} , Z[]) ");
    const SAME: bool = TYPE.equals(&ConstType::parse("tensor<int8>(Z[],a{},b[2])"));
    const OTHER: bool = TYPE.equals(&ConstType::parse("tensor<int8>(Z[],a{},b[3])"));
    const { assert!(SAME && !OTHER) };
    assert_eq!(TYPE.text().as_str(), "tensor<int8>(Z[],a{},b[2])");
    assert_eq!(TYPE.to_type(), tensor_type(TYPE.text().as_str()));
    assert_eq!(TYPE.to_string(), TYPE.text().to_string());
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [row: 2, col: 3])]
struct Backward([[f32; 3]; 2]);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [col: 3, row: 2])]
struct Forward([[f32; 2]; 3]);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [z, _, a])]
struct Open(ndarray::Array3<f64>);

#[test]
fn the_type_of_a_rust_type_follows_from_its_rules() {
    assert_eq!(type_of::<Backward>(), ConstType::parse("tensor<float>(col[3],row[2])"));
    assert_eq!(type_of::<Backward>(), type_of::<Forward>());
    assert_eq!(type_of::<Open>(), ConstType::parse("tensor(a[],d1[],z[])"));
    assert_eq!(type_of::<f64>(), ConstType::parse("tensor()"));
    for (rules, found) in [(Backward::RULES, type_of::<Backward>()), (Open::RULES, type_of::<Open>())] {
        assert_eq!(TensorType::of_rules(&rules).expect("a type"), found.to_type());
    }
    let error = TensorType::of_rules(&Vec::<u8>::RULES).expect_err("u8");
    assert!(matches!(error, ErrorKind::UnsupportedElementType { format: "Vespa", .. }), "{error}");
    for rules in [Tensor::RULES, tensor_format::Record::RULES, <[f32; 0]>::RULES] {
        assert!(TensorType::of_rules(&rules).is_err(), "{rules}");
    }
}

/// The same text, whichever order the dimensions are declared in.
#[test]
fn cells_are_permuted_into_the_order_of_names() {
    let backward = Backward([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    let forward = Forward([[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]);
    let text = r#"{"type":"tensor<float>(col[3],row[2])","values":[[1,4],[2,5],[3,6]]}"#;
    assert_eq!(vespa::to_string(&backward).expect("a text"), text);
    assert_eq!(vespa::to_string(&forward).expect("a text"), text);
    assert_eq!(vespa::from_str::<Backward>(text).expect("a value"), backward);
    assert_eq!(vespa::from_str::<Forward>(text).expect("a value"), forward);
    // A declared type needs no type in the text.
    assert_eq!(vespa::from_str::<Forward>("{\"values\":[[1,4],[2,5],[3,6]]}").expect("a value"), forward);

    let elements: Vec<f64> = (0..24).map(f64::from).collect();
    let open = Open(ndarray::Array3::from_shape_vec((2, 3, 4), elements).expect("an array"));
    let text = vespa::to_string(&open).expect("a text");
    assert!(
        text.starts_with(r#"{"type":"tensor(a[4],d1[3],z[2])","values":[[[0,12],[4,16],[8,20]],[[1,13],"#),
        "{text}"
    );
    assert_eq!(vespa::from_str::<Open>(&text).expect("a value"), open);
    let mut bytes = Vec::new();
    vespa::to_writer(&mut bytes, &open).expect("a text");
    assert_eq!(bytes, text.as_bytes());
    assert_eq!(vespa::from_reader::<Open>(bytes.as_slice()).expect("a value"), open);
}

#[test]
fn a_value_of_another_type_is_refused() {
    let other = r#"{"type":"tensor(a[4],d1[3],y[2])","values":[]}"#
        .replace("[]}", "[[[1,1],[1,1],[1,1]],[[1,1],[1,1],[1,1]],[[1,1],[1,1],[1,1]],[[1,1],[1,1],[1,1]]]}");
    let error = vespa::from_str::<Open>(&other).expect_err("other names");
    assert_eq!(error.to_string(), "tensor type: expected tensor(a[],d1[],z[]), found tensor(a[4],d1[3],y[2])");
    let error = vespa::from_str::<Backward>(r#"{"type":"tensor(x[1])","values":[1]}"#).expect_err("another type");
    assert!(matches!(json(&error).fault, JsonFault::Vespa(Fault::TypeMismatch { .. })), "{error}");
    let error = vespa::to_string(&[1u8, 2][..]).expect_err("u8");
    assert!(matches!(error.kind(), ErrorKind::UnsupportedElementType { .. }), "{error}");
    let error = vespa::to_string(&Vec::<f32>::new()).expect_err("no length");
    assert!(matches!(error.kind(), ErrorKind::Rules { .. }), "{error}");
    // What is known at run time alone is taken as it is named.
    let tensor: Tensor = vespa::from_str(&other).expect("any tensor");
    assert_eq!(tensor.as_ref().header().to_string(), "f64 [4, 3, 2]");
    assert_eq!(vespa::to_string(&tensor).expect("a text"), other.replace("a[4],d1[3],y[2]", "d0[4],d1[3],d2[2]"));
}

/// One text a fault: its class, its place and what it says.
#[test]
fn each_fault_names_its_place() {
    let cases: &[(&str, &str, &str)] = &[
        ("tensor(x[2])", "[1,2] 3", "trailing_data 1:7 ``: expected the end of the file, found more after the tensor"),
        ("tensor(x[2])", "{\"type\":\n3}", "type_not_string 2:1 `type`: expected the type as a string, found 3"),
        (
            "tensor(x[2])",
            "{\"type\":\"tensor(y[2])\",\"values\":[1,2]}",
            "type_mismatch 1:9 `type`: expected the type tensor(x[2]), found `tensor(y[2])`",
        ),
        ("tensor(x[])", "[1]", "unbound_dimension 1:1 ``: dimension `x` has no size, which a constant needs"),
        (
            "tensor(x[2])",
            "{\"blocks\":{}}",
            "wrong_form_for_type 1:11 `blocks`: expected `values` as nested lists, or `cells` as a list, found `blocks` as an object",
        ),
        (
            "tensor(x{})",
            "{\"a\":1,\"cells\":{}}",
            "mixed_forms 1:8 `cells`: expected one of `values`, `cells`, `blocks` or bare labels, found \"cells\" beside another",
        ),
        (
            "tensor(x[2])",
            "{\"shape\":[2],\"values\":[1,2]}",
            "unknown_key 1:2 `shape`: key: expected `type`, `values`, `cells` or `blocks`, found \"shape\"",
        ),
        (
            "tensor(x[1])",
            "{\"values\":[1],\"values\":[1]}",
            "duplicate_key 1:15 `values`: the key \"values\" stands twice",
        ),
        ("tensor(x[1])", "{}", "no_data 1:1 ``: expected `values`, `cells` or `blocks`, found no data"),
        (
            "tensor()",
            "5",
            "scalar_constant 1:1 ``: a tensor without dimensions is one cell with an empty address, found 5",
        ),
        (
            "tensor(x[2],y[3])",
            "{\"values\":[[1,2,3],\n [1,2]]}",
            "wrong_count 2:2 `values[1]`: dimension `y`: expected 3 values, found 2",
        ),
        ("tensor(x[2])", "[1,[2]]", "nesting 1:4 `[1]`: brackets: expected a number, found a list"),
        ("tensor(x[2],y[1])", "[[1],2]", "nesting 1:6 `[1]`: brackets: expected a list, found 2"),
        ("tensor(x[2])", "[1,\"one\"]", "not_a_number 1:4 `[1]`: expected a number, found \"one\""),
        ("tensor(x[2])", "[1,\"2\"]", "number_as_string 1:4 `[1]`: expected a number, found the string \"2\""),
        (
            "tensor<int8>(x[2])",
            "[1,128]",
            "value_not_representable 1:4 `[1]`: expected a whole number from -128 to 127, found 128",
        ),
        (
            "tensor(x{})",
            "{\"cells\":[1]}",
            "cell_not_object 1:11 `cells[0]`: expected a cell, {\"address\", \"value\"}, found 1",
        ),
        (
            "tensor(k{},x[2])",
            "{\"blocks\":[[1,2]]}",
            "block_not_object 1:12 `blocks[0]`: expected a block, {\"address\", \"values\"}, found a list",
        ),
        (
            "tensor(k{},x[2])",
            "{\"blocks\":{\"a b\":1}}",
            "block_not_array 1:18 `blocks[\"a b\"]`: expected the list of a block's values, found 1",
        ),
        (
            "tensor(x{})",
            "{\"cells\":[{\"address\":\"a\",\"value\":1}]}",
            "address_not_object 1:22 `cells[0].address`: expected an address, {dimension: label}, found \"a\"",
        ),
        (
            "tensor(x{})",
            "{\"cells\":[{\"value\":1}]}",
            "missing_address 1:11 `cells[0]`: the key \"address\" is missing",
        ),
        (
            "tensor(x{})",
            "{\"cells\":[{\"address\":{\"x\":\"a\"}}]}",
            "missing_value 1:11 `cells[0]`: the key \"value\" is missing",
        ),
        (
            "tensor(k{},x[2])",
            "{\"blocks\":[{\"address\":{\"k\":\"a\"}}]}",
            "missing_values 1:12 `blocks[0]`: the key \"values\" is missing",
        ),
        (
            "tensor(x{},y{})",
            "{\"cells\":[{\"address\":{\"x\":\"a\"},\"value\":1}]}",
            "missing_dimension 1:22 `cells[0].address`: the address leaves dimension `y` out",
        ),
        (
            "tensor(x{})",
            "{\"cells\":[{\"address\":{\"z\":\"a\"},\"value\":1}]}",
            "unknown_dimension 1:23 `cells[0].address.z`: expected a dimension of tensor(x{}), found \"z\"",
        ),
        (
            "tensor(x{})",
            "{\"cells\":[{\"address\":{\"x\":\"a\",\"x\":\"a\"},\"value\":1}]}",
            "duplicate_dimension 1:31 `cells[0].address.x`: the address names dimension `x` twice",
        ),
        (
            "tensor(k{},x[2])",
            "{\"blocks\":[{\"address\":{\"k\":\"a\",\"x\":\"0\"},\"values\":[1,2]}]}",
            "indexed_dimension_in_block_address 1:32 `blocks[0].address.x`: expected mapped dimensions alone, found `x`, which is one of the block's values",
        ),
        (
            "tensor(x{})",
            "{\"cells\":[{\"address\":{\"x\":null},\"value\":1}]}",
            "label_not_string 1:27 `cells[0].address.x`: expected a label as a string, found null",
        ),
        (
            "tensor(x[2])",
            "{\"cells\":[{\"address\":{\"x\":\"01\"},\"value\":1}]}",
            "index_not_integer 1:27 `cells[0].address.x`: dimension `x`: expected decimal digits without leading zeros, found \"01\"",
        ),
        (
            "tensor(x[2])",
            "{\"cells\":[{\"address\":{\"x\":\"2\"},\"value\":1}]}",
            "index_out_of_range 1:27 `cells[0].address.x`: dimension `x`: expected an index below 2, found 2",
        ),
        (
            "tensor(x{})",
            "{\"cells\":{\"a\":1,\n\"a\":2}}",
            "duplicate_cell 2:1 `cells.a`: the cells of \"a\" stand twice",
        ),
        (
            "tensor(x[2])",
            "{\"cells\":[{\"address\":{\"x\":\"1\"},\"value\":1},{\"address\":{\"x\":\"1\"},\"value\":1}]}",
            "duplicate_cell 1:43 `cells[1]`: the cells of x=\"1\" stand twice",
        ),
        (
            "tensor<int8>(x[2])",
            "{\"values\":\"FF00\"}",
            "hex_not_allowed 1:11 `values`: expected a list of numbers, found the string \"FF00\"",
        ),
    ];
    for (declared, text, expected) in cases {
        let declared = tensor_type(declared);
        let error = Options::new().read_as(&declared, text).expect_err(text);
        let JsonError { line, column, path, fault } = json(&error);
        assert_eq!(format!("{} {line}:{column} `{path}`: {fault}", fault.name()), *expected, "{text}");
        let faults = Options::new().validate(Some(&declared), text);
        assert!(faults.iter().any(|fault| fault.to_string() == error.to_string()), "{text}: {faults:?}");
    }
}

#[test]
fn each_fault_of_the_document_profile_names_its_place() {
    let options = Options::new().profile(Profile::Document);
    let cases: &[(&str, &str, &str)] = &[
        ("tensor(x[2])", "\"\"", "expected hexadecimal digits, found an empty string"),
        ("tensor(x[2])", "\"0g\"", "expected a hexadecimal digit, found 'g'"),
        ("tensor(x[2])", "\"000\"", "expected hexadecimal digits for 2 cells, found 3, which is no multiple"),
        ("tensor<int8>(x[2])", "\"00000000\"", "expected 2 hexadecimal digits a cell, found 4"),
        ("tensor(x[1])", "\"000000000000\"", "expected 2, 4, 8 or 16 hexadecimal digits a cell, found 12"),
        ("tensor(x[2],y[2])", "[1,[2],3]", "dimension `x, y`: expected 4 values, found 3"),
        ("tensor<int8>(x[1])", "[\"1.5\"]", "expected a whole number from -128 to 127, found \"1.5\""),
        ("tensor(x{})", "{\"a\":1,\"a\":2}", "the cells of \"a\" stand twice"),
    ];
    for (declared, text, expected) in cases {
        let error = options.read_as(&tensor_type(declared), text).expect_err(text);
        assert_eq!(json(&error).fault.to_string(), *expected, "{text}");
    }
}

#[test]
fn a_text_that_names_no_type_is_refused() {
    let read = |text: &str| json(&Options::new().read(text).expect_err(text)).clone();
    assert_eq!(read("[1]").to_string(), "line 1, column 1: expected a field `type`, since no type is declared");
    assert_eq!(read("{\"values\":[1]}").fault.name(), "no_type");
    let error = read("{\"values\":[1],\n \"type\":\"tensor(x[1]\"}");
    assert_eq!(error.to_string(), "line 2, column 9: `type`: type: expected `,` or `)`, found ``");
    assert_eq!(read("{\"type\":[]}").fault.name(), "type_not_string");
}

/// Faults of the JSON text end the reading; those of the tensor are listed before.
#[test]
fn texts_that_are_not_json_say_where() {
    let cases = [
        ("{\"values\":[1,,2]}", "1:14 `values[1]`: not JSON: expected a value, found `,2]}`"),
        ("{\"values\":[1,2,]}", "1:16 `values[1]`: not JSON: a comma before the closing bracket, found `]}`"),
        ("{\"values\":[1 2]}", "1:14 `values[0]`: not JSON: expected `,` or `]`, found `2]}`"),
        ("{\"values\":[1,2]", "1:16 not JSON: expected `,` or `}`, found the end"),
        ("{\"values\" [1]}", "1:11 not JSON: expected `:`, found `[1]}`"),
        ("{values:[1]}", "1:2 not JSON: expected a key in double quotes, found `values:[1]}`"),
        ("[01]", "1:4 `[0]`: not JSON: a number with a leading zero, found `]`"),
        ("[-]", "1:3 `[0]`: not JSON: expected a digit, found `]`"),
        ("[1.]", "1:4 `[0]`: not JSON: expected a digit after the point, found `]`"),
        ("[1e]", "1:4 `[0]`: not JSON: expected a digit in the exponent, found `]`"),
        ("[\"\\x\"]", "1:3 `[0]`: not JSON: an unknown escape, found `\\x\"]`"),
        ("[\"\\u12\"]", "1:3 `[0]`: not JSON: expected four hexadecimal digits after `\\u`, found `\\u12\"]`"),
        ("[\"\\ud800\"]", "1:9 `[0]`: not JSON: half of a surrogate pair, found `\"]`"),
        ("[\"a", "1:4 `[0]`: not JSON: a string without an end, found the end"),
        ("[\"\n\"]", "1:3 `[0]`: not JSON: a control character in a string, found `\n\"]`"),
        ("nul", "1:1 not JSON: expected a value, found `nul`"),
        ("\u{feff}[1]", "1:1 not JSON: expected a value, found `\u{feff}[1]`"),
    ];
    let declared = tensor_type("tensor(x[2])");
    for (text, expected) in cases {
        let error = Options::new().read_as(&declared, text).expect_err(text);
        let JsonError { line, column, path, fault } = json(&error);
        let path = if path.is_empty() { String::new() } else { format!("`{path}`: ") };
        assert_eq!(format!("{line}:{column} {path}{fault}"), expected, "{text}");
        let faults = Options::new().validate(Some(&declared), text);
        assert_eq!(faults.last().map(ToString::to_string), Some(error.to_string()));
    }
}

/// The path leads as far as the text was understood, through what is passed over too.
#[test]
fn texts_that_are_not_json_have_a_path() {
    let cases = [
        ("tensor(x[2],y[2])", "{\"values\":[[1,2],[3,?]]}", "values[1][1]"),
        ("tensor(x[2],y[2])", "{\"values\":[[1,2],\n[3,\"a", "values[1][1]"),
        ("tensor(x[2],y[2])", "{\"values\":[[1,2] [3,4]]}", "values[0]"),
        ("tensor(x[2])", "{\"cells\":[{\"address\":{\"x\":\"0\"},\"value\":-}]}", "cells[0].value"),
        ("tensor(x[2])", "{\"cells\":[{\"address\":{\"x\" \"0\"}}]}", "cells[0].address"),
        ("tensor(k{},x[1])", "{\"blocks\":{\"a b\":[1],\"c\":[1}}", "blocks.c[0]"),
        ("tensor(k{},x[1])", "{\"blocks\":{\"a b\":[01]}}", "blocks[\"a b\"][0]"),
        ("tensor(k{})", "{\"a\":1,\"b\":nul}", "b"),
        ("tensor(x[2])", "{\"meta\":[1,{\"k\":[{}, tru]}]}", "meta[1].k[1]"),
        ("tensor(x[2])", "{\"meta\":{\"k\":1 2}}", "meta.k"),
        ("tensor(x[2])", "", ""),
    ];
    for (declared, text, expected) in cases {
        let options = Options::new();
        let declared = tensor_type(declared);
        let faults = options.validate(Some(&declared), text);
        let last = json(faults.last().expect(text));
        assert_eq!((last.fault.name(), &*last.path), ("invalid_json", expected), "{text}");
        let error = options.read(text).expect_err(text);
        assert!(matches!(json(&error).fault.name(), "invalid_json" | "no_type"), "{text}: {error}");
    }
    // The type is looked for first, wherever it stands.
    let error = Options::new().read("{\"values\":[1,{\"a\":[2,3,}]}").expect_err("no JSON");
    assert_eq!(&*json(&error).path, "values[1].a[2]");
}

#[test]
fn all_faults_are_listed_in_the_order_of_their_places() {
    let text = r#"{
  "type": "tensor(x[2],k{})",
  "blocks": {
    "a": [1, "two"],
    "b": [1, 2, 3],
    "a": [[1], 2],
    "c": 7
  },
  "name": "table",
  "cells": []
}"#;
    let faults = Options::new().validate(Some(&tensor_type("tensor<float>(k{},x[2])")), text);
    let faults: Vec<String> = faults.iter().map(|fault| json(fault).to_string()).collect();
    assert_eq!(
        faults,
        [
            "line 2, column 11: `type`: expected the type tensor<float>(k{},x[2]), found `tensor(x[2],k{})`",
            "line 4, column 14: `blocks.a[1]`: expected a number, found \"two\"",
            "line 5, column 10: `blocks.b`: dimension `x`: expected 2 values, found 3",
            "line 6, column 5: `blocks.a`: the cells of \"a\" stand twice",
            "line 7, column 10: `blocks.c`: expected the list of a block's values, found 7",
            "line 9, column 3: `name`: key: expected `type`, `values`, `cells` or `blocks`, found \"name\"",
            "line 10, column 3: `cells`: expected one of `values`, `cells`, `blocks` or bare labels, found \"cells\" beside another",
        ]
    );
    assert_eq!(Options::new().max_faults(2).validate(Some(&tensor_type("tensor<float>(k{},x[2])")), text).len(), 3);
    assert!(Options::new().validate(None, r#"{"values":[1],"type":"tensor(x[1])"}"#).is_empty());
    assert_eq!(Options::new().validate(None, "[1]").len(), 1);
}

#[test]
fn limits_hold() {
    let limit = |options: Options, declared: &str, text: &str| {
        let error = options.read_as(&tensor_type(declared), text).expect_err(text);
        let ErrorKind::LimitExceeded { limit, max, found } = error.kind() else { panic!("{error}") };
        (*limit, *max, *found)
    };
    let options = Options::new();
    assert_eq!(limit(options.max_text(4), "tensor(x[2])", "[1,2]"), (Limit::Text, 4, 5));
    assert_eq!(limit(options.max_cells(1), "tensor(x[2])", "[1,2]"), (Limit::Elements, 1, 2));
    assert_eq!(limit(options.max_cells(1), "tensor(x{})", "{\"a\":1,\"b\":2}"), (Limit::Elements, 1, 2));
    let blocks = "{\"blocks\":{\"a\":[1,2],\"b\":[1,2]}}";
    assert_eq!(limit(options.max_cells(3), "tensor(k{},x[2])", blocks), (Limit::Elements, 3, 4));
    assert_eq!(limit(options.max_zeros(9), "tensor(x[10])", "{\"cells\":[]}"), (Limit::Zeros, 9, 10));
    let cell = "{\"cells\":[{\"address\":{\"k\":\"a\",\"x\":\"0\"},\"value\":1}]}";
    assert_eq!(limit(options.max_zeros(9), "tensor(k{},x[100])", cell), (Limit::Zeros, 9, 99));
    let bare = "{\"a\":1,\"b\":2,\"c\":3}";
    assert_eq!(limit(options.max_labels(2), "tensor(x{})", bare), (Limit::Labels, 2, 3));
    assert!(options.max_labels(3).read_as(&tensor_type("tensor(x{})"), bare).is_ok());
    assert_eq!(limit(options.max_labels(1), "tensor(k{},x[2])", blocks), (Limit::Labels, 1, 2));
    let cells = "{\"cells\":[{\"address\":{\"k\":\"a\",\"l\":\"b\"},\"value\":1},{\"address\":{\"k\":\"a\",\"l\":\"c\"},\"value\":1}]}";
    assert_eq!(limit(options.max_labels(3), "tensor(k{},l{})", cells), (Limit::Labels, 3, 4));
    let document = options.profile(Profile::Document).max_depth(3);
    assert_eq!(limit(document, "tensor(x[1])", "[[[[1]]]]"), (Limit::Depth, 3, 4));
    let error = options.max_depth(3).read("{\"values\":[[[[1]]]]}").expect_err("brackets");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Depth, .. }), "{error}");
}

#[test]
fn numbers_as_strings_are_taken_on_request() {
    let declared = tensor_type("tensor(x[3])");
    let read = Options::new().numeric_strings(true).read_as(&declared, r#"["1.5", "-0", "1e2"]"#).expect("numbers");
    let bits: Vec<u64> = read.cells().to_vec::<f64>().expect("doubles").iter().map(|cell| cell.to_bits()).collect();
    assert_eq!(bits, [1.5f64.to_bits(), 0, 100f64.to_bits()]);
    for text in [r#"[" 1", 1, 1]"#, r#"["1f", 1, 1]"#, r#"["0x1p3", 1, 1]"#, r#"["", 1, 1]"#] {
        assert!(Options::new().numeric_strings(true).read_as(&declared, text).is_err(), "{text}");
    }
}

#[test]
fn a_constant_can_be_looked_into() {
    let text = r#"{"type":"tensor<float>(k{},l{},x[2])","blocks":[
        {"address":{"k":"b","l":"q"},"values":[1,2]},
        {"values":[3,4],"address":{"l":"p","k":"b"}},
        {"address":{"k":"a","l":"q"},"values":[5,6]}]}"#;
    let constant = Options::new().read(text).expect("a constant");
    assert_eq!(constant.block(&["b", "p"]).expect("a block").to_vec::<f32>().expect("floats"), [3.0, 4.0]);
    assert!(constant.block(&["a", "p"]).is_none() && constant.block(&["c", "p"]).is_none());
    assert!(constant.block(&["a"]).is_none());
    assert_eq!(constant.get(&[("x", "1"), ("k", "a"), ("l", "q")]), Some(6.0));
    for address in [[("x", "2"), ("k", "a"), ("l", "q")], [("x", "1"), ("k", "a"), ("m", "q")]] {
        assert_eq!(constant.get(&address), None);
    }
    let order: Vec<Vec<&str>> = constant.iter().map(|(labels, _)| labels).collect();
    assert_eq!(order, [["a", "q"], ["b", "p"], ["b", "q"]]);
    let dense = constant.to_dense(f64::NAN, 8).expect("a dense tensor");
    let array = dense.cells.as_ref().to_array::<f32, ndarray::Ix3>().expect("an array").into_owned();
    assert_eq!(dense.axes[1].labels, Some(vec!["p", "q"]));
    assert_eq!((array[[1, 0, 1]], array[[0, 1, 0]]), (4.0, 5.0));
    assert!(array[[0, 0, 0]].is_nan());
    let error = constant.to_dense(0.0, 7).expect_err("8 cells");
    assert!(matches!(error, ErrorKind::LimitExceeded { limit: Limit::Elements, max: 7, found: 8 }), "{error}");
    let bytes = Options::new().read(r#"{"type":"tensor<int8>(k{})","cells":{"a":1}}"#).expect("a constant");
    assert!(bytes.to_dense(0.5, 8).is_err());
    assert!(constant.to::<Vec<f32>>().is_err());
}

#[test]
fn files_are_read_and_written_by_their_ending() {
    let folder = std::env::temp_dir().join(format!("tensor-format-vespa-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let constant = Constant::of(&Backward([[1.0, 2.0, 3.0], [4.0, 5.0, 0.1]])).expect("a constant");
    for name in ["a.json", "a.json.lz4"] {
        constant.write_file(folder.join(name)).expect("a file");
        let read = Options::new().read_file(None, folder.join(name)).expect("a constant");
        assert_eq!(read, constant);
        assert!(Options::new().read_file(Some(&tensor_type("tensor(x[1])")), folder.join(name)).is_err());
    }
    let error = constant.write_file(folder.join("a.tbf")).expect_err("another ending");
    assert!(error.to_string().contains("expected a file that ends in .json or .json.lz4"), "{error}");
    std::fs::write(folder.join("b.json"), b"[1, \xff]").expect("a file");
    let error = Options::new().text_of_file(folder.join("b.json")).expect_err("no UTF-8");
    assert!(matches!((error.kind(), error.offset()), (ErrorKind::InvalidUtf8, Some(4))), "{error}");
    assert!(matches!(
        Options::new().text_of_file(folder.join("c.json")).expect_err("no file").kind(),
        ErrorKind::Io(_)
    ));
    std::fs::remove_dir_all(&folder).expect("the folder");
}

/// Every cut and every changed byte of a frame is an error, or the same text.
#[test]
fn a_frame_is_whole_or_refused() {
    let text: String = (0..4000).map(|index| format!("{} ", index % 97)).collect();
    let text = format!("{{\"type\":\"tensor(x[1])\",\"values\":[1]}}{text}");
    let constant = Options::new().read("{\"type\":\"tensor(x[300])\",\"cells\":[]}").expect("a constant");
    let frame = constant.to_lz4().expect("a frame");
    let options = Options::new();
    assert_eq!(options.text_of_lz4(&frame).expect("the text"), constant.to_text());
    for end in 0..frame.len() {
        let error = options.text_of_lz4(&frame[..end]).expect_err("a cut frame");
        assert!(matches!(json(&error).fault, JsonFault::Vespa(Fault::BadCompression { .. })), "{end}: {error}");
    }
    for at in 0..frame.len() {
        let mut changed = frame.clone();
        changed[at] ^= 0x10;
        if let Ok(found) = options.text_of_lz4(&changed) {
            assert_eq!(found, constant.to_text(), "byte {at}");
        }
    }
    let mut longer = frame.clone();
    longer.push(0);
    let error = options.text_of_lz4(&longer).expect_err("a byte more");
    assert!(error.to_string().contains("more bytes follow"), "{error}");
    let error = options.text_of_lz4(text.as_bytes()).expect_err("no frame");
    assert!(matches!(json(&error).fault, JsonFault::Vespa(Fault::BadCompression { .. })), "{error}");
    let error = options.max_text(100).text_of_lz4(&frame).expect_err("a long text");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Text, .. }), "{error}");
}
