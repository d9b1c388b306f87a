//! `Option` and `Many` stand only in records.

use tensor_format::{Many, from_slice, to_vec};

fn main() {
    let _ = to_vec(&Some(1.0f32));
    let _ = to_vec(&Many(vec![1.0f32]));
    let _ = from_slice::<Option<f32>>(&[]);
}
