//! What fills a field has its type: `Default` for `skip` and `default`, the expression otherwise.

use tensor_format::Tensor;

struct Cache;

type Overlap = f32;

#[derive(Tensor)]
struct NoDefault(f32);

#[derive(Tensor)]
struct Input {
    #[tensor(default)]
    value: NoDefault,
    #[tensor(skip)]
    cache: Cache,
    #[tensor(default = "half")]
    overlap: Overlap,
    #[tensor(default = half)]
    threshold: f32,
    #[tensor(default = 1)]
    scale: f32,
}

fn half() -> f32 {
    0.5
}

fn main() {}
