//! What checks of headers say, and what reading says: whatever the type and the bytes, the two agree.

use std::{borrow::Cow, collections::BTreeMap, fmt::Debug};

use ndarray::{Array1, Array2, ArrayD, ArrayView2};
use proptest::{collection::vec, prelude::*, sample::select};
use tensor_format::{
    Batch, Binary, Decode, Encode, HasRules, Image, Many, Record, Tensor, TensorRef, View, append,
    decthings::{Dialect, Options},
    rules::Presence,
    to_vec,
};

use super::{
    agree::agree,
    parameters::{survives, tensor_of},
};

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
struct Flags {
    a: Option<bool>,
    b: Option<u8>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
struct Point {
    points: [i16; 2],
    ids: u8,
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
#[tensor(shape = [n, n])]
struct Square(Array2<u8>);

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
struct Named {
    #[tensor(shape = [n, _])]
    grid: Array2<u16>,
    #[tensor(shape = [n])]
    names: Vec<String>,
    note: Option<String>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
#[tensor(deny_unknown)]
struct Strict {
    numbers: Vec<u8>,
    #[tensor(shape = [3], dtype = [u8, bool])]
    any: Tensor,
    #[tensor(default = 0.5)]
    overlap: f32,
    crops: Many<Vec<u8>>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
struct Outer {
    id: u8,
    #[tensor(flatten)]
    point: Point,
    #[tensor(flatten = "in_")]
    flags: Flags,
    last: [bool; 2],
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone, Copy)]
enum Label {
    A,
    Long,
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
enum Union {
    Raw(Binary),
    Text(String),
    Count(u16),
}

#[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
struct Mixed {
    label: Label,
    either: Union,
    image: Option<Image>,
    any: Tensor,
}

#[derive(tensor_format::Tensor)]
struct Borrowing<'a> {
    view: View<'a, u16>,
    text: Cow<'a, str>,
    rest: Option<TensorRef<'a>>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Notes {
    id: u8,
    notes: Option<BTreeMap<String, i64>>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Prices {
    #[tensor(shape = [n])]
    notes: BTreeMap<String, i64>,
    #[tensor(shape = [n])]
    ids: Vec<u8>,
    #[tensor(default)]
    stock: BTreeMap<(String, String), u32>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Shop {
    #[tensor(flatten = "in_")]
    notes: Notes,
    #[tensor(flatten)]
    named: Named,
    #[tensor(shape = [n])]
    ids: Vec<u8>,
    #[tensor(metadata)]
    owner: Option<u32>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
#[tensor(stack)]
struct Row {
    x: u8,
    y: u8,
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Rows {
    #[tensor(shape = [n, 2])]
    rows: Vec<Row>,
    one: Option<Row>,
    #[tensor(shape = [n])]
    ids: Vec<u8>,
    many: Many<Batch<Vec<u8>>>,
    labels: Many<Label>,
    unions: Many<Union>,
}

mod halved {
    type Wire = u8;

    pub(super) fn to_wire(whole: &u16) -> Wire {
        u8::try_from(whole / 2).expect("made of one")
    }

    pub(super) fn from_wire(half: Wire) -> Result<u16, String> {
        (half < 200).then_some(u16::from(half) * 2).ok_or_else(|| "too large".to_owned())
    }
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Converted {
    #[tensor(range_checked = 0..=2, shape = [n])]
    a: Vec<u8>,
    #[tensor(shape = [n], default = vec![1])]
    b: Vec<u8>,
    #[tensor(with = halved)]
    c: u16,
    #[tensor(with = halved)]
    d: Many<u16>,
    #[tensor(with = halved, default = 4)]
    e: u16,
}

const DIALECTS: [Dialect; 3] = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];

/// Holds every type to what is said of these bytes.
fn all_agree(options: &Options, bytes: &[u8]) {
    macro_rules! each {
        ($($ty:ty),* $(,)?) => { $(agree::<$ty>(options, bytes);)* };
    }
    each!(
        u8,
        bool,
        f32,
        String,
        Binary,
        Image,
        Vec<u8>,
        Vec<bool>,
        Vec<String>,
        [u8; 3],
        [[i16; 2]; 2],
        Vec<[i16; 2]>,
        Vec<[f32; 0]>,
        Box<[u16]>,
        Array1<u8>,
        Array2<u16>,
        ArrayD<u8>,
        ArrayView2<'_, u16>,
        View<'_, u8>,
        &str,
        Cow<'_, [u16]>,
        Tensor,
        TensorRef<'_>,
        Square,
        Label,
        Vec<Label>,
        Union,
        Flags,
        Point,
        Named,
        Strict,
        Outer,
        Mixed,
        Borrowing<'_>,
        Batch<u8>,
        Batch<Vec<u8>>,
        Batch<Tensor>,
        Batch<ArrayD<u8>>,
        Batch<Square>,
        Batch<Union>,
        Batch<Batch<Vec<u8>>>,
        Batch<Point>,
        Batch<Flags>,
        Batch<Named>,
        Batch<Strict>,
        Batch<Mixed>,
        Batch<Batch<Point>>,
        Batch<Record>,
        Record,
        BTreeMap<String, [i16; 2]>,
        BTreeMap<String, Vec<u8>>,
        Notes,
        Prices,
        Shop,
        Row,
        Vec<Row>,
        Rows,
        Converted,
        Batch<Notes>,
        Batch<Prices>,
        Batch<Shop>,
        Batch<Converted>,
    );
}

fn encoded(options: &Options, value: &impl Encode) -> Vec<u8> {
    options.to_vec(value).expect("encoded")
}

/// A message of one of the types.
fn message(options: &Options, choice: usize, n: usize, text: &str) -> Vec<u8> {
    let point = |id| Point { points: [1, -2], ids: id };
    let flags = Flags { a: (n > 0).then_some(true), b: (n > 1).then_some(3) };
    let named =
        Named { grid: Array2::ones((n, 2)), names: vec![text.to_owned(); n], note: (n > 1).then(|| text.to_owned()) };
    let mixed = Mixed {
        label: if n > 0 { Label::A } else { Label::Long },
        either: [Union::Text(text.to_owned()), Union::Count(7), Union::Raw(Binary(vec![1]))][n % 3].clone(),
        image: None,
        any: Tensor::from_vec([n], vec![1u8; n]).expect("a tensor"),
    };
    let some = n.max(1);
    match choice {
        0 => encoded(options, &(n as u8)),
        1 => encoded(options, &vec![text; n]),
        2 => encoded(options, &vec![[1i16, 2]; n]),
        3 => encoded(options, &Array2::<u8>::ones((n, n))),
        4 => encoded(options, &vec![n > 1; n]),
        5 => encoded(options, &flags),
        6 => encoded(options, &point(1)),
        7 => encoded(options, &named),
        8 => encoded(options, &Outer { id: 1, point: point(2), flags, last: [true, false] }),
        9 => encoded(options, &mixed),
        10 => encoded(options, &Batch((0..n).map(|id| point(id as u8)).collect())),
        11 => encoded(options, &Batch(vec![mixed; some])),
        12 => encoded(options, &Batch(vec![flags; 1]).0[0]),
        13 => encoded(options, &Batch(vec![named; some])),
        14 => encoded(options, &(0..n).map(|key| (key.to_string(), [1i16, 2])).collect::<BTreeMap<_, _>>()),
        15 => {
            let any = Tensor::from_vec([3], vec![1u8; 3]).expect("a tensor");
            let strict = Strict { numbers: vec![1; n], any, overlap: 1.0, crops: Many(vec![vec![1]; n]) };
            encoded(options, &strict)
        }
        _ => encoded(options, &Record::new()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Messages of each type, with bytes changed, left out and put in.
    #[test]
    fn what_a_check_refuses_reading_refuses_and_the_other_way_round(
        dialect in select(&DIALECTS[..]),
        (choice, n, text) in (0usize..17, 0usize..4, "[a-zé]{0,3}"),
        changes in vec((any::<prop::sample::Index>(), 0usize..4, prop_oneof![0u8..16, any::<u8>()]), 0..3),
        (names, trailing, any_true, align) in (0u8..8, any::<bool>(), any::<bool>(), select(&[1usize, 16][..])),
    ) {
        let mut options = Options::new().dialect(dialect).allow_trailing(trailing).allow_any_true_byte(any_true);
        let mut bytes = message(&options.align(align), choice, n, &text);
        if names == 0 {
            options = options.names(false);
        }
        for (index, way, byte) in changes {
            let at = index.index(bytes.len());
            match way {
                0 => { bytes.remove(at); }
                1 => bytes.insert(at, byte),
                2 => bytes.truncate(at.max(1)),
                _ => bytes[at] = byte,
            }
            if bytes.is_empty() {
                break;
            }
        }
        all_agree(&options, &bytes);
    }

    /// Records whose tensors are those of the types, in any order, number and shape.
    #[test]
    fn records_of_any_tensors_agree(
        dialect in select(&DIALECTS[..]),
        entries in vec((
            select(&["points", "ids", "a", "b", "grid", "names", "note", "id", "numbers", "any", "d0", "values", "last"][..]),
            select(&[0usize, 1, 2, 3, 4, 5][..]),
            vec(0usize..4, 0..3),
        ), 0..4),
        trailing in 0usize..2,
    ) {
        let options = Options::new().dialect(dialect);
        let names: Vec<&str> = entries.iter().map(|(name, ..)| *name).collect();
        let mut bytes = encoded(&options, &names);
        for (_, kind, shape) in &entries {
            let n = shape.iter().product();
            let shape = shape.as_slice();
            let tensor = match kind {
                0 => Tensor::from_vec(shape, vec![1i16; n]),
                1 => Tensor::from_vec(shape, vec![true; n]),
                2 => Tensor::from_vec(shape, vec![1u16; n]),
                3 => Tensor::from_strings(shape, vec!["A"; n]),
                _ => Tensor::from_vec(shape, vec![1u8; n]),
            };
            options.append(&tensor.expect("a tensor"), &mut bytes).expect("encoded");
        }
        bytes.resize(bytes.len() + trailing, 0);
        all_agree(&options, &bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Records of some of a type's own parameters, mostly as they should be.
    #[test]
    fn records_that_lack_parameters_agree(
        dialect in select(&DIALECTS[..]),
        which in 0usize..8,
        there in vec(0usize..4, 12),
        lens in prop_oneof![Just(vec![2; 12]), vec(0usize..4, 12)],
        (odd, reverse) in (0usize..30, any::<bool>()),
    ) {
        let options = Options::new().dialect(dialect);
        let rules = [
            Notes::RULES, Prices::RULES, Shop::RULES, Rows::RULES, Converted::RULES, Named::RULES,
            <Batch<Notes>>::RULES, <Batch<Prices>>::RULES,
        ][which];
        let mut entries = Vec::new();
        for (index, param) in rules.as_record().expect("a record").iter().enumerate() {
            let times = match param.presence {
                Presence::Many => there[index],
                _ => usize::from(there[index] > 0),
            };
            (0..times).for_each(|_| entries.push((param.name, tensor_of(&param, lens[index], index == odd))));
        }
        if reverse {
            entries.reverse();
        }
        let mut bytes = encoded(&options, &entries.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for (_, tensor) in &entries {
            options.append(tensor, &mut bytes).expect("encoded");
        }
        all_agree(&options, &bytes);
        survives::<Notes>(&options, &bytes);
        survives::<Prices>(&options, &bytes);
        survives::<Shop>(&options, &bytes);
        survives::<Rows>(&options, &bytes);
        survives::<Converted>(&options, &bytes);
        survives::<Batch<Notes>>(&options, &bytes);
        survives::<Batch<Prices>>(&options, &bytes);
    }
}

#[test]
fn labels_and_values_of_an_optional_map_come_together() {
    let missing = |absent: &str, also: &str| {
        let known = format!("parameter `{absent}`: required beside `{also}`, but missing");
        let mut bytes = to_vec(&["id", also]).unwrap();
        append(&7u8, &mut bytes).unwrap();
        match also {
            "notes.d0" => append(&["x"], &mut bytes).unwrap(),
            _ => append(&[1i64], &mut bytes).unwrap(),
        }
        for error in [
            Options::new().from_slice::<Notes>(&bytes).unwrap_err(),
            Options::new().check::<Notes>(&bytes).unwrap_err(),
            Options::new().check_against(&Notes::RULES, &bytes).unwrap_err(),
        ] {
            assert_eq!(error.to_string(), format!("{known} (byte 0)"));
        }
        let all = Options::new().check_all::<Notes>(&bytes).unwrap();
        assert_eq!(all.iter().map(ToString::to_string).collect::<Vec<_>>(), [known]);
    };
    missing("notes.values", "notes.d0");
    missing("notes.d0", "notes.values");
    // Of a batch without items too.
    let mut bytes = to_vec(&["id", "notes.d0"]).unwrap();
    append(&Vec::<u8>::new(), &mut bytes).unwrap();
    append(&Tensor::from_strings([0, 3], Vec::<&str>::new()).unwrap(), &mut bytes).unwrap();
    refused::<Batch<Notes>>(&bytes, "parameter `notes.values`: required beside `notes.d0`, but missing (byte 0)");
}

#[track_caller]
fn refused<T: for<'de> Decode<'de> + HasRules + Debug>(bytes: &[u8], text: &str) {
    for dialect in [Dialect::Documented, Dialect::Clients] {
        let options = Options::new().dialect(dialect);
        let bytes = match dialect {
            // The names of no tensors have a section of no bytes.
            Dialect::Clients if bytes == [11, 1, 0] => vec![11, 1, 0, 0],
            Dialect::Clients => continue,
            _ => bytes.to_vec(),
        };
        assert_eq!(options.from_slice::<T>(&bytes).unwrap_err().to_string(), text);
        assert_eq!(options.from_reader::<T, _>(&*bytes).unwrap_err().to_string(), text);
        assert_eq!(options.check::<T>(&bytes).unwrap_err().to_string(), text);
        match options.check_all::<T>(&bytes) {
            Ok(all) => assert!(!all.is_empty() && text.starts_with(&all[0].to_string()), "{all:?}"),
            Err(error) => assert_eq!(error.to_string(), text),
        }
    }
}

#[test]
fn a_record_without_tensors_lacks_what_is_required_and_no_more() {
    const NOTHING: &[u8] = &[11, 1, 0];
    refused::<Point>(NOTHING, "parameter `points`: required, but missing (byte 0)");
    refused::<Batch<Point>>(NOTHING, "parameter `points`: required, but missing (byte 0)");
    refused::<Outer>(NOTHING, "parameter `id`: required, but missing (byte 0)");
    for bytes in [&[11, 1, 0][..], &[11, 1, 0, 0]] {
        let dialect = if bytes.len() == 3 { Dialect::Documented } else { Dialect::Clients };
        let options = Options::new().dialect(dialect);
        assert_eq!(options.from_slice::<Flags>(bytes).unwrap(), Flags { a: None, b: None });
        assert!(options.check::<Flags>(bytes).is_ok() && options.check_all::<Flags>(bytes).unwrap().is_empty());
        assert_eq!(options.from_slice::<Batch<Flags>>(bytes).unwrap(), Batch(vec![]));
        assert!(options.check::<Batch<Flags>>(bytes).is_ok());
        assert!(options.from_slice::<Record>(bytes).unwrap().is_empty() && options.check::<Record>(bytes).is_ok());
    }
}

#[test]
fn the_columns_of_a_batch_are_of_one_length() {
    let bytes = hex::decode("0b010206706f696e747303696473040202020100020003000400070101".to_owned() + "09").unwrap();
    refused::<Batch<Point>>(&bytes, "parameter `ids`: axis 0: `batch` is 2 in `points`, found 1 (byte 28)");
    // Without items too, where no row is read that could differ.
    let mut bytes = to_vec(&["grid", "names"]).unwrap();
    append(&Tensor::from_vec([0, 2, 3], Vec::<u16>::new()).unwrap(), &mut bytes).unwrap();
    append(&Tensor::from_strings([0, 3], Vec::<&str>::new()).unwrap(), &mut bytes).unwrap();
    refused::<Batch<Named>>(&bytes, "parameter `names`: axis 1: `n` is 2 in `grid`, found 3 (byte 22)");
    let bytes = to_vec(&Tensor::from_vec([0, 2, 3], Vec::<u8>::new()).unwrap()).unwrap();
    refused::<Batch<Square>>(&bytes, "axis 2: `n` is 2 in an earlier axis, found 3 (byte 4)");
}

#[test]
fn a_batch_that_cannot_be_written_is_not_read() {
    const NO_SHAPE: &str = "an empty batch of tensors of any rank or type has no shape (byte 2)";
    fn both<T: for<'de> Decode<'de> + Encode + Debug>(bytes: &[u8], text: &str) {
        let options = Options::new();
        assert_eq!(options.from_slice::<Batch<T>>(bytes).unwrap_err().to_string(), text);
        assert_eq!(options.from_reader::<Batch<T>, _>(bytes).unwrap_err().to_string(), text);
        assert_eq!(options.decode_into(bytes, &mut Batch::<T>(vec![])).unwrap_err().to_string(), text);
        let unplaced = text.rsplit_once(" (byte").map_or(text, |(text, _)| text);
        assert_eq!(options.to_vec(&Batch::<T>(vec![])).unwrap_err().to_string(), unplaced);
    }
    both::<Tensor>(&[13, 1, 0], NO_SHAPE);
    both::<Tensor>(&[7, 2, 0, 3], NO_SHAPE);
    both::<ArrayD<u8>>(&[7, 1, 0], NO_SHAPE);
    both::<Union>(&[8, 1, 0], NO_SHAPE);
    let many = "parameter `crops`: a record that holds `Many` cannot be in a batch";
    both::<Strict>(&[11, 1, 0], &format!("{many} (byte 0)"));
    refused::<Batch<Strict>>(&[11, 1, 0], &format!("{many} (byte 0)"));
    let mut bytes = to_vec(&["label", "either", "any"]).unwrap();
    append(&Vec::<&str>::new(), &mut bytes).unwrap();
    append(&Vec::<u16>::new(), &mut bytes).unwrap();
    append(&Vec::<u16>::new(), &mut bytes).unwrap();
    let text = "parameter `either`: an empty batch of tensors of any rank or type has no shape (byte 26)";
    both::<Mixed>(&bytes, text);
}

#[test]
fn an_empty_batch_is_read_whatever_shape_its_items_would_have() {
    let read: Batch<Vec<f32>> = Options::new().from_slice(&[1, 2, 0, 3]).unwrap();
    assert_eq!(read, Batch(vec![]));
    assert_eq!(to_vec(&read).unwrap(), [1, 2, 0, 0]);
}
