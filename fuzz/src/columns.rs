//! What the targets of Arrow's files read.

use tensor_format::{Binary, Image, Many, Tensor};
use tensor_format_arrow::{Rows, TensorColumn, definitions_of};

/// What compressed buffers and pages may expand to, in bytes.
pub const EXPANDED: usize = 64 << 10;

/// One tensor of a fixed shape.
#[derive(Tensor, Debug)]
pub struct Fixed {
    #[tensor(shape = [2, 3])]
    pub x: [[f32; 3]; 2],
}

/// Tensors that may be absent, of numbers and text.
#[derive(Tensor, Debug)]
pub struct Variable {
    pub x: Option<Vec<[f32; 4]>>,
    pub label: Option<String>,
    pub flags: Option<[bool; 3]>,
}

/// Tensors that may be absent or repeated, of elements of every kind of length.
#[derive(Tensor, Debug)]
pub struct Mixed {
    pub words: Option<Vec<String>>,
    pub data: Option<Binary>,
    pub image: Option<Image>,
    pub half: Option<u16>,
    pub frames: Many<Vec<i16>>,
}

/// Reads a batch in every way that takes any columns.
pub fn columns(batch: &arrow_array::RecordBatch) {
    let _ = definitions_of(&batch.schema());
    if let Ok(rows) = Rows::<Variable>::new(batch) {
        rows.take(16).for_each(|row| drop(row));
    }
    for field in batch.schema().fields() {
        let Ok(column) = TensorColumn::new(batch, field.name()) else { continue };
        (0..column.rows().min(16)).for_each(|row| drop(column.get::<Tensor>(row)));
        let _ = column.whole();
    }
}
