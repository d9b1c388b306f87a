//! Descriptions of layouts: XLA shape messages beside `prost`, and stdlib records.

use std::hint::black_box;

use prost::Message;
use tensor_format::{
    ByteOrder, ElementType, Header,
    layout::Layout,
    stdlib::{self, MetaData},
    xla::Shape,
};

use crate::{report::Suite, workload::Workload};

/// The message as its definition has it, for a code generator to read and write.
#[derive(Clone, PartialEq, Message)]
struct ShapeProto {
    #[prost(int32, tag = "2")]
    element_type: i32,
    #[prost(int64, repeated, tag = "3")]
    dimensions: Vec<i64>,
    #[prost(message, repeated, tag = "4")]
    tuple_shapes: Vec<ShapeProto>,
    #[prost(message, optional, boxed, tag = "5")]
    layout: Option<Box<LayoutProto>>,
    #[prost(bool, repeated, tag = "6")]
    is_dynamic_dimension: Vec<bool>,
}

#[derive(Clone, PartialEq, Message)]
struct LayoutProto {
    #[prost(int64, repeated, tag = "1")]
    minor_to_major: Vec<i64>,
    #[prost(message, repeated, tag = "6")]
    tiles: Vec<TileProto>,
    #[prost(int64, tag = "7")]
    element_size_in_bits: i64,
    #[prost(int64, tag = "8")]
    memory_space: i64,
    #[prost(int32, repeated, tag = "9")]
    dim_level_types: Vec<i32>,
    #[prost(message, optional, boxed, tag = "10")]
    physical_shape: Option<Box<ShapeProto>>,
    #[prost(int32, tag = "11")]
    index_primitive_type: i32,
    #[prost(int32, tag = "12")]
    pointer_primitive_type: i32,
    #[prost(bool, repeated, tag = "13")]
    dim_unique: Vec<bool>,
    #[prost(bool, repeated, tag = "14")]
    dim_ordered: Vec<bool>,
    #[prost(int64, tag = "15")]
    dynamic_shape_metadata_prefix_bytes: i64,
    #[prost(int64, tag = "16")]
    tail_padding_alignment_in_elements: i64,
    #[prost(message, repeated, tag = "17")]
    split_configs: Vec<SplitConfigProto>,
}

#[derive(Clone, PartialEq, Message)]
struct TileProto {
    #[prost(int64, repeated, tag = "1")]
    dimensions: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
struct SplitConfigProto {
    #[prost(int64, tag = "1")]
    dimension: i64,
    #[prost(int64, repeated, tag = "2")]
    split_indices: Vec<i64>,
}

/// Returns a tuple whose members have different lengths, so that no two are alike.
fn tuple() -> String {
    let members: Vec<String> = (1..=64).map(|i| format!("f32[{i},128]{{1,0:T(8,128)}}")).collect();
    format!("({})", members.join(", "))
}

pub(crate) fn run(suite: &mut Suite) {
    let tuple = tuple();
    for (name, text) in [
        ("of rank 4", "f32[16,64,128,128]{3,2,1,0}"),
        ("of rank 6, tiled", "bf16[2,3,4,5,64,128]{5,4,3,2,1,0:T(8,128)(2,1)}"),
        ("of a tuple of 64 arrays", tuple.as_str()),
    ] {
        xla(suite, name, text);
    }
    record(suite);
}

fn xla(suite: &mut Suite, name: &str, text: &str) {
    let title = format!("XLA shape {name}");
    if !suite.wants(&title) {
        return;
    }
    let shape: Shape = text.parse().expect("a shape");
    let bytes = shape.to_vec();
    let peer = ShapeProto::decode(bytes.as_slice()).expect("a message");
    assert_eq!(peer.encode_to_vec(), bytes);
    let mut work = Workload::new(&title, 1, bytes.len());
    work.looks("prost, decoded, not checked", || ShapeProto::decode(black_box(bytes.as_slice())));
    work.looks("tensor-format Shape, read and checked", || Shape::from_slice(black_box(&bytes)));
    // This crate does more: generated code does not check the meaning of the numbers, and drops fields it does not
    // know.
    work.against("prost, decoded, not checked", None);
    work.looks("tensor-format Shape, parsed from text", || black_box(text).parse::<Shape>());
    work.looks("prost, encoded", || black_box(&peer).encode_to_vec());
    work.looks("tensor-format Shape, written", || black_box(&shape).to_vec());
    work.against_peer("prost, encoded");
    suite.run(work);
}

fn record(suite: &mut Suite) {
    let title = "stdlib record of rank 4";
    if !suite.wants(title) {
        return;
    }
    let header = Header::new(ElementType::F32, [16, 64, 128, 128]);
    let layout = Layout::row_major(&header.shape, 4);
    let meta = MetaData::of_layout(&header, &layout, ByteOrder::NATIVE).expect("a record");
    let (bytes, len) = (meta.to_vec().expect("a record"), 4 * 16 * 64 * 128 * 128);
    let options = stdlib::Options::new();
    let mut work = Workload::new(title, 1, bytes.len());
    work.looks("tensor-format MetaData, read and checked", || {
        let meta = options.from_slice(black_box(&bytes)).expect("a record");
        meta.check_buffer(len).expect("in the buffer");
        meta
    });
    work.looks("tensor-format MetaData, written", || black_box(&meta).to_vec());
    suite.run(work);
}
