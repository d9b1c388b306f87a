use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(dtype = f32, shape = [3])]
struct Input {
    values: Vec<f32>,
}

#[derive(Tensor)]
#[tensor(rename_all = "camelCase", deny_unknown, transparent)]
struct Pixels(#[tensor(shape = [3], dtype = f32, rename = "pixels", default)] Vec<f32>);

fn main() {}
