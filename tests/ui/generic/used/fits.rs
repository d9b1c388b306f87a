use tensor_format::{HasRules, Tensor};

#[derive(Tensor)]
#[tensor(shape = [_, {N}])]
struct Rows<const N: usize>(ndarray::Array2<f32>);

fn main() {
    assert_eq!(Rows::<3>::RULES.to_string(), "f32 [_, 3]");
}
