//! A module reads the tensors that it writes.

use tensor_format::Tensor;

struct Mask(Vec<bool>);

mod types {
    pub fn to_wire(mask: &super::Mask) -> Vec<u8> {
        mask.0.iter().map(|bit| *bit as u8).collect()
    }

    pub fn from_wire(bits: Vec<bool>) -> Result<super::Mask, String> {
        Ok(super::Mask(bits))
    }
}

mod lengths {
    pub fn to_wire(mask: &super::Mask) -> Vec<bool> {
        mask.0.clone()
    }

    pub fn from_wire(bits: [bool; 4]) -> Result<super::Mask, String> {
        Ok(super::Mask(bits.into()))
    }
}

#[derive(Tensor)]
struct Record {
    #[tensor(with = types)]
    types: Mask,
    #[tensor(with = self::lengths)]
    lengths: Option<Mask>,
}

#[derive(Tensor)]
struct One(#[tensor(with = lengths)] Mask);

fn main() {}
