//! Input that is made to harm readers of nested records and ragged lists: an error or a value, within the memory that is
//! promised, and in time that is in proportion to the input.

use std::time::{Duration, Instant};

use allocation_counter::measure;
use tensor_format::{
    Batch, DecodeError, DecodeOwned, Encode, ErrorKind, HasRules, Ragged, Record, Tensor, Value, append,
    decthings::Options, from_slice, from_value, npz, to_vec, zio,
};
use tensor_format_tests::reversed_record;

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Inner {
    #[tensor(ragged)]
    deep: Vec<Vec<Vec<u8>>>,
    flag: bool,
}

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Outer {
    id: u8,
    left: Inner,
    right: Option<Box<Inner>>,
    #[tensor(flatten = "more_")]
    more: (Ragged<Vec<String>>, Option<f32>),
    spots: Batch<Spot>,
}

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Spot {
    at: [f32; 2],
    kind: Option<(u8, u8)>,
}

fn outer() -> Outer {
    Outer {
        id: 7,
        left: Inner { deep: vec![vec![vec![1, 2], vec![]], vec![], vec![vec![3]]], flag: true },
        right: Some(Box::new(Inner { deep: vec![vec![]], flag: false })),
        more: (Ragged(vec![vec!["a".into()], vec![]]), Some(0.5)),
        spots: Batch(vec![Spot { at: [1.0, 2.0], kind: Some((1, 2)) }; 2]),
    }
}

/// The tensors of a value, one of them changed.
fn changed(value: &impl Encode, name: &str, tensor: &Tensor) -> Record {
    let record: Record = from_slice(&to_vec(value).expect("bytes")).expect("a record");
    assert!(record.iter().any(|(found, _)| found == name), "no `{name}`");
    let entries =
        record.iter().map(|(found, old)| (found.to_owned(), if found == name { tensor } else { old }.clone()));
    entries.collect()
}

/// The greatest number of bytes allocated at once.
fn peak<T>(call: impl FnOnce() -> T) -> (u64, T) {
    let mut result = None;
    let peak = measure(|| result = Some(call())).bytes_max;
    (peak, result.expect("called"))
}

/// Calls within 32 times the number of the bytes, and 8 KiB.
#[track_caller]
fn within<T>(bytes: usize, call: impl FnOnce() -> T) -> T {
    let (peak, result) = peak(call);
    assert!(peak <= 32 * bytes as u64 + 8192, "{peak} bytes of heap for {bytes}");
    result
}

/// Reads in every way of the default format, within the promised memory; returns what the readers of bytes say.
#[track_caller]
fn read<T: DecodeOwned + Default>(options: &Options, bytes: &[u8]) -> Result<T, DecodeError> {
    let len = bytes.len();
    let slice = within(len, || options.from_slice::<T>(bytes));
    let stream = within(len, || options.from_reader::<T, _>(tensor_format_tests::in_pieces(bytes)));
    let mut there = T::default();
    let into = within(len, || options.decode_into(bytes, &mut there));
    assert_eq!((slice.is_ok(), slice.is_ok()), (stream.is_ok(), into.is_ok()));
    assert_eq!(slice.as_ref().err().map(ToString::to_string), into.as_ref().err().map(ToString::to_string));
    slice
}

/// The error of this record in every format that it fits, which is the same in any order.
#[track_caller]
fn refused<T: DecodeOwned + Default>(record: &Record) -> String {
    let text = from_value::<T>(&Value::Record(record.as_ref())).err().expect("a fault").to_string();
    for record in [record, &reversed_record(record)] {
        let bytes = to_vec(record).expect("bytes");
        let error = read::<T>(&Options::new(), &bytes).err().expect("a fault").to_string();
        assert_eq!(error.split(" (byte").next(), Some(&*text));
        let message = zio::to_message(record).expect("a message");
        let error = zio::from_message::<T>(&message).err().expect("a fault").to_string();
        assert!(error.contains(&text), "{error}");
    }
    text
}

#[test]
fn lengths_are_held_against_each_other_in_nested_records() {
    let lengths = |list: &[u64]| Tensor::from(list.to_vec());
    let of = |name: &str, list: &[u64]| refused::<Outer>(&changed(&outer(), name, &lengths(list)));
    let most = "18446744073709551615 or more";
    for (prefix, first, second) in [("left.", 3, 3), ("right.", 1, 0)] {
        let [top, middle, values] =
            ["deep.lengths", "deep.values.lengths", "deep.values.values"].map(|part| format!("{prefix}{part}"));
        // By one length, by a sum that wraps to what is there, and by one too many.
        for (list, sum) in [
            (&[u64::MAX][..], most),
            (&[u64::MAX, 1, first], most),
            (&[1 << 63, 1 << 63, first], most),
            (&[first + 1], &*(first + 1).to_string()),
        ] {
            let text = of(&top, list);
            let found = if prefix == "left." { 3 } else { 0 };
            assert_eq!(text, format!("parameter `{middle}`: axis 0: `{top}` add up to {sum}, found {found}"));
        }
        if prefix == "left." {
            for (list, sum) in
                [([u64::MAX, 1, 3], most), ([1 << 63, 1 << 63, 3], most), ([second, 1, 0], "4"), ([0; 3], "0")]
            {
                let text = of(&middle, &list);
                assert_eq!(text, format!("parameter `{values}`: axis 0: `{middle}` add up to {sum}, found 3"));
            }
        }
    }
    let text = of("more_0.lengths", &[u64::MAX, u64::MAX]);
    assert_eq!(text, format!("parameter `more_0.values`: axis 0: `more_0.lengths` add up to {most}, found 1"));
}

/// Which column is wrong depends on which comes first.
#[test]
fn columns_have_as_many_rows() {
    for (name, rows) in [("spots.at", 0), ("spots.kind.0", 3), ("spots.kind.1", 1)] {
        let column = match name {
            "spots.at" => Tensor::from_vec([rows, 2], vec![0.5f32; rows * 2]).expect("a tensor"),
            _ => Tensor::from(vec![1u8; rows]),
        };
        let record = changed(&outer(), name, &column);
        for record in [&record, &reversed_record(&record)] {
            let error = read::<Outer>(&Options::new(), &to_vec(record).expect("bytes")).expect_err("two lengths");
            let text = error.to_string();
            assert!(text.starts_with("parameter `spots."), "{text}");
            assert!(text.contains("axis 0: `spots.batch` is ") && text.contains(" in `spots."), "{text}");
            assert!(zio::from_message::<Outer>(&zio::to_message(record).expect("a message")).is_err());
        }
    }
}

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Track {
    id: u8,
    sightings: Vec<Sighting>,
}

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Sighting {
    at: [f32; 2],
    seen: bool,
}

/// Whatever is wrong with one of these lists, numbers or not, is found where it is.
#[test]
fn lists_in_records_of_a_list() {
    let sighting = |x| Sighting { at: [x, 0.5], seen: x > 1.0 };
    let tracks: Vec<Track> = [vec![], vec![1.0, 2.0], vec![3.0]]
        .into_iter()
        .zip(0..)
        .map(|(list, id)| Track { id, sightings: list.into_iter().map(sighting).collect() })
        .collect();
    let bytes = to_vec(&tracks).expect("bytes");
    assert_eq!(read::<Vec<Track>>(&Options::new(), &bytes).expect("a value"), tracks);
    let mut into = vec![Track { id: 9, sightings: vec![sighting(7.0); 4] }; 5];
    Options::new().decode_into(&bytes, &mut into).expect("a value");
    assert_eq!(into, tracks);

    let of = |name: &str, tensor: Tensor| refused::<Vec<Track>>(&changed(&tracks, name, &tensor));
    // The sums are the same, so that only a record shows it.
    let text = of("sightings.seen.lengths", Tensor::from(vec![0u64, 1, 2]));
    assert_eq!(text, "parameter `[1].sightings.seen`: axis 0: `[1].sightings.n` is 2 in `[1].sightings.at`, found 1");
    let text = of("sightings.seen.values", Tensor::from(vec![false, true]));
    assert_eq!(text, "parameter `sightings.seen.values`: axis 0: `sightings.seen.lengths` add up to 3, found 2");
    let text = of("sightings.at.values", Tensor::from_vec([3, 2], vec![0.5f64; 6]).expect("a tensor"));
    assert_eq!(text, "parameter `sightings.at.values`: element type: expected f32, found f64");
    // The last byte is the last boolean, of a list whose numbers are read already.
    let mut bytes = bytes;
    *bytes.last_mut().expect("a byte") = 2;
    let error = read::<Vec<Track>>(&Options::new(), &bytes).expect_err("no boolean").to_string();
    assert_eq!(error, "parameter `sightings.seen.values`: boolean: expected 0 or 1, found 2 (byte 185)");
}

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Holder {
    id: u8,
    list: Vec<Nothing>,
}

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Nothing {
    none: [f32; 0],
}

/// Records of no bytes in a record of a list count as items without elements.
#[test]
fn lists_of_nothing_in_records_of_a_list() {
    let holders = vec![Holder { id: 1, list: vec![Nothing::default(); 3] }; 2];
    let bytes = to_vec(&holders).expect("bytes");
    assert_eq!(Options::new().from_slice::<Vec<Holder>>(&bytes).expect("a value"), holders);
    let many = 1usize << (usize::BITS / 2 + 8);
    let record = changed(&holders, "list.none.lengths", &Tensor::from(vec![many as u64, 0]));
    let none = Tensor::from_vec([many, 0], Vec::<f32>::new()).expect("a tensor");
    let bytes = to_vec(&changed(&record, "list.none.values", &none)).expect("bytes");
    let error = read::<Vec<Holder>>(&Options::new(), &bytes).expect_err("too many").to_string();
    assert!(error.starts_with("parameter `[0].list.none`: limit exceeded: "), "{error}");
}

type L<T> = Vec<T>;
/// 16 levels.
type Deepest = Ragged<L<L<L<L<L<L<L<L<L<L<L<L<L<L<L<L<u8>>>>>>>>>>>>>>>>>;

/// Lists of one list each, and these numbers in the innermost.
fn deepest(numbers: &[u8]) -> Deepest {
    macro_rules! lists {
        ($value:expr;) => { $value };
        ($value:expr; $_:tt $($rest:tt)*) => { lists!(vec![$value]; $($rest)*) };
    }
    Ragged(lists!(numbers.to_vec(); 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16))
}

/// The tensors of so many levels, each of one length, which is 1 but at the level that is `wrong`.
fn levels(levels: usize, wrong: Option<usize>) -> Record {
    let mut record = Record::new();
    for level in 0..levels {
        let length = if wrong == Some(level) { u64::MAX } else { 1 };
        record.push(format!("{}lengths", "values.".repeat(level)), Tensor::from(vec![length]));
    }
    record.push(format!("{}values", "values.".repeat(levels - 1)), Tensor::from(vec![9u8]));
    record
}

#[test]
fn sixteen_levels_are_read_and_seventeen_are_not() {
    let names = Deepest::RULES.as_record().expect("a record").iter().count();
    assert_eq!(names, 17);
    let bytes = to_vec(&deepest(&[9])).expect("bytes");
    assert_eq!(bytes, to_vec(&levels(16, None)).expect("bytes"));
    assert_eq!(read::<Deepest>(&Options::new(), &bytes).expect("a value"), deepest(&[9]));
    let reverse = to_vec(&reversed_record(&levels(16, None))).expect("bytes");
    assert_eq!(read::<Deepest>(&Options::new(), &reverse).expect("a value"), deepest(&[9]));
    for wrong in 0..16 {
        let most = "add up to 18446744073709551615 or more, found 1";
        let text = refused::<Deepest>(&levels(16, Some(wrong)));
        assert!(text.ends_with(most) && text.contains(&format!("`{}lengths`", "values.".repeat(wrong))), "{text}");
    }
    // What such a list has of one level more or less is another parameter.
    let last = format!("parameter `{}values`: required, but missing", "values.".repeat(15));
    let error = read::<Deepest>(&Options::new(), &to_vec(&levels(17, None)).expect("bytes")).expect_err("17 levels");
    assert!(error.to_string().starts_with(&last), "{error}");
    let error = read::<Deepest>(&Options::new(), &to_vec(&levels(15, None)).expect("bytes")).expect_err("15 levels");
    assert!(matches!(error.kind(), ErrorKind::MissingParam { .. }), "{error}");
}

/// Hundreds of thousands of empty lists at each level: in the outermost, in one list, and in one list of one list.
#[test]
fn many_empty_lists() {
    const MANY: usize = 250_000;
    let cases: [[Vec<u64>; 3]; 3] = [
        [vec![0; MANY], vec![], vec![]],
        [vec![MANY as u64], vec![0; MANY], vec![]],
        [vec![1], vec![MANY as u64], vec![0; MANY]],
    ];
    for [top, middle, last] in cases {
        let mut bytes =
            to_vec(&["lengths", "values.lengths", "values.values.lengths", "values.values.values"]).expect("bytes");
        for lengths in [&top, &middle, &last] {
            append(lengths, &mut bytes).expect("bytes");
        }
        append(&Vec::<u8>::new(), &mut bytes).expect("bytes");
        let begin = Instant::now();
        let lists: Ragged<Vec<Vec<Vec<u8>>>> = read(&Options::new(), &bytes).expect("lists");
        assert_eq!(lists.len(), top.len());
        assert_eq!(lists.iter().map(Vec::len).sum::<usize>(), middle.len());
        assert_eq!(lists.iter().flatten().map(Vec::len).sum::<usize>(), last.len());
        assert!(begin.elapsed() < Duration::from_secs(60));
    }
}

/// A field that is read among names that mean nothing.
#[derive(Tensor, Debug, Clone, PartialEq, Default)]
struct Small {
    left: Inner,
}

#[derive(Tensor, Debug, Clone, PartialEq, Default)]
#[tensor(deny_unknown)]
struct Strict {
    left: Inner,
}

/// The bytes of `Small`, and so many parameters of these names besides.
fn with_names(names: impl Iterator<Item = String>) -> Vec<u8> {
    let small = Small::default();
    let mut all = vec!["left.deep.lengths".to_owned(), "left.deep.values.lengths".into()];
    all.extend(["left.deep.values.values".to_owned(), "left.flag".into()]);
    let own = all.len();
    all.extend(names);
    let mut bytes = to_vec(&all).expect("bytes");
    bytes.extend(Options::new().names(false).to_vec(&small).expect("bytes"));
    (own..all.len()).for_each(|_| append(&1u8, &mut bytes).expect("bytes"));
    bytes
}

/// What every reader and every check says of bytes, within the promised memory.
fn all_ways(options: &Options, bytes: &[u8], is_read: bool) {
    assert_eq!(read::<Small>(options, bytes).is_ok(), is_read);
    assert!(read::<Strict>(options, bytes).is_err());
    let len = bytes.len();
    assert_eq!(within(len, || options.check::<Small>(bytes).is_ok()), is_read);
    assert!(within(len, || options.check::<Strict>(bytes).is_err()));
    within(len, || options.check_all::<Small>(bytes).map(|all| all.len()).unwrap_or_default());
    within(len, || options.check_all::<Strict>(bytes).map(|all| all.len()).unwrap_or_default());
}

#[test]
fn names_with_ten_thousand_dots() {
    let begin = Instant::now();
    for part in ["a.", "values.", "left.", ".", "left.deep.values."] {
        let deep = part.repeat(10_000);
        for name in [format!("{deep}a"), deep.clone(), format!("left.{deep}"), format!("left.deep.{deep}lengths")] {
            let bytes = with_names([name.clone()].into_iter());
            all_ways(&Options::new(), &bytes, true);
            // In place of one that has to be there.
            let mut record = Record::new();
            record.push(name.clone(), Tensor::from(vec![1u64]));
            let bytes = to_vec(&record).expect("bytes");
            let error = read::<Small>(&Options::new(), &bytes).expect_err("nothing that is known");
            assert!(matches!(error.kind(), ErrorKind::MissingParam { .. }), "{}", error.kind().name());
            assert!(from_slice::<Record>(&bytes).expect("a record") == record);
            assert!(zio::from_message::<Small>(&zio::to_message(&record).expect("a message")).is_err());
            if let Ok(bytes) = npz::to_vec(&record) {
                assert!(npz::from_slice::<Small>(&bytes).is_err());
            }
        }
    }
    // A thousand of them, each of 10,000 dots and another end: 10 MB of names.
    let bytes = with_names((0..1000).map(|index| format!("{}{index}", ".".repeat(10_000))));
    all_ways(&Options::new(), &bytes, true);
    assert!(begin.elapsed() < Duration::from_secs(60));
}

#[test]
fn tens_of_thousands_of_parameters() {
    // More than the default allows.
    const MANY: usize = 66_000;
    const FEWER: usize = 20_000;
    let begin = Instant::now();
    let wide = Options::new().max_params(2 * MANY);
    let all: [&dyn Fn(usize) -> String; 2] =
        [&|index| format!("left.deep.lengths{index}"), &|index| format!("{index}.left.flag")];
    for name in all {
        let bytes = with_names((0..MANY).map(name));
        all_ways(&wide, &bytes, true);
        let error = read::<Small>(&Options::new(), &bytes).expect_err("too many");
        assert!(matches!(error.kind(), ErrorKind::LimitExceeded { .. }), "{error}");
    }
    // One name again and again: one that is known, and one that is not.
    let bytes = with_names((0..FEWER).map(|_| "left.flag".to_owned()));
    all_ways(&wide, &bytes, false);
    let error = read::<Small>(&wide, &bytes).expect_err("a name twice");
    assert_eq!((error.kind().name(), error.parameter()), ("duplicate_param", Some("left.flag")));
    all_ways(&wide, &with_names((0..FEWER).map(|_| "left.other".to_owned())), true);
    assert!(begin.elapsed() < Duration::from_secs(60));
}

/// What a nested record is short of is named with its whole path, whatever comes besides.
#[test]
fn what_is_missing_is_named() {
    let record: Record = from_slice(&to_vec(&outer()).expect("bytes")).expect("a record");
    for (name, _) in record.iter() {
        let rest: Record = record
            .iter()
            .filter(|(found, _)| *found != name)
            .map(|(name, tensor)| (name.into(), tensor.clone()))
            .collect();
        let param = Outer::RULES.as_record().and_then(|rules| rules.iter().find(|param| param.name == name));
        let is_optional = matches!(name, "more_1");
        match read::<Outer>(&Options::new(), &to_vec(&rest).expect("bytes")) {
            Ok(_) => assert!(is_optional && !param.expect("a parameter").is_required(), "{name}"),
            Err(error) => assert_eq!(error.parameter(), Some(name)),
        }
    }
}
