//! decthings-api.

use std::error::Error;

use bytes::Bytes;
use decthings_api::{
    ndarray::{Array, Array1, Array2, Array3, CowArray, Dimension, Ix2, arr1},
    tensor::{DecthingsTensor, OwnedDecthingsTensor},
};

// Task 1: a record to bytes and back. Its public tensors have no names: they follow a tensor of strings.

pub struct Frame {
    pub image: Array3<f32>,
    pub boxes: Array2<f32>,
    pub scores: Array1<f32>,
}

const NAMES: [&str; 3] = ["image", "boxes", "scores"];

fn numbers<D: Dimension>(array: &Array<f32, D>) -> DecthingsTensor<'_> {
    DecthingsTensor::F32(array.view().into_dyn().into())
}

pub fn write(frame: &Frame) -> Vec<u8> {
    let names = arr1(&NAMES).into_dyn();
    let names = DecthingsTensor::String(names.into());
    let Frame { image, boxes, scores } = frame;
    [names, numbers(image), numbers(boxes), numbers(scores)].map(|tensor| tensor.serialize()).concat()
}

pub fn open(bytes: &Bytes) -> Result<OwnedDecthingsTensor, Box<dyn Error>> {
    OwnedDecthingsTensor::from_bytes(bytes.clone()).map_err(|error| format!("{error:?}").into())
}

fn array<D: Dimension>(tensor: &OwnedDecthingsTensor) -> Result<CowArray<'_, f32, D>, Box<dyn Error>> {
    match tensor.tensor() {
        DecthingsTensor::F32(array) => Ok(array.into_dimensionality()?),
        other => Err(format!("expected f32, found {}", other.typ()).into()),
    }
}

pub fn read(bytes: &Bytes) -> Result<Frame, Box<dyn Error>> {
    let mut rest = bytes.clone();
    let mut next = || {
        let tensor = open(&rest)?;
        rest = rest.slice(tensor.byte_size()..);
        Ok::<_, Box<dyn Error>>(tensor)
    };
    match next()?.tensor() {
        DecthingsTensor::String(names) if names.iter().eq(&NAMES) => {}
        _ => return Err(format!("expected the names {NAMES:?}").into()),
    }
    let (image, boxes, scores) = (next()?, next()?, next()?);
    Ok(Frame {
        image: array(&image)?.into_owned(),
        boxes: array(&boxes)?.into_owned(),
        scores: array(&scores)?.into_owned(),
    })
}

// Task 2: a large array, borrowed if its numbers begin at a multiple of 4, else copied.

pub fn write_array(array: &Array2<f32>) -> Vec<u8> {
    numbers(array).serialize()
}

pub fn borrow(tensor: &OwnedDecthingsTensor) -> Result<CowArray<'_, f32, Ix2>, Box<dyn Error>> {
    array(tensor)
}

// Task 3: a wrong shape or name, refused. `read` refuses names.

pub fn receive(bytes: &Bytes) -> Result<Frame, Box<dyn Error>> {
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
