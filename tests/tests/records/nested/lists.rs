//! Lists of records: columns, stacked where the type fixes the shape, ragged where it does not.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    fmt::Debug,
};

use ndarray::{Array2, arr2};
use tensor_format::{
    Batch, DecodeOwned, Encode, HasRules, Ragged, Record, Tensor, View, decthings, from_reader, from_slice, from_value,
    npz, to_value, to_vec, zio,
};
use tensor_format_tests::reversed;

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
pub(super) struct Pose {
    x: f32,
    y: [u8; 2],
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
pub(super) struct Frame {
    score: f32,
    label: String,
    boxes: Vec<[f32; 4]>,
    note: Option<String>,
    bytes: Option<Vec<u8>>,
    image: Array2<u8>,
    pose: Pose,
    last: Option<Pose>,
    path: Vec<Pose>,
    pair: (u8, f64),
    texts: Ragged<Vec<String>>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Video {
    frames: Vec<Frame>,
    extra: Option<Vec<Pose>>,
    boxed: Box<[Pose]>,
    queue: VecDeque<Pose>,
    pairs: Vec<(u32, String)>,
    lists: Vec<Vec<Pose>>,
}

pub(super) fn pose(i: u8) -> Pose {
    Pose { x: f32::from(i), y: [i, i + 1] }
}

pub(super) fn frame(i: u8) -> Frame {
    let n = usize::from(i);
    Frame {
        score: f32::from(i),
        label: format!("label {i}"),
        boxes: vec![[f32::from(i); 4]; n % 3],
        note: i.is_multiple_of(2).then(|| format!("note {i}")),
        bytes: (!i.is_multiple_of(3)).then(|| vec![i; n]),
        image: Array2::from_elem((n, 3 - n % 3), i),
        pose: pose(i),
        last: i.is_multiple_of(3).then(|| pose(i + 1)),
        path: (0..i % 4).map(pose).collect(),
        pair: (i, 0.5),
        texts: Ragged(vec![vec!["a".to_owned(); n], Vec::new()]),
    }
}

fn video(n: u8) -> Video {
    Video {
        frames: (0..n).map(frame).collect(),
        extra: (n > 1).then(|| (0..n).map(pose).collect()),
        boxed: (0..3).map(pose).collect(),
        queue: (0..n).map(pose).collect(),
        pairs: vec![(1, "one".to_owned()), (2, String::new())],
        lists: vec![vec![pose(1); 2], Vec::new(), vec![pose(7)]],
    }
}

/// Writes and reads a value in every way.
pub(super) fn round_trip<T: Encode + DecodeOwned + PartialEq + Debug + Default>(value: &T, stale: &[T]) {
    let bytes = to_vec(value).unwrap();
    assert_eq!(&from_slice::<T>(&bytes).unwrap(), value);
    assert_eq!(&from_reader::<T, _>(tensor_format_tests::in_pieces(&bytes)).unwrap(), value);
    assert_eq!(&from_slice::<T>(&reversed(&bytes)).unwrap(), value);
    assert_eq!(&from_reader::<T, _>(tensor_format_tests::in_pieces(&reversed(&bytes))).unwrap(), value);
    for mut into in
        [T::default()].into_iter().chain(stale.iter().map(|stale| from_slice(&to_vec(stale).unwrap()).unwrap()))
    {
        decthings::decode_into(&bytes, &mut into).unwrap();
        assert_eq!(&into, value);
    }
    let tensors = to_value(value).unwrap();
    assert_eq!(&from_value::<T>(&tensors.as_ref()).unwrap(), value);
    let message = zio::to_message(value).unwrap().to_vec().unwrap();
    assert_eq!(&zio::from_message::<T>(&zio::Message::from_slice(&message).unwrap()).unwrap(), value);
    decthings::check::<T>(&bytes).unwrap();
    for end in 0..bytes.len() {
        assert!(from_slice::<T>(&bytes[..end]).is_err());
    }
}

#[test]
fn lists_of_records_round_trip_in_every_way() {
    for n in [0, 1, 2, 7] {
        round_trip(&video(n), &[video(3), video(9)]);
        round_trip(&video(n).frames, &[video(4).frames]);
        round_trip(&video(n).lists, &[]);
    }
    let poses: Vec<Pose> = (0..5).map(pose).collect();
    let file = npz::to_vec(&poses).unwrap();
    assert_eq!(npz::from_slice::<Vec<Pose>>(&file).unwrap(), poses);
}

#[test]
fn the_type_alone_decides_what_is_written() {
    let rules = Vec::<Frame>::RULES.to_string();
    let expected = "{ score: f32 [n], label: string [n], boxes.lengths: u64 [n], boxes.values: f32 [_, 4], \
                    note.lengths: u64 [n] in 0..=1, note.values: string [_], bytes.lengths: u64 [n] in 0..=1, \
                    bytes.values.lengths: u64 [_], bytes.values.values: u8 [_], image.shapes: u64 [n, 2], \
                    image.values: u8 [_], pose.x: f32 [n], pose.y: u8 [n, 2], last.x.lengths: u64 [n] in 0..=1, \
                    last.x.values: f32 [_], last.y.lengths: u64 [n] in 0..=1, last.y.values: u8 [_, 2], \
                    path.x.lengths: u64 [n], path.x.values: f32 [_], path.y.lengths: u64 [n], \
                    path.y.values: u8 [_, 2], pair.0: u8 [n], pair.1: f64 [n], texts.lengths.lengths: u64 [n], \
                    texts.lengths.values: u64 [_], texts.values.lengths: u64 [n], texts.values.values: string [_] }";
    assert_eq!(rules, expected);
    assert_eq!(Box::<[Frame]>::RULES, Vec::<Frame>::RULES);
    assert_eq!(VecDeque::<Frame>::RULES, Vec::<Frame>::RULES);
    assert_eq!(
        Video::RULES
            .as_record()
            .unwrap()
            .iter()
            .filter(|param| param.name.starts_with("extra."))
            .map(|param| param.to_string())
            .collect::<Vec<_>>(),
        ["extra.x?: f32 [extra.n]", "extra.y?: u8 [extra.n, 2]"]
    );
}

#[derive(Tensor, Clone, Default)]
struct Item {
    id: u32,
    boxes: Vec<[f32; 2]>,
    note: Option<u8>,
    image: Array2<u8>,
}

fn items() -> Vec<Item> {
    vec![
        Item { id: 7, boxes: vec![[1.0, 2.0]], note: None, image: arr2(&[[1, 2], [3, 4]]) },
        Item { id: 8, boxes: vec![[3.0, 4.0]; 2], note: Some(5), image: arr2(&[[9]]) },
    ]
}

/// The same as [`items`], by hand.
fn by_hand() -> Record {
    let mut record = Record::new();
    let mut push = |name: &str, tensor: Tensor| record.push(name, tensor);
    push("id", Tensor::from_vec([2], vec![7u32, 8]).unwrap());
    push("boxes.lengths", Tensor::from_vec([2], vec![1u64, 2]).unwrap());
    push("boxes.values", Tensor::from_vec([3, 2], vec![1f32, 2.0, 3.0, 4.0, 3.0, 4.0]).unwrap());
    push("note.lengths", Tensor::from_vec([2], vec![0u64, 1]).unwrap());
    push("note.values", Tensor::from_vec([1], vec![5u8]).unwrap());
    push("image.shapes", Tensor::from_vec([2, 2], vec![2u64, 2, 1, 1]).unwrap());
    push("image.values", Tensor::from_vec([5], vec![1u8, 2, 3, 4, 9]).unwrap());
    record
}

#[test]
fn a_list_is_the_record_of_its_columns() {
    assert_eq!(to_vec(&items()).unwrap(), to_vec(&by_hand()).unwrap());
}

/// Returns the error for the columns of [`items`], of which one is replaced.
fn refused(name: &str, column: Option<&Tensor>) -> String {
    let mut record = Record::new();
    for (own, tensor) in by_hand().iter() {
        match column {
            _ if own != name => record.push(own, tensor.to_owned()),
            Some(column) => record.push(own, column.clone()),
            None => {}
        }
    }
    let bytes = to_vec(&record).unwrap();
    let of_slice = from_slice::<Vec<Item>>(&bytes).map(drop).unwrap_err().to_string();
    let of_reader = from_reader::<Vec<Item>, _>(&bytes[..]).map(drop).unwrap_err().to_string();
    assert_eq!(of_slice, of_reader);
    from_slice::<Vec<Item>>(&reversed(&bytes)).map(drop).unwrap_err();
    of_slice.split(" (byte").next().unwrap().to_owned()
}

fn texts(texts: &[&str]) -> Tensor {
    from_slice(&to_vec(texts).unwrap()).unwrap()
}

fn u64s(shape: &[usize], numbers: &[u64]) -> Tensor {
    Tensor::from_vec(shape, numbers.to_vec()).unwrap()
}

#[test]
fn lengths_have_to_add_up() {
    assert_eq!(
        refused("boxes.lengths", Some(&u64s(&[2], &[1, 1]))),
        "parameter `boxes.values`: axis 0: `boxes.lengths` add up to 2, found 3"
    );
    assert_eq!(
        refused("boxes.lengths", Some(&u64s(&[2], &[u64::MAX, 4]))),
        format!("parameter `boxes.values`: axis 0: `boxes.lengths` add up to {} or more, found 3", u64::MAX)
    );
    assert_eq!(
        refused("note.lengths", Some(&u64s(&[2], &[1, 1]))),
        "parameter `note.values`: axis 0: `note.lengths` add up to 2, found 1"
    );
    assert_eq!(
        refused("note.lengths", Some(&u64s(&[2], &[0, 2]))),
        "parameter `note.lengths`: element [1]: expected 0..=1, found 2"
    );
    assert_eq!(
        refused("image.shapes", Some(&u64s(&[2, 2], &[2, 2, 1, 3]))),
        "parameter `image.values`: axis 0: `image.shapes` add up to 7, found 5"
    );
    assert_eq!(
        refused("image.shapes", Some(&u64s(&[2, 2], &[u64::MAX, u64::MAX, 1, 3]))),
        format!("parameter `image.values`: axis 0: `image.shapes` add up to {} or more, found 5", u64::MAX)
    );
    assert_eq!(
        refused("image.shapes", Some(&u64s(&[2, 3], &[1; 6]))),
        "parameter `image.shapes`: axis 1: expected 2, found 3"
    );
}

#[test]
fn columns_have_one_number_of_rows() {
    assert_eq!(
        refused("boxes.lengths", Some(&u64s(&[3], &[1, 1, 1]))),
        "parameter `boxes.lengths`: axis 0: `n` is 2 in `id`, found 3"
    );
    assert_eq!(refused("id", None), "parameter `id`: required, but missing");
    assert_eq!(refused("boxes.lengths", None), "parameter `boxes.lengths`: required, but missing");
    assert_eq!(refused("note.values", None), "parameter `note.values`: required, but missing");
}

#[derive(Tensor, Debug, Clone)]
#[tensor(rename_all = "lowercase")]
enum Kind {
    Cat,
}

#[test]
fn errors_say_which_record_it_is() {
    #[derive(Tensor, Debug, Clone)]
    struct Boxes {
        #[tensor(shape = [n, 2])]
        corners: Vec<[f32; 2]>,
        #[tensor(shape = [n])]
        ids: Vec<u8>,
    }
    #[derive(Tensor, Debug)]
    struct Named {
        kind: Kind,
    }
    #[derive(Tensor, Debug)]
    struct Outer {
        frames: Vec<Boxes>,
        named: Vec<Named>,
    }
    let good = Boxes { corners: vec![[0.0; 2]; 2], ids: vec![1, 2] };
    let bad = Boxes { ids: vec![1], ..good.clone() };
    let outer = Outer { frames: vec![good.clone(), good, bad], named: vec![Named { kind: Kind::Cat }] };
    let error = to_vec(&outer).unwrap_err();
    assert_eq!(
        error.to_string(),
        "parameter `frames[2].ids`: axis 0: `frames[2].n` is 2 in `frames[2].corners`, found 1"
    );
    assert_eq!(error.parameter(), Some("frames[2].ids"));

    let mut flat = Record::new();
    flat.push("frames.corners.lengths", u64s(&[2], &[1, 1]));
    flat.push("frames.corners.values", Tensor::from_vec([2, 2], vec![0f32; 4]).unwrap());
    flat.push("frames.ids.lengths", u64s(&[2], &[1, 2]));
    flat.push("frames.ids.values", Tensor::from_vec([3], vec![0u8; 3]).unwrap());
    flat.push("named.kind", texts(&["cat", "dog"]));
    let bytes = to_vec(&flat).unwrap();
    let error = from_slice::<Outer>(&bytes).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("parameter `frames[1].ids`: axis 0: `frames[1].n` is 1 in `frames[1].corners`, found 2"),
        "{error}"
    );
    let error = from_slice::<Vec<Named>>(&{
        let mut flat = Record::new();
        flat.push("kind", texts(&["cat", "dog"]));
        to_vec(&flat).unwrap()
    });
    let error = error.unwrap_err();
    assert_eq!(error.parameter(), Some("[1].kind"), "{error}");
}

#[test]
fn records_of_a_list_can_borrow() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Borrowed<'a> {
        label: &'a str,
        values: View<'a, u16>,
        bytes: &'a [u8],
    }
    #[derive(Tensor, Debug)]
    struct Owned {
        label: String,
        values: Vec<u16>,
        bytes: Vec<u8>,
    }
    let owned: Vec<Owned> = (0..4u8)
        .map(|i| Owned { label: format!("l{i}"), values: vec![u16::from(i); usize::from(i)], bytes: vec![i; 3] })
        .collect();
    let bytes = to_vec(&owned).unwrap();
    let lent: Vec<Borrowed<'_>> = from_slice(&bytes).unwrap();
    assert!(lent.iter().zip(&owned).all(|(lent, owned)| lent.label == owned.label
        && lent.values.iter().eq(owned.values.iter().copied())
        && lent.bytes == owned.bytes
        && bytes.as_ptr_range().contains(&lent.label.as_ptr())));
    assert_eq!(to_vec(&lent).unwrap(), bytes);
}

/// Reads into a value that is there: nothing is allocated.
#[track_caller]
pub(super) fn read_again<T: Encode + DecodeOwned + Default + PartialEq + Debug>(value: &T) {
    let bytes = to_vec(value).unwrap();
    let mut into = T::default();
    decthings::decode_into(&bytes, &mut into).unwrap();
    let counted = tensor_format_tests::allocations(|| decthings::decode_into(&bytes, &mut into).unwrap());
    assert_eq!(into, *value);
    assert_eq!(counted, 0);
}

#[test]
fn reading_into_a_list_again_allocates_nothing_for_its_records() {
    let value: Vec<(u32, Vec<u8>, String)> = (0..50u8).map(|i| (1, vec![i; 20], "x".repeat(30))).collect();
    read_again(&value);
}

#[test]
fn a_record_of_nothing_takes_no_memory_that_the_input_does_not_pay_for() {
    #[derive(Tensor, Debug, Default, Clone)]
    struct Large {
        flags: [u8; 0],
        numbers: Option<[f64; 512]>,
    }
    let many = vec![Large::default(); 1000];
    let bytes = to_vec(&many).unwrap();
    let error = from_slice::<Vec<Large>>(&bytes).map(drop).unwrap_err();
    assert!(error.to_string().contains("limit"), "{error}");
    let few = to_vec(&many[..2]).unwrap();
    assert_eq!(from_slice::<Vec<Large>>(&few).unwrap().len(), 2);
}

#[test]
fn a_batch_and_a_list_of_fixed_records_are_the_same_tensors() {
    let poses: Vec<Pose> = (0..5).map(pose).collect();
    assert_eq!(to_vec(&poses).unwrap(), to_vec(&Batch(poses)).unwrap());
}

#[test]
fn unknown_columns_are_skipped_or_refused_as_the_record_says() {
    #[derive(Tensor, Debug)]
    #[tensor(deny_unknown)]
    struct Strict {
        x: u8,
    }
    #[derive(Tensor, Debug)]
    struct Lax {
        x: u8,
    }
    #[derive(Tensor)]
    struct Both {
        x: u8,
        y: u8,
    }
    let bytes = to_vec(&[Both { x: 1, y: 2 }][..]).unwrap();
    assert_eq!(from_slice::<Vec<Lax>>(&bytes).unwrap()[0].x, 1);
    let error = from_slice::<Vec<Strict>>(&bytes).unwrap_err();
    assert!(error.to_string().contains("`y`"), "{error}");
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Named {
    frames: BTreeMap<String, Frame>,
    by_id: Option<HashMap<u32, Pose>>,
    last: u8,
}

#[test]
fn maps_of_records_are_labels_and_columns() {
    assert_eq!(
        BTreeMap::<String, Pose>::RULES.to_string(),
        "{ d0: string [_], values.x: f32 [values.n], values.y: u8 [values.n, 2] }"
    );
    let named = |n: u8| Named {
        frames: (0..n).map(|i| (format!("frame {i}"), frame(i))).collect(),
        by_id: (n > 1).then(|| (0..n).map(|i| (u32::from(i), pose(i))).collect()),
        last: n,
    };
    for n in [0, 1, 2, 5] {
        round_trip(&named(n), &[named(3)]);
        round_trip(&named(n).frames, &[]);
    }
    assert!(tensor_format::vespa::TensorType::of_rules(&BTreeMap::<String, Pose>::RULES).is_err());
}

#[test]
fn maps_of_records_have_a_label_for_each_record() {
    let refused = |labels: &[&str]| {
        let mut flat = Record::new();
        flat.push("d0", texts(labels));
        flat.push("values.x", Tensor::from_vec([2], vec![1f32, 2.0]).unwrap());
        flat.push("values.y", Tensor::from_vec([2, 2], vec![1u8, 2, 3, 4]).unwrap());
        let error = from_slice::<BTreeMap<u8, Pose>>(&to_vec(&flat).unwrap()).unwrap_err().to_string();
        error.split(" (byte").next().unwrap().to_owned()
    };
    assert_eq!(refused(&["1"]), "parameter `d0`: axis 0: expected 2, found 1");
    assert_eq!(
        refused(&["1", "one"]),
        "parameter `d0`: element 1: expected the decimal digits of an integer `u8`, found \"one\""
    );
    assert_eq!(refused(&["1", "1"]), "parameter `d0`: labels: expected each once, found \"1\" twice");
}

#[derive(Tensor, Debug, PartialEq, Clone)]
#[tensor(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f32 },
    Path { points: Vec<[f32; 2]>, closed: bool },
    Nothing,
}

#[test]
fn enums_with_data_are_columns_too() {
    let expected = "{ kind: string [n], circle.radius.lengths: u64 [n] in 0..=1, circle.radius.values: f32 [_], \
                    path.points.lengths: u64 [n] in 0..=1, path.points.values.lengths: u64 [_], \
                    path.points.values.values: f32 [_, 2], path.closed.lengths: u64 [n] in 0..=1, \
                    path.closed.values: bool [_] }";
    assert_eq!(Vec::<Shape>::RULES.to_string(), expected);
    let shapes = vec![
        Shape::Circle { radius: 1.5 },
        Shape::Nothing,
        Shape::Path { points: vec![[1.0, 2.0], [3.0, 4.0]], closed: true },
        Shape::Path { points: Vec::new(), closed: false },
    ];
    round_trip(&shapes, &[shapes[1..].to_vec()]);
}

/// What is wrong with a record of a list is found at its place, behind records that were read from memory at once.
#[test]
fn a_record_in_the_middle_is_refused_at_its_place() {
    #[derive(Tensor, Debug, PartialEq, Clone, Copy)]
    #[tensor(repr = u8)]
    #[repr(u8)]
    enum Kind {
        One = 1,
        Two = 2,
    }
    #[derive(Tensor, Debug, PartialEq, Clone)]
    struct Known {
        kind: Kind,
        at: u32,
    }
    #[derive(Tensor)]
    struct Wire {
        kind: u8,
        at: u32,
    }
    let wire = |kinds: &[u8]| -> Vec<u8> {
        let records: Vec<Wire> = kinds.iter().zip(0..).map(|(&kind, at)| Wire { kind, at }).collect();
        to_vec(&records).expect("bytes")
    };
    let read = from_slice::<Vec<Known>>(&wire(&[1, 2, 1])).expect("records");
    assert_eq!(read.iter().map(|known| known.kind).collect::<Vec<_>>(), [Kind::One, Kind::Two, Kind::One]);
    for bad in 0..4 {
        let mut kinds = [1, 2, 1, 2];
        kinds[bad] = 9;
        let error = from_slice::<Vec<Known>>(&wire(&kinds)).expect_err("an unknown label");
        assert_eq!(error.parameter(), Some(&*format!("[{bad}].kind")), "{error}");
        let mut known = vec![Known { kind: Kind::One, at: 7 }; 4];
        let into = decthings::decode_into(&wire(&kinds), &mut known).expect_err("the same").to_string();
        assert_eq!(into, error.to_string());
    }
}
