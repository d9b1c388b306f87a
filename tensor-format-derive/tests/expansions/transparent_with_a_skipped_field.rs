#[derive(Tensor)]
#[tensor(transparent)]
pub struct Counted {
    pub samples: Vec<i16>,
    #[tensor(skip)]
    pub count: usize,
}
