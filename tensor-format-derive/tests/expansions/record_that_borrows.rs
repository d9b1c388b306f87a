#[derive(Tensor)]
pub struct Message<'a> {
    pub text: &'a str,
    #[tensor(shape = [n])]
    pub samples: std::borrow::Cow<'a, [f32]>,
    #[tensor(shape = [n])]
    pub times: tensor_format::View<'a, f64>,
}
