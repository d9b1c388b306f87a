#[derive(Tensor)]
#[tensor(stack)]
pub struct Score {
    pub x: f32,
    pub y: f32,
    #[tensor(skip)]
    pub note: String,
}
