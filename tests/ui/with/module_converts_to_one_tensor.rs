//! A module converts to one tensor, not to a record.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Spot {
    x: u8,
    y: u8,
}

mod pair {
    pub fn to_wire(pair: &(u8, u8)) -> super::Spot {
        super::Spot { x: pair.0, y: pair.1 }
    }

    pub fn from_wire(spot: super::Spot) -> Result<(u8, u8), String> {
        Ok((spot.x, spot.y))
    }
}

#[derive(Tensor)]
struct Fields {
    #[tensor(with = pair)]
    pair: (u8, u8),
}

fn main() {}
