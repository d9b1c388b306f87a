//! Reading into values of every shape of type that is not a plain field: parts of records, maps, converted fields, pointers,
//! arrays however they lie, and what borrows.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    fmt::Debug,
    rc::Rc,
    sync::Arc,
};

use ndarray::{ArcArray2, Array, Array2, ArrayD, ArrayView2, CowArray, Ix1, Ix2, ShapeBuilder, s};
use proptest::{collection::vec, prelude::*};
use tensor_format::{
    Batch, BinaryRef, Decode, Encode, ErrorKind, Image, ImageRef, Many, Record, Tensor, TensorRef, View,
    decthings::{Dialect, Options, decode_into},
    to_vec,
};
use tensor_format_tests::reversed;

use super::{Tenths, same_value::agrees, tenths};

#[derive(Tensor, Clone, Debug, PartialEq)]
#[tensor(stack)]
struct Row {
    left: f32,
    score: f32,
}

#[derive(Tensor, Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
#[tensor(repr = u8)]
enum Level {
    Low = 3,
    High = 9,
}

#[derive(Tensor, Clone, Debug, PartialEq)]
enum Key {
    Numbers(Vec<u64>),
    Flags(Vec<bool>),
    Texts(Vec<String>),
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Points {
    #[tensor(shape = [n, 2])]
    points: Vec<[f32; 2]>,
    #[tensor(shape = [n])]
    ids: Option<Vec<String>>,
    #[tensor(default = vec![7])]
    groups: Vec<u8>,
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Scene<T> {
    id: T,
    #[tensor(flatten)]
    own: Points,
    #[tensor(shape = [n])]
    colors: Vec<u8>,
    #[tensor(flatten = "left.")]
    left: Points,
    prices: BTreeMap<String, f32>,
    #[tensor(shape = [category, x: 3])]
    embeddings: HashMap<String, [f32; 3]>,
    notes: Option<BTreeMap<String, i64>>,
    #[tensor(default)]
    stock: BTreeMap<(String, String), Vec<u32>>,
    #[tensor(default = BTreeMap::from([("given".to_owned(), 1)]))]
    counts: BTreeMap<String, u32>,
    #[tensor(with = tenths)]
    maybe: Option<Tenths>,
    #[tensor(with = tenths, default = Tenths(3))]
    given: Tenths,
    shared: Arc<Vec<String>>,
    single: Rc<String>,
    slice: Box<[u16]>,
    spread: Arc<[u16]>,
    #[tensor(shape = [_, 2])]
    array: ArcArray2<f32>,
    rows: Vec<Row>,
    level: Level,
    levels: Many<Vec<Level>>,
    #[tensor(default = Key::Numbers(vec![5]))]
    key: Key,
    keys: Many<Key>,
    perhaps: Option<Box<Array2<String>>>,
}

fn texts(len: usize, seed: u8) -> Vec<String> {
    (0..len).map(|index| "x".repeat((index + usize::from(seed)) % 4)).collect()
}

fn points(n: usize, seed: u8) -> Points {
    Points {
        points: vec![[f32::from(seed); 2]; n],
        ids: seed.is_multiple_of(2).then(|| texts(n, seed)),
        groups: vec![seed; n],
    }
}

fn map<V>(len: usize, value: impl Fn(usize) -> V) -> BTreeMap<String, V> {
    (0..len).map(|index| ("k".repeat(index), value(index))).collect()
}

fn scene<T>(id: T, (n, m, seed): (usize, usize, u8)) -> Scene<T> {
    let flag = seed.is_multiple_of(3);
    let keys = [Key::Numbers(vec![seed.into(); m]), Key::Flags(vec![flag; n]), Key::Texts(texts(m, seed))];
    Scene {
        id,
        own: points(n, seed),
        colors: vec![seed; n],
        left: points(m, seed / 2),
        prices: map(m, |index| index as f32),
        embeddings: map(n, |index| [index as f32; 3]).into_iter().collect(),
        notes: flag.then(|| map(m, |index| index as i64)),
        stock: map(n, |_| vec![u32::from(seed); m])
            .into_iter()
            .map(|(key, value)| ((key.clone(), key), value))
            .collect(),
        counts: map(m, |index| index as u32),
        maybe: flag.then_some(Tenths(seed.into())),
        given: Tenths(seed.into()),
        shared: Arc::new(texts(m, seed)),
        single: Rc::new("s".repeat(n)),
        slice: vec![seed.into(); m].into(),
        spread: vec![seed.into(); n].into(),
        array: ArcArray2::from_elem((m, 2), f32::from(seed)),
        rows: vec![Row { left: f32::from(seed), score: 0.5 }; n],
        level: if flag { Level::Low } else { Level::High },
        levels: vec![vec![Level::High; m]; n].into(),
        key: keys[n % 3].clone(),
        keys: keys[..m % 4].to_vec().into(),
        perhaps: (!flag).then(|| Box::new(Array2::from_elem((n, m), "e".repeat(m)))),
    }
}

fn sizes() -> impl Strategy<Value = (usize, usize, u8)> {
    (0usize..4, 0usize..4, any::<u8>())
}

/// Every record that is left when one parameter is gone, and when its tensor is that of another.
fn maimed(bytes: &[u8]) -> Vec<Record> {
    let record: Record = tensor_format::from_slice(bytes).expect("a record");
    let entries: Vec<(String, Tensor)> =
        record.iter().map(|(name, tensor)| (name.to_owned(), tensor.clone())).collect();
    let without = |gone: &str| entries.iter().filter(|(name, _)| name != gone).cloned().collect();
    let swapped = |at: usize| {
        let mut entries = entries.clone();
        entries[at].1 = entries[(at + 1) % entries.len()].1.clone();
        entries.into_iter().collect()
    };
    entries.iter().map(|(name, _)| without(name)).chain((0..entries.len()).map(swapped)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn parts_maps_and_pointers_become_what_was_sent(there in sizes(), sent in sizes(), id in any::<u8>(), held in any::<bool>()) {
        let mut there = scene(id, there);
        // What others hold as well is not written to.
        let (shared, single) = (there.shared.clone(), there.single.clone());
        let before = (shared.to_vec(), single.to_string());
        if !held {
            (there.shared, there.single) = (Arc::new(shared.to_vec()), Rc::new(single.to_string()));
        }
        let bytes = to_vec(&scene(id, sent)).expect("encoded");
        agrees(&Options::new(), &bytes, there.clone());
        agrees(&Options::new(), &reversed(&bytes), there.clone());
        for record in maimed(&bytes) {
            agrees(&Options::new(), &to_vec(&record).expect("encoded"), there.clone());
        }
        prop_assert_eq!((shared.to_vec(), single.to_string()), before);
    }

    #[test]
    fn records_of_other_fields_become_what_was_sent(there in sizes(), sent in sizes()) {
        let (there, sent) = (scene(Image::new("png", [1, 2]), there), scene(Image::new("jpg", []), sent));
        agrees(&Options::new(), &to_vec(&sent).expect("encoded"), there.clone());
        let batch = |scene: &Scene<Image>| Batch(vec![scene.own.clone(); scene.left.points.len()]);
        agrees(&Options::new(), &to_vec(&batch(&sent)).expect("encoded"), batch(&there));
        agrees(&Options::new(), &to_vec(&sent.key).expect("encoded"), there.key.clone());
        agrees(&Options::new(), &to_vec(&sent.rows).expect("encoded"), there.rows.clone());
        agrees(&Options::new(), &to_vec(&sent.embeddings).expect("encoded"), there.embeddings.clone());
    }

    /// An array keeps its memory, and never the order in which its elements lay.
    #[test]
    fn arrays_that_lie_otherwise_are_filled_in_order(
        (rows, columns) in (0usize..5, 0usize..5), (n, m) in (1usize..5, 1usize..5), open in vec(0usize..3, 0..4),
    ) {
        let numbers = Array2::from_shape_fn((rows, columns), |(i, j)| (10 * i + j) as f32);
        check_arrays(&numbers, &open, &Array2::from_shape_fn((n, m), |(i, j)| -((i + 7 * j) as f32)));
        let text = |i: usize, j: usize| format!("{i} {j}");
        let texts = Array2::from_shape_fn((rows, columns), |(i, j)| text(i, j));
        check_arrays(&texts, &open, &Array2::from_shape_fn((n, m), |(i, j)| text(j, i + 7)));
        let pairs = Array2::from_shape_fn((rows, columns), |(i, j)| [text(i, j), text(j, i)]);
        check_arrays(&pairs, &open, &Array2::from_shape_fn((n, m), |(i, j)| [text(j, i + 7), "gone".to_owned()]));
    }
}

/// Reads `sent`, and an array of open rank, into arrays of the elements of `there` that lie in every way.
fn check_arrays<A>(sent: &Array2<A>, open: &[usize], there: &Array2<A>)
where
    A: Clone + Debug + PartialEq + for<'de> tensor_format::codec::DecodeBlock<'de>,
{
    let (rows, columns) = there.dim();
    let mut fortran = Array2::from_shape_fn((rows, columns).f(), |at| there[at].clone());
    assert!(fortran == *there);
    let mut lies = vec![there.clone(), fortran.clone(), there.clone().reversed_axes()];
    fortran.invert_axis(ndarray::Axis(0));
    lies.push(fortran);
    // Parts of a larger array, with gaps, from behind, and not from its beginning.
    let larger = ndarray::concatenate![ndarray::Axis(0), *there, *there, *there];
    lies.push(larger.clone().slice_move(s![1.., ..columns.div_ceil(2)]));
    lies.push(larger.clone().slice_move(s![..;-2, ..;-1]));
    lies.push(larger.slice_move(s![1..1, ..]));

    let bytes = to_vec(sent).expect("encoded");
    let elements: Vec<A> = sent.iter().cycle().take(open.iter().product()).cloned().collect();
    let open = ArrayD::from_shape_vec(open, elements);
    for lying in lies {
        agrees(&Options::new(), &bytes, lying.clone());
        let mut value = lying.clone();
        decode_into(&bytes, &mut value).expect("decoded");
        assert!(value.is_standard_layout() && value == *sent);
        agrees(&Options::new(), &bytes[..bytes.len() - 1], lying.clone());
        if let Ok(open) = &open {
            agrees(&Options::new(), &to_vec(open).expect("encoded"), lying.clone().into_dyn());
            agrees(&Options::new(), &to_vec(open).expect("encoded"), lying);
        }
    }
}

/// Every cut, and several bytes at every place: the same words whatever was there.
#[test]
fn damage_anywhere_is_refused_in_the_same_words() {
    let sent = scene(1u8, (2, 1, 6));
    let there = scene(1u8, (1, 3, 9));
    for options in [Options::new(), Options::new().dialect(Dialect::Clients)] {
        let intact = options.to_vec(&sent).expect("encoded");
        // Both dialects have the same elements at other places.
        for at in (usize::from(options == Options::new())..intact.len()).step_by(3) {
            let mut changed = intact.clone();
            changed[at] = if at % 2 == 0 { intact[at].wrapping_add(1) } else { 0xff };
            for bytes in [intact[..at].to_vec(), changed] {
                let error = options.from_slice::<Scene<u8>>(&bytes).err();
                // A converted value is judged where it stands, and not after all others have been read.
                if error.is_none_or(|error| !error.to_string().contains("zero")) {
                    agrees(&options, &bytes, there.clone());
                }
                // Nothing of what a message leaves is seen once another has been read.
                let mut left = there.clone();
                let _ = options.decode_into(&bytes, &mut left);
                options.decode_into(&intact, &mut left).expect("decoded");
                assert_eq!(left, sent);
            }
        }
    }
}

/// Where a section is longer than its elements, which nothing but its end shows.
#[test]
fn sections_end_with_their_last_element() {
    let options = Options::new().dialect(Dialect::Clients);
    fn refused<T>(options: &Options, there: T)
    where
        T: for<'de> Decode<'de> + Encode + Clone + PartialEq + Debug,
    {
        let mut bytes = options.to_vec(&there).expect("encoded");
        let section = bytes.len() - 5;
        assert_eq!(bytes[section..], [4, 1, b'a', 1, b'b']);
        bytes[section] = 5;
        bytes.push(0);
        let error = options.decode_into(&bytes, &mut there.clone()).expect_err("too long");
        assert!(matches!(error.kind(), ErrorKind::SectionLength { .. }), "{error}");
        agrees(options, &bytes, there);
    }
    let texts = ["a", "b"].map(str::to_owned);
    refused(&options, texts.clone());
    refused(&options, texts.to_vec());
    refused(&options, Array::from(texts.to_vec()));
    refused(&options, ArrayD::from_shape_vec(vec![1, 2], texts.to_vec()).expect("a shape"));
    refused(&options, Batch(texts.to_vec()));
    refused(&options, Key::Texts(texts.to_vec()));
    refused(&options, Tensor::from_strings([2], texts.to_vec()).expect("a tensor"));
}

/// A length that other parts of the record contradict.
#[test]
fn names_of_axes_bind_fields_and_parts() {
    let bytes = to_vec(&scene(1u8, (2, 1, 8))).expect("encoded");
    let record: Record = tensor_format::from_slice(&bytes).expect("a record");
    let longer: [(&str, Tensor); 5] = [
        ("points", Tensor::from_vec([3, 2], vec![0.5f32; 6]).expect("a tensor")),
        ("ids", Tensor::from_strings([3], ["a", "b", "c"]).expect("a tensor")),
        ("colors", vec![1u8; 3].into()),
        ("left.points", Tensor::from_vec([3, 2], vec![0.5f32; 6]).expect("a tensor")),
        ("left.ids", Tensor::from_strings([3], ["a", "b", "c"]).expect("a tensor")),
    ];
    for (name, tensor) in longer {
        let replaced =
            |(known, old): (&str, &Tensor)| (known.to_owned(), if known == name { &tensor } else { old }.clone());
        let bytes = to_vec(&record.iter().map(replaced).collect::<Record>()).expect("encoded");
        for bytes in [reversed(&bytes), bytes] {
            let mut there = scene(1u8, (1, 3, 9));
            agrees(&Options::new(), &bytes, there.clone());
            let error = decode_into(&bytes, &mut there).expect_err(name);
            assert!(matches!(error.kind(), ErrorKind::AxisName { .. }), "{name}: {error}");
        }
    }
}

/// The same where parameters lie in their order, as they always do in a record of which none may be absent.
#[test]
fn names_of_axes_bind_what_comes_in_order() {
    #[derive(Tensor, Clone, Debug, PartialEq)]
    struct Inner {
        #[tensor(shape = [n, 2])]
        points: Vec<[f32; 2]>,
        #[tensor(shape = [n])]
        ids: Vec<u8>,
    }
    #[derive(Tensor, Clone, Debug, PartialEq)]
    struct Outer {
        #[tensor(shape = [n])]
        first: Vec<u8>,
        #[tensor(flatten)]
        inner: Inner,
        #[tensor(shape = [n])]
        last: Vec<u8>,
    }
    #[derive(Tensor)]
    struct Unbound {
        first: Vec<u8>,
        points: Vec<[f32; 2]>,
        ids: Vec<u8>,
        last: Vec<u8>,
    }
    let there = Outer { first: vec![1], inner: Inner { points: vec![[0.5; 2]], ids: vec![3] }, last: vec![1] };
    for lens in [[2, 2, 2, 2], [3, 2, 2, 2], [2, 3, 3, 2], [2, 2, 2, 3], [2, 2, 3, 2], [3, 2, 2, 3], [0, 1, 1, 1]] {
        let [first, points, ids, last] = lens;
        let numbers = |len| vec![7; len];
        let sent =
            Unbound { first: numbers(first), points: vec![[1.5; 2]; points], ids: numbers(ids), last: numbers(last) };
        let bytes = to_vec(&sent).expect("encoded");
        agrees(&Options::new(), &bytes, there.clone());
        agrees(&Options::new(), &reversed(&bytes), there.clone());
        let is_one = lens.iter().all(|len| *len == first);
        assert_eq!(decode_into(&bytes, &mut there.clone()).is_ok(), is_one, "{lens:?}");
    }
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Lent<'a> {
    name: &'a str,
    title: Cow<'a, str>,
    titles: Vec<Cow<'a, str>>,
    numbers: &'a [u8],
    bytes: View<'a, i64>,
    rows: Cow<'a, [[f32; 2]]>,
    #[tensor(shape = [_, 3])]
    array: ArrayView2<'a, u8>,
    perhaps: CowArray<'a, f64, Ix2>,
    picture: ImageRef<'a>,
    raw: Option<BinaryRef<'a>>,
    any: TensorRef<'a>,
    views: Many<View<'a, u32>>,
    own: Vec<u16>,
}

#[derive(Tensor)]
struct Owned {
    name: String,
    title: String,
    titles: Vec<String>,
    numbers: Vec<u8>,
    bytes: Vec<i64>,
    rows: Vec<[f32; 2]>,
    array: Array2<u8>,
    perhaps: Array2<f64>,
    picture: Image,
    raw: Option<tensor_format::Binary>,
    any: Array<bool, Ix1>,
    views: Many<Vec<u32>>,
    own: Vec<u16>,
}

fn owned((n, m, seed): (usize, usize, u8)) -> Vec<u8> {
    let owned = Owned {
        name: "n".repeat(n),
        title: "t".repeat(m),
        titles: texts(n, seed),
        numbers: vec![seed; m],
        bytes: vec![seed.into(); n],
        rows: vec![[f32::from(seed); 2]; m],
        array: Array2::from_elem((n, 3), seed),
        perhaps: Array2::from_elem((m, n), f64::from(seed)),
        picture: Image::new("png", vec![seed; n]),
        raw: seed.is_multiple_of(2).then(|| tensor_format::Binary(vec![seed; m])),
        any: Array::from_elem(n, seed > 9),
        views: vec![vec![seed.into(); n]; m].into(),
        own: vec![seed.into(); m],
    };
    to_vec(&owned).expect("encoded")
}

proptest! {
    /// What borrows takes the new message's bytes, whether it owned or borrowed before.
    #[test]
    fn what_borrows_becomes_what_was_sent(there in sizes(), sent in sizes(), keeps in any::<bool>(), at in 0usize..9) {
        let (there, sent) = (owned(there), [vec![0; at], owned(sent)].concat());
        let mut value: Lent<'_> = tensor_format::from_slice(&there).expect("decoded");
        if keeps {
            value.title = Cow::Owned(value.title.into_owned());
            value.rows = Cow::Owned(value.rows.into_owned());
            value.perhaps = CowArray::from(value.perhaps.into_owned());
        }
        let expected: Lent<'_> = tensor_format::from_slice(&sent[at..]).expect("decoded");
        let place = value.own.as_ptr();
        let room = value.own.capacity();
        decode_into(&sent[at..], &mut value).expect("decoded");
        prop_assert_eq!(&value, &expected);
        prop_assert!(sent.as_ptr_range().contains(&value.picture.data().as_ptr()) || value.picture.data().is_empty());
        prop_assert!(value.own.as_ptr() == place || value.own.len() > room);
        for cut in (at..sent.len()).step_by(3) {
            let mut value = value.clone();
            let error = decode_into(&sent[at..cut], &mut value).expect_err("cut");
            let fresh = tensor_format::from_slice::<Lent<'_>>(&sent[at..cut]).expect_err("cut");
            prop_assert_eq!(error.to_string(), fresh.to_string());
        }
    }
}
