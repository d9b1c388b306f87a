//! Maps whose entries are the parameters of a record, `#[tensor(record)]`.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    hash::{BuildHasherDefault, DefaultHasher},
};

use allocation_counter::measure;
use ndarray::{Array1, ArrayD, ArrayViewD};
use tensor_format::{
    Definitions, ErrorKind, HasRules, Record, RecordRef, RecordRules, Rules, Tensor, TensorRef,
    decthings::{self, Dialect, Options, request},
    from_reader, from_slice, from_value, npy, npz,
    rules::fingerprint_of,
    safetensors, stdlib, to_value, to_vec, vespa, zio,
};

use super::everywhere;

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
#[tensor(record)]
struct StateDict(HashMap<String, Array1<f32>>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(record)]
struct Lent<'a>(BTreeMap<&'a str, ArrayViewD<'a, f32>>);

#[derive(Tensor, Debug, PartialEq, Default)]
#[tensor(record)]
struct Either<'a>(BTreeMap<Cow<'a, str>, ArrayD<f32>>);

#[derive(Tensor, Debug, PartialEq, Default, Clone)]
#[tensor(record, transparent)]
struct Listed<T> {
    entries: Vec<(Box<str>, T)>,
    #[tensor(skip)]
    epoch: u32,
}

#[derive(Tensor, Debug, PartialEq, Default)]
#[tensor(record)]
struct Hashed<V>(HashMap<Box<str>, V, BuildHasherDefault<DefaultHasher>>);

fn state(lens: &[usize]) -> StateDict {
    let array = |(index, len): (usize, &usize)| (format!("layer.{index}.weight"), Array1::from_elem(*len, 0.5));
    StateDict(lens.iter().enumerate().map(array).collect())
}

fn listed(names: &[&str]) -> Listed<u8> {
    Listed { entries: names.iter().map(|name| ((*name).into(), 7)).collect(), epoch: 0 }
}

/// A record of vectors of these lengths, under these names.
fn record(entries: &[(&str, usize)]) -> Record {
    entries.iter().map(|(name, len)| ((*name).to_owned(), Tensor::from(vec![0.5f32; *len]))).collect()
}

#[test]
fn entries_of_different_shapes_travel_in_every_format() {
    for state in [state(&[]), state(&[3]), state(&[0, 64, 7, 1, 2, 3, 4, 5, 6, 7, 8, 9])] {
        everywhere(&state);
        for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
            for align in [1, 8, 64] {
                let options = Options::new().dialect(dialect).align(align);
                let bytes = options.to_vec(&state).unwrap();
                assert_eq!(options.from_slice::<StateDict>(&bytes).unwrap(), state);
                assert_eq!(options.from_reader::<StateDict, _>(&bytes[..]).unwrap(), state);
                let slices: Vec<u8> = options.to_slices(&state).unwrap().iter().flatten().copied().collect();
                assert_eq!(slices, bytes);
            }
        }
        assert_eq!(request::from_slice::<StateDict>(&request::to_vec(&state).unwrap()).unwrap(), state);
        assert_eq!(safetensors::from_slice::<StateDict>(&safetensors::to_vec(&state).unwrap()).unwrap(), state);
        assert_eq!(npz::from_slice::<StateDict>(&npz::to_vec(&state).unwrap()).unwrap(), state);
        // The names are in order, whatever the order of the map is.
        let bytes = to_vec(&state).unwrap();
        let record: RecordRef<'_> = from_slice(&bytes).unwrap();
        assert!(record.iter().map(|(name, _)| name).is_sorted());
        assert_eq!(to_vec(&record).unwrap(), bytes);
    }
}

/// What other programs know of such a file is the name of each tensor.
#[test]
fn a_file_is_that_of_a_record_of_the_same_tensors() {
    let state = state(&[4, 2]);
    let same = record(&[("layer.0.weight", 4), ("layer.1.weight", 2)]);
    assert_eq!(safetensors::to_vec(&state).unwrap(), safetensors::to_vec(&same).unwrap());
    assert_eq!(npz::to_vec(&state).unwrap(), npz::to_vec(&same).unwrap());
}

/// Such a record is many tensors: no constant of Vespa, but one for each.
#[test]
fn formats_of_one_tensor_refuse_it() {
    let state = state(&[1, 2]);
    let error = stdlib::to_message(&state).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "expected one tensor, found a record of 2 tensors");
    let error = vespa::to_string(&state).unwrap_err();
    assert!(error.to_string().contains("of any other, each field is one: `vespa::to_constants`"), "{error}");
    assert!(npy::to_vec(&state).is_err());
    let constants = vespa::to_constants(&state).unwrap();
    assert_eq!(constants.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["layer.0.weight", "layer.1.weight"]);
    assert_eq!(vespa::from_constants::<StateDict>(&constants).unwrap(), state);
}

#[test]
fn entries_are_tensors_of_any_kind() {
    everywhere(&Hashed(HashMap::from_iter([("a".into(), [1u8, 2]), ("b".into(), [3, 4])])));
    everywhere(&Hashed(HashMap::from_iter([("a".into(), "text".to_owned()), ("é \"".into(), String::new())])));
    let tensors = [("a".into(), Tensor::from(vec![1i64])), ("b".into(), Tensor::from(vec![true, false]))];
    everywhere(&Hashed(HashMap::from_iter(tensors)));
    let arrays = [("a.b".into(), ArrayD::<f64>::zeros(vec![2, 0, 3])), ("c".into(), ArrayD::zeros(vec![]))];
    everywhere(&Hashed(HashMap::from_iter(arrays)));
}

#[cfg(target_endian = "little")]
#[test]
fn names_and_tensors_can_be_borrowed() {
    let mut record = Record::new();
    record.push("b", Tensor::from_vec([2, 2], vec![1f32, 2.0, 3.0, 4.0]).unwrap());
    record.push("a", Tensor::from_vec([1], vec![5f32]).unwrap());
    let bytes = Options::new().align(8).to_vec(&record).unwrap();
    let lent: Lent<'_> = Options::new().from_slice(&bytes).unwrap();
    assert_eq!(lent.0["b"].shape(), [2, 2]);
    assert!(lent.0.keys().all(|name| bytes.as_ptr_range().contains(&name.as_ptr())));
    let again = to_vec(&lent).unwrap();
    let owned: Either<'_> = from_slice(&again).unwrap();
    assert_eq!(owned.0["b"].shape(), [2, 2]);
    assert!(owned.0.keys().all(|name| matches!(name, Cow::Borrowed(_))));

    #[derive(Tensor)]
    #[tensor(record)]
    struct Dynamic<'a>(Vec<(Cow<'a, str>, TensorRef<'a>)>);
    let file = safetensors::to_vec(&record).unwrap();
    let dynamic: Dynamic<'_> = safetensors::from_slice(&file).unwrap();
    assert_eq!(dynamic.0.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["a", "b"]);
    assert!(dynamic.0.iter().all(|(_, tensor)| tensor.as_slice::<f32>().is_ok()));
}

#[test]
fn a_list_of_entries_keeps_its_order() {
    let bytes = to_vec(&listed(&["c", "a", "b"])).unwrap();
    assert_eq!(from_slice::<Listed<u8>>(&bytes).unwrap(), listed(&["c", "a", "b"]));
    assert_eq!(from_reader::<Listed<u8>, _>(&bytes[..]).unwrap(), listed(&["c", "a", "b"]));
    let mut into = Listed { epoch: 7, ..listed(&["c", "d", "e", "f"]) };
    decthings::decode_into(&bytes, &mut into).unwrap();
    assert_eq!(into, listed(&["c", "a", "b"]));
}

#[test]
fn each_entry_is_held_to_the_type_of_the_values() {
    let refused = |record: &Record| {
        let error = from_slice::<StateDict>(&to_vec(record).unwrap()).unwrap_err();
        let mut there = state(&[1, 1]);
        let into = decthings::decode_into(&to_vec(record).unwrap(), &mut there).unwrap_err();
        assert_eq!(error.to_string(), into.to_string());
        error.to_string()
    };
    let mut flat = record(&[("layer.0.weight", 2)]);
    flat.push("flat", Tensor::from_vec([2, 1], vec![1f32, 2.0]).unwrap());
    let expected = "parameter `flat`: rank: expected 1, found 2 (byte 35)";
    assert_eq!(refused(&flat), expected);
    let mut doubles = Record::new();
    doubles.push("layer.0.weight", Tensor::from(vec![1f64]));
    let expected = "parameter `layer.0.weight`: element type: expected f32, found f64 (byte 18)";
    assert_eq!(refused(&doubles), expected);
    let error = from_slice::<StateDict>(&to_vec(&1f32).unwrap()).unwrap_err();
    assert!(error.to_string().starts_with("expected a record"), "{error}");
}

#[test]
fn names_that_come_twice_are_refused() {
    for names in [["a", "b", "a"], ["b", "a", "a"]] {
        let error = to_vec(&listed(&names)).unwrap_err();
        assert_eq!(error.to_string(), "parameter `a`: present more than once");
        let mut bytes = to_vec(&names).unwrap();
        (0..3).for_each(|_| tensor_format::append(&vec![0.5f32], &mut bytes).unwrap());
        let mut into = state(&[1]);
        for error in [
            from_slice::<StateDict>(&bytes).unwrap_err(),
            from_reader::<StateDict, _>(&bytes[..]).unwrap_err(),
            decthings::decode_into(&bytes, &mut into).unwrap_err(),
            from_slice::<Either<'_>>(&bytes).unwrap_err(),
            from_slice::<Listed<Vec<f32>>>(&bytes).unwrap_err(),
        ] {
            assert!(matches!(error.kind(), ErrorKind::DuplicateParam), "{error}");
            assert_eq!(error.parameter(), Some("a"), "{error}");
        }
    }
}

#[test]
fn names_that_cannot_be_borrowed_are_told() {
    let state = state(&[1]);
    let (value, file) = (to_value(&state).unwrap(), safetensors::to_vec(&state).unwrap());
    let message = zio::to_message(&state).unwrap();
    for error in [
        from_value::<Lent<'_>>(&value.as_ref()).unwrap_err(),
        safetensors::from_slice::<Lent<'_>>(&file).unwrap_err(),
        zio::from_message::<Lent<'_>>(&message).unwrap_err(),
    ] {
        assert_eq!(error.parameter(), Some("layer.0.weight"));
        assert!(matches!(error.kind(), ErrorKind::NotBorrowable { why } if why.contains("`String`")), "{error}");
    }
}

#[test]
fn a_record_without_names_is_refused() {
    let error = Options::new().names(false).to_vec(&state(&[1])).unwrap_err();
    assert!(error.to_string().contains("name"), "{error}");
}

/// Tensors of names that stay keep their memory, and so do names; a table of entries is made anew.
#[test]
fn decode_into_keeps_the_memory_of_names_that_stay() {
    let first = to_vec(&state(&[8; 40])).unwrap();
    let mut there = from_slice::<StateDict>(&first).unwrap();
    let memory = |state: &StateDict| -> BTreeMap<String, _> {
        state.0.iter().map(|(name, array)| (name.clone(), (name.as_ptr(), array.as_ptr()))).collect()
    };
    let before = memory(&there);
    let tables = measure(|| decthings::decode_into(&first, &mut there).unwrap()).count_total;
    assert_eq!((tables, memory(&there)), (1, before.clone()));
    // A name that goes, and one that comes.
    let mut other = state(&[8; 41]);
    other.0.remove("layer.0.weight");
    decthings::decode_into(&to_vec(&other).unwrap(), &mut there).unwrap();
    assert_eq!(there, other);
    assert!(memory(&there).iter().all(|(name, at)| before.get(name).is_none_or(|before| before == at)));
    // Whatever was there before.
    decthings::decode_into(&to_vec(&state(&[])).unwrap(), &mut there).unwrap();
    assert_eq!(there, state(&[]));

    let entries = (0..40).map(|index| (format!("name {index:02}").into(), vec![1u8])).collect();
    let full = to_vec(&Listed { entries, epoch: 0 }).unwrap();
    let mut there = from_slice::<Listed<Vec<u8>>>(&full).unwrap();
    assert_eq!(measure(|| decthings::decode_into(&full, &mut there).unwrap()).count_total, 0);
    let mut none = listed(&["b", "c"]);
    decthings::decode_into(&to_vec(&listed(&[])).unwrap(), &mut none).unwrap();
    assert_eq!(none, listed(&[]));
}

/// Rules name the parameters of a record, and these are known only at run time: they are those of any record, and say
/// nothing of the values. Reading and writing hold each entry to its type all the same.
#[test]
fn rules_are_those_of_any_record() {
    #[derive(Tensor)]
    #[allow(dead_code)]
    struct Model {
        bias: [f32; 2],
    }

    assert_eq!(StateDict::RULES, Rules::Record(RecordRules::ANY));
    assert_eq!(Listed::<u8>::RULES, Record::RULES);
    assert_eq!(StateDict::RULES.to_string(), "{}");
    let json = decthings::rules_to_json(StateDict::RULES, Dialect::Documented).unwrap();
    assert_eq!(json, "[]");
    let definitions = Definitions::from(StateDict::RULES.as_record().unwrap());
    assert_eq!(decthings::definitions_from_json(&json).unwrap(), definitions);
    assert_eq!(fingerprint_of::<StateDict>(), fingerprint_of::<Record>());
    assert_eq!(definitions.fingerprint(), fingerprint_of::<StateDict>());
    // Whoever reads any record reads this, and what is sent so may lack what another needs.
    assert!(StateDict::RULES.contains(&Model::RULES));
    let reasons: Vec<String> = Model::RULES.difference(&StateDict::RULES).iter().map(ToString::to_string).collect();
    assert_eq!(reasons, ["parameter `bias`: required, but not given"]);
    let doubles = to_vec(&Listed { entries: vec![("bias".into(), vec![1f64])], epoch: 0 }).unwrap();
    assert!(decthings::check::<StateDict>(&doubles).is_ok());
    assert!(from_slice::<StateDict>(&doubles).is_err());
}

#[test]
fn the_error_of_a_map_of_one_shape_names_the_way_out() {
    let map: BTreeMap<String, Vec<f32>> = [("bias".to_owned(), vec![1.0]), ("weight".to_owned(), vec![1.0; 3])].into();
    let error = to_vec(&map).unwrap_err();
    let expected = "parameter `values`: the values of a map have one shape: \"bias\" is f32 [1], but \"weight\" is \
                    f32 [3]; a map from names to tensors of any shapes is a record, by `#[tensor(record)]` on a struct \
                    around it";
    assert_eq!(error.to_string(), expected);
    let ErrorKind::RaggedMap { keys, .. } = error.kind() else { panic!("{error}") };
    assert_eq!(keys.each_ref().map(|key| &**key), ["\"bias\"", "\"weight\""]);
}

#[test]
fn who_reads_a_state_dict_into_a_map_is_told_how() {
    let advice = "a map from names to tensors of any shapes is a record, by `#[tensor(record)]` on a struct around it";
    let file = safetensors::to_vec(&state(&[1, 2])).expect("a state dict");
    let message = to_vec(&state(&[1, 2])).expect("a state dict");
    let missing = "parameter `d0`: required, but missing; found, but not known: `layer.0.weight`, `layer.1.weight`; ";
    for error in [
        safetensors::from_slice::<HashMap<String, Vec<f32>>>(&file).expect_err("names"),
        from_slice::<BTreeMap<String, Vec<f32>>>(&message).expect_err("names"),
    ] {
        assert!(error.to_string().starts_with(&format!("{missing}{advice}")), "{error}");
    }
    // One part of the map is there, or nothing at all, or what is read has other fields.
    #[derive(Tensor, Debug)]
    struct Other {
        _a: f32,
    }
    #[derive(Tensor)]
    struct Labels {
        d0: [String; 1],
    }
    let values = safetensors::to_vec(&record(&[("values", 1), ("other", 1)])).expect("a record");
    let part = to_vec(&Labels { d0: ["a".to_owned()] }).expect("a record");
    let errors = [
        from_slice::<HashMap<String, f32>>(&part).expect_err("no values"),
        safetensors::from_slice::<HashMap<u32, f32>>(&values).expect_err("no values"),
        safetensors::from_slice::<Other>(&file).expect_err("another record"),
        from_slice::<HashMap<String, f32>>(&to_vec(&Record::new()).expect("a record")).expect_err("nothing"),
        from_slice::<Other>(&message).expect_err("another record"),
    ];
    for error in errors {
        assert!(
            matches!(error.kind(), ErrorKind::MissingParam { .. }) && !error.to_string().contains(advice),
            "{error}"
        );
    }
}
