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
}

fn main() {}
