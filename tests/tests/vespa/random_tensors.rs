//! Random Vespa tensors of random types, in every form; and mutations of their texts, held to a slow reader.

use std::collections::BTreeMap;

use proptest::{collection::vec, prelude::*, sample::select};
use tensor_format::vespa::{CellType, Class, Constant, Dimension, Options, Profile, Size, TensorType};
use tensor_format_tests::{
    conformance::vespa::{cells_of, streamed},
    vespa_reference,
};

const CELLS: [CellType; 4] = [CellType::Double, CellType::Float, CellType::Bfloat16, CellType::Int8];

/// A type, and how to fill it: labels and numbers, used round and round.
#[derive(Clone, Debug)]
struct Sample {
    tensor_type: TensorType,
    labels: Vec<Vec<String>>,
    numbers: Vec<String>,
}

fn number(cell: CellType) -> BoxedStrategy<String> {
    let special = select(vec!["null", "\"NaN\"", "\"-nan\"", "\"inf\"", "\"-Infinity\""]).prop_map(str::to_owned);
    if cell == CellType::Int8 {
        return prop_oneof![any::<i8>().prop_map(|cell| cell.to_string()), Just("1e1".into()), Just("-0.0".into())]
            .boxed();
    }
    prop_oneof![
        any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(|number| format!("{number:e}")),
        any::<f32>().prop_filter("finite", |number| number.is_finite()).prop_map(|number| format!("{number:?}")),
        any::<i128>().prop_map(|number| number.to_string()),
        any::<i16>().prop_map(|number| number.to_string()),
        Just("-0.0".to_owned()),
        Just("-0".to_owned()),
        Just("1e400".to_owned()),
        special,
    ]
    .boxed()
}

fn sample() -> impl Strategy<Value = Sample> {
    let names = vec!["a", "B", "_c", "d0", "d10", "d2", "x"];
    let dimensions = (proptest::sample::subsequence(names, 0..=4), vec(any::<(bool, u8)>(), 4));
    (dimensions, select(CELLS.to_vec())).prop_flat_map(|((names, sizes), cell)| {
        let dimensions: Vec<Dimension> = names
            .iter()
            .zip(sizes)
            .map(|(name, (mapped, size))| {
                Dimension::new(*name, if mapped { Size::Mapped } else { Size::Indexed(u32::from(size % 3) + 1) })
            })
            .collect();
        let cell = if dimensions.is_empty() { CellType::Double } else { cell };
        let tensor_type = TensorType::new(cell, dimensions).expect("a type");
        let mapped = tensor_type.mapped().count();
        let label = prop_oneof![
            select(vec!["", "a", "b", "type", "cells", "é\u{1f600}", "\"\\\n", "0"]).prop_map(str::to_owned),
            any::<String>()
        ];
        (vec(vec(label, mapped), 0..5), vec(number(cell), 1..20)).prop_map(move |(mut labels, numbers)| {
            labels.sort();
            labels.dedup();
            Sample { tensor_type: tensor_type.clone(), labels, numbers }
        })
    })
}

fn json(text: &str) -> String {
    serde_json::to_string(text).expect("a string")
}

impl Sample {
    fn nested(&self, shape: &[usize], numbers: &mut dyn Iterator<Item = String>) -> String {
        match shape.split_first() {
            None => numbers.next().unwrap_or_default(),
            Some((size, inner)) => {
                let items: Vec<String> = (0..*size).map(|_| self.nested(inner, numbers)).collect();
                format!("[ {}]", items.join(" , "))
            }
        }
    }

    /// The text in the short form of the class, or as a list of cells, with or without its type.
    fn text(&self, long: bool, with_type: bool) -> String {
        let shape = self.tensor_type.shape();
        let mut numbers = self.numbers.iter().cloned().cycle();
        let mapped: Vec<&str> = self.tensor_type.mapped().map(Dimension::name).collect();
        let address = |labels: &[String], index: &[String]| {
            let (mut labels, mut index) = (labels.iter(), index.iter());
            let entries: Vec<String> = self
                .tensor_type
                .dimensions()
                .iter()
                .rev()
                .filter_map(|dimension| {
                    let label = if dimension.is_mapped() { labels.next_back() } else { index.next_back() };
                    Some(format!("{}:{}", json(dimension.name()), json(label?)))
                })
                .collect();
            format!("{{{}}}", entries.join(","))
        };
        let class = self.tensor_type.class();
        let blocks = if mapped.is_empty() { vec![Vec::new()] } else { self.labels.clone() };
        let body = if long || class == Class::Scalar {
            let mut cells = Vec::new();
            for labels in &blocks {
                let mut indices = vec![Vec::new()];
                for size in &shape {
                    indices = indices
                        .into_iter()
                        .flat_map(|index: Vec<String>| {
                            (0..*size).map(move |at| index.iter().cloned().chain([at.to_string()]).collect())
                        })
                        .collect();
                }
                for index in indices {
                    let value = numbers.next().unwrap_or_default();
                    cells.push(format!("{{\"address\":{},\n \"value\":{value}}}", address(labels, &index)));
                }
            }
            format!("\"cells\":[{}]", cells.join(","))
        } else if class == Class::Dense {
            format!("\"values\":{}", self.nested(&shape, &mut numbers))
        } else {
            let (key, value) = if class == Class::Mixed { ("blocks", "values") } else { ("cells", "value") };
            let items: Vec<String> = blocks
                .iter()
                .map(|labels| {
                    let values = self.nested(&shape, &mut numbers);
                    match labels.as_slice() {
                        [label] => format!("{} : {values}", json(label)),
                        _ => format!("{{\"{value}\":{values},\"address\":{}}}", address(labels, &[])),
                    }
                })
                .collect();
            let (open, close) = if mapped.len() == 1 { ('{', '}') } else { ('[', ']') };
            format!("\"{key}\":{open}{}{close}", items.join(","))
        };
        let tensor_type = if with_type { format!(",\"type\":\"{}\"", self.tensor_type) } else { String::new() };
        format!("{{{body}{tensor_type}}}")
    }
}

impl Sample {
    /// The text of a field: bare, with flat lists or nested ones, numbers as strings, or hexadecimal digits.
    fn document_text(&self, form: u8) -> String {
        let count: usize = self.tensor_type.shape().iter().product();
        let no_null = |number: &String| if number == "null" { "0.5".to_owned() } else { number.clone() };
        let mut numbers = self.numbers.iter().map(no_null).cycle();
        let mut list = || -> String {
            match form {
                0 => self.nested(&self.tensor_type.shape(), &mut numbers),
                1 => format!("[{}]", numbers.by_ref().take(count).collect::<Vec<_>>().join(",")),
                2 => {
                    let quoted = |number: String| if number.starts_with(['"', 'n']) { number } else { json(&number) };
                    format!("[{} ]", numbers.by_ref().take(count).map(quoted).collect::<Vec<_>>().join(", "))
                }
                _ => json(&match self.tensor_type.cell() {
                    CellType::Int8 => "F0".repeat(count),
                    CellType::Double => "3ff8000000000001".repeat(count),
                    _ => "7F80".repeat(count),
                }),
            }
        };
        let one = self.tensor_type.mapped().count() == 1;
        match self.tensor_type.class() {
            Class::Dense if matches!(form, 0 | 2) => list(),
            Class::Dense => format!("{{\"values\":{}}}", list()),
            Class::Mixed if one => {
                // A string under the first `type` is the type.
                let labels = self.labels.iter().filter(|labels| form != 3 || labels[0] != "type");
                let blocks: Vec<String> = labels.map(|labels| format!("{}:{}", json(&labels[0]), list())).collect();
                format!("{{{}}}", blocks.join(","))
            }
            Class::Scalar if form == 1 => list(),
            _ => {
                let text = self.text(true, false);
                let text = text.replace("null", "0.5");
                let items = text.strip_prefix("{\"cells\":").and_then(|text| text.strip_suffix('}'));
                items.unwrap_or_default().to_owned()
            }
        }
    }
}

/// The cells of a constant as the slow reader gives them.
fn cells(tensor: &Constant) -> vespa_reference::Cells {
    let names: Vec<&str> = tensor.tensor_type().dimensions().iter().map(Dimension::name).collect();
    let order = |address: &BTreeMap<String, String>| -> Vec<String> {
        names.iter().filter_map(|name| address.get(*name).cloned()).collect()
    };
    cells_of(tensor).iter().map(|(address, bits)| (order(address), *bits)).collect()
}

/// What both readers make of a text is the same.
fn agree(tensor_type: &TensorType, profile: Profile, text: &str) -> Option<Constant> {
    let options = Options::new().profile(profile);
    let read = options.read_as(tensor_type, text);
    assert_eq!(streamed(&options, Some(tensor_type), text, &read), Ok(()), "{tensor_type}: {text}");
    let reference = vespa_reference::read(tensor_type, profile, text);
    let faults = options.validate(Some(tensor_type), text);
    match (&read, &reference) {
        (Ok(read), Some(expected)) => assert_eq!(cells(read), *expected, "{tensor_type}: {text}"),
        (Err(_), None) => {}
        (Ok(read), None) => panic!("{tensor_type}: {text}: {}", read.to_text()),
        (Err(error), Some(_)) => panic!("{tensor_type}: {text}: {error}"),
    }
    assert_eq!(read.is_ok(), faults.is_empty(), "{tensor_type}: {text}: {faults:?}");
    read.ok()
}

/// As [`agree`], of the type that the text names.
fn agree_on_named(profile: Profile, text: &str) {
    let options = Options::new().profile(profile);
    let read = options.read(text);
    assert_eq!(streamed(&options, None, text, &read), Ok(()), "{text}");
    let found = read.as_ref().ok().map(|read| (read.tensor_type().clone(), cells(read)));
    assert_eq!(found, vespa_reference::read_named(profile, text), "{text}: {read:?}");
    let faults = options.validate(None, text);
    assert_eq!(read.is_ok(), faults.is_empty(), "{text}: {faults:?}");
}

/// Where, how and with which character a text is changed.
type Edit = (proptest::sample::Index, u8, u8);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let characters = select(b"{}[],:\"\\ 0123456789-+.eEnulatfsixF\n".to_vec());
    vec((any::<proptest::sample::Index>(), 0..4u8, characters), 1..4)
}

fn edited(text: String, edits: &[Edit]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (at, edit, byte) in edits {
        let (at, byte) = (at.index(text.len()), char::from(*byte));
        match edit {
            0 => {
                text.remove(at);
            }
            1 => text[at] = byte,
            2 => text.insert(at, byte),
            _ => {
                text.drain(at..(at + 7).min(text.len()));
            }
        }
        if text.is_empty() {
            text.push('1');
        }
    }
    text.into_iter().collect()
}

/// Whether both profiles take a text's numbers for the same: `null` is one in constants alone, `-0` has a sign in
/// documents.
fn is_alike(text: &str) -> bool {
    !text.contains("null") && !text.contains("-0")
}

proptest! {
    #[test]
    fn every_form_is_read_and_written(sample in sample(), long: bool, with_type: bool) {
        let text = sample.text(long, with_type);
        let tensor = agree(&sample.tensor_type, Profile::Constant, &text).expect("a tensor");
        let document = agree(&sample.tensor_type, Profile::Document, &text);
        if is_alike(&text) {
            prop_assert_eq!(&document.expect("a tensor"), &tensor);
        }
        agree_on_named(Profile::Constant, &text);
        if with_type {
            prop_assert_eq!(&Options::new().read(&text).expect("a tensor"), &tensor);
        }
        for written in [tensor.to_text(), tensor.to_text_pretty()] {
            let again = agree(&sample.tensor_type, Profile::Constant, &written).expect("a tensor");
            prop_assert_eq!(&again, &tensor);
            prop_assert_eq!(Options::new().read(&written).expect("a tensor").to_text(), tensor.to_text());
        }
        let mut pieces = Vec::new();
        tensor.write_to(&mut pieces).expect("a text");
        prop_assert_eq!(pieces, tensor.to_text().into_bytes());
        let frame = tensor.to_lz4().expect("a frame");
        prop_assert_eq!(Options::new().text_of_lz4(&frame).expect("a text"), tensor.to_text());
    }

    #[test]
    fn mutations_are_judged_alike(
        sample in sample(),
        long: bool,
        with_type: bool,
        edits in edits(),
    ) {
        let text = edited(sample.text(long, with_type), &edits);
        agree_on_named(Profile::Constant, &text);
        agree_on_named(Profile::Document, &text);
        // The wider profile takes what the narrower one takes.
        if let Some(tensor) = agree(&sample.tensor_type, Profile::Constant, &text) {
            let wider = agree(&sample.tensor_type, Profile::Document, &text);
            if is_alike(&text) {
                prop_assert_eq!(wider.expect("a tensor"), tensor);
            }
        } else {
            agree(&sample.tensor_type, Profile::Document, &text);
        }
    }

    #[test]
    fn fields_of_documents_are_judged_alike(sample in sample(), form in 0..4u8, edits in edits()) {
        let text = sample.document_text(form);
        agree(&sample.tensor_type, Profile::Document, &text).expect("a tensor");
        agree(&sample.tensor_type, Profile::Constant, &text);
        agree(&sample.tensor_type, Profile::Document, &edited(text, &edits));
    }

    /// Cells of all bits but those of a NaN's payload come back from their text.
    #[test]
    fn cells_of_every_bit_pattern_come_back(doubles in vec(any::<u64>(), 1..50)) {
        let floats: Vec<f32> = doubles.iter().map(|bits| f32::from_bits(*bits as u32)).collect();
        let halves: Vec<half::bf16> = doubles.iter().map(|bits| half::bf16::from_bits(*bits as u16)).collect();
        let doubles: Vec<f64> = doubles.into_iter().map(f64::from_bits).collect();
        let quiet = |number: f64| if number.is_nan() { f64::NAN.copysign(number).to_bits() } else { number.to_bits() };
        let text = tensor_format::vespa::to_string(&doubles).expect("a text");
        let read: Vec<f64> = tensor_format::vespa::from_str(&text).expect("doubles");
        prop_assert!(read.iter().map(|x| quiet(*x)).eq(doubles.iter().map(|x| quiet(*x))), "{}", text);
        let text = tensor_format::vespa::to_string(&floats).expect("a text");
        let read: Vec<f32> = tensor_format::vespa::from_str(&text).expect("floats");
        prop_assert!(read.iter().map(|x| quiet((*x).into())).eq(floats.iter().map(|x| quiet((*x).into()))), "{}", text);
        let text = tensor_format::vespa::to_string(&halves).expect("a text");
        let read: Vec<half::bf16> = tensor_format::vespa::from_str(&text).expect("halves");
        prop_assert!(read.iter().map(|x| quiet((*x).into())).eq(halves.iter().map(|x| quiet((*x).into()))), "{}", text);
    }

    #[test]
    fn texts_of_types_are_canonical(text in "tensor(<(double|float|bfloat16|int8|half)>)?\\(( ?[a-c_Z0-2]{1,2}(\\[[0-3]?\\]|\\{\\}) ?,?){0,4}\\)") {
        if let Ok(parsed) = text.parse::<TensorType>() {
            let canonical = parsed.to_string();
            prop_assert_eq!(canonical.parse::<TensorType>().expect("a type"), parsed.clone());
            let names: Vec<&str> = parsed.dimensions().iter().map(Dimension::name).collect();
            prop_assert!(names.is_sorted() && !canonical.contains(' '));
            let reversed: Vec<Dimension> = parsed.dimensions().iter().rev().cloned().collect();
            prop_assert_eq!(TensorType::new(parsed.cell(), reversed).expect("a type"), parsed);
        }
    }
}

/// Some of what the program `vespa_numbers` looks at.
#[test]
fn numbers_are_read_and_written_as_by_a_slow_reader() {
    for (cell, refused) in CELLS.into_iter().zip([0, 0, 0, 1000]) {
        let figures = tensor_format_tests::vespa_numbers::check(cell, 5000, 7).expect("no difference");
        assert_eq!(figures.kept + figures.refused, 5000);
        assert!(figures.refused >= refused && figures.kept > 1000, "{cell}: {figures:?}");
    }
}

/// Halves of all 65536 bit patterns, and floats whose shortest text lies where rounding twice could differ.
#[test]
fn all_halves_come_back() {
    let halves: Vec<half::bf16> = (0..=u16::MAX).map(half::bf16::from_bits).collect();
    let text = tensor_format::vespa::to_string(&halves).expect("a text");
    let read: Vec<half::bf16> = tensor_format::vespa::from_str(&text).expect("halves");
    for (written, read) in halves.iter().zip(read) {
        let same = written.to_bits() == read.to_bits();
        assert!(same || (written.is_nan() && read.is_nan() && written.is_sign_negative() == read.is_sign_negative()));
    }
}

#[test]
fn a_type_without_a_size_is_none_of_a_constant() {
    for text in [r#"{"cells":[],"type":"tensor<int8>(c{},d[])"}"#, r#"{"type":"tensor(d[])","values":[1]}"#] {
        agree_on_named(Profile::Constant, text);
        agree_on_named(Profile::Document, text);
        assert!(Options::new().read(text).is_err(), "{text}");
    }
}

/// The shortest text of this float, read as a double first, gives another float.
#[test]
fn a_float_that_rounding_twice_would_change_comes_back() {
    let float = f32::from_bits(0x15ae_43fd);
    assert_ne!(float.to_string().parse::<f64>().expect("a double") as f32, float);
    for float in [float, -float] {
        let text = tensor_format::vespa::to_string(&[float]).expect("a text");
        assert_eq!(tensor_format::vespa::from_str::<[f32; 1]>(&text).expect("a float"), [float], "{text}");
    }
}

/// What tells a NaN from an infinity may lie in the bits that a smaller cell drops.
#[test]
fn a_nan_stays_one_where_its_bits_are_dropped() {
    let document = Options::new().profile(Profile::Document);
    for (cell, digits) in [
        ("bfloat16", "7f800001ff800001"),
        ("bfloat16", "7ff0000000000001fff0000000000001"),
        ("float", "7ff0000000000001fff0000000000001"),
    ] {
        let declared = format!("tensor<{cell}>(x[2])").parse::<TensorType>().expect("a type");
        let read = document.read_as(&declared, &json(digits)).expect("two cells");
        let found = ["0", "1"].map(|index| read.get(&[("x", index)]).expect("a cell"));
        assert!(found.iter().all(|cell| cell.is_nan()), "{cell} {digits}: {found:?}");
        assert_eq!(found.map(f64::is_sign_negative), [false, true], "{cell} {digits}");
        assert!(read.to_text().ends_with(r#""values":["NaN","-NaN"]}"#), "{}", read.to_text());
    }
}
