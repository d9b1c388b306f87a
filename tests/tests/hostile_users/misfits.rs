//! Records of a list that write or read other tensors than their rules say: an error, however many they are.

use std::marker::PhantomData;

use tensor_format::{
    Batch, Decode, DecodeError, Encode, EncodeError, ErrorKind, HasRules, Rules, Tensor,
    codec::{Block, Columns, DecodeBlock, ElementSink, ElementSource, ListItem, Sink, Source, Stacked, Variable},
    from_slice,
    rules::RecordType,
    to_vec,
};

use super::verbs;

#[derive(Tensor, Debug, Clone, PartialEq)]
struct One<T> {
    v: T,
}

/// A record that has the rules of `R`, and whose only tensor is that of `V`.
#[derive(Debug)]
struct Says<R, V>(V, PhantomData<R>);

impl<R: HasRules, V> HasRules for Says<R, V> {
    const RULES: Rules<'static> = R::RULES;
    const RECORD: RecordType = R::RECORD;
}

impl<R, V> ListItem for Says<R, V> {
    type Form = Columns;
}

impl<R: HasRules, V: Encode> Encode for Says<R, V> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.record(R::RECORD, &[1])?;
        self.0.encode(sink.parameter(0))
    }
}

impl<'de, R: HasRules, V: Decode<'de>> Decode<'de> for Says<R, V> {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        source.record(R::RECORD)?;
        source.next_name()?;
        Ok(Self(V::decode(source)?, PhantomData))
    }
}

/// Writes and reads nothing at all.
#[derive(Debug, Clone, PartialEq)]
struct Nothing;

impl HasRules for Nothing {
    const RULES: Rules<'static> = <[f32; 3]>::RULES;
}

impl Encode for Nothing {
    fn encode<'a, S: Sink<'a>>(&'a self, _: &mut S) -> Result<(), EncodeError> {
        Ok(())
    }
}

impl<'de> Decode<'de> for Nothing {
    fn decode<S: Source<'de>>(_: &mut S) -> Result<Self, DecodeError> {
        Ok(Self)
    }
}

/// Returns what is wrong with few and with many records, which is the same.
#[track_caller]
fn refused<R: HasRules, V: Encode + Clone>(value: V) -> String {
    let [few, many] = [1, 40].map(|n| {
        let items = (0..n).map(|_| Says(value.clone(), PhantomData::<R>));
        to_vec(&items.collect::<Vec<_>>())
    });
    let few = few.unwrap_err().to_string();
    assert_eq!(few, many.unwrap_err().to_string());
    few
}

#[test]
fn records_of_a_list_write_what_their_rules_say() {
    let fits: Vec<Says<One<[f32; 3]>, _>> = (0..40u8).map(|item| Says([f32::from(item); 3], PhantomData)).collect();
    let bytes = to_vec(&fits).unwrap();
    assert!(from_slice::<Vec<One<[f32; 3]>>>(&bytes).unwrap().iter().map(|one| one.v[2]).eq((0..40u8).map(f32::from)));
    let refused = [
        (refused::<One<f32>, _>([0.5f32; 2]), "rank: expected 0, found 1"),
        (refused::<One<[f32; 3]>, _>([0.5f32; 2]), "axis 0: expected 3, found 2"),
        (refused::<One<[f32; 3]>, _>([1u32; 3]), "element type: expected f32, found u32"),
        (refused::<One<[f32; 3]>, _>(vec![0.5f32; 4]), "axis 0: expected 3, found 4"),
        (refused::<One<[f32; 3]>, _>(vec![0.5f64; 3]), "element type: expected f32, found f64"),
        (refused::<One<Vec<f32>>, _>(0.5f32), "rank: expected 1, found 0"),
        (refused::<One<Vec<f32>>, _>(vec![0.5f64; 3]), "element type: expected f32, found f64"),
        (refused::<One<Vec<[f32; 2]>>, _>(vec![[0.5f32; 3]]), "axis 1: expected 2, found 3"),
        (refused::<One<f32>, _>(Nothing), "required, but missing"),
        (refused::<One<String>, _>(Nothing), "required, but missing"),
    ];
    for (found, expected) in refused {
        assert_eq!(found, format!("parameter `[0].v`: {expected}"));
    }
}

/// Returns what is wrong with a value of `R`, twice in a list, read as one that has only the rules of it.
#[track_caller]
fn misread<R: Encode + Clone, V: for<'de> Decode<'de>>(honest: R) -> String {
    let bytes = to_vec(&Batch(vec![honest; 2])).unwrap();
    from_slice::<Batch<Says<R, V>>>(&bytes).err().unwrap().to_string()
}

/// Asks for the lengths of two axes, whatever there are.
#[derive(Debug)]
struct TwoAxes;

impl HasRules for TwoAxes {
    const RULES: Rules<'static> = Tensor::RULES;
}

impl<'de> Decode<'de> for TwoAxes {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let mut lens = [0; 2];
        let mut elements = source.lengths_of(&Tensor::RULES.expect_tensor(), &mut lens)?;
        elements.skip(tensor_format::ElementType::F32, lens[0] * lens[1])?;
        Ok(Self)
    }
}

#[test]
fn records_of_a_list_read_what_their_rules_say() {
    let misread = [
        (misread::<One<String>, [String; 1]>(One { v: "text".to_owned() }), "rank: expected 1, found 0"),
        (misread::<One<[String; 2]>, String>(One { v: ["a", "b"].map(str::to_owned) }), "rank: expected 0, found 1"),
        (misread::<One<[f32; 3]>, [f32; 2]>(One { v: [0.5; 3] }), "axis 0: expected 2, found 3"),
        (misread::<One<[f32; 3]>, [u32; 3]>(One { v: [0.5; 3] }), "element type: expected u32, found f32"),
        (misread::<One<[f32; 3]>, TwoAxes>(One { v: [0.5; 3] }), "rank: expected 2, found 1"),
    ];
    for (found, expected) in misread {
        assert_eq!(found, format!("parameter `[0]`: {expected} (byte 5)"));
    }
}

#[test]
fn what_is_not_read_of_a_message_is_left_over() {
    let error = from_slice::<Nothing>(&to_vec(&[0.5f32; 3]).unwrap()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TrailingBytes { .. }), "{error}");
}

/// A number that writes a text in front of itself.
struct Worded(u32);

impl HasRules for Worded {
    const RULES: Rules<'static> = u32::RULES;
}

impl ListItem for Worded {
    type Form = Stacked;
}

impl Block for Worded {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        out.variable(Variable::Text("text".into()))?;
        out.copy_numbers(&[self.0])
    }
}

impl Encode for Worded {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.block(self)
    }
}

#[test]
fn blocks_of_numbers_write_no_texts() {
    let error = to_vec(&Worded(7)).unwrap_err();
    assert_eq!(error.to_string(), "the value wrote an element of another type than its header says");
    for verb in verbs::encode::<Worded>() {
        assert!(verb.skips_elements || verb.run(&Worded(7)).is_none(), "{}", verb.name);
    }
}

/// A number that writes itself as often as it says.
#[derive(Clone)]
struct Repeated(u16);

impl HasRules for Repeated {
    const RULES: Rules<'static> = u16::RULES;
}

impl ListItem for Repeated {
    type Form = Stacked;
}

impl Block for Repeated {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        (0..self.0).try_for_each(|_| out.copy_numbers(&[self.0]))
    }
}

#[test]
fn lists_are_written_with_as_many_elements_as_their_items_have() {
    for len in [1, 20, 3000] {
        let right = vec![Repeated(1); len];
        assert_eq!(to_vec(&right).unwrap(), to_vec(&vec![1u16; len]).unwrap());
        for (at, times) in [(0, 0), (len - 1, 0), (len / 2, 2), (0, 5000)] {
            let mut items = right.clone();
            items[at] = Repeated(times);
            for verb in verbs::encode::<Vec<Repeated>>() {
                assert!(verb.skips_elements || verb.run(&items).is_none(), "{} of {len}", verb.name);
            }
        }
    }
    let texts: Vec<Worded> = (0..20).map(Worded).collect();
    assert_eq!(to_vec(&texts).unwrap_err().to_string(), to_vec(&Worded(7)).unwrap_err().to_string());
}

/// A block of two numbers that reads one of them.
struct Half(u16);

impl HasRules for Half {
    const RULES: Rules<'static> = <[u16; 2]>::RULES;
}

impl ListItem for Half {
    type Form = Stacked;
}

impl Block for Half {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        out.copy_numbers(&[self.0])
    }
}

impl<'de> DecodeBlock<'de> for Half {
    fn read<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        source.number().map(Self)
    }
}

#[test]
fn a_block_reads_all_that_its_rules_say() {
    let error = from_slice::<[Half; 1]>(&to_vec(&[[1u16, 2]]).unwrap()).map(|[half]| half.0).unwrap_err();
    assert_eq!(error.kind().name(), "element_count", "{error}");
    let error = from_slice::<Vec<Half>>(&to_vec(&vec![[1u16, 2]; 3]).unwrap()).map(|_| ()).unwrap_err();
    assert_eq!(error.kind().name(), "element_count", "{error}");
}

/// Each record of an array is read into its place.
#[test]
fn an_array_of_records_takes_as_many() {
    type Pairs = [One<[f32; 3]>; 2];
    let of = |n: usize| {
        to_vec(&(0..n).map(|_| Says::<One<[f32; 3]>, _>([1f32; 3], PhantomData)).collect::<Vec<_>>()).unwrap()
    };
    let mut pairs: Pairs = from_slice(&of(2)).unwrap();
    for n in [0, 1, 3] {
        assert_eq!(
            tensor_format::decthings::decode_into(&of(n), &mut pairs).unwrap_err().kind().name(),
            "dim_mismatch"
        );
    }
}

/// A record that is written by hand, parameter by parameter, or by names that the type does not know.
struct ByHand(bool);

impl HasRules for ByHand {
    const RULES: Rules<'static> = <One<u8>>::RULES;
    const RECORD: RecordType = <One<u8>>::RECORD;
}

impl Encode for ByHand {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        if self.0 {
            sink.record(Self::RECORD, &[1])?
        } else {
            sink.names(["v"].into_iter())?
        }
        7u8.encode(sink)
    }
}

impl<'de> Decode<'de> for ByHand {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        <One<u8>>::decode(source).map(|one| ByHand(one.v == 7))
    }
}

tensor_format::field!(ByHand);

#[test]
fn a_record_by_hand_is_a_field_if_its_parameters_are_declared() {
    #[derive(Tensor)]
    struct Outer {
        inner: ByHand,
    }
    let bytes = to_vec(&Outer { inner: ByHand(true) }).unwrap();
    assert!(from_slice::<Outer>(&bytes).unwrap().inner.0);
    let error = to_vec(&Outer { inner: ByHand(false) }).unwrap_err();
    let text = "a record whose names are known only at run time cannot be flattened";
    assert_eq!(error.to_string(), format!("parameter `inner.v`: {text}"));
}
