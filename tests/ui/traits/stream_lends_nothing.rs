//! What is read from a stream borrows nothing.

use std::borrow::Cow;

use tensor_format::{TensorRef, View, from_reader};

fn main() {
    let _ = from_reader::<&[f32], _>(&[][..]);
    let _ = from_reader::<&str, _>(&[][..]);
    let _ = from_reader::<View<'_, f32>, _>(&[][..]);
    let _ = from_reader::<TensorRef<'_>, _>(&[][..]);
    let _ = from_reader::<Cow<'_, [f32]>, _>(&[][..]);
}
