//! What is wrong with Vespa texts: the places of faults, and lists of all of them.

use tensor_format::{
    error::JsonError,
    vespa::{Options, Profile},
};

use super::{json, tensor_type};

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
            "wrong_form_for_type 1:11 `blocks`: expected `values` as nested lists or `cells` as a list, found `blocks` as an object",
        ),
        (
            "tensor(x{})",
            "{\"a\":1,\"cells\":{}}",
            "mixed_forms 1:8 `cells`: expected one of `values`, `cells`, `blocks` or bare labels, found \"cells\" beside another of them",
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
            "scalar_constant 1:1 ``: expected `cells` as a list of one cell, whose address is empty, found 5",
        ),
        (
            "tensor(x{},y{})",
            "[1]",
            "wrong_form_for_type 1:1 ``: expected an object with `cells` as a list, found a list",
        ),
        (
            "tensor()",
            "{\"cells\":[{\"address\":{},\"value\":1},{\"address\":{},\"value\":1}]}",
            "duplicate_cell 1:36 `cells[1]`: expected one cell, found another",
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
            "indexed_dimension_in_block_address 1:32 `blocks[0].address.x`: expected an address of mapped dimensions alone, found `x`, which the values have",
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
            "duplicate_cell 2:1 `cells.a`: expected each cell or block once, found \"a\" again",
        ),
        (
            "tensor(x[2])",
            "{\"cells\":[{\"address\":{\"x\":\"1\"},\"value\":1},{\"address\":{\"x\":\"1\"},\"value\":1}]}",
            "duplicate_cell 1:43 `cells[1]`: expected each cell or block once, found x=\"1\" again",
        ),
        (
            "tensor<int8>(x[2])",
            "{\"values\":\"FF00\"}",
            "hex_not_allowed 1:11 `values`: expected a list of numbers, found the string \"FF00\"",
        ),
    ];
    names_places(Options::new(), cases);
}

#[test]
fn each_fault_of_the_document_profile_names_its_place() {
    let options = Options::new().profile(Profile::Document);
    let cases: &[(&str, &str, &str)] = &[
        ("tensor(x[2])", "\"\"", "hex_empty 1:1 ``: expected hexadecimal digits, found an empty string"),
        ("tensor(x[2])", "{\"values\":\n \"0g\"}", "hex_digit 2:2 `values`: expected a hexadecimal digit, found 'g'"),
        (
            "tensor(k{},x[2])",
            "{\"a\":\"000\"}",
            "hex_length 1:6 `a`: expected the same even number of hexadecimal digits for each of 2 cells, found 3 in all",
        ),
        (
            "tensor<int8>(k{},x[2])",
            "{\"blocks\":[{\"address\":{\"k\":\"a\"},\n\"values\":\"00000000\"}]}",
            "hex_width 2:10 `blocks[0].values`: expected 2 hexadecimal digits a cell, found 4",
        ),
        (
            "tensor(x[1])",
            "\"000000000000\"",
            "hex_width 1:1 ``: expected 2, 4, 8 or 16 hexadecimal digits a cell, found 12",
        ),
        (
            "tensor(x[2],y[2])",
            "{\"values\":[1,\n[2],3]}",
            "wrong_count 1:11 `values`: dimensions `x, y`: expected 4 values, found 3",
        ),
        ("tensor(x[1])", "[[1],\n[2]]", "wrong_count 1:1 ``: dimension `x`: expected 1 value, found 2"),
        (
            "tensor<int8>(x[2],y[2])",
            "[[1,2],\n[3,\"1.5\"]]",
            "value_not_representable 2:4 `[3]`: expected a whole number from -128 to 127, found \"1.5\"",
        ),
        ("tensor(x[2],y[1])", "[1,\n[\"two\"]]", "not_a_number 2:2 `[1]`: expected a number, found \"two\""),
        (
            "tensor(x{})",
            "{\"a\":1,\n\"a\":2}",
            "duplicate_cell 2:1 `a`: expected each cell or block once, found \"a\" again",
        ),
        (
            "tensor(k{},x[1])",
            "{\"a b\":1}",
            "block_not_array 1:8 `[\"a b\"]`: expected the list of a block's values, found 1",
        ),
    ];
    names_places(options, cases);
}

/// Each text has this fault: its class, line and column, path, and what it says.
fn names_places(options: Options, cases: &[(&str, &str, &str)]) {
    for (declared, text, expected) in cases {
        let declared = tensor_type(declared);
        let error = options.read_as(&declared, text).expect_err(text);
        let JsonError { line, column, path, fault } = json(&error);
        assert_eq!(format!("{} {line}:{column} `{path}`: {fault}", fault.name()), *expected, "{text}");
        assert_eq!(expected.contains("expected "), error.expected().is_some(), "{text}");
        let faults = options.validate(Some(&declared), text);
        assert!(faults.iter().any(|fault| fault.to_string() == error.to_string()), "{text}: {faults:?}");
    }
}

#[test]
fn a_text_that_names_no_type_is_refused() {
    let read = |text: &str| json(&Options::new().read(text).expect_err(text)).clone();
    assert_eq!(read("[1]").to_string(), "line 1, column 1: expected a field `type`, since no type is declared");
    assert_eq!(read("{\"values\":[1]}").fault.name(), "no_type");
    let error = read("{\"values\":[1],\n \"type\":\"tensor(x[1]\"}");
    assert_eq!(error.to_string(), "line 2, column 9: `type`: type: expected `,` or `)`, found the end");
    assert_eq!(read("{\"type\":[]}").fault.name(), "type_not_string");
}

/// Faults of the JSON text end the reading; those of the tensor are listed before.
#[test]
fn texts_that_are_not_json_say_where() {
    let cases = [
        ("{\"values\":[1,,2]}", "1:14 `values[1]`: not JSON: expected a value, found `,2]}`"),
        ("{\"values\":[1,2,]}", "1:16 `values[1]`: not JSON: a comma before the closing bracket"),
        ("{\"values\":[1 2]}", "1:14 `values[0]`: not JSON: expected `,` or `]`, found `2]}`"),
        ("{\"values\":[1,2]", "1:16 not JSON: expected `,` or `}`, found the end"),
        ("{\"values\" [1]}", "1:11 not JSON: expected `:`, found `[1]}`"),
        ("{values:[1]}", "1:2 not JSON: expected a key in double quotes, found `values:[1]}`"),
        ("[01]", "1:4 `[0]`: not JSON: a number with a leading zero"),
        ("[-]", "1:3 `[0]`: not JSON: expected a digit, found `]`"),
        ("[1.]", "1:4 `[0]`: not JSON: expected a digit after the point, found `]`"),
        ("[1e]", "1:4 `[0]`: not JSON: expected a digit in the exponent, found `]`"),
        ("[\"\\x\"]", "1:3 `[0]`: not JSON: expected an escape that JSON has, found `\\x\"]`"),
        ("[\"\\u12\"]", "1:3 `[0]`: not JSON: expected four hexadecimal digits after `\\u`, found `\\u12\"]`"),
        ("[\"\\ud800\"]", "1:9 `[0]`: not JSON: half of a surrogate pair"),
        ("[\"a", "1:4 `[0]`: not JSON: a string without an end"),
        ("[\"\n\"]", "1:3 `[0]`: not JSON: a control character in a string"),
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
            "line 6, column 5: `blocks.a`: expected each cell or block once, found \"a\" again",
            "line 6, column 11: `blocks.a[0]`: brackets: expected a number, found a list",
            "line 7, column 10: `blocks.c`: expected the list of a block's values, found 7",
            "line 9, column 3: `name`: key: expected `type`, `values`, `cells` or `blocks`, found \"name\"",
            "line 10, column 3: `cells`: expected one of `values`, `cells`, `blocks` or bare labels, found \"cells\" beside another of them",
        ]
    );
    assert_eq!(Options::new().max_faults(2).validate(Some(&tensor_type("tensor<float>(k{},x[2])")), text).len(), 3);
    assert!(Options::new().validate(None, r#"{"values":[1],"type":"tensor(x[1])"}"#).is_empty());
    assert_eq!(Options::new().validate(None, "[1]").len(), 1);
}

/// What stands twice or once too often is judged too.
#[test]
fn all_faults_of_lists_of_cells_and_blocks_are_listed() {
    let constant = Options::new();
    let document = constant.profile(Profile::Document);
    let cases: &[(Options, &str, &str, &[&str])] = &[
        // Cells with addresses.
        (
            constant,
            "tensor<int8>(x{},y{},z{})",
            r#"{"cells":[
{"address":{},"value":300},
{"address":{"x":"a","y":5,"w":"c"},"value":1.5},
{"address":{"x":"a","y":"b","z":"c"},"value":1},
{"address":{"x":"a","y":"b","z":"c"},"value":128,"value":"one","address":{"x":null}},
{"address":{"x":"a","x":7,"y":"b","z":"d"},"value":2,"weight":[300]}
]}"#,
            &[
                "line 2, column 12: `cells[0].address`: the address leaves dimension `x` out",
                "line 2, column 12: `cells[0].address`: the address leaves dimension `y` out",
                "line 2, column 12: `cells[0].address`: the address leaves dimension `z` out",
                "line 2, column 23: `cells[0].value`: expected a whole number from -128 to 127, found 300",
                "line 3, column 12: `cells[1].address`: the address leaves dimension `z` out",
                "line 3, column 25: `cells[1].address.y`: expected a label as a string, found 5",
                "line 3, column 27: `cells[1].address.w`: expected a dimension of tensor<int8>(x{},y{},z{}), found \"w\"",
                "line 3, column 44: `cells[1].value`: expected a whole number from -128 to 127, found 1.5",
                "line 5, column 1: `cells[3]`: expected each cell or block once, found x=\"a\", y=\"b\", z=\"c\" again",
                "line 5, column 46: `cells[3].value`: expected a whole number from -128 to 127, found 128",
                "line 5, column 50: `cells[3].value`: the key \"value\" stands twice",
                "line 5, column 58: `cells[3].value`: expected a number, found \"one\"",
                "line 5, column 64: `cells[3].address`: the key \"address\" stands twice",
                "line 5, column 74: `cells[3].address`: the address leaves dimension `y` out",
                "line 5, column 74: `cells[3].address`: the address leaves dimension `z` out",
                "line 5, column 79: `cells[3].address.x`: expected a label as a string, found null",
                "line 6, column 21: `cells[4].address.x`: the address names dimension `x` twice",
                "line 6, column 25: `cells[4].address.x`: expected a label as a string, found 7",
                "line 6, column 54: `cells[4].weight`: key: expected `address` or `value`, found \"weight\"",
            ],
        ),
        (
            constant,
            "tensor<int8>(x[2],y[2])",
            r#"{"cells":[{"address":{"x":"0"},"value":1000},
{"address":{"x":"2","y":"-1"},"value":-129},
{"address":{"x":"1","y":"1"},"value":1},
{"address":{"x":"1","y":"1"},"value":0.5}],
"values":[[1,2],[3]],
"cells":[{"address":{"x":"1","y":"1"},"value":1},{"address":{"x":"1","y":"1"},"value":"inf"}]}"#,
            &[
                "line 1, column 22: `cells[0].address`: the address leaves dimension `y` out",
                "line 1, column 40: `cells[0].value`: expected a whole number from -128 to 127, found 1000",
                "line 2, column 17: `cells[1].address.x`: dimension `x`: expected an index below 2, found 2",
                "line 2, column 25: `cells[1].address.y`: dimension `y`: expected decimal digits without leading zeros, found \"-1\"",
                "line 2, column 39: `cells[1].value`: expected a whole number from -128 to 127, found -129",
                "line 4, column 1: `cells[3]`: expected each cell or block once, found x=\"1\", y=\"1\" again",
                "line 4, column 38: `cells[3].value`: expected a whole number from -128 to 127, found 0.5",
                "line 5, column 1: `values`: expected one of `values`, `cells`, `blocks` or bare labels, found \"values\" beside another of them",
                "line 5, column 17: `values[1]`: dimension `y`: expected 2 values, found 1",
                "line 6, column 1: `cells`: the key \"cells\" stands twice",
                "line 6, column 50: `cells[1]`: expected each cell or block once, found x=\"1\", y=\"1\" again",
                "line 6, column 87: `cells[1].value`: expected a whole number from -128 to 127, found \"inf\"",
            ],
        ),
        // Blocks with addresses.
        (
            constant,
            "tensor<int8>(k{},l{},x[2])",
            r#"{"blocks":[
{"address":{"k":"a"},"values":[1,300]},
{"address":{"k":"a","l":"b"},"values":[1,2],"values":[1,2,3]},
{"address":{"k":"a","l":"b"},"values":[[1],128]},
{"address":{"x":"0"},"values":7},
[1,2]
],
"blocks":[{"address":{"k":"a","l":"b"},"values":[false,2]}]}"#,
            &[
                "line 2, column 12: `blocks[0].address`: the address leaves dimension `l` out",
                "line 2, column 34: `blocks[0].values[1]`: expected a whole number from -128 to 127, found 300",
                "line 3, column 45: `blocks[1].values`: the key \"values\" stands twice",
                "line 3, column 54: `blocks[1].values`: dimension `x`: expected 2 values, found 3",
                "line 4, column 1: `blocks[2]`: expected each cell or block once, found k=\"a\", l=\"b\" again",
                "line 4, column 40: `blocks[2].values[0]`: brackets: expected a number, found a list",
                "line 4, column 44: `blocks[2].values[1]`: expected a whole number from -128 to 127, found 128",
                "line 5, column 12: `blocks[3].address`: the address leaves dimension `k` out",
                "line 5, column 12: `blocks[3].address`: the address leaves dimension `l` out",
                "line 5, column 13: `blocks[3].address.x`: expected an address of mapped dimensions alone, found `x`, which the values have",
                "line 5, column 31: `blocks[3].values`: expected the list of a block's values, found 7",
                "line 6, column 1: `blocks[4]`: expected a block, {\"address\", \"values\"}, found a list",
                "line 8, column 1: `blocks`: the key \"blocks\" stands twice",
                "line 8, column 50: `blocks[0].values[0]`: expected a number, found false",
            ],
        ),
        // Labels and cells.
        (
            constant,
            "tensor<int8>(x{})",
            r#"{"cells":{"a":1,"a":300,"b":"1","b":true,"c":-128.5},"cells":{"a":1,"a":2},"blocks":{}}"#,
            &[
                "line 1, column 17: `cells.a`: expected each cell or block once, found \"a\" again",
                "line 1, column 21: `cells.a`: expected a whole number from -128 to 127, found 300",
                "line 1, column 29: `cells.b`: expected a number, found the string \"1\"",
                "line 1, column 33: `cells.b`: expected each cell or block once, found \"b\" again",
                "line 1, column 37: `cells.b`: expected a number, found true",
                "line 1, column 46: `cells.c`: expected a whole number from -128 to 127, found -128.5",
                "line 1, column 54: `cells`: the key \"cells\" stands twice",
                "line 1, column 69: `cells.a`: expected each cell or block once, found \"a\" again",
                "line 1, column 76: `blocks`: expected one of `values`, `cells`, `blocks` or bare labels, found \"blocks\" beside another of them",
                "line 1, column 85: `blocks`: expected `cells` as an object or a list, found `blocks` as an object",
            ],
        ),
        // Nested lists.
        (
            constant,
            "tensor<int8>(x[2],y[2])",
            "{\"values\":[[1,2,300],[1],\n[1000,2],[\"a\",[2]],3],\"values\":[[1.5,2],[null,4]]}",
            &[
                "line 1, column 11: `values`: dimension `x`: expected 2 values, found 5",
                "line 1, column 12: `values[0]`: dimension `y`: expected 2 values, found 3",
                "line 1, column 17: `values[0][2]`: expected a whole number from -128 to 127, found 300",
                "line 1, column 22: `values[1]`: dimension `y`: expected 2 values, found 1",
                "line 2, column 2: `values[2][0]`: expected a whole number from -128 to 127, found 1000",
                "line 2, column 11: `values[3][0]`: expected a number, found \"a\"",
                "line 2, column 15: `values[3][1]`: brackets: expected a number, found a list",
                "line 2, column 20: `values[4]`: brackets: expected a list, found 3",
                "line 2, column 23: `values`: the key \"values\" stands twice",
                "line 2, column 34: `values[0][0]`: expected a whole number from -128 to 127, found 1.5",
                "line 2, column 42: `values[1][0]`: expected a whole number from -128 to 127, found null",
            ],
        ),
        // A field of a document.
        (
            document,
            "tensor<int8>(k{},x[2])",
            r#"{"a":[1,[2]],"a":[300,"b",129],"b":"0g","c":[1,2,3.5],"b":"00"}"#,
            &[
                "line 1, column 14: `a`: expected each cell or block once, found \"a\" again",
                "line 1, column 18: `a`: dimension `x`: expected 2 values, found 3",
                "line 1, column 19: `a[0]`: expected a whole number from -128 to 127, found 300",
                "line 1, column 23: `a[1]`: expected a number, found \"b\"",
                "line 1, column 27: `a[2]`: expected a whole number from -128 to 127, found 129",
                "line 1, column 36: `b`: expected a hexadecimal digit, found 'g'",
                "line 1, column 45: `c`: dimension `x`: expected 2 values, found 3",
                "line 1, column 50: `c[2]`: expected a whole number from -128 to 127, found 3.5",
                "line 1, column 55: `b`: expected each cell or block once, found \"b\" again",
                "line 1, column 59: `b`: expected the same even number of hexadecimal digits for each of 2 cells, found 2 in all",
            ],
        ),
    ];
    for (options, declared, text, expected) in cases {
        let declared = tensor_type(declared);
        let faults = options.validate(Some(&declared), text);
        let faults: Vec<String> = faults.iter().map(|fault| json(fault).to_string()).collect();

        assert_eq!(faults, *expected, "{text}");
        let error = options.read_as(&declared, text).expect_err(text);
        assert!(faults.contains(&json(&error).to_string()), "{error}");
    }
}
