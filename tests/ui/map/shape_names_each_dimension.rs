//! `shape` of a map names the dimensions of the labels, and then the axes of a value.

use std::collections::{BTreeMap, HashMap};

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [category])]
struct TooFew(BTreeMap<String, [f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [category, brand, x: 3])]
struct TooMany(BTreeMap<String, [f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [category, x: 4])]
struct OtherSize(BTreeMap<String, [f32; 3]>);

#[derive(Tensor)]
#[tensor(shape = [category, .., x: 3])]
struct OpenRank(BTreeMap<String, [f32; 3]>);

#[derive(Tensor)]
struct Fields {
    #[tensor(shape = [category])]
    too_few: HashMap<(String, String), f32>,
    #[tensor(shape = [category, brand, x: 2..=4])]
    size: Option<HashMap<String, [f32; 3]>>,
    #[tensor(shape = [_, x: 3, y])]
    rank: BTreeMap<String, [f32; 3]>,
    #[tensor(shape = [.., category, 3])]
    open: BTreeMap<String, Tensor2>,
    #[tensor(dtype = f64)]
    dtype: BTreeMap<String, f32>,
}

type Tensor2 = tensor_format::Tensor;

fn main() {}
