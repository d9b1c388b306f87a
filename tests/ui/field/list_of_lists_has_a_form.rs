//! Lists and maps of what is no item have another form, which the message says.

use std::collections::{BTreeMap, HashMap, VecDeque};

use ndarray::Array2;
use tensor_format::{Batch, Ragged, Tensor, View};

#[derive(Tensor)]
struct Lists {
    fixed: [Vec<f32>; 3],
    boxed: Box<[Vec<f32>]>,
    queue: VecDeque<Vec<f32>>,
    options: [Option<f32>; 3],
    units: Vec<()>,
    maps: Vec<HashMap<String, f32>>,
    absent: HashMap<String, Option<f32>>,
    lists: BTreeMap<String, Vec<Vec<f32>>>,
    batch: Batch<Vec<Vec<f32>>>,
    arrays: Ragged<Array2<f32>>,
    wide: Vec<Vec<u128>>,
}

#[derive(Tensor)]
struct Lent<'a> {
    slices: Vec<&'a [f32]>,
    views: Vec<View<'a, f32>>,
}

// What the messages advise.
#[derive(Tensor)]
struct Item {
    map: HashMap<String, f32>,
}

#[derive(Tensor)]
struct Value {
    value: Option<f32>,
}

#[derive(Tensor)]
struct Ragged2 {
    #[tensor(ragged)]
    lists: Vec<Vec<f32>>,
}

#[derive(Tensor)]
struct Pixels {
    pixels: Array2<f32>,
}

#[derive(Tensor)]
struct Row {
    #[tensor(with = texts)]
    numbers: Vec<u128>,
}

mod texts {
    pub fn to_wire<T: ToString>(list: &Vec<T>) -> Vec<String> {
        list.iter().map(T::to_string).collect()
    }
    pub fn from_wire<T: std::str::FromStr>(texts: Vec<String>) -> Result<Vec<T>, T::Err> {
        texts.iter().map(|text| text.parse()).collect()
    }
}

#[derive(Tensor)]
struct Followed {
    #[tensor(ragged)]
    lists: Vec<Vec<f32>>,
    #[tensor(ragged)]
    options: Vec<Option<f32>>,
    three: (Option<f32>, Option<f32>, Option<f32>),
    whole: Option<[f32; 3]>,
    length: u64,
    maps: Vec<Item>,
    turned: HashMap<String, Vec<f32>>,
    absent: HashMap<String, Value>,
    values: BTreeMap<String, Ragged2>,
    batch: Batch<Array2<f32>>,
    ragged: Ragged<Vec<Vec<f32>>>,
    arrays: Vec<Pixels>,
    wide: Vec<Row>,
}

fn main() {}
