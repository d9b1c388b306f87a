use tensor_format::Tensor;

#[derive(Tensor)]
enum Media {
    Picture(Vec<u8>),
    Sound { samples: Vec<f32> },
    Nothing,
}

#[derive(Tensor)]
enum Never {}

fn main() {}
