//! What of a type does not fit a server's model.

use tensor_format::{ElementType, HasRules, Many, Tensor, rules::MismatchKind};
use tensor_format_oip::{
    Response, ShapeOptions,
    http::{Body, Headers},
    metadata::{Compare, MetadataOptions, ModelConfig, ModelMetadata, ModelMismatch, ModelMismatchKind as Kind, Side},
};

/// The metadata of a server that has this type on both sides, with definitions.
fn server<T: HasRules>() -> ModelMetadata {
    ModelMetadata::of::<T, T>("m", &MetadataOptions::new()).expect("metadata")
}

/// The same without definitions.
fn plain<T: HasRules>() -> ModelMetadata {
    ModelMetadata::of::<T, T>("m", &MetadataOptions::new().without_definitions(true)).expect("metadata")
}

fn inputs<T: HasRules>(server: &ModelMetadata) -> Vec<String> {
    Compare::new(server).input_difference::<T>().iter().map(ToString::to_string).collect()
}

fn outputs<T: HasRules>(server: &ModelMetadata) -> Vec<String> {
    Compare::new(server).output_difference::<T>().iter().map(ToString::to_string).collect()
}

const NONE: [&str; 0] = [];

#[derive(Tensor)]
struct Required {
    x: f32,
}

#[derive(Tensor)]
struct Maybe {
    x: Option<f32>,
}

#[test]
fn what_may_be_absent_does_not_fit_what_is_required() {
    let absent = |side| [ModelMismatch { side, parameter: "x".into(), kind: Kind::MayBeAbsent }];
    assert_eq!(Compare::new(&server::<Required>()).input_difference::<Maybe>(), absent(Side::Input));
    assert_eq!(
        inputs::<Maybe>(&server::<Required>()),
        ["input `x`: the type may leave it out, and the server requires it"]
    );
    assert_eq!(inputs::<Required>(&server::<Maybe>()), NONE);
    assert_eq!(Compare::new(&server::<Maybe>()).output_difference::<Required>(), absent(Side::Output));
    assert_eq!(
        outputs::<Required>(&server::<Maybe>()),
        ["output `x`: the server may leave it out, and the type requires it"]
    );
    assert_eq!(outputs::<Maybe>(&server::<Required>()), NONE);
    // Plain metadata do not say; a configuration has the last word on inputs.
    assert_eq!(inputs::<Maybe>(&plain::<Required>()), NONE);
    assert_eq!(outputs::<Required>(&plain::<Maybe>()), NONE);
    let config = |optional| {
        let json = format!(
            r#"{{"name":"m","input":[{{"name":"x","data_type":"TYPE_FP32","dims":[1],"optional":{optional}}}]}}"#
        );
        ModelConfig::from_json(json.as_bytes()).expect("read")
    };
    let (requires, allows) = (config(false), config(true));
    let with =
        |metadata: &ModelMetadata, config| Compare::new(metadata).with_config(config).input_difference::<Maybe>();
    for metadata in [server::<Required>(), server::<Maybe>(), plain::<Maybe>()] {
        assert_eq!(with(&metadata, &allows), []);
        assert_eq!(with(&metadata, &requires), absent(Side::Input));
    }
}

/// Both sides ask for containment; what is not promised is not held against the type.
#[test]
fn outputs_must_accept_all_that_is_promised() {
    #[derive(Tensor)]
    struct Any {
        y: Vec<f32>,
    }
    #[derive(Tensor)]
    struct Three {
        y: [f32; 3],
    }
    assert_eq!(outputs::<Three>(&plain::<Any>()), NONE);
    assert_eq!(
        outputs::<Three>(&server::<Any>()),
        ["output `y`: by the server's definitions: axis 0: expected 3, found _"]
    );
    assert_eq!(outputs::<Any>(&server::<Three>()), NONE);
    assert_eq!(outputs::<Three>(&server::<Three>()), NONE);
    assert_eq!(inputs::<Any>(&plain::<Any>()), NONE);
    assert_eq!(inputs::<Any>(&plain::<Three>()), ["input `y`: axis 0: length _, and the server's is 3"]);
    // Whatever the rank, of inputs the server must accept it, and outputs have the one that is listed.
    #[derive(Tensor)]
    struct Open {
        #[tensor(dtype = f32, shape = [.., 3])]
        y: tensor_format::Tensor,
    }
    assert_eq!(outputs::<Open>(&plain::<Three>()), NONE);
    assert_eq!(inputs::<Open>(&plain::<Three>()), ["input `y`: rank 1 or more, and the server has 1: [3]"]);
    #[derive(Tensor)]
    struct Four {
        y: [f32; 4],
    }
    assert_eq!(outputs::<Open>(&plain::<Four>()), ["output `y`: axis 0: length 3, and the server's is 4"]);
    #[derive(Tensor)]
    struct Scalar {
        y: f32,
    }
    assert_eq!(outputs::<Open>(&plain::<Scalar>()), ["output `y`: rank 1 or more, and the server has 0: []"]);
    let options = MetadataOptions::new().any_rank_as_one_axis(true);
    let open = ModelMetadata::of::<Open, Open>("m", &options).expect("metadata");
    assert_eq!(inputs::<Open>(&open), NONE);
    assert_eq!(outputs::<Open>(&open), NONE);
    assert_eq!(inputs::<Three>(&open), NONE);
    assert_eq!(outputs::<Three>(&open), ["output `y`: by the server's definitions: rank: expected 1, found 1 or more"]);
}

#[test]
fn texts_are_byte_strings_and_not_the_other_way_round() {
    #[derive(Tensor)]
    struct Text {
        x: String,
    }
    #[derive(Tensor)]
    struct Bytes {
        #[tensor(dtype = binary, shape = [])]
        x: tensor_format::Tensor,
    }
    assert_eq!(inputs::<Text>(&server::<Bytes>()), NONE);
    assert_eq!(outputs::<Bytes>(&server::<Text>()), NONE);
    let text = "by the server's definitions: element type: expected string, found binary";
    assert_eq!(inputs::<Bytes>(&server::<Text>()), [format!("input `x`: {text}")]);
    assert_eq!(outputs::<Text>(&server::<Bytes>()), [format!("output `x`: {text}")]);
    for plain in [plain::<Text>(), plain::<Bytes>()] {
        assert_eq!([inputs::<Text>(&plain), inputs::<Bytes>(&plain)].concat(), NONE);
        assert_eq!([outputs::<Text>(&plain), outputs::<Bytes>(&plain)].concat(), NONE);
    }
    // A picture is no text, though both are BYTES.
    let mut pictures = server::<Text>();
    for tensor in pictures.inputs.iter_mut().chain(&mut pictures.outputs).flatten() {
        let mut definition = tensor.to_definition();
        definition.rules.allowed_types = vec![ElementType::Image];
        tensor.definition = Some(Box::new(definition));
    }
    assert_eq!(
        inputs::<Text>(&pictures),
        ["input `x`: by the server's definitions: element type: expected image, found string"]
    );
    assert_eq!(
        outputs::<Text>(&pictures),
        ["output `x`: by the server's definitions: element type: expected string, found image"]
    );
}

#[derive(Tensor)]
struct Equal {
    #[tensor(shape = [n])]
    a: Vec<f32>,
    #[tensor(shape = [n])]
    b: Vec<f32>,
}

#[derive(Tensor)]
struct Apart {
    #[tensor(shape = [n])]
    a: Vec<f32>,
    #[tensor(shape = [m])]
    b: Vec<f32>,
}

#[test]
fn names_of_axes_are_compared_across_tensors() {
    let differ =
        "by the server's definitions: axis 0: expected the length of axis 0 of `a` (both are `n`), but they may differ";
    assert_eq!(inputs::<Apart>(&server::<Equal>()), [format!("input `b`: {differ}")]);
    assert_eq!(inputs::<Equal>(&server::<Apart>()), NONE);
    assert_eq!(outputs::<Equal>(&server::<Apart>()), [format!("output `b`: {differ}")]);
    assert_eq!(outputs::<Apart>(&server::<Equal>()), NONE);
    // Without definitions, fixed lengths are known, and -1 promises nothing.
    let fixed = |a: i64, b: i64| {
        let tensor = |name, len| format!(r#"{{"name":"{name}","datatype":"FP32","shape":[{len}]}}"#);
        let json = format!(r#"{{"name":"m","platform":"","outputs":[{},{}]}}"#, tensor("a", a), tensor("b", b));
        outputs::<Equal>(&ModelMetadata::from_json(json.as_bytes()).expect("read"))
    };
    assert_eq!(fixed(3, 4), [format!("output `b`: {differ}")]);
    assert_eq!([fixed(3, 3), fixed(-1, 4), fixed(-1, -1)].concat(), NONE);
}

#[test]
fn one_mismatch_does_not_hide_another() {
    #[derive(Tensor)]
    struct Narrow {
        #[tensor(range = 0.0..=1.0)]
        x: [f64; 2],
    }
    #[derive(Tensor)]
    struct Wide {
        x: [f32; 3],
    }
    let found = Compare::new(&server::<Narrow>()).input_difference::<Wide>();
    let kinds: Vec<_> = found.iter().map(|mismatch| &mismatch.kind).collect();
    assert!(
        matches!(&*kinds, [Kind::Datatype { .. }, Kind::Size { axis: 0, .. }, Kind::Definition(mismatch)]
        if matches!(mismatch.kind, MismatchKind::Range { .. })),
        "{kinds:?}"
    );
}

#[test]
fn several_of_one_name_have_no_form() {
    #[derive(Tensor, Debug)]
    struct Repeated {
        x: Many<f32>,
    }
    let several = "input `x`: the type may send several, and the protocol has each name once";
    let none = "input `x`: the type may leave it out, and the server requires it";
    assert_eq!(inputs::<Repeated>(&plain::<Required>()), [several]);
    assert_eq!(inputs::<Repeated>(&server::<Maybe>()), [several]);
    assert_eq!(inputs::<Repeated>(&server::<Required>()), [none, several]);
    // What the server gives once can be read.
    assert_eq!(outputs::<Repeated>(&plain::<Required>()), NONE);
    assert_eq!(outputs::<Repeated>(&server::<Required>()), NONE);
    let json = br#"{"model_name":"m","outputs":[{"name":"x","datatype":"FP32","shape":[],"data":[1.5]}]}"#;
    let body = Body::new(&Headers::new(), json).expect("a body");
    let read: Repeated = Response::from_http(&body).expect("a response").decode().expect("read");
    assert_eq!(read.x.len(), 1);
}

/// Returns the metadata of a server with one input and one output, `x` of this shape.
fn listed(shape: &str) -> ModelMetadata {
    let tensor = format!(r#"{{"name":"x","datatype":"FP32","shape":{shape}}}"#);
    let json = format!(r#"{{"name":"m","platform":"","inputs":[{tensor}],"outputs":[{tensor}]}}"#);
    ModelMetadata::from_json(json.as_bytes()).expect("metadata")
}

/// Of inputs, what the writer makes must fit; of outputs, what the reader drops.
#[test]
fn shapes_are_taken_for_others_as_messages_have_them() {
    #[derive(Tensor)]
    struct Three {
        x: [f32; 3],
    }
    let fits = |shape: &str, options: ShapeOptions| {
        let metadata = listed(shape);
        let compare = Compare::new(&metadata).with_shapes(options);
        let scalar = [compare.input_difference::<Required>(), compare.output_difference::<Required>()];
        let three = [compare.input_difference::<Three>(), compare.output_difference::<Three>()];
        (scalar.map(|found| found.is_empty()), three.map(|found| found.is_empty()))
    };
    let ones = ShapeOptions::new().scalar_as_one(true);
    assert_eq!(fits("[1]", ones).0, [true, true]);
    assert_eq!(fits("[-1]", ones).0, [true, true]);
    assert_eq!(fits("[-1,1]", ones).0, [false, true]);
    assert_eq!(fits("[2]", ones).0, [false, false]);
    assert_eq!(fits("[]", ones).0, [false, true]);
    assert_eq!(fits("[]", ShapeOptions::new()).0, [true, true]);
    let dropped = ShapeOptions::new().drop_trailing_one(true);
    assert_eq!(fits("[3,1]", dropped).1, [false, true]);
    assert_eq!(fits("[3,-1]", dropped).1, [false, false]);
    assert_eq!(fits("[3]", dropped).1, [true, true]);
    // By its definition, the server gives more than ones.
    #[derive(Tensor)]
    struct Items {
        #[tensor(shape = [n])]
        x: Vec<f32>,
    }
    let server = server::<Items>();
    assert_eq!(Compare::new(&server).with_shapes(ones).output_difference::<Required>().len(), 1);
}

/// Names that the other side knows too are not unknown.
#[test]
fn aliases_are_names() {
    #[derive(Tensor)]
    struct Old {
        old: f32,
    }
    #[derive(Tensor)]
    struct New {
        #[tensor(alias = "old")]
        new: f32,
    }
    assert_eq!(outputs::<New>(&server::<Old>()), NONE);
    assert_eq!(inputs::<Old>(&server::<New>()), NONE);
    assert_eq!(inputs::<New>(&server::<Old>()).len(), 2);
    assert_eq!(outputs::<Old>(&server::<New>()).len(), 1);
}

/// Servers write an empty list when they know nothing: over gRPC both are the same.
#[test]
fn empty_lists_say_nothing() {
    let json = br#"{"name": "m", "platform": "", "inputs": [], "outputs": []}"#;
    let server = ModelMetadata::from_json(json).expect("read");
    assert_eq!(Compare::new(&server).difference::<Required, Required>(), []);
    let any = ModelMetadata::of::<tensor_format::Record, Required>("m", &MetadataOptions::new()).expect("metadata");
    assert_eq!((&any.inputs, any.outputs.as_ref().map(Vec::len)), (&None, Some(1)));
}

/// Comparisons of each tensor with each would take minutes.
#[test]
fn many_tensors_are_compared() {
    let names = (0..60_000).map(|name| format!("t{name}"));
    let tensor = |name: String| format!(r#"{{"name":"{name}","datatype":"FP32","shape":[]}}"#);
    let json =
        format!(r#"{{"name":"m","platform":"","inputs":[{}]}}"#, names.map(tensor).collect::<Vec<_>>().join(","));
    let mut metadata = ModelMetadata::from_json(json.as_bytes()).expect("read");
    let config =
        json.replace("inputs", "input").replace("datatype\":\"", "data_type\":\"TYPE_").replace("shape", "dims");
    let config = ModelConfig::from_json(config.as_bytes()).expect("read");
    let compare = Compare::new(&metadata).with_config(&config);
    assert_eq!(compare.input_difference::<Required>().len(), 60_001);
    for tensor in metadata.inputs.iter_mut().flatten() {
        tensor.definition = Some(Box::new(tensor.to_definition()));
    }
    assert_eq!(inputs::<Required>(&metadata).len(), 60_001);
}

/// MLServer's codec makes `[n]` into `[n, 1]`, and Triton has no scalars: without a configuration nobody knows whether -1 is
/// a batch.
#[test]
fn axes_of_length_one_name_the_option_for_them() {
    #[derive(Tensor)]
    struct List {
        #[tensor(shape = [n])]
        x: Vec<f32>,
    }
    #[derive(Tensor)]
    struct One {
        x: [f32; 1],
    }
    let rank = "`x`: rank 1, and the server has 2: [-1, 1]; if -1 is a batch, the type needs an axis in front";
    // What is written has no other shape with the option.
    assert_eq!(inputs::<List>(&listed("[-1,1]")), [format!("input {rank}")]);
    let config = br#"{"name":"m","max_batch_size":8,"input":[{"name":"x","data_type":"TYPE_FP32","dims":[1]}]}"#;
    let (config, of_batches) = (ModelConfig::from_json(config).expect("read"), listed("[-1,1]"));
    let told = Compare::new(&of_batches).with_config(&config).input_difference::<List>();
    let batch = "the server has a batch axis in front, [-1, 1], and the type has not: add an axis, and a batch of 1";
    let told: Vec<_> = told.iter().map(ToString::to_string).collect();
    assert_eq!(told, [format!("input `x`: {batch}"), "input `x`: axis 0: length n, and the server's is 1".to_owned()]);
    assert_eq!(inputs::<Required>(&listed("[1,1]")), ["input `x`: rank 0, and the server has 2: [1, 1]"]);
    assert_eq!(
        outputs::<List>(&listed("[-1,1]")),
        [format!("output {rank}; if not, `ShapeOptions::drop_trailing_one` takes one for the other")]
    );
    assert_eq!(
        outputs::<Required>(&listed("[1]")),
        ["output `x`: rank 0, and the server has 1: [1]; `ShapeOptions::scalar_as_one` takes one for the other"]
    );
    assert_eq!(outputs::<List>(&listed("[2,2]")), ["output `x`: rank 1, and the server has 2: [2, 2]"]);
    let (list, scalar) = (listed("[-1,1]"), listed("[1]"));
    let dropped = Compare::new(&list).with_shapes(ShapeOptions::new().drop_trailing_one(true));
    assert_eq!(dropped.output_difference::<List>(), []);
    let taken = Compare::new(&scalar).with_shapes(ShapeOptions::new().scalar_as_one(true));
    assert_eq!(taken.output_difference::<Required>(), []);
    // Of these the batch is the only reading.
    for text in [outputs::<One>(&listed("[-1,1]")), outputs::<List>(&listed("[-1,5]"))] {
        assert!(text[0].contains("has a batch axis in front"), "{text:?}");
    }
}

/// A length that is another one beside a batch axis is told at once, not when the axis is mended.
#[test]
fn lengths_are_compared_behind_a_batch_axis() {
    #[derive(Tensor)]
    struct Three {
        x: [f32; 3],
    }
    let batch = "the server has a batch axis in front, [-1, 4], and the type has not: add an axis, and a batch of 1";
    let length = "axis 0: length 3, and the server's is 4";
    for (side, found) in
        [("input", inputs::<Three>(&listed("[-1,4]"))), ("output", outputs::<Three>(&listed("[-1,4]")))]
    {
        assert_eq!(found, [batch, length].map(|text| format!("{side} `x`: {text}")));
    }
    assert_eq!(inputs::<Three>(&listed("[-1,3]")).len(), 1);
    assert_eq!(inputs::<Three>(&listed("[-1,-1]")).len(), 1);
}

/// Metadata promise no range of values, whatever lengths they have: it is checked in what is received.
#[test]
fn ranges_are_not_held_against_plain_metadata() {
    #[derive(Tensor)]
    struct Probability {
        #[tensor(range = 0.0..=1.0)]
        x: [f32; 3],
    }
    #[derive(Tensor)]
    struct Leaf {
        o: Option<f32>,
    }
    #[derive(Tensor)]
    struct Leaves {
        x: [Leaf; 2],
    }
    assert_eq!(outputs::<Probability>(&listed("[3]")), NONE);
    assert_eq!(outputs::<Probability>(&listed("[-1]")), NONE);
    assert_eq!(outputs::<Probability>(&listed("[4]")), ["output `x`: axis 0: length 3, and the server's is 4"]);
    let plain = MetadataOptions::new().without_definitions(true);
    let server = ModelMetadata::of::<Leaves, Leaves>("m", &plain).expect("metadata");
    assert_eq!(inputs::<Leaves>(&server), NONE);
    assert_eq!(outputs::<Leaves>(&server), NONE);
    // What a definition promises is known.
    #[derive(Tensor)]
    struct Any {
        x: [f32; 3],
    }
    assert_eq!(outputs::<Probability>(&self::server::<Any>()).len(), 1);
}
