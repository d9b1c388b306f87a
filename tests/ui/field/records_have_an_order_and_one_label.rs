//! Records stand in lists and in maps of one label, but not in sets, nor in maps of several labels.

use std::collections::{BTreeSet, HashMap, HashSet};
use tensor_format::Tensor;

#[derive(Tensor, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Spot {
    x: u8,
}

#[derive(Tensor)]
struct Fields {
    set: HashSet<Spot>,
    optional: Option<BTreeSet<Spot>>,
    map: HashMap<(String, String), Spot>,
}

fn main() {}
