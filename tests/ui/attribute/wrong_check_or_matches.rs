use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(check)]
struct Instances<const N: usize>([f32; N]);

#[derive(Tensor)]
#[tensor(check())]
struct Empty<const N: usize>([f32; N]);

#[derive(Tensor)]
#[tensor(matches)]
struct Missing([f32; 3]);

#[derive(Tensor)]
#[tensor(matches(accept = "defs/model.json"))]
struct Policy([f32; 3]);

#[derive(Tensor)]
#[tensor(matches = defs)]
struct NoString([f32; 3]);

#[derive(Tensor)]
#[tensor(matches = "defs/model.json")]
struct Generic<const N: usize>([f32; N]);

fn main() {}
