//! A slice, `str` or `dyn` type as a field, in place of one that holds it, is one error, and no implementation follows.

use tensor_format::Tensor;

#[derive(Tensor)]
struct Points {
    label: u8,
    points: [f32],
}

#[derive(Tensor)]
struct Values([i64]);

#[derive(Tensor)]
struct Called {
    call: dyn Fn(),
}

#[derive(Tensor)]
struct Named {
    name: str,
}

// The compiler says so too, of all fields but the last.
#[derive(Tensor)]
struct Document {
    title: str,
    pages: [u8],
    layer: dyn Layer,
    count: u32,
}

trait Layer {}

#[derive(Tensor)]
enum Message {
    Text(str),
    Numbers { values: [f32], count: u32 },
}

// Which has a size.
mod own {
    #[allow(non_camel_case_types)]
    pub struct str;

    #[derive(tensor_format::Tensor)]
    struct Titled {
        title: str,
        count: u32,
    }
}

fn main() {
    let _ = |document: &Document| tensor_format::to_vec(document);
    let _ = |message: &Message| tensor_format::to_vec(message);
}
