//! A variant that holds data has one unnamed field.

use tensor_format::Tensor;

#[derive(Tensor)]
enum Forms {
    One(u8),
    Two(u16, u16),
    Named { x: u32 },
}

fn main() {}
