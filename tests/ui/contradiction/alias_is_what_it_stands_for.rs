//! An alias of a type has the rules of the type.

use tensor_format::Tensor;

type Boxes = Vec<[f32; 4]>;
type Maybe<T> = Option<T>;

#[derive(Tensor)]
struct Input {
    #[tensor(shape = [n, 5])]
    boxes: Maybe<Boxes>,
}

fn main() {}
