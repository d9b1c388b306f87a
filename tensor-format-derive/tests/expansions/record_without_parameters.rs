#[derive(Tensor)]
pub struct Nothing {}
