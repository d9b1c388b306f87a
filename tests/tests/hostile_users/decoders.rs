//! Types that read other tensors than their rules say.

use std::marker::PhantomData;

use tensor_format::{
    Decode, DecodeError, Encode, EncodeError, HasRules, Header, Many, RecordRef, Rules, Tensor, TensorRef,
    codec::{ElementSource, PeekedTensor, RuleChecked, Sink, Source},
    rules::{Bindings, ElementTypes},
};

use super::{
    draw,
    encoders::{Fixed, Flat, Mixed, Torn},
    payloads::WildBlock,
    verbs::{self, Messages},
};

/// Looks at all of a tensor that a source gave, whatever it is.
fn look(tensor: &TensorRef<'_>) {
    if tensor.len() < 100_000 {
        let _ = (tensor.to_string(), tensor.to_vec::<u16>(), tensor.variables().count(), tensor.try_to_tensor());
        let _ = tensor_format::to_vec(tensor);
    }
}

fn header() -> Header {
    Header::new(draw::element_type(), draw::shape())
}

/// Calls one method of a source of elements. Without a bound on them, as many loops would end in years.
fn take_one<'de, E: ElementSource<'de>>(source: &mut E, rules: &Rules<'static>) -> Result<(), DecodeError> {
    draw::called();
    match draw::below(18) {
        0 => source.fill(&mut vec![0u8; draw::below(20)]),
        1 => source.fill(&mut [0f32; 2]),
        2 => source.array::<u16, 3>().map(drop),
        3 => source.array::<f32, 0>().map(drop),
        4 => {
            let mut out = vec![1u16];
            source.extend(draw::count(), &mut out)
        }
        5 => source.extend(draw::count(), &mut Vec::<f32>::new()),
        6 => {
            let _ = source.native(draw::element_type(), draw::count());
            Ok(())
        }
        7 => source.borrow::<u16>(draw::count()).map(|view| drop(view.to_vec())),
        8 => source.borrow::<f32>(draw::count()).map(|view| drop(format!("{view:?}"))),
        9 => source.variable().map(drop),
        10 => source.texts(draw::count(), |_| {
            draw::called();
            if draw::rarely(9) { Err(tensor_format::ErrorKind::custom("the reader refuses").into()) } else { Ok(()) }
        }),
        11 => source.media(draw::element_type(), draw::count(), |_, _| {
            draw::called();
            Ok(())
        }),
        12 => source.take(header()).map(|tensor| look(&tensor)),
        13 => {
            let mut tensor = Tensor::from(vec![1u8, 2, 3]);
            let taken = source.take_into(header(), &mut tensor);
            look(&tensor.as_ref());
            taken
        }
        14 => source.skip(draw::element_type(), draw::count()),
        15 => source.end(),
        16 => source.count_empty(draw::count()).map_err(|kind| source.locate(kind)),
        _ => {
            // What the rules say, of few elements.
            let Rules::Tensor(rules) = rules else { return Ok(()) };
            let Some(header) = rules.as_header() else { return source.skip(draw::element_type(), source.left()) };
            source.skip(header.element_type, header.shape.iter().product())
        }
    }
}

/// Calls some methods of a source of elements.
pub(crate) fn take_some<'de, E: ElementSource<'de>>(source: &mut E, rules: &Rules<'static>) -> Result<(), DecodeError> {
    for _ in 0..draw::below(4) {
        let taken = take_one(source, rules);
        let _ = (source.left(), source.size_hint(), source.element_offset());
        if !draw::rarely(3) {
            taken?;
        }
    }
    Ok(())
}

/// Reads what is drawn, under the rules of `R`.
#[derive(Debug)]
struct Reader<R>(PhantomData<R>);

impl<R: HasRules> HasRules for Reader<R> {
    const RULES: Rules<'static> = R::RULES;
    const RECORD: tensor_format::rules::RecordType = R::RECORD;
}

/// Calls one method of a source.
fn read_one<'de, S: Source<'de>>(source: &mut S, rules: &Rules<'static>) -> Result<(), DecodeError> {
    draw::called();
    let wanted = ElementTypes::of(draw::element_type());
    let wanted = tensor_format::TensorRules::new(wanted, tensor_format::Tensor::RULES.expect_tensor().axes);
    match draw::below(20) {
        0..=2 => {
            let (_, mut elements) = source.tensor()?;
            take_some(&mut elements, rules)
        }
        3 => source.block::<[f32; 3]>().map(drop),
        4 => source.block::<String>().map(drop),
        5 => source.block::<WildBlock<[f32; 3], 8>>().map(drop),
        6 => source.record(draw::one_of(&[Fixed::RECORD, Mixed::RECORD, Torn::RECORD, Flat::RECORD])).map(drop),
        7 => source.next_name().map(drop),
        8 => {
            let mut names = 0;
            source.each_name(&mut |_| names += 1);
            let _ = (source.name().len(), source.lent_name(), source.name_offset(), source.position());
            Ok(())
        }
        9 => source.skip_tensor(),
        10 => source.whole().map(|tensor| look(&tensor)),
        11 => {
            let mut lens = [0; 4];
            let mut elements = source.lengths_of(&wanted, &mut lens[..draw::below(5)])?;
            take_some(&mut elements, rules)
        }
        12 => source.borrow_of::<u16>(&wanted, &mut [0; 2][..draw::below(3)]).map(|view| drop(view.to_vec())),
        13 => {
            let mut bindings = Bindings::new();
            let (_, mut elements) = source.tensor_of(&wanted, Some((&mut bindings, "name")))?;
            take_some(&mut elements, rules)
        }
        14 => source.metadata("name").map(drop),
        15 => source.count_empty(draw::count()).map_err(DecodeError::from),
        16 => {
            let mut checked = RuleChecked::new(source, wanted);
            Vec::<u16>::decode(&mut checked).map(drop)
        }
        17 => {
            let mut peeked = PeekedTensor::new(source, &wanted)?;
            let _ = peeked.peek();
            take_some(&mut peeked.tensor()?.1, rules)
        }
        18 => Mixed::decode(source).map(drop),
        _ => tensor_format::from_slice::<Vec<u8>>(b"\x01\x01\x02ab").map(drop),
    }
}

impl<'de, R: HasRules> Decode<'de> for Reader<R> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        for _ in 0..draw::below(4) {
            let read = read_one(source, &R::RULES);
            if !draw::rarely(3) {
                read?;
            }
        }
        Ok(Self(PhantomData))
    }
}

/// Reads values in every format by types that do not read what their rules say.
fn read<T: for<'de> Decode<'de>, H: Encode>(honest: &H, many: u64) {
    let messages = Messages::of(honest);
    for seed in draw::seeds(many) {
        for verb in verbs::decode::<T>() {
            draw::seed(seed);
            let _ = verb.run(&messages).map(|read| read.map_err(|error| error.to_string()).err());
        }
    }
}

fn numbers() -> [Tensor; 3] {
    [
        Tensor::from_vec([3], vec![0.5f32, 1.0, -1.0]).expect("a tensor"),
        Tensor::from_vec([2, 3], vec![1u16, 2, 3, 4, 5, 6]).expect("a tensor"),
        Tensor::from_vec([0, 7], Vec::<bool>::new()).expect("a tensor"),
    ]
}

#[test]
fn readers_of_numbers() {
    for tensor in numbers() {
        read::<Reader<RecordRef<'static>>, _>(&tensor, 300);
        read::<Reader<Tensor>, _>(&tensor, 150);
        read::<Reader<[f32; 3]>, _>(&tensor, 150);
        read::<Reader<Vec<u16>>, _>(&tensor, 150);
        read::<Reader<Flat>, _>(&tensor, 150);
    }
}

#[test]
fn readers_of_variable_elements() {
    let texts = Tensor::from_strings([2], ["a", "a text that is longer"]).expect("a tensor");
    let images = vec![tensor_format::Image::new("png", [1, 2, 3]); 2];
    read::<Reader<RecordRef<'static>>, _>(&texts, 300);
    read::<Reader<String>, _>(&texts, 100);
    read::<Reader<RecordRef<'static>>, _>(&images, 300);
}

#[test]
fn readers_of_records() {
    let mixed = Mixed { name: "name".into(), numbers: vec![1, 2, 3], perhaps: Some([1.0, 2.0]) };
    let fixed = Fixed { x: 1.0, y: [1, 2, 3] };
    read::<Reader<RecordRef<'static>>, _>(&mixed, 300);
    read::<Reader<Mixed>, _>(&mixed, 300);
    read::<Reader<Torn>, _>(&mixed, 150);
    read::<Reader<Fixed>, _>(&fixed, 300);
    read::<Reader<Flat>, _>(&fixed, 150);
    read::<Reader<Torn>, _>(&fixed, 150);
}

#[test]
fn blocks_in_lists() {
    type Rows<const SIZE: usize> = Vec<WildBlock<[f32; 3], SIZE>>;
    let rows = vec![[0.5f32; 3]; 4];
    read::<Rows<0>, _>(&rows, 200);
    read::<Rows<8>, _>(&rows, 200);
    read::<Rows<{ usize::MAX }>, _>(&rows, 200);
    read::<[WildBlock<[f32; 3], 8>; 4], _>(&rows, 200);
    read::<Vec<[WildBlock<f32>; 3]>, _>(&rows, 200);
    read::<std::collections::VecDeque<WildBlock<[f32; 3], 1>>, _>(&rows, 200);
    read::<Vec<WildBlock<String, 8>>, _>(&vec!["a", "b"], 200);
    read::<Vec<WildBlock<[bool; 0], 8>>, _>(&vec![[true; 0]; 3], 200);
    read::<tensor_format::Ragged<Vec<WildBlock<f32, 8>>>, _>(
        &tensor_format::Ragged(vec![vec![1.0f32], vec![], vec![2.0, 3.0]]),
        200,
    );
    read::<tensor_format::Batch<Reader<[f32; 3]>>, _>(&rows, 200);
}

/// A record whose fields lie.
#[derive(Tensor, Debug, Default)]
struct Fields {
    rows: Vec<WildBlock<[f32; 3], 8>>,
    one: [WildBlock<f32>; 1],
    names: Vec<WildBlock<String>>,
    many: Many<Vec<WildBlock<u8, 2>>>,
}

#[test]
fn blocks_in_records() {
    #[derive(Tensor)]
    struct Honest {
        rows: Vec<[f32; 3]>,
        one: [f32; 1],
        names: Vec<&'static str>,
        many: Many<Vec<u8>>,
    }
    let honest =
        Honest { rows: vec![[1.0; 3]; 2], one: [1.0], names: vec!["a", "b"], many: Many(vec![vec![1, 2], vec![3]]) };
    read::<Fields, _>(&honest, 300);
    let messages = Messages::of(&honest);
    for seed in draw::seeds(300) {
        for verb in verbs::decode_into::<Fields>() {
            draw::seed(seed);
            let mut value = Fields::default();
            for _ in 0..3 {
                let _ = verb.run(&messages, &mut value);
            }
        }
        // And written.
        for verb in verbs::encode::<Fields>() {
            draw::seed(seed);
            let _ = verb.run(&Fields { rows: vec![WildBlock::default(); 2], ..Fields::default() });
        }
    }
}

/// What reads nothing and writes nothing is still a value.
#[test]
fn a_type_without_elements() {
    struct Nothing;
    impl HasRules for Nothing {
        const RULES: Rules<'static> = <[u8; 0]>::RULES;
    }
    impl Encode for Nothing {
        fn encode<'a, S: Sink<'a>>(&'a self, _: &mut S) -> Result<(), EncodeError> {
            Ok(())
        }
    }
    for verb in verbs::encode::<Nothing>() {
        let _ = verb.run(&Nothing);
    }
}
