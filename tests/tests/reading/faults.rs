//! Every implementation and derived types against bytes that are cut or changed: whatever the type, all ways of reading
//! agree, nothing panics, and a tensor that is accepted is written as it was read.

use std::{borrow::Cow, fmt::Debug, rc::Rc, sync::Arc};

use ndarray::{
    ArcArray, Array0, Array1, Array2, ArrayD, ArrayView, ArrayView1, ArrayView2, ArrayViewD, CowArray, Ix1, Ix2, IxDyn,
};
use proptest::{collection::vec, prelude::*, sample::select};
use tensor_format::{
    Audio, AudioRef, Batch, Binary, BinaryRef, Decode, DecodeError, DecodeOwned, Encode, HasRules, Image, ImageRef,
    Many, Record, RecordRef, Rules, Tensor, TensorRef, ValueBuf, Video, VideoRef, View,
    codec::{ElementSource, Source},
    decthings::{Dialect, Options},
    from_value, to_value,
};

use tensor_format_tests::flips;

use super::agree;

/// What the reading of some bytes must give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// A value.
    Accepted,
    /// An error in the value.
    Refused,
    /// A value, and bytes after it.
    Followed,
}

/// Checks that one tensor is written as it was read, and returns what is written. That all ways of writing agree is for
/// `written_alike` and the round trips.
fn written<'de, T: Encode + Decode<'de>>(options: &Options, value: &T, bytes: &[u8]) -> Vec<u8> {
    let again = options.to_vec(value).expect("what was read can be written");
    // Without items a batch does not know their shape.
    if matches!(T::RULES, Rules::Tensor(_)) && again.get(2) != Some(&0) {
        assert_eq!(again, bytes);
    }
    again
}

/// Checks that all ways of writing agree: the round trips do it with the documented dialect alone.
fn written_alike<T: Encode>(options: &Options, value: &T) {
    let bytes = options.to_vec(value).expect("encoded");
    assert_eq!(options.encoded_len(value).expect("encoded"), bytes.len());
    assert_eq!(options.to_slices(value).expect("encoded").to_vec(), bytes);
    let of_model = match to_value(value).expect("a value") {
        ValueBuf::Tensor(tensor) => options.to_vec(&tensor),
        ValueBuf::Record(record) => options.to_vec(&record),
    };
    assert_eq!(of_model.expect("encoded"), bytes);
}

/// Reads bytes as a type that borrows nothing, in every way.
fn owned<T: Encode + DecodeOwned>(options: &Options, bytes: &[u8]) -> Verdict {
    agree::agree::<T>(options, bytes);
    let from_slice = options.from_slice::<T>(bytes);
    let from_reader = options.from_reader::<T, _>(tensor_format_tests::in_pieces(bytes));
    let from_prefix = options.from_prefix::<T>(bytes);
    let mut sequence = options.sequence::<T>(bytes);
    let first = sequence.next();
    match from_slice {
        Ok(value) => {
            let again = written(options, &value, bytes);
            assert_eq!(written(options, &from_reader.expect("a stream of the same bytes"), bytes), again);
            let (front, len) = from_prefix.expect("a prefix of the same bytes");
            assert_eq!(len, bytes.len());
            assert_eq!(written(options, &front, bytes), again);
            assert_eq!(written(options, &first.expect("one value").expect("the same value"), bytes), again);
            assert!(sequence.next().is_none());
            // A record is written in the order of its rules, and is the same again.
            let value = options.from_slice::<T>(&again).expect("what was written can be read");
            assert_eq!(written(options, &value, &again), again);
            Verdict::Accepted
        }
        Err(error) => {
            let streamed = from_reader.err().expect("a stream of the same bytes is refused too");
            assert!(error.offset().is_some_and(|offset| offset <= bytes.len() as u64), "{error}");
            assert!(streamed.offset().is_some_and(|offset| offset <= bytes.len() as u64), "{streamed}");
            if let Ok((value, len)) = from_prefix {
                assert!(len < bytes.len());
                assert_eq!((error.kind().name(), error.offset()), ("trailing_bytes", Some(len as u64)));
                written(options, &value, &bytes[..len]);
                return Verdict::Followed;
            }
            Verdict::Refused
        }
    }
}

/// Reads bytes as a type that borrows: as the owned type does, or not at all for their place. With wider rules, `wanted`
/// is only what must be accepted.
fn borrowed<'de, T: Encode + Decode<'de>>(options: &Options, bytes: &'de [u8], wanted: Verdict, wider: bool) {
    let excused = |name: &str| matches!(name, "misaligned" | "not_borrowable");
    match options.from_slice::<T>(bytes) {
        Ok(value) => {
            assert!(wider || wanted == Verdict::Accepted);
            written(options, &value, bytes);
        }
        Err(error) => assert!(wanted != Verdict::Accepted || excused(error.kind().name()), "{error}"),
    }
    match options.from_prefix::<T>(bytes) {
        Ok((value, len)) => {
            assert!(wider || (wanted == Verdict::Followed) == (len < bytes.len()));
            written(options, &value, &bytes[..len]);
        }
        Err(error) => assert!(wanted == Verdict::Refused || excused(error.kind().name()), "{error}"),
    }
}

/// Puts a value through whole, cut and changed bytes, as its own type and as types that borrow the same.
macro_rules! faults {
    ($options:expr, $value:expr => $ty:ty $(, $borrowed:ty)* $(,)?) => {{
        let (options, value): (Options, $ty) = ($options, $value);
        let bytes = options.to_vec(&value).expect("encoded");
        let all = |bytes: &[u8]| {
            let verdict = owned::<$ty>(&options, bytes);
            $( borrowed::<$borrowed>(&options, bytes, verdict, <$borrowed>::RULES != <$ty>::RULES); )*
            verdict
        };
        assert_eq!(all(&bytes), Verdict::Accepted);
        for end in 0..bytes.len() {
            assert_eq!(all(&bytes[..end]), Verdict::Refused, "cut at {end}");
        }
        assert_eq!(all(&[&bytes[..], &[9]].concat()), Verdict::Followed);
        flips(&bytes).for_each(|flipped| { all(&flipped); });
    }};
}

const STRICT: Options = Options::new();

fn options() -> impl Strategy<Value = Options> {
    let dialects = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];
    select(dialects.to_vec()).prop_map(|dialect| STRICT.dialect(dialect))
}

fn pairs<T: Copy>(many: &[T]) -> Vec<[T; 2]> {
    many.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Returns the elements as a column.
fn column<T: Copy>(many: &[T]) -> Array2<T> {
    Array2::from_shape_vec((1, many.len()), many.to_vec()).expect("a row").reversed_axes()
}

/// Types of one element, of lists, of blocks and of two axes, of each type of elements.
macro_rules! scalars {
    ($($name:ident: $ty:ty;)*) => { proptest! { #![proptest_config(ProptestConfig::with_cases(2))] $(
        #[test]
        fn $name(one: $ty, many in vec(any::<$ty>(), 0..4)) {
            let (pairs, grid) = (pairs(&many), column(&many));
            faults!(STRICT, one => $ty, TensorRef<'_>);
            faults!(STRICT, many.clone() => Vec<$ty>, &[$ty], Cow<'_, [$ty]>, View<'_, $ty>, ArrayView1<'_, $ty>);
            faults!(STRICT, pairs => Vec<[$ty; 2]>, &[[$ty; 2]]);
            faults!(STRICT, grid => Array2<$ty>, CowArray<'_, $ty, Ix2>);
            faults!(STRICT, many.into() => Tensor, TensorRef<'_>);
        }
    )* } };
}

scalars! {
    f32s: f32;
    f64s: f64;
    i8s: i8;
    i16s: i16;
    i32s: i32;
    i64s: i64;
    u8s: u8;
    u16s: u16;
    u32s: u32;
    u64s: u64;
    bools: bool;
}

/// The other types that hold elements, of numbers and of what not every byte is.
macro_rules! containers {
    ($($name:ident: $ty:ty;)*) => { proptest! { #![proptest_config(ProptestConfig::with_cases(2))] $(
        #[test]
        fn $name(one: $ty, many in vec(any::<$ty>(), 0..4)) {
            let (pairs, grid) = (pairs(&many), column(&many));
            faults!(STRICT, Box::new(one) => Box<$ty>, CowArray<'_, $ty, ndarray::Ix0>);
            faults!(STRICT, [[one], [one]] => [[$ty; 1]; 2]);
            faults!(STRICT, many.clone().into() => Box<[$ty]>, CowArray<'_, $ty, Ix1>);
            faults!(STRICT, many.clone().into() => Rc<[$ty]>);
            faults!(STRICT, many.clone().into() => Arc<[$ty]>);
            faults!(STRICT, Arc::new(many.clone()) => Arc<Vec<$ty>>);
            faults!(STRICT, many.clone().into() => Batch<$ty>);
            faults!(STRICT, vec![many.clone(); 2].into() => Batch<Vec<$ty>>);
            faults!(
                STRICT,
                pairs.into() => Array1<[$ty; 2]>,
                Cow<'_, [[$ty; 2]]>, ArrayView1<'_, [$ty; 2]>, CowArray<'_, [$ty; 2], Ix1>,
            );
            faults!(STRICT, ndarray::arr0(one) => Array0<$ty>, ArrayView<'_, $ty, ndarray::Ix0>);
            faults!(STRICT, many.into() => Array1<$ty>);
            faults!(STRICT, grid.clone().into_shared() => ArcArray<$ty, Ix2>, ArrayView2<'_, $ty>);
            faults!(STRICT, grid.into_dyn() => ArrayD<$ty>, ArrayViewD<'_, $ty>, CowArray<'_, $ty, IxDyn>);
        }
    )* } };
}

containers! {
    containers_of_numbers: i16;
    containers_of_booleans: bool;
}

fn media<T>(options: &Options, new: fn(&'static str, Vec<u8>) -> T, content: &[u8]) -> T {
    new(if *options == STRICT.dialect(Dialect::Clients) { "webp" } else { "png" }, content.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn texts(options in options(), words in vec(".{0,4}", 1..4)) {
        written_alike(&options, &words);
        faults!(options, words[0].clone() => String, &str, Cow<'_, str>, TensorRef<'_>);
        faults!(options, words[0].as_str().into() => Box<str>);
        faults!(options, words[0].as_str().into() => Arc<str>);
        faults!(options, words[0].as_str().into() => Rc<str>);
        faults!(options, [words[0].clone(), words[0].clone()] => [String; 2], [&str; 2], [Cow<'_, str>; 2]);
        faults!(options, words.clone() => Vec<String>, Vec<&str>, Vec<Cow<'_, str>>, Array1<&str>, Batch<&str>);
        faults!(options, words.clone().into() => Batch<String>);
        faults!(options, Array2::from_elem((1, 2), words[0].clone()) => Array2<String>);
        faults!(options, Tensor::from_strings(words.len(), words.iter().map(String::as_str)).unwrap() => Tensor);
    }

    #[test]
    fn bytes_and_media(options in options(), content in vec(any::<u8>(), 0..6)) {
        written_alike(&options, &Binary(content.clone()));
        written_alike(&options, &media(&options, Image::new, &content));
        written_alike(&options, &vec![media(&options, Video::new, &content); 3]);
        faults!(options, Binary(content.clone()) => Binary, BinaryRef<'_>, TensorRef<'_>);
        faults!(options, vec![Binary(content.clone()); 2] => Vec<Binary>, Vec<BinaryRef<'_>>);
        faults!(options, [const { Binary(Vec::new()) }; 2] => [Binary; 2], [BinaryRef<'_>; 2]);
        faults!(options, media(&options, Image::new, &content) => Image, ImageRef<'_>);
        faults!(options, media(&options, Audio::new, &content) => Audio, AudioRef<'_>);
        faults!(options, media(&options, Video::new, &content) => Video, VideoRef<'_>);
        faults!(options, vec![media(&options, Video::new, &content); 3] => Vec<Video>, Vec<VideoRef<'_>>, TensorRef<'_>);
        faults!(options, [media(&options, Image::new, &content)].into_iter().collect() => Array1<Image>);
    }
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
#[tensor(shape = [n: ..=3, 2])]
struct Boxes(Vec<[i16; 2]>);

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
struct Generic<T>(Array1<T>);

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
struct Words<'a>(Vec<Cow<'a, str>>);

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
#[tensor(dtype = [u8, string, bool], shape = [.., 2])]
struct Narrowed(Tensor);

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(rename_all = "kebab-case")]
enum Label {
    A,
    LongOne,
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(repr = i16)]
#[repr(i16)]
enum Number {
    Least = -1,
    Most = 7,
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone, Copy)]
#[tensor(stack)]
struct Row {
    left: f32,
    right: f32,
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
enum Union {
    Raw(Binary),
    Text(String),
    Count(u16),
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
struct Fixed {
    id: u32,
    level: Number,
    place: [Row; 2],
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
#[tensor(rename_all = "camelCase")]
struct Everything {
    #[tensor(shape = [n, _])]
    grid: Array2<u16>,
    #[tensor(shape = [n])]
    row_names: Vec<String>,
    flag: Option<bool>,
    crops: Many<Vec<u8>>,
    #[tensor(default = 0.5)]
    overlap: f32,
    #[tensor(skip)]
    cache: u8,
    label: Label,
    either: Union,
    any: Tensor,
}

/// [`Everything`] in types that borrow.
#[derive(tensor_format::Tensor)]
#[tensor(rename_all = "camelCase")]
struct Borrowing<'a> {
    #[tensor(shape = [n, _])]
    grid: CowArray<'a, u16, Ix2>,
    #[tensor(shape = [n])]
    row_names: Vec<&'a str>,
    flag: Option<bool>,
    crops: Many<View<'a, u8>>,
    #[tensor(default = 0.5)]
    overlap: f32,
    label: Label,
    either: TensorRef<'a>,
    any: TensorRef<'a>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
#[tensor(deny_unknown)]
struct Strict<T: Copy> {
    numbers: Vec<T>,
    pair: Option<Array1<[T; 2]>>,
}

/// The value comes back from bytes, a stream, the front of longer bytes, among others, and from the model.
fn returns<T: Encode + DecodeOwned + PartialEq + Debug>(options: &Options, value: &T) {
    written_alike(options, value);
    let bytes = options.to_vec(value).expect("encoded");
    let thrice = bytes.repeat(3);
    assert_eq!(options.from_slice::<T>(&bytes).expect("decoded"), *value);
    assert_eq!(options.from_reader::<T, _>(&*bytes).expect("decoded"), *value);
    assert_eq!(options.from_reader::<T, _>(tensor_format_tests::in_pieces(&bytes)).expect("decoded"), *value);
    assert_eq!(from_value::<T>(&to_value(value).expect("a value").as_ref()).expect("decoded"), *value);
    let (front, len) = options.from_prefix::<T>(&thrice).expect("decoded");
    assert_eq!((&front, len), (value, bytes.len()));
    let mut batches = options.sequence::<T>(&thrice).batches(2);
    assert_eq!(
        batches.next().expect("a batch").expect("decoded").as_slice(),
        [front, options.from_slice(&bytes).unwrap()]
    );
    assert_eq!(batches.next().expect("a batch").expect("decoded").len(), 1);
    let streamed: Vec<T> = options.sequence_from_reader(&*thrice).collect::<Result<_, _>>().expect("decoded");
    assert!(streamed.len() == 3 && streamed.iter().all(|other| other == value));
}

fn finite() -> impl Strategy<Value = f32> {
    any::<f32>().prop_filter("equal to itself", |x| !x.is_nan())
}

fn row() -> impl Strategy<Value = Row> {
    (finite(), finite()).prop_map(|(left, right)| Row { left, right })
}

fn number() -> impl Strategy<Value = Number> {
    select(vec![Number::Least, Number::Most])
}

fn union() -> impl Strategy<Value = Union> {
    prop_oneof![
        vec(any::<u8>(), 0..4).prop_map(|bytes| Union::Raw(Binary(bytes))),
        ".{0,3}".prop_map(Union::Text),
        any::<u16>().prop_map(Union::Count),
    ]
}

fn fixed() -> impl Strategy<Value = Fixed> {
    (any::<u32>(), number(), [row(), row()]).prop_map(|(id, level, place)| Fixed { id, level, place })
}

fn everything() -> impl Strategy<Value = Everything> {
    let texts = vec("[a-zé]{0,2}", 0..3);
    let rest = (any::<Option<bool>>(), vec(vec(any::<u8>(), 0..3), 0..3), finite(), union(), any::<bool>());
    (texts, 0usize..3, rest).prop_map(|(row_names, columns, (flag, crops, overlap, either, long))| Everything {
        grid: Array2::from_shape_fn((row_names.len(), columns), |(i, j)| (i * 300 + j) as u16),
        row_names,
        flag,
        crops: Many(crops),
        overlap,
        cache: 0,
        label: if long { Label::LongOne } else { Label::A },
        either,
        any: Tensor::from(vec![overlap; columns]),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    #[test]
    fn derived_tensors(
        options in options(),
        pairs in vec([any::<i16>(), any::<i16>()], 0..=3),
        words in vec(".{0,3}", 0..3),
        rows in vec(row(), 0..3),
        number in number(),
        union in union(),
    ) {
        let flat: Vec<i16> = pairs.concat();
        returns(&options, &Boxes(pairs.clone()));
        faults!(options, Boxes(pairs) => Boxes, &[[i16; 2]]);
        returns(&options, &Generic(Array1::from(flat.clone())));
        faults!(options, Generic(flat.into()) => Generic<i16>, CowArray<'_, i16, Ix1>);
        faults!(options, words => Vec<String>, Words<'_>);
        let narrowed = Narrowed(Tensor::from_strings([1, 2], ["a", "b"]).unwrap());
        returns(&options, &narrowed);
        faults!(options, narrowed => Narrowed);
        returns(&options, &Label::LongOne);
        faults!(options, Label::LongOne => Label);
        faults!(options, vec![[Label::A, Label::LongOne]] => Vec<[Label; 2]>);
        returns(&options, &number);
        faults!(options, number => Number);
        faults!(options, vec![number; 2] => Vec<Number>);
        returns(&options, &rows);
        faults!(options, rows.clone() => Vec<Row>, Cow<'_, [[f32; 2]]>);
        faults!(options, rows.into() => Batch<Row>);
        returns(&options, &union);
        faults!(options, union => Union, TensorRef<'_>);
    }

    #[test]
    fn derived_records(options in options(), fixed in fixed(), numbers in vec(any::<i16>(), 0..3)) {
        returns(&options, &fixed);
        faults!(options, fixed.clone() => Fixed);
        faults!(options, vec![fixed.clone(), fixed].into() => Batch<Fixed>);
        let strict = Strict { pair: Some(numbers.iter().map(|n| [*n, 1]).collect()), numbers };
        returns(&options, &strict);
        faults!(options, strict.clone() => Strict<i16>);
        faults!(options, Strict { pair: None, ..strict } => Strict<i16>);
    }

}

proptest! {
    // Each is thousands of messages.
    #![proptest_config(ProptestConfig::with_cases(2))]

    #[test]
    fn derived_records_of_all_kinds_of_fields(options in options(), everything in everything()) {
        returns(&options, &everything);
        let record: Record = options.from_slice(&options.to_vec(&everything).unwrap()).unwrap();
        returns(&options, &record);
        faults!(options, record => Record, RecordRef<'_>);
        faults!(options, everything => Everything);
    }

    /// A type that borrows accepts what the same in owned types accepts, and nothing else but types of its own.
    #[test]
    fn derived_records_that_borrow(options in options(), everything in everything()) {
        let bytes = options.to_vec(&everything).expect("encoded");
        for bytes in (0..=bytes.len()).map(|end| bytes[..end].to_vec()).chain(flips(&bytes)) {
            let lent = options.from_slice::<Borrowing<'_>>(&bytes);
            if let Ok(read) = options.from_slice::<Everything>(&bytes) {
                let lent = lent.expect("what is owned can be borrowed");
                prop_assert_eq!(options.to_vec(&lent).expect("encoded"), options.to_vec(&read).expect("encoded"));
                prop_assert!(lent.row_names.iter().eq(&read.row_names));
            } else if let Ok(lent) = lent {
                let again = options.to_vec(&lent).expect("encoded");
                prop_assert!(options.from_slice::<Borrowing<'_>>(&again).is_ok());
            }
        }
    }
}

#[test]
fn the_rules_are_of_every_form() {
    assert_eq!(Boxes::RULES.to_string(), "i16 [n: 0..=3, 2]");
    assert_eq!(Union::RULES.to_string(), "u16 | string | binary []");
    assert_eq!(Fixed::RULES.to_string(), "{ id: u32 [], level: i16 [], place: f32 [2, 2] }");
}

/// Owned media are read one by one, borrowed ones at once.
#[test]
fn many_media_are_read_as_one_by_one() {
    let images = [&b"png"[..], b"jpg", b"gif"].map(|format| Image::new(format, vec![7; 251]));
    let dialects = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];
    for strict in dialects.map(|dialect| STRICT.dialect(dialect)) {
        let lenient = strict.allow_non_canonical_varint(true).allow_non_ascii_format(true);
        let bytes = strict.to_vec(&images.to_vec()).expect("encoded");
        let cuts = (0..bytes.len()).map(|end| bytes[..end].to_vec());
        for bytes in cuts.chain(flips(&bytes)).chain([bytes.clone()]) {
            for options in [strict, lenient, strict.max_element_bytes(254), lenient.max_bytes(600)] {
                let one_by_one: Result<Vec<Image>, _> = options.from_slice(&bytes);
                let at_once: Result<Vec<ImageRef<'_>>, _> = options.from_slice(&bytes);
                match (one_by_one, at_once) {
                    (Ok(owned), Ok(borrowed)) => assert!(owned.iter().map(Image::as_ref).eq(borrowed)),
                    (Err(one), Err(other)) => assert_eq!(one.to_string(), other.to_string()),
                    (one, other) => panic!("{one:?}, {other:?}"),
                }
            }
        }
    }
}

/// Reads a tensor as media of whatever type it has.
#[derive(Debug)]
struct AnyMedia;

impl HasRules for AnyMedia {
    const RULES: Rules<'static> = TensorRef::RULES;
}

impl<'de> Decode<'de> for AnyMedia {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let (header, mut elements) = source.tensor()?;
        elements.media(header.element_type, elements.left(), |_, _| Ok(()))?;
        elements.end()?;
        Ok(Self)
    }
}

#[test]
fn texts_and_bytes_are_no_media() {
    let texts = tensor_format::to_vec(&vec!["abcd", "efghi"]).expect("encoded");
    let bytes = tensor_format::to_vec(&vec![Binary(vec![1; 5])]).expect("encoded");
    for (bytes, found) in [(texts, "string"), (bytes, "binary")] {
        let error = tensor_format::from_slice::<AnyMedia>(&bytes).expect_err("no media").to_string();
        assert!(error.starts_with("element type: expected ") && error.contains("image"), "{error}");
        assert!(error.contains(&format!("found {found}")), "{error}");
    }
    let images = tensor_format::to_vec(&vec![Image::new("png", [1, 2])]).expect("encoded");
    assert!(tensor_format::from_slice::<AnyMedia>(&images).is_ok());
}
