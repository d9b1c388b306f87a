use tensor_format::Tensor;

#[derive(Tensor)]
struct Ragged(Vec<Vec<f32>>);

#[derive(Tensor)]
struct Input {
    rows: Vec<Vec<f32>>,
}

fn main() {}
