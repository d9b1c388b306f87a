/// A shape.
#[derive(Tensor)]
pub enum Shape<'a> {
    /// A circle.
    Circle { radius: f32 },
    Path { points: Vec<[f32; 2]>, closed: bool, #[tensor(skip)] cache: u8 },
    Lent(&'a [u8]),
    Pair(f32, Vec<u8>),
    Empty,
}
