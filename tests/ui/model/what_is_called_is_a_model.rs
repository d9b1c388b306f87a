//! What serves a request is a model.

struct Unfinished;

fn main() {
    let mut response = Vec::new();
    let _ = tensor_format::decthings::call(&Unfinished, &[], &mut response);
}
