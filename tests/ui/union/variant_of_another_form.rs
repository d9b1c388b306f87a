//! A variant has one unnamed field, or no variant has fields.
use tensor_format::Tensor;

#[derive(Tensor)]
enum Forms {
    One(u8),
    Two(u16, u16),
    Named { x: u32 },
}

#[derive(Tensor)]
enum Mixed {
    Off,
    Value(u8),
}

fn main() {}
