#[derive(Tensor)]
pub struct Embedding(pub [f32; 768]);
