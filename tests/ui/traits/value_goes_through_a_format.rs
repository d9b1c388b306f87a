//! A value is written to and read from a format, not bare bytes.

use tensor_format::{Decode, Encode};

fn main() {
    let mut bytes = Vec::new();
    let _ = vec![1.0f32].encode(&mut bytes);
    let _ = Vec::<f32>::decode(&mut &bytes[..]);
}
