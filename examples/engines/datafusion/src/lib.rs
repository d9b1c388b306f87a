//! Tensor columns in DataFusion: functions over derived structs, and a session in which columns stay tensors.

mod row_function;
mod session;

pub use row_function::{RowFunction, row_function};
pub use session::{SHORT, batch_size, query, session_config};

use ndarray::ArrayView3;
use tensor_format::Tensor;

/// The mean of a picture.
#[derive(Debug)]
pub struct PixelMean;

/// What [`PixelMean`] takes.
#[derive(Tensor)]
pub struct Picture<'b> {
    /// The picture, `[3, 32, 32]`: channels, rows, columns.
    #[tensor(shape = [c: 3, h: 32, w: 32])]
    pub pixels: ArrayView3<'b, u8>,
}

impl RowFunction for PixelMean {
    type Row<'b> = Picture<'b>;
    const NAME: &'static str = "pixel_mean";

    fn call(row: Picture<'_>) -> f64 {
        row.pixels.iter().map(|pixel| u64::from(*pixel)).sum::<u64>() as f64 / row.pixels.len() as f64
    }
}

/// The query of the examples, which finds [`Sample::bright`](engine_samples::Sample::bright).
pub const QUERY: &str = "SELECT id, pixels, boxes, label FROM samples \
                         WHERE pixel_mean(pixels) > 213 AND label = 'label 9' ORDER BY id";
