//! What is sent and received is a tensor or a record.

use tensor_format::{from_reader, from_slice, from_value, to_value, to_vec};

struct Config;

fn main() {
    let _ = to_vec(&Config);
    let _ = to_value(&Config);
    let _ = from_slice::<Config>(&[]);
    let value = to_value(&1.0f32).unwrap();
    let _ = from_value::<Config>(&value.as_ref());
    let _ = from_reader::<Config, _>(&[][..]);
}
