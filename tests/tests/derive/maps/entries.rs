//! Maps whose entries are the parameters of a record, `#[tensor(record)]`.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use ndarray::{Array1, ArrayD, ArrayViewD};
use tensor_format::{
    HasRules, Record, RecordRef, RecordRules, Rules, Tensor, decthings, from_reader, from_slice, from_value, npz,
    safetensors, to_value, to_vec, zio,
};

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
#[tensor(record)]
struct StateDict(HashMap<String, Array1<f32>>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(record)]
struct Lent<'a>(BTreeMap<&'a str, ArrayViewD<'a, f32>>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(record, transparent)]
struct Listed<T> {
    entries: Vec<(Box<str>, T)>,
    #[tensor(skip)]
    epoch: u32,
}

fn state(lens: &[usize]) -> StateDict {
    let array = |(index, len): (usize, &usize)| (format!("layer.{index}.weight"), Array1::from_elem(*len, 0.5));
    StateDict(lens.iter().enumerate().map(array).collect())
}

#[test]
fn entries_of_different_shapes_travel_in_every_format() {
    assert_eq!(StateDict::RULES, Rules::Record(RecordRules::ANY));
    for state in [state(&[]), state(&[3]), state(&[0, 64, 7, 1, 2, 3, 4, 5, 6, 7, 8, 9])] {
        let bytes = to_vec(&state).unwrap();
        assert_eq!(from_slice::<StateDict>(&bytes).unwrap(), state);
        assert_eq!(from_reader::<StateDict, _>(&bytes[..]).unwrap(), state);
        let mut into = self::state(&[5, 5]);
        decthings::decode_into(&bytes, &mut into).unwrap();
        assert_eq!(into, state);
        assert_eq!(safetensors::from_slice::<StateDict>(&safetensors::to_vec(&state).unwrap()).unwrap(), state);
        assert_eq!(npz::from_slice::<StateDict>(&npz::to_vec(&state).unwrap()).unwrap(), state);
        let message = zio::to_message(&state).unwrap().to_vec().unwrap();
        assert_eq!(zio::from_message::<StateDict>(&zio::Message::from_slice(&message).unwrap()).unwrap(), state);
        assert_eq!(from_value::<StateDict>(&to_value(&state).unwrap().as_ref()).unwrap(), state);
        // The names are in order, whatever the order of the map is.
        let record: RecordRef<'_> = from_slice(&bytes).unwrap();
        assert!(record.iter().map(|(name, _)| name).is_sorted());
        assert_eq!(to_vec(&record).unwrap(), bytes);
    }
}

#[test]
fn names_and_tensors_can_be_borrowed() {
    let mut record = Record::new();
    record.push("b", Tensor::from_vec([2, 2], vec![1f32, 2.0, 3.0, 4.0]).unwrap());
    record.push("a", Tensor::from_vec([1], vec![5f32]).unwrap());
    let bytes = decthings::Options::new().align(8).to_vec(&record).unwrap();
    let lent: Lent<'_> = decthings::Options::new().from_slice(&bytes).unwrap();
    assert_eq!(lent.0["b"].shape(), [2, 2]);
    assert!(lent.0.keys().all(|name| bytes.as_ptr_range().contains(&name.as_ptr())));
    let bytes = to_vec(&lent).unwrap();
    let owned: Either<'_> = from_slice(&bytes).unwrap();
    assert_eq!(owned.0["b"].shape(), [2, 2]);
}

#[derive(Tensor)]
#[tensor(record)]
struct Either<'a>(BTreeMap<Cow<'a, str>, ArrayD<f32>>);

#[test]
fn a_list_of_entries_keeps_its_order() {
    let list =
        |names: [&str; 3]| Listed { entries: names.iter().map(|name| ((*name).into(), 7u8)).collect(), epoch: 0 };
    let bytes = to_vec(&list(["c", "a", "b"])).unwrap();
    assert_eq!(from_slice::<Listed<u8>>(&bytes).unwrap(), list(["c", "a", "b"]));
    for names in [["a", "b", "a"], ["a", "a", "b"]] {
        let error = to_vec(&list(names)).unwrap_err();
        assert_eq!(error.to_string(), "parameter `a`: present more than once");
    }
}

#[test]
fn each_entry_is_held_to_the_type_of_the_values() {
    let mut record = Record::new();
    record.push("fine", Tensor::from_vec([2], vec![1f32, 2.0]).unwrap());
    record.push("flat", Tensor::from_vec([2, 1], vec![1f32, 2.0]).unwrap());
    let error = from_slice::<StateDict>(&to_vec(&record).unwrap()).unwrap_err();
    assert!(error.to_string().starts_with("parameter `flat`: rank: expected 1, found 2"), "{error}");
    let mut record = Record::new();
    record.push("doubles", Tensor::from_vec([2], vec![1f64, 2.0]).unwrap());
    let error = from_slice::<StateDict>(&to_vec(&record).unwrap()).unwrap_err();
    assert!(error.to_string().starts_with("parameter `doubles`: element type: expected f32, found f64"), "{error}");
}

#[test]
fn names_that_come_twice_are_refused() {
    let mut twice = Record::new();
    twice.push("a", Tensor::from_vec([1], vec![1f32]).unwrap());
    twice.push("a", Tensor::from_vec([1], vec![2f32]).unwrap());
    let error = from_slice::<StateDict>(&to_vec(&twice).unwrap()).unwrap_err();
    assert_eq!(error.parameter(), Some("a"), "{error}");
    let error = decthings::Options::new().names(false).to_vec(&state(&[1])).unwrap_err();
    assert!(error.to_string().contains("name"), "{error}");
}

#[test]
fn the_error_of_a_map_of_one_shape_names_the_way_out() {
    let map: BTreeMap<String, Vec<f32>> = [("bias".to_owned(), vec![1.0]), ("weight".to_owned(), vec![1.0; 3])].into();
    let error = to_vec(&map).unwrap_err().to_string();
    let expected = "parameter `values`: the values of a map have one shape: \"bias\" is f32 [1], but \"weight\" is \
                    f32 [3]; tensors of different shapes travel as a record, `#[tensor(record)]` on a struct around \
                    the map";
    assert_eq!(error, expected);
}

#[test]
fn names_that_cannot_be_borrowed_are_told() {
    #[derive(Tensor, Debug)]
    #[tensor(record)]
    struct Borrowed<'a>(BTreeMap<&'a str, Vec<f32>>);

    let bytes = zio::to_message(&state(&[1])).unwrap().to_vec().unwrap();
    let message = zio::Message::from_slice(&bytes).unwrap();
    let error = zio::from_message::<Borrowed<'_>>(&message).unwrap_err();
    assert_eq!(error.parameter(), Some("layer.0.weight"), "{error}");
    assert!(error.to_string().contains("read them into `String`"), "{error}");
}
