//! The only field of a struct, and that of a variant, are told what is wrong with their type in the same words as a field
//! of a record.

use std::sync::{Mutex, atomic::AtomicU64};
use std::time::Duration;

use tensor_format::Tensor;

#[derive(Tensor)]
struct Counter(Mutex<u64>);

#[derive(Tensor)]
struct Total(AtomicU64);

#[derive(Tensor)]
struct Wait(Duration);

struct Point {
    x: f32,
}

#[derive(Tensor)]
struct Points(Vec<Point>);

#[derive(Tensor)]
enum Number {
    Small(u64),
    Large(u128),
}

fn main() {}
