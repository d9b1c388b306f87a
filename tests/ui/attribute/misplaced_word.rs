use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename = "x", default, skip)]
struct Input {
    #[tensor(rename_all = "camelCase", deny_unknown, crate = tensor_format)]
    first: f32,
}

#[derive(Tensor)]
#[tensor(dtype = string, shape = [], transparent, deny_unknown)]
enum Label {
    #[tensor(skip, shape = [3])]
    Cat,
}

fn main() {}
