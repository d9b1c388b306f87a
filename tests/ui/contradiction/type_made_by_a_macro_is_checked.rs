//! A type that `macro_rules!` makes is checked as any other.

use tensor_format::Tensor;

macro_rules! input {
    ($name:ident, $ty:ty, [$($shape:tt)*]) => {
        #[derive(Tensor)]
        struct $name {
            #[tensor(shape = [$($shape)*])]
            values: $ty,
        }
    };
}

input! { Fits, Vec<[f32; 4]>, [n, 4] }
input! { Wide, Vec<[f32; 4]>, [n, 5] }

fn main() {}
