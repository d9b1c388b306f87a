#[derive(Tensor)]
pub struct Raw {
    pub r#type: u8,
    #[tensor(dtype = [u8, u16])]
    pub r#match: tensor_format::Tensor,
}
