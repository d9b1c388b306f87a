//! Lists that are large in one way or another: of more columns or records than most, or of long texts. They are written and
//! read by the ways of small lists, to the bytes, values and errors of the general path.

use std::fmt::Debug;

use tensor_format::{
    DecodeError, DecodeOwned, Encode, Tensor,
    decthings::{Options, decode_into},
    to_vec, to_writer,
};

macro_rules! wide {
    ($name:ident, $ty:ty: $($field:ident)*) => {
        #[derive(Clone, Debug, PartialEq, Tensor)]
        struct $name { $($field: $ty),* }

        impl $name {
            /// Returns a record whose fields `next` makes.
            fn of(mut next: impl FnMut() -> $ty) -> Self {
                Self { $($field: next()),* }
            }
        }
    };
}

wide!(Numbers17, f32: a b c d e f g h i j k l m n o p q);
wide!(Numbers63, u8: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9
    d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 g0 g1 g2);
wide!(Numbers65, u8: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9
    d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 g0 g1 g2 g3 g4);
wide!(Texts18, String: a b c d e f g h i j k l m n o p q r);
// 63 tensors, and one more than that.
wide!(Lists21, Option<Vec<u8>>: a b c d e f g h i j k l m n o p q r s t u);
wide!(Options32, Option<u8>: a b c d e f g h i j k l m n o p q r s t u v w x y z a1 b1 c1 d1 e1 f1);

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Named {
    id: u16,
    name: String,
    note: Option<String>,
    tags: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Table {
    title: String,
    rows: Vec<Numbers17>,
    names: Vec<Texts18>,
}

/// Options by which every tensor is read by the general path.
fn general() -> Options {
    Options::new().max_element_bytes(usize::MAX - 1)
}

fn outcome<T: Debug>(read: Result<T, DecodeError>) -> String {
    match read {
        Ok(value) => format!("{value:?}"),
        Err(error) => format!("{error}"),
    }
}

fn is_alike<T: Encode + DecodeOwned + Clone + Debug + PartialEq>(value: &T) {
    let bytes = to_vec(value).expect("a message");
    let mut written = Vec::new();
    to_writer(&mut written, value).expect("a message");
    assert!(bytes == written, "the writers differ");
    for read in [
        tensor_format::from_slice::<T>(&bytes),
        general().from_slice(&bytes),
        tensor_format::from_reader(&bytes[..]),
        tensor_format::from_reader(tensor_format_tests::in_pieces(&bytes)),
    ] {
        assert!(read.expect("the value") == *value);
    }
    let mut into = value.clone();
    decode_into(&bytes, &mut into).expect("the value");
    assert!(into == *value);
    let step = bytes.len() / (if bytes.len() > 100_000 { 3 } else { 23 }) + 1;
    for at in (0..bytes.len()).step_by(step) {
        let cut = &bytes[..at];
        assert_eq!(
            outcome(tensor_format::from_slice::<T>(cut)),
            outcome(general().from_slice::<T>(cut)),
            "cut at {at}"
        );
        let mut changed = bytes.clone();
        changed[at] ^= 255;
        let read = outcome(tensor_format::from_slice::<T>(&changed));
        assert!(read == outcome(general().from_slice::<T>(&changed)), "changed at {at}: {read:.200}");
    }
}

/// Returns three records, and none.
fn lists<T>(mut next: impl FnMut() -> T) -> [Vec<T>; 2] {
    [(0..3).map(|_| next()).collect(), vec![]]
}

#[test]
fn many_columns() {
    let mut at = 0_u8;
    let mut number = || {
        at = at.wrapping_add(7);
        at
    };
    lists(|| Numbers17::of(|| f32::from(number()))).iter().for_each(is_alike);
    lists(|| Numbers63::of(&mut number)).iter().for_each(is_alike);
    lists(|| Numbers65::of(&mut number)).iter().for_each(is_alike);
    lists(|| Texts18::of(|| number().to_string())).iter().for_each(is_alike);
    lists(|| Options32::of(|| Some(number()).filter(|number| number % 3 > 0))).iter().for_each(is_alike);
    let mut list = |len: u8| (len < 4).then(|| (0..len).map(|_| number()).collect());
    let mut len = 0;
    let mut next = || {
        len = (len + 3) % 5;
        list(len)
    };
    lists(|| Lists21::of(&mut next)).iter().for_each(is_alike);
    let [rows, _] = lists(|| Numbers17::of(|| 0.5));
    let [names, _] = lists(|| Texts18::of(|| "x".repeat(300)));
    is_alike(&vec![
        Table { title: "one".into(), rows, names },
        Table { title: String::new(), rows: vec![], names: vec![] },
    ]);
}

#[test]
fn long_texts() {
    for len in [252, 253, 65_535, 65_536] {
        let name = |index: usize| "n".repeat(if index == 1 { len } else { index });
        let named = |index: usize| Named {
            id: index as u16,
            name: name(index),
            note: (index != 2).then(|| name(3 - index)),
            tags: vec![1; index],
        };
        is_alike(&(0..4).map(named).collect::<Vec<_>>());
        is_alike(&(0..4).map(|index| (index as u8, name(index))).collect::<Vec<_>>());
    }
}

#[test]
fn many_records() {
    for n in [65_535, 65_536] {
        is_alike(&(0..n).map(|index| (index as u8, [index as u16; 2])).collect::<Vec<_>>());
        is_alike(&(0..n).map(|index| (index as u8, "ab"[..index % 3].to_owned())).collect::<Vec<_>>());
        is_alike(
            &(0..n).map(|index| (Some(1_u8).filter(|_| index % 2 == 0), vec![2_u8; index % 3])).collect::<Vec<_>>(),
        );
    }
}
