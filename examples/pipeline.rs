//! Three models in a row, detector, cropper and classifier: contracts show the compiler that each fits the next, and one
//! call serves the whole over bytes.

use std::{convert::Infallible, error::Error};

use ndarray::{Array2, Array3, Array4, ErrorKind, ShapeError, s};
use tensor_format::{Model, Pipe, Tensor, contract, decthings};

const SIDE: usize = 4;

/// A picture.
#[derive(Tensor)]
struct Photo {
    #[tensor(shape = [3, h, w])]
    image: Array3<f32>,
}

/// What the detector found, and where.
#[derive(Tensor)]
struct Detected {
    #[tensor(shape = [3, h, w])]
    image: Array3<f32>,
    /// Top and left of each find, in pixels.
    corners: Vec<[u32; 2]>,
}

/// What the cropper takes.
#[derive(Tensor)]
struct Regions {
    #[tensor(shape = [3, h, w])]
    image: Array3<f32>,
    corners: Vec<[u32; 2]>,
}

/// One square of the picture for each find.
#[derive(Tensor)]
struct Crops {
    #[tensor(shape = [n, 3, {SIDE}, {SIDE}])]
    crops: Array4<f32>,
}

/// What the classifier takes.
#[derive(Tensor)]
struct Classify {
    #[tensor(shape = [batch, 3, {SIDE}, {SIDE}])]
    image: Array4<f32>,
}

/// What it says of each square.
#[derive(Tensor)]
struct Report {
    #[tensor(shape = [batch, 2])]
    scores: Array2<f32>,
}

contract! {
    Detected => Regions,
    Crops => Classify { image: crops },
}

/// Finds what is bright.
struct Detector;

impl Model for Detector {
    type Input<'a> = Photo;
    type Output = Detected;
    type Error = Infallible;

    fn run(&self, Photo { image }: Photo) -> Result<Detected, Infallible> {
        let (_, height, width) = image.dim();
        let inside = |at: usize, len: usize| at + SIDE <= len;
        let bright = image.indexed_iter().filter(|((channel, ..), value)| *channel == 0 && **value > 0.5);
        let corners = bright
            .filter(|((_, y, x), _)| inside(*y, height) && inside(*x, width))
            .map(|((_, y, x), _)| [y as u32, x as u32])
            .collect();
        Ok(Detected { image, corners })
    }
}

/// Cuts the finds out.
struct Cropper;

impl Model for Cropper {
    type Input<'a> = Regions;
    type Output = Crops;
    type Error = ShapeError;

    fn run(&self, Regions { image, corners }: Regions) -> Result<Crops, ShapeError> {
        let (_, height, width) = image.dim();
        let mut crops = Array4::zeros((corners.len(), 3, SIDE, SIDE));
        for (mut crop, [y, x]) in crops.outer_iter_mut().zip(corners) {
            let (y, x) = (y as usize, x as usize);
            if y + SIDE > height || x + SIDE > width {
                return Err(ShapeError::from_kind(ErrorKind::OutOfBounds));
            }
            crop.assign(&image.slice(s![.., y..y + SIDE, x..x + SIDE]));
        }
        Ok(Crops { crops })
    }
}

/// Says how bright and how dark each square is.
struct Classifier;

impl Model for Classifier {
    type Input<'a> = Classify;
    type Output = Report;
    type Error = Infallible;

    fn run(&self, Classify { image }: Classify) -> Result<Report, Infallible> {
        let means = image.outer_iter().map(|crop| crop.mean().unwrap_or(0.0));
        let scores: Vec<[f32; 2]> = means.map(|mean| [mean, 1.0 - mean]).collect();
        Ok(Report { scores: scores.into() })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut image = Array3::zeros((3, 16, 16));
    image[[0, 2, 3]] = 1.0;
    image[[0, 9, 7]] = 0.75;
    let request = tensor_format::to_vec(&Photo { image })?;

    let pipeline = Pipe::new(Pipe::new(Detector, Cropper), Classifier);
    let mut response = Vec::new();
    decthings::call(&pipeline, &request, &mut response)?;
    let report: Report = tensor_format::from_slice(&response)?;
    println!("{} squares, bright and dark:\n{}", report.scores.nrows(), report.scores);
    assert_eq!(report.scores.nrows(), 2);

    // A request that breaks the rules is answered with every reason, and nothing is run.
    let gray = tensor_format::to_vec(&Crops { crops: Array4::zeros((1, 3, SIDE, SIDE)) })?;
    let error = decthings::call(&pipeline, &gray, &mut response).err().ok_or("a broken request was served")?;
    println!("{error}");
    Ok(())
}
