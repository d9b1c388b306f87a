#[derive(Tensor)]
#[tensor(rename_all = "kebab-case")]
pub enum Animal {
    BigCat,
    Dog,
    #[tensor(rename = "n/a")]
    Unknown,
}
