#[derive(Tensor)]
pub struct Part {
    pub scores: Vec<f32>,
}

#[derive(Tensor)]
pub struct Whole<T> {
    pub id: u32,
    #[tensor(flatten)]
    pub part: T,
}
