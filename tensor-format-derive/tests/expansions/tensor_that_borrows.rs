#[derive(Tensor)]
#[tensor(shape = [n, {WIDTH}])]
pub struct Rows<'a>(pub std::borrow::Cow<'a, [[u8; 4]]>);

pub const WIDTH: usize = 4;
