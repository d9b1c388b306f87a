#[derive(Tensor)]
pub struct Run {
    pub samples: Vec<f32>,
    #[tensor(metadata)]
    pub number: u64,
    #[tensor(metadata, rename = "note")]
    pub comment: Option<String>,
    #[tensor(metadata, default = 1.0)]
    pub gain: f64,
    #[tensor(metadata, default)]
    pub tags: Vec<String>,
}
