use tensor_format::contract;

contract! { [f32; 3] => Vec<f32> }

fn main() {}
