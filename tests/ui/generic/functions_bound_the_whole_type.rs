//! In a function with type parameters a derived type is bound as a whole.

use tensor_format::{DecodeError, EncodeError, Tensor};

#[derive(Tensor)]
struct Pair<T> {
    left: T,
    right: Vec<T>,
}

fn load<T>(bytes: &[u8]) -> Result<Pair<T>, DecodeError> {
    tensor_format::from_slice(bytes)
}

fn store<T>(pair: &Pair<T>) -> Result<Vec<u8>, EncodeError> {
    tensor_format::to_vec(pair)
}

fn load_bound<T>(bytes: &[u8]) -> Result<Pair<T>, DecodeError>
where
    Pair<T>: tensor_format::DecodeOwned,
{
    tensor_format::from_slice(bytes)
}

fn store_bound<T>(pair: &Pair<T>) -> Result<Vec<u8>, EncodeError>
where
    Pair<T>: tensor_format::Encode,
{
    tensor_format::to_vec(pair)
}

fn main() {
    let _ = (load::<f32>, store::<f32>, load_bound::<f32>, store_bound::<f32>);
}
