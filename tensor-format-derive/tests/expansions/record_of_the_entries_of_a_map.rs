use std::collections::HashMap;

#[derive(Tensor)]
#[tensor(record)]
pub struct StateDict(pub HashMap<String, Vec<f32>>);
