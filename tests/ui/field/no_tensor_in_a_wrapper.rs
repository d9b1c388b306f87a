use tensor_format::Tensor;

struct Config;

#[derive(Tensor)]
struct One(Config);

fn main() {}
