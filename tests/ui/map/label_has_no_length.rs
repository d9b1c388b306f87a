//! The dimension of a label has a name and no length, since its labels are any texts.

use std::collections::BTreeMap;

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(shape = [category: 3, x: 3])]
struct Exact(BTreeMap<String, [f32; 3]>);

#[derive(Tensor)]
struct Fields {
    #[tensor(shape = [category, brand: 1.., x: 3])]
    range: BTreeMap<(String, String), [f32; 3]>,
    #[tensor(shape = [3, x])]
    unnamed: Option<BTreeMap<String, [f32; 3]>>,
}

fn main() {}
