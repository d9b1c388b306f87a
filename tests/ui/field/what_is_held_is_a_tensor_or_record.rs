//! An item of a list, and what an option, a pointer or a map holds, is at fault by itself.

use std::collections::{BTreeMap, HashMap};

use tensor_format::{Tensor, to_vec};

struct Corner {
    x: f32,
    y: f32,
}

struct Label<'a>(&'a str);

#[derive(Tensor)]
struct Frame<'a> {
    corners: Vec<Corner>,
    nested: Vec<Vec<Corner>>,
    of_one_length: [Corner; 4],
    optional: Option<Corner>,
    boxed: Option<Box<Corner>>,
    labels: Vec<Label<'a>>,
    by_name: HashMap<String, Corner>,
    sparse: BTreeMap<String, Corner>,
    array: ndarray::Array2<Corner>,
    arrays: Option<ndarray::ArrayView1<'a, Corner>>,
}

#[derive(Tensor)]
struct Corners(Vec<Corner>);

// What the messages advise.
#[derive(Tensor)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Tensor)]
#[tensor(stack)]
struct Pixel {
    red: u8,
    green: u8,
}

#[derive(Tensor)]
struct Followed {
    points: Vec<Point>,
    nested: Vec<Vec<Point>>,
    of_one_length: [Point; 4],
    optional: Option<Point>,
    boxed: Option<Box<Point>>,
    by_name: HashMap<String, Point>,
    array: ndarray::Array2<Pixel>,
}

fn main() {
    let _ = |frame: &Frame<'_>| to_vec(frame);
    let _ = |corners: &Corners| corners.0.iter().map(|corner| corner.x + corner.y).sum::<f32>();
    let _ = |label: &Label<'_>| label.0.len();
    let _ = |followed: &Followed| to_vec(followed);
}
