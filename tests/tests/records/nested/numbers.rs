//! Lists of records of numbers, which are copied column by column: they are the tensors that hold the same numbers one
//! after another, however many there are and whatever else is in the record.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::many_single_char_names,
    reason = "any numbers will do"
)]

use std::fmt::Debug;

use tensor_format::{
    ByteOrder, DecodeOwned, Element, ElementType, Encode, EncodeError, HasRules, Record, RecordRef, Rules, Tensor,
    TensorRef, Value, View,
    codec::{Block, Columns, ElementSink, ListItem, Sink, Stacked},
    from_reader, from_slice, from_value, to_value, to_vec,
};

use super::lists::round_trip;

/// More parameters than have code of their own.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Wide {
    a: u8,
    b: i8,
    c: u16,
    d: i16,
    e: u32,
    f: i32,
    g: u64,
    h: i64,
    i: f32,
    j: f64,
    k: bool,
    l: [u16; 3],
    m: [[bool; 2]; 2],
    n: (u8, f64),
    o: f32,
    p: u8,
    q: u64,
    r: [i8; 5],
}

fn wide(at: usize) -> Wide {
    let small = (at % 100) as u8;
    Wide {
        a: small,
        b: -(small as i8),
        c: at as u16,
        d: -(at as i16),
        e: at as u32,
        f: -(at as i32),
        g: at as u64,
        h: -(at as i64),
        i: at as f32,
        j: -(at as f64),
        k: at.is_multiple_of(3),
        l: [at as u16; 3],
        m: [[true, false], [at.is_multiple_of(2), false]],
        n: (small, 0.5),
        o: 0.25,
        p: small / 2,
        q: u64::MAX - at as u64,
        r: [small as i8; 5],
    }
}

/// Numbers that end a piece of memory in every place, one that is longer than a piece, and some that are absent.
#[derive(Tensor, Debug, PartialEq, Clone)]
struct Uneven {
    three: [u8; 3],
    seven: [[u8; 7]; 1],
    long: [u32; 1000],
    maybe: Option<[u16; 3]>,
    text: String,
    last: Option<f64>,
}

fn uneven(at: usize) -> Uneven {
    Uneven {
        three: [at as u8, 1, 2],
        seven: [[at as u8; 7]],
        long: [at as u32; 1000],
        maybe: (!at.is_multiple_of(3)).then_some([at as u16; 3]),
        text: "text".repeat(at % 3),
        last: at.is_multiple_of(2).then_some(at as f64),
    }
}

/// Returns the numbers that `get` returns for all items, and the shape `[n, ..inner]`.
fn column<T, N: Element>(items: &[T], inner: &[usize], get: impl Fn(&T) -> Vec<N>) -> Tensor {
    let shape: Vec<usize> = [&[items.len()], inner].concat();
    Tensor::from_vec(&shape[..], items.iter().flat_map(get).collect()).expect("as many numbers")
}

/// Checks that a list is these columns, and that it comes back from them.
fn is_record<T: PartialEq + Debug>(items: &Vec<T>, columns: &Record)
where
    Vec<T>: Encode + DecodeOwned,
{
    let bytes = to_vec(items).expect("encodes");
    assert_eq!(bytes, to_vec(columns).expect("encodes"));
    assert_eq!(from_slice::<Vec<T>>(&bytes).expect("decodes"), *items);
    assert_eq!(from_reader::<Vec<T>, _>(tensor_format_tests::in_pieces(&bytes)).expect("decodes"), *items);
    assert_eq!(from_value::<Vec<T>>(&to_value(items).expect("a value").as_ref()).expect("decodes"), *items);
    for end in (0..bytes.len()).rev().step_by(bytes.len() / 50 + 1) {
        from_slice::<Vec<T>>(&bytes[..end]).expect_err("bytes are missing");
    }
}

#[test]
fn columns_of_every_number_are_those_written_by_hand() {
    for n in [0, 1, 2, 127, 128, 129, 5_000] {
        let items: Vec<Wide> = (0..n).map(wide).collect();
        let columns = [
            ("a", column(&items, &[], |item| vec![item.a])),
            ("b", column(&items, &[], |item| vec![item.b])),
            ("c", column(&items, &[], |item| vec![item.c])),
            ("d", column(&items, &[], |item| vec![item.d])),
            ("e", column(&items, &[], |item| vec![item.e])),
            ("f", column(&items, &[], |item| vec![item.f])),
            ("g", column(&items, &[], |item| vec![item.g])),
            ("h", column(&items, &[], |item| vec![item.h])),
            ("i", column(&items, &[], |item| vec![item.i])),
            ("j", column(&items, &[], |item| vec![item.j])),
            ("k", column(&items, &[], |item| vec![item.k])),
            ("l", column(&items, &[3], |item| item.l.to_vec())),
            ("m", column(&items, &[2, 2], |item| item.m.as_flattened().to_vec())),
            ("n.0", column(&items, &[], |item| vec![item.n.0])),
            ("n.1", column(&items, &[], |item| vec![item.n.1])),
            ("o", column(&items, &[], |item| vec![item.o])),
            ("p", column(&items, &[], |item| vec![item.p])),
            ("q", column(&items, &[], |item| vec![item.q])),
            ("r", column(&items, &[5], |item| item.r.to_vec())),
        ];
        is_record(&items, &columns.map(|(name, column)| (name.to_owned(), column)).into_iter().collect());
    }
}

#[test]
fn numbers_beside_texts_and_absent_ones_round_trip() {
    for n in [0, 1, 3, 300] {
        let items: Vec<Uneven> = (0..n).map(uneven).collect();
        let absent = vec![Uneven { maybe: None, last: None, ..uneven(1) }; n];
        for items in [items, absent] {
            let bytes = to_vec(&items).expect("encodes");
            let record: Record = from_slice(&bytes).expect("a record");
            let there =
                |has: &dyn Fn(&Uneven) -> bool| -> Vec<u64> { items.iter().map(|item| has(item).into()).collect() };
            assert_eq!(*record.get("three").expect("three"), column(&items, &[3], |item| item.three.to_vec()));
            assert_eq!(
                *record.get("seven").expect("seven"),
                column(&items, &[1, 7], |item| item.seven.as_flattened().to_vec())
            );
            assert_eq!(*record.get("long").expect("long"), column(&items, &[1000], |item| item.long.to_vec()));
            assert_eq!(
                *record.get("maybe.lengths").expect("maybe.lengths"),
                Tensor::from(there(&|item| item.maybe.is_some()))
            );
            let maybe: Vec<[u16; 3]> = items.iter().filter_map(|item| item.maybe).collect();
            assert_eq!(
                *record.get("maybe.values").expect("maybe.values"),
                column(&maybe, &[3], |numbers| numbers.to_vec())
            );
            assert_eq!(
                *record.get("last.lengths").expect("last.lengths"),
                Tensor::from(there(&|item| item.last.is_some()))
            );
            let last: Vec<f64> = items.iter().filter_map(|item| item.last).collect();
            assert_eq!(*record.get("last.values").expect("last.values"), column(&last, &[], |number| vec![*number]));
            assert_eq!(from_slice::<Vec<Uneven>>(&bytes).expect("decodes"), items);
            if n < 2 {
                round_trip(&items, &[Vec::new(), vec![uneven(2); n / 2], vec![uneven(4); n + 3]]);
            }
        }
    }
}

/// A number whose memory is not as it is written.
struct Inverted(u32);

impl HasRules for Inverted {
    const RULES: Rules<'static> = u32::RULES;
}

impl Block for Inverted {
    fn write<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        out.copy_numbers(&[!self.0])
    }
}

impl ListItem for Inverted {
    type Form = Stacked;
}

/// A record of one number that writes whatever it is told to.
enum Odd {
    Number(u32),
    OtherType(u8),
    OtherShape([u32; 2]),
    Twice(u32),
    Nothing,
    Same(Vec<u32>),
    Inverted(Inverted),
}

impl HasRules for Odd {
    const RULES: Rules<'static> = <One as HasRules>::RULES;
    const RECORD: tensor_format::rules::RecordType = <One as HasRules>::RECORD;
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct One {
    id: u32,
}

impl Encode for Odd {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.record(Self::RECORD, &[1])?;
        let sink = sink.parameter(0);
        match self {
            Odd::Number(id) => sink.block(id),
            Odd::OtherType(id) => sink.block(id),
            Odd::OtherShape(ids) => sink.block(ids),
            Odd::Inverted(id) => sink.block(id),
            Odd::Twice(id) => sink.block(id).and_then(|()| sink.block(id)),
            Odd::Nothing => Ok(()),
            Odd::Same(ids) => sink.tensor(ElementType::U32, &[], &View::from(&ids[..])),
        }
    }
}

impl ListItem for Odd {
    type Form = Columns;
}

#[test]
fn what_does_not_fit_into_a_column_is_an_error_of_its_item() {
    let refused = |odd: Odd| {
        let error = to_vec(&[Odd::Number(1), Odd::Number(2), odd]).expect_err("does not fit");
        error.to_string()
    };
    assert_eq!(refused(Odd::OtherType(3)), "parameter `[2].id`: element type: expected u32, found u8");
    assert_eq!(refused(Odd::OtherShape([3, 4])), "parameter `[2].id`: rank: expected 0, found 1");
    assert_eq!(refused(Odd::Nothing), "parameter `[2].id`: required, but missing");
    assert_eq!(
        refused(Odd::Twice(3)),
        "parameter `[2].id`: the value wrote another number of elements than its rules say"
    );
    let bytes =
        to_vec(&[Odd::Number(1), Odd::Same(vec![2]), Odd::Number(3), Odd::Inverted(Inverted(!4))]).expect("fits");
    assert_eq!(from_slice::<Vec<One>>(&bytes).expect("decodes"), [1, 2, 3, 4].map(|id| One { id }));
}

#[test]
fn columns_are_read_in_either_byte_order() {
    let ids = [1, 2, 0x0102_0304_u32];
    for order in [ByteOrder::Little, ByteOrder::Big] {
        let bytes = View::from(&ids[..]).iter().flat_map(|id| match order {
            ByteOrder::Little => id.to_le_bytes(),
            ByteOrder::Big => id.to_be_bytes(),
        });
        let bytes: Vec<u8> = bytes.collect();
        let mut record = RecordRef::new();
        record.push("id", TensorRef::from_bytes(ElementType::U32, [3], &bytes, order).expect("a tensor"));
        assert_eq!(from_value::<Vec<One>>(&Value::Record(record)).expect("decodes"), ids.map(|id| One { id }));
    }
}
