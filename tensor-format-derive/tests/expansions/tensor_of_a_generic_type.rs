#[derive(Tensor)]
pub struct Wrapped<T>(pub Vec<T>);
