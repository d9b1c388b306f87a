//! The samples of the examples with engines: each program knows what sample number `id` is, so that whatever went through
//! an engine can be compared.

use ndarray::Array3;
use tensor_format::Tensor;

/// A picture with what was found in it.
#[derive(Tensor, Clone, Debug, PartialEq)]
pub struct Sample {
    /// The number of the sample.
    pub id: u32,
    /// The picture, `[3, 32, 32]`: channels, rows, columns.
    #[tensor(shape = [c: 3, h: 32, w: 32])]
    pub pixels: Array3<u8>,
    /// What was found, `[n, 4]`: left, top, width and height of each.
    #[tensor(shape = [n: ..=100, 4])]
    pub boxes: Vec<[f32; 4]>,
    /// The class.
    pub label: String,
}

impl Sample {
    /// Returns sample number `id`. The mean of its pixels is [`mean`](Self::mean).
    #[must_use]
    pub fn new(id: u32) -> Self {
        let dark = (id % 200) as u8;
        let pixels = Array3::from_shape_fn((3, 32, 32), |(c, h, w)| dark + 8 * c as u8 + ((h + w) % 16) as u8);
        let boxes = (0..id % 3).map(|at| [id as f32, at as f32, 0.5, 1.0]).collect();
        Self { id, pixels, boxes, label: format!("label {}", id % 10) }
    }

    /// Returns the mean of the pixels of sample number `id`.
    #[must_use]
    pub fn mean(id: u32) -> f64 {
        f64::from(id % 200) + 8.0 + 7.5
    }

    /// Returns those of the samples `0..rows` that are bright and of the last class: what the examples look for.
    #[must_use]
    pub fn bright(rows: u32) -> Vec<Self> {
        (0..rows).filter(|id| Self::mean(*id) > 213.0 && id % 10 == 9).map(Self::new).collect()
    }
}
