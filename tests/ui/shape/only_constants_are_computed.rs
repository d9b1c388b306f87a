//! Lengths are not computed from names, and expressions of constants stand in braces.

use tensor_format::Tensor;

const N: usize = 2;

#[derive(Tensor)]
#[tensor(shape = [n + 1, 2 * 3, (N)])]
struct Computed(Vec<[[f32; 6]; 2]>);

const WIDTH: usize = 64;
mod consts {
    pub const HEIGHT: usize = 4;
}

macro_rules! image {
    ($name:ident, $width:expr) => {
        #[derive(Tensor)]
        struct $name {
            #[tensor(shape = [_, $width])]
            pixels: Vec<[f32; WIDTH / 2]>,
        }
    };
}

image!(Small, WIDTH / 2);

#[derive(Tensor)]
#[tensor(shape = [n, WIDTH / 2, 2 * (N + 1), consts::HEIGHT - 1])]
struct Halves(Vec<f32>);

#[derive(Tensor)]
#[tensor(shape = [rows: N * 2, width: WIDTH, n * WIDTH, SIZE / 2])]
struct Named<const SIZE: usize>(Vec<f32>);

fn main() {}
