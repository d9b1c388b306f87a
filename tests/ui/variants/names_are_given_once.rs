//! Each variant has a label of its own, and none the name of the label's parameter.

use tensor_format::Tensor;

#[derive(Tensor)]
#[tensor(rename_all = "lowercase")]
enum Shape {
    Circle { radius: f32 },
    #[tensor(rename = "circle")]
    Round(f32),
    Variant { x: f32 },
    Pair(f32, #[tensor(rename = "0")] f32),
    #[tensor(rename = "")]
    Nameless,
}

#[derive(Tensor)]
#[tensor(tag = "kind")]
enum Kinds {
    #[tensor(rename = "kind")]
    Kind(u8),
    Other(u8),
}

#[derive(Tensor)]
enum Dotted {
    Circle { radius: f32 },
    #[tensor(rename = "Circle.radius")]
    Radius(f32),
}

#[derive(Tensor)]
#[tensor(tag = "Circle.radius")]
enum Field {
    Circle { radius: f32 },
    Nothing,
}

#[derive(Tensor)]
#[tensor(tag = "Ring.r")]
enum Alias {
    #[tensor(alias = "Ring")]
    Circle {
        #[tensor(alias = "r")]
        radius: f32,
    },
    Nothing,
}

fn main() {}
