#[derive(Tensor)]
pub struct Pair<T> {
    pub left: T,
    #[tensor(default)]
    pub right: T,
    #[tensor(skip)]
    pub note: std::marker::PhantomData<T>,
}
