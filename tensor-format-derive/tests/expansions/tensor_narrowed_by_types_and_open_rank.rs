#[derive(Tensor)]
#[tensor(dtype = [f32, f64], shape = [.., 3])]
pub struct Points(pub tensor_format::Tensor);
