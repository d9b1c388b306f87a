//! The records of a batch hold no `Many`.

use tensor_format::{Batch, Many, Ragged, Tensor};

#[derive(Tensor)]
struct Row {
    crops: Many<Vec<f32>>,
    label: u8,
}

#[derive(Tensor)]
struct Deep {
    row: Row,
}

#[derive(Tensor)]
struct Rows {
    rows: Batch<Row>,
    some: Option<Batch<Row>>,
    pair: (Batch<Row>, u8),
    deep: Box<Batch<Deep>>,
}

#[derive(Tensor)]
enum Either {
    Rows(Batch<Row>),
    None,
}

#[derive(Tensor)]
struct Wrapped(Batch<Row>);

#[derive(Tensor)]
#[tensor(transparent)]
struct Listed {
    rows: Vec<Row>,
}

// What the messages advise.
#[derive(Tensor)]
struct Even {
    crops: Batch<Vec<f32>>,
    label: u8,
}

#[derive(Tensor)]
struct Uneven {
    crops: Ragged<Vec<f32>>,
    label: u8,
}

#[derive(Tensor)]
struct Followed {
    even: Batch<Even>,
    uneven: Vec<Uneven>,
}

#[derive(Tensor)]
struct Newtype(Batch<Even>);

fn main() {}
