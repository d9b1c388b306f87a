//! Maps of tensors as fields of derived records, and as structs of their own.

use std::collections::{BTreeMap, HashMap};

use ndarray::{Array1, array};
use tensor_format::{
    Batch, DecodeOwned, Encode, ErrorKind, HasRules, Record, Tensor, Value, ValueBuf, decthings, from_slice, from_value,
    to_value, to_vec, zio,
};

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
    assert_eq!(decthings::from_reader::<T, _>(&bytes[..]).expect("a value of a stream"), *value);
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
    assert_eq!(decthings::from_reader::<T, _>(&bytes[..]).expect("a value of a stream"), *value);
}

#[test]
fn a_map_in_a_record_is_labels_and_values() {
    let expected = "{ name: string [], prices.category: string [_], prices.values: f32 [_] in 0.0..=100.0, \
                    embeddings.category: string [_], embeddings.values: f32 [_, x: 3], sales.d0: string [_], \
                    sales.d1: string [_], sales.values: f32 [_, week], weeks: u32 [week], notes.d0?: string [_], \
                    notes.values?: i64 [_], stock.d0?: string [_], stock.values?: u32 [_] }";
    assert_eq!(Shop::RULES.to_string(), expected);
    let rules = Shop::RULES;
    let documented: Vec<&str> =
        rules.as_record().expect("a record").iter().filter(|param| !param.doc.is_empty()).map(|param| param.name).collect();
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
        let missing = matches!(of_bytes.kind(), ErrorKind::MissingParam);
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
        "parameter `notes.values`: required, but missing",
        "parameter `stock.d0`: required, but missing",
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
