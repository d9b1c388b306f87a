//! `bound` is the text of a where clause, for a type with parameters.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(bound = T: Encode)]
struct Unquoted<T>(Vec<T>);

#[derive(Tensor)]
#[tensor(bound = "where T: Encode")]
struct Where<T>(Vec<T>);

#[derive(Tensor)]
#[tensor(bound = "T: tensor_format::Encode + tensor_format::Decode")]
struct NoLifetime<T>(Vec<T>);

#[derive(Tensor)]
#[tensor(bound)]
struct NoValue<T>(Vec<T>);

#[derive(Tensor)]
#[tensor(bound = "f32: Copy")]
struct NoParameters(f32);

#[derive(Tensor)]
struct OnAField<T> {
    #[tensor(bound = "T: Copy")]
    field: T,
}

fn main() {}
