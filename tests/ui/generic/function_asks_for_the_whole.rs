//! A function that is generic over what a type holds asks for that type, as the message says.

use tensor_format::{DecodeOwned, Encode, Tensor, from_slice, to_vec};

#[derive(Tensor)]
struct Pair<T> {
    left: T,
    right: T,
}

fn save<T>(pair: &Pair<T>) -> Vec<u8> {
    to_vec(pair).unwrap()
}

fn load<T>(bytes: &[u8]) -> Pair<T> {
    from_slice(bytes).unwrap()
}

// What the messages advise.
fn saved<T>(pair: &Pair<T>) -> Vec<u8>
where
    Pair<T>: Encode,
{
    to_vec(pair).unwrap()
}

fn loaded<T>(bytes: &[u8]) -> Pair<T>
where
    Pair<T>: DecodeOwned,
{
    from_slice(bytes).unwrap()
}

fn main() {
    let _: Pair<f32> = load(&save(&Pair { left: 1.0f32, right: 2.0 }));
    let _: Pair<f32> = loaded(&saved(&Pair { left: 1.0f32, right: 2.0 }));
}
