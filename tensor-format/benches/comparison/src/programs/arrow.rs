//! arrow: a stream of one batch of one row, each tensor a column of the extension type `arrow.fixed_shape_tensor`.

use std::{error::Error, sync::Arc};

use arrow_array::{
    Array as _, ArrayRef, FixedSizeListArray, Float32Array, RecordBatch, cast::AsArray, types::Float32Type,
};
use arrow_buffer::{Buffer, ScalarBuffer};
use arrow_ipc::{reader::StreamDecoder, writer::StreamWriter};
use arrow_schema::{ArrowError, DataType, Field, Schema, extension::FixedShapeTensor};
use ndarray::{Array, Array1, Array2, Array3, ArrayView, Dimension};

// Task 1: a record to bytes and back.

pub struct Frame {
    pub image: Array3<f32>,
    pub boxes: Array2<f32>,
    pub scores: Array1<f32>,
}

fn column<D: Dimension>(name: &str, array: &Array<f32, D>) -> Result<(Field, ArrayRef), ArrowError> {
    let values = array.as_slice().ok_or_else(|| ArrowError::ComputeError("not in row-major order".into()))?;
    let values = Float32Array::from(values.to_vec());
    let item = Arc::new(Field::new_list_field(DataType::Float32, false));
    let len = i32::try_from(array.len()).map_err(|_| ArrowError::ComputeError("too many elements".into()))?;
    let list = FixedSizeListArray::try_new(item, len, Arc::new(values), None)?;
    // Without names and an order of the axes it writes metadata that it does not read (60.1).
    let (names, order) = (0..array.ndim()).map(|axis| (format!("axis {axis}"), axis)).unzip();
    let shape = array.shape().iter().copied();
    let tensor = FixedShapeTensor::try_new(DataType::Float32, shape, Some(names), Some(order))?;
    let field = Field::new(name, list.data_type().clone(), false).with_extension_type(tensor);
    Ok((field, Arc::new(list)))
}

fn stream(columns: impl IntoIterator<Item = (Field, ArrayRef)>) -> Result<Vec<u8>, ArrowError> {
    let (fields, arrays): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)?;
    let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema())?;
    writer.write(&batch)?;
    writer.into_inner()
}

pub fn write(frame: &Frame) -> Result<Vec<u8>, ArrowError> {
    let Frame { image, boxes, scores } = frame;
    stream([column("image", image)?, column("boxes", boxes)?, column("scores", scores)?])
}

fn batch(bytes: &Buffer) -> Result<RecordBatch, Box<dyn Error>> {
    let batch = StreamDecoder::new().decode(&mut bytes.clone())?.ok_or("no batch")?;
    if batch.num_rows() == 1 { Ok(batch) } else { Err("expected one row".into()) }
}

fn numbers(batch: &RecordBatch, name: &str) -> Result<(Vec<usize>, ScalarBuffer<f32>), Box<dyn Error>> {
    let schema = batch.schema();
    let (at, field) = schema.column_with_name(name).ok_or_else(|| format!("no column {name}"))?;
    let tensor: FixedShapeTensor = field.try_extension_type()?;
    let list = batch.column(at).as_fixed_size_list_opt().ok_or("no list")?;
    let values = list.values().as_primitive_opt::<Float32Type>().ok_or_else(|| format!("{name}: no f32"))?;
    Ok((tensor.shape().to_vec(), values.values().clone()))
}

fn array<D: Dimension>(batch: &RecordBatch, name: &str) -> Result<Array<f32, D>, Box<dyn Error>> {
    let (shape, values) = numbers(batch, name)?;
    Ok(ArrayView::from_shape(shape, &values)?.into_dimensionality()?.to_owned())
}

pub fn read(bytes: &Buffer) -> Result<Frame, Box<dyn Error>> {
    let batch = batch(bytes)?;
    Ok(Frame { image: array(&batch, "image")?, boxes: array(&batch, "boxes")?, scores: array(&batch, "scores")? })
}

// Task 2: a large array. The numbers share the memory of the message.

pub fn write_array(array: &Array2<f32>) -> Result<Vec<u8>, ArrowError> {
    stream([column("x", array)?])
}

pub fn borrow(bytes: &Buffer) -> Result<(Vec<usize>, ScalarBuffer<f32>), Box<dyn Error>> {
    numbers(&batch(bytes)?, "x")
}

// Task 3: a wrong shape or name, refused. `read` refuses names; columns without a field are passed over.

pub fn receive(bytes: &Buffer) -> Result<Frame, Box<dyn Error>> {
    let frame = read(bytes)?;
    let (image, boxes, n) = (frame.image.shape(), frame.boxes.shape(), frame.scores.len());
    if image[0] != 3 {
        return Err(format!("image: expected [3, h, w], found {image:?}").into());
    }
    if boxes != [n, 4] {
        return Err(format!("boxes: expected [{n}, 4], found {boxes:?}").into());
    }
    Ok(frame)
}
