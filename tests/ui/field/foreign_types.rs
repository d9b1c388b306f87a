use tensor_format::Tensor;

#[derive(Tensor)]
struct Table {
    letter: char,
    size: usize,
}

fn main() {}
