//! A struct around a converted field is no inner axis of a tensor, since what a module makes has any shape.

use tensor_format::Tensor;

mod cents {
    pub fn to_wire(price: &f32) -> u32 {
        (price * 100.0) as u32
    }

    pub fn from_wire(cents: u32) -> Result<f32, &'static str> {
        Ok(cents as f32 / 100.0)
    }
}

#[derive(Tensor)]
struct Price(#[tensor(with = cents)] f32);

#[derive(Tensor)]
struct Prices(Vec<Price>);

#[derive(Tensor)]
struct Shop {
    prices: Vec<Price>,
    best: [Price; 3],
}

#[derive(Tensor)]
struct Right {
    price: Price,
    last: Option<Price>,
}

fn main() {}
