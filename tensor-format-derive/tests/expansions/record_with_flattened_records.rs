#[derive(Tensor)]
pub struct Points<'a> {
    #[tensor(shape = [n])]
    pub ids: &'a [u8],
}

#[derive(Tensor)]
#[tensor(deny_unknown)]
pub struct Scene<'a> {
    #[tensor(shape = [n])]
    pub colors: Vec<u8>,
    #[tensor(flatten)]
    pub points: Points<'a>,
    #[tensor(flatten = "other_")]
    pub other: Points<'a>,
    pub title: String,
}
