//! The messages of the protocol with all their fields, as `prost` has them. The bench of load, which answers by hand, has
//! this file too.

use std::collections::BTreeMap;

use prost::{Message, Oneof, bytes::Bytes};

#[derive(Clone, PartialEq, Message)]
pub(crate) struct InferRequest {
    #[prost(string, tag = "1")]
    pub(crate) model_name: String,
    #[prost(string, tag = "2")]
    pub(crate) model_version: String,
    #[prost(string, tag = "3")]
    pub(crate) id: String,
    #[prost(btree_map = "string, message", tag = "4")]
    pub(crate) parameters: BTreeMap<String, InferParameter>,
    #[prost(message, repeated, tag = "5")]
    pub(crate) inputs: Vec<InferTensor>,
    #[prost(message, repeated, tag = "6")]
    pub(crate) outputs: Vec<Requested>,
    #[prost(bytes = "bytes", repeated, tag = "7")]
    pub(crate) raw_input_contents: Vec<Bytes>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct InferResponse {
    #[prost(string, tag = "1")]
    pub(crate) model_name: String,
    #[prost(string, tag = "2")]
    pub(crate) model_version: String,
    #[prost(string, tag = "3")]
    pub(crate) id: String,
    #[prost(btree_map = "string, message", tag = "4")]
    pub(crate) parameters: BTreeMap<String, InferParameter>,
    #[prost(message, repeated, tag = "5")]
    pub(crate) outputs: Vec<InferTensor>,
    #[prost(bytes = "vec", repeated, tag = "6")]
    pub(crate) raw_output_contents: Vec<Vec<u8>>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct InferTensor {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(string, tag = "2")]
    pub(crate) datatype: String,
    #[prost(int64, repeated, tag = "3")]
    pub(crate) shape: Vec<i64>,
    #[prost(btree_map = "string, message", tag = "4")]
    pub(crate) parameters: BTreeMap<String, InferParameter>,
    #[prost(message, optional, tag = "5")]
    pub(crate) contents: Option<Contents>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Requested {
    #[prost(string, tag = "1")]
    pub(crate) name: String,
    #[prost(btree_map = "string, message", tag = "2")]
    pub(crate) parameters: BTreeMap<String, InferParameter>,
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct InferParameter {
    #[prost(oneof = "Choice", tags = "1, 2, 3, 4, 5")]
    pub(crate) choice: Option<Choice>,
}

#[derive(Clone, PartialEq, Oneof)]
pub(crate) enum Choice {
    #[prost(bool, tag = "1")]
    Bool(bool),
    #[prost(int64, tag = "2")]
    Int64(i64),
    #[prost(string, tag = "3")]
    String(String),
    #[prost(double, tag = "4")]
    Double(f64),
    #[prost(uint64, tag = "5")]
    Uint64(u64),
}

#[derive(Clone, PartialEq, Message)]
pub(crate) struct Contents {
    #[prost(bool, repeated, tag = "1")]
    pub(crate) bool_contents: Vec<bool>,
    #[prost(int32, repeated, tag = "2")]
    pub(crate) int_contents: Vec<i32>,
    #[prost(int64, repeated, tag = "3")]
    pub(crate) int64_contents: Vec<i64>,
    #[prost(uint32, repeated, tag = "4")]
    pub(crate) uint_contents: Vec<u32>,
    #[prost(uint64, repeated, tag = "5")]
    pub(crate) uint64_contents: Vec<u64>,
    #[prost(float, repeated, tag = "6")]
    pub(crate) fp32_contents: Vec<f32>,
    #[prost(double, repeated, tag = "7")]
    pub(crate) fp64_contents: Vec<f64>,
    #[prost(bytes = "vec", repeated, tag = "8")]
    pub(crate) bytes_contents: Vec<Vec<u8>>,
}
