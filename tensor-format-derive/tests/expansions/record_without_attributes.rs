#[derive(Tensor)]
pub struct Plain {
    pub id: u64,
    pub text: String,
    pub values: Vec<f32>,
}
