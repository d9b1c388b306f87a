//! Metadata of rules and back, configurations, and what does not fit.

use tensor_format::{Definition, HasRules, Tensor, rules::Dim};
use tensor_format_oip::{
    Fault, FaultKind, ShapeOptions,
    metadata::{Compare, MetadataOptions, ModelConfig, ModelMetadata, ModelMismatchKind},
};

#[derive(Tensor)]
struct Inner {
    #[tensor(shape = [batch])]
    marks: Vec<i8>,
}

#[derive(Tensor)]
struct Input {
    #[tensor(shape = [batch: 1..=32, 3, _])]
    points: ndarray::Array3<f32>,
    threshold: Option<f32>,
    text: String,
    nested: Inner,
    #[tensor(range = 0.0..=1.0)]
    truth: [f64; 2],
}

#[derive(Tensor)]
struct Output {
    #[tensor(shape = [batch])]
    classes: Vec<i64>,
}

fn metadata() -> ModelMetadata {
    let mut metadata = ModelMetadata::of::<Input, Output>("m", &MetadataOptions::new()).expect("metadata");
    (metadata.platform, metadata.versions) = ("tensor-format".into(), Some(vec!["1".into()]));
    metadata
}

#[test]
fn rules_become_metadata_and_come_back() {
    let metadata = metadata();
    let shown = |tensors: &Option<Vec<tensor_format_oip::metadata::TensorMetadata>>| {
        let tensors = tensors.as_ref().expect("a list").iter();
        tensors.map(|tensor| format!("{} {} {:?}", tensor.name, tensor.datatype, tensor.shape)).collect::<Vec<_>>()
    };
    assert_eq!(
        shown(&metadata.inputs),
        ["points FP32 [-1, 3, -1]", "threshold FP32 []", "text BYTES []", "nested.marks INT8 [-1]", "truth FP64 [2]"]
    );
    assert_eq!(shown(&metadata.outputs), ["classes INT64 [-1]"]);
    // Over both transports: names of axes, ranges and optional marks come along for clients of this crate.
    for read in [
        ModelMetadata::from_json(metadata.to_json().as_bytes()).expect("read"),
        ModelMetadata::from_grpc(&metadata.to_grpc()).expect("read"),
    ] {
        assert_eq!(read, metadata);
        let definitions = read.input_definitions().expect("inputs");
        let rules = Input::RULES;
        let own = tensor_format::Definitions::from(rules.as_record().expect("a record"));
        assert_eq!(definitions.0, own.0);
        assert_eq!(Compare::new(&read).difference::<Input, Output>(), []);
    }
}

#[test]
fn metadata_of_others_become_definitions() {
    let json = br#"{"name":"m","versions":null,"platform":"","later":1,"inputs":[
        {"name":"x","datatype":"FP32","shape":[-1,3],"parameters":{"rules":"not ours"}},
        {"name":"t","datatype":"BYTES","shape":[1]},
        {"name":"u","datatype":"FP8","shape":[1]}]}"#;
    let metadata = ModelMetadata::from_json(json).expect("read");
    assert_eq!(metadata.versions, None);
    assert_eq!(metadata.output_definitions(), None);
    let definitions = metadata.input_definitions().expect("inputs");
    assert_eq!(
        definitions.to_string(),
        "x: f32 [_, 3]\nt: string | binary [1]\nu: any of nothing [1]".replace("any of nothing", &none())
    );
    assert_eq!(metadata.inputs.as_ref().expect("a list")[2].known_datatype(), None);
}

/// How rules are shown that allow no element type.
fn none() -> String {
    let rules = tensor_format::rules::TensorRulesBuf { axes: vec![Dim::exact(1).into()], ..Default::default() };
    Definition::new("u", true, rules).to_string().trim_start_matches("u: ").trim_end_matches(" [1]").to_owned()
}

#[test]
fn what_metadata_cannot_say_is_refused() {
    #[derive(Tensor)]
    struct Any {
        x: tensor_format::Tensor,
    }
    let error = ModelMetadata::of::<Any, Output>("m", &MetadataOptions::new()).expect_err("any type");
    assert_eq!(error.parameter(), Some("x"));
    #[derive(Tensor)]
    struct AnyRank {
        #[tensor(dtype = f32, shape = [..])]
        x: tensor_format::Tensor,
    }
    let error = ModelMetadata::of::<AnyRank, Output>("m", &MetadataOptions::new()).expect_err("any rank");
    assert_eq!(error.to_string(), "parameter `x`: metadata have no form for any number of axes (`..`)");
    let options = MetadataOptions::new().any_rank_as_one_axis(true).without_definitions(true);
    let metadata = ModelMetadata::of::<AnyRank, Output>("m", &options).expect("asked for");
    assert_eq!(metadata.inputs.as_ref().expect("a list")[0].shape, [-1]);
    assert_eq!(metadata.inputs.as_ref().expect("a list")[0].definition, None);
    #[derive(Tensor)]
    struct Repeated {
        x: tensor_format::Many<f32>,
    }
    let error = ModelMetadata::of::<Repeated, Output>("m", &MetadataOptions::new()).expect_err("many");
    assert!(error.to_string().starts_with("parameter `x`: the protocol has each name once"), "{error}");
    let error = ModelMetadata::of::<Vec<num_complex::Complex<f32>>, Output>("m", &MetadataOptions::new());
    assert_eq!(
        error.expect_err("complex").to_string(),
        "parameter `input`: the protocol has no datatype for complex numbers"
    );
    let error = ModelConfig::of::<AnyRank, Output>("m", &MetadataOptions::new()).expect_err("any rank");
    assert_eq!(error.to_string(), "parameter `x`: a configuration has no form for any number of axes (`..`)");
}

#[derive(Tensor)]
struct Points {
    #[tensor(shape = [batch: 1..=8, 3])]
    points: Vec<[f32; 3]>,
    #[tensor(shape = [batch, n])]
    marks: Option<ndarray::Array2<i64>>,
}

#[derive(Tensor)]
struct Sums {
    #[tensor(shape = [batch, 1])]
    sums: Vec<[f64; 1]>,
}

#[test]
fn configurations_have_the_batch_apart() {
    let config = ModelConfig::of::<Points, Sums>("po\"ints", &MetadataOptions::new()).expect("a configuration");
    assert_eq!(
        config.to_pbtxt().expect("text"),
        "name: \"po\\\"ints\"\nmax_batch_size: 8\n\
         input {\n  name: \"points\"\n  data_type: TYPE_FP32\n  dims: [ 3 ]\n}\n\
         input {\n  name: \"marks\"\n  data_type: TYPE_INT64\n  dims: [ -1 ]\n  optional: true\n}\n\
         output {\n  name: \"sums\"\n  data_type: TYPE_FP64\n  dims: [ 1 ]\n}\n"
    );
    // Without an upper bound, or with a parameter that has no other axis, there is no batch.
    let config = ModelConfig::of::<Output, Output>("m", &MetadataOptions::new()).expect("a configuration");
    assert_eq!((config.max_batch_size, &*config.inputs[0].dims), (0, &[-1][..]));
    // Triton has no rank 0, and calls texts strings.
    let config = ModelConfig::of::<f32, Vec<String>>("m", &MetadataOptions::new()).expect("a configuration");
    assert_eq!(config.inputs[0].dims, [1]);
    assert!(config.to_pbtxt().expect("text").contains("data_type: TYPE_STRING\n  dims: [ -1 ]"));
}

#[test]
fn configurations_say_only_what_triton_loads() {
    #[derive(Tensor)]
    struct Maybe {
        #[tensor(shape = [batch: 4..=8, 2])]
        sums: Option<Vec<[f64; 2]>>,
    }
    // An output has no key `optional`, wherever the mark comes from.
    let mut config = ModelConfig::of::<Maybe, Maybe>("m", &MetadataOptions::new()).expect("a configuration");
    assert!(config.inputs[0].optional && !config.outputs[0].optional);
    config.outputs[0].optional = true;
    assert_eq!(config.to_pbtxt().expect("text").matches("optional").count(), 1);
    assert!(config.to_pbtxt().expect("text").ends_with("dims: [ 2 ]\n}\n"));
    // Of the batch, the lower bound is lost.
    assert_eq!(config.input_definitions().to_string(), "sums?: f64 [batch: 1..=8, 2]");
    // What it does not load is refused.
    let refused = |change: &dyn Fn(&mut ModelConfig)| {
        let mut changed = config.clone();
        change(&mut changed);
        changed.to_pbtxt().expect_err("refused").to_string()
    };
    let input = "parameter `sums`: ";
    assert_eq!(
        refused(&|config| config.inputs[0].datatype = None),
        format!("{input}the protocol does not have its datatype")
    );
    assert!(refused(&|config| config.inputs[0].dims.clear()).starts_with(&format!("{input}Triton has no rank 0")));
    for len in [0, -2] {
        let text = refused(&|config| config.outputs[0].dims[0] = len);
        assert!(text.starts_with(&format!("{input}Triton has axes of length 1 and more")), "{text}");
    }
    assert!(refused(&|config| config.max_batch_size = 1 << 31).starts_with("Triton has batches of at most"));
    let error = ModelConfig::of::<[f32; 0], f32>("m", &MetadataOptions::new()).expect_err("no items");
    assert_eq!(error.parameter(), Some("input"));
}

#[test]
fn batches_of_which_no_length_fits_all_are_none() {
    #[derive(Tensor)]
    struct Few {
        #[tensor(shape = [batch: 2..=8, 3])]
        x: Vec<[f32; 3]>,
    }
    #[derive(Tensor)]
    struct Many {
        #[tensor(shape = [batch: 16..=32, 3])]
        y: Vec<[f32; 3]>,
    }
    let config = ModelConfig::of::<Few, Many>("m", &MetadataOptions::new()).expect("a configuration");
    assert_eq!((config.max_batch_size, &*config.inputs[0].dims), (0, &[-1, 3][..]));
    // A parameter with no other axis: Triton would ask for `[batch, 1]`.
    #[derive(Tensor)]
    struct Flat {
        #[tensor(shape = [batch: 2..=8])]
        y: Vec<f32>,
    }
    let config = ModelConfig::of::<Few, Flat>("m", &MetadataOptions::new()).expect("a configuration");
    assert_eq!((config.max_batch_size, &*config.outputs[0].dims), (0, &[-1][..]));
}

#[test]
fn one_tensor_has_the_name_that_is_asked_for() {
    let options = MetadataOptions::new().input_name("points").output_name("classes");
    let metadata = ModelMetadata::of::<[f32; 3], Vec<i64>>("m", &options).expect("metadata");
    let config = ModelConfig::of::<[f32; 3], Vec<i64>>("m", &options).expect("a configuration");
    assert_eq!(metadata.inputs.as_ref().expect("inputs")[0].name, "points");
    assert_eq!(metadata.outputs.as_ref().expect("outputs")[0].name, "classes");
    assert_eq!((&*config.inputs[0].name, &*config.outputs[0].name), ("points", "classes"));
    assert_eq!(Compare::new(&metadata).difference::<[f32; 3], Vec<i64>>(), []);
    let metadata = ModelMetadata::of::<[f32; 3], Vec<i64>>("m", &MetadataOptions::new()).expect("metadata");
    assert_eq!(metadata.inputs.as_ref().expect("inputs")[0].name, "input");
}

fn mismatches(inputs: &str) -> Vec<String> {
    let json = format!(r#"{{"name":"m","platform":"","inputs":[{inputs}]}}"#);
    let metadata = ModelMetadata::from_json(json.as_bytes()).expect("read");
    Compare::new(&metadata).input_difference::<Points>().iter().map(ToString::to_string).collect()
}

#[test]
fn everything_that_does_not_fit_is_listed() {
    let marks = r#"{"name":"marks","datatype":"INT64","shape":[-1,-1]}"#;
    let points = |rest: &str| mismatches(&format!(r#"{{"name":"points",{rest}}},{marks}"#));
    assert_eq!(points(r#""datatype":"FP32","shape":[-1,3]"#), [""; 0]);
    assert_eq!(
        points(r#""datatype":"FP64","shape":[-1,4]"#),
        [
            "input `points`: element type f32, and the server's datatype is FP64",
            "input `points`: axis 1: length 3, and the server's is 4"
        ]
    );
    assert_eq!(
        points(r#""datatype":"FP32","shape":[-1,-1,3]"#),
        [
            "input `points`: the server has a batch axis in front, [-1, -1, 3], and the type has not: add an axis, and a batch \
          of 1"
        ]
    );
    assert_eq!(
        points(r#""datatype":"FP32","shape":[3]"#),
        [
            "input `points`: the type has an axis in front that the server has not, [3]: the model takes one item at a time"
        ]
    );
    assert_eq!(points(r#""datatype":"FP32","shape":[5]"#), ["input `points`: rank 2, and the server has 1: [5]"]);
    assert_eq!(
        mismatches(r#"{"name":"point","datatype":"FP32","shape":[-1,3]}"#),
        [
            "input `points`: the server has none of this name",
            "input `marks`: the server has none of this name",
            "input `point`: the server lists it, and the type does not have it: it is required, unless the server's \
             configuration says that it is optional"
        ]
    );
}

#[test]
fn the_configuration_says_what_is_optional_and_how_large_a_batch_is() {
    let metadata = br#"{"name":"m","platform":"","inputs":[
        {"name":"points","datatype":"FP32","shape":[-1,3]},{"name":"marks","datatype":"INT64","shape":[-1,-1]},
        {"name":"bias","datatype":"FP32","shape":[1]}]}"#;
    let metadata = ModelMetadata::from_json(metadata).expect("read");
    let config = br#"{"name":"m","max_batch_size":4,"input":[
        {"name":"points","data_type":"TYPE_FP32","dims":["3"]},{"name":"marks","data_type":"TYPE_INT64","dims":[-1]},
        {"name":"bias","data_type":"TYPE_FP32","dims":[1],"optional":true}]}"#;
    let config = ModelConfig::from_json(config).expect("read");
    let found = Compare::new(&metadata).with_config(&config).input_difference::<Points>();
    let found: Vec<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "input `points`: axis 0: length batch: 1..=8, and the server's is 1..=4",
            "input `marks`: the type may leave it out, and the server requires it",
            "input `marks`: axis 0: length batch, and the server's is 1..=4",
        ]
    );
}

#[test]
fn outputs_fit_if_something_of_them_can_be_read() {
    #[derive(Tensor)]
    struct Read {
        fixed: [f32; 3],
        open: Vec<u8>,
        #[tensor(dtype = [f32, f64], shape = [n])]
        several: tensor_format::Tensor,
        later: Option<f32>,
    }
    let json = |fixed: &str| {
        format!(
            r#"{{"name":"m","platform":"","outputs":[{{"name":"fixed","datatype":"FP32","shape":[{fixed}]}},
            {{"name":"open","datatype":"UINT8","shape":[7]}},{{"name":"several","datatype":"FP64","shape":[-1]}},
            {{"name":"more","datatype":"FP64","shape":[-1]}}]}}"#
        )
    };
    let compare = |fixed| {
        let metadata = ModelMetadata::from_json(json(fixed).as_bytes()).expect("read");
        Compare::new(&metadata)
            .output_difference::<Read>()
            .into_iter()
            .map(|mismatch| mismatch.kind)
            .collect::<Vec<_>>()
    };
    assert_eq!(compare("-1"), []);
    assert_eq!(
        compare("4"),
        [ModelMismatchKind::Size { axis: 0, ours: Dim::exact(3).into(), server: Dim::exact(4).into() }]
    );
}

#[test]
fn scalars_fit_ones_on_request_alone() {
    let json = br#"{"name":"m","platform":"","inputs":[{"name":"threshold","datatype":"FP32","shape":[1]}]}"#;
    let metadata = ModelMetadata::from_json(json).expect("read");
    #[derive(Tensor)]
    struct Threshold {
        threshold: f32,
    }
    assert_eq!(
        Compare::new(&metadata).input_difference::<Threshold>()[0].to_string(),
        "input `threshold`: rank 0, and the server has 1: [1]; `ShapeOptions::scalar_as_one` takes one for the other"
    );
    let shapes = ShapeOptions::new().scalar_as_one(true);
    assert_eq!(Compare::new(&metadata).with_shapes(shapes).input_difference::<Threshold>(), []);
    // One tensor fits the only input, whatever that is called.
    assert_eq!(Compare::new(&metadata).input_difference::<[f32; 1]>(), []);
}

#[test]
fn broken_documents_say_where() {
    let error = ModelMetadata::from_json(br#"{"name":"m","platform":"","inputs":[{"name":"x","datatype":1}]}"#);
    let error = error.expect_err("no text");
    assert_eq!(error.to_string(), "inputs[0].datatype: expected a text, found 1 (line 1, column 60) (byte 59)");
    let error = ModelMetadata::from_json(br#"{"name":"m"}"#).expect_err("no platform");
    assert_eq!(Fault::of(&error).map(|fault| fault.kind), Some(FaultKind::Missing));
    assert_eq!(error.to_string(), "platform: expected a text, found nothing (line 1, column 1) (byte 0)");
    let error = ModelConfig::from_json(br#"{"name":"m","max_batch_size":-1}"#).expect_err("negative");
    let text = "max_batch_size: expected an integer from 0 on, found -1 (line 1, column 30) (byte 29)";
    assert_eq!(error.to_string(), text);
    let error = ModelMetadata::from_json(b"{").expect_err("no JSON");
    assert_eq!(Fault::of(&error).map(|fault| fault.kind), Some(FaultKind::NotJson));
    ModelMetadata::from_grpc(&[0x0a]).expect_err("no protobuf");
}
