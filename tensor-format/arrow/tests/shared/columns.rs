//! Values that have a column of every kind.

use tensor_format::{Many, Tensor};

#[derive(Tensor, Debug, Clone)]
pub(crate) struct Mixed {
    #[tensor(shape = [h: 2, w: 3])]
    pub(crate) pixels: [[u8; 3]; 2],
    pub(crate) boxes: Vec<[f32; 4]>,
    pub(crate) label: String,
    pub(crate) flags: [bool; 5],
    pub(crate) words: Vec<String>,
    pub(crate) score: Option<f64>,
    pub(crate) frames: Many<Vec<i16>>,
}

/// Four values, each larger than the one before.
pub(crate) fn mixed() -> Vec<Mixed> {
    let row = |at: u8| Mixed {
        pixels: [[at; 3]; 2],
        boxes: vec![[f32::from(at); 4]; at.into()],
        label: "label".repeat(at.into()),
        flags: [at % 2 == 0; 5],
        words: vec!["w".into(); at.into()],
        score: (at != 1).then_some(0.5),
        frames: Many(vec![vec![1; at.into()]; at.into()]),
    };
    (0..4).map(row).collect()
}
