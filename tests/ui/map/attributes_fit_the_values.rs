//! What else is said of a map is said of its values, or of the map as a whole.

use std::collections::BTreeMap;

use tensor_format::Tensor;

#[derive(Tensor)]
struct Fields {
    #[tensor(range = 0..=1)]
    words: BTreeMap<String, String>,
    #[tensor(range = 0..=300)]
    bytes: BTreeMap<String, u8>,
    #[tensor(default = None)]
    optional: Option<BTreeMap<String, u8>>,
    #[tensor(shape = [category, n: ..=4])]
    short: BTreeMap<String, Vec<u8>>,
    #[tensor(shape = [n: 5..])]
    long: Vec<u8>,
}

#[derive(Tensor)]
#[tensor(shape = [category], rename_all = "camelCase")]
struct Whole(BTreeMap<String, f32>);

fn main() {}
