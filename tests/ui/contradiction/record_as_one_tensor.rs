use tensor_format::Tensor;

#[derive(Tensor)]
struct Inner {
    value: f32,
}

#[derive(Tensor)]
#[tensor(shape = [3])]
struct Outer(Inner);

fn main() {}
