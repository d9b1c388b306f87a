//! An element type is a word, not the type of a field.

use tensor_format::Tensor;

macro_rules! feature {
    ($name:ident: $t:ty) => {
        #[derive(tensor_format::Tensor)]
        struct $name {
            #[tensor(dtype = $t)]
            data: Tensor,
        }
    };
}

feature!(Scores: Vec<f32>);
feature!(Texts: Vec<String>);

#[derive(Tensor)]
struct Input {
    #[tensor(dtype = Array<f32, Ix2>, shape = [n, m])]
    array: Tensor,
    #[tensor(dtype = [half::f16, Complex<f64>, &'static str])]
    list: Tensor,
    #[tensor(dtype = Option<bool>, shape = [n])]
    option: Tensor,
    #[tensor(dtype = Vec<Own>)]
    own: Tensor,
}

#[derive(Tensor)]
struct Tuple {
    #[tensor(dtype = (f32, f64))]
    of_two_types: tensor_format::Tensor,
}

fn main() {}
