//! Casts between all numbers, checked against what the values mean.

use half::{bf16, f16};
use num_complex::Complex;
use proptest::prelude::*;
use tensor_format::{ByteOrder, Element, ElementType, ErrorKind, Tensor, TensorRef, layout::Layout};

fn exact<A: Element, B: Element>(from: A) -> Option<B> {
    let tensor = Tensor::from_vec([1], vec![from]).unwrap();
    match tensor.cast::<B>() {
        Ok(cast) => {
            let (lossy, changed) = tensor.cast_lossy::<B>().unwrap();
            assert_eq!((&lossy, changed), (&cast, 0));
            cast.get(&[0])
        }
        Err(ErrorKind::LossyCast { index: 0, from, to }) => {
            assert_eq!((from, to), (A::TYPE, B::TYPE));
            assert_eq!(tensor.cast_lossy::<B>().unwrap().1, 1);
            None
        }
        Err(kind) => panic!("{kind}"),
    }
}

fn nearest<A: Element, B: Element>(from: A) -> B {
    Tensor::from_vec([1], vec![from]).unwrap().cast_lossy::<B>().unwrap().0.get(&[0]).unwrap()
}

#[test]
fn integers_beyond_the_mantissa_are_noticed() {
    let limit = 1i64 << 53;
    assert_eq!(exact::<_, f64>(limit), Some(9007199254740992.0));
    assert_eq!(exact::<_, f64>(limit + 1), None);
    assert_eq!(exact::<_, f64>(limit + 2), Some(9007199254740994.0));
    assert_eq!(exact::<_, f64>(i64::MIN), Some(-9223372036854775808.0));
    assert_eq!(exact::<_, f64>(i64::MAX), None);
    assert_eq!(exact::<_, f64>(u64::MAX), None);
    assert_eq!(exact::<_, f64>(1u64 << 63), Some(9223372036854775808.0));
    assert_eq!(exact::<_, f32>((1i32 << 24) + 1), None);
    assert_eq!(exact::<_, f32>(1i32 << 24), Some(16777216.0));
    assert_eq!(exact::<_, f16>(2049i32), None);
    assert_eq!(exact::<_, f16>(65504u16), Some(f16::MAX));
    assert_eq!(exact::<_, f16>(65505u16), None);
    assert_eq!(nearest::<_, f16>(65535u16), f16::INFINITY);
    // A little above the middle between two neighbours, by bits on both sides of the middle of a double.
    let above = 1.0 + 2f64.powi(-11) + 2f64.powi(-20) + 2f64.powi(-50);
    assert_eq!(nearest::<_, f16>(above), f16::from_bits(f16::ONE.to_bits() + 1));
    assert_eq!(nearest::<_, f16>(0i32).to_bits(), 0);
    assert_eq!(exact::<_, bf16>(257u16), None);
    assert_eq!(exact::<_, bf16>(256u16), Some(bf16::from_f32(256.0)));
}

#[test]
fn floats_at_the_bounds_of_integers() {
    assert_eq!(exact::<_, u64>(18446744073709551616.0f64), None);
    assert_eq!(nearest::<_, u64>(18446744073709551616.0f64), u64::MAX);
    assert_eq!(exact::<_, u64>(18446744073709549568.0f64), Some(18446744073709549568));
    assert_eq!(exact::<_, i64>(-9223372036854775808.0f64), Some(i64::MIN));
    assert_eq!(exact::<_, i64>(9223372036854775808.0f64), None);
    assert_eq!(exact::<_, u8>(255.0f32), Some(255));
    assert_eq!(exact::<_, u8>(256.0f32), None);
    assert_eq!(nearest::<_, u8>(-1.0f32), 0);
    assert_eq!(nearest::<_, i8>(-300i32), -128);
    assert_eq!(nearest::<_, i8>(2.9f32), 2);
    assert_eq!(nearest::<_, i8>(-2.9f32), -2);
    assert_eq!(nearest::<_, i8>(f32::NAN), 0);
    assert_eq!(nearest::<_, i32>(f64::INFINITY), i32::MAX);
    assert_eq!(exact::<_, i64>(f64::NEG_INFINITY), None);
    assert_eq!(exact::<_, u32>(-1i8), None);
    assert_eq!(exact::<_, i8>(128u8), None);
}

#[test]
fn special_floats_stay_what_they_are() {
    assert!(exact::<_, f64>(f32::NAN).unwrap().is_nan());
    assert!(exact::<_, f32>(f64::NAN).unwrap().is_nan());
    assert!(exact::<_, f16>(f64::from_bits(0x7ff0_0000_0000_0001)).unwrap().is_nan());
    assert!(exact::<_, bf16>(f32::from_bits(0xff80_0001)).unwrap().is_nan());
    assert_eq!(exact::<_, f32>(f64::NEG_INFINITY), Some(f32::NEG_INFINITY));
    assert_eq!(exact::<_, f16>(f32::INFINITY), Some(f16::INFINITY));
    assert_eq!(exact::<_, f32>(-0.0f64).unwrap().to_bits(), (-0.0f32).to_bits());
    assert_eq!(exact::<_, bf16>(-0.0f64).unwrap().to_bits(), 0x8000);
    assert_eq!(exact::<_, i32>(-0.0f64), None);
    assert_eq!(nearest::<_, i32>(-0.0f64), 0);
    assert_eq!(exact::<_, f32>(1e300f64), None);
    assert_eq!(nearest::<_, f32>(1e300f64), f32::INFINITY);
    assert_eq!(exact::<_, f32>(0.1f64), None);
    assert_eq!(exact::<_, f32>(1e-300f64), None);
    assert_eq!(exact::<_, f32>(f64::from(f32::MIN_POSITIVE) / 2.0), Some(f32::MIN_POSITIVE / 2.0));
}

#[test]
fn booleans_are_zero_and_one() {
    assert_eq!(exact::<_, f32>(true), Some(1.0));
    assert_eq!(exact::<_, u8>(false), Some(0));
    assert_eq!(exact::<_, bool>(1i64), Some(true));
    assert_eq!(exact::<_, bool>(2u8), None);
    assert!(nearest::<_, bool>(2u8));
    assert!(nearest::<_, bool>(f32::NAN));
    assert_eq!(exact::<_, bool>(0.0f32), Some(false));
    assert_eq!(exact::<_, bool>(-0.0f32), None);
    assert!(!nearest::<_, bool>(-0.0f32));
    assert!(nearest::<_, bool>(Complex::new(0.0f32, 1.0)));
}

#[test]
fn complex_numbers_are_real_without_imaginary_part() {
    assert_eq!(exact::<_, f32>(Complex::new(1.5f64, 0.0)), Some(1.5));
    assert_eq!(exact::<_, f32>(Complex::new(1.5f64, 1e-300)), None);
    assert_eq!(exact::<_, f32>(Complex::new(1.5f64, -0.0)), None);
    assert_eq!(exact::<_, f32>(Complex::new(1.5f64, f64::NAN)), None);
    assert_eq!(nearest::<_, f32>(Complex::new(1.5f64, 9.0)), 1.5);
    assert_eq!(exact::<_, Complex<f32>>(Complex::new(0.5f64, 0.25)), Some(Complex::new(0.5, 0.25)));
    assert_eq!(exact::<_, Complex<f32>>(Complex::new(0.5f64, 0.1)), None);
    assert_eq!(exact::<_, Complex<f64>>(7u8), Some(Complex::new(7.0, 0.0)));
    assert_eq!(exact::<_, Complex<f32>>(u32::MAX), None);
    assert_eq!(exact::<_, i16>(Complex::new(-3.0f32, 0.0)), Some(-3));
}

#[test]
fn half_precision_rounds_once() {
    // Just above the tie of two bf16 neighbours: a first rounding to f32 or f64 would move it onto the tie.
    let tie = (1i64 << 60) + (1 << 52);
    assert_eq!(nearest::<_, bf16>(tie).to_f64(), (1i64 << 60) as f64);
    assert_eq!(nearest::<_, bf16>(tie + 1).to_f64(), ((1i64 << 60) + (1 << 53)) as f64);
    assert_eq!(nearest::<_, bf16>(-tie - 1).to_f64(), -((1i64 << 60) + (1 << 53)) as f64);
    let tie = 1.0 + 2f64.powi(-11);
    assert_eq!(nearest::<_, f16>(tie).to_f64(), 1.0);
    assert_eq!(nearest::<_, f16>(tie + 2f64.powi(-50)).to_f64(), 1.0 + 2f64.powi(-10));
}

#[test]
fn the_first_loss_is_named_in_logical_order() {
    let bytes: Vec<u8> = [1i16, 300, 2, 400].iter().flat_map(|x| x.to_be_bytes()).collect();
    let layout = Layout::new(&[2, -4], 4);
    let t = TensorRef::with_layout(ElementType::I16, [2, 2], &bytes, layout, ByteOrder::Big).unwrap();
    assert_eq!(t.to_vec::<i16>().unwrap(), [2, 1, 400, 300]);
    assert_eq!(t.cast::<u8>().unwrap_err().to_string(), "element 2 of type i16 has no exact value of type u8");
    let (cast, changed) = t.cast_lossy::<u8>().unwrap();
    assert_eq!((cast.to_vec::<u8>().unwrap(), changed), (vec![2, 1, 255, 255], 2));
    assert_eq!(cast.header().to_string(), "u8 [2, 2]");
}

#[test]
fn text_is_not_cast() {
    let text = Tensor::from_strings([1], ["1"]).unwrap();
    let kind = text.cast::<f32>().unwrap_err();
    assert_eq!(
        kind.to_string(),
        "element type: expected f32 | f64 | i8 | i16 | i32 | i64 | u8 | u16 | u32 | u64 | bool | f16 | bf16 | c64 | c128, found string"
    );
    assert_eq!(text.cast_lossy::<f32>().unwrap_err().name(), kind.name());
}

#[test]
fn empty_and_equal_types_are_copied() {
    let empty = Tensor::from_vec([0, 4], Vec::<f64>::new()).unwrap();
    assert_eq!(empty.cast::<u8>().unwrap().header().to_string(), "u8 [0, 4]");
    let nan = Tensor::from_vec([1], vec![f32::from_bits(0x7f80_0001)]).unwrap();
    assert_eq!(nan.cast::<f32>().unwrap(), nan);
}

#[test]
fn a_target_too_large_for_memory_is_refused() {
    let len = isize::MAX as usize / 2;
    let layout = Layout::new(&[0], 0);
    let t = TensorRef::with_layout(ElementType::U8, [len], &[1], layout, ByteOrder::NATIVE).unwrap();
    assert!(matches!(t.cast::<f64>(), Err(ErrorKind::ShapeOverflow)));
}

macro_rules! back {
    ($value:expr, $from:ty => $($to:ty),*) => { $(
        if let Some(cast) = exact::<$from, $to>($value) {
            let back: $from = exact::<$to, $from>(cast).expect("an exact cast has a way back");
            prop_assert!(back == $value || back != back);
        }
    )* };
}

proptest! {
    #[test]
    fn exact_integers_come_back(value: i64, shift in 0u32..64) {
        let value = value >> shift;
        back!(value, i64 => i8, i16, i32, u8, u16, u32, u64, f32, f64, f16, bf16, bool, Complex<f32>, Complex<f64>);
        prop_assert_eq!(exact::<_, i32>(value), i32::try_from(value).ok());
        prop_assert_eq!(exact::<_, u64>(value), u64::try_from(value).ok());
        prop_assert_eq!(nearest::<_, f64>(value), value as f64);
        prop_assert_eq!(nearest::<_, f32>(value), value as f32);
    }

    #[test]
    fn exact_floats_come_back(bits: u64) {
        let value = f64::from_bits(bits);
        back!(value, f64 => i8, i16, i32, i64, u8, u16, u32, u64, f32, f16, bf16, bool, Complex<f32>, Complex<f64>);
        let narrow: f32 = nearest(value);
        prop_assert!(narrow.to_bits() == (value as f32).to_bits() || value.is_nan());
    }

    #[test]
    fn every_half_is_exact_in_wider_floats(bits: u16) {
        let value = f16::from_bits(bits);
        let wide: f64 = exact(value).unwrap();
        prop_assert!(wide == value.to_f64() || value.is_nan());
        let back: f16 = exact(wide).unwrap();
        prop_assert!(back.to_bits() == bits || value.is_nan());
        let value = bf16::from_bits(bits);
        let wide: f32 = exact(value).unwrap();
        let back: bf16 = exact(wide).unwrap();
        prop_assert!(back.to_bits() == bits || value.is_nan());
    }
}
