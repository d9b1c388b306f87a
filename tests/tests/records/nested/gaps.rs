//! Records that lack some of their parameters: whatever is absent, a message reads as what was written.

use std::{collections::BTreeMap, fmt::Debug};

use allocation_counter::measure;
use proptest::prelude::*;
use tensor_format::{
    DecodeOwned, ElementType, Encode, ErrorKind, Many, Record, Tensor, View, decthings, from_slice, to_vec,
};

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Leaf {
    a: u8,
    b: Option<[u16; 2]>,
    c: Option<String>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Node {
    first: Option<Leaf>,
    id: u32,
    text: Option<String>,
    leaf: Leaf,
    leaves: Option<Vec<Leaf>>,
    #[tensor(default = 7)]
    seven: u8,
    last: Option<(u8, Option<f32>)>,
    #[tensor(shape = [n])]
    scores: Option<Vec<f32>>,
    #[tensor(shape = [n, 2])]
    points: Option<Vec<[f32; 2]>>,
}

/// Fills a struct whose fields are all optional: field `i` is there if bit `i` is set.
macro_rules! wide {
    ($name:ident, $fill:ident: $($field:ident)*) => {
        #[derive(Tensor, Debug, PartialEq, Clone, Default)]
        struct $name {
            $($field: Option<u8>,)*
        }

        fn $fill(mut bits: u128) -> $name {
            $(
                let $field = (bits & 1 == 1).then_some(bits.to_le_bytes()[0]);
                bits >>= 1;
            )*
            let _ = bits;
            $name { $($field,)* }
        }
    };
}

wide!(Wide, wide: a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9);
wide!(Widest, widest:
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 d0 d1 d2 d3 d4 d5 d6 d7
    d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 g0 g1 g2 g3 g4 g5 g6 g7 g8 g9
);

prop_compose! {
    fn leaf()((a, b, c) in any::<(u8, Option<[u16; 2]>, Option<String>)>()) -> Leaf {
        Leaf { a, b, c }
    }
}

prop_compose! {
    fn node()(
        first in proptest::option::of(leaf()),
        (id, text, seven) in any::<(u32, Option<String>, u8)>(),
        leaf in leaf(),
        leaves in proptest::option::of(proptest::collection::vec(leaf(), 0..4)),
        last in any::<Option<(u8, Option<f32>)>>(),
        n in 0usize..3,
        (scores, points) in any::<(bool, bool)>(),
    ) -> Node {
        let (scores, points) = (scores.then(|| vec![0.5; n]), points.then(|| vec![[1.0, 2.0]; n]));
        let last = last.map(|(at, part)| (at, part.filter(|part| !part.is_nan())));
        Node { first, id, text, leaf, leaves, seven, last, scores, points }
    }
}

fn round_trip<T: Encode + DecodeOwned + PartialEq + Debug + Clone>(value: &T, there: &T) {
    let bytes = to_vec(value).expect("encodes");
    assert_eq!(from_slice::<T>(&bytes).expect("decodes"), *value);
    for options in
        [decthings::Options::default().align(64), decthings::Options::default().dialect(decthings::Dialect::Clients)]
    {
        let bytes = options.to_vec(value).expect("encodes");
        assert_eq!(options.from_slice::<T>(&bytes).expect("decodes"), *value);
        let mut into = there.clone();
        options.decode_into(&bytes, &mut into).expect("decodes");
        assert_eq!(into, *value);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_is_absent(node in node(), nodes in proptest::collection::vec(node(), 0..3), bits in any::<u128>()) {
        round_trip(&node, nodes.first().unwrap_or(&Node::default()));
        round_trip(&nodes, &vec![node]);
        round_trip(&wide(bits), &wide(bits >> 20));
        round_trip(&widest(bits), &widest(bits >> 40));
        round_trip(&vec![wide(bits), wide(!bits)], &vec![wide(bits >> 20)]);
        round_trip(&vec![widest(bits), widest(bits >> 40)], &Vec::new());
    }
}

/// What is sent by hand of a [`Node`].
#[derive(Tensor, Default)]
struct Sent<'a> {
    #[tensor(rename = "first.a")]
    first: Option<u8>,
    #[tensor(rename = "first.b")]
    second: Option<[u16; 2]>,
    id: Option<u32>,
    #[tensor(rename = "leaf.a")]
    leaf: Option<u8>,
    scores: Option<View<'a, f32>>,
    points: Option<Vec<[f32; 2]>>,
}

#[test]
fn what_is_missing_or_contradicts_is_named() {
    let error = |sent: Sent<'_>| {
        let bytes = to_vec(&sent).expect("encodes");
        let error = from_slice::<Node>(&bytes).map(drop).expect_err("not a node");
        let mut there = Node { first: Some(Leaf::default()), ..Node::default() };
        let into = decthings::decode_into(&bytes, &mut there).expect_err("not a node");
        assert_eq!(into.to_string(), error.to_string());
        error
    };
    let whole = || Sent { id: Some(1), leaf: Some(2), ..Sent::default() };
    from_slice::<Node>(&to_vec(&whole()).expect("encodes")).expect("what is required is there");
    assert_eq!(error(Sent { id: None, ..whole() }).to_string(), "parameter `id`: required, but missing (byte 0)");
    assert_eq!(error(Sent { leaf: None, ..whole() }).to_string(), "parameter `leaf.a`: required, but missing (byte 0)");
    let half = error(Sent { second: Some([1, 2]), ..whole() });
    assert!(matches!(half.kind(), ErrorKind::MissingParam { .. }));
    assert_eq!(half.to_string(), "parameter `first.a`: required beside `first.b`, but missing (byte 0)");
    let lengths = error(Sent { scores: Some((&[1.0, 2.0][..]).into()), points: Some(vec![[1.0; 2]; 3]), ..whole() });
    assert_eq!(lengths.to_string(), "parameter `points`: axis 0: `n` is 2 in `scores`, found 3 (byte 49)");
}

/// A group whose required parameter stands between others.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Between {
    note: Option<String>,
    id: u8,
    size: Option<f32>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Framed {
    before: Option<u8>,
    between: Option<Between>,
    behind: Option<u8>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Priced {
    before: Option<u8>,
    prices: Option<BTreeMap<String, f32>>,
    behind: Option<u8>,
}

#[test]
fn a_parameter_of_a_group_is_required_beside_those_before_and_behind_it() {
    /// The same parameters, each optional by itself.
    #[derive(Tensor, Default, Clone)]
    struct Sent {
        before: Option<u8>,
        #[tensor(rename = "between.note")]
        note: Option<String>,
        #[tensor(rename = "between.id")]
        id: Option<u8>,
        #[tensor(rename = "between.size")]
        size: Option<f32>,
        #[tensor(rename = "prices.d0")]
        labels: Option<[String; 1]>,
        behind: Option<u8>,
    }
    let read = |sent: &Sent| {
        let bytes = to_vec(sent).expect("encodes");
        let read = from_slice::<Framed>(&bytes).map_err(|error| error.to_string());
        let mut there = Framed { between: Some(Between::default()), ..Framed::default() };
        let into = decthings::decode_into(&bytes, &mut there).map_err(|error| error.to_string());
        assert_eq!(into.map(|()| there), read);
        read
    };
    for (before, behind) in [(None, None), (Some(1), None), (None, Some(2)), (Some(1), Some(2))] {
        let whole = Sent { before, behind, ..Sent::default() };
        assert_eq!(read(&whole), Ok(Framed { before, between: None, behind }));
        for (note, size) in [(Some("a"), None), (None, Some(0.5)), (Some("a"), Some(0.5))] {
            let half = Sent { note: note.map(str::to_owned), size, ..whole.clone() };
            let beside = if note.is_some() { "between.note" } else { "between.size" };
            let expected =
                |item| format!("parameter `{item}between.id`: required beside `{item}{beside}`, but missing (byte ");
            assert_eq!(read(&half), Err(expected("") + "0)"));
            let rows = vec![Sent { id: Some(7), ..half.clone() }, half];
            let error = from_slice::<Vec<Framed>>(&to_vec(&rows).expect("encodes")).expect_err("half a group");
            // Where its column is, which the rows before have.
            assert_ne!(error.offset(), Some(0));
            assert!(error.to_string().starts_with(&expected("[1].")), "{error}");
        }
        let labels = Sent { labels: Some(["a".to_owned()]), ..whole };
        let error = from_slice::<Priced>(&to_vec(&labels).expect("encodes")).expect_err("half a map");
        let expected = "parameter `prices.values`: required beside `prices.d0`, but missing (byte 0)";
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn what_is_there_is_judged_before_what_is_missing() {
    #[derive(Tensor)]
    struct Sent {
        #[tensor(rename = "between.note")]
        note: String,
        behind: [u8; 2],
    }
    let bytes = to_vec(&Sent { note: "a".into(), behind: [1, 2] }).expect("encodes");
    let error = from_slice::<Framed>(&bytes).expect_err("no frame").to_string();
    assert!(error.starts_with("parameter `behind`: rank: expected 0, found 1"), "{error}");
    let into = decthings::decode_into(&bytes, &mut Framed::default()).expect_err("no frame");
    assert_eq!(into.to_string(), error);
}

/// What comes in every message, and what does not.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Reading {
    note: Option<String>,
    samples: Vec<f32>,
    leaf: Leaf,
    path: Option<Path>,
    #[tensor(default)]
    counts: Vec<u32>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Path {
    points: Vec<[f32; 2]>,
    speed: Option<Vec<f32>>,
}

#[test]
fn reading_again_what_lacks_parameters_allocates_nothing() {
    let sent = Reading {
        samples: vec![0.5; 100],
        leaf: Leaf { a: 1, b: Some([2, 3]), c: None },
        path: Some(Path { points: vec![[1.0, 2.0]; 50], speed: None }),
        ..Reading::default()
    };
    let bytes = to_vec(&sent).expect("encodes");
    let mut reading = sent.clone();
    let allocated = measure(|| decthings::decode_into(&bytes, &mut reading).expect("decodes"));
    assert_eq!(reading, sent);
    assert_eq!(allocated.count_total, 0);
}

/// Fields of every kind that lacks a tensor now and then, before one that does not.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Kinds {
    #[tensor(ragged)]
    lists: Vec<Vec<u8>>,
    #[tensor(ragged)]
    others: Option<Vec<Vec<u8>>>,
    #[tensor(ragged)]
    holes: Vec<Option<u8>>,
    leaf: Option<Leaf>,
    #[tensor(range_checked = 0..=9)]
    digit: Option<u8>,
    #[tensor(default = 7, range_checked = 0..=9)]
    seven: u8,
    scores: Option<Vec<f32>>,
    #[tensor(with = small)]
    small: Small,
    #[tensor(with = small)]
    perhaps: Option<Small>,
    #[tensor(with = small, default = Small(3))]
    three: Small,
    #[tensor(with = small)]
    several: Many<Small>,
    #[tensor(range_checked = 0..=9)]
    last: u8,
}

#[derive(Debug, PartialEq, Clone, Default)]
struct Small(i16);

mod small {
    use super::Small;

    pub(super) fn to_wire(number: &Small) -> i16 {
        number.0
    }

    pub(super) fn from_wire(number: i16) -> Result<Small, String> {
        if number < 0 { Err(format!("{number} is too small")) } else { Ok(Small(number)) }
    }
}

/// Nothing but ragged lists.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Lists {
    #[tensor(ragged)]
    first: Vec<Vec<u8>>,
    #[tensor(ragged)]
    holes: Vec<Option<u16>>,
    #[tensor(ragged)]
    last: Option<Vec<Vec<[u8; 2]>>>,
}

/// Reads a record without one of its fields and with faults in two others: anew and into another the same is found first.
/// Returns how often there was one.
fn finds_the_same_fault<T: DecodeOwned + Encode + Clone + Default + Debug + PartialEq>(whole: &T) -> usize {
    let mut refused = 0;
    let record: Record = from_slice(&to_vec(whole).unwrap()).unwrap();
    // Of numbers that a module converts one that it refuses, of others a tensor of another form.
    let faulty = |name: &str, tensor: &Tensor| match tensor.element_type() {
        ElementType::I16 => from_slice(&to_vec(&-1i16).unwrap()).unwrap(),
        _ if name.ends_with(".lengths") => Tensor::from(vec![9u64]),
        _ => Tensor::from(vec![-1i16]),
    };
    let field = |name: &str| name.split('.').next().map(str::to_owned);
    let names: Vec<&str> = record.iter().map(|(name, _)| name).collect();
    for (absent, first, second) in names.iter().flat_map(|absent| {
        names.iter().enumerate().flat_map(|(at, first)| names[at + 1..].iter().map(|second| (*absent, *first, *second)))
    }) {
        let tensors = record.iter().filter(|(name, _)| field(name) != field(absent)).map(|(name, tensor)| {
            let is_changed = name == first || name == second;
            (name.to_owned(), if is_changed { faulty(name, tensor) } else { tensor.clone() })
        });
        let bytes = to_vec(&tensors.collect::<Record>()).unwrap();
        // Both faults may be in the field that is absent.
        let anew = from_slice::<T>(&bytes).map_err(|error| error.to_string());
        for mut there in [whole.clone(), T::default()] {
            let into = decthings::decode_into(&bytes, &mut there).map_err(|error| error.to_string());
            assert_eq!(into.map(|()| there), anew.clone(), "without `{absent}`, with faults in `{first}`, `{second}`");
        }
        refused += usize::from(anew.is_err());
    }
    refused
}

#[test]
fn of_two_faults_the_same_is_found_first() {
    let refused = finds_the_same_fault(&Kinds {
        lists: vec![vec![1], vec![2, 3]],
        others: Some(vec![vec![4]]),
        holes: vec![Some(1), None],
        leaf: Some(Leaf { a: 1, b: Some([2, 3]), c: Some("c".into()) }),
        digit: Some(5),
        scores: Some(vec![0.5]),
        perhaps: Some(Small(1)),
        several: Many(vec![Small(1)]),
        ..Kinds::default()
    });
    assert!(refused > 1000, "{refused}");
    let refused = finds_the_same_fault(&Lists {
        first: vec![vec![1], vec![2, 3]],
        holes: vec![Some(1), None],
        last: Some(vec![vec![[4, 5]]]),
    });
    assert!(refused > 50, "{refused}");
}

/// Variants of one field that a module converts.
#[derive(Tensor, Debug, PartialEq, Clone)]
enum Converted {
    One(#[tensor(with = small)] Small),
    Perhaps(#[tensor(with = small)] Option<Small>),
    Several(#[tensor(with = small)] Many<Small>),
    Named {
        #[tensor(with = small)]
        small: Small,
        text: String,
    },
    Text(String),
}

#[test]
fn variants_are_read_into_as_anew() {
    let values = [
        Converted::One(Small(1)),
        Converted::Perhaps(None),
        Converted::Perhaps(Some(Small(2))),
        Converted::Several(Many(vec![])),
        Converted::Several(Many(vec![Small(1)])),
        Converted::Several(Many(vec![Small(1), Small(2)])),
        Converted::Named { small: Small(3), text: "a".into() },
        Converted::Text("b".into()),
    ];
    let (mut read, mut refused) = (0, 0);
    for value in &values {
        let record: Record = from_slice(&to_vec(value).unwrap()).unwrap();
        // Whole; with a number that the module refuses at each place; and without each tensor.
        let len = record.len();
        for change in 0..=2 * len {
            let tensors = record.iter().enumerate().filter(|(at, _)| change != len + at + 1);
            let tensors = tensors.map(|(at, (name, tensor))| {
                let is_changed = change == at + 1 && name != "type";
                (name.to_owned(), if is_changed { Tensor::from_vec([], vec![-1i16]).unwrap() } else { tensor.clone() })
            });
            let bytes = to_vec(&tensors.collect::<Record>()).unwrap();
            let anew = from_slice::<Converted>(&bytes).map_err(|error| error.to_string());
            for there in &values {
                let mut there = there.clone();
                let into = decthings::decode_into(&bytes, &mut there).map_err(|error| error.to_string());
                assert_eq!(into.map(|()| there), anew, "{value:?}, change {change}");
            }
            *(if anew.is_ok() { &mut read } else { &mut refused }) += 1;
        }
    }
    assert!(read >= 8 && refused >= 12, "{read} and {refused}");
}
