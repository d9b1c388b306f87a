//! A field that is not sent has the default of its type when a value is read.

use tensor_format::Tensor;

struct Handle(u32);

#[derive(Tensor)]
struct Job {
    id: u32,
    #[tensor(skip)]
    handle: Handle,
    #[tensor(skip)]
    kept: Option<Handle>,
}

#[derive(Tensor)]
struct Long {
    #[tensor(default)]
    sent: [f32; 64],
    #[tensor(skip)]
    kept: [u8; 33],
}

fn main() {}
