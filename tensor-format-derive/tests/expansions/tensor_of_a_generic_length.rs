#[derive(Tensor)]
#[tensor(check(Row<3>))]
pub struct Row<const N: usize>(pub [f32; N]);
