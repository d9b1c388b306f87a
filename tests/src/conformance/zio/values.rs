//! Elements as vectors state them.

use half::f16;
use num_complex::Complex;
use tensor_format::{Element, ElementType, TensorRef};

/// Holds the elements of a tensor, in logical order, to JSON texts.
pub(super) fn compare(texts: &[&str], tensor: &TensorRef<'_>) -> Result<(), String> {
    match tensor.element_type() {
        ElementType::F16 => {
            each(texts, tensor, |text| Some(f16::from_f64(float(text)?)), |a: f16, b| same(a.into(), b.into()))
        }
        ElementType::F32 => each(texts, tensor, |text| Some(float(text)? as f32), |a: f32, b| same(a.into(), b.into())),
        ElementType::F64 => each(texts, tensor, float, same),
        ElementType::I8 => integers::<i8>(texts, tensor),
        ElementType::I16 => integers::<i16>(texts, tensor),
        ElementType::I32 => integers::<i32>(texts, tensor),
        ElementType::I64 => integers::<i64>(texts, tensor),
        ElementType::U8 => integers::<u8>(texts, tensor),
        ElementType::U16 => integers::<u16>(texts, tensor),
        ElementType::U32 => integers::<u32>(texts, tensor),
        ElementType::U64 => integers::<u64>(texts, tensor),
        ElementType::Bool => each(texts, tensor, |text| text.parse().ok(), |a: bool, b| a == b),
        ElementType::C64 => each(
            texts,
            tensor,
            |text| pair(text).map(|[re, im]| Complex::new(re as f32, im as f32)),
            |a: Complex<f32>, b| same(a.re.into(), b.re.into()) && same(a.im.into(), b.im.into()),
        ),
        ElementType::C128 => each(
            texts,
            tensor,
            |text| pair(text).map(|[re, im]| Complex::new(re, im)),
            |a: Complex<f64>, b| same(a.re, b.re) && same(a.im, b.im),
        ),
        other => Err(format!("no element type of the format: {other}")),
    }
}

fn each<T: Element>(
    texts: &[&str],
    tensor: &TensorRef<'_>,
    parse: impl Fn(&str) -> Option<T>,
    same: impl Fn(T, T) -> bool,
) -> Result<(), String> {
    let elements = tensor.iter::<T>().map_err(|error| error.to_string())?;
    if elements.len() != texts.len() {
        return Err(format!("{} elements", elements.len()));
    }
    for (at, (text, element)) in texts.iter().zip(elements).enumerate() {
        let expected = parse(text).ok_or_else(|| format!("{text} is no element"))?;
        if !same(expected, element) {
            return Err(format!("{element:?} at {at} where {text} should be"));
        }
    }
    Ok(())
}

fn integers<T: Element + std::str::FromStr>(texts: &[&str], tensor: &TensorRef<'_>) -> Result<(), String> {
    each(texts, tensor, |text| text.parse().ok(), |a: T, b| a == b)
}

fn float(text: &str) -> Option<f64> {
    match text.trim() {
        "\"NaN\"" => Some(f64::NAN),
        "\"Infinity\"" => Some(f64::INFINITY),
        "\"-Infinity\"" => Some(f64::NEG_INFINITY),
        text => text.parse().ok(),
    }
}

fn pair(text: &str) -> Option<[f64; 2]> {
    let (re, im) = text.trim().strip_prefix('[')?.strip_suffix(']')?.split_once(',')?;
    Some([float(re)?, float(im)?])
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}
