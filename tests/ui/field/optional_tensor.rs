use tensor_format::Tensor;

#[derive(Tensor)]
struct Maybe(Option<f32>);

fn main() {}
