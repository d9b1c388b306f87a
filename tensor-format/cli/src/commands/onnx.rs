//! Inputs and outputs of ONNX models, and ONNX tensors: the few fields of their protobuf messages that say so.
//!
//! Source: `onnx/onnx.proto` of ONNX 1.23, whose numbers of fields and element types are these.

use std::collections::HashSet;

use prost::Message;
use tensor_format::{
    Definition, Definitions, ElementType,
    decthings::ModelDefinitions,
    rules::{Dim, DimBuf, TensorRulesBuf},
};

use crate::args::Side;

#[derive(Clone, PartialEq, Message)]
struct ModelProto {
    #[prost(message, optional, tag = "7")]
    graph: Option<GraphProto>,
}

#[derive(Clone, PartialEq, Message)]
struct GraphProto {
    #[prost(message, repeated, tag = "5")]
    initializer: Vec<TensorProto>,
    #[prost(message, repeated, tag = "11")]
    input: Vec<ValueInfoProto>,
    #[prost(message, repeated, tag = "12")]
    output: Vec<ValueInfoProto>,
}

#[derive(Clone, PartialEq, Message)]
struct TensorProto {
    #[prost(int64, repeated, tag = "1")]
    dims: Vec<i64>,
    #[prost(int32, optional, tag = "2")]
    data_type: Option<i32>,
    #[prost(string, optional, tag = "8")]
    name: Option<String>,
}

#[derive(Clone, PartialEq, Message)]
struct ValueInfoProto {
    #[prost(string, optional, tag = "1")]
    name: Option<String>,
    #[prost(message, optional, tag = "2")]
    r#type: Option<TypeProto>,
}

#[derive(Clone, PartialEq, Message)]
struct TypeProto {
    #[prost(oneof = "Kind", tags = "1, 4, 5, 8, 9")]
    kind: Option<Kind>,
}

/// The kind of a value. Only tensors have more than their kind.
#[derive(Clone, PartialEq, prost::Oneof)]
enum Kind {
    #[prost(message, tag = "1")]
    Tensor(TensorType),
    #[prost(message, tag = "4")]
    Sequence(Other),
    #[prost(message, tag = "5")]
    Map(Other),
    #[prost(message, tag = "8")]
    SparseTensor(Other),
    #[prost(message, tag = "9")]
    Optional(Wrapped),
}

#[derive(Clone, PartialEq, Message)]
struct Other {}

#[derive(Clone, PartialEq, Message)]
struct Wrapped {
    #[prost(message, optional, boxed, tag = "1")]
    elem_type: Option<Box<TypeProto>>,
}

#[derive(Clone, PartialEq, Message)]
struct TensorType {
    #[prost(int32, optional, tag = "1")]
    elem_type: Option<i32>,
    #[prost(message, optional, tag = "2")]
    shape: Option<ShapeProto>,
}

#[derive(Clone, PartialEq, Message)]
struct ShapeProto {
    #[prost(message, repeated, tag = "1")]
    dim: Vec<Dimension>,
}

#[derive(Clone, PartialEq, Message)]
struct Dimension {
    #[prost(oneof = "Length", tags = "1, 2")]
    value: Option<Length>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
enum Length {
    #[prost(int64, tag = "1")]
    Value(i64),
    #[prost(string, tag = "2")]
    Param(String),
}

/// Returns the definitions of a model's inputs and outputs, or of one side alone: symbolic dimensions are named axes,
/// inputs with an initial value and optional ones are not required.
///
/// # Errors
///
/// If the bytes are no model, or an input or output of a side that is asked for has no name or that of another, or is no
/// tensor of the model here.
pub fn model(bytes: &[u8], side: Option<Side>) -> Result<ModelDefinitions, String> {
    let model = ModelProto::decode(bytes).map_err(|error| format!("not an ONNX model: {error}"))?;
    let graph = model.graph.ok_or("not an ONNX model: it has no graph")?;
    let given: HashSet<&str> = graph.initializer.iter().filter_map(|tensor| tensor.name.as_deref()).collect();
    let mut definitions = ModelDefinitions::default();
    if side != Some(Side::Output) {
        definitions.evaluate_input = list(&graph.input, "input", |name| given.contains(name))?;
    }
    if side != Some(Side::Input) {
        definitions.evaluate_output = list(&graph.output, "output", |_| false)?;
    }
    Ok(definitions)
}

fn list(infos: &[ValueInfoProto], side: &str, given: impl Fn(&str) -> bool) -> Result<Definitions, String> {
    let mut names = HashSet::new();
    let mut of = |(index, info): (usize, &ValueInfoProto)| {
        let name = info.name.clone().filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| format!("{side} {index} has no name"))?;
        if !names.insert(name.clone()) {
            return Err(format!("{side} `{name}`: there are two of this name"));
        }
        let kind = info.r#type.as_ref().and_then(|of| of.kind.as_ref());
        let (rules, optional) = tensor_rules(kind).map_err(|what| format!("{side} `{name}`: {what}"))?;
        let required = !given(&name) && !optional;
        Ok(Definition::new(name, required, rules))
    };
    infos.iter().enumerate().map(&mut of).collect::<Result<Vec<_>, String>>().map(Definitions)
}

/// Returns the rules of a value, and whether it may be absent.
fn tensor_rules(kind: Option<&Kind>) -> Result<(TensorRulesBuf, bool), String> {
    match kind {
        Some(Kind::Tensor(tensor)) => {
            let element_type = element_type(tensor.elem_type.unwrap_or_default())?;
            // Without a shape any number of axes may be there.
            let axes = tensor.shape.as_ref().map(|shape| shape.dim.iter().map(axis).collect());
            let (open, axes) = (axes.is_none().then_some(0), axes.unwrap_or_default());
            Ok((TensorRulesBuf { allowed_types: vec![element_type], axes, open, ..TensorRulesBuf::default() }, false))
        }
        Some(Kind::Optional(wrapped)) => {
            let inner = wrapped.elem_type.as_ref().and_then(|inner| inner.kind.as_ref());
            tensor_rules(inner).map(|(rules, _)| (rules, true))
        }
        Some(Kind::Sequence(_)) => Err("a sequence is no tensor".to_owned()),
        Some(Kind::Map(_)) => Err("a map is no tensor".to_owned()),
        Some(Kind::SparseTensor(_)) => Err("a sparse tensor has no definition here".to_owned()),
        None => Err("the model does not say its type".to_owned()),
    }
}

/// Returns the lengths of an axis. A negative one, as some converters write, and an empty name are any, as they are to
/// ONNX Runtime.
fn axis(dimension: &Dimension) -> DimBuf {
    let exact = |len: i64| u64::try_from(len).map_or(Dim::ANY, Dim::exact);
    DimBuf::from(match &dimension.value {
        Some(Length::Value(len)) => exact(*len),
        Some(Length::Param(name)) if !name.is_empty() => Dim::named(Dim::ANY, name),
        _ => Dim::ANY,
    })
}

/// Returns rules that only this ONNX tensor fits.
///
/// # Errors
///
/// If the bytes are no tensor, or its element type is none here.
pub fn tensor(bytes: &[u8]) -> Result<TensorRulesBuf, String> {
    let tensor = TensorProto::decode(bytes).map_err(|error| format!("not an ONNX tensor: {error}"))?;
    let number = tensor.data_type.ok_or("not an ONNX tensor: it has no element type")?;
    let axis = |len: &i64| match u64::try_from(*len) {
        Ok(len) => Ok(DimBuf::from(Dim::exact(len))),
        Err(_) => Err(format!("an axis of length {len}")),
    };
    Ok(TensorRulesBuf {
        allowed_types: vec![element_type(number)?],
        axes: tensor.dims.iter().map(axis).collect::<Result<_, _>>()?,
        ..TensorRulesBuf::default()
    })
}

fn element_type(number: i32) -> Result<ElementType, String> {
    Ok(match number {
        1 => ElementType::F32,
        2 => ElementType::U8,
        3 => ElementType::I8,
        4 => ElementType::U16,
        5 => ElementType::I16,
        6 => ElementType::I32,
        7 => ElementType::I64,
        8 => ElementType::String,
        9 => ElementType::Bool,
        10 => ElementType::F16,
        11 => ElementType::F64,
        12 => ElementType::U32,
        13 => ElementType::U64,
        14 => ElementType::C64,
        15 => ElementType::C128,
        16 => ElementType::BF16,
        17..=20 | 24 => return Err(format!("element type {number}, an 8-bit float, is none of the model")),
        21..=23 | 25 | 26 => return Err(format!("element type {number}, of less than 8 bits, is none of the model")),
        _ => return Err(format!("element type {number} is unknown")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, kind: Kind) -> ValueInfoProto {
        ValueInfoProto { name: Some(name.into()), r#type: Some(TypeProto { kind: Some(kind) }) }
    }

    fn tensor_type(elem_type: i32, shape: Option<&[Length]>) -> Kind {
        let dims = |shape: &[Length]| shape.iter().map(|length| Dimension { value: Some(length.clone()) }).collect();
        Kind::Tensor(TensorType {
            elem_type: Some(elem_type),
            shape: shape.map(|shape| ShapeProto { dim: dims(shape) }),
        })
    }

    fn bytes(inputs: Vec<ValueInfoProto>) -> Vec<u8> {
        let given = TensorProto { dims: vec![2], data_type: Some(1), name: Some("bias".into()) };
        let output = input("y", tensor_type(11, Some(&[])));
        let graph = GraphProto { initializer: vec![given], input: inputs, output: vec![output] };
        ModelProto { graph: Some(graph) }.encode_to_vec()
    }

    #[test]
    fn models_have_definitions() {
        let batch = Length::Param("batch".into());
        let bytes = bytes(vec![
            input("image", tensor_type(1, Some(&[batch.clone(), Length::Value(3), Length::Param(String::new())]))),
            input("bias", tensor_type(1, Some(&[Length::Value(2)]))),
            input("any", tensor_type(7, None)),
            input(
                "mask",
                Kind::Optional(Wrapped {
                    elem_type: Some(Box::new(TypeProto { kind: Some(tensor_type(9, Some(&[batch]))) })),
                }),
            ),
        ]);
        let found = model(&bytes, None).unwrap();
        assert_eq!(
            found.evaluate_input.to_string(),
            "image: f32 [batch, 3, _]\nbias?: f32 [2]\nany: i64 [..]\nmask?: bool [batch]"
        );
        assert_eq!(found.evaluate_output.to_string(), "y: f64 []");
    }

    #[test]
    fn many_inputs_and_initial_values_are_told_apart() {
        // To compare each with each would take many minutes.
        let name = |index: usize| Some(format!("x{index}"));
        let tensor = |index| TensorProto { dims: vec![], data_type: Some(1), name: name(index) };
        let inputs = (0..200_000).map(|index| input(&format!("y{index}"), tensor_type(1, Some(&[])))).collect();
        let graph = GraphProto { initializer: (0..200_000).map(tensor).collect(), input: inputs, output: vec![] };
        let bytes = ModelProto { graph: Some(graph) }.encode_to_vec();
        assert_eq!(model(&bytes, None).unwrap().evaluate_input.0.len(), 200_000);
    }

    #[test]
    fn what_has_no_definition_is_named() {
        let error = |kind| model(&bytes(vec![input("x", kind)]), None).unwrap_err();
        assert_eq!(error(Kind::Sequence(Other {})), "input `x`: a sequence is no tensor");
        assert_eq!(error(Kind::Map(Other {})), "input `x`: a map is no tensor");
        assert_eq!(error(Kind::SparseTensor(Other {})), "input `x`: a sparse tensor has no definition here");
        assert_eq!(error(tensor_type(17, None)), "input `x`: element type 17, an 8-bit float, is none of the model");
        assert_eq!(
            error(tensor_type(22, None)),
            "input `x`: element type 22, of less than 8 bits, is none of the model"
        );
        assert_eq!(error(tensor_type(99, None)), "input `x`: element type 99 is unknown");
        let nothing = ValueInfoProto { name: Some("x".into()), r#type: None };
        assert_eq!(model(&bytes(vec![nothing]), None).unwrap_err(), "input `x`: the model does not say its type");
        assert_eq!(model(&[], None).unwrap_err(), "not an ONNX model: it has no graph");
        assert!(model(&[0xff; 20], None).unwrap_err().starts_with("not an ONNX model: "));
        let given = TensorProto { dims: vec![2, 3], data_type: Some(16), name: None };
        assert_eq!(tensor(&given.encode_to_vec()).unwrap().to_string(), "bf16 [2, 3]");
        assert_eq!(tensor(&[]).unwrap_err(), "not an ONNX tensor: it has no element type");
        let negative = TensorProto { dims: vec![-2], data_type: Some(1), name: None };
        assert_eq!(tensor(&negative.encode_to_vec()).unwrap_err(), "an axis of length -2");
    }

    #[test]
    fn one_side_has_definitions_where_the_other_has_none() {
        let sequence = bytes(vec![input("x", Kind::Sequence(Other {}))]);
        assert_eq!(model(&sequence, Some(Side::Output)).unwrap().evaluate_output.to_string(), "y: f64 []");
        assert_eq!(model(&sequence, Some(Side::Input)).unwrap_err(), "input `x`: a sequence is no tensor");
        assert_eq!(model(&sequence, None).unwrap_err(), "input `x`: a sequence is no tensor");
    }

    #[test]
    fn a_negative_length_is_any() {
        let found = model(&bytes(vec![input("x", tensor_type(1, Some(&[Length::Value(-1), Length::Value(3)])))]), None);
        assert_eq!(found.unwrap().evaluate_input.to_string(), "x: f32 [_, 3]");
    }

    #[test]
    fn names_are_there_once() {
        let scalar = |name: &str| input(name, tensor_type(1, Some(&[])));
        let error = |inputs| model(&bytes(inputs), None).unwrap_err();
        assert_eq!(error(vec![scalar("x"), scalar("x")]), "input `x`: there are two of this name");
        assert_eq!(error(vec![scalar("x"), scalar("")]), "input 1 has no name");
        // One of each side may have the name of the other.
        assert!(model(&bytes(vec![scalar("y")]), None).is_ok());
    }

    #[test]
    fn a_model_cut_anywhere_does_not_panic() {
        let whole = bytes(vec![input("x", tensor_type(1, Some(&[Length::Value(3)])))]);
        for end in 0..whole.len() {
            let _ = model(&whole[..end], None);
            let _ = tensor(&whole[..end]);
        }
    }
}
