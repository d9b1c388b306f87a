use tensor_format::Tensor;

#[derive(Tensor)]
union Either {
    float: f32,
    bits: u32,
}

fn main() {}
