//! An attribute narrows the type that a module converts to.

use tensor_format::Tensor;

struct Mask([bool; 4]);

mod bits {
    pub fn to_wire(mask: &super::Mask) -> [bool; 4] {
        mask.0
    }

    pub fn from_wire(bits: [bool; 4]) -> Result<super::Mask, String> {
        Ok(super::Mask(bits))
    }
}

#[derive(Tensor)]
struct Record {
    #[tensor(with = bits, shape = [5])]
    long: Mask,
    #[tensor(with = bits, dtype = u8)]
    bytes: Option<Mask>,
    #[tensor(with = bits, range = 0..=1)]
    small: Mask,
}

#[derive(Tensor)]
#[tensor(shape = [n, 4])]
struct One(#[tensor(with = bits)] Mask);

fn main() {}
