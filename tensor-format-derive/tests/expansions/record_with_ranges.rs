#[derive(Tensor)]
pub struct Scores {
    #[tensor(range = 0.0..=1.0)]
    pub scores: Vec<f32>,
    #[tensor(range = -5..5, shape = [..=8])]
    pub offsets: Vec<i64>,
}
