//! With `bound`, what the fields need of a type parameter is said there.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(bound = "T: Copy")]
struct Record<T> {
    field: T,
}

#[derive(Tensor)]
#[tensor(bound = "")]
struct One<T>(Vec<T>);

#[derive(Tensor)]
#[tensor(bound = "T: tensor_format::HasRules")]
enum Union<T> {
    Text(String),
    Other(T),
}

#[derive(Tensor)]
#[tensor(bound = "T: tensor_format::codec::Field")]
struct NeitherWrittenNorRead<T> {
    itself: T,
    owned: Box<T>,
}

fn main() {}
