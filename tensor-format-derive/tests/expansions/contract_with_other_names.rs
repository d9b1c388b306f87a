#[derive(Tensor)]
pub struct Detected {
    pub crops: Vec<[u8; 3]>,
}

#[derive(Tensor)]
pub struct Classify {
    pub image: Vec<[u8; 3]>,
}

contract! { Detected => Classify { image: crops } }
