//! Maps of tensors as fields of derived records, and as structs of their own.

use std::collections::{BTreeMap, HashMap};

use ndarray::{Array1, array};
use tensor_format::{
    Batch, DecodeOwned, Definitions, Encode, ErrorKind, HasRules, Record, Rules, Tensor, Value, ValueBuf, View,
    contract,
    decthings::{self, Dialect},
    from_slice, from_value,
    rules::fingerprint_of,
    to_value, to_vec, zio,
};

mod entries;
mod order;

fn text(label: &str) -> String {
    label.to_owned()
}

#[derive(Tensor, Debug, PartialEq, Clone)]
struct Shop {
    name: String,
    /// Euro for a kilogram.
    #[tensor(shape = [category], range = 0.0..=100.0)]
    prices: BTreeMap<String, f32>,
    #[tensor(shape = [category, x: 3])]
    embeddings: HashMap<String, [f32; 3]>,
    #[tensor(shape = [_, _, week])]
    sales: HashMap<(String, String), Array1<f32>>,
    #[tensor(shape = [week])]
    weeks: Vec<u32>,
    notes: Option<BTreeMap<String, i64>>,
    #[tensor(default)]
    stock: BTreeMap<String, u32>,
}

fn shop() -> Shop {
    Shop {
        name: text("north"),
        prices: BTreeMap::from([(text("tea"), 2.5), (text("cocoa"), 3.0)]),
        embeddings: HashMap::from([(text("tops"), [1.0, 2.0, 3.0]), (text("caps"), [-0.0, f32::INFINITY, 1e-40])]),
        sales: HashMap::from([
            ((text("tea"), text("north")), array![1.0, 2.0]),
            ((text("tea"), text("south")), array![3.0, 4.0]),
        ]),
        weeks: vec![7, 8],
        notes: Some(BTreeMap::from([(text(""), i64::MIN)])),
        stock: BTreeMap::from([(text("é"), 3)]),
    }
}

/// Written and read back by way of each format that holds records, and as a dynamic value.
fn everywhere<T: Encode + DecodeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let bytes = to_vec(value).expect("bytes");
    assert_eq!(from_slice::<T>(&bytes).expect("a value"), *value);
    assert_eq!(
        decthings::from_reader::<T, _>(tensor_format_tests::in_pieces(&bytes)).expect("a value of a stream"),
        *value
    );
    assert_eq!(decthings::encoded_len(value).expect("a length"), bytes.len());
    let dynamic = to_value(value).expect("a value of the model");
    assert_eq!(from_value::<T>(&dynamic.as_ref()).expect("a value"), *value);
    let message = zio::to_message(value).expect("a message").to_vec().expect("bytes");
    let message = zio::Message::from_slice(&message).expect("a message");
    assert_eq!(zio::from_message::<T>(&message).expect("a value"), *value);
    // In any order.
    let ValueBuf::Record(record) = dynamic else { panic!("a record") };
    let mut entries: Vec<(String, Tensor)> = record.into_iter().collect();
    entries.reverse();
    let reversed: Record = entries.into_iter().collect();
    assert_eq!(from_value::<T>(&Value::Record(reversed.as_ref())).expect("a value"), *value);
    assert_eq!(from_slice::<T>(&to_vec(&reversed).expect("bytes")).expect("a value"), *value);
    let bytes = to_vec(&reversed).expect("bytes");
    assert_eq!(
        decthings::from_reader::<T, _>(tensor_format_tests::in_pieces(&bytes)).expect("a value of a stream"),
        *value
    );
}

#[test]
fn a_map_in_a_record_is_labels_and_values() {
    let expected = "{ name: string [], prices.category: string [_], prices.values: f32 [_] in 0.0..=100.0, \
                    embeddings.category: string [_], embeddings.values: f32 [_, x: 3], sales.d0: string [_], \
                    sales.d1: string [_], sales.values: f32 [_, week], weeks: u32 [week], notes.d0?: string [_], \
                    notes.values?: i64 [_], stock.d0?: string [_], stock.values?: u32 [_] }";
    assert_eq!(Shop::RULES.to_string(), expected);
    let rules = Shop::RULES;
    let documented: Vec<&str> = rules
        .as_record()
        .expect("a record")
        .iter()
        .filter(|param| !param.doc.is_empty())
        .map(|param| param.name)
        .collect();
    assert_eq!(documented, ["prices.values"]);
}

#[test]
fn records_with_maps_travel() {
    everywhere(&shop());
    everywhere(&Shop { notes: None, ..shop() });
    everywhere(&Shop {
        prices: BTreeMap::new(),
        embeddings: HashMap::new(),
        stock: BTreeMap::new(),
        notes: Some(BTreeMap::new()),
        ..shop()
    });
}

/// The record of a value, changed.
fn changed<T: Encode>(value: &T, change: impl Fn(&str, Tensor) -> Option<(String, Tensor)>) -> Record {
    let ValueBuf::Record(record) = to_value(value).expect("a value") else { panic!("a record") };
    record.into_iter().filter_map(|(name, tensor)| change(&name, tensor)).collect()
}

fn without(names: &[&str]) -> Record {
    changed(&shop(), |name, tensor| (!names.contains(&name)).then(|| (name.to_owned(), tensor)))
}

fn with(changed_name: &str, tensor: impl Encode) -> Record {
    let ValueBuf::Tensor(tensor) = to_value(&tensor).expect("a tensor") else { panic!("one tensor") };
    changed(&shop(), |name, old| Some((name.to_owned(), if name == changed_name { tensor.clone() } else { old })))
}

/// The error of reading this record as a `Shop`: its text from memory, and that it is the same from bytes but for the place.
fn refused(record: &Record) -> String {
    let error = from_value::<Shop>(&Value::Record(record.as_ref())).expect_err("a fault").to_string();
    let bytes = to_vec(record).expect("bytes");
    for of_bytes in [from_slice::<Shop>(&bytes), decthings::from_reader::<Shop, _>(&bytes[..])] {
        let of_bytes = of_bytes.expect_err("a fault");
        let kept = of_bytes.to_string();
        assert_eq!(kept.split(" (byte").next(), Some(&*error));
        let missing = matches!(of_bytes.kind(), ErrorKind::MissingParam { .. });
        assert!(missing || of_bytes.offset().is_some(), "{kept}");
    }
    error
}

fn labels(list: &[&str]) -> Tensor {
    Tensor::from_strings([list.len()], list.iter().copied()).expect("labels")
}

#[test]
fn errors_name_the_parameter() {
    let texts = [
        refused(&without(&["prices.values"])),
        refused(&without(&["prices.category", "prices.values"])),
        refused(&without(&["notes.values"])),
        refused(&without(&["stock.d0"])),
        refused(&with("prices.category", labels(&["tea"]))),
        refused(&with("prices.category", labels(&["tea", "tea"]))),
        refused(&with("prices.category", vec![1.0f32, 2.0])),
        refused(&with("sales.d1", labels(&["north", "north"]))),
        refused(&with("embeddings.values", vec![[1.0f32; 4]; 2])),
        refused(&with("embeddings.values", vec![[1.0f64; 3]; 2])),
        refused(&with("weeks", vec![7u32])),
        refused(&with("sales.values", vec![[1.0f32; 3]; 2])),
        refused(&with("notes.d0", vec![[true]; 1])),
    ];
    let expected = [
        "parameter `prices.values`: required, but missing",
        "parameter `prices.category`: required, but missing",
        "parameter `notes.values`: required beside `notes.d0`, but missing",
        "parameter `stock.d0`: required beside `stock.values`, but missing",
        "parameter `prices.category`: axis 0: expected 2, found 1",
        "parameter `prices.category`: labels: expected each once, found \"tea\" twice",
        "parameter `prices.category`: element type: expected string, found f32",
        "parameter `sales.d0`: labels: expected each once, found \"tea\", \"north\" twice",
        "parameter `embeddings.values`: axis 1: expected x: 3, found 4",
        "parameter `embeddings.values`: element type: expected f32, found f64",
        "parameter `weeks`: axis 0: `week` is 2 in `sales.values`, found 1",
        "parameter `weeks`: axis 0: `week` is 3 in `sales.values`, found 2",
        "parameter `notes.d0`: element type: expected string, found bool",
    ];
    assert_eq!(texts, expected);
}

/// What is wrong with labels that have been read is told where they are, by every way to read.
#[test]
fn labels_at_fault_have_their_place() {
    #[derive(Tensor, Debug, PartialEq)]
    struct Numbers {
        m: BTreeMap<u32, f32>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Pairs {
        m: HashMap<(String, String), f32>,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Item {
        x: f32,
    }
    #[derive(Tensor, Debug, PartialEq)]
    struct Items {
        m: BTreeMap<String, Item>,
    }
    fn refused<T: DecodeOwned + std::fmt::Debug>(parts: &[(&str, Tensor)]) -> Vec<String> {
        let both = [parts.to_vec(), parts.iter().rev().cloned().collect()];
        let refused = |parts: Vec<(&str, Tensor)>| {
            let bytes = to_vec(&parts.into_iter().map(|(name, tensor)| (text(name), tensor)).collect::<Record>())
                .expect("encodes");
            let text = from_slice::<T>(&bytes).expect_err("labels are at fault").to_string();
            assert_eq!(decthings::from_reader::<T, _>(&bytes[..]).expect_err("also").to_string(), text);
            let mut sequence = decthings::sequence::<T>(&bytes);
            let in_sequence = sequence.next().expect("a value").expect_err("also").to_string();
            assert_eq!(in_sequence, format!("record 0: {text}"));
            let (text, byte) = text.rsplit_once(" (byte ").expect("an offset");
            // The length of the axis, or that of the first label, which is one byte.
            let at: usize = byte.trim_end_matches(')').parse().expect("a number");
            format!("{text}: {:?}", &bytes[at..at + 2])
        };
        both.into_iter().map(refused).collect()
    }
    let ones = |n: usize| Tensor::from_vec([n], vec![1.0f32; n]).expect("values");
    let axis = |name: &str, found: u8| {
        vec![format!("parameter `m.{name}`: axis 0: expected 1, found {found}: {:?}", [found, 1]); 2]
    };
    assert_eq!(refused::<Numbers>(&[("m.d0", labels(&["7", "8"])), ("m.values", ones(1))]), axis("d0", 2));
    let (two, three) = (labels(&["a", "b"]), labels(&["a", "b", "c"]));
    let pairs = [("m.d0", labels(&["a"])), ("m.d1", three), ("m.values", ones(1))];
    assert_eq!(refused::<Pairs>(&pairs), axis("d1", 3));
    assert_eq!(refused::<Items>(&[("m.d0", two), ("m.values.x", ones(1))]), axis("d0", 2));
    let twice = "parameter `m.d0`: labels: expected each once, found \"7\" twice: [1, 55]";
    assert_eq!(refused::<Numbers>(&[("m.d0", labels(&["7", "7"])), ("m.values", ones(2))]), [twice; 2]);
    let none = "parameter `m.d0`: element 0: expected the decimal digits of an integer `u32`, found \"x\": [1, 120]";
    assert_eq!(refused::<Numbers>(&[("m.d0", labels(&["x"])), ("m.values", ones(1))]), [none; 2]);
}

#[test]
fn ranges_are_those_of_the_values() {
    let mut shop = shop();
    shop.validate().expect("all in range");
    shop.prices.insert(text("gold"), 1e6);
    let violations = shop.validate().expect_err("a price");
    assert_eq!(violations.to_string(), "parameter `prices.values`: element [1]: expected 0.0..=100.0, found 1000000.0");
    shop.stock = BTreeMap::new();
    to_vec(&shop).expect("ranges are checked on request");
}

#[test]
fn headers_are_checked_as_a_whole() {
    let bytes = to_vec(&changed(&shop(), |name, tensor| match name {
        "prices.category" => Some((name.to_owned(), Tensor::from(vec![1.0f32]))),
        "embeddings.values" => Some((name.to_owned(), Tensor::from(vec![1.0f32]))),
        "sales.d1" => None,
        _ => Some((name.to_owned(), tensor)),
    }));
    let violations = decthings::check_all::<Shop>(&bytes.expect("bytes")).expect("a record");
    let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
    let expected = [
        "parameter `prices.category`: element type: expected string, found f32",
        "parameter `embeddings.values`: rank: expected 2, found 1",
        "parameter `sales.d1`: required, but missing",
    ];
    assert_eq!(texts, expected);
}

#[test]
fn definitions_have_the_parameters() {
    let Rules::Record(rules) = Mapped::RULES else { panic!("a record") };
    let definitions = Definitions::from(&rules);
    let json = decthings::definitions_to_json(&definitions, Dialect::Documented).expect("json");
    let expected = [
        r#"{"name":"prices.category","required":true,"ofMap":true,"rules":{"shape":[-1],"allowedTypes":["string"]}}"#,
        r#"{"name":"prices.values","required":true,"ofMap":true,"rules":{"shape":[-1,2],"allowedTypes":["f32"]}}"#,
    ];
    assert_eq!(json, format!("[{}]", expected.join(",")));
    let read = decthings::definitions_from_json(&json).expect("definitions");
    let ValueBuf::Record(record) = to_value(&Mapped { prices: BTreeMap::new() }).expect("a record") else {
        panic!("a record")
    };
    assert!(read.check_all(record.as_ref().headers()).is_empty());
}

/// The same parameters, written out.
#[derive(Tensor, Debug, PartialEq)]
struct Written {
    #[tensor(rename = "prices.category")]
    categories: Vec<String>,
    #[tensor(rename = "prices.values", shape = [_, x: 2])]
    values: Vec<[f32; 2]>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Mapped {
    #[tensor(shape = [category, x: 2])]
    prices: BTreeMap<String, [f32; 2]>,
}

/// One element more.
#[derive(Tensor, Debug, PartialEq)]
struct Longer {
    #[tensor(shape = [category, x: 3])]
    prices: BTreeMap<String, [f32; 3]>,
}

contract! {
    Mapped => Written,
    Written => Mapped,
}

#[test]
fn a_map_is_judged_as_its_parameters() {
    assert_eq!(fingerprint_of::<Mapped>(), fingerprint_of::<Written>());
    assert_ne!(fingerprint_of::<Mapped>(), fingerprint_of::<Longer>());
    assert!(Mapped::RULES.contains(&Written::RULES));
    assert!(!Mapped::RULES.contains(&Longer::RULES));
    let mapped = Mapped { prices: BTreeMap::from([(text("a"), [1.0, 2.0]), (text("b"), [3.0, 4.0])]) };
    let written = Written { categories: vec![text("b"), text("a")], values: vec![[3.0, 4.0], [1.0, 2.0]] };
    // Labels come in any order.
    assert_eq!(from_slice::<Mapped>(&to_vec(&written).expect("bytes")).expect("a map"), mapped);
    let sorted = Written { categories: vec![text("a"), text("b")], values: vec![[1.0, 2.0], [3.0, 4.0]] };
    assert_eq!(from_slice::<Written>(&to_vec(&mapped).expect("bytes")).expect("columns"), sorted);
}

#[test]
fn records_with_maps_are_batched() {
    let sample = |labels: [&str; 2], number: f32| Mapped {
        prices: labels.iter().map(|label| (text(label), [number, -number])).collect(),
    };
    let batch = Batch(vec![sample(["a", "b"], 1.0), sample(["c", "d"], 2.0)]);
    let rules = "{ prices.category: string [_, _], prices.values: f32 [_, _, x: 2] }";
    assert_eq!(Batch::<Mapped>::RULES.to_string(), rules);
    everywhere(&batch);
    let ragged = Batch(vec![sample(["a", "b"], 1.0), Mapped { prices: BTreeMap::new() }]);
    let error = to_vec(&ragged).expect_err("two lengths");
    assert!(matches!(error.kind(), ErrorKind::RaggedBatch { .. }), "{error}");
    assert_eq!(error.parameter(), Some("prices.category"));
}

type Alias = Option<HashMap<String, f32>>;

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [category, x: 3], deny_unknown)]
struct Embeddings(BTreeMap<String, [f32; 3]>);

#[derive(Tensor, Debug, PartialEq)]
struct Shelf(HashMap<String, [f32; 3]>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(transparent, sparse, shape = [shelf, _, y], dtype = f64)]
struct Renamed {
    columns: BTreeMap<(String, String), Tensor>,
    #[tensor(skip)]
    cache: u8,
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(rename_all = "camelCase")]
struct Outer {
    #[tensor(sparse, shape = [label])]
    by_alias: Alias,
    #[tensor(sparse)]
    top_shelf: Shelf,
    #[tensor(sparse, shape = [kind, _])]
    embeddings: Embeddings,
    #[tensor(rename = "flat")]
    plain: std::collections::BTreeMap<[String; 3], bool>,
    #[tensor(default = BTreeMap::from([("none".to_owned(), -1)]))]
    absent: BTreeMap<String, i8>,
}

#[test]
fn a_map_has_any_name() {
    assert_eq!(Embeddings::RULES.to_string(), "{ category: string [_], values: f32 [_, x: 3] }");
    assert_eq!(Shelf::RULES.to_string(), "{ d0: string [_], values: f32 [_, 3] }");
    assert_eq!(Renamed::RULES.to_string(), "{ shelf: string [_], d1: string [_], values: f64 [_, y] }");
    let expected = "{ byAlias.label?: string [_], byAlias.values?: f32 [_], topShelf.d0: string [_], \
                    topShelf.values: f32 [_, 3], embeddings.kind: string [_], embeddings.values: f32 [_, 3], \
                    flat.d0: string [_], flat.d1: string [_], flat.d2: string [_], flat.values: bool [_], \
                    absent.d0?: string [_], absent.values?: i8 [_] }";
    assert_eq!(Outer::RULES.to_string(), expected);
    let embeddings = || Embeddings(BTreeMap::from([(text("a"), [1.0, 2.0, 3.0])]));
    let outer = Outer {
        by_alias: Some(HashMap::from([(text("k"), 1.5)])),
        top_shelf: Shelf(HashMap::from([(text("s"), [0.0; 3])])),
        embeddings: embeddings(),
        plain: BTreeMap::from([([text("x"), text("y"), text("z")], true)]),
        absent: BTreeMap::new(),
    };
    everywhere(&outer);
    everywhere(&Outer { by_alias: None, ..outer });
    everywhere(&embeddings());
    let columns = |list: Vec<f64>| BTreeMap::from([((text("a"), text("b")), Tensor::from(list))]);
    everywhere(&Renamed { columns: columns(vec![1.0, 2.0]), cache: 0 });
    let one = Record::from_iter([
        (text("byAlias.label"), labels(&[])),
        (text("byAlias.values"), Tensor::from(vec![0f32; 0])),
    ]);
    let error = from_value::<Outer>(&Value::Record(one.as_ref())).expect_err("no shelf");
    assert_eq!(error.to_string(), "parameter `topShelf.d0`: required, but missing");
}

#[test]
fn a_default_stands_in_for_an_absent_map() {
    let outer = Outer {
        by_alias: None,
        top_shelf: Shelf(HashMap::new()),
        embeddings: Embeddings(BTreeMap::new()),
        plain: BTreeMap::new(),
        absent: BTreeMap::from([(text("x"), 1)]),
    };
    let without = changed(&outer, |name, tensor| (!name.starts_with("absent")).then(|| (name.to_owned(), tensor)));
    let read: Outer = from_value(&Value::Record(without.as_ref())).expect("a record");
    assert_eq!(read.absent, BTreeMap::from([(text("none"), -1)]));
    let read: Outer = from_slice(&to_vec(&without).expect("bytes")).expect("a record");
    assert_eq!(read.absent, BTreeMap::from([(text("none"), -1)]));
}

#[test]
fn a_whole_map_is_held_to_its_attributes() {
    let unknown = Record::from_iter([
        (text("category"), labels(&["a"])),
        (text("other"), labels(&["a"])),
        (text("values"), Tensor::from_vec([1, 3], vec![1.0f32, 2.0, 3.0]).expect("values")),
    ]);
    let error = from_value::<Embeddings>(&Value::Record(unknown.as_ref())).expect_err("unknown");
    assert!(matches!((error.kind(), error.parameter()), (ErrorKind::UnknownParam { .. }, Some("other"))), "{error}");
    let wrong = |values: Tensor| {
        let columns = BTreeMap::from([((text("a"), text("b")), values)]);
        to_vec(&Renamed { columns, cache: 0 }).expect_err("a fault").to_string()
    };
    assert_eq!(wrong(Tensor::from(vec![1.0f32])), "parameter `values`: element type: expected f64, found f32");
    let scalar = Tensor::from_vec([], vec![1.0]).expect("a scalar");
    assert_eq!(wrong(scalar), "parameter `values`: rank: expected 2, found 1");
}

#[derive(Tensor, Debug, PartialEq)]
struct Generic<'a, T, const N: usize> {
    #[tensor(shape = [key, x])]
    rows: BTreeMap<String, [T; N]>,
    #[tensor(sparse)]
    other: Option<BTreeMap<String, T>>,
    #[tensor(shape = [x])]
    view: View<'a, f32>,
}

#[test]
fn generic_records_have_maps_too() {
    type Here<'a> = Generic<'a, i32, 2>;
    let expected = "{ rows.key: string [_], rows.values: i32 [_, x: 2], other.d0?: string [_], other.values?: i32 [_], \
                    view: f32 [x] }";
    assert_eq!(Here::RULES.to_string(), expected);
    let numbers = [1.0, 2.0];
    let here = Here { rows: BTreeMap::from([(text("k"), [1, 2])]), other: None, view: View::from(&numbers[..]) };
    let bytes = to_vec(&here).expect("bytes");
    assert_eq!(from_slice::<Here<'_>>(&bytes).expect("a value"), here);
    let numbers = [1.0];
    let error = to_vec(&Here { view: View::from(&numbers[..]), ..here }).expect_err("another length");
    assert_eq!(error.to_string(), "parameter `view`: axis 0: `x` is 2 in `rows.values`, found 1");
}

/// Values of a type with named axes: in a record the names begin with the field's, in a struct that is the map they stay.
#[derive(Tensor, Clone, Debug, PartialEq)]
#[tensor(shape = [b: 2, a: 2])]
struct Square([[f32; 2]; 2]);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [k, _, _])]
struct Squares(BTreeMap<String, Square>);

#[derive(Tensor, Debug, PartialEq)]
struct InRecord {
    squares: BTreeMap<String, Square>,
    #[tensor(shape = [_, n, n])]
    even: BTreeMap<String, Vec<Vec1>>,
}

#[derive(Tensor, Clone, Debug, PartialEq)]
struct Vec1([f32; 1]);

#[test]
fn names_of_axes_belong_to_who_gives_them() {
    assert_eq!(Squares::RULES.to_string(), "{ k: string [_], values: f32 [_, b: 2, a: 2] }");
    let expected = "{ squares.d0: string [_], squares.values: f32 [_, squares.b: 2, squares.a: 2], even.d0: string [_], \
                    even.values: f32 [_, n, n: 1] }";
    assert_eq!(InRecord::RULES.to_string(), expected);
    let value = |even: Vec<Vec1>| InRecord { squares: BTreeMap::new(), even: BTreeMap::from([(text("k"), even)]) };
    everywhere(&value(vec![Vec1([1.0])]));
    let error = to_vec(&value(vec![Vec1([1.0]), Vec1([2.0])])).expect_err("no square");
    assert_eq!(error.to_string(), "parameter `even.values`: axis 2: `n` is 2 in `even.values`, found 1");
}

#[test]
fn rules_are_found_by_the_format_that_needs_them() {
    let Rules::Record(rules) = Embeddings::RULES else { panic!("a record") };
    assert_eq!(rules.as_sparse().map(|(labels, _)| labels), Some(1));
    let Rules::Record(rules) = Shop::RULES else { panic!("a record") };
    assert!(rules.as_sparse().is_none());
}
