use tensor_format::Tensor;

#[derive(Tensor)]
struct Detections {
    #[tensor(shape = [n, 5])]
    boxes: Vec<[f32; 4]>,
    #[tensor(shape = [n])]
    scores: Vec<f32>,
}

fn main() {}
