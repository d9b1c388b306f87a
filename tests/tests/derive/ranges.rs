//! Ranges of values, checked by `validate`, or by `range_checked` wherever values go.
#![deny(warnings, clippy::pedantic)]

use std::{borrow::Cow, collections::BTreeMap};

use ndarray::{Array2, ArrayView1, CowArray, Ix1};
use tensor_format::{
    Batch, Decode, Encode, EncodeError, ErrorKind, HasRules, Many, Tensor, TensorRef, View,
    codec::{DynEncode, MAX_VIOLATIONS},
    decthings, from_reader, from_slice, from_value, npz,
    rules::{Bound, ValueRange},
    safetensors, to_value, to_vec, zio,
};

#[derive(Tensor, Debug, PartialEq)]
struct Scored<'a> {
    #[tensor(range = 0.0..=1.0, shape = [n, 2])]
    scores: Vec<[f32; 2]>,
    #[tensor(range = 1..)]
    r#type: u8,
    #[tensor(range = -5..5, default = -5)]
    offset: i64,
    #[tensor(range = ..=0.1)]
    noise: Option<f64>,
    #[tensor(range = 10..=20)]
    crops: Many<Vec<u16>>,
    #[tensor(range = 0.0..0.5, dtype = [f32, f64])]
    any: TensorRef<'a>,
    view: View<'a, f32>,
}

fn scored<'a>() -> Scored<'a> {
    Scored {
        scores: vec![[0.0, 1.0], [0.5, 0.25]],
        r#type: 1,
        offset: -5,
        noise: None,
        crops: Many(vec![vec![10, 20], vec![], vec![15]]),
        any: TensorRef::from_slice([2], &[0.0f64, 0.25]).unwrap(),
        view: View::from(&[9.0f32][..]),
    }
}

fn texts(result: Result<(), EncodeError>) -> Vec<String> {
    result.err().map_or(Vec::new(), |error| error.violations().map(ToString::to_string).collect())
}

#[test]
fn ranges_are_part_of_the_rules() {
    let expected = "{ scores: f32 [n, 2] in 0.0..=1.0, type: u8 [] in 1.., offset?: i64 [] in -5..5, \
                    noise?: f64 [] in ..=0.1, crops*: u16 [_] in 10..=20, any: f32 | f64 [..] in 0.0..0.5, view: f32 [_] }";
    assert_eq!(Scored::RULES.to_string(), expected);
    let offset = Scored::RULES.as_record().unwrap().get(2).unwrap().rules.range.unwrap();
    assert_eq!(*offset, ValueRange::new(Some(Bound::Int(-5)), Some(Bound::Int(5))).without_max());
    assert_eq!((offset.min(), offset.max()), (Some(Bound::Int(-5)), Some(Bound::Int(5))));
    assert!(offset.excludes_max());
}

#[test]
fn what_is_in_range_is_valid() {
    assert_eq!(texts(scored().validate()), [""; 0]);
    assert_eq!(texts(Scored { noise: Some(0.1), offset: 4, ..scored() }.validate()), [""; 0]);
}

#[test]
fn every_violation_is_named_with_its_place() {
    let value = Scored {
        scores: vec![[0.0, 1.5], [f32::NAN, -0.2]],
        r#type: 0,
        offset: 5,
        noise: Some(0.2),
        crops: Many(vec![vec![9], vec![10, 21]]),
        any: TensorRef::from_slice([1, 2], &[0.5f32, f32::INFINITY]).unwrap(),
        ..scored()
    };
    let expected = [
        "parameter `scores`: element [0, 1]: expected 0.0..=1.0, found 1.5",
        "parameter `scores`: element [1, 0]: expected 0.0..=1.0, found NaN",
        "parameter `scores`: element [1, 1]: expected 0.0..=1.0, found -0.2",
        "parameter `type`: expected 1.., found 0",
        "parameter `offset`: expected -5..5, found 5",
        "parameter `noise`: expected ..=0.1, found 0.2",
        "parameter `crops`: tensor 0: element [0]: expected 10..=20, found 9",
        "parameter `crops`: tensor 1: element [1]: expected 10..=20, found 21",
        "parameter `any`: element [0, 0]: expected 0.0..0.5, found 0.5",
        "parameter `any`: element [0, 1]: expected 0.0..0.5, found inf",
    ];
    let error = value.validate().unwrap_err();
    assert_eq!(error.to_string(), expected.join("\n"));
    assert!(error.is_invalid() && !error.is_malformed());
    let violations: Vec<_> = error.violations().collect();
    let ErrorKind::OutOfRange(fault) = &violations[1].kind else { panic!("{error}") };
    assert_eq!((fault.tensor, &*fault.index), (None, &[1, 0][..]));
    assert_eq!(violations[0].kind.name(), "out_of_range");
    assert_eq!(violations.len(), 10);
    // Behind `dyn` the value still knows its rules, and so do pointers to it.
    let unknown: &dyn DynEncode = &value;
    assert_eq!(texts(unknown.validate()), expected);
    let boxed: Box<dyn DynEncode + '_> = Box::new(value);
    assert_eq!(texts(boxed.validate()), expected);
}

#[test]
fn reading_and_writing_do_not_look_at_ranges() {
    let value = Scored { r#type: 0, ..scored() };
    let bytes = to_vec(&value).unwrap();
    assert_eq!(from_slice::<Scored<'_>>(&bytes).unwrap(), value);
}

#[test]
fn a_value_that_cannot_be_written_is_invalid() {
    #[derive(Tensor)]
    struct Pair {
        #[tensor(shape = [n], range = 0..=9)]
        a: Vec<u8>,
        #[tensor(shape = [n])]
        b: Vec<u8>,
    }
    assert_eq!(texts(Pair { a: vec![1], b: vec![2] }.validate()), [""; 0]);
    let expected =
        ["parameter `a`: element [1]: expected 0..=9, found 10", "parameter `b`: axis 0: `n` is 2 in `a`, found 0"];
    assert_eq!(texts(Pair { a: vec![0, 10], b: vec![] }.validate()), expected);
}

#[test]
fn bounds_count_as_numbers_of_the_type() {
    #[derive(Tensor)]
    struct Rounded {
        #[tensor(range = 0.1..=0.2)]
        single: Vec<f32>,
        #[tensor(range = 1..=18_446_744_073_709_551_615)]
        wide: u64,
        #[tensor(range = -9223372036854775808..=0)]
        low: i64,
    }
    let value = Rounded { single: vec![0.1, 0.2], wide: u64::MAX, low: i64::MIN };
    assert_eq!(texts(value.validate()), [""; 0]);
    let value = Rounded { single: vec![0.1f32.next_down(), 0.2f32.next_up()], wide: 0, low: 1 };
    let expected = [
        "parameter `single`: element [0]: expected 0.1..=0.2, found 0.099999994",
        "parameter `single`: element [1]: expected 0.1..=0.2, found 0.20000002",
        "parameter `wide`: expected 1..=18446744073709551615, found 0",
        "parameter `low`: expected -9223372036854775808..=0, found 1",
    ];
    assert_eq!(texts(value.validate()), expected);
}

#[test]
fn whole_numbers_and_floats_compare_exactly() {
    let range = ValueRange::new(Some(Bound::Int((1 << 53) + 1)), None);
    assert!(!range.contains((1i64 << 53) - 1) && range.contains((1i64 << 53) + 1));
    let (half, two) = (Bound::Float(0.5), Bound::Int(2));
    assert!(half < two);
    assert!(two > half);
    assert!(Bound::Float(2.5) > two && Bound::Float(-2.5) < Bound::Int(-2));
    assert!(Bound::Float(2.0) >= two && Bound::Float(2.0) <= two);
    assert_eq!(Bound::Float(f64::NAN).partial_cmp(&two), None);
    assert!(ValueRange::new(None, Some(Bound::Int(0))).contains(true));
}

#[test]
fn a_batch_of_records_is_checked_by_its_columns() {
    #[derive(Tensor)]
    struct One {
        #[tensor(range = 0.0..=1.0)]
        score: f32,
    }
    let batch = Batch(vec![One { score: 0.5 }, One { score: 2.0 }]);
    assert_eq!(texts(batch.validate()), ["parameter `score`: element [1]: expected 0.0..=1.0, found 2.0"]);
    assert_eq!(texts([1.0f32; 4].validate()), [""; 0]);
}

#[test]
fn the_list_of_violations_ends() {
    #[derive(Tensor)]
    struct Many {
        #[tensor(range = 1..)]
        zeros: Vec<u8>,
    }
    let violations = Many { zeros: vec![0; MAX_VIOLATIONS + 5] }.validate().unwrap_err();
    assert_eq!(violations.violations().count(), MAX_VIOLATIONS);
}

#[test]
fn generic_records_have_ranges() {
    #[derive(Tensor)]
    struct Generic<T> {
        #[tensor(range = 0..=9)]
        item: T,
    }
    assert_eq!(texts(Generic { item: 10u8 }.validate()), ["parameter `item`: expected 0..=9, found 10"]);
    assert_eq!(texts(Generic { item: 9.5f32 }.validate()), ["parameter `item`: expected 0..=9, found 9.5"]);
}

/// Makes a value wrong.
type Change<T> = fn(&mut T);

/// What every format says of a value when it is written.
fn refused(value: &impl Encode) -> String {
    let results = [
        to_vec(value).map(drop),
        decthings::to_writer(std::io::sink(), value),
        decthings::to_slices(value).map(drop),
        to_value(value).map(drop),
        npz::to_vec(value).map(drop),
        safetensors::to_vec(value).map(drop),
        zio::to_message(value).map(drop),
    ];
    let texts = results.map(|result| result.expect_err("out of range").to_string());
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    texts[0].clone()
}

/// What every format says of a value when it is read as a `T`; the place that `decthings` gives is cut off.
fn refused_as<T>(sent: &impl Encode, mut there: T) -> String
where
    T: for<'de> Decode<'de>,
{
    let bytes = to_vec(sent).unwrap();
    let message = zio::to_message(sent).unwrap();
    let results = [
        from_slice::<T>(&bytes).map(drop),
        from_reader::<T, _>(&bytes[..]).map(drop),
        decthings::decode_into(&bytes, &mut there),
        from_value::<T>(&to_value(sent).unwrap().as_ref()).map(drop),
        npz::from_slice::<T>(&npz::to_vec(sent).unwrap()).map(drop),
        safetensors::from_slice::<T>(&safetensors::to_vec(sent).unwrap()).map(drop),
        zio::from_message::<T>(&message).map(drop),
    ];
    let texts = results.map(|result| {
        let text = result.expect_err("out of range").to_string();
        text.split(" (byte").next().unwrap().to_owned()
    });
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
    texts[0].clone()
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Checked {
    #[tensor(range_checked = 0.0..=1.0, shape = [n, 2])]
    scores: Vec<[f32; 2]>,
    #[tensor(range_checked = 1.., default = 3)]
    level: u8,
    #[tensor(range_checked = ..=0.1)]
    noise: Option<f64>,
    #[tensor(range_checked = 10..=20)]
    crops: Many<Array2<u16>>,
    #[tensor(range_checked = 0.0..0.5, dtype = [f32, f64])]
    any: tensor_format::Tensor,
}

/// The same without ranges.
#[derive(Tensor)]
struct Free {
    scores: Vec<[f32; 2]>,
    level: u8,
    noise: Option<f64>,
    crops: Many<Array2<u16>>,
    any: tensor_format::Tensor,
}

fn checked() -> Checked {
    Checked {
        scores: vec![[0.0, 1.0], [0.5, 0.25]],
        level: 1,
        noise: Some(0.1),
        crops: Many(vec![Array2::from_elem((2, 2), 20)]),
        any: tensor_format::Tensor::from_slice([2], &[0.0f64, 0.25]).unwrap(),
    }
}

impl From<Checked> for Free {
    fn from(Checked { scores, level, noise, crops, any }: Checked) -> Self {
        Self { scores, level, noise, crops, any }
    }
}

#[test]
fn a_checked_range_is_a_range_in_the_rules() {
    #[derive(Tensor)]
    #[tensor(range = 0.0..=1.0)]
    struct Same(f32);
    assert_eq!(Score::RULES, Same::RULES);
    assert_eq!(Score::FINGERPRINT, Same::FINGERPRINT);
    let json = |rules| decthings::rules_to_json(rules, decthings::Dialect::Documented).unwrap();
    assert_eq!(json(Score::RULES), json(Same::RULES));
    assert!(Checked::RULES.to_string().contains("level?: u8 [] in 1.."));
    assert_eq!(texts(checked().validate()), [""; 0]);
}

#[test]
fn what_is_in_a_checked_range_travels() {
    let bytes = to_vec(&checked()).unwrap();
    assert_eq!(bytes, to_vec(&Free::from(checked())).unwrap());
    assert_eq!(from_slice::<Checked>(&bytes).unwrap(), checked());
    let mut there = Checked { scores: vec![], noise: None, crops: Many(vec![]), ..checked() };
    decthings::decode_into(&bytes, &mut there).unwrap();
    assert_eq!(there, checked());
}

#[test]
fn what_is_out_of_a_checked_range_is_neither_written_nor_read() {
    let wrong = |change: fn(&mut Checked)| {
        let mut value = checked();
        change(&mut value);
        let text = refused(&value);
        let read = refused_as(&Free::from(value), checked());
        (text, read)
    };
    let cases: [(Change<Checked>, &str); 5] = [
        (|v| v.scores[1][0] = 1.5, "parameter `scores`: element [1, 0]: expected 0.0..=1.0, found 1.5"),
        (|v| v.scores[0][1] = f32::NAN, "parameter `scores`: element [0, 1]: expected 0.0..=1.0, found NaN"),
        (|v| v.level = 0, "parameter `level`: expected 1.., found 0"),
        (|v| v.noise = Some(0.2), "parameter `noise`: expected ..=0.1, found 0.2"),
        (
            |v| v.any = tensor_format::Tensor::from_slice([1, 3], &[0.25f32, 0.0, 0.5]).unwrap(),
            "parameter `any`: element [0, 2]: expected 0.0..0.5, found 0.5",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(wrong(change), (expected.to_owned(), expected.to_owned()));
    }
}

#[test]
fn every_tensor_of_many_is_checked() {
    let mut value = checked();
    value.crops.0.push(Array2::from_elem((2, 1), 10));
    assert_eq!(from_slice::<Checked>(&to_vec(&value).unwrap()).unwrap(), value);
    value.crops.0[1][[1, 0]] = 21;
    let expected = "parameter `crops`: tensor 1: element [1, 0]: expected 10..=20, found 21";
    assert_eq!(to_vec(&value).unwrap_err().to_string(), expected);
    let bytes = to_vec(&Free::from(value)).unwrap();
    let at = bytes.windows(2).position(|two| two == [21, 0]).unwrap();
    let expected = format!("parameter `crops`: element [1, 0]: expected 10..=20, found 21 (byte {at})");
    assert_eq!(from_slice::<Checked>(&bytes).unwrap_err().to_string(), expected);
    assert_eq!(decthings::decode_into(&bytes, &mut checked()).unwrap_err().to_string(), expected);
}

#[test]
fn the_byte_of_an_element_out_of_range_is_named() {
    let mut value = checked();
    value.scores[1][0] = 1.5;
    let bytes = to_vec(&Free::from(value)).unwrap();
    let at = bytes.windows(4).position(|four| four == 1.5f32.to_le_bytes()).unwrap() as u64;
    let error = from_slice::<Checked>(&bytes).unwrap_err();
    assert_eq!((error.offset(), error.kind().name(), error.parameter()), (Some(at), "out_of_range", Some("scores")));
    let ErrorKind::OutOfRange(fault) = error.kind() else { panic!("{error}") };
    assert_eq!((&*fault.index, fault.found), (&[1, 0][..], Bound::Float(1.5)));
}

#[derive(Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(range_checked = 0.0..=1.0)]
struct Score(f32);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(range_checked = 0..=9, shape = [_, 2])]
struct Digits(Vec<[u8; 2]>);

#[test]
fn a_tensor_with_a_checked_range_is_checked_wherever_it_stands() {
    assert_eq!(to_vec(&Score(2.0)).unwrap_err().to_string(), "expected 0.0..=1.0, found 2.0");
    let bytes = to_vec(&2.0f32).unwrap();
    assert_eq!(from_slice::<Score>(&bytes).unwrap_err().to_string(), "expected 0.0..=1.0, found 2.0 (byte 2)");
    assert!(decthings::decode_into(&bytes, &mut Score(0.0)).is_err());
    let list = [0.0f32, 0.5, 2.0];
    let error = to_vec(&list.map(Score).to_vec()).unwrap_err();
    assert_eq!(error.to_string(), "expected 0.0..=1.0, found 2.0");
    let bytes = to_vec(&list[..]).unwrap();
    let error = from_slice::<Vec<Score>>(&bytes).unwrap_err();
    assert_eq!(error.to_string(), format!("expected 0.0..=1.0, found 2.0 (byte {})", bytes.len() - 4));
    assert!(from_slice::<[Score; 3]>(&bytes).is_err() && from_slice::<Batch<Score>>(&bytes).is_err());
    assert!(to_vec(&Batch(list.map(Score).to_vec())).is_err());
    let error = to_vec(&Digits(vec![[1, 2], [3, 10]])).unwrap_err();
    assert_eq!(error.to_string(), "element [1, 1]: expected 0..=9, found 10");
    let error = from_slice::<Digits>(&to_vec(&vec![[1u8, 2], [3, 10]]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "element [1, 1]: expected 0..=9, found 10 (byte 7)");
    assert_eq!(from_slice::<Digits>(&to_vec(&vec![[1u8, 2]]).unwrap()).unwrap(), Digits(vec![[1, 2]]));
}

#[derive(Tensor, Debug)]
struct Borrowing<'a> {
    #[tensor(range_checked = 0..=9)]
    slice: &'a [u8],
    #[tensor(range_checked = 0..=9)]
    view: View<'a, i32>,
    #[tensor(range_checked = 0..=9)]
    cow: Cow<'a, [u16]>,
    #[tensor(range_checked = 0..=9, dtype = [u8, i8])]
    any: TensorRef<'a>,
    #[tensor(range_checked = 0..=9)]
    array: ArrayView1<'a, u8>,
    #[tensor(range_checked = 0..=9)]
    either: CowArray<'a, u8, Ix1>,
}

#[test]
fn what_is_borrowed_is_checked_too() {
    #[derive(Tensor, Clone)]
    struct Sent {
        slice: Vec<u8>,
        view: Vec<i32>,
        cow: Vec<u16>,
        any: Vec<u8>,
        array: Vec<u8>,
        either: Vec<u8>,
    }
    let sent = Sent {
        slice: vec![1, 2],
        view: vec![3, 4],
        cow: vec![5, 6],
        any: vec![7, 8],
        array: vec![9, 0],
        either: vec![0, 9],
    };
    let bytes = to_vec(&sent).unwrap();
    assert_eq!(to_vec(&from_slice::<Borrowing<'_>>(&bytes).unwrap()).unwrap(), bytes);
    let cases: [(Change<Sent>, &str); 6] = [
        (|v| v.slice[1] = 10, "slice"),
        (|v| v.view[1] = 10, "view"),
        (|v| v.cow[1] = 10, "cow"),
        (|v| v.any[1] = 10, "any"),
        (|v| v.array[1] = 10, "array"),
        (|v| v.either[1] = 10, "either"),
    ];
    for (change, name) in cases {
        let mut sent = sent.clone();
        change(&mut sent);
        let text = from_slice::<Borrowing<'_>>(&to_vec(&sent).unwrap()).unwrap_err().to_string();
        assert!(text.starts_with(&format!("parameter `{name}`: element [1]: expected 0..=9, found 10")), "{text}");
    }
}

/// Half of a number.
#[allow(clippy::trivially_copy_pass_by_ref, clippy::unnecessary_wraps, reason = "as `with` asks for")]
mod half_of {
    pub(crate) fn to_wire(number: &f32) -> f32 {
        number / 2.0
    }

    pub(crate) fn from_wire(half: f32) -> Result<f32, String> {
        Ok(half * 2.0)
    }
}

#[derive(Tensor, Debug, PartialEq)]
struct Others {
    #[tensor(range_checked = 0.0..=1.0, with = half_of)]
    half: f32,
    #[tensor(range_checked = 0..=3, shape = [_, 2])]
    map: BTreeMap<String, Vec<u8>>,
    #[tensor(range_checked = 0..=3, default)]
    absent: BTreeMap<String, u8>,
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(transparent, range_checked = 0.0..=1.0)]
struct Half {
    #[tensor(with = half_of)]
    half: f32,
}

#[test]
fn converted_fields_and_maps_are_checked_as_they_lie_in_the_message() {
    #[derive(Tensor)]
    struct Sent {
        half: f32,
        map: BTreeMap<String, Vec<u8>>,
    }

    let map = |last| BTreeMap::from([("a".to_owned(), vec![0, 1]), ("b".to_owned(), vec![2, last])]);
    let fine = Others { half: 1.5, map: map(3), absent: BTreeMap::new() };
    let bytes = to_vec(&fine).unwrap();
    assert_eq!(from_slice::<Others>(&bytes).unwrap(), fine);
    let error = to_vec(&Others { half: 3.0, ..fine }).unwrap_err();
    assert_eq!(error.to_string(), "parameter `half`: expected 0.0..=1.0, found 1.5");
    let wrong = Others { half: 1.0, map: map(4), absent: BTreeMap::new() };
    let expected = "parameter `map.values`: element [1, 1]: expected 0..=3, found 4";
    assert_eq!(to_vec(&wrong).unwrap_err().to_string(), expected);
    let text = |half, last| {
        let bytes = to_vec(&Sent { half, map: map(last) }).unwrap();
        let mut there = Others { half: 0.0, map: BTreeMap::new(), absent: BTreeMap::new() };
        let text = from_slice::<Others>(&bytes).map(drop).unwrap_err().to_string();
        assert_eq!(decthings::decode_into(&bytes, &mut there).unwrap_err().to_string(), text);
        text
    };
    assert!(text(1.5, 3).starts_with("parameter `half`: expected 0.0..=1.0, found 1.5"));
    assert!(text(1.0, 4).starts_with(expected), "{}", text(1.0, 4));
    assert_eq!(to_vec(&Half { half: 4.0 }).unwrap_err().to_string(), "expected 0.0..=1.0, found 2.0");
    let error = from_slice::<Half>(&to_vec(&2.0f32).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "expected 0.0..=1.0, found 2.0 (byte 2)");
    assert_eq!(from_slice::<Half>(&to_vec(&1.0f32).unwrap()).unwrap(), Half { half: 2.0 });
}
