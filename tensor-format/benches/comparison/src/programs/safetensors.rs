//! safetensors.

use std::error::Error;

use ndarray::{Array, Array1, Array2, Array3, ArrayView2, Dimension};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};

// Task 1: a record to bytes and back.

pub struct Frame {
    pub image: Array3<f32>,
    pub boxes: Array2<f32>,
    pub scores: Array1<f32>,
}

fn view<D: Dimension>(array: &Array<f32, D>) -> Result<TensorView<'_>, Box<dyn Error>> {
    let data = array.as_slice().ok_or("not in row-major order")?;
    Ok(TensorView::new(Dtype::F32, array.shape().to_vec(), bytemuck::cast_slice(data))?)
}

pub fn write(frame: &Frame) -> Result<Vec<u8>, Box<dyn Error>> {
    let Frame { image, boxes, scores } = frame;
    let views = [("image", view(image)?), ("boxes", view(boxes)?), ("scores", view(scores)?)];
    Ok(safetensors::serialize(views, None)?)
}

fn numbers<'a>(file: &SafeTensors<'a>, name: &str) -> Result<TensorView<'a>, Box<dyn Error>> {
    let tensor = file.tensor(name)?;
    match tensor.dtype() {
        Dtype::F32 => Ok(tensor),
        other => Err(format!("{name}: expected F32, found {other:?}").into()),
    }
}

fn array<D: Dimension>(file: &SafeTensors<'_>, name: &str) -> Result<Array<f32, D>, Box<dyn Error>> {
    let tensor = numbers(file, name)?;
    let data = bytemuck::pod_collect_to_vec(tensor.data());
    Ok(Array::from_shape_vec(tensor.shape(), data)?.into_dimensionality()?)
}

pub fn read(bytes: &[u8]) -> Result<Frame, Box<dyn Error>> {
    let file = SafeTensors::deserialize(bytes)?;
    Ok(Frame { image: array(&file, "image")?, boxes: array(&file, "boxes")?, scores: array(&file, "scores")? })
}

// Task 2: a large array, borrowed from bytes that begin at a multiple of 4.

pub fn write_array(array: &Array2<f32>) -> Result<Vec<u8>, Box<dyn Error>> {
    Ok(safetensors::serialize([("x", view(array)?)], None)?)
}

pub fn borrow(bytes: &[u8]) -> Result<ArrayView2<'_, f32>, Box<dyn Error>> {
    let tensor = numbers(&SafeTensors::deserialize(bytes)?, "x")?;
    let &[rows, columns] = tensor.shape() else { return Err("x: expected two axes".into()) };
    let data = bytemuck::try_cast_slice(tensor.data()).map_err(|error| error.to_string())?;
    Ok(ArrayView2::from_shape((rows, columns), data)?)
}

// Task 3: a wrong shape or name, refused. `read` refuses names; tensors without a field are passed over.

pub fn receive(bytes: &[u8]) -> Result<Frame, Box<dyn Error>> {
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
