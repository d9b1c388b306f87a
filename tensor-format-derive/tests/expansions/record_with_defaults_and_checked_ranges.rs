#[derive(Tensor)]
pub struct Found {
    #[tensor(shape = [n, 4])]
    pub boxes: Vec<[f32; 4]>,
    #[tensor(shape = [n], range_checked = 0.0..=1.0, default = vec![0.5, 1.0])]
    pub scores: Vec<f32>,
    #[tensor(range = 1..=9, default)]
    pub level: u8,
    #[tensor(range_checked = ..0.0, default)]
    pub weights: std::collections::BTreeMap<String, f64>,
}

#[derive(Tensor)]
#[tensor(range_checked = 0.0..=1.0)]
pub struct Score(f32);
