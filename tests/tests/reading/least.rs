//! Sources and sinks of users that have the methods they must have alone: the others give what those of formats give.

use tensor_format::{
    Decode, DecodeError, Element, ElementType, EncodeError, ErrorKind, Header, Tensor, TensorRef,
    codec::{ElementSink, ElementSource, Payload, Source, ValueSource, Variable},
    layout::Layout,
    to_value,
};

struct Least<S>(S);

impl<'de, S: Source<'de>> Source<'de> for Least<S> {
    type Elements<'s>
        = LeastElements<S::Elements<'s>>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, Self::Elements<'_>), DecodeError> {
        let (header, elements) = self.0.tensor()?;
        Ok((header, LeastElements(elements)))
    }
}

struct LeastElements<E>(E);

impl<'de, E: ElementSource<'de>> ElementSource<'de> for LeastElements<E> {
    fn fill<T: Element>(&mut self, out: &mut [T]) -> Result<(), DecodeError> {
        self.0.fill(out)
    }

    fn left(&self) -> usize {
        self.0.left()
    }

    fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
        self.0.extend(count, out)
    }

    fn variable(&mut self) -> Result<Variable<'de>, DecodeError> {
        self.0.variable()
    }
}

#[test]
fn a_tensor_is_read_into_one_that_is_there() {
    let values = [
        Tensor::from_vec([2, 3], vec![1u16, 2, 3, 4, 5, 6]).unwrap(),
        Tensor::from(vec![true, false]),
        Tensor::from_strings([2], ["a", "a text that is longer"]).unwrap(),
    ];
    let mut there = Tensor::from(vec![0.5f64; 9]);
    for expected in values {
        let value = to_value(&expected).unwrap();
        let value = value.as_ref();
        there.decode_into(&mut Least(ValueSource::new(&value))).unwrap();
        assert_eq!(there, expected);
        assert_eq!(Tensor::decode(&mut Least(ValueSource::new(&value))).unwrap(), expected);
    }
}

/// Numbers as they come.
#[derive(Default)]
struct Numbers(Vec<u16>);

impl<'a> ElementSink<'a> for Numbers {
    fn copy_numbers<T: Element>(&mut self, run: &[T]) -> Result<(), EncodeError> {
        let bytes = T::as_bytes(run).chunks_exact(2);
        self.0.extend(bytes.map(|pair| u16::from_ne_bytes([pair[0], pair[1]])));
        Ok(())
    }

    fn variable(&mut self, _: Variable<'a>) -> Result<(), EncodeError> {
        Err(ErrorKind::custom("a text among numbers").into())
    }
}

#[test]
fn elements_anywhere_in_memory_come_in_row_major_order() {
    let bytes = <u16 as Element>::as_bytes(&[1, 2, 3, 4, 5, 6, 7]);
    let of = |strides: &[isize], offset| {
        let layout = Layout::new(strides, offset);
        let tensor =
            TensorRef::with_layout(ElementType::U16, [2, 3], bytes, layout, tensor_format::ByteOrder::NATIVE).unwrap();
        let mut numbers = Numbers::default();
        tensor.write(&mut numbers).unwrap();
        numbers.0
    };
    assert_eq!(of(&[6, 2], 0), [1, 2, 3, 4, 5, 6]);
    assert_eq!(of(&[2, 4], 0), [1, 3, 5, 2, 4, 6]);
    assert_eq!(of(&[-6, 2], 8), [5, 6, 7, 2, 3, 4]);
    assert_eq!(of(&[0, 2], 2), [2, 3, 4, 2, 3, 4]);
}
