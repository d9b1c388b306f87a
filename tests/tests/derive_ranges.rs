//! Ranges of values, checked by `validate`.
#![allow(missing_docs)]
#![deny(warnings, clippy::pedantic)]

use tensor_format::{
    Batch, DynEncode, Encode, ErrorKind, HasRules, MAX_VIOLATIONS, Many, Number, Tensor, TensorRef, ValueRange, View,
    Violations, from_slice, to_vec,
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

fn texts(result: Result<(), Violations>) -> Vec<String> {
    result.err().map_or(Vec::new(), |violations| violations.iter().map(ToString::to_string).collect())
}

#[test]
fn ranges_are_part_of_the_rules() {
    let expected = "{ scores: f32 [n, 2] in 0.0..=1.0, type: u8 [] in 1.., offset?: i64 [] in -5..5, \
                    noise?: f64 [] in ..=0.1, crops*: u16 [_] in 10..=20, any: f32 | f64 [..] in 0.0..0.5, view: f32 [_] }";
    assert_eq!(Scored::RULES.to_string(), expected);
    let offset = Scored::RULES.as_record().unwrap().get(2).unwrap().rules.range.unwrap();
    assert_eq!(*offset, ValueRange::new(Some(Number::Int(-5)), Some(Number::Int(5))).without_max());
    assert_eq!((offset.min(), offset.max()), (Some(Number::Int(-5)), Some(Number::Int(5))));
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
    let violations = value.validate().unwrap_err();
    assert_eq!(violations.to_string(), expected.join("\n"));
    let ErrorKind::OutOfRange(fault) = &violations[1].kind else { panic!("{violations}") };
    assert_eq!((fault.tensor, &*fault.index), (None, &[1, 0][..]));
    assert_eq!(violations[0].kind.name(), "out_of_range");
    assert_eq!(violations.into_vec().len(), 10);
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
    let range = ValueRange::new(Some(Number::Int((1 << 53) + 1)), None);
    assert!(!range.contains((1i64 << 53) - 1) && range.contains((1i64 << 53) + 1));
    let (half, two) = (Number::Float(0.5), Number::Int(2));
    assert!(half < two);
    assert!(two > half);
    assert!(Number::Float(2.5) > two && Number::Float(-2.5) < Number::Int(-2));
    assert!(Number::Float(2.0) >= two && Number::Float(2.0) <= two);
    assert_eq!(Number::Float(f64::NAN).partial_cmp(&two), None);
    assert!(ValueRange::new(None, Some(Number::Int(0))).contains(true));
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
    assert_eq!(violations.len(), MAX_VIOLATIONS);
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
