//! `record` makes each entry of a map a parameter: it stands on a struct around one map from names to tensors.
#![allow(dead_code)]
use std::collections::{BTreeMap, HashMap};

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(record)]
struct NoMap(Vec<f32>);

#[derive(Tensor)]
#[tensor(record)]
struct KeysAreNumbers(BTreeMap<u32, f32>);

#[derive(Tensor)]
struct Pose {
    x: f32,
}

#[derive(Tensor)]
#[tensor(record)]
struct Records(HashMap<String, Pose>);

#[derive(Tensor)]
#[tensor(record, dtype = f32)]
struct Narrowed(HashMap<String, Vec<f32>>);

#[derive(Tensor)]
#[tensor(record)]
struct Two {
    map: HashMap<String, Vec<f32>>,
    other: u8,
}

#[derive(Tensor)]
struct Field {
    #[tensor(record)]
    map: HashMap<String, Vec<f32>>,
}

struct Other;

#[derive(Tensor)]
#[tensor(record)]
struct NoTensors(HashMap<String, Other>);

#[derive(Tensor)]
#[tensor(record)]
struct Nothing(#[tensor(skip)] u64);

#[derive(Tensor)]
#[tensor(record)]
enum Label {
    A,
}

#[derive(Tensor)]
#[tensor(record)]
enum Union {
    F32(f32),
    F64(f64),
}

#[derive(Tensor)]
#[tensor(record)]
enum Variants {
    State { map: HashMap<String, f32> },
    Nothing,
}

#[derive(Tensor)]
#[tensor(record)]
struct Entries(BTreeMap<String, f32>);

#[derive(Tensor)]
struct Outer {
    entries: Entries,
}

fn main() {}
