//! Arrays of a rank that is not known are appended to one buffer.

use ndarray::ArrayD;
use tensor_format::{EncodeError, decthings};
use tensor_format_users::{Scenario, numbers, numbers::COUNT};

fn ours(arrays: &[ArrayD<f32>], out: &mut Vec<u8>) -> Result<(), EncodeError> {
    out.clear();
    arrays.iter().try_for_each(|array| decthings::append(array, out))
}

fn by_hand(arrays: &[ArrayD<f32>], out: &mut Vec<u8>) {
    out.clear();
    arrays.iter().for_each(|array| numbers::append(&array.view(), out));
}

fn main() {
    let arrays = &numbers::arrays();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    Scenario::new("`ArrayD` [16], appended", COUNT)
        .case("tensor-format", || ours(arrays, &mut first))
        .case("by hand", || by_hand(arrays, &mut second))
        .run();
}
