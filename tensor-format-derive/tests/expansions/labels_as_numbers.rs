#[derive(Tensor)]
#[tensor(repr = u8)]
#[repr(u8)]
pub enum Class {
    Cat = 1,
    Dog = 4,
}
