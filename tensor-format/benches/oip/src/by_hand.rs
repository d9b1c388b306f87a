//! The same messages with structs written by hand. Names, types and shapes are checked as a careful user would.

use prost::Message;
use serde::{Deserialize, Serialize};

use crate::Tiny;

#[derive(Serialize, Deserialize)]
pub(crate) struct JsonRequest<T> {
    pub(crate) inputs: Vec<T>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Floats {
    pub(crate) name: String,
    pub(crate) shape: Vec<usize>,
    pub(crate) datatype: String,
    pub(crate) data: Vec<f32>,
}

/// A tensor whose datatype is not known before its data are read.
#[derive(Serialize, Deserialize)]
struct Any {
    name: String,
    shape: Vec<usize>,
    datatype: String,
    data: Numbers,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Numbers {
    I64(Vec<i64>),
    F32(Vec<f32>),
}

pub(crate) fn to_json(tiny: &Tiny) -> Vec<u8> {
    let any =
        |name: &str, shape, datatype: &str, data| Any { name: name.into(), shape, datatype: datatype.into(), data };
    let inputs = vec![
        any("points", vec![tiny.points.len(), 2], "FP32", Numbers::F32(tiny.points.as_flattened().to_vec())),
        any("marks", vec![tiny.marks.len()], "INT64", Numbers::I64(tiny.marks.clone())),
        any("threshold", vec![], "FP32", Numbers::F32(vec![tiny.threshold])),
    ];
    serde_json::to_vec(&JsonRequest { inputs }).expect("written")
}

pub(crate) fn from_json(json: &[u8]) -> Tiny {
    let request: JsonRequest<Any> = serde_json::from_slice(json).expect("read");
    let mut inputs = request.inputs;
    let mut take = |name: &str, datatype: &str, rank: usize| {
        let at = inputs.iter().position(|input| input.name == name).expect("the name");
        let input = inputs.swap_remove(at);
        assert!(input.datatype == datatype && input.shape.len() == rank);
        let Numbers::F32(data) = (match input.data {
            Numbers::I64(data) if datatype == "INT64" => return (input.shape, Vec::new(), data),
            data => data,
        }) else {
            panic!("integers")
        };
        assert_eq!(input.shape.iter().product::<usize>(), data.len());
        (input.shape, data, Vec::new())
    };
    let (shape, points, _) = take("points", "FP32", 2);
    let (n, _, marks) = take("marks", "INT64", 1);
    let (_, threshold, _) = take("threshold", "FP32", 0);
    assert!(shape[0] == n[0] && shape[1] == 2 && marks.len() == n[0]);
    Tiny { points: points.as_chunks().0.to_vec(), marks, threshold: threshold[0] }
}

#[derive(Clone, PartialEq, Message)]
struct GrpcTensor {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(string, tag = "2")]
    datatype: String,
    #[prost(int64, repeated, tag = "3")]
    shape: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
struct GrpcRequest {
    #[prost(string, tag = "1")]
    model_name: String,
    #[prost(string, tag = "2")]
    model_version: String,
    #[prost(string, tag = "3")]
    id: String,
    #[prost(message, repeated, tag = "5")]
    inputs: Vec<GrpcTensor>,
    #[prost(bytes = "vec", repeated, tag = "7")]
    raw_input_contents: Vec<Vec<u8>>,
}

pub(crate) fn to_grpc(tiny: &Tiny) -> Vec<u8> {
    let tensor = |name: &str, datatype: &str, shape| GrpcTensor { name: name.into(), datatype: datatype.into(), shape };
    let floats = |floats: &[f32]| floats.iter().flat_map(|float| float.to_le_bytes()).collect::<Vec<u8>>();
    let len = tiny.marks.len() as i64;
    let request = GrpcRequest {
        inputs: vec![
            tensor("points", "FP32", vec![len, 2]),
            tensor("marks", "INT64", vec![len]),
            tensor("threshold", "FP32", vec![]),
        ],
        raw_input_contents: vec![
            floats(tiny.points.as_flattened()),
            tiny.marks.iter().flat_map(|mark| mark.to_le_bytes()).collect(),
            floats(&[tiny.threshold]),
        ],
        ..GrpcRequest::default()
    };
    request.encode_to_vec()
}

pub(crate) fn from_grpc(bytes: &[u8]) -> Tiny {
    let request = GrpcRequest::decode(bytes).expect("read");
    assert_eq!(request.inputs.len(), request.raw_input_contents.len());
    let take = |name: &str, datatype: &str, rank: usize, size: usize| {
        let at = request.inputs.iter().position(|input| input.name == name).expect("the name");
        let (input, raw) = (&request.inputs[at], &request.raw_input_contents[at]);
        assert!(input.datatype == datatype && input.shape.len() == rank);
        assert_eq!(input.shape.iter().product::<i64>() as usize * size, raw.len());
        (&input.shape, raw)
    };
    let (shape, points) = take("points", "FP32", 2, 4);
    let (n, marks) = take("marks", "INT64", 1, 8);
    let (_, threshold) = take("threshold", "FP32", 0, 4);
    assert!(shape[0] == n[0] && shape[1] == 2);
    let float = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("4 bytes"));
    Tiny {
        points: points.chunks_exact(8).map(|point| [float(&point[..4]), float(&point[4..])]).collect(),
        marks: marks.chunks_exact(8).map(|mark| i64::from_le_bytes(mark.try_into().expect("8 bytes"))).collect(),
        threshold: float(threshold),
    }
}
