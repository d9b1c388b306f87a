//! Tensors in plain words, to be built by us and by a peer.
#![allow(missing_docs)]

use std::{
    cell::{Cell, RefCell},
    collections::HashSet,
    mem::discriminant,
};

use proptest::{collection::vec, prelude::*, test_runner::TestRunner};
use tensor_format::{ElementType, Tensor, codec::Variable};

/// The tensors in each direction: more than the 10,000 that every peer is to read, as one of them cannot read all.
pub(crate) const CASES: u32 = 11_000;

/// The elements of a tensor in row-major order.
#[derive(Clone, Debug)]
pub(crate) enum Elements {
    F32(Vec<f32>),
    F64(Vec<f64>),
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    Boolean(Vec<bool>),
    String(Vec<String>),
    Binary(Vec<Vec<u8>>),
    Image(Vec<(String, Vec<u8>)>),
    Audio(Vec<(String, Vec<u8>)>),
    Video(Vec<(String, Vec<u8>)>),
}

/// A tensor in plain words.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    pub(crate) shape: Vec<usize>,
    pub(crate) elements: Elements,
}

fn media(format: &'static str) -> impl Strategy<Value = (String, Vec<u8>)> {
    (format, vec(any::<u8>(), 0..300))
}

/// Tensors of all 16 element types; the formats of media are of `format`.
pub(crate) fn plain(format: &'static str) -> impl Strategy<Value = Plain> {
    let shape = prop_oneof![
        8 => vec(0..5usize, 0..5),
        1 => vec(1..2usize, 5..20),
        1 => (250..260usize).prop_map(|len| vec![len]),
    ];
    (shape, 0..16u8).prop_flat_map(move |(shape, kind)| {
        let count: usize = shape.iter().product();
        let elements = match kind {
            0 => vec(any::<u32>().prop_map(f32::from_bits), count).prop_map(Elements::F32).boxed(),
            1 => vec(any::<u64>().prop_map(f64::from_bits), count).prop_map(Elements::F64).boxed(),
            2 => vec(any::<i8>(), count).prop_map(Elements::I8).boxed(),
            3 => vec(any::<i16>(), count).prop_map(Elements::I16).boxed(),
            4 => vec(any::<i32>(), count).prop_map(Elements::I32).boxed(),
            5 => vec(any::<i64>(), count).prop_map(Elements::I64).boxed(),
            6 => vec(any::<u8>(), count).prop_map(Elements::U8).boxed(),
            7 => vec(any::<u16>(), count).prop_map(Elements::U16).boxed(),
            8 => vec(any::<u32>(), count).prop_map(Elements::U32).boxed(),
            9 => vec(any::<u64>(), count).prop_map(Elements::U64).boxed(),
            10 => vec(any::<bool>(), count).prop_map(Elements::Boolean).boxed(),
            11 => vec(any::<String>(), count).prop_map(Elements::String).boxed(),
            12 => vec(vec(any::<u8>(), 0..20), count).prop_map(Elements::Binary).boxed(),
            13 => vec(media(format), count).prop_map(Elements::Image).boxed(),
            14 => vec(media(format), count).prop_map(Elements::Audio).boxed(),
            _ => vec(media(format), count).prop_map(Elements::Video).boxed(),
        };
        elements.prop_map(move |elements| Plain { shape: shape.clone(), elements })
    })
}

/// Our tensor of the elements.
pub(crate) fn ours(plain: &Plain) -> Tensor {
    macro_rules! numbers {
        ($($name:ident),*) => {
            match &plain.elements {
                $(Elements::$name(elements) => Tensor::from_slice(&*plain.shape, elements),)*
                Elements::String(elements) => Tensor::from_strings(&*plain.shape, elements.iter().map(String::as_str)),
                Elements::Binary(elements) => {
                    let elements = elements.iter().map(|bytes| Variable::Bytes(bytes.into()));
                    Tensor::from_variables(ElementType::Binary, &*plain.shape, elements)
                }
                Elements::Image(elements) => of_media(ElementType::Image, &plain.shape, elements),
                Elements::Audio(elements) => of_media(ElementType::Audio, &plain.shape, elements),
                Elements::Video(elements) => of_media(ElementType::Video, &plain.shape, elements),
            }
        };
    }
    numbers!(F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, Boolean).expect("the elements fill the shape")
}

fn of_media(
    element_type: ElementType,
    shape: &[usize],
    elements: &[(String, Vec<u8>)],
) -> Result<Tensor, tensor_format::ErrorKind> {
    let elements =
        elements.iter().map(|(format, data)| Variable::Media { format: format.as_bytes().into(), data: data.into() });
    Tensor::from_variables(element_type, shape, elements)
}

/// Runs a test on [`CASES`] tensors, of every element type among them.
pub(crate) fn run(format: &'static str, test: impl Fn(&Plain)) {
    let config = ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() };
    let kinds = RefCell::new(HashSet::new());
    let tried = Cell::new(0);
    TestRunner::new(config)
        .run(&plain(format), |plain| {
            tried.set(tried.get() + 1);
            kinds.borrow_mut().insert(discriminant(&plain.elements));
            test(&plain);
            Ok(())
        })
        .expect("no difference");
    assert!(tried.get() >= CASES, "{} cases", tried.get());
    assert_eq!(kinds.borrow().len(), 16, "every element type was generated");
}
