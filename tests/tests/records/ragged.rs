//! Ragged lists in derived types.

use std::fmt::Debug;

use ndarray::{Array1, array};
use tensor_format::{
    Batch, DecodeOwned, Encode, HasRules, Ragged, Tensor, Value, ValueBuf, decthings, from_slice, from_value, to_value,
    to_vec, vespa,
};
use tensor_format_tests::reversed;

fn travels<T: Encode + DecodeOwned + PartialEq + Debug>(value: &T) {
    let bytes = to_vec(value).expect("bytes");
    for bytes in [&bytes, &reversed(&bytes)] {
        assert_eq!(from_slice::<T>(bytes).expect("a value"), *value);
        assert_eq!(
            decthings::from_reader::<T, _>(tensor_format_tests::in_pieces(bytes)).expect("a value of a stream"),
            *value
        );
        let mut into = from_slice::<T>(bytes).expect("a value");
        decthings::decode_into(bytes, &mut into).expect("a value");
        assert_eq!(into, *value);
    }
    let ValueBuf::Record(record) = to_value(value).expect("a value") else { panic!("a record") };
    assert_eq!(from_value::<T>(&Value::Record(record.as_ref())).expect("a value"), *value);
}

#[derive(Tensor, Debug, PartialEq)]
struct Corpus {
    title: String,
    #[tensor(flatten = "sentences.")]
    sentences: Ragged<Vec<u32>>,
    #[tensor(flatten = "words.")]
    words: Ragged<Vec<Option<String>>>,
    #[tensor(flatten = "curves.")]
    curves: Ragged<Array1<f64>>,
}

fn corpus() -> Corpus {
    Corpus {
        title: "title".into(),
        sentences: Ragged(vec![vec![1, 2], vec![], vec![3]]),
        words: Ragged(vec![vec![Some("a".into()), None], vec![]]),
        curves: Ragged(vec![array![0.5], array![1.5, 2.5]]),
    }
}

#[test]
fn lists_in_a_record() {
    let text = "{ title: string [], sentences.lengths: u64 [_], sentences.values: u32 [_], words.lengths: u64 [_], \
                words.values.lengths: u64 [_] in 0..=1, words.values.values: string [_], curves.lengths: u64 [_], \
                curves.values: f64 [_] }";
    assert_eq!(Corpus::RULES.to_string(), text);
    travels(&corpus());
    travels(&Corpus { sentences: Ragged(vec![]), words: Ragged(vec![]), curves: Ragged(vec![]), ..corpus() });
}

/// Both parameters of an error have the names that they have in the record.
#[test]
fn errors_have_the_names_of_the_record() {
    let ValueBuf::Record(record) = to_value(&corpus()).expect("a value") else { panic!("a record") };
    let changed = |name: &str, tensor: Tensor| {
        let entries = record
            .iter()
            .map(|(found, old)| (found.to_owned(), if found == name { tensor.clone() } else { old.clone() }));
        let record = entries.collect::<tensor_format::Record>();
        let bytes = to_vec(&record).expect("bytes");
        [bytes.clone(), reversed(&bytes)].map(|bytes| {
            let error = from_slice::<Corpus>(&bytes).expect_err("a fault").to_string();
            error.split(" (byte").next().unwrap_or_default().to_owned()
        })
    };
    let text = "parameter `sentences.values`: axis 0: `sentences.lengths` add up to 3, found 1";
    assert_eq!(changed("sentences.values", Tensor::from(vec![1u32])), [text; 2]);
    let text = "parameter `words.values.lengths`: axis 0: `words.lengths` add up to 2, found 3";
    assert_eq!(changed("words.values.lengths", Tensor::from(vec![0u64, 1, 0])), [text; 2]);
    let text = "parameter `words.values.lengths`: element [0]: expected 0..=1, found 2";
    assert_eq!(changed("words.values.lengths", Tensor::from(vec![2u64, 0])), [text; 2]);
}

#[derive(Tensor, Debug, PartialEq)]
struct Sentences(Ragged<Vec<u32>>);

#[derive(Tensor, Debug, PartialEq)]
struct Pixel([u8; 3]);

#[derive(Tensor, Debug, PartialEq)]
struct Of<T: tensor_format::codec::RaggedItem>(Ragged<T>);

#[test]
fn wrappers_of_lists() {
    assert_eq!(Sentences::RULES, Ragged::<Vec<u32>>::RULES);
    travels(&Sentences(Ragged(vec![vec![1, 2], vec![]])));
    travels(&Ragged(vec![vec![Pixel([1, 2, 3])], vec![]]));
    travels(&Of(Ragged(vec![vec![Pixel([1, 2, 3])], vec![]])));
}

/// Records are batched if their lists are of the same sizes.
#[test]
fn records_with_lists_are_batched() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Sample {
        id: u8,
        #[tensor(flatten = "r.")]
        list: Ragged<Vec<u16>>,
    }
    let sample = |id: u8, lists: &[&[u16]]| Sample { id, list: lists.iter().map(|list| list.to_vec()).collect() };
    let batch = Batch(vec![sample(1, &[&[1], &[2, 3]]), sample(2, &[&[4, 5, 6], &[]])]);
    travels(&batch);
    let text = "{ id: u8 [_], r.lengths: u64 [_, _], r.values: u16 [_, _] }";
    assert_eq!(Batch::<Sample>::RULES.to_string(), text);
    let other = Batch(vec![sample(1, &[&[1], &[2, 3]]), sample(2, &[&[4], &[]])]);
    let error = to_vec(&other).expect_err("two sizes");
    assert_eq!((error.kind().name(), error.parameter()), ("ragged_batch", Some("r.values")));
}

/// A list in a record is no map, of which the labels stand before the values.
#[test]
fn lists_of_texts_are_no_map() {
    #[derive(Tensor)]
    struct Texts {
        #[tensor(rename = "r.d0")]
        before: Vec<String>,
        #[tensor(flatten = "r.")]
        list: Ragged<Vec<Vec<String>>>,
    }
    let texts = Texts { before: vec!["a".into()], list: Ragged(vec![vec![vec!["b".into()]]]) };
    let error = vespa::to_constants(&texts).expect_err("texts").to_string();
    assert_eq!(error, "parameter `r.d0`: Vespa has no element type string");
    assert_eq!(vespa::types_of_fields::<Texts>().expect_err("texts").to_string(), error);
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Lists {
    id: u8,
    #[tensor(ragged)]
    numbers: Vec<Vec<f32>>,
    #[tensor(ragged)]
    words: Vec<Vec<Vec<String>>>,
    #[tensor(ragged)]
    maybe: Option<Vec<Vec<[u8; 2]>>>,
    #[tensor(ragged, default)]
    some: Vec<Option<f64>>,
    #[tensor(ragged, rename = "curves")]
    arrays: Vec<Array1<f32>>,
    last: String,
}

fn lists() -> Lists {
    Lists {
        id: 1,
        numbers: vec![vec![1.0, 2.0], vec![], vec![3.0]],
        words: vec![vec![vec!["a".into()], vec![]], vec![]],
        maybe: None,
        some: vec![Some(1.0), None],
        arrays: vec![array![1.0, 2.0], array![]],
        last: "last".into(),
    }
}

#[test]
fn fields_that_are_said_to_be_ragged() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Outer {
        lists: Lists,
        more: Option<Lists>,
        x: f32,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Generic<T> {
        #[tensor(ragged)]
        list: Vec<Vec<T>>,
        one: T,
    }
    assert_eq!(
        Lists::RULES.to_string(),
        "{ id: u8 [], numbers.lengths: u64 [_], numbers.values: f32 [_], words.lengths: u64 [_], \
         words.values.lengths: u64 [_], words.values.values: string [_], maybe.lengths?: u64 [_], \
         maybe.values?: u8 [_, 2], some.lengths?: u64 [_] in 0..=1, some.values?: f64 [_], curves.lengths: u64 [_], \
         curves.values: f32 [_], last: string [] }"
    );
    let with = Lists { maybe: Some(vec![vec![[1, 2]], vec![]]), ..lists() };
    travels(&lists());
    travels(&with);
    travels(&Outer { lists: lists(), more: Some(with), x: 0.5 });
    travels(&Outer { lists: Lists::default(), more: None, x: 0.5 });
    travels(&Generic { list: vec![vec![1u16], vec![]], one: 2 });
    let mut into = Lists { maybe: Some(vec![]), some: vec![None], ..lists() };
    decthings::decode_into(&to_vec(&lists()).expect("bytes"), &mut into).expect("a value");
    assert_eq!(into, lists());
}

#[test]
fn ragged_fields_are_the_same_bytes_as_ragged_lists() {
    #[derive(Tensor)]
    struct Field {
        #[tensor(ragged)]
        list: Vec<Vec<f32>>,
    }
    #[derive(Tensor)]
    struct List {
        list: Ragged<Vec<f32>>,
    }
    #[derive(Tensor)]
    struct Flat {
        #[tensor(rename = "list.lengths")]
        lengths: Vec<u64>,
        #[tensor(rename = "list.values")]
        values: Vec<f32>,
    }
    assert_eq!(Field::RULES, List::RULES);
    let list = vec![vec![1.0f32, 2.0], vec![], vec![3.0]];
    let bytes = to_vec(&Field { list: list.clone() }).expect("bytes");
    assert_eq!(to_vec(&List { list: Ragged(list) }).expect("bytes"), bytes);
    assert_eq!(to_vec(&Flat { lengths: vec![2, 0, 1], values: vec![1.0, 2.0, 3.0] }).expect("bytes"), bytes);
    let error = from_slice::<Field>(&to_vec(&Flat { lengths: vec![2], values: vec![1.0] }).expect("bytes"));
    let error = error.map(|_| ()).expect_err("lengths that do not add up").to_string();
    assert!(error.starts_with("parameter `list.values`: axis 0: `list.lengths` add up to 2, found 1"), "{error}");
}

#[test]
fn ragged_fields_borrow_their_values() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Lent<'a> {
        #[tensor(ragged)]
        list: Vec<&'a [u8]>,
        name: &'a str,
    }
    let value = Lent { list: vec![&[1, 2], &[], &[3]], name: "n" };
    let bytes = to_vec(&value).expect("bytes");
    let read = from_slice::<Lent<'_>>(&bytes).expect("a value");
    assert_eq!(read, value);
    assert!(bytes.as_ptr_range().contains(&read.list[0].as_ptr()));
}
