//! Sinks that refuse, leave out or repeat what they are told, under the library's own types.

use std::collections::BTreeMap;

use tensor_format::{
    Batch, ByteOrder, Element, ElementType, Encode, EncodeError, Image, Many, Ragged, Tensor,
    codec::{ElementSink, Payload, Sink, Variable},
    layout::Layout,
};

use super::{draw, encoders::Fixed};

struct WildElements;

fn done() -> Result<(), EncodeError> {
    draw::called();
    if draw::rarely(12) { Err(tensor_format::ErrorKind::custom("the sink refuses").into()) } else { Ok(()) }
}

impl<'a> ElementSink<'a> for WildElements {
    fn copy_numbers<T: Element>(&mut self, _: &[T]) -> Result<(), EncodeError> {
        done()
    }

    fn bytes(&mut self, _: ElementType, _: &'a [u8], _: ByteOrder) -> Result<(), EncodeError> {
        done()
    }

    fn strided(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        layout: &Layout,
        buffer: &'a [u8],
    ) -> Result<(), EncodeError> {
        let _ = layout.bytes(shape, element_type.size().unwrap_or(1)).map(|range| buffer.get(range));
        done()
    }

    fn variable(&mut self, _: Variable<'a>) -> Result<(), EncodeError> {
        done()
    }

    fn texts<I: Iterator<Item = &'a str>>(&mut self, mut texts: I) -> Result<(), EncodeError> {
        let _ = texts.nth(draw::below(3));
        done()
    }
}

/// A sink that calls a payload any number of times.
struct WildSink;

impl<'a> Sink<'a> for WildSink {
    fn tensor<P: Payload<'a>>(&mut self, _: ElementType, _: &[usize], payload: &P) -> Result<(), EncodeError> {
        for _ in 0..draw::below(4) {
            let written = payload.write(&mut WildElements);
            if !draw::rarely(3) {
                written?;
            }
        }
        done()
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        let _ = (names.clone().nth(draw::below(3)), names.count());
        done()
    }
}

fn write<T: Encode>(value: &T) {
    for seed in draw::seeds(300) {
        draw::seed(seed);
        let _ = value.encode(&mut WildSink);
    }
    // The value is as before.
    let bytes = tensor_format::to_vec(value).expect("bytes");
    assert_eq!(bytes, tensor_format::to_vec(value).expect("bytes"));
}

/// Every kind of field.
#[derive(Tensor, Clone, Debug)]
struct Fields {
    numbers: Vec<f32>,
    names: Vec<String>,
    image: Option<Image>,
    many: Many<Vec<u8>>,
    grid: ndarray::Array2<u16>,
    ragged: Ragged<Vec<u16>>,
    table: BTreeMap<String, f32>,
    inner: Fixed,
    whole: Tensor,
}

#[test]
fn sinks_that_lie() {
    let fields = Fields {
        numbers: vec![1.0; 5],
        names: vec!["a".into(), "b".into()],
        image: Some(Image::new("png", [1, 2])),
        many: Many(vec![vec![1], vec![], vec![2, 3]]),
        grid: ndarray::Array2::from_shape_fn((3, 2), |(i, j)| (i + j) as u16).reversed_axes(),
        ragged: Ragged(vec![vec![1], vec![2, 3]]),
        table: BTreeMap::from([("a".into(), 1.0), ("b".into(), 2.0)]),
        inner: Fixed::default(),
        whole: Tensor::from_strings([2], ["a", "b"]).expect("a tensor"),
    };
    write(&fields);
    write(&Batch(vec![Fixed::default(); 3]));
    write(&vec![Fixed::default(); 3]);
    write(&vec![(fields.names.clone(), 1u8); 2]);
    write(&fields.grid.view());
    write(&fields.ragged);
    write(&"text");
    write(&[[1u8, 2], [3, 4]]);
}
