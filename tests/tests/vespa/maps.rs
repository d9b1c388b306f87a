//! Maps from labels to tensors, in every format that holds records with strings.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use ndarray::{Array1, array};
use tensor_format::{
    DecodeError, DecodeOwned, ElementType, Encode, ErrorKind, HasRules, Record, Tensor, Value,
    codec::LabelKey,
    from_value, npy, npz, safetensors, stdlib, to_value,
    vespa::{self, ConstType, Constant, Options, type_of},
    xla::Literal,
    zio,
};

use super::text;

/// Written and read back by way of each format, whole and in a dynamic value.
fn everywhere<T: Encode + DecodeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let bytes = tensor_format::to_vec(value).expect("bytes");
    assert_eq!(tensor_format::from_slice::<T>(&bytes).expect("a value"), *value);
    let dynamic = to_value(value).expect("a value of the model");
    assert_eq!(from_value::<T>(&dynamic.as_ref()).expect("a value"), *value);
    let message = zio::to_message(value).expect("a message").to_vec().expect("bytes");
    let message = zio::Message::from_slice(&message).expect("a message");
    assert_eq!(zio::from_message::<T>(&message).expect("a value"), *value);
    let text = vespa::to_string(value).expect("a text");
    assert_eq!(vespa::from_str::<T>(&text).expect("a value"), *value, "{text}");
    let pretty = vespa::to_string_pretty(value).expect("a text");
    assert_eq!(vespa::from_str::<T>(&pretty).expect("a value"), *value, "{pretty}");
    let constant = Constant::of(value).expect("a constant");
    assert_eq!(constant.to_text(), text);
    assert_eq!(constant.to::<T>().expect("a value"), *value);
}

#[test]
fn maps_travel_in_every_format() {
    everywhere(&BTreeMap::from([(text("tag"), 2.5f32), (text("another"), 2.75)]));
    everywhere(&HashMap::from([(text("a"), [1.0f32, 2.0, 3.0]), (text(""), [f32::INFINITY, -0.0, 1e-40])]));
    everywhere(&BTreeMap::from([((text("foo"), text("bar")), -7i8), ((text("foo"), text("é")), 127)]));
    everywhere(&HashMap::from([
        ((text("a"), text("b")), array![1.0f64, 2.0]),
        ((text("a"), text("c")), array![3.0, f64::MIN_POSITIVE]),
    ]));
    everywhere(&BTreeMap::from([([text("x"), text("y"), text("z")], vec![[1i8; 2]; 2])]));
    everywhere(&BTreeMap::<String, [f64; 2]>::new());
    everywhere(&HashMap::<(String, String, String, String), f64>::new());
}

/// What holds one tensor says so, what holds no strings names them.
#[test]
fn formats_without_records_or_strings_refuse_maps() {
    let map = BTreeMap::from([(text("tag"), [2.5f32, 0.5])]);
    for error in [stdlib::to_message(&map).err(), npy::to_vec(&map).err()] {
        let error = error.expect("two tensors");
        assert!(matches!(error.kind(), ErrorKind::RecordFound { tensors: 2 }), "{error}");
    }
    for (name, error) in [
        ("XLA", Literal::of(&map).err()),
        ("npy", npz::to_vec(&map).err()),
        ("safetensors", safetensors::to_vec(&map).err()),
    ] {
        let error = error.expect("strings");
        let ErrorKind::UnsupportedElementType { element_type: ElementType::String, format } = error.kind() else {
            panic!("{name}: {error}")
        };
        assert_eq!((*format, error.parameter()), (name, Some("d0")), "{error}");
    }
}

/// A hash map has no order of its own, and its bytes are those of a sorted map.
#[test]
fn one_map_is_written_in_one_way() {
    let sorted: BTreeMap<String, u32> = (0..50).map(|number| (number.to_string(), number)).collect();
    let hashed: HashMap<String, u32> = sorted.clone().into_iter().collect();
    assert_eq!(tensor_format::to_vec(&hashed).expect("bytes"), tensor_format::to_vec(&sorted).expect("bytes"));
}

#[test]
fn bfloat16_travels_where_there_is_one() {
    let table = BTreeMap::from([(text("a"), [half::bf16::from_f32(0.1), half::bf16::NEG_INFINITY])]);
    let written = vespa::to_string(&table).expect("a text");
    assert_eq!(written, r#"{"type":"tensor<bfloat16>(d0{},d1[2])","blocks":{"a":[0.100097656,"-Infinity"]}}"#);
    assert_eq!(vespa::from_str::<BTreeMap<String, [half::bf16; 2]>>(&written).expect("a map"), table);
}

#[test]
fn the_text_is_in_canonical_order() {
    let table = HashMap::from([(text("b"), [1.0f32, 2.0]), (text("a"), [3.0, 4.0]), (text("B"), [0.5, 0.1])]);
    let expected = r#"{"type":"tensor<float>(d0{},d1[2])","blocks":{"B":[0.5,0.1],"a":[3,4],"b":[1,2]}}"#;
    assert_eq!(vespa::to_string(&table).expect("a text"), expected);
    let pairs = BTreeMap::from([((text("q"), text("p")), 1i8)]);
    let expected = r#"{"type":"tensor<int8>(d0{},d1{})","cells":[{"address":{"d0":"q","d1":"p"},"value":1}]}"#;
    assert_eq!(vespa::to_string(&pairs).expect("a text"), expected);
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    product: String,
    brand: String,
}

impl LabelKey for Key {
    const NAMES: &'static [&'static str] = &["product", "brand"];

    fn label(&self, index: usize) -> Cow<'_, str> {
        Cow::Borrowed(if index == 0 { &self.product } else { &self.brand })
    }

    fn from_labels(mut labels: impl Iterator<Item = String>) -> Option<Self> {
        Some(Self { product: labels.next()?, brand: labels.next()? })
    }
}

#[derive(Tensor, Clone, Debug, PartialEq)]
#[tensor(shape = [z: 2, a: 3])]
struct Weights([[f32; 3]; 2]);

/// Labels and values are declared in one order and lie in another.
#[test]
fn named_dimensions_are_sorted_and_permuted() {
    const TYPE: ConstType = type_of::<BTreeMap<Key, Weights>>();
    assert_eq!(TYPE.text().as_str(), "tensor<float>(a[3],brand{},product{},z[2])");
    let key = Key { product: text("tea"), brand: text("north") };
    let table = BTreeMap::from([(key, Weights([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))]);
    everywhere(&table);
    let written = vespa::to_string(&table).expect("a text");
    let values = r#"[{"address":{"brand":"north","product":"tea"},"values":[[1,4],[2,5],[3,6]]}]"#;
    assert_eq!(written, format!(r#"{{"type":"{}","blocks":{values}}}"#, TYPE.text()));
    let constant = Options::new().read(&written).expect("a constant");
    let address = [("product", "tea"), ("brand", "north"), ("a", "2"), ("z", "0")];
    assert_eq!(constant.get(&address), Some(3.0));
}

#[derive(Tensor, Debug, PartialEq)]
struct Table {
    #[tensor(shape = [item])]
    category: Vec<String>,
    #[tensor(shape = [item, x: 3])]
    values: Vec<[f32; 3]>,
}

#[derive(Tensor, Debug, PartialEq)]
struct Shelf(HashMap<String, [f32; 3]>);

#[test]
fn derived_types_of_labels_and_values_are_sparse() {
    const TYPE: ConstType = type_of::<Table>();
    assert!(TYPE.equals(&ConstType::parse("tensor<float>(category{},x[3])")));
    let table = Table { category: vec![text("b"), text("a")], values: vec![[1.0; 3], [2.0; 3]] };
    let written = vespa::to_string(&table).expect("a text");
    assert_eq!(written, r#"{"type":"tensor<float>(category{},x[3])","blocks":{"a":[2,2,2],"b":[1,1,1]}}"#);
    let read: Table = vespa::from_str(&written).expect("a table");
    assert_eq!(read, Table { category: vec![text("a"), text("b")], values: vec![[2.0; 3], [1.0; 3]] });
    everywhere(&Shelf(HashMap::from([(text("a"), [1.0, 2.0, 3.0])])));
}

#[test]
fn a_label_that_stands_twice_is_refused() {
    let twice = Table { category: vec![text("a"), text("a")], values: vec![[1.0; 3], [2.0; 3]] };
    let error = vespa::to_string(&twice).expect_err("labels twice");
    assert!(error.to_string().contains("\"a\""), "{error}");
    let bytes = tensor_format::to_vec(&twice).expect("bytes").clone();
    let record: Record = tensor_format::from_slice(&bytes).expect("a record");
    let named: Record = record.into_iter().map(|(name, tensor)| (name.replace("category", "d0"), tensor)).collect();
    let error = from_value::<BTreeMap<String, [f32; 3]>>(&Value::Record(named.as_ref())).expect_err("labels twice");
    assert!(matches!(error.kind(), ErrorKind::DuplicateLabel { found } if &**found == "\"a\""), "{error}");
}

fn decode(parts: &[(&str, Tensor)]) -> Result<BTreeMap<String, f32>, DecodeError> {
    let record: Record = parts.iter().map(|(name, tensor)| ((*name).to_owned(), tensor.clone())).collect();
    from_value(&Value::Record(record.as_ref()))
}

#[test]
fn a_map_needs_labels_and_values_of_one_length() {
    let labels = Tensor::from_strings([2], ["a", "b"]).expect("labels");
    let values = Tensor::from(vec![1.0f32, 2.0]);
    // The order of the parameters is free.
    let expected = BTreeMap::from([(text("a"), 1.0), (text("b"), 2.0)]);
    assert_eq!(decode(&[("values", values.clone()), ("d0", labels.clone())]).expect("a map"), expected);
    let error = decode(&[("values", values.clone())]).expect_err("no labels");
    assert!(matches!((error.kind(), error.parameter()), (ErrorKind::MissingParam { .. }, Some("d0"))), "{error}");
    let error = decode(&[("d0", labels.clone())]).expect_err("no values");
    assert!(matches!((error.kind(), error.parameter()), (ErrorKind::MissingParam { .. }, Some("values"))), "{error}");
    let error = decode(&[("d0", labels.clone()), ("values", Tensor::from(vec![1.0f32]))]).expect_err("one value");
    assert_eq!(error.to_string(), "parameter `d0`: axis 0: expected 1, found 2");
    let error = decode(&[("d0", values.clone()), ("values", values)]).expect_err("numbers as labels");
    assert!(matches!(error.kind(), ErrorKind::ElementType { .. }), "{error}");
    let ragged = BTreeMap::from([(text("a"), vec![1.0f32]), (text("b"), vec![1.0, 2.0])]);
    let error = tensor_format::to_vec(&ragged).expect_err("two lengths");
    assert!(matches!(error.kind(), ErrorKind::RaggedMap { .. }), "{error}");
}

#[test]
fn rules_of_maps_are_those_of_a_record() {
    type Map = HashMap<(String, String), Array1<f32>>;
    assert_eq!(Map::RULES.to_string(), "{ d0: string [_], d1: string [_], values: f32 [_, _] }");
    let (labels, values) = Map::RULES.as_record().and_then(|rules| rules.as_sparse()).expect("sparse data");
    assert_eq!((labels, values.to_string().as_str()), (2, "f32 [_, _]"));
}
