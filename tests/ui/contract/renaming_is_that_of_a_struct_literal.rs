//! Names are mapped as in a struct literal of the target: `To { image: crops }`, each once.

use tensor_format::{Tensor, contract};

#[derive(Tensor)]
struct From {
    crops: Vec<u8>,
}

#[derive(Tensor)]
struct To {
    image: Vec<u8>,
}

contract! { From => To { image: crops, image: crops } }

contract! { From => To { image } }

contract! { From => To { image = crops } }

contract! { From => To { image: } }

contract! { From => To { 3: crops } }

contract! { From => To { image.pixels: crops } }

contract! { From => To { image: crops-8 } }

fn main() {}
