//! The same messages with structs written by hand. Names, types and shapes are checked as a careful user would.

use prost::Message;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::Tiny;

/// A request whose inputs are a list, or a tuple where their types differ.
#[derive(Serialize, Deserialize)]
pub(crate) struct JsonRequest<T> {
    pub(crate) inputs: T,
}

/// An input that borrows what it can.
#[derive(Serialize, Deserialize)]
pub(crate) struct Input<'a, S, D> {
    pub(crate) name: &'a str,
    pub(crate) shape: S,
    pub(crate) datatype: &'a str,
    pub(crate) data: D,
}

/// An input whose data are read once its datatype is known.
type Unread<'a> = Input<'a, Vec<usize>, &'a RawValue>;

pub(crate) fn to_json(tiny: &Tiny) -> Vec<u8> {
    let len = tiny.marks.len();
    assert_eq!(tiny.points.len(), len);
    let inputs = (
        Input { name: "points", shape: [len, 2], datatype: "FP32", data: tiny.points.as_flattened() },
        Input { name: "marks", shape: [len], datatype: "INT64", data: &*tiny.marks },
        Input { name: "threshold", shape: [(); 0], datatype: "FP32", data: [tiny.threshold] },
    );
    serde_json::to_vec(&JsonRequest { inputs }).expect("written")
}

pub(crate) fn from_json(json: &[u8]) -> Tiny {
    #[derive(Deserialize)]
    struct Inputs<'a> {
        #[serde(borrow)]
        inputs: Vec<Unread<'a>>,
    }
    let Inputs { inputs } = serde_json::from_slice(json).expect("read");
    let find = |name: &str, datatype: &str, rank: usize| {
        let input = inputs.iter().find(|input| input.name == name).expect("the name");
        assert!(input.datatype == datatype && input.shape.len() == rank);
        input
    };
    let (points, marks, threshold) =
        (find("points", "FP32", 2), find("marks", "INT64", 1), find("threshold", "FP32", 0));
    let n = marks.shape[0];
    assert!(points.shape == [n, 2]);
    let flat: Vec<f32> = serde_json::from_str(points.data.get()).expect("floats");
    let marks: Vec<i64> = serde_json::from_str(marks.data.get()).expect("integers");
    let [threshold]: [f32; 1] = serde_json::from_str(threshold.data.get()).expect("a float");
    assert!(flat.len() == n * 2 && marks.len() == n);
    Tiny { points: flat.as_chunks().0.to_vec(), marks, threshold }
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
    assert_eq!(tiny.points.len() as i64, len);
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
