use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/scores.json")]
struct Row<const N: usize>([f32; N]);

fn main() {}
