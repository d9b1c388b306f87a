//! A type of another crate that is no tensor is converted.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Login {
    from: std::net::IpAddr,
    last: Option<std::net::IpAddr>,
    all: Vec<std::net::SocketAddr>,
    body: Option<bytes::Bytes>,
    payload: serde_json::Value,
    range: std::ops::Range<f32>,
    boxed: Box<std::net::IpAddr>,
    pair: Pair<std::ops::Range<f32>>,
    pairs: Vec<Pair<std::ops::Range<f32>>>,
}

#[derive(Tensor)]
struct Pair<T> {
    left: T,
    right: T,
}

// What the messages advise.
#[derive(Tensor)]
struct Own(#[tensor(with = converted)] std::ops::Range<f32>);

mod converted {
    type Foreign = std::ops::Range<f32>;
    pub fn to_wire(value: &Foreign) -> [f32; 2] {
        [value.start, value.end]
    }
    pub fn from_wire([start, end]: [f32; 2]) -> Result<Foreign, String> {
        Ok(Foreign { start, end })
    }
}

#[derive(Tensor)]
struct Followed {
    pair: Pair<Own>,
    pairs: Vec<Pair<Own>>,
}

fn main() {}
