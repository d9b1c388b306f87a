#[derive(Tensor)]
#[tensor(rename_all = "camelCase", deny_unknown)]
pub struct Request {
    pub image_id: Option<i64>,
    #[tensor(default = 0.5)]
    pub overlap: f32,
    #[tensor(default)]
    pub comment: String,
    #[tensor(rename = "crop")]
    pub crops: tensor_format::Many<tensor_format::Image>,
}
