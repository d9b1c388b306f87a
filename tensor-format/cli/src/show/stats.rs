//! Statistics of a tensor's elements in one pass over their bytes.

use std::fmt;

use half::{bf16, f16};
use num_complex::Complex;
use serde_json::{Value as Json, json};
use tensor_format::{ByteOrder, Element, ElementType, TensorRef};

use crate::terminal::text;

/// A least or greatest element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// An element of integers or booleans.
    Int(i128),
    /// An element of floats.
    Float(f64),
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int(value) => write!(f, "{value}"),
            Scalar::Float(value) => f.write_str(&text::number(*value)),
        }
    }
}

impl Scalar {
    /// Returns the element as JSON: a text for what JSON has no number for.
    #[must_use]
    pub fn json(self) -> Json {
        match self {
            Scalar::Int(value) => i64::try_from(value).map_or_else(|_| json!(value as u64), Json::from),
            Scalar::Float(value) => float_json(value),
        }
    }
}

/// Returns a float as JSON: a text for NaN and infinities, which JSON has no numbers for.
#[must_use]
pub fn float_json(value: f64) -> Json {
    if value.is_finite() { json!(value) } else { json!(value.to_string()) }
}

/// The statistics of all elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stats {
    /// The least finite element; `None` if there is none, and for complex numbers.
    pub min: Option<Scalar>,
    /// The greatest finite element.
    pub max: Option<Scalar>,
    /// The mean of the finite elements; of complex numbers that of the real parts. `None` if there are none, or their
    /// sum is too large for an `f64`.
    pub mean: Option<f64>,
    /// The mean of the imaginary parts.
    pub imaginary: Option<f64>,
    /// The number of elements that are finite.
    pub finite: u64,
    /// The number of elements that are NaN.
    pub nan: u64,
    /// The number of elements that are infinite.
    pub infinite: u64,
}

/// Returns the statistics of a tensor of fixed-size elements; `None` for other element types. Elements that strides of
/// 0 repeat are looked at once.
#[must_use]
pub fn stats(tensor: &TensorRef<'_>) -> Option<Stats> {
    let Some((once, times)) = once(tensor) else { return of_each(tensor) };
    let stats = of_each(&once)?;
    let all = |count: u64| count.saturating_mul(times);
    Some(Stats { finite: all(stats.finite), nan: all(stats.nan), infinite: all(stats.infinite), ..stats })
}

/// Returns the tensor without repetitions, and how often each of its elements occurs; `None` if that is once.
fn once<'t>(tensor: &'t TensorRef<'_>) -> Option<(TensorRef<'t>, u64)> {
    let layout = tensor.layout().filter(|layout| !tensor.is_empty() && layout.strides().contains(&0))?;
    let axes = || tensor.shape().iter().zip(layout.strides());
    let times =
        axes().filter(|(_, stride)| **stride == 0).fold(1u64, |times, (len, _)| times.saturating_mul(*len as u64));
    let shape: Vec<usize> = axes().map(|(len, stride)| if *stride == 0 { 1 } else { *len }).collect();
    let once = TensorRef::with_layout(tensor.element_type(), shape, tensor.buffer(), layout, tensor.byte_order());
    Some((once.ok()?, times))
}

fn of_each(tensor: &TensorRef<'_>) -> Option<Stats> {
    Some(match tensor.element_type() {
        ElementType::F32 => floats::<f32>(tensor),
        ElementType::F64 => floats::<f64>(tensor),
        ElementType::F16 => converted::<f16>(tensor, f16::to_f32),
        ElementType::BF16 => converted::<bf16>(tensor, bf16::to_f32),
        ElementType::I8 => integers::<i8>(tensor),
        ElementType::I16 => integers::<i16>(tensor),
        ElementType::I32 => integers::<i32>(tensor),
        ElementType::I64 => integers::<i64>(tensor),
        ElementType::U8 => integers::<u8>(tensor),
        ElementType::U16 => integers::<u16>(tensor),
        ElementType::U32 => integers::<u32>(tensor),
        ElementType::U64 => integers::<u64>(tensor),
        ElementType::Bool => integers::<Truth>(tensor),
        ElementType::C64 => complex::<f32>(tensor),
        ElementType::C128 => complex::<f64>(tensor),
        _ => return None,
    })
}

/// The number of elements in a block: few enough to stay in the processor's cache.
const BLOCK: usize = 4096;
/// The number of sums that grow side by side, so that the processor need not wait for one.
const LANES: usize = 16;

/// Hands all elements to `f` in blocks, in whatever order they are stored.
pub fn blocks<T: Element>(tensor: &TensorRef<'_>, mut f: impl FnMut(&[T])) {
    let (order, size) = (tensor.byte_order(), T::SIZE);
    let mut scratch: Vec<T> = Vec::new();
    let mut run = |bytes: &[u8]| {
        for block in bytes.chunks(BLOCK * size) {
            match T::cast(block) {
                Ok(elements) if order == ByteOrder::NATIVE || size == 1 => f(elements),
                _ => {
                    scratch.clear();
                    T::extend(&mut scratch, block, order);
                    f(&scratch);
                }
            }
        }
    };
    let shape = tensor.shape();
    let Some(layout) = tensor.layout() else { return };
    if tensor.is_empty() {
        return;
    }
    let buffer = tensor.buffer();
    let whole = layout.bytes(shape, size).ok().filter(|_| layout.is_contiguous(shape, size));
    if let Some(bytes) = whole.and_then(|range| buffer.get(range)) {
        return run(bytes);
    }
    for (at, len) in layout.runs(shape, size) {
        run(buffer.get(at..at + len).unwrap_or_default());
    }
}

trait Float: Element + PartialOrd {
    const LEAST: Self;
    const GREATEST: Self;
    fn wide(self) -> f64;
    fn is_finite(self) -> bool;
}

macro_rules! float {
    ($($ty:ident),*) => { $(
        impl Float for $ty {
            const LEAST: Self = $ty::NEG_INFINITY;
            const GREATEST: Self = $ty::INFINITY;
            #[inline]
            fn wide(self) -> f64 {
                self.into()
            }
            #[inline]
            fn is_finite(self) -> bool {
                self.abs() < $ty::INFINITY
            }
        }
    )* };
}

float!(f32, f64);

/// The statistics of the floats seen so far.
struct Floats<T> {
    min: T,
    max: T,
    sum: f64,
    count: u64,
    nan: u64,
    not_finite: u64,
}

impl<T: Float> Floats<T> {
    fn new() -> Self {
        Self { min: T::GREATEST, max: T::LEAST, sum: 0.0, count: 0, nan: 0, not_finite: 0 }
    }

    #[inline]
    fn take(&mut self, block: &[T]) {
        let (lanes, rest) = block.as_chunks::<LANES>();
        let (mut min, mut max) = ([T::GREATEST; LANES], [T::LEAST; LANES]);
        let mut sum = [0.0f64; LANES];
        let (mut nan, mut not_finite) = ([0u32; LANES], [0u32; LANES]);
        let mut one = |lane: usize, x: T| {
            min[lane] = if x < min[lane] { x } else { min[lane] };
            max[lane] = if x > max[lane] { x } else { max[lane] };
            sum[lane] += if x.is_finite() { x.wide() } else { 0.0 };
            nan[lane] += u32::from(x.partial_cmp(&x).is_none());
            not_finite[lane] += u32::from(!x.is_finite());
        };
        for chunk in lanes {
            for (lane, x) in chunk.iter().enumerate() {
                one(lane, *x);
            }
        }
        for (lane, x) in rest.iter().enumerate() {
            one(lane, *x);
        }
        if nan != not_finite {
            // Infinities are rare: the ends are found once more without them.
            let finite = || block.iter().copied().filter(|x| x.is_finite());
            min = [finite().fold(T::GREATEST, |min, x| if x < min { x } else { min }); LANES];
            max = [finite().fold(T::LEAST, |max, x| if x > max { x } else { max }); LANES];
        }
        for lane in 0..LANES {
            self.min = if min[lane] < self.min { min[lane] } else { self.min };
            self.max = if max[lane] > self.max { max[lane] } else { self.max };
            self.sum += sum[lane];
            self.nan += u64::from(nan[lane]);
            self.not_finite += u64::from(not_finite[lane]);
        }
        self.count += block.len() as u64;
    }

    fn finish(self) -> Stats {
        let finite = self.count - self.not_finite;
        Stats {
            min: (finite > 0).then(|| Scalar::Float(self.min.wide())),
            max: (finite > 0).then(|| Scalar::Float(self.max.wide())),
            mean: mean(self.sum, finite),
            imaginary: None,
            finite,
            nan: self.nan,
            infinite: self.not_finite - self.nan,
        }
    }
}

fn mean(sum: f64, count: u64) -> Option<f64> {
    (count > 0 && sum.is_finite()).then(|| sum / count as f64)
}

fn floats<T: Float>(tensor: &TensorRef<'_>) -> Stats {
    let mut floats = Floats::<T>::new();
    blocks(tensor, |block| floats.take(block));
    floats.finish()
}

fn converted<T: Element>(tensor: &TensorRef<'_>, wide: fn(T) -> f32) -> Stats {
    let mut floats = Floats::<f32>::new();
    let mut scratch = Vec::new();
    blocks::<T>(tensor, |block| {
        scratch.clear();
        scratch.extend(block.iter().map(|half| wide(*half)));
        floats.take(&scratch);
    });
    floats.finish()
}

/// An integer type, or booleans as 0 and 1.
trait Integer {
    type Stored: Element + Copy;
    type Sum: Copy + Default + Into<i128> + std::ops::AddAssign;
    fn wide(stored: Self::Stored) -> i128;
    fn less(a: Self::Stored, b: Self::Stored) -> bool;
    fn add(sum: &mut Self::Sum, stored: Self::Stored);
}

macro_rules! integer {
    ($($name:ty, $stored:ty => $sum:ty, $via:ty;)*) => { $(
        impl Integer for $name {
            type Stored = $stored;
            type Sum = $sum;
            #[inline]
            fn wide(stored: $stored) -> i128 {
                stored.into()
            }
            #[inline]
            fn less(a: $stored, b: $stored) -> bool {
                a < b
            }
            #[inline]
            fn add(sum: &mut $sum, stored: $stored) {
                *sum += <$via>::from(stored) as $sum;
            }
        }
    )* };
}

/// Booleans, counted as integers.
struct Truth;

// The sum of a block of `BLOCK` elements fits; wide ones are summed in 128 bits.
integer! {
    i8, i8 => i64, i64;
    i16, i16 => i64, i64;
    i32, i32 => i64, i64;
    i64, i64 => i128, i128;
    u8, u8 => i64, i64;
    u16, u16 => i64, i64;
    u32, u32 => i64, i64;
    u64, u64 => i128, i128;
}

impl Integer for Truth {
    type Stored = bool;
    type Sum = i64;
    fn wide(stored: bool) -> i128 {
        stored.into()
    }
    fn less(a: bool, b: bool) -> bool {
        !a & b
    }
    fn add(sum: &mut i64, stored: bool) {
        *sum += i64::from(stored);
    }
}

fn integers<T: Integer>(tensor: &TensorRef<'_>) -> Stats {
    let (mut ends, mut total, mut count) = (None, 0i128, 0u64);
    blocks::<T::Stored>(tensor, |block| {
        let Some(&first) = block.first() else { return };
        let (mut min, mut max, mut sum) = (first, first, T::Sum::default());
        for &x in block {
            min = if T::less(x, min) { x } else { min };
            max = if T::less(max, x) { x } else { max };
            T::add(&mut sum, x);
        }
        let (min, max) = (T::wide(min), T::wide(max));
        ends = Some(ends.map_or((min, max), |(low, high): (i128, i128)| (low.min(min), high.max(max))));
        total += sum.into();
        count += block.len() as u64;
    });
    Stats {
        min: ends.map(|(min, _)| Scalar::Int(min)),
        max: ends.map(|(_, max)| Scalar::Int(max)),
        mean: mean(total as f64, count),
        imaginary: None,
        finite: count,
        nan: 0,
        infinite: 0,
    }
}

fn complex<T: Float>(tensor: &TensorRef<'_>) -> Stats
where
    Complex<T>: Element,
{
    let (mut real, mut imaginary, mut finite, mut nan, mut infinite) = (0.0, 0.0, 0u64, 0, 0);
    blocks::<Complex<T>>(tensor, |block| {
        for z in block {
            if z.re.is_finite() && z.im.is_finite() {
                real += z.re.wide();
                imaginary += z.im.wide();
                finite += 1;
            } else if z.re.wide().is_nan() || z.im.wide().is_nan() {
                nan += 1;
            } else {
                infinite += 1;
            }
        }
    });
    let (mean, imaginary) = (mean(real, finite), mean(imaginary, finite));
    Stats { min: None, max: None, mean, imaginary, finite, nan, infinite }
}

#[cfg(test)]
mod tests {
    use tensor_format::{Tensor, layout::Layout};

    use super::*;

    fn of<T: Element>(elements: &[T]) -> Stats {
        stats(&TensorRef::from(elements)).unwrap()
    }

    fn ends(stats: &Stats) -> (String, String) {
        (stats.min.unwrap().to_string(), stats.max.unwrap().to_string())
    }

    #[test]
    fn of_floats() {
        let found = of(&[1.0f32, f32::NAN, -2.0, f32::INFINITY, 4.0]);
        assert_eq!(ends(&found), ("-2".into(), "4".into()));
        assert_eq!((found.mean, found.finite, found.nan, found.infinite), (Some(1.0), 3, 1, 1));
        let ones = [f32::INFINITY, f32::NAN, f32::NEG_INFINITY];
        let none = of(&ones);
        assert_eq!((none.min, none.max, none.mean, none.finite), (None, None, None, 0));
        // Infinities in one block only, at its ends and between.
        for at in [0, 5, LANES, BLOCK - 1, BLOCK, 2 * BLOCK + 3] {
            for x in ones {
                let mut many: Vec<f32> = (0..2 * BLOCK + 4).map(|n| n as f32).collect();
                (many[at], many[7]) = (x, -1.0);
                let found = of(&many);
                let last = if at == 2 * BLOCK + 3 { 2 * BLOCK + 2 } else { 2 * BLOCK + 3 };
                assert_eq!(ends(&found), ("-1".into(), last.to_string()), "{x} at {at}");
                assert_eq!(found.finite, many.len() as u64 - 1);
            }
        }
        let large = of(&[f64::MAX, f64::MAX]);
        assert_eq!((large.mean, large.max), (None, Some(Scalar::Float(f64::MAX))));
        let none = of(&[f64::NAN, f64::NAN]);
        assert_eq!((none.min, none.max, none.mean, none.nan), (None, None, None, 2));
        let empty = of::<f32>(&[]);
        assert_eq!((empty.min, empty.mean, empty.nan), (None, None, 0));
        let halves = of(&[f16::from_f32(0.5), f16::INFINITY]);
        assert_eq!((halves.mean, halves.infinite), (Some(0.5), 1));
        assert_eq!(of(&[bf16::ONE, bf16::ZERO]).mean, Some(0.5));
        let z = of(&[Complex::new(1.0f64, 2.0), Complex::new(f64::NAN, 0.0), Complex::new(0.0, f64::INFINITY)]);
        assert_eq!((z.min, z.mean, z.imaginary, z.nan, z.infinite), (None, Some(1.0), Some(2.0), 1, 1));
    }

    #[test]
    fn of_integers() {
        assert_eq!(ends(&of(&[i64::MIN, i64::MAX])), (i64::MIN.to_string(), i64::MAX.to_string()));
        assert_eq!(of(&[u64::MAX, u64::MAX]).mean, Some(u64::MAX as f64));
        assert_eq!(of(&[true, false, false, true]).mean, Some(0.5));
        assert_eq!(of(&[u8::MAX; 3 * BLOCK]).mean, Some(255.0));
        assert_eq!(of(&[i32::MIN; BLOCK]).mean, Some(f64::from(i32::MIN)));
        assert_eq!(of::<u8>(&[]).min, None);
        assert_eq!(Scalar::Int(u64::MAX.into()).json(), json!(u64::MAX));
        assert_eq!(stats(&Tensor::from_strings([1], ["a"]).unwrap().as_ref()), None);
    }

    #[test]
    fn of_elements_anywhere() {
        let numbers: Vec<f32> = (0..3 * BLOCK + 5).map(|n| n as f32).collect();
        let expected = of(&numbers);
        assert_eq!(expected.mean, Some((numbers.len() - 1) as f64 / 2.0));
        // Off their alignment, in the other byte order, from last to first, and every second one.
        let mut bytes = vec![0];
        bytes.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        let shape = [numbers.len()];
        let shifted = TensorRef::from_bytes(ElementType::F32, shape, &bytes[1..], ByteOrder::Little).unwrap();
        assert_eq!(stats(&shifted), Some(expected));
        let big: Vec<u8> = numbers.iter().flat_map(|n| n.to_be_bytes()).collect();
        let big = TensorRef::from_bytes(ElementType::F32, shape, &big, ByteOrder::Big).unwrap();
        assert_eq!(stats(&big), Some(expected));
        let native: Vec<u8> = numbers.iter().flat_map(|n| n.to_ne_bytes()).collect();
        let strided = |shape: [usize; 1], stride, offset| {
            let layout = Layout::new(&[stride], offset);
            TensorRef::with_layout(ElementType::F32, shape, &native, layout, ByteOrder::NATIVE).unwrap()
        };
        let last = native.len() - 4;
        assert_eq!(stats(&strided(shape, -4, last)), Some(expected));
        // One element 2^58 times, and one without any.
        let layout = Layout::new(&[0, 0], 4);
        let repeated =
            |shape| TensorRef::with_layout(ElementType::F32, shape, &native, layout.clone(), ByteOrder::NATIVE);
        let found = stats(&repeated([1 << 30, 1 << 28]).unwrap()).unwrap();
        assert_eq!((ends(&found), found.mean, found.finite), (("1".into(), "1".into()), Some(1.0), 1 << 58));
        assert_eq!(stats(&repeated([1 << 30, 0]).unwrap()).unwrap().finite, 0);
        let second = stats(&strided([3], 8, 0)).unwrap();
        assert_eq!((ends(&second), second.mean), (("0".into(), "4".into()), Some(2.0)));
    }
}
