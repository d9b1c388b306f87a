//! An element type of another system is answered with ours.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    #[tensor(dtype = boolean)]
    decthings: bool,
    #[tensor(dtype = [float64, int8])]
    list: Tensor,
    #[tensor(dtype = usize)]
    rust: usize,
    #[tensor(dtype = int)]
    int: Vec<i64>,
    #[tensor(dtype = [long, short, byte, char, double, half])]
    c: Tensor,
    #[tensor(dtype = png)]
    picture: tensor_format::Image,
    #[tensor(dtype = "int")]
    quoted: Vec<i32>,
}

#[derive(Tensor)]
struct Python {
    #[tensor(dtype = np.float32)]
    array: Tensor,
    #[tensor(dtype = [torch.long, np.dtype.object])]
    list: Tensor,
}

fn main() {}
