#[derive(Tensor)]
#[tensor(stack)]
pub struct Detection {
    pub left: f32,
    pub top: f32,
    #[tensor(skip)]
    pub seen: bool,
}
