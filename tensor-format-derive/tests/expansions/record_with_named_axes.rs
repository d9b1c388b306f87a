#[derive(Tensor)]
pub struct Batch {
    /// One picture after another.
    #[tensor(shape = [batch, 3, h, w])]
    pub image: ndarray::Array4<f32>,
    #[tensor(shape = [batch])]
    pub image_id: Vec<i64>,
}
