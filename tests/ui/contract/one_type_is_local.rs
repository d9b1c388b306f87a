//! One of the two types belongs to the crate of the contract.

use tensor_format::contract;

contract! { [f32; 3] => Vec<f32> }

fn main() {}
