//! Records of a type's own parameters, and what becomes of a value that is read.

use std::fmt::Debug;

use tensor_format::{DecodeOwned, Encode, Tensor, decthings::Options, rules::Param};

/// Writes what is read of these bytes, and reads it again.
#[track_caller]
pub(crate) fn survives<T: DecodeOwned + Encode + PartialEq + Debug>(options: &Options, bytes: &[u8]) {
    let Ok(value) = options.from_slice::<T>(bytes) else { return };
    let written = options.to_vec(&value).expect("encoded");
    assert_eq!(options.from_slice::<T>(&written).expect("what was written"), value);
    assert_eq!(options.from_reader::<T, _>(bytes).expect("the same from a stream"), value);
}

/// A tensor that may be one of this parameter; of another element type if it is odd.
pub(crate) fn tensor_of(param: &Param<'_>, n: usize, is_odd: bool) -> Tensor {
    let axes = (0..param.rules.axes.rank()).map(|axis| param.rules.axes.dim(axis));
    let shape: Vec<usize> = axes.map(|dim| dim.as_exact().map_or(n, |len| usize::try_from(len).unwrap())).collect();
    let count = shape.iter().product();
    let first = param.rules.types.iter().find(|_| !is_odd).map_or(String::new(), |first| first.to_string());
    let tensor = match &*first {
        "i64" => Tensor::from_vec(&*shape, vec![1i64; count]),
        "u8" => Tensor::from_vec(&*shape, vec![1u8; count]),
        "u16" => Tensor::from_vec(&*shape, vec![1u16; count]),
        "u32" => Tensor::from_vec(&*shape, vec![1u32; count]),
        "string" => Tensor::from_strings(&*shape, ["A", "Long", "x"].into_iter().cycle().take(count)),
        _ => Tensor::from_vec(&*shape, vec![true; count]),
    };
    tensor.expect("a tensor")
}
