//! The parameters of an optional record are there whole or not at all, and the file says so by `requiredWith`.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Spot {
    x: f32,
    y: f32,
}

#[derive(Tensor)]
#[tensor(matches = "defs/together.json")]
struct Fits {
    id: u32,
    spot: Option<Spot>,
}

#[derive(Tensor)]
#[tensor(matches(accepts = "defs/together.json"))]
struct Accepts {
    id: u32,
    #[tensor(rename = "spot.x")]
    x: Option<f32>,
    #[tensor(rename = "spot.y")]
    y: Option<f32>,
}

#[derive(Tensor)]
#[tensor(matches = "defs/apart.json")]
struct Exact {
    id: u32,
    spot: Option<Spot>,
}

#[derive(Tensor)]
#[tensor(matches(accepts = "defs/apart.json"))]
struct Narrower {
    id: u32,
    spot: Option<Spot>,
}

#[derive(Tensor)]
#[tensor(matches = "defs/together.json")]
struct Apart {
    id: u32,
    #[tensor(rename = "spot.x")]
    x: Option<f32>,
    #[tensor(rename = "spot.y")]
    y: Option<f32>,
}

fn main() {}
