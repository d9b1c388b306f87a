#[derive(Tensor)]
#[tensor(shape = [batch: 1..=32, 3, h, w])]
pub struct Pixels(pub ndarray::Array4<f32>);
