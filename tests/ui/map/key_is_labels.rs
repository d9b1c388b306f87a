//! The key of a map is labels, and a value is a tensor.

use std::collections::{BTreeMap, HashMap};

use tensor_format::Tensor;

#[derive(Tensor)]
struct Numbers {
    by_weight: BTreeMap<f32, f32>,
    names: Option<HashMap<String, Other>>,
    by_cell: HashMap<(u32, u32), f32>,
    by_index: HashMap<(usize, usize), f32>,
    by_letter: Option<HashMap<char, f32>>,
    by_user: HashMap<UserId, f32>,
    by_session: HashMap<Uuid, f32>,
    lists: BTreeMap<u32, Vec<Vec<f32>>>,
}

#[derive(Tensor)]
#[tensor(shape = [category])]
struct Whole(BTreeMap<f32, f32>);

struct Other;
struct Uuid;

#[derive(Tensor, PartialEq, Eq, Hash)]
struct UserId(u64);

fn main() {}
