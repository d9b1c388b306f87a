use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(deny_unknown, deny_unknown)]
#[tensor(rename_all = "camelCase")]
#[tensor(rename_all = "lowercase")]
struct Input {
    #[tensor(shape = [3], shape = [4])]
    #[tensor(rename = "a")]
    #[tensor(rename = "b")]
    values: Vec<f32>,
}

fn main() {}
