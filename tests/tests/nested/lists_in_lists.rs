//! Lists of records in the records of a list: the same bytes as their columns by themselves, whatever the lists are like.

use std::fmt::Debug;

use ndarray::{Array2, Array6};
use tensor_format::{
    Decode, DecodeError, DecodeOwned, Encode, EncodeError, ErrorKind, HasRules, RecordRules, Rules, Tensor, ValueBuf,
    codec::{Columns as ColumnsForm, ListItem, Sink, Source},
    decthings::decode_into,
    from_reader, from_slice,
    rules::Param,
    to_slices, to_value, to_vec,
};
use tensor_format_tests::allocations;

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Point {
    score: f32,
    id: u16,
    at: [f64; 3],
    seen: bool,
    code: [u8; 3],
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Track {
    id: u32,
    points: Vec<Point>,
}

/// What a list of tracks is, as columns by themselves.
#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Columns {
    id: Vec<u32>,
    #[tensor(rename = "points.score.lengths")]
    score_lengths: Vec<u64>,
    #[tensor(rename = "points.score.values")]
    scores: Vec<f32>,
    #[tensor(rename = "points.id.lengths")]
    id_lengths: Vec<u64>,
    #[tensor(rename = "points.id.values")]
    ids: Vec<u16>,
    #[tensor(rename = "points.at.lengths")]
    at_lengths: Vec<u64>,
    #[tensor(rename = "points.at.values")]
    ats: Vec<[f64; 3]>,
    #[tensor(rename = "points.seen.lengths")]
    seen_lengths: Vec<u64>,
    #[tensor(rename = "points.seen.values")]
    seen: Vec<bool>,
    #[tensor(rename = "points.code.lengths")]
    code_lengths: Vec<u64>,
    #[tensor(rename = "points.code.values")]
    codes: Vec<[u8; 3]>,
}

fn point(index: usize) -> Point {
    let (x, id) = (index as f32, index as u16);
    let [low, high] = id.to_le_bytes();
    Point { score: 0.5 * x, id, at: [f64::from(x), -1.0, 0.25], seen: index % 3 < 1, code: [low, high, 7] }
}

/// Makes a track for each of these lengths.
fn tracks(lens: &[usize]) -> Vec<Track> {
    let track =
        |(id, len): (usize, &usize)| Track { id: id as u32, points: (0..*len).map(|at| point(id + at)).collect() };
    lens.iter().enumerate().map(track).collect()
}

fn columns(tracks: &[Track]) -> Columns {
    let lens: Vec<u64> = tracks.iter().map(|track| track.points.len() as u64).collect();
    let points: Vec<&Point> = tracks.iter().flat_map(|track| &track.points).collect();
    Columns {
        id: tracks.iter().map(|track| track.id).collect(),
        score_lengths: lens.clone(),
        scores: points.iter().map(|point| point.score).collect(),
        id_lengths: lens.clone(),
        ids: points.iter().map(|point| point.id).collect(),
        at_lengths: lens.clone(),
        ats: points.iter().map(|point| point.at).collect(),
        seen_lengths: lens.clone(),
        seen: points.iter().map(|point| point.seen).collect(),
        code_lengths: lens,
        codes: points.iter().map(|point| point.code).collect(),
    }
}

fn round_trip<T: Encode + DecodeOwned + PartialEq + Debug>(value: &T) -> Vec<u8> {
    let bytes = to_vec(value).unwrap();
    assert_eq!(to_slices(value).unwrap().to_vec(), bytes);
    assert_eq!(from_slice::<T>(&bytes).unwrap(), *value);
    bytes
}

#[test]
fn lists_of_any_lengths_are_the_same_columns() {
    // A record takes 34 bytes, so that 61 are more than a piece of memory holds.
    let many: Vec<usize> = (0..500).map(|index| index * 7919 % 8).collect();
    let all: [&[usize]; 10] =
        [&[], &[0], &[0, 0, 0], &[1], &[60], &[61], &[3, 60, 3], &[3, 61, 3], &[200, 0, 1000, 1], &many];
    let mut existing = tracks(&[5, 5]);
    for lens in all {
        let tracks = tracks(lens);
        let bytes = round_trip(&tracks);
        assert_eq!(bytes, to_vec(&columns(&tracks)).unwrap(), "{lens:?}");
        decode_into(&bytes, &mut existing).unwrap();
        assert_eq!(existing, tracks);
        // Lists of lists, with nothing beside them.
        let lists: Vec<Vec<Point>> = tracks.into_iter().map(|track| track.points).collect();
        round_trip(&lists);
    }
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Scene {
    first: Vec<Point>,
    name: String,
    second: Vec<Point>,
    maybe: Option<Vec<Point>>,
    inner: Inner,
    boxes: Vec<[f32; 4]>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Inner {
    third: Vec<Point>,
    named: Vec<Named>,
    one: Vec<One>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Named {
    name: String,
    at: f32,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct One {
    value: i64,
}

fn scene(index: usize) -> Scene {
    let points = |len: usize| (0..len).map(|at| point(index + at)).collect();
    let named = |at: usize| Named { name: format!("{index}.{at}"), at: at as f32 };
    Scene {
        first: points(index % 4),
        name: index.to_string(),
        second: points(index * 5 % 7),
        maybe: (index % 2 == 1).then(|| points(index % 3)),
        inner: Inner {
            third: points(index * 3 % 5),
            named: (0..index % 3).map(named).collect(),
            one: (0..index % 6).map(|value| One { value: value as i64 }).collect(),
        },
        boxes: vec![[index as f32; 4]; index % 3],
    }
}

/// The same as a list of each of its parts, which have other lists beside them.
#[derive(Tensor, Debug, Clone, PartialEq)]
struct Part {
    list: Vec<Point>,
}

#[test]
fn several_lists_in_a_record_do_not_mix() {
    let scenes: Vec<Scene> = (0..100).map(scene).collect();
    let bytes = round_trip(&scenes);
    // Each list is what it is alone: its values are found in the message of all.
    let alone = |list: fn(&Scene) -> &Vec<Point>| -> Vec<Part> {
        scenes.iter().map(|scene| Part { list: list(scene).clone() }).collect()
    };
    for part in [alone(|scene| &scene.first), alone(|scene| &scene.second), alone(|scene| &scene.inner.third)] {
        let ats: Vec<f64> = part.iter().flat_map(|part| &part.list).flat_map(|point| point.at).collect();
        let message = to_vec(&part).unwrap();
        let wanted: Vec<u8> = ats.iter().flat_map(|number| number.to_le_bytes()).collect();
        for message in [&message, &bytes] {
            assert!(message.windows(wanted.len()).any(|window| window == wanted));
        }
    }
    round_trip(
        &(0..3).map(|index| (0..index * 4).map(scene).collect()).map(|scenes| Deep { scenes }).collect::<Vec<_>>(),
    );
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Deep {
    scenes: Vec<Scene>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Object {
    label: String,
    score: Option<f32>,
    polygon: Vec<[f32; 2]>,
    seen: Option<bool>,
    note: Option<String>,
    tags: Vec<String>,
    mask: Array2<u8>,
    place: Option<[i16; 3]>,
    parts: Vec<One>,
    at: [f64; 2],
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Picture {
    id: u64,
    objects: Vec<Object>,
}

/// Makes an object of which polygon and mask have so many numbers.
fn object(index: usize, size: usize) -> Object {
    let x = index as f32;
    Object {
        label: "label".repeat(index % 4),
        score: (index % 2 == 1).then_some(x),
        polygon: (0..size).map(|at| [x, at as f32]).collect(),
        seen: (index % 3 > 1).then_some(index % 5 > 2),
        note: (index % 4 == 1).then(|| "n".repeat(size)),
        tags: (0..index % 3).map(|tag| tag.to_string()).collect(),
        mask: Array2::from_shape_fn((index % 3, size), |(row, at)| (row + at) as u8),
        place: (index % 7 < 3).then_some([index as i16; 3]),
        parts: (0..index % 4).map(|value| One { value: value as i64 }).collect(),
        at: [f64::from(x), 0.5],
    }
}

/// Makes a picture of each of these numbers of objects.
fn pictures(lens: &[usize], size: impl Fn(usize) -> usize) -> Vec<Picture> {
    let objects = |(id, len): (usize, &usize)| (0..*len).map(|at| object(id * 3 + at, size(id + at))).collect();
    let lists = lens.iter().enumerate().map(objects);
    lists.enumerate().map(|(id, objects)| Picture { id: id as u64, objects }).collect()
}

#[test]
fn columns_of_lists_in_lists_are_those_of_one_list() {
    let many: Vec<usize> = (0..200).map(|index| index * 7919 % 6).collect();
    let lens: [&[usize]; 6] = [&[], &[0, 0], &[3], &[2, 0, 5], &[200, 1], &many];
    let sizes: [fn(usize) -> usize; 4] =
        [|_| 0, |index| index % 6, |index| if index == 3 { 2000 } else { 2 }, |index| index * 60];
    let mut existing = pictures(&[4, 4], |index| index);
    for (lens, size) in lens.into_iter().flat_map(|lens| sizes.map(|size| (lens, size))) {
        let pictures = pictures(lens, size);
        let bytes = round_trip(&pictures);
        assert_eq!(from_reader::<Vec<Picture>, _>(tensor_format_tests::in_pieces(&bytes)).unwrap(), pictures);
        decode_into(&bytes, &mut existing).unwrap();
        assert_eq!(existing, pictures);
        let objects: Vec<Object> = pictures.iter().flat_map(|picture| picture.objects.clone()).collect();
        let (nested, flat) = (to_value(&pictures).unwrap(), to_value(&objects).unwrap());
        let (ValueBuf::Record(nested), ValueBuf::Record(flat)) = (nested, flat) else { panic!("lists are records") };
        for (name, tensor) in flat.iter() {
            assert_eq!(nested.get(&format!("objects.{name}.values")), Some(tensor), "{name}");
        }
    }
}

/// A point whose `Encode` is written by hand.
#[derive(Debug, Clone, PartialEq)]
struct ByHand {
    x: f32,
    y: f32,
    how: How,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum How {
    Well,
    /// The second number as a list.
    AsList,
    /// The numbers in another order.
    Reversed,
    /// The second number has another type.
    OtherType,
    /// No second number.
    Missing,
    /// The first number twice.
    Twice,
    Fails,
}

impl HasRules for ByHand {
    const RULES: Rules<'static> = Rules::Record(RecordRules::new(
        &const { [Param::new("x", f32::RULES.expect_tensor()), Param::new("y", f32::RULES.expect_tensor())] },
    ));
}

impl Encode for ByHand {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S) -> Result<(), EncodeError> {
        sink.record(Self::RECORD, &[1, 1])?;
        match self.how {
            How::Well => {
                self.x.encode(sink.parameter(0))?;
                self.y.encode(sink.parameter(1))
            }
            How::AsList => {
                self.x.encode(sink.parameter(0))?;
                std::slice::from_ref(&self.y).encode(sink.parameter(1))
            }
            How::Reversed => {
                self.y.encode(sink.parameter(1))?;
                self.x.encode(sink.parameter(0))
            }
            How::OtherType => {
                self.x.encode(sink.parameter(0))?;
                7u32.encode(sink.parameter(1))
            }
            How::Missing => self.x.encode(sink.parameter(0)),
            How::Twice => {
                self.x.encode(sink.parameter(0))?;
                self.x.encode(sink.parameter(0))
            }
            How::Fails => Err(ErrorKind::custom("it does not want to").into()),
        }
    }
}

impl ListItem for ByHand {
    type Form = ColumnsForm;
}

#[derive(Tensor)]
struct Two {
    x: f32,
    y: f32,
}

impl<'de> Decode<'de> for ByHand {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        Two::decode(source).map(|Two { x, y }| Self { x, y, how: How::Well })
    }
}

#[derive(Tensor, Debug, PartialEq)]
struct Hands {
    hands: Vec<ByHand>,
}

/// Makes lists of records of which that at `[2].hands[1]` is written like this.
fn hands(how: How) -> Vec<Hands> {
    let by_hand = |x: usize, how| ByHand { x: x as f32, y: 0.5, how };
    let lists = (0..4).map(|at| Hands { hands: (0..at).map(|x| by_hand(at + x, How::Well)).collect() });
    let mut lists: Vec<Hands> = lists.collect();
    lists[2].hands[1].how = how;
    lists
}

#[test]
fn records_that_are_written_by_hand_are_written_as_they_say() {
    let bytes = round_trip(&hands(How::Well));
    assert_eq!(to_vec(&hands(How::Reversed)).unwrap(), bytes);
    let refused = |how| to_vec(&hands(how)).unwrap_err().to_string();
    let all = [How::AsList, How::OtherType, How::Missing, How::Twice, How::Fails].map(refused);
    let expected = [
        "parameter `[2].hands[1].y`: rank: expected 0, found 1",
        "parameter `[2].hands[1].y`: element type: expected f32, found u32",
        "parameter `[2].hands[1].y`: required, but missing",
        "parameter `[2].hands[1].x`: the value wrote another number of elements than its rules say",
        "parameter `[2].hands[1]`: it does not want to",
    ];
    assert_eq!(all, expected);
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Path {
    points: Vec<Point>,
    #[tensor(shape = [n])]
    times: Vec<f32>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Walk {
    #[tensor(flatten)]
    path: Path,
    #[tensor(shape = [n])]
    steps: Vec<u8>,
}

#[test]
fn lists_in_flattened_records_that_share_axes_are_written_once() {
    let walk = |len: usize| Walk {
        path: Path { points: (0..len).map(point).collect(), times: vec![0.5; len] },
        steps: vec![7; len],
    };
    round_trip(&[3, 0, 1].map(walk).to_vec());
    let mut walks = vec![walk(1); 3];
    walks[1].steps.push(0);
    let error = to_vec(&walks).unwrap_err().to_string();
    assert_eq!(error, "parameter `[1].steps`: axis 0: `[1].n` is 1 in `[1].times`, found 2");
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Absent {
    block: Option<Array6<f32>>,
    numbers: Option<[f64; 400]>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Holder {
    absent: Vec<Absent>,
}

#[test]
fn records_of_absent_tensors_are_counted_in_any_list() {
    // Each takes 3 KiB of memory for 16 bytes of the input.
    let absent = vec![Absent { block: None, numbers: None }; 3000];
    let (flat, nested) = (to_vec(&absent).unwrap(), to_vec(&vec![Holder { absent }]).unwrap());
    let errors = [
        from_slice::<Vec<Absent>>(&flat).map(drop).unwrap_err(),
        from_slice::<Vec<Holder>>(&nested).map(drop).unwrap_err(),
    ];
    assert_eq!(errors.map(|error| error.kind().name()), ["limit_exceeded"; 2]);
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Pair {
    names: [String; 2],
    at: f32,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Pairs {
    pairs: Vec<Pair>,
}

#[test]
fn arrays_of_texts_are_read_into_their_memory() {
    let pair = |index: usize| Pair { names: [index.to_string(), "name".into()], at: index as f32 };
    let lists: Vec<Pairs> = (0..50).map(|len| Pairs { pairs: (0..len % 4).map(pair).collect() }).collect();
    let list: Vec<Pair> = (0..50).map(pair).collect();
    let (nested, flat) = (round_trip(&lists), round_trip(&list));
    let (mut lists, mut list) = (lists, list);
    assert_eq!(allocations(|| decode_into(&nested, &mut lists).unwrap()), 0);
    assert_eq!(allocations(|| decode_into(&flat, &mut list).unwrap()), 0);
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Checked {
    name: String,
    #[tensor(range_checked = 0.0..=1.0)]
    part: f32,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct AllChecked {
    checked: Vec<Checked>,
}

/// A number whose range is checked is not read by the shorter ways, which are tried once for all lists.
#[test]
fn what_a_shorter_way_does_not_read_is_tried_once() {
    let read = |lists: usize| {
        let mut lists = vec![AllChecked { checked: vec![Checked { name: "name".into(), part: 0.5 }; 3] }; lists];
        let bytes = round_trip(&lists);
        allocations(|| decode_into(&bytes, &mut lists).unwrap())
    };
    assert_eq!(read(50), read(2));
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Beside {
    #[tensor(shape = [n])]
    numbers: Vec<i64>,
    ones: Vec<One>,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
struct Outside {
    beside: Beside,
    #[tensor(flatten = "flat_")]
    flat: Beside,
}

#[test]
fn lists_are_not_taken_for_numbers_before_them() {
    let beside = |numbers, ones| Beside { numbers: vec![3; numbers], ones: vec![One { value: 7 }; ones] };
    round_trip(&(0..5).map(|at| Outside { beside: beside(at, 4 - at), flat: beside(2 * at, 1) }).collect::<Vec<_>>());
}
