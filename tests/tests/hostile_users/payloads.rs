//! Payloads and blocks that write other elements than was said.

use std::{borrow::Cow, marker::PhantomData};

use tensor_format::{
    ByteOrder, DecodeError, ElementType, EncodeError, HasRules, Rules, TensorRef, View,
    codec::{Block, DecodeBlock, ElementSink, ElementSource, ListItem, Payload, Stacked, Variable},
};

use super::{decoders, draw};

pub(crate) static BYTES: [u8; 4096] = {
    let mut bytes = [1; 4096];
    let mut at = 0;
    while at < bytes.len() {
        bytes[at] = (at % 2) as u8;
        at += 1;
    }
    bytes
};
static WORDS: [u16; 512] = [7; 512];
static FLOATS: [f32; 512] = [0.5; 512];
static FLAGS: [bool; 512] = [true; 512];

/// Writes what is drawn, whatever its header says.
pub(crate) struct Wild;

impl<'a> Payload<'a> for Wild {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        for _ in 0..draw::below(4) {
            let written = put_some(out);
            if !draw::rarely(3) {
                written?;
            }
        }
        Ok(())
    }
}

fn run<T>(items: &'static [T]) -> &'static [T] {
    &items[..draw::below(10)]
}

/// Bytes, as many as elements of one type have, or one more or less.
fn bytes() -> (ElementType, &'static [u8]) {
    let element_type = draw::element_type();
    let len = element_type.size().unwrap_or(1) * draw::below(8) + if draw::rarely(4) { draw::below(3) } else { 0 };
    (element_type, &BYTES[..len])
}

pub(crate) fn order() -> ByteOrder {
    draw::one_of(&[ByteOrder::Little, ByteOrder::Big])
}

pub(crate) fn variable() -> Variable<'static> {
    match draw::below(4) {
        0 => Variable::Text("text".into()),
        1 => Variable::Text(Cow::Owned("x".repeat(draw::below(300)))),
        2 => Variable::Bytes(Cow::Borrowed(&BYTES[..draw::below(300)])),
        _ => Variable::Media {
            format: draw::one_of(&[&b""[..], b"png", b"jpeg", b"\xff\xfe\xfd", &BYTES[..300]]).into(),
            data: Cow::Borrowed(&BYTES[..draw::below(300)]),
        },
    }
}

/// Calls one method of a sink of elements.
fn put_some<'a, W: ElementSink<'a>>(out: &mut W) -> Result<(), EncodeError> {
    draw::called();
    match draw::below(12) {
        0 => out.numbers(run(&WORDS)),
        1 => out.numbers(run(&FLOATS)),
        2 => out.numbers(run(&FLAGS)),
        3 => out.copy_numbers(run(&BYTES)),
        4 => out.copy_numbers(&[-1.5f64, f64::NAN]),
        5 => {
            let (element_type, bytes) = bytes();
            out.bytes(element_type, bytes, order())
        }
        6 => {
            let (element_type, shape) = (draw::element_type(), draw::shape());
            let layout = draw::layout(&shape, element_type.size().unwrap_or(1));
            out.strided(element_type, &shape, &layout, &BYTES[..draw::below(400)])
        }
        7 => out.variable(variable()),
        8 => out.texts(["a", "", "long enough to be no short text"].into_iter().take(draw::below(4))),
        9 => {
            let (element_type, bytes) = bytes();
            let len = bytes.len() / element_type.size().unwrap_or(1);
            match TensorRef::from_bytes(element_type, [len], bytes, order()) {
                Ok(tensor) => tensor.write(out),
                Err(_) => View::<u16>::new(&BYTES[..6], order()).write(out),
            }
        }
        10 => {
            // Writes another value meanwhile.
            let again = tensor_format::to_vec(&vec!["text", "another"])?;
            out.copy_numbers(&again)
        }
        _ => Err(tensor_format::ErrorKind::custom("the payload itself refuses").into()),
    }
}

/// Writes and reads what is drawn, under the rules of `R`, with another number of bytes in `SIZE` unless that is 0.
#[derive(Clone, Debug)]
pub(crate) struct WildBlock<R, const SIZE: usize = 0>(pub(crate) PhantomData<R>);

impl<R, const SIZE: usize> Default for WildBlock<R, SIZE> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<R: HasRules, const SIZE: usize> HasRules for WildBlock<R, SIZE> {
    const RULES: Rules<'static> = R::RULES;
}

impl<R, const SIZE: usize> ListItem for WildBlock<R, SIZE> {
    type Form = Stacked;
}

impl<R: HasRules, const SIZE: usize> Block for WildBlock<R, SIZE> {
    const SIZE: Option<usize> = if SIZE == 0 { Self::RULES.expect_tensor().fixed_size() } else { Some(SIZE) };

    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        draw::called();
        if draw::rarely(3) { Wild.write(out) } else { put_fit(Self::RULES, out) }
    }
}

/// Writes elements that fit rules of few elements.
fn put_fit<'a, W: ElementSink<'a>>(rules: Rules<'_>, out: &mut W) -> Result<(), EncodeError> {
    let rules = rules.expect_tensor();
    let header = rules.as_header().expect("rules of a block");
    let count: usize = header.shape.iter().product();
    match header.element_type.size() {
        Some(size) => out.bytes(header.element_type, &BYTES[..size * count], order()),
        None => (0..count).try_for_each(|_| out.variable(Variable::Text("fit".into()))),
    }
}

impl<'de, R: HasRules, const SIZE: usize> DecodeBlock<'de> for WildBlock<R, SIZE> {
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        draw::called();
        decoders::take_some(source, &R::RULES)?;
        Ok(Self(PhantomData))
    }
}
