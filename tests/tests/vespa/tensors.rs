//! Vespa tensors: types, values with permuted dimensions, faults and their places, files.

use tensor_format::{
    ErrorKind, HasRules, Tensor,
    error::Limit,
    vespa::{self, CellType, Class, ConstType, Dimension, Fault, Options, Profile, Size, TensorType, type_of},
};

use super::{json, tensor_type};

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
    assert!(matches!(json(&error).fault.of_format(), Some(Fault::TypeMismatch { .. })), "{error}");
    let error = vespa::to_string(&[1u8, 2][..]).expect_err("u8");
    assert!(matches!(error.kind(), ErrorKind::UnsupportedElementType { .. }), "{error}");
    let error = vespa::to_string(&Vec::<f32>::new()).expect_err("no length");
    assert!(matches!(error.kind(), ErrorKind::Rules { .. }), "{error}");
    // What is known at run time alone is taken as it is named.
    let tensor: Tensor = vespa::from_str(&other).expect("any tensor");
    assert_eq!(tensor.as_ref().header().to_string(), "f64 [4, 3, 2]");
    assert_eq!(vespa::to_string(&tensor).expect("a text"), other.replace("a[4],d1[3],y[2]", "d0[4],d1[3],d2[2]"));
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
    // A bit a cell says whether it was given.
    assert_eq!(limit(options.max_expanded(81), "tensor(x[10])", "{\"cells\":[]}"), (Limit::Expanded, 81, 82));
    assert!(options.max_expanded(82).read_as(&tensor_type("tensor(x[10])"), "{\"cells\":[]}").is_ok());
    let most = (64 << 20) + 32 * 12;
    assert_eq!(limit(options, "tensor(x[8388608])", "{\"cells\":[]}"), (Limit::Expanded, most, 65 << 20));
    let cell = "{\"cells\":[{\"address\":{\"k\":\"a\",\"x\":\"0\"},\"value\":1}]}";
    assert_eq!(limit(options.max_expanded(812), "tensor(k{},x[100])", cell), (Limit::Expanded, 812, 813));
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

/// Each spelling of an infinity or NaN in three letter cases, in an object of labels, nested lists and cells with addresses.
#[test]
fn infinities_and_nan_are_spelled_in_nine_ways() {
    let spellings = [
        ("inf", f64::INFINITY),
        ("+inf", f64::INFINITY),
        ("infinity", f64::INFINITY),
        ("+infinity", f64::INFINITY),
        ("-inf", f64::NEG_INFINITY),
        ("-infinity", f64::NEG_INFINITY),
        ("nan", f64::NAN),
        ("+nan", f64::NAN),
        ("-nan", -f64::NAN),
    ];
    let alternating = |spelling: &str| -> String {
        let letters = spelling.chars().enumerate();
        letters.map(|(at, letter)| if at % 2 == 0 { letter.to_ascii_uppercase() } else { letter }).collect()
    };
    let forms = [
        ("(x[2])", "{\"values\":[1,\"#\"]}", [("x", "1")]),
        ("(x{})", "{\"cells\":{\"1\":\"#\"}}", [("x", "1")]),
        ("(x{})", "{\"cells\":[{\"address\":{\"x\":\"1\"},\"value\":\"#\"}]}", [("x", "1")]),
        ("(x[2])", "{\"cells\":[{\"value\":\"#\",\"address\":{\"x\":\"1\"}}]}", [("x", "1")]),
    ];
    for (spelling, number) in spellings {
        for spelling in [spelling.to_owned(), spelling.to_uppercase(), alternating(spelling)] {
            for (dimensions, form, address) in forms {
                let text = form.replace('#', &spelling);
                for cell in ["double", "float", "bfloat16"] {
                    let declared = tensor_type(&format!("tensor<{cell}>{dimensions}"));
                    let read = Options::new().read_as(&declared, &text).expect(&text).get(&address).expect("a cell");
                    let same = if number.is_nan() { read.is_nan() } else { read == number };
                    assert!(same && read.is_sign_negative() == number.is_sign_negative(), "{cell} {text}: {read}");
                }
                let error = Options::new().read_as(&tensor_type(&format!("tensor<int8>{dimensions}")), &text);
                assert_eq!(json(&error.expect_err(&text)).fault.name(), "value_not_representable", "{text}");
                for wrong in
                    [format!(" {spelling}"), format!("{spelling} "), format!("+-{spelling}"), format!("{spelling}s")]
                {
                    let text = form.replace('#', &wrong);
                    let error = Options::new().read_as(&tensor_type(&format!("tensor{dimensions}")), &text);
                    assert!(error.is_err(), "{text}");
                }
            }
        }
    }
}
