use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = camelCase, deny_unknown = true, crate = "tensor_format")]
struct Input {
    #[tensor(rename = first_value)]
    first: f32,
    #[tensor(rename = 1)]
    second: f32,
    #[tensor(skip(true))]
    third: f32,
    #[tensor(default = )]
    fourth: f32,
}

#[derive(Tensor)]
#[tensor(rename_all = "Camelcase")]
struct Cased {
    a_value: f32,
}

#[derive(Tensor)]
#[tensor(rename_all = "title")]
enum Label {
    Cat,
}

fn main() {}
