//! What stands in a `Pipe` is a model.

struct Unfinished;

fn main() {
    let _ = tensor_format::Pipe::new(Unfinished, Unfinished);
}
