//! Lists of records are written all columns at once, and column by column where the records are long or the format asks for
//! it: to the same bytes and errors.

use std::{collections::BTreeMap, fmt::Debug};

use bytes::BytesMut;
use ndarray::{Array2, Array3};
use tensor_format::{
    DecodeOwned, Encode, Tensor, ValueBuf,
    decthings::{Dialect, Options},
    from_slice, from_value, to_value, to_vec,
};

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Found {
    label: String,
    score: f32,
    corners: [[f32; 2]; 2],
    words: [String; 2],
    letter: char,
    flag: bool,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Part {
    maybe: Option<u16>,
    text: Option<String>,
    list: Option<Vec<f64>>,
    texts: Vec<String>,
    rows: Vec<[u8; 3]>,
    found: Option<Found>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
enum Event {
    Start { at: u64 },
    Moved { to: [f32; 2], note: Option<String> },
    Stop,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Arrays {
    two: [Pair; 2],
    events: [Event; 2],
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Pair {
    x: f32,
    y: Option<f32>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Outer {
    id: u32,
    list: Vec<Found>,
    maybe: Option<Vec<Pair>>,
    events: Vec<Event>,
    lists: Vec<Vec<Pair>>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Named {
    #[tensor(shape = [n])]
    left: Vec<f32>,
    #[tensor(shape = [n])]
    right: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Mapped {
    scores: BTreeMap<String, f32>,
    pairs: BTreeMap<u32, Pair>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Masked {
    mask: Array2<u8>,
    maybe: Option<Array3<f32>>,
    texts: Array2<String>,
    inner: Vec<Mask>,
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Mask {
    mask: Array2<u8>,
    cube: Array3<i16>,
}

/// Writes a value in every way, and returns its bytes.
fn alike<T: Encode + DecodeOwned + PartialEq + Debug>(value: &T) -> Vec<u8> {
    for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
        let options = Options::new().dialect(dialect);
        let bytes = options.to_vec(value).unwrap();
        assert_eq!(options.to_slices(value).unwrap().to_vec(), bytes, "{dialect:?}");
        assert_eq!(options.encoded_len(value).unwrap(), bytes.len(), "{dialect:?}");
        let mut written = Vec::new();
        options.to_writer(&mut written, value).unwrap();
        assert_eq!(written, bytes, "{dialect:?}");
        let mut shared = BytesMut::from(&[7][..]);
        options.append_bytes(value, &mut shared).unwrap();
        assert_eq!(shared[1..], bytes, "{dialect:?}");
        // Column by column.
        let ValueBuf::Record(record) = to_value(value).unwrap() else { panic!("no record") };
        assert_eq!(options.to_vec(&record).unwrap(), bytes, "{dialect:?}");
        assert_eq!(options.to_vec(&options.from_slice::<T>(&bytes).unwrap()).unwrap(), bytes);
        // There is room for all, for some, or for none.
        for room in (0..bytes.len().min(200)).step_by(if bytes.len() < 1000 { 3 } else { 100 }).chain([bytes.len()]) {
            let mut out = Vec::with_capacity(room + 1);
            out.push(7);
            options.append(value, &mut out).unwrap();
            assert_eq!(out[1..], bytes, "{dialect:?}: room for {room}");
        }
    }
    let bytes = to_vec(value).unwrap();
    assert_eq!(from_value::<T>(&to_value(value).unwrap().as_ref()).unwrap(), *value);
    assert_eq!(from_slice::<T>(&bytes).unwrap(), *value);
    bytes
}

fn found(index: usize) -> Found {
    let text = |len: usize| "n\u{e4}me".chars().cycle().take(len).collect::<String>();
    Found {
        label: text(index * 37 % 300),
        score: index as f32,
        corners: [[0.5, index as f32], [1.5, -1.0]],
        words: [text(index % 3), text(index % 40)],
        letter: ['a', '\u{e4}', '\u{1f600}'][index % 3],
        flag: index.is_multiple_of(2),
    }
}

fn part(index: usize) -> Part {
    let some = |of: usize| index.is_multiple_of(of);
    Part {
        maybe: some(2).then_some(index as u16),
        text: some(3).then(|| format!("text {index}")),
        list: some(4).then(|| vec![0.5; index % 7]),
        texts: (0..index % 4).map(|at| format!("{at}")).collect(),
        rows: vec![[index as u8; 3]; index % 5],
        found: some(5).then(|| found(index)),
    }
}

fn event(index: usize) -> Event {
    match index % 3 {
        0 => Event::Start { at: index as u64 },
        1 => Event::Moved { to: [1.0, index as f32], note: index.is_multiple_of(2).then(|| "note".to_owned()) },
        _ => Event::Stop,
    }
}

fn pair(index: usize) -> Pair {
    Pair { x: index as f32, y: (!index.is_multiple_of(3)).then_some(0.5) }
}

fn outer(index: usize) -> Outer {
    let pairs = |len: usize| (0..len).map(pair).collect::<Vec<_>>();
    Outer {
        id: index as u32,
        list: (0..index % 4).map(found).collect(),
        maybe: (!index.is_multiple_of(3)).then(|| pairs(index % 5)),
        events: (0..index % 7).map(event).collect(),
        lists: (0..index % 3).map(|at| pairs(at + index)).collect(),
    }
}

fn mapped(index: usize) -> Mapped {
    Mapped {
        scores: (0..index % 4).map(|at| (format!("key {at}"), at as f32)).collect(),
        pairs: (0..index % 3).map(|at| (at as u32 * 1000, pair(at))).collect(),
    }
}

fn masked(index: usize) -> Masked {
    let mask = |at: usize| Array2::from_elem((at % 3, at % 4), at as u8);
    Masked {
        mask: mask(index),
        maybe: index.is_multiple_of(2).then(|| Array3::from_elem((1, index % 5, 2), 0.5)),
        texts: Array2::from_elem((2, index % 3), format!("{index}")),
        inner: (0..index % 4).map(|at| Mask { mask: mask(at + 1), cube: Array3::zeros((at, 1, 2)) }).collect(),
    }
}

/// Lists of no records, one, a few, and so many that each length takes three bytes.
fn lists<T>(make: impl Fn(usize) -> T) -> impl Iterator<Item = Vec<T>> {
    [0, 1, 2, 5, 30, 300].into_iter().map(move |len| (0..len).map(&make).collect())
}

#[test]
fn records_of_every_kind() {
    lists(found).for_each(|list| drop(alike(&list)));
    lists(part).for_each(|list| drop(alike(&list)));
    lists(event).for_each(|list| drop(alike(&list)));
    lists(mapped).for_each(|list| drop(alike(&list)));
    lists(masked).for_each(|list| drop(alike(&list)));
    lists(|index| (index as u8, format!("{index}"))).for_each(|list| drop(alike(&list)));
}

#[test]
fn lists_in_the_records_of_a_list() {
    lists(outer).for_each(|list| drop(alike(&list)));
    lists(|index| Arrays { two: [pair(index), pair(7)], events: [event(index), event(index + 1)] })
        .for_each(|list| drop(alike(&list)));
    lists(|index| vec![vec![pair(index); index % 3]; index % 4]).for_each(|list| drop(alike(&list)));
    alike(&Arrays { two: [pair(0), pair(1)], events: [event(0), event(1)] });
    alike(&outer(11));
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Picture {
    name: String,
    pixels: Vec<u8>,
}

#[test]
fn long_runs_in_the_records_of_a_list_are_not_copied() {
    let pictures = |len: usize| -> Vec<Picture> {
        (0..20).map(|at| Picture { name: format!("{at}"), pixels: vec![at; len] }).collect()
    };
    for (len, lent) in [(100, 0), (1000, 0), (1100, 20), (60_000, 20)] {
        let list = pictures(len);
        let bytes = alike(&list);
        let slices = tensor_format::to_slices(&list).unwrap();
        let runs = list.iter().filter(|picture| slices.iter().any(|slice| slice.as_ptr() == picture.pixels.as_ptr()));
        assert_eq!(runs.count(), lent, "{len}");
        assert_eq!(slices.len(), bytes.len());
        alike(&(0.5_f32, list, vec![7_u8; 100]));
    }
}

#[test]
fn named_axes_are_compared_in_each_record() {
    let named = |left: usize, right: usize| Named { left: vec![0.5; left], right: vec![1.5; right] };
    let mut list: Vec<Named> = (0..5).map(|len| named(len, len)).collect();
    alike(&list);
    list.push(named(3, 4));
    let errors = refused(&list);
    assert_eq!(errors, "parameter `[5].right`: axis 0: `[5].n` is 3 in `[5].left`, found 4");
    assert_eq!(refused(&[vec![], list]), errors.replace("[5]", "[1][5]"));
}

/// Returns the error with which a value is refused in every way.
fn refused<T: Encode + ?Sized>(value: &T) -> String {
    let error = to_vec(value).unwrap_err().to_string();
    let options = Options::new();
    assert_eq!(options.to_slices(value).unwrap_err().to_string(), error);
    assert_eq!(options.encoded_len(value).unwrap_err().to_string(), error);
    assert_eq!(options.to_writer(Vec::new(), value).unwrap_err().to_string(), error);
    let mut out = vec![7];
    assert_eq!(options.append(value, &mut out).unwrap_err().to_string(), error);
    assert_eq!(out, [7]);
    error
}

#[derive(Clone, Debug, PartialEq, Tensor)]
struct Limited {
    #[tensor(shape = [..=3])]
    list: Vec<f32>,
    #[tensor(shape = [2])]
    pairs: Vec<String>,
}

#[test]
fn what_breaks_the_rules_is_told_by_its_item() {
    let limited = |list: usize, pairs: usize| Limited { list: vec![0.5; list], pairs: vec!["pair".into(); pairs] };
    alike(&vec![limited(0, 2), limited(3, 2)]);
    for (list, pairs, place) in [(4, 2, "`[1].list`"), (0, 3, "`[1].pairs`"), (1, 0, "`[1].pairs`")] {
        let error = refused(&[limited(1, 2), limited(list, pairs)]);
        assert!(error.contains(place), "{error}");
        let nested = refused(&(0_u8, vec![(vec![limited(1, 2), limited(list, pairs)], 0_u8)]));
        assert!(nested.contains(&place.replace("[1]", "1[0].0[1]")), "{nested}");
    }
}
