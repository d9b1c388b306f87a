use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(matches = "defs/no_comma.json")]
struct NoComma {
    image: Vec<f32>,
}

#[derive(Tensor)]
#[tensor(matches = "defs/negative.json")]
struct Negative {
    image: Vec<f32>,
}

#[derive(Tensor)]
#[tensor(matches = "defs/unknown_type.json")]
struct UnknownType {
    image: Vec<f32>,
}

#[derive(Tensor)]
#[tensor(matches = "defs/no_rules.json")]
struct NoRules {
    image: Vec<f32>,
}

#[derive(Tensor)]
#[tensor(matches = "defs/cut.json")]
struct Cut {
    image: Vec<f32>,
}

#[derive(Tensor)]
#[tensor(matches = "defs/empty.json")]
struct Empty {
    image: Vec<f32>,
}

fn main() {}
