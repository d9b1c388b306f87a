//! Types of the standard library that stand for others on the wire: characters, machine integers, `NonZero`, queues,
//! sets, maps of integers; and ready-made conversions of others.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    net::IpAddr,
    num::NonZero,
};

use tensor_format::{
    Batch, Binary, DecodeOwned, Encode, ErrorKind, HasRules, Many, Tensor, decthings, from_slice, from_value, npy, npz,
    safetensors, stdlib, to_value, to_vec, vespa,
    with::{Bytes, DisplayFromStr},
    zio,
};

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Numbers {
    size: usize,
    offsets: Vec<isize>,
    id: NonZero<u32>,
    next: Option<NonZero<u64>>,
    #[tensor(shape = [n, 2])]
    pairs: Vec<[NonZero<i16>; 2]>,
    #[tensor(shape = [n])]
    lengths: VecDeque<usize>,
    primes: BTreeSet<u16>,
    seen: HashSet<i64>,
    windows: BTreeSet<[u8; 2]>,
    rows: [[usize; 2]; 3],
    batch: Batch<NonZero<i8>>,
    many: Many<VecDeque<u8>>,
    maybe: Option<BTreeSet<usize>>,
}

fn numbers() -> Numbers {
    let mut lengths = VecDeque::from([usize::MAX, 0]);
    lengths.rotate_left(1);
    lengths.push_back(3);
    lengths.push_front(9);
    Numbers {
        size: usize::MAX,
        offsets: vec![isize::MIN, 0, isize::MAX],
        id: NonZero::<u32>::MAX,
        next: NonZero::new(1),
        pairs: vec![[NonZero::<i16>::MIN, NonZero::<i16>::MAX]; 4],
        lengths,
        primes: BTreeSet::from([7, 2, 5]),
        seen: HashSet::from([3, -1, i64::MIN]),
        windows: BTreeSet::from([[1, 2], [1, 1]]),
        rows: [[1, 2], [3, 4], [5, 6]],
        batch: Batch(vec![NonZero::<i8>::MIN, NonZero::<i8>::MAX]),
        many: Many(vec![VecDeque::from([1, 2]), VecDeque::new()]),
        maybe: Some(BTreeSet::from([1])),
    }
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Texts {
    letter: char,
    word: Vec<char>,
    pair: [[char; 2]; 2],
    other: Option<char>,
    queue: VecDeque<String>,
    tags: BTreeSet<String>,
    marks: HashSet<char>,
    batch: Batch<char>,
    by_id: HashMap<u32, [f32; 2]>,
    by_offset: BTreeMap<isize, i8>,
}

fn texts() -> Texts {
    Texts {
        letter: 'é',
        word: "a\0~\u{7f}\u{80}ß€𝄞".chars().collect(),
        pair: [['a', 'b'], ['c', '\u{10ffff}']],
        other: None,
        queue: VecDeque::from([String::new(), "b".into()]),
        tags: BTreeSet::from(["z".into(), "a".into()]),
        marks: HashSet::from(['z', 'ö', 'a']),
        batch: Batch(vec!['x', 'ÿ']),
        by_id: HashMap::from([(10, [1.0, 2.0]), (9, [3.0, 4.0]), (u32::MAX, [0.0; 2])]),
        by_offset: BTreeMap::from([(isize::MIN, 1), (0, 2), (-1, 3), (isize::MAX, 4)]),
    }
}

/// Written and read back in the formats that hold any record, and as a value of the model.
fn everywhere<T: Encode + DecodeOwned + PartialEq + std::fmt::Debug>(value: &T, other: T) {
    let bytes = to_vec(value).expect("bytes");
    assert_eq!(from_slice::<T>(&bytes).expect("a value"), *value);
    assert_eq!(decthings::encoded_len(value).expect("a length"), bytes.len());
    assert_eq!(decthings::to_slices(value).expect("slices").to_vec(), bytes);
    assert_eq!(
        decthings::from_reader::<T, _>(tensor_format_tests::in_pieces(&bytes)).expect("a value of a stream"),
        *value
    );
    let mut into = other;
    for _ in 0..2 {
        decthings::decode_into(&bytes, &mut into).expect("a value in place");
        assert_eq!(into, *value);
    }
    let dynamic = to_value(value).expect("a value of the model");
    assert_eq!(from_value::<T>(&dynamic.as_ref()).expect("a value"), *value);
    let message = zio::to_message(value).expect("a message").to_vec().expect("bytes");
    let message = zio::Message::from_slice(&message).expect("a message");
    assert_eq!(zio::from_message::<T>(&message).expect("a value"), *value);
}

#[test]
fn numbers_travel_in_every_format() {
    let value = numbers();
    let mut other = value.clone();
    (other.size, other.lengths, other.maybe) = (1, VecDeque::new(), None);
    everywhere(&value, other);
    let plain = Numbers { many: Many(vec![VecDeque::from([1])]), ..value };
    let file = npz::to_vec(&plain).expect("a file");
    assert_eq!(npz::from_slice::<Numbers>(&file).expect("a value"), plain);
    let one = Plain { sizes: vec![7, usize::MAX], ids: BTreeSet::from([NonZero::<u16>::MIN]), turns: [3, 4].into() };
    let file = safetensors::to_vec(&one).expect("a file");
    assert_eq!(safetensors::from_slice::<Plain>(&file).expect("a value"), one);
}

#[derive(Tensor, Debug, PartialEq)]
struct Plain {
    sizes: Vec<usize>,
    ids: BTreeSet<NonZero<u16>>,
    turns: VecDeque<isize>,
}

#[test]
fn texts_travel_where_strings_do() {
    let value = texts();
    let mut other = value.clone();
    (other.word, other.tags, other.other) = (vec![], BTreeSet::new(), Some('x'));
    everywhere(&value, other);
}

#[test]
fn single_values_are_the_tensors_that_they_stand_for() {
    fn same<T: Encode + DecodeOwned + PartialEq + std::fmt::Debug, U: Encode>(value: T, as_other: U, rules: &str) {
        assert_eq!(T::RULES.to_string(), rules);
        let bytes = to_vec(&value).expect("bytes");
        assert_eq!(bytes, to_vec(&as_other).expect("bytes"));
        assert_eq!(from_slice::<T>(&bytes).expect("a value"), value);
        assert_eq!(decthings::to_slices(&value).expect("slices").to_vec(), bytes);
    }
    same('ß', "ß", "string []");
    same(['a', 'ß'], ["a", "ß"], "string [2]");
    same(7usize, 7u64, "u64 []");
    same(-7isize, -7i64, "i64 []");
    same(NonZero::new(7u8).expect("not 0"), 7u8, "u8 []");
    same(NonZero::new(7usize).expect("not 0"), 7u64, "u64 []");
    same(NonZero::new(-7isize).expect("not 0"), -7i64, "i64 []");
    same(vec![1usize; 100], vec![1u64; 100], "u64 [_]");
    same(VecDeque::from([[1u8, 2]]), vec![[1u8, 2]], "u8 [_, 2]");
    same(HashSet::from([300u32, 2, 10]), vec![2u32, 10, 300], "u32 [_]");
    same(BTreeSet::from(["b".to_owned(), "a".to_owned()]), vec!["a", "b"], "string [_]");
    same(BTreeSet::<String>::new(), Vec::<String>::new(), "string [_]");
    let file = npy::to_vec(&vec![1usize, 2]).expect("a file");
    assert_eq!(npy::from_slice::<VecDeque<NonZero<u64>>>(&file).expect("a value").len(), 2);
    let array = stdlib::to_message(&BTreeSet::from([NonZero::<i8>::MAX])).expect("a message");
    assert_eq!(stdlib::from_message::<BTreeSet<NonZero<i8>>>(&array.meta, &array.data).expect("a value").len(), 1);
}

#[test]
fn integers_are_labels_of_vespa() {
    type Map = HashMap<u64, [f32; 2]>;
    let map: Map = HashMap::from([(10, [1.0, 2.0]), (9, [3.0, 4.0])]);
    assert_eq!(Map::RULES.to_string(), "{ d0: string [_], values: f32 [_, 2] }");
    let text = vespa::to_string(&map).expect("a text");
    assert!(text.contains("\"10\"") && text.contains("\"9\""), "{text}");
    assert_eq!(vespa::from_str::<Map>(&text).expect("a map"), map);
    everywhere(&map, Map::new());
}

/// Reads as `T` what was written as another type, and returns kind and text of the error.
fn refused<T: DecodeOwned>(written: &impl Encode) -> (&'static str, String) {
    let bytes = to_vec(written).expect("bytes");
    let Err(error) = from_slice::<T>(&bytes) else { panic!("it was read") };
    let Err(streamed) = decthings::from_reader::<T, _>(&bytes[..]) else { panic!("it was read") };
    assert_eq!(error.kind().to_string(), streamed.kind().to_string());
    (error.kind().name(), error.to_string())
}

fn invalid<T: DecodeOwned>(written: &impl Encode) -> String {
    let (name, text) = refused::<T>(written);
    assert_eq!(name, "invalid_element");
    text
}

#[test]
fn a_character_is_one_character() {
    assert_eq!(
        invalid::<char>(&"ab"),
        "element 0: expected a text of exactly one character, found \"ab\" of 2 characters (byte 2)"
    );
    assert_eq!(
        invalid::<Vec<char>>(&["a", "ß", ""]),
        "element 2: expected a text of exactly one character, found \"\" of 0 characters (byte 8)"
    );
    // One sign to the eye, but two characters.
    assert!(invalid::<[[char; 2]; 2]>(&[["a", "b"], ["e\u{301}", "d"]]).starts_with("element 2: "));
    let long = invalid::<char>(&"\u{1b}".repeat(1000));
    assert!(long.contains("of 1000 characters") && long.len() < 400, "{long}");
}

#[test]
fn zero_is_no_non_zero() {
    let expected = "expected a number other than 0, found 0";
    assert_eq!(invalid::<NonZero<u8>>(&0u8), format!("element 0: {expected} (byte 2)"));
    let mut many = [1u32; 200];
    many[150] = 0;
    assert_eq!(invalid::<Vec<NonZero<u32>>>(&many.to_vec()), format!("element 150: {expected} (byte 603)"));
    assert_eq!(invalid::<[NonZero<u32>; 200]>(&many), format!("element 150: {expected} (byte 603)"));
    let pairs = vec![[1i64, 2], [3, 4], [5, 0]];
    assert!(invalid::<Vec<[NonZero<i64>; 2]>>(&pairs).starts_with("element 5: "));
    assert!(invalid::<VecDeque<[NonZero<i64>; 2]>>(&pairs).starts_with("element 5: "));
    assert!(invalid::<Batch<[NonZero<i64>; 2]>>(&pairs).starts_with("element 5: "));
    assert!(
        invalid::<Vec<NonZero<isize>>>(&vec![1i64, 0]).starts_with("element 1: expected a number other than 0 that")
    );
    let mut into = vec![[NonZero::<i64>::MAX; 2]; 2];
    let error = decthings::decode_into(&to_vec(&pairs).expect("bytes"), &mut into).expect_err("a zero");
    assert!(error.to_string().starts_with("element 5: "), "{error}");
    let mut texts = vec![['a'; 2]; 2];
    let bytes = to_vec(&[["a", "b"], ["c", "d"], ["e", ""]]).expect("bytes");
    let error = decthings::decode_into(&bytes, &mut texts).expect_err("no character");
    assert!(error.to_string().starts_with("element 5: "), "{error}");
}

#[derive(Tensor, Debug)]
struct Ids {
    name: String,
    ids: Vec<NonZero<u16>>,
}

#[derive(Tensor)]
struct PlainIds {
    name: String,
    ids: Vec<u16>,
}

#[test]
fn errors_name_the_parameter() {
    let text = invalid::<Ids>(&PlainIds { name: "a".into(), ids: vec![1, 0] });
    assert!(text.starts_with("parameter `ids`: element 1: expected a number other than 0, found 0 (byte "), "{text}");
}

#[test]
fn a_set_has_each_value_once() {
    let twice = |error: (&str, String)| {
        assert_eq!(error.0, "duplicate_value");
        error.1
    };
    assert_eq!(
        twice(refused::<BTreeSet<u32>>(&[5u32, 3, 5])).split(" (").next(),
        Some("a set: expected each value once, found 5 twice")
    );
    assert!(twice(refused::<HashSet<String>>(&["a", "b", "a"])).contains("found \"a\" twice"));
    assert!(twice(refused::<HashSet<[u8; 2]>>(&[[1u8, 2], [1, 2]])).contains("found 1, 2 twice"));
    let long = twice(refused::<BTreeSet<[u64; 99]>>(&vec![[u64::MAX; 99]; 2]));
    assert!(long.len() < 300, "{long}");
    assert!(twice(refused::<BTreeSet<[u8; 0]>>(&[[0u8; 0]; 2])).contains("twice"));
}

#[test]
fn keys_are_canonical_digits() {
    fn read<K: tensor_format::codec::LabelKey>(label: &str) -> Result<BTreeMap<K, u8>, String> {
        let bytes = to_vec(&BTreeMap::from([(label.to_owned(), 1u8)])).expect("bytes");
        from_slice(&bytes).map_err(|error| {
            assert!(matches!(error.kind(), ErrorKind::InvalidElement { .. }), "{error}");
            error.to_string()
        })
    }
    for label in ["0", "7", "255"] {
        assert!(read::<u8>(label).is_ok(), "{label}");
    }
    for label in ["", "+1", "01", "00", "-0", "-1", "256", " 1", "1 ", "1e1", "１", "-", "--1"] {
        assert!(read::<u8>(label).is_err(), "{label}");
    }
    assert!(read::<i64>("-9223372036854775808").is_ok());
    for label in ["-01", "-+1", "+-1", "-0", "9223372036854775808"] {
        assert!(read::<i64>(label).is_err(), "{label}");
    }
    let error = read::<i32>("01").unwrap_err();
    let expected = "parameter `d0`: element 0: expected the decimal digits of an integer `i32`, found \"01\"";
    assert!(error.starts_with(expected), "{error}");
    let long = read::<u32>(&"9".repeat(10_000)).unwrap_err();
    assert!(long.len() < 200, "{long}");
}

#[test]
fn headers_alone_take_no_memory() {
    // 2^40 elements, of which none is there.
    let huge = [10, 1, 255, 0, 0, 1, 0, 0, 0, 0, 0];
    assert!(from_slice::<Vec<usize>>(&huge).is_err());
    assert!(from_slice::<VecDeque<NonZero<u64>>>(&huge).is_err());
    assert!(from_slice::<HashSet<u64>>(&huge).is_err());
    let texts = [11, 1, 255, 0, 0, 1, 0, 0, 0, 0, 0];
    assert!(from_slice::<Vec<char>>(&texts).is_err());
    assert!(from_slice::<BTreeSet<char>>(&texts).is_err());
}

/// The modules that messages of the compiler show for types of the standard library, as they show them.
#[rustfmt::skip]
#[allow(
    unreachable_pub, clippy::ptr_arg, clippy::trivially_copy_pass_by_ref, clippy::unnecessary_wraps,
    clippy::cast_possible_truncation, reason = "as the messages show them"
)]
mod shown {
    pub mod halves {
        pub fn to_wire(number: &u128) -> [u64; 2] { [(number >> 64) as u64, *number as u64] }
        pub fn from_wire(halves: [u64; 2]) -> Result<u128, String> { Ok((u128::from(halves[0]) << 64) | u128::from(halves[1])) }
    }
    pub mod nanos {
        pub fn to_wire(time: &std::time::Duration) -> u64 { time.as_nanos().try_into().unwrap_or(u64::MAX) }
        pub fn from_wire(nanos: u64) -> Result<std::time::Duration, String> { Ok(std::time::Duration::from_nanos(nanos)) }
    }
    pub mod unix_nanos {
        pub fn to_wire(time: &std::time::SystemTime) -> u64 { time.duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64) }
        pub fn from_wire(nanos: u64) -> Result<std::time::SystemTime, String> { Ok(std::time::UNIX_EPOCH + std::time::Duration::from_nanos(nanos)) }
    }
    pub mod path_text {
        pub fn to_wire(path: &std::path::PathBuf) -> String { path.to_string_lossy().into_owned() }
        pub fn from_wire(text: String) -> Result<std::path::PathBuf, String> { Ok(text.into()) }
    }
    pub mod os_text {
        pub fn to_wire(name: &std::ffi::OsString) -> String { name.to_string_lossy().into_owned() }
        pub fn from_wire(text: String) -> Result<std::ffi::OsString, String> { Ok(text.into()) }
    }
    pub mod texts {
        pub fn to_wire<T: ToString>(list: &Vec<T>) -> Vec<String> { list.iter().map(T::to_string).collect() }
        pub fn from_wire<T: std::str::FromStr>(texts: Vec<String>) -> Result<Vec<T>, T::Err> { texts.iter().map(|text| text.parse()).collect() }
    }
    pub mod lists {
        pub mod nanos {
            pub fn to_wire(times: &Vec<std::time::Duration>) -> Vec<u64> { times.iter().map(|time| time.as_nanos().try_into().unwrap_or(u64::MAX)).collect() }
            pub fn from_wire(nanos: Vec<u64>) -> Result<Vec<std::time::Duration>, String> { Ok(nanos.into_iter().map(std::time::Duration::from_nanos).collect()) }
        }
        pub mod unix_nanos {
            pub fn to_wire(times: &Vec<std::time::SystemTime>) -> Vec<u64> { times.iter().map(|time| time.duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)).collect() }
            pub fn from_wire(nanos: Vec<u64>) -> Result<Vec<std::time::SystemTime>, String> { Ok(nanos.into_iter().map(|nanos| std::time::UNIX_EPOCH + std::time::Duration::from_nanos(nanos)).collect()) }
        }
        pub mod path_texts {
            pub fn to_wire(paths: &Vec<std::path::PathBuf>) -> Vec<String> { paths.iter().map(|path| path.to_string_lossy().into_owned()).collect() }
            pub fn from_wire(texts: Vec<String>) -> Result<Vec<std::path::PathBuf>, String> { Ok(texts.into_iter().map(Into::into).collect()) }
        }
        pub mod os_texts {
            pub fn to_wire(names: &Vec<std::ffi::OsString>) -> Vec<String> { names.iter().map(|name| name.to_string_lossy().into_owned()).collect() }
            pub fn from_wire(texts: Vec<String>) -> Result<Vec<std::ffi::OsString>, String> { Ok(texts.into_iter().map(Into::into).collect()) }
        }
    }
    pub mod binary {
        pub fn to_wire(bytes: &bytes::Bytes) -> tensor_format::Binary { tensor_format::Binary(bytes.to_vec()) }
        pub fn from_wire(binary: tensor_format::Binary) -> Result<bytes::Bytes, String> { Ok(binary.0.into()) }
    }
    pub mod converted {
        pub fn to_wire(value: &std::net::IpAddr) -> String { value.to_string() }
        pub fn from_wire(text: String) -> Result<std::net::IpAddr, String> { text.parse::<std::net::IpAddr>().map_err(|error| error.to_string()) }
    }
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Shown {
    #[tensor(with = shown::halves)]
    id: u128,
    #[tensor(with = shown::nanos)]
    timeout: std::time::Duration,
    #[tensor(with = shown::nanos)]
    pause: Option<std::time::Duration>,
    #[tensor(with = shown::unix_nanos)]
    modified: std::time::SystemTime,
    #[tensor(with = shown::path_text)]
    path: std::path::PathBuf,
    #[tensor(with = shown::os_text)]
    name: std::ffi::OsString,
    #[tensor(with = shown::converted)]
    peer: std::net::IpAddr,
    #[tensor(with = shown::texts)]
    ids: Vec<i128>,
    #[tensor(with = shown::texts)]
    peers: Option<Vec<std::net::IpAddr>>,
    #[tensor(with = shown::lists::nanos)]
    laps: Vec<std::time::Duration>,
    #[tensor(with = shown::lists::unix_nanos)]
    times: Vec<std::time::SystemTime>,
    #[tensor(with = shown::lists::path_texts)]
    paths: Vec<std::path::PathBuf>,
    #[tensor(with = shown::lists::os_texts)]
    names: Vec<std::ffi::OsString>,
    #[tensor(with = shown::binary)]
    body: Option<bytes::Bytes>,
}

#[test]
fn modules_that_messages_show_are_right() {
    let value = Shown {
        id: u128::MAX - 1,
        timeout: std::time::Duration::from_nanos(1_500_000_001),
        pause: None,
        modified: std::time::UNIX_EPOCH + std::time::Duration::from_nanos(5),
        path: "a/é".into(),
        name: "b".into(),
        peer: std::net::Ipv4Addr::LOCALHOST.into(),
        ids: vec![i128::MIN, 7],
        peers: Some(vec![std::net::Ipv4Addr::LOCALHOST.into()]),
        laps: vec![std::time::Duration::from_nanos(3)],
        times: vec![std::time::UNIX_EPOCH + std::time::Duration::from_nanos(9)],
        paths: vec!["a/é".into()],
        names: vec!["b".into(), "c".into()],
        body: Some(bytes::Bytes::from_static(b"abc")),
    };
    assert_eq!(from_slice::<Shown>(&to_vec(&value).expect("bytes")).expect("a value"), value);
}

/// Two bytes that are a hexadecimal number.
#[derive(Clone, Debug, PartialEq)]
struct Key([u8; 2]);

impl AsRef<[u8]> for Key {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<&[u8]> for Key {
    type Error = String;

    fn try_from(bytes: &[u8]) -> Result<Self, String> {
        bytes.try_into().map(Key).map_err(|_| format!("expected a key of 2 bytes, found {}", bytes.len()))
    }
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Login {
    #[tensor(with = DisplayFromStr)]
    peer: IpAddr,
    #[tensor(with = DisplayFromStr)]
    ticket: Option<i128>,
    #[tensor(with = Bytes)]
    key: Key,
    #[tensor(with = Bytes)]
    older: Many<Key>,
    #[tensor(with = Bytes::<Key>)]
    newer: Option<Key>,
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Peer(#[tensor(with = DisplayFromStr)] IpAddr);

#[derive(Tensor)]
struct Other {
    peer: String,
    key: Binary,
}

#[test]
fn ready_made_conversions() {
    let rules = "{ peer: string [], ticket?: string [], key: binary [], older*: binary [], newer?: binary [] }";
    assert_eq!(Login::RULES.to_string(), rules);
    let peer = std::net::Ipv6Addr::LOCALHOST.into();
    let older = Many(vec![Key([3, 4]), Key([5, 6])]);
    let mut login = Login { peer, ticket: Some(i128::MIN), key: Key([1, 2]), older, newer: Some(Key([7, 8])) };
    let bytes = to_vec(&login).expect("bytes");
    assert_eq!(from_slice::<Login>(&bytes).expect("a value"), login);
    assert_eq!(decthings::from_reader::<Login, _>(&bytes[..]).expect("a value of a stream"), login);
    (login.ticket, login.older) = (None, Many(vec![]));
    decthings::decode_into(&bytes, &mut login).expect("a value in place");
    assert_eq!(login.older.0.len(), 2);
    let peers = Batch(vec![Peer(peer), Peer(peer)]);
    assert_eq!(from_slice::<Batch<Peer>>(&to_vec(&peers).expect("bytes")).expect("a batch"), peers);
    let error = from_slice::<Peer>(&to_vec("nowhere").expect("bytes")).expect_err("no address");
    assert_eq!(error.to_string(), "invalid IP address syntax (byte 0)");
    let other = Other { peer: "::1".into(), key: Binary(vec![1, 2, 3]) };
    let error = from_slice::<Login>(&to_vec(&other).expect("bytes")).expect_err("no key");
    assert!(error.to_string().starts_with("parameter `key`: expected a key of 2 bytes, found 3 (byte "), "{error}");
}

#[derive(Clone, Debug, PartialEq)]
struct Point<T> {
    x: T,
    y: T,
}

/// The modules of the notes for types of other crates, of a type with a parameter.
#[rustfmt::skip]
#[allow(unreachable_pub, clippy::ptr_arg, clippy::unnecessary_wraps, reason = "as the messages show them")]
mod noted {
    pub mod converted {
        use super::super::Point;
        type Foreign = Point<f32>;
        pub fn to_wire(value: &Foreign) -> [f32; 2] { [value.x, value.y] }
        pub fn from_wire([x, y]: [f32; 2]) -> Result<Foreign, String> { Ok(Foreign { x, y }) }
    }
    pub mod all_converted {
        use super::super::Point;
        type Foreign = Point<f32>;
        pub fn to_wire(list: &Vec<Foreign>) -> Vec<[f32; 2]> { list.iter().map(|item| [item.x, item.y]).collect() }
        pub fn from_wire(list: Vec<[f32; 2]>) -> Result<Vec<Foreign>, String> { Ok(list.into_iter().map(|[x, y]| Foreign { x, y }).collect()) }
    }
}

#[test]
fn types_of_other_crates_are_converted_as_the_notes_say() {
    #[derive(Tensor, Clone, Debug, PartialEq)]
    struct Track {
        #[tensor(with = noted::converted)]
        start: Point<f32>,
        #[tensor(with = noted::all_converted)]
        points: Vec<Point<f32>>,
    }
    let start = Point { x: 1.0, y: 2.0 };
    let track = Track { start: start.clone(), points: vec![start; 3] };
    assert_eq!(from_slice::<Track>(&to_vec(&track).expect("bytes")).expect("a value"), track);
}
