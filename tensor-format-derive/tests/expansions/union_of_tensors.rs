#[derive(Tensor)]
pub enum Media<'a> {
    Picture(tensor_format::Image),
    Text(&'a str),
    Level(f32),
}
