//! A name on the wire is a string.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = camelCase)]
struct Input {
    #[tensor(rename = first_value)]
    first: f32,
    #[tensor(rename = 1)]
    second: f32,
    #[tensor(rename(serialize = "third"))]
    other: f32,
    #[tensor(rename("in_parentheses"), alias("old_name"))]
    parentheses: f32,
    #[tensor(alias = ["old", "older"])]
    fourth: f32,
    #[tensor(rename = concat!("fi", "fth"))]
    fifth: f32,
    #[tensor(rename = "six".len())]
    sixth: f32,
    #[tensor(rename = 'x')]
    seventh: f32,
    #[tensor(rename = '"')]
    eighth: f32,
    #[tensor(rename = b'y', alias = b"old", alias = ['z', "older", c"oldest"])]
    ninth: f32,
    #[tensor(rename = c"tenth", alias = b"\xff")]
    tenth: f32,
}

macro_rules! input {
    ($wire:ident) => {
        #[derive(Tensor)]
        struct Audio {
            #[tensor(rename = $wire)]
            data: Vec<f32>,
            scale: f32,
        }
    };
}

input!(waveform);

fn main() {}
