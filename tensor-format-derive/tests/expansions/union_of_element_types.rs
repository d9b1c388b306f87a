#[derive(Tensor)]
pub enum Name<'a> {
    Text(&'a str),
    Number(u64),
}
