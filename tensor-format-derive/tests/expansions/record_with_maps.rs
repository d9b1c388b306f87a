use std::collections::{BTreeMap, HashMap};

#[derive(Tensor)]
pub struct Shop<T> {
    title: String,
    #[tensor(shape = [category, x: 2], dtype = f32, range = 0.0..)]
    prices: BTreeMap<String, [f32; 2]>,
    #[tensor(default)]
    stock: HashMap<(String, String), T>,
    notes: Option<BTreeMap<String, i64>>,
}

#[derive(Tensor)]
#[tensor(shape = [category, x: 3])]
pub struct Embeddings(BTreeMap<String, [f32; 3]>);
