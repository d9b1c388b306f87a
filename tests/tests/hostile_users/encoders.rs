//! Values that write other tensors than their rules say, and others at each pass.

use std::{cell::Cell, marker::PhantomData};

use tensor_format::{
    ByteOrder, ElementType, Encode, EncodeError, HasRules, RecordRef, Rules, Tensor,
    codec::{ElementSink, Payload, Sink},
    layout::Layout,
    rules::RecordType,
};

use super::{
    draw,
    payloads::{BYTES, Wild, WildBlock},
    verbs,
};

/// A record of numbers alone, whose bytes are of one number.
#[derive(Tensor, Debug, Default, Clone, PartialEq)]
pub(crate) struct Fixed {
    pub(crate) x: f32,
    pub(crate) y: [u8; 3],
}

/// A record with parts of any length.
#[derive(Tensor, Debug, Default, Clone, PartialEq)]
pub(crate) struct Mixed {
    pub(crate) name: String,
    pub(crate) numbers: Vec<u16>,
    pub(crate) perhaps: Option<[f32; 2]>,
}

/// Writes what is drawn, under the rules of `R`.
#[derive(Debug, Clone)]
pub(crate) struct Liar<R> {
    seed: u64,
    /// Whether every pass over the value is the same.
    steady: bool,
    passes: Cell<u64>,
    rules: PhantomData<R>,
}

impl<R> Liar<R> {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, steady: seed.is_multiple_of(3), passes: Cell::new(0), rules: PhantomData }
    }
}

impl<R: HasRules> HasRules for Liar<R> {
    const RULES: Rules<'static> = R::RULES;
}

/// The rules of one type, and the properties of the records of another.
#[derive(Debug)]
pub(crate) struct Torn;

impl HasRules for Torn {
    const RULES: Rules<'static> = Fixed::RULES;
    const RECORD: RecordType = Mixed::RECORD;
    const FINGERPRINT: u64 = 7;
}

/// Says that it is a record, and is a tensor.
#[derive(Debug)]
pub(crate) struct Flat;

impl HasRules for Flat {
    const RULES: Rules<'static> = <[f32; 3]>::RULES;
    const RECORD: RecordType = Mixed::RECORD;
}

static FIXED: Fixed = Fixed { x: 1.0, y: [1, 2, 3] };
static BLOCK: WildBlock<[f32; 3]> = WildBlock::<[f32; 3]>(PhantomData);
static LIAR: WildBlock<[f32; 3], 8> = WildBlock(PhantomData);
static TEXT: WildBlock<String> = WildBlock(PhantomData);
static NUMBERS: [f32; 3] = [0.0, 1.0, 2.0];

/// Calls one method of a sink.
fn put_some<'a, S: Sink<'a>>(sink: &mut S) -> Result<(), EncodeError> {
    draw::called();
    let sink = if draw::rarely(2) { sink.parameter(draw::count()) } else { sink };
    match draw::below(14) {
        0..=4 => sink.tensor(draw::element_type(), &draw::shape(), &Wild),
        5 => sink.block(&NUMBERS),
        6 => sink.block(&BLOCK),
        7 => sink.block(&LIAR),
        8 => sink.block(&TEXT),
        9 => {
            let counts = [1, draw::below(3), 1, 0];
            let record = draw::one_of(&[Fixed::RECORD, Mixed::RECORD, Torn::RECORD, <f32 as HasRules>::RECORD]);
            sink.record(record, &counts[..draw::below(5)])
        }
        10 => sink.names(["x", "y", "", "x", "a longer name than all others"].into_iter().take(draw::below(6))),
        11 => sink.metadata("name", draw::one_of(&["null", "{\"a\": 1}", "no JSON", ""])),
        12 => FIXED.encode(sink),
        _ => NUMBERS.encode(sink),
    }
}

impl<R: HasRules> Encode for Liar<R> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        let pass = if self.steady { 0 } else { self.passes.replace(self.passes.get() + 1) };
        draw::seed(self.seed ^ pass << 32);
        for _ in 0..draw::below(4) {
            let put = put_some(sink);
            if !draw::rarely(3) {
                put?;
            }
        }
        Ok(())
    }
}

/// What was written can be looked at: it is a value, or an error.
fn looked_at(bytes: &[u8]) {
    let _ = tensor_format::from_slice::<Tensor>(bytes).map(|tensor| tensor.to_string());
    let _ = tensor_format::from_slice::<RecordRef<'_>>(bytes).map(|record| record.to_string());
}

/// Writes a value by every verb of every format.
fn write<T: Encode>(seed: u64, value: &T) {
    for verb in verbs::encode::<T>() {
        let written = verb.run(value);
        assert!(written.as_ref().is_none_or(|before| before.starts_with(verbs::BEFORE)), "{} {seed}", verb.name);
        if let Some(bytes) = written {
            looked_at(&bytes[verbs::BEFORE.len()..]);
        }
    }
}

fn values<R: HasRules>(many: u64) {
    for seed in draw::seeds(many) {
        write(seed, &Liar::<R>::new(seed));
    }
}

#[test]
fn values_that_lie_of_any_rules() {
    values::<RecordRef<'static>>(800);
    values::<Tensor>(400);
}

#[test]
fn values_that_lie_of_fixed_rules() {
    values::<[f32; 3]>(400);
    values::<String>(200);
    values::<Vec<u16>>(200);
}

#[test]
fn records_that_lie() {
    values::<Fixed>(400);
    values::<Mixed>(400);
    values::<Torn>(400);
    values::<Flat>(400);
}

#[test]
fn blocks_that_lie() {
    fn block<const SIZE: usize>() -> WildBlock<[f32; 3], SIZE> {
        WildBlock::default()
    }
    fn lists<const SIZE: usize>(seed: u64) {
        write(seed, &vec![block::<SIZE>(), block()]);
        write(seed, &[block::<SIZE>(), block(), block()]);
        write(seed, &vec![WildBlock::<String, SIZE>::default()]);
    }
    for seed in draw::seeds(100) {
        draw::seed(seed);
        lists::<0>(seed);
        lists::<8>(seed);
        lists::<{ usize::MAX }>(seed);
        write(seed, &[[block::<8>()], [block()]]);
        write(seed, &(vec![block::<8>(); 2], vec!["a", "b"]));
        write(seed, &vec![WildBlock::<[bool; 0], { usize::MAX }>::default(); 3]);
    }
}

#[test]
fn bytes_that_are_no_elements() {
    /// Two elements, of as many bytes as are said.
    enum Part {
        Together(ElementType, usize),
        Strided(ElementType, Layout, usize),
    }
    impl HasRules for Part {
        const RULES: Rules<'static> = RecordRef::<'static>::RULES;
    }
    impl<'a> Payload<'a> for &'a Part {
        fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
            match self {
                Part::Together(element_type, len) => out.bytes(*element_type, &BYTES[..*len], ByteOrder::Little),
                Part::Strided(element_type, layout, len) => out.strided(*element_type, &[2], layout, &BYTES[..*len]),
            }
        }
    }
    impl Encode for Part {
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
            let (Part::Together(element_type, _) | Part::Strided(element_type, ..)) = self;
            sink.tensor(*element_type, &[2], &self)
        }
    }
    use tensor_format::ElementType::{Binary, Bool, F64, Image, String, U8, U16};
    for (element_type, right, wrong) in [(U16, 4, 5), (F64, 16, 23), (U8, 2, 3), (Bool, 2, 1)] {
        assert!(tensor_format::to_vec(&Part::Together(element_type, right)).is_ok());
        for verb in verbs::encode::<Part>() {
            assert!(
                verb.skips_elements || verb.run(&Part::Together(element_type, wrong)).is_none(),
                "{} {element_type}",
                verb.name
            );
        }
    }
    let inside = Layout::new(&[2], 1);
    for (element_type, len, fits) in
        [(U16, 5, true), (U16, 4, false), (U8, 4, true), (U8, 3, false), (String, 9, false)]
    {
        for verb in verbs::encode::<Part>() {
            let written = verb.run(&Part::Strided(element_type, inside.clone(), len));
            assert!(fits || verb.skips_elements || written.is_none(), "{} {element_type}", verb.name);
            assert!(!fits || verb.name != "decthings append" || written.is_some(), "{} {element_type}", verb.name);
        }
    }
    for element_type in [String, Binary, Image] {
        for verb in verbs::encode::<Part>() {
            assert!(
                verb.skips_elements || verb.run(&Part::Together(element_type, 2)).is_none(),
                "{} {element_type}",
                verb.name
            );
        }
    }
}
