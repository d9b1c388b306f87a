//! Functions, pointers, cells and `dyn` types are not sent, wherever they are in a type.

use std::{
    any::Any,
    cell::RefCell,
    fmt::Debug,
    ptr::NonNull,
    rc::{Rc, Weak},
    sync::Arc,
};

use tensor_format::Tensor;

trait Layer {}

#[derive(Tensor)]
struct Net {
    layer: Box<dyn Layer>,
    shared: Arc<dyn Layer + Send + Sync>,
    lent: &'static dyn Layer,
    layers: Vec<Box<dyn Debug>>,
    anything: Option<Box<dyn Any>>,
    counted: Rc<RefCell<Vec<f32>>>,
    call: Box<dyn Fn(&std::path::Path) -> f32 + Send>,
    pointer: fn(f32) -> f32,
    foreign: Option<extern "C" fn()>,
    raw: *const f32,
    filled: NonNull<f32>,
    parent: Weak<Vec<f32>>,
}

#[derive(Tensor)]
struct Called(Box<dyn FnMut()>);

#[derive(Tensor)]
enum Either {
    Layer(Box<dyn Layer>),
    Pointer { raw: *mut u8 },
}

// What the messages advise.
#[derive(Tensor)]
struct Followed {
    values: Vec<f32>,
    #[tensor(skip)]
    layer: Option<Box<dyn Layer>>,
    #[tensor(skip)]
    call: Option<Box<dyn Fn(f32) -> f32>>,
    #[tensor(skip)]
    raw: Option<*const f32>,
}

fn main() {}
