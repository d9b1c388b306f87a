//! What to send of a type of the standard library that is no tensor is said.

use std::{
    cmp::Ordering,
    collections::{BinaryHeap, LinkedList, VecDeque},
    fs::File,
    num::Wrapping,
    ops::{Range, RangeInclusive},
    thread::JoinHandle,
};

use tensor_format::Tensor;

#[derive(Tensor)]
struct Input {
    outcome: Result<f32, String>,
    list: LinkedList<f32>,
    heap: BinaryHeap<u8>,
    range: Range<f32>,
    closed: Option<RangeInclusive<u8>>,
    count: Wrapping<u8>,
    order: Ordering,
    file: File,
    thread: Option<JoinHandle<()>>,
}

// What the messages advise.
#[derive(Tensor)]
enum Outcome {
    Value { value: f32 },
    Error { text: String },
}

mod ends {
    use std::ops::Range;
    pub fn to_wire(range: &Range<f32>) -> [f32; 2] {
        [range.start, range.end]
    }
    pub fn from_wire([start, end]: [f32; 2]) -> Result<Range<f32>, String> {
        Ok(start..end)
    }
}

mod closed_ends {
    use std::ops::RangeInclusive;
    pub fn to_wire(range: &RangeInclusive<u8>) -> [u8; 2] {
        [*range.start(), *range.end()]
    }
    pub fn from_wire([start, end]: [u8; 2]) -> Result<RangeInclusive<u8>, String> {
        Ok(start..=end)
    }
}

#[derive(Tensor)]
struct Followed {
    outcome: Outcome,
    list: VecDeque<f32>,
    heap: Vec<u8>,
    #[tensor(with = ends)]
    range: Range<f32>,
    #[tensor(with = closed_ends)]
    closed: Option<RangeInclusive<u8>>,
    count: u8,
    order: i8,
    #[tensor(skip)]
    file: Option<File>,
    #[tensor(skip)]
    thread: Option<JoinHandle<()>>,
}

fn main() {}
