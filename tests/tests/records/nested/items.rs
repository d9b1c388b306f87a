//! Lists of what is, or holds, a record: arrays, boxes, newtypes, and lists of these.

use std::{
    borrow::Cow,
    collections::{BTreeMap, VecDeque},
    rc::Rc,
    sync::Arc,
};

use tensor_format::{Batch, HasRules, Record, Tensor, decthings, from_slice, to_vec};
use tensor_format_tests::reversed;

use super::lists::{Frame, Pose, frame, pose, read_again, round_trip};

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Named(Pose);

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Any<T>(T);

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Fixed {
    frames: [Frame; 2],
    poses: Option<[Pose; 3]>,
    pairs: Batch<[Pose; 2]>,
    lists: Vec<[Pose; 2]>,
    grid: [[Pose; 2]; 3],
    by_name: BTreeMap<String, [Pose; 1]>,
    #[allow(clippy::vec_box, reason = "it is what is tested")]
    boxed: Vec<Box<Frame>>,
    shared: Vec<Arc<Frame>>,
    counted: [Rc<Pose>; 2],
    queue: VecDeque<Box<Pose>>,
    named: Vec<Named>,
    of_records: Vec<Any<Frame>>,
    of_numbers: Vec<Any<f32>>,
    twice: Vec<Any<Named>>,
    of_lists: Vec<Any<Vec<Pose>>>,
    tuple: (u8, [Pose; 1]),
}

fn fixed(i: u8) -> Fixed {
    Fixed {
        frames: [frame(i), frame(i + 1)],
        poses: i.is_multiple_of(2).then(|| [pose(1), pose(2), pose(i)]),
        pairs: Batch(vec![[pose(1), pose(2)]; usize::from(i)]),
        lists: vec![[pose(i), pose(3)]; usize::from(i)],
        grid: [[pose(1), pose(2)], [pose(3), pose(4)], [pose(5), pose(i)]],
        by_name: BTreeMap::from([("one".to_owned(), [pose(i)])]),
        boxed: (0..i).map(frame).map(Box::new).collect(),
        shared: (0..i).map(frame).map(Arc::new).collect(),
        counted: [Rc::new(pose(i)), Rc::new(pose(2))],
        queue: (0..i).map(pose).map(Box::new).collect(),
        named: (0..i).map(pose).map(Named).collect(),
        of_records: (0..i).map(frame).map(Any).collect(),
        of_numbers: vec![Any(f32::from(i))],
        twice: (0..i).map(|i| Any(Named(pose(i)))).collect(),
        of_lists: vec![Any(vec![pose(i); 2]), Any(Vec::new())],
        tuple: (i, [pose(i)]),
    }
}

#[test]
fn arrays_and_lists_of_boxes_and_newtypes_of_records_round_trip_in_every_way() {
    for i in [0, 1, 2] {
        round_trip(&fixed(i), &[fixed(3)]);
        round_trip(&fixed(i).frames, &[fixed(4).frames]);
    }
}

#[test]
fn a_record_is_written_as_it_is_lent() {
    #[derive(Tensor, Debug, PartialEq, Clone)]
    struct Shot<'a> {
        frame: Cow<'a, Frame>,
        pose: Option<Cow<'a, Pose>>,
        path: Vec<Cow<'a, Pose>>,
    }
    let (lent, held) = (frame(2), pose(1));
    let path = vec![Cow::Borrowed(&held), Cow::Owned(pose(3))];
    let shot = Shot { frame: Cow::Borrowed(&lent), pose: Some(Cow::Borrowed(&held)), path };
    let bytes = to_vec(&shot).unwrap();
    let read: Shot<'_> = from_slice(&bytes).unwrap();
    assert_eq!(read, shot);
    assert!(matches!(read.frame, Cow::Owned(_)));
    let mut into = shot.clone();
    decthings::decode_into(&bytes, &mut into).unwrap();
    assert_eq!(into, shot);
    assert!(matches!(into.frame, Cow::Owned(_)));
    assert_eq!(Cow::<Frame>::RULES, Frame::RULES);
}

#[test]
fn an_array_of_records_is_a_list_of_that_many() {
    assert_eq!(<[Pose; 3]>::RULES.to_string(), "{ x: f32 [3], y: u8 [3, 2] }");
    assert_eq!(<[[Pose; 2]; 3]>::RULES.to_string(), "{ x: f32 [3, 2], y: u8 [3, 2, 2] }");
    let of_frames = <[Frame; 2]>::RULES.to_string();
    let begin = "{ score: f32 [2], label: string [2], boxes.lengths: u64 [2], boxes.values: f32 [_, 4], \
                 note.lengths: u64 [2] in 0..=1, note.values: string [_], ";
    assert!(of_frames.starts_with(begin), "{of_frames}");
    assert!(of_frames.contains("image.shapes: u64 [2, 2], image.values: u8 [_]"), "{of_frames}");
    assert_eq!(Vec::<Named>::RULES, Vec::<Pose>::RULES);
    assert_eq!(Vec::<Any<Box<Frame>>>::RULES, Vec::<Frame>::RULES);
    // What an array is, a list may be, but not the other way round.
    assert!(Vec::<Frame>::RULES.contains(&<[Frame; 2]>::RULES));
    assert!(!<[Frame; 2]>::RULES.contains(&Vec::<Frame>::RULES));
    assert_eq!(to_vec(&[frame(1), frame(2)]).unwrap(), to_vec(&vec![frame(1), frame(2)]).unwrap());
}

#[test]
fn an_array_of_records_has_as_many_as_its_type_says() {
    #[derive(Tensor, Debug)]
    struct Outer {
        ends: [Pose; 2],
    }
    #[derive(Tensor, Debug)]
    struct Longer {
        ends: Vec<Pose>,
    }
    let of = |n: u8| -> Vec<Frame> { (0..n).map(frame).collect() };
    for (n, expected) in [(1, "expected 2, found 1"), (3, "expected 2, found 3"), (0, "expected 2, found 0")] {
        let bytes = to_vec(&of(n)).unwrap();
        for bytes in [&bytes, &reversed(&bytes)] {
            let error = from_slice::<[Frame; 2]>(bytes).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            let mut into = [frame(1), frame(2)];
            let error = decthings::decode_into(bytes, &mut into).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert!(decthings::check::<[Frame; 2]>(bytes).is_err());
        }
    }
    let bytes = to_vec(&Longer { ends: vec![pose(1); 3] }).unwrap();
    let error = from_slice::<Outer>(&bytes).unwrap_err().to_string();
    assert!(error.starts_with("parameter `ends.x`: axis 0: expected 2, found 3"), "{error}");
}

#[test]
fn reading_into_an_array_of_records_again_allocates_nothing() {
    let value = [(1u32, vec![2u8; 20], "x".repeat(30)), (2, vec![3; 20], "y".repeat(30))];
    read_again(&value);
}

#[test]
fn half_of_an_optional_record_says_what_makes_the_rest_required() {
    #[derive(Tensor)]
    struct Without {
        id: u8,
        #[tensor(rename = "middle.deep.inner.x")]
        x: f32,
        #[tensor(rename = "middle.deep.inner.y")]
        y: [u8; 2],
    }
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Middle {
        pose: Option<Pose>,
        deep: Option<Deep>,
    }
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Deep {
        inner: Option<Pose>,
        number: u8,
    }
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Outer {
        middle: Middle,
        id: u8,
    }
    #[derive(Tensor)]
    struct Half {
        id: u8,
        #[tensor(rename = "middle.pose.x")]
        x: f32,
    }
    let missing = "parameter `middle.pose.y`: required beside `middle.pose.x`, but missing";
    let bytes = to_vec(&Half { id: 1, x: 0.5 }).unwrap();
    assert!(from_slice::<Outer>(&bytes).unwrap_err().to_string().starts_with(missing));
    let mut into = Outer::default();
    assert!(decthings::decode_into(&bytes, &mut into).unwrap_err().to_string().starts_with(missing));
    assert!(decthings::check::<Outer>(&bytes).unwrap_err().to_string().starts_with(missing));
    assert_eq!(decthings::check_all::<Outer>(&bytes).unwrap()[0].to_string(), missing);
    let error = from_slice::<Outer>(&to_vec(&Without { id: 1, x: 0.5, y: [1, 2] }).unwrap()).unwrap_err().to_string();
    let missing = "parameter `middle.deep.number`: required beside `middle.deep.inner.x`, but missing";
    assert!(error.starts_with(missing), "{error}");
    // A record that is required as a whole does not say so.
    let error = from_slice::<Pose>(&to_vec(&tensor_format::Record::new()).unwrap()).unwrap_err().to_string();
    assert!(error.contains("required, but missing"), "{error}");
}

#[test]
fn items_of_a_batch_that_differ_say_in_what() {
    let with = (1u8, Some(2u8), None::<u8>);
    let without = (1u8, None, Some(3u8));
    let text = |items: Vec<(u8, Option<u8>, Option<u8>)>| to_vec(&Batch(items)).unwrap_err().to_string();
    assert_eq!(
        text(vec![with, with, without]),
        "the items of a batch must agree: item 0 is a record with `1`, without `2`, item 2 is the other way round"
    );
    assert_eq!(
        text(vec![with, (1, None, None)]),
        "the items of a batch must agree: item 0 is a record with `1`, item 1 is one without"
    );
    assert_eq!(
        text(vec![(1, None, None), with]),
        "the items of a batch must agree: item 0 is a record without `1`, item 1 is one with it"
    );
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Mark {
    at: [f32; 2],
    seen: u8,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Head {
    #[tensor(shape = [w])]
    weights: Vec<f32>,
    name: String,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Tail {
    marks: Vec<Mark>,
    #[tensor(shape = [w])]
    others: Vec<u16>,
}

/// Two parts that share an axis, which the second one has behind a list of records.
#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Group {
    #[tensor(flatten)]
    head: Head,
    #[tensor(flatten)]
    tail: Tail,
}

#[test]
fn parts_of_items_share_axes_behind_lists_of_records() {
    let group = |head: usize, tail: usize| Group {
        head: Head { weights: vec![0.5; head], name: "a".into() },
        tail: Tail { marks: vec![Mark { at: [1.0, 2.0], seen: 3 }; 4], others: vec![7; tail] },
    };
    round_trip(&Batch(vec![group(3, 3), group(3, 3)]), &[Batch(vec![]), Batch(vec![group(1, 1)])]);
    round_trip(&vec![group(2, 2), group(3, 3)], &[vec![], vec![group(1, 1)]]);
    // What is lent to one list is not taken for the parameter behind it.
    let record: Record = from_slice(&to_vec(&Batch(vec![group(3, 3); 2])).unwrap()).unwrap();
    let others = Tensor::from_vec([2, 2], vec![7u16; 4]).unwrap();
    let pick = |name: &str, tensor: &Tensor| if name == "others" { others.clone() } else { tensor.clone() };
    let changed: Record = record.iter().map(|(name, tensor)| (name.to_owned(), pick(name, tensor))).collect();
    let error = from_slice::<Batch<Group>>(&to_vec(&changed).unwrap()).unwrap_err().to_string();
    assert!(error.starts_with("parameter `others`: axis 1: `w` is 3 in `weights`, found 2 (byte "), "{error}");
}
