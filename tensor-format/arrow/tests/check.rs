//! What schemas and batches are checked for, before and without values.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use arrow_array_60::{ArrayRef, Float32Array, RecordBatch, StringArray};
use arrow_schema_60::{DataType, Field, Schema};
use tensor_format::{DecodeError, DecodeOwned, Definitions, Encode, HasRules, Many, Ragged, Rules, Tensor};
use tensor_format_arrow::{
    WriteOptions, check_batch, check_schema, definitions_of, from_batch, ipc, schema_of, to_batch, to_batch_with,
};

#[derive(Tensor, Debug, PartialEq)]
struct Tagged {
    #[tensor(metadata)]
    meta: Vec<String>,
    x: f32,
    #[tensor(metadata)]
    note: Option<String>,
    #[tensor(metadata)]
    run: String,
}

#[derive(Tensor, Debug, PartialEq)]
struct X {
    x: f32,
}

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect()).unwrap()
}

/// The parameter and the kind of each violation.
fn violations(error: &DecodeError) -> Vec<(&str, &'static str)> {
    error.violations().map(|found| (found.parameter.as_deref().unwrap_or_default(), found.kind.name())).collect()
}

#[test]
fn required_metadata_are_columns_that_have_to_be_there() {
    check_schema::<Tagged>(&schema_of::<Tagged>().unwrap()).unwrap();
    let without = to_batch(&[X { x: 1.0 }]).unwrap();
    // With all that is wrong.
    let error = check_schema::<Tagged>(&Schema::new(vec![Field::new("x", DataType::Int8, false)])).unwrap_err();
    let missing = [("meta", "missing_metadata"), ("run", "missing_metadata")];
    assert_eq!(violations(&error), [&[("x", "type_not_allowed")], &missing[..]].concat());
    let error = check_schema::<Tagged>(&without.schema()).unwrap_err();
    assert_eq!(violations(&error), missing);
    assert_eq!(violations(&from_batch::<Tagged>(&without).unwrap_err()), missing);
    let file = ipc::write_file(Vec::new(), &[X { x: 1.0 }]).unwrap();
    let Err(error) = ipc::file::<Tagged, _>(std::io::Cursor::new(file)) else { panic!("a file without metadata") };
    assert_eq!(violations(&error), missing);
    // A column of another type is named once, as what it is.
    let numbers: ArrayRef = Arc::new(Float32Array::from(vec![1.0]));
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["[]"]));
    let other = batch(vec![("x", numbers.clone()), ("meta", texts), ("run", numbers)]);
    assert_eq!(violations(&check_schema::<Tagged>(&other.schema()).unwrap_err()), [("run", "storage")]);
}

/// Checks values of one type by the rules of another, whose columns have the same names.
fn checked<T: HasRules>(values: &[impl Encode]) -> Result<(), DecodeError> {
    check_batch(&T::RULES, &to_batch(values).unwrap(), 10)
}

/// Asserts that the check and the reader say the same of the first fault.
fn both_refuse<T: DecodeOwned + std::fmt::Debug>(values: &[impl Encode], expected: &str) {
    let error = checked::<T>(values).unwrap_err();
    assert_eq!(error.to_string(), expected);
    let read = from_batch::<T>(&to_batch(values).unwrap()).unwrap_err();
    let place = |error: &DecodeError| (error.kind().name(), error.parameter().map(str::to_owned));
    assert_eq!((place(&read), read.record().map(|row| row + 10)), (place(&error), error.record()), "{read}");
}

#[derive(Tensor, Debug)]
struct Spot {
    x: f32,
    label: String,
}

#[test]
fn optional_records_are_there_whole_or_not_at_all() {
    #[derive(Tensor, Debug)]
    #[allow(dead_code, reason = "never read: a part is missing")]
    struct Scene {
        spot: Option<Spot>,
    }
    #[derive(Tensor)]
    struct Parts {
        #[tensor(rename = "spot.x")]
        x: Option<f32>,
        #[tensor(rename = "spot.label")]
        label: Option<String>,
    }
    #[derive(Tensor)]
    struct OnlyX {
        #[tensor(rename = "spot.x")]
        x: Option<f32>,
    }
    let parts = |x: Option<f32>, label: Option<&str>| Parts { x, label: label.map(str::to_owned) };
    checked::<Scene>(&[parts(None, None), parts(Some(1.0), Some("a"))]).unwrap();
    let beside = "parameter `spot.label`: required beside `spot.x`, but missing";
    both_refuse::<Scene>(&[parts(None, None), parts(Some(1.0), None)], &format!("record 11: {beside}"));
    both_refuse::<Scene>(&[OnlyX { x: Some(1.0) }], &format!("record 10: {beside}"));
    checked::<Scene>(&[OnlyX { x: None }]).unwrap();
    // By definitions, as a file of JSON has them.
    let definitions = Definitions::from(Scene::RULES.as_record().unwrap());
    let batch = to_batch(&[parts(Some(1.0), None)]).unwrap();
    assert!(definitions.with(|rules| check_batch(&Rules::Record(rules), &batch, 0)).is_err());
}

#[test]
fn a_map_has_as_many_labels_as_values() {
    #[derive(Tensor, Debug)]
    struct Scores {
        scores: BTreeMap<(String, String), f32>,
        more: Option<BTreeMap<String, [u8; 2]>>,
    }
    #[derive(Tensor)]
    struct Columns {
        #[tensor(rename = "scores.d0")]
        first: Vec<String>,
        #[tensor(rename = "scores.d1")]
        second: Vec<String>,
        #[tensor(rename = "scores.values")]
        values: Vec<f32>,
        #[tensor(rename = "more.d0")]
        more: Option<Vec<String>>,
        #[tensor(rename = "more.values")]
        more_values: Option<Vec<[u8; 2]>>,
    }
    let words = |count: usize| (0..count).map(|at| format!("w{at}")).collect::<Vec<_>>();
    let columns = |first, second, values: usize, more: Option<(usize, usize)>| Columns {
        first: words(first),
        second: words(second),
        values: vec![0.5; values],
        more: more.map(|(labels, _)| words(labels)),
        more_values: more.map(|(_, values)| vec![[1, 2]; values]),
    };
    checked::<Scores>(&[columns(2, 2, 2, None), columns(0, 0, 0, Some((3, 3)))]).unwrap();
    both_refuse::<Scores>(&[columns(1, 2, 2, None)], "record 10: parameter `scores.d0`: axis 0: expected 2, found 1");
    both_refuse::<Scores>(&[columns(2, 3, 2, None)], "record 10: parameter `scores.d1`: axis 0: expected 2, found 3");
    both_refuse::<Scores>(
        &[columns(1, 1, 1, Some((0, 1)))],
        "record 10: parameter `more.d0`: axis 0: expected 1, found 0",
    );
    // A map by itself has no beginning.
    #[derive(Tensor)]
    struct Alone {
        d0: Vec<String>,
        values: Vec<f32>,
    }
    let alone = Alone { d0: words(1), values: vec![0.0; 3] };
    both_refuse::<BTreeMap<String, f32>>(&[alone], "record 10: parameter `d0`: axis 0: expected 3, found 1");
}

#[test]
fn all_faults_of_a_row_are_named() {
    #[derive(Tensor)]
    struct Wanted {
        x: Vec<[f32; 2]>,
        #[tensor(shape = [3])]
        y: Vec<u8>,
        many: Many<[u8; 2]>,
    }
    #[derive(Tensor)]
    struct Written {
        x: Vec<[f32; 2]>,
        y: Vec<u8>,
        many: Many<Vec<u8>>,
    }
    let written = |y: usize, many: &[usize]| Written {
        x: vec![[0.0; 2]],
        y: vec![1; y],
        many: Many(many.iter().map(|len| vec![7; *len]).collect()),
    };
    checked::<Wanted>(&[written(3, &[2, 2])]).unwrap();
    let error = checked::<Wanted>(&[written(3, &[]), written(1, &[2, 5, 1])]).unwrap_err();
    let expected = "record 11: parameter `y`: axis 0: expected 3, found 1\n\
        parameter `many`: axis 0: expected 2, found 5\n\
        parameter `many`: axis 0: expected 2, found 1";
    assert_eq!(error.to_string(), expected);
}

/// Definitions of a schema cover a list of tensors, so that rules of a file do not leave a parameter out.
#[test]
fn lists_of_tensors_have_definitions() {
    #[derive(Tensor)]
    struct Lists {
        arrays: Many<Vec<[f32; 2]>>,
        fixed: Many<[u8; 3]>,
        sounds: Many<tensor_format::Audio>,
        numbers: Many<u8>,
        truths: Many<bool>,
    }
    let lists = |count| Lists {
        arrays: Many((0..count).map(|len| vec![[0.5; 2]; len]).collect()),
        fixed: Many(vec![[1; 3]; count]),
        sounds: Many(vec![tensor_format::Audio::new("wav", b"x"); count]),
        numbers: Many(vec![1; count]),
        truths: Many(vec![true; count]),
    };
    let values: Vec<Lists> = (0..3).map(lists).collect();
    for options in [WriteOptions::new(), WriteOptions::new().bool8(true).large(true)] {
        let batch = to_batch_with(&values, &options).unwrap();
        let definitions = definitions_of(&batch.schema()).unwrap();
        let expected = "arrays*: f32 [_, 2]\nfixed*: u8 [3]\nsounds*: audio []\nnumbers?: u8 [_]\ntruths?: bool [_]";
        assert_eq!(definitions.to_string(), expected);
        definitions.with(|rules| check_batch(&Rules::Record(rules), &batch, 0)).unwrap();
    }
    // What says that its items are tensors, and has none, is a fault.
    let name = ("ARROW:extension:name".to_owned(), "arrow.fixed_shape_tensor".to_owned());
    let item = Field::new("item", DataType::Float32, true).with_metadata(HashMap::from([name]));
    let schema = Schema::new(vec![Field::new("x", DataType::List(Arc::new(item)), true)]);
    assert_eq!(violations(&definitions_of(&schema).unwrap_err()).len(), 1);
}

#[test]
fn required_metadata_are_not_null() {
    let numbers: ArrayRef = Arc::new(Float32Array::from(vec![1.0, 2.0]));
    let texts = |second| -> ArrayRef { Arc::new(StringArray::from(vec![Some("[]"), second])) };
    let tagged = |meta, run| batch(vec![("x", numbers.clone()), ("meta", texts(meta)), ("run", texts(run))]);
    check_batch(&Tagged::RULES, &tagged(Some("[]"), Some("\"run\"")), 0).unwrap();
    let error = check_batch(&Tagged::RULES, &tagged(None, None), 0).unwrap_err();
    assert_eq!(
        (violations(&error), error.record()),
        (vec![("meta", "missing_metadata"), ("run", "missing_metadata")], Some(1))
    );
    // Of a type that would read `null` too.
    #[derive(Tensor, Debug, PartialEq)]
    struct Any {
        #[tensor(metadata)]
        meta: serde_json::Value,
    }
    let any = |second| batch(vec![("meta", texts(second))]);
    let error = from_batch::<Any>(&any(None)).unwrap_err();
    assert_eq!((violations(&error), error.record()), (vec![("meta", "missing_metadata")], Some(1)));
    assert!(check_batch(&Any::RULES, &any(None), 0).is_err());
    assert_eq!(from_batch::<Any>(&any(Some("null"))).unwrap()[1].meta, serde_json::Value::Null);
    check_batch(&Any::RULES, &any(Some("null")), 0).unwrap();
}

/// What the docs of `check_batch` say that it does not find.
#[test]
fn what_is_in_elements_is_not_checked() {
    #[derive(Tensor, Debug)]
    enum Side {
        Left,
        Right,
    }
    #[derive(Tensor, Debug)]
    #[allow(dead_code, reason = "never read: each is refused for one of them")]
    struct Wanted {
        side: Side,
        #[tensor(range_checked = 0..=5)]
        level: u8,
        letter: char,
        #[tensor(metadata)]
        meta: u8,
        scores: BTreeMap<String, f32>,
        ragged: Ragged<Vec<f32>>,
        spots: BTreeMap<String, Spot>,
    }
    let _ = Side::Left;
    #[derive(Tensor, Clone)]
    struct Written {
        side: String,
        level: u8,
        letter: String,
        #[tensor(metadata)]
        meta: serde_json::Value,
        #[tensor(rename = "scores.d0")]
        labels: Vec<String>,
        #[tensor(rename = "scores.values")]
        values: Vec<f32>,
        #[tensor(rename = "ragged.lengths")]
        lengths: Vec<u64>,
        #[tensor(rename = "ragged.values")]
        rows: Vec<f32>,
        #[tensor(rename = "spots.d0")]
        spots: Vec<String>,
        #[tensor(rename = "spots.values.x")]
        x: Vec<f32>,
        #[tensor(rename = "spots.values.label")]
        label: Vec<String>,
    }
    let right = Written {
        side: "Right".into(),
        level: 5,
        letter: "l".into(),
        meta: 7.into(),
        labels: vec![],
        values: vec![],
        lengths: vec![],
        rows: vec![],
        spots: vec![],
        x: vec![],
        label: vec![],
    };
    let twice = vec!["a".to_owned(); 2];
    let wrong = [
        (Written { side: "Up".into(), ..right.clone() }, "unknown_label"),
        (Written { level: 6, ..right.clone() }, "out_of_range"),
        (Written { letter: "two".into(), ..right.clone() }, "invalid_element"),
        (Written { labels: twice, values: vec![1.0; 2], ..right.clone() }, "duplicate_label"),
        (Written { lengths: vec![2], ..right.clone() }, "ragged_lengths"),
        (Written { spots: vec!["a".into()], ..right.clone() }, "dim_mismatch"),
        (Written { meta: "seven".into(), ..right.clone() }, "metadata"),
    ];
    from_batch::<Wanted>(&to_batch(&[right]).unwrap()).unwrap();
    for (written, kind) in wrong {
        let written = [written];
        checked::<Wanted>(&written).unwrap();
        let error = from_batch::<Wanted>(&to_batch(&written).unwrap()).unwrap_err();
        assert_eq!(error.kind().name(), kind, "{error}");
    }
}

#[test]
fn columns_that_are_known_are_not_offered_for_one_that_is_missing() {
    #[derive(Tensor)]
    struct Row {
        #[tensor(alias = "label")]
        name: String,
        labels: String,
        #[tensor(metadata)]
        labels_of: Option<String>,
    }
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["1"]));
    let error = |names: &[&'static str]| {
        let columns = names.iter().map(|name| (*name, texts.clone())).collect();
        check_schema::<Row>(&batch(columns).schema()).unwrap_err().to_string()
    };
    assert_eq!(error(&["label", "labels_of"]), "parameter `labels`: required, but missing");
    assert_eq!(
        error(&["label", "labels_of", "labelz"]),
        "parameter `labels`: required, but missing; is `labelz`, which is not known, meant for it?"
    );
    // A type that denies unknown columns names them too.
    #[derive(Tensor)]
    #[tensor(deny_unknown)]
    struct Deny {
        labels: String,
    }
    let columns = batch(vec![("labelz", texts.clone())]);
    let error = check_schema::<Deny>(&columns.schema()).unwrap_err().to_string();
    assert!(error.contains("is `labelz`, which is not known, meant for it?"), "{error}");
}

#[test]
fn axes_of_the_same_names_are_in_the_same_order() {
    #[derive(Tensor, Debug)]
    struct Written {
        #[tensor(shape = [h: 2, w: 2, 3])]
        partly: [[[u8; 3]; 2]; 2],
        #[tensor(shape = [h: 2, w: 2, c: 2])]
        all: [[[u8; 2]; 2]; 2],
        #[tensor(shape = [n, 2])]
        open: Vec<[u8; 2]>,
    }
    #[derive(Tensor, Debug)]
    struct Swapped {
        #[tensor(shape = [w: 2, h: 2, 3])]
        partly: [[[u8; 3]; 2]; 2],
        #[tensor(shape = [w: 2, h: 2, 2])]
        all: [[[u8; 2]; 2]; 2],
        #[tensor(shape = [2, n: 2])]
        open: [[u8; 2]; 2],
    }
    #[derive(Tensor, Debug)]
    struct Other {
        #[tensor(shape = [rows: 2, w: 2, 3])]
        partly: [[[u8; 3]; 2]; 2],
        #[tensor(shape = [_, h: 2, columns: 2])]
        all: [[[u8; 2]; 2]; 2],
        #[tensor(shape = [m, 2])]
        open: Vec<[u8; 2]>,
    }
    let row = Written { partly: [[[1; 3]; 2]; 2], all: [[[1; 2]; 2]; 2], open: vec![[1, 2], [3, 4]] };
    let batch = to_batch(&[row]).unwrap();
    assert_eq!(
        from_batch::<Swapped>(&batch).unwrap_err().to_string(),
        "parameter `partly`: axis 0: expected [w, h, _], found [h, w, _]\n\
         parameter `all`: axis 0: expected [w, h, _], found [h, w, c]\n\
         parameter `open`: axis 0: expected [_, n], found [n, _]"
    );
    // A name that only one side has may be another word for the same axis.
    assert_eq!(from_batch::<Other>(&batch).unwrap().len(), 1);
    assert_eq!(from_batch::<Written>(&batch).unwrap().len(), 1);
}
