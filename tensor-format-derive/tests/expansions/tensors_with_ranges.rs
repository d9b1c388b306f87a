#[derive(Tensor)]
#[tensor(range = 0.0..=1.0)]
pub struct Stated(pub Vec<f32>);

#[derive(Tensor)]
#[tensor(range_checked = 0.0..=1.0)]
pub struct Checked(pub Vec<f32>);
