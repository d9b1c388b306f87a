#[derive(Tensor)]
#[tensor(repr = u8, rename_all = "lowercase")]
#[repr(u8)]
pub enum Level {
    Low,
    High = 10,
}
