//! Items of sets have an order, and keys of maps are labels or integers.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tensor_format::Tensor;

#[derive(Tensor, PartialEq, Eq, Hash)]
struct Id(u32);

#[derive(Tensor)]
struct Sets {
    ids: HashSet<Id>,
    lists: BTreeSet<Vec<u8>>,
}

#[derive(Tensor)]
struct Maps {
    #[tensor(shape = [id])]
    wide: BTreeMap<u128, f32>,
    letters: BTreeMap<char, f32>,
}

fn main() {}
