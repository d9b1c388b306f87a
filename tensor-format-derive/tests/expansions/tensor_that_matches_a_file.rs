#[derive(Tensor)]
#[tensor(shape = [_, 10], dtype = [f32, f64], matches = "../tests/ui/artefact/defs/scores.json")]
pub struct Scores(pub tensor_format::Tensor);

#[derive(Tensor)]
#[tensor(shape = [_, 10], dtype = [f32, f64], matches(accepts = "../tests/ui/artefact/defs/scores.json"))]
pub struct Accepting(pub tensor_format::Tensor);
