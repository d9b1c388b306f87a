pub mod bits {
    pub struct Mask(pub Vec<bool>);

    pub(super) fn to_wire(mask: &Mask) -> &[bool] {
        &mask.0
    }

    pub(super) fn from_wire(bits: Vec<bool>) -> Result<Mask, std::convert::Infallible> {
        Ok(Mask(bits))
    }
}

#[derive(Tensor)]
#[tensor(shape = [8])]
pub struct Byte(#[tensor(with = bits)] pub bits::Mask);
