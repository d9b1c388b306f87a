//! Every second column of an image is written: runs of 64 bytes.

use ndarray::{Array3, ArrayView3, s};
use tensor_format::{EncodeError, decthings};
use tensor_format_users::Scenario;

fn ours(view: &ArrayView3<'_, f32>, out: &mut Vec<u8>) -> Result<(), EncodeError> {
    out.clear();
    decthings::append(view, out)
}

fn by_hand(view: &ArrayView3<'_, f32>, out: &mut Vec<u8>) {
    out.clear();
    out.reserve(8 + 4 * view.len());
    out.extend_from_slice(&[1, 3, 253, 4, 0, 253, 2, 0, 16]);
    for run in view.rows() {
        match run.as_slice() {
            Some(run) => out.extend_from_slice(bytemuck::cast_slice(run)),
            None => run.iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes())),
        }
    }
}

fn main() {
    let image = Array3::from_shape_fn((1024, 1024, 16), |(y, x, c)| (y + x + c) as f32);
    let view = image.slice(s![.., ..;2, ..]);
    let mut copy = Array3::zeros(view.dim());
    let (mut first, mut second) = (Vec::new(), Vec::new());
    Scenario::new("view [1024, 512, 16], every second column", view.len() / 16)
        .case("tensor-format", || ours(&view, &mut first))
        .case("by hand", || by_hand(&view, &mut second))
        .case("`assign` of ndarray", || copy.assign(&view))
        .run();
    assert_eq!(first, second);
}
