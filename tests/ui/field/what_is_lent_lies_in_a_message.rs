//! What a field borrows lies in a message as in memory: numbers, `bool`s, bytes and texts.

use std::borrow::Cow;

use ndarray::{Array1, ArrayView1, ArrayView2, ArrayViewMut2};
use tensor_format::{Tensor, View};

#[derive(Tensor, Clone)]
struct Point {
    x: f32,
}

#[derive(Tensor)]
struct Views<'a> {
    arrays: View<'a, [f32; 3]>,
    texts: View<'a, String>,
    sizes: Option<View<'a, usize>>,
    points: View<'a, Point>,
}

#[derive(Tensor)]
struct Lent<'a> {
    points: Cow<'a, [Point]>,
    texts: Cow<'a, [String]>,
    sizes: &'a [usize],
    changed: ArrayViewMut2<'a, f32>,
    names: ndarray::ArrayView1<'a, String>,
    title: Option<&'a String>,
    labels: Option<&'a [String]>,
}

// What the messages advise.
#[derive(Tensor)]
struct Followed<'a> {
    lent: &'a [[f32; 3]],
    arrays: Vec<[f32; 3]>,
    texts: Vec<&'a str>,
    sizes: View<'a, u64>,
    points: Vec<Point>,
    shared: Cow<'a, Vec<Point>>,
    read: Vec<Cow<'a, str>>,
    several: ArrayView2<'a, f32>,
    names: Array1<&'a str>,
    numbers: ArrayView1<'a, f32>,
    copied: Cow<'a, [f32]>,
}

fn main() {}
