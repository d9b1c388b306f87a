use tensor_format::Tensor;

/// A record under a name that the derive takes for a tensor's.
#[derive(Tensor)]
struct String {
    value: f32,
}

#[derive(Tensor)]
struct Outer {
    text: String,
}

fn main() {
    let _ = tensor_format::to_vec(&Outer { text: String { value: 1.0 } });
}
