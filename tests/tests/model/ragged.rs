//! Ragged lists: the same parts in every format, the same bytes as written flat, and what rules say of them.

use std::{borrow::Cow, collections::VecDeque, fmt::Debug};

use ndarray::{Array1, ArrayView1, CowArray, Ix1, array, s};
use proptest::{collection::vec, option, prelude::*};
use tensor_format::{
    Binary, Decode, DecodeOwned, Definitions, Encode, HasRules, Image, Ragged, Record, Tensor, Value, ValueBuf, View,
    contract,
    decthings::{self, Dialect, Options},
    from_slice, from_value, npz, safetensors, to_value, to_vec, vespa, zio,
};
use tensor_format_tests::reversed_record;

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Point([f32; 3]);

#[derive(Tensor, Clone, Copy, Debug, PartialEq)]
enum Class {
    Cat,
    Dog,
}

const DIALECTS: [Dialect; 3] = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];

fn record(value: &(impl Encode + ?Sized)) -> Record {
    let ValueBuf::Record(record) = to_value(value).expect("a value of the model") else { panic!("a record") };
    record
}

/// Written and read back by way of each format that holds records of its elements; the bytes are those of `flat`.
fn everywhere<T: Encode + DecodeOwned + PartialEq + Debug>(value: &T, flat: &(impl Encode + ?Sized), is_numbers: bool) {
    for dialect in DIALECTS {
        for names in [true, false] {
            let options = Options::new().dialect(dialect).names(names);
            let bytes = options.to_vec(value).expect("bytes");
            assert_eq!(bytes, options.to_vec(flat).expect("bytes"));
            assert_eq!(options.encoded_len(value).expect("a length"), bytes.len());
            assert_eq!(options.to_slices(value).expect("pieces").to_vec(), bytes);
            assert_eq!(options.from_slice::<T>(&bytes).expect("a value"), *value);
            assert_eq!(options.from_reader::<T, _>(&bytes[..]).expect("a value of a stream"), *value);
        }
        let aligned = Options::new().dialect(dialect).align(64);
        assert_eq!(aligned.from_slice::<T>(&aligned.to_vec(value).expect("bytes")).expect("a value"), *value);
    }
    let dynamic = record(value);
    assert_eq!(dynamic, record(flat));
    assert_eq!(from_value::<T>(&Value::Record(dynamic.as_ref())).expect("a value"), *value);
    let other = reversed_record(&dynamic);
    assert_eq!(from_value::<T>(&Value::Record(other.as_ref())).expect("a value"), *value);
    let bytes = to_vec(&other).expect("bytes");
    assert_eq!(from_slice::<T>(&bytes).expect("a value"), *value);
    assert_eq!(decthings::from_reader::<T, _>(&bytes[..]).expect("a value of a stream"), *value);

    let message = zio::to_message(value).expect("a message").to_vec().expect("bytes");
    let message = zio::Message::from_slice(&message).expect("a message");
    assert_eq!(zio::from_message::<T>(&message).expect("a value"), *value);
    if is_numbers {
        let file = npz::to_vec(value).expect("a file");
        assert_eq!(npz::from_slice::<T>(&file).expect("a value"), *value);
        let file = safetensors::to_vec(value).expect("a file");
        assert_eq!(safetensors::from_slice::<T>(&file).expect("a value"), *value);
    }
}

/// What a list of lists is on the wire, written by hand.
#[derive(Tensor)]
struct Flat<T> {
    lengths: Vec<u64>,
    values: Vec<T>,
}

#[derive(Tensor)]
struct FlatTwice<T> {
    lengths: Vec<u64>,
    #[tensor(rename = "values.lengths")]
    inner: Vec<u64>,
    #[tensor(rename = "values.values")]
    values: Vec<T>,
}

#[derive(Tensor)]
struct FlatThrice<T> {
    lengths: Vec<u64>,
    #[tensor(rename = "values.lengths")]
    inner: Vec<u64>,
    #[tensor(rename = "values.values.lengths")]
    innermost: Vec<u64>,
    #[tensor(rename = "values.values.values")]
    values: Vec<T>,
}

fn lengths<T>(lists: &[Vec<T>]) -> Vec<u64> {
    lists.iter().map(|list| list.len() as u64).collect()
}

macro_rules! one_level {
    ($lists:expr, $is_numbers:literal) => {{
        let lists = $lists;
        let flat = Flat { lengths: lengths(&lists), values: lists.concat() };
        everywhere(&Ragged(lists), &flat, $is_numbers);
    }};
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn lists_of_numbers(lists in vec(vec(any::<i32>(), 0..5), 0..6)) {
        one_level!(lists.clone(), true);
        let flat = Flat { lengths: lengths(&lists), values: lists.concat() };
        let arrays: Ragged<Array1<i32>> = lists.iter().cloned().map(Array1::from).collect();
        everywhere(&arrays, &flat, true);
        let queues: Ragged<VecDeque<i32>> = lists.iter().map(|list| {
            // In two slices.
            let mut queue: VecDeque<i32> = list.iter().skip(1).copied().collect();
            list.first().into_iter().for_each(|first| queue.push_front(*first));
            queue
        }).collect();
        everywhere(&queues, &flat, true);
        let boxed: Ragged<Box<[i32]>> = lists.into_iter().map(Vec::into_boxed_slice).collect();
        everywhere(&boxed, &flat, true);
    }

    #[test]
    fn lists_of_blocks(seeds in vec(vec(any::<u8>(), 0..5), 0..6), words in vec(vec("[a-zé]{0,4}", 0..4), 0..5)) {
        one_level!(words, false);
        let map = |make: fn(u8) -> f32| seeds.iter().map(move |list| list.iter().map(move |seed| make(*seed)));
        one_level!(map(f32::from).map(|list| list.map(|x| [x; 3]).collect()).collect::<Vec<Vec<_>>>(), true);
        one_level!(map(f32::from).map(|list| list.map(|x| Point([x; 3])).collect()).collect::<Vec<Vec<_>>>(), true);
        one_level!(map(f32::from).map(|list| list.map(|x| x > 99.0).collect()).collect::<Vec<Vec<_>>>(), true);
        let images = |seed: &u8| Image::new("png", vec![*seed; usize::from(*seed)]);
        one_level!(seeds.iter().map(|list| list.iter().map(images).collect()).collect::<Vec<Vec<_>>>(), false);
        let raw = |seed: &u8| Binary(vec![*seed; usize::from(*seed % 7)]);
        one_level!(seeds.iter().map(|list| list.iter().map(raw).collect()).collect::<Vec<Vec<_>>>(), false);
        let class = |seed: &u8| if *seed < 128 { Class::Cat } else { Class::Dog };
        one_level!(seeds.iter().map(|list| list.iter().map(class).collect()).collect::<Vec<Vec<_>>>(), false);
    }

    #[test]
    fn options(items in vec(option::of(any::<i64>()), 0..9), names in vec(option::of("[a-z]{0,3}"), 0..9)) {
        let lengths = items.iter().map(|item| u64::from(item.is_some())).collect();
        let flat = Flat { lengths, values: items.iter().flatten().copied().collect() };
        everywhere(&Ragged(items), &flat, true);
        let lengths = names.iter().map(|item| u64::from(item.is_some())).collect();
        let flat = Flat { lengths, values: names.iter().flatten().cloned().collect() };
        everywhere(&Ragged(names), &flat, false);
    }

    #[test]
    fn lists_of_lists(lists in vec(vec(vec(any::<u16>(), 0..4), 0..4), 0..5)) {
        let inner = lists.concat();
        let flat = FlatTwice { lengths: lengths(&lists), inner: lengths(&inner), values: inner.concat() };
        everywhere(&Ragged(lists.clone()), &flat, true);
        let queues: Ragged<VecDeque<Array1<u16>>> =
            lists.into_iter().map(|list| list.into_iter().map(Array1::from).collect()).collect();
        everywhere(&queues, &flat, true);
    }

    #[test]
    fn lists_of_lists_of_lists(lists in vec(vec(vec(vec(any::<u8>(), 0..3), 0..3), 0..3), 0..4)) {
        let inner = lists.concat();
        let innermost = inner.concat();
        let flat = FlatThrice {
            lengths: lengths(&lists),
            inner: lengths(&inner),
            innermost: lengths(&innermost),
            values: innermost.concat(),
        };
        everywhere(&Ragged(lists), &flat, true);
    }

    #[test]
    fn options_in_lists(lists in vec(vec(option::of("[a-z]{0,3}"), 0..4), 0..5)) {
        let inner: Vec<Vec<String>> = lists.concat().into_iter().map(|item| item.into_iter().collect()).collect();
        let flat = FlatTwice { lengths: lengths(&lists), inner: lengths(&inner), values: inner.concat() };
        everywhere(&Ragged(lists), &flat, false);
    }
}

#[cfg(target_endian = "little")]
#[test]
fn slices_are_borrowed_from_the_values() {
    let lists = Ragged(vec![vec![1.0f32, 2.0], vec![], vec![3.0, 4.0, 5.0]]);
    // At every alignment.
    let bytes = to_vec(&lists).expect("bytes");
    for shift in 0..8 {
        let mut shifted = vec![0; shift];
        shifted.extend_from_slice(&bytes);
        let range = shifted[shift..].as_ptr_range();
        let views: Ragged<View<'_, f32>> = from_slice(&shifted[shift..]).expect("views");
        assert_eq!(views.iter().map(View::to_vec).collect::<Vec<_>>(), lists.0);
        for view in views.iter().filter(|view| !view.is_empty()) {
            assert!(range.contains(&view.as_bytes().as_ptr()));
        }
        assert_eq!(to_vec(&views).expect("bytes"), bytes);
        let cows: Ragged<Cow<'_, [f32]>> = from_slice(&shifted[shift..]).expect("slices");
        assert_eq!(cows.iter().map(|cow| cow.to_vec()).collect::<Vec<_>>(), lists.0);
        assert_eq!(to_vec(&cows).expect("bytes"), bytes);
        let cows: Ragged<CowArray<'_, f32, Ix1>> = from_slice(&shifted[shift..]).expect("arrays");
        assert_eq!(cows.iter().map(|cow| cow.to_vec()).collect::<Vec<_>>(), lists.0);
        assert_eq!(to_vec(&cows).expect("bytes"), bytes);
    }
    let dynamic = record(&lists);
    let value = Value::Record(dynamic.as_ref());
    let slices: Ragged<&[f32]> = from_value(&value).expect("slices");
    assert_eq!(slices.0, lists.0);
    assert_eq!(to_vec(&slices).expect("bytes"), bytes);
    let arrays: Ragged<ArrayView1<'_, f32>> = from_value(&value).expect("arrays");
    assert_eq!(arrays[2], array![3.0, 4.0, 5.0]);
    assert_eq!(to_vec(&arrays).expect("bytes"), bytes);
    let other = reversed_record(&dynamic);
    let value = Value::Record(other.as_ref());
    let slices: Ragged<&[f32]> = from_value(&value).expect("slices of values that come first");
    assert_eq!(slices.0, lists.0);

    let pairs = Ragged(vec![vec![[1u8, 2]], vec![], vec![[3, 4], [5, 6]]]);
    let bytes = to_vec(&pairs).expect("bytes");
    assert_eq!(from_slice::<Ragged<&[[u8; 2]]>>(&bytes).expect("slices").0, pairs.0);
    let words = Ragged(vec![vec!["a", "b"], vec![], vec!["c"]]);
    let bytes = to_vec(&words).expect("bytes");
    assert_eq!(from_slice::<Ragged<Vec<&str>>>(&bytes).expect("texts"), words);
    let stream = decthings::from_reader::<Ragged<Vec<String>>, _>(&bytes[..]).expect("texts");
    assert_eq!(stream.concat(), ["a", "b", "c"]);
    let deep = Ragged(vec![vec![vec![1u8], vec![2, 3]], vec![], vec![vec![]]]);
    let bytes = to_vec(&deep).expect("bytes");
    let read: Ragged<Vec<&[u8]>> = from_slice(&bytes).expect("slices in lists");
    assert_eq!(read.0, deep.0);
}

#[test]
fn arrays_of_any_stride_are_written_in_order() {
    let numbers = Array1::from_iter(0..10i16);
    let every = Ragged(vec![numbers.slice(s![..;3]), numbers.slice(s![2..2]), numbers.slice(s![..2;-1])]);
    let flat = Flat { lengths: vec![4, 0, 2], values: vec![0i16, 3, 6, 9, 1, 0] };
    assert_eq!(to_vec(&every).expect("bytes"), to_vec(&flat).expect("bytes"));
}

#[test]
fn rules_are_those_of_a_record() {
    let rules = Ragged::<Vec<f32>>::RULES;
    assert_eq!(rules.to_string(), "{ lengths: u64 [_], values: f32 [_] }");
    assert_eq!(Ragged::<Array1<f32>>::RULES, rules);
    assert_eq!(Ragged::<View<'_, f32>>::FINGERPRINT, Ragged::<Vec<f32>>::FINGERPRINT);
    assert_eq!(Flat::<f32>::FINGERPRINT, Ragged::<Vec<f32>>::FINGERPRINT);
    let deep = Ragged::<Vec<Option<Vec<Point>>>>::RULES;
    let text = "{ lengths: u64 [_], values.lengths: u64 [_] in 0..=1, values.values.lengths: u64 [_], \
                values.values.values: f32 [_, 3] }";
    assert_eq!(deep.to_string(), text);
    let record = deep.as_record().expect("a record");
    assert!(record.iter().all(|param| !param.doc.is_empty()));

    // Labels of a map are texts, and lengths are not, so that one is never taken for the other.
    for rules in [Ragged::<Vec<String>>::RULES, Ragged::<Vec<Vec<String>>>::RULES, rules, deep] {
        assert!(rules.as_record().expect("a record").as_sparse().is_none());
    }
    type L<T> = Vec<T>;
    type Deepest = L<L<L<L<L<L<L<L<L<L<L<L<L<L<L<L<u8>>>>>>>>>>>>>>>>;
    let deepest = Ragged::<Deepest>::RULES;
    let names: Vec<&str> = deepest.as_record().expect("a record").iter().map(|param| param.name).collect();
    assert_eq!((names.len(), names[0], names[1]), (17, "lengths", "values.lengths"));
    assert_eq!((names[15].len(), names[16].len()), (15 * 7 + 7, 15 * 7 + 6));
    let empty = Ragged::<Deepest>::default();
    assert_eq!(from_slice::<Ragged<Deepest>>(&to_vec(&empty).expect("bytes")).expect("a value"), empty);
}

#[test]
fn rules_hold_at_run_time() {
    let rules = Ragged::<Vec<f32>>::RULES;
    let definitions = Definitions::from(rules.as_record().expect("a record"));
    let json = decthings::definitions_to_json(&definitions, Dialect::Documented).expect("JSON");
    let expected = [
        r#"{"name":"lengths","required":true,"rules":{"shape":[-1],"allowedTypes":["u64"]}}"#,
        r#"{"name":"values","required":true,"rules":{"shape":[-1],"allowedTypes":["f32"]}}"#,
    ];
    assert_eq!(json, format!("[{}]", expected.join(",")));
    let read = decthings::definitions_from_json(&json).expect("definitions");
    let list = record(&Ragged(vec![vec![1.0f32], vec![]]));
    assert!(read.check_all(list.as_ref().headers()).is_empty());
    decthings::check::<Ragged<Vec<f32>>>(&to_vec(&list).expect("bytes")).expect("keeps its rules");
    let other = record(&Ragged(vec![vec![1.0f64], vec![]]));
    let violations = read.check_all(other.as_ref().headers());
    let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["parameter `values`: element type: expected f32, found f64"]);
    assert!(rules.contains(&Flat::<f32>::RULES) && !rules.contains(&Flat::<f64>::RULES));
    assert!(Ragged(vec![Some(1u8), None]).validate().is_ok());
}

#[derive(Tensor)]
struct Input {
    lengths: Vec<u64>,
    values: Vec<f32>,
}

contract! {
    Input => Ragged<Vec<f32>>,
    Ragged<Vec<f32>> => Input,
}

/// Vespa has no numbers as lengths are.
#[test]
fn vespa_refuses_lengths_and_says_why() {
    let list = Ragged(vec![vec![1.0f32], vec![]]);
    let errors = [
        vespa::to_string(&list).expect_err("two tensors").to_string(),
        vespa::to_constants(&list).expect_err("lengths").to_string(),
        vespa::types_of_fields::<Ragged<Vec<f32>>>().expect_err("lengths").to_string(),
        vespa::to_constants(&Ragged(vec![vec!["a"], vec![]])).expect_err("lengths").to_string(),
    ];
    let whole = "a record is a Vespa tensor only if it is labels, strings [n], and then `values`, [n, ..]; of any other, \
                 each field is one: `vespa::to_constants`";
    let lengths = "parameter `lengths`: Vespa has no element type u64";
    assert_eq!(errors, [whole, lengths, lengths, lengths]);
}

#[test]
fn a_list_is_like_a_vector() {
    let mut list: Ragged<Vec<u8>> = [vec![1], vec![2, 3]].into_iter().collect();
    list.push(vec![]);
    list.extend([vec![4]]);
    assert_eq!((list.len(), (&list).into_iter().count()), (4, 4));
    assert_eq!(Vec::from(list.clone()), [vec![1], vec![2, 3], vec![], vec![4]]);
    assert_eq!(Ragged::from(list.clone().0), list);
    assert_eq!(list.into_iter().map(|item| item.len()).sum::<usize>(), 4);
}

/// A pointer to a list is that list.
#[test]
fn boxes() {
    let list = Box::new(Ragged(vec![vec![1u8], vec![]]));
    let bytes = to_vec(&list).expect("bytes");
    fn read<'de, T: Decode<'de>>(bytes: &'de [u8]) -> T {
        from_slice(bytes).expect("a value")
    }
    assert_eq!(read::<Box<Ragged<Vec<u8>>>>(&bytes), list);
}
