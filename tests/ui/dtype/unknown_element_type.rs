use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(dtype = f33)]
    typo: f32,
    #[tensor(dtype = boolean)]
    decthings: bool,
    #[tensor(dtype = "f32")]
    quoted: f32,
    #[tensor(dtype = [f32, float64, f32, int8])]
    list: tensor_format::Tensor,
    #[tensor(dtype = String)]
    rust: String,
    #[tensor(dtype = [])]
    none: tensor_format::Tensor,
    #[tensor(dtype = banana)]
    fruit: f32,
    #[tensor(dtype = 32)]
    number: f32,
}

fn main() {}
