#[derive(Tensor)]
pub struct Lists<T> {
    #[tensor(ragged)]
    pub values: Vec<Vec<T>>,
    #[tensor(ragged)]
    pub words: Vec<Vec<String>>,
    pub total: T,
}
