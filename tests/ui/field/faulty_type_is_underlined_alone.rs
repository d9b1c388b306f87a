//! What is wrong with one type inside of another is reported at that one.

use std::{collections::HashMap, path::PathBuf, sync::Mutex};

use tensor_format::Tensor;

trait Layer {}

#[derive(Tensor)]
struct Network<'a> {
    layers: Vec<Box<dyn Layer>>,
    file: Option<PathBuf>,
    cells: Vec<Mutex<f32>>,
    ids: HashMap<String, u128>,
    values: Option<&'a mut [f32]>,
}

macro_rules! list {
    ($t:ty) => {
        #[derive(Tensor)]
        struct List {
            items: Vec<$t>,
            first: Option<$t>,
        }
    };
}

list!(PathBuf);

fn main() {}
