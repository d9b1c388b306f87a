use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "camelCase")]
struct Input {
    image_id: u32,
    #[tensor(rename = "imageId")]
    other: u32,
    #[tensor(rename = "")]
    empty: u32,
    image__id: u32,
}

#[derive(Tensor)]
enum Label {
    #[tensor(rename = "Dog")]
    Cat,
    Dog,
    #[tensor(rename = "")]
    Nothing,
}

fn main() {}
