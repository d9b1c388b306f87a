//! Vectors of Vespa tensors in JSON.

use std::{cell::Cell, collections::BTreeMap, panic, sync::Once};

use base64::Engine;
use serde::Deserialize;
use serde_json::Value;
use tensor_format::{
    ByteOrder, DecodeError, ErrorKind,
    error::JsonFault,
    vespa::{ConstType, Constant, Dimension, Options, Profile, Size, TensorType},
};

use super::{Case, Format};

/// The format and its files.
pub const FORMAT: Format = Format {
    name: "vespa",
    files: &[
        ("constant-accept.jsonl", read),
        ("constant-reject.jsonl", read),
        ("constant-divergent.jsonl", read),
        ("document-accept.jsonl", read),
        ("document-reject.jsonl", read),
        ("lz4.jsonl", read),
        ("types.jsonl", types),
        ("write.jsonl", write),
    ],
};

/// The cells of a vector by their addresses, as bits; all NaN of one sign are equal.
type Cells = BTreeMap<BTreeMap<String, String>, u64>;

fn bits(number: f64) -> u64 {
    let number = if number.is_nan() { f64::NAN.copysign(number) } else { number };
    number.to_bits()
}

fn cells_of_vector(cells: &[(BTreeMap<String, String>, Value)]) -> Option<Cells> {
    let number = |value: &Value| match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "-NaN" => Some(-f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    };
    cells.iter().map(|(address, value)| Some((address.clone(), bits(number(value)?)))).collect()
}

/// Every cell of a tensor, found one by one by its address.
pub fn cells_of(tensor: &Constant) -> Cells {
    let dimensions = tensor.tensor_type().dimensions();
    let blocks: Vec<Vec<&str>> = tensor.iter().map(|(labels, _)| labels).collect();
    let mut cells = Cells::new();
    for labels in blocks {
        let mut addresses = vec![Vec::new()];
        let mut labels = labels.into_iter();
        for dimension in dimensions {
            let values: Vec<String> = match dimension.size() {
                Size::Indexed(size) => (0..size).map(|index| index.to_string()).collect(),
                _ => labels.next().map(str::to_owned).into_iter().collect(),
            };
            addresses = addresses
                .into_iter()
                .flat_map(|address: Vec<String>| {
                    values.iter().map(move |value| address.iter().chain([value]).cloned().collect())
                })
                .collect();
        }
        for address in addresses {
            let named: Vec<(&str, &str)> =
                dimensions.iter().zip(&address).map(|(dimension, label)| (dimension.name(), &**label)).collect();
            let number = tensor.get(&named).expect("a cell at each address");
            cells.insert(named.iter().map(|(name, label)| ((*name).into(), (*label).into())).collect(), bits(number));
        }
    }
    cells
}

/// What is different where cells go into a writer as they are read.
///
/// # Errors
///
/// What differs.
pub fn streamed(
    options: &Options,
    declared: Option<&TensorType>,
    text: &str,
    read: &Result<Constant, DecodeError>,
) -> Result<(), String> {
    let mut file = std::io::Cursor::new(vec![7; 3]);
    file.set_position(3);
    let streamed = options.read_to_writer(declared, text, &mut file);
    let cells = file.into_inner().split_off(3);
    match (read, streamed) {
        (Ok(read), Ok((tensor_type, labels))) => {
            let expected = (read.tensor_type(), read.labels(), read.cells().to_bytes(ByteOrder::Little).into_owned());
            let found = (&tensor_type, &labels, cells);
            if expected == found { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
        }
        (Err(read), Err(streamed)) if read.to_string() == streamed.to_string() => Ok(()),
        (read, streamed) => Err(format!("expected {read:?}, found {streamed:?}")),
    }
}

#[derive(Deserialize)]
struct Read {
    profile: String,
    kind: String,
    #[serde(rename = "type")]
    declared: Option<String>,
    input: Option<String>,
    input_base64: Option<String>,
    canonical_type: String,
    cells: Option<Vec<(BTreeMap<String, String>, Value)>>,
    reason: Option<String>,
}

fn read(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Read = serde_json::from_str(line)?;
    let profile = match &*vector.profile {
        "constant" => Profile::Constant,
        "document" => Profile::Document,
        other => {
            case.fault("the profile", "constant or document", other);
            return Ok(());
        }
    };
    let options = Options::new().profile(profile);
    let declared = match vector.declared.as_deref().map(str::parse::<TensorType>).transpose() {
        Ok(declared) => declared,
        Err(error) => {
            case.fault("the declared type", "a type", error);
            return Ok(());
        }
    };
    if let Some(declared) = &declared {
        case.equal("canonical type of what is declared", &vector.canonical_type, &declared.to_string());
    }
    let text = match (vector.input, vector.input_base64) {
        (Some(text), _) => Ok(text),
        (None, Some(text)) => match base64::engine::general_purpose::STANDARD.decode(text) {
            Ok(frame) => options.text_of_lz4(&frame),
            Err(error) => {
                case.fault("the input", "base64", error);
                return Ok(());
            }
        },
        (None, None) => {
            case.fault("the input", "a text", "none");
            return Ok(());
        }
    };
    let read = text.and_then(|text| {
        let read = match &declared {
            Some(declared) => options.read_as(declared, &text),
            None => options.read(&text),
        };
        if let Err(differs) = streamed(&options, declared.as_ref(), &text, &read) {
            case.fault("into a writer", "the same", differs);
        }
        let faults = options.validate(declared.as_ref(), &text);
        match (&read, faults.as_slice()) {
            (Ok(_), []) => {}
            (Err(error), [.., last]) => {
                // A strict reader stops at the first fault that it meets, which may come after one of an earlier place.
                let found = faults.iter().any(|fault| fault.to_string() == error.to_string());
                if !found {
                    case.fault("validate", error, last);
                }
            }
            (Ok(_), [fault, ..]) => case.fault("validate", "no fault", fault),
            (Err(error), []) => case.fault("validate", error, "no fault"),
        }
        read
    });
    match (&*vector.kind, read) {
        ("accept", Ok(tensor)) => {
            case.equal("canonical type", &vector.canonical_type, &tensor.tensor_type().to_string());
            let expected = vector.cells.as_deref().and_then(cells_of_vector);
            case.equal("cells", &expected, &Some(cells_of(&tensor)));
            back(&tensor, case);
        }
        ("accept", Err(error)) => case.fault("reading", "a tensor", error),
        ("reject", Ok(tensor)) => case.fault("reading", vector.reason.unwrap_or_default(), tensor.to_text()),
        ("reject", Err(error)) => {
            let reason = vector.reason.unwrap_or_default();
            if !is_reason(&reason, &error) {
                case.fault("reason", reason, error);
            }
        }
        (other, _) => case.fault("the kind", "accept or reject", other),
    }
    Ok(())
}

/// What was read is written, and read back the same.
fn back(tensor: &Constant, case: &mut Case) {
    for text in [tensor.to_text(), tensor.to_text_pretty()] {
        match Options::new().read(&text) {
            Ok(again) => {
                case.equal("cells written and read back", &cells_of(tensor), &cells_of(&again));
                case.equal("written twice", &tensor.to_text(), &again.to_text());
            }
            Err(error) => case.fault("reading back", "a tensor", error),
        }
    }
    match Options::new().read_as(tensor.tensor_type(), &tensor.to_text()) {
        Ok(again) => case.equal("equality", tensor, &again),
        Err(error) => case.fault("reading back as declared", "a tensor", error),
    }
}

/// Causes that one input can have at once; whichever is found first tells.
const GROUPS: &[&[&str]] = &[
    // A string in place of a list.
    &["hex-not-allowed", "wrong-form-for-type", "block-not-array"],
    // A key that is neither a form nor a label.
    &["unknown-key", "mixed-forms", "wrong-form-for-type", "not-a-number"],
    &["index-not-integer", "index-out-of-range"],
    // A text that looks like more than it is.
    &["number-as-string", "not-a-number"],
    &["duplicate-key", "mixed-forms"],
    &["type-mismatch", "bad-type"],
    &["wrong-count", "nesting"],
];

fn is_reason(reason: &str, error: &DecodeError) -> bool {
    let found = match error.kind() {
        ErrorKind::Json(error) => match &error.fault {
            JsonFault::Syntax { .. } => "bad-json".to_owned(),
            fault => fault.name().replace('_', "-"),
        },
        kind => kind.name().replace('_', "-"),
    };
    found == reason || GROUPS.iter().any(|group| group.contains(&reason) && group.contains(&&*found))
}

/// The canonical text of a type as the parser of constants reads it, which refuses by a panic.
fn constant_text(input: &'static str) -> Option<String> {
    thread_local!(static QUIET: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                loud(panic);
            }
        }));
    });
    QUIET.set(true);
    let text = panic::catch_unwind(|| ConstType::parse(input).text().to_string());
    QUIET.set(false);
    text.ok()
}

#[derive(Deserialize)]
struct Types {
    input: String,
    kind: String,
    canonical: Option<String>,
}

fn types(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Types = serde_json::from_str(line)?;
    let parsed = vector.input.parse::<TensorType>();
    // Where a panic ends the program, what is refused cannot be tried as a constant.
    if cfg!(panic = "unwind") || parsed.is_ok() {
        let constant = constant_text(String::leak(vector.input.clone()));
        case.equal("as a constant", &parsed.as_ref().ok().map(ToString::to_string), &constant);
    }
    match (parsed, &*vector.kind) {
        (Ok(found), "accept") => {
            case.equal("canonical", &vector.canonical, &Some(found.to_string()));
            match found.to_string().parse::<TensorType>() {
                Ok(again) => case.equal("parsed again", &found, &again),
                Err(error) => case.fault("parsed again", "a type", error),
            }
        }
        (Ok(found), "reject") => case.fault("parsing", "an error", found),
        (Err(error), "accept") => case.fault("parsing", "a type", error),
        (Err(_), "reject") => {}
        (_, other) => case.fault("the kind", "accept or reject", other),
    }
    Ok(())
}

#[derive(Deserialize)]
struct Write {
    #[serde(rename = "type")]
    declared: String,
    cells: Vec<(BTreeMap<String, String>, Value)>,
    form: String,
    vespa_long: String,
    vespa_short: String,
}

/// The type with the sizes that the cells have.
fn bound(declared: &TensorType, cells: &Cells) -> TensorType {
    let dimensions = declared.dimensions().iter().map(|dimension| {
        let most = cells.keys().filter_map(|address| address.get(dimension.name())?.parse::<u32>().ok()).max();
        match dimension.size() {
            Size::Unbound => Dimension::new(dimension.name(), Size::Indexed(most.unwrap_or_default() + 1)),
            _ => dimension.clone(),
        }
    });
    TensorType::new(declared.cell(), dimensions).expect("the same dimensions")
}

fn write(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Write = serde_json::from_str(line)?;
    let Some(mut cells) = cells_of_vector(&vector.cells) else {
        case.fault("cells", "numbers", "others");
        return Ok(());
    };
    if vector.declared.starts_with("tensor<float>") {
        // Vespa's Java tensors keep the double in sparse cells of floats.
        cells.values_mut().for_each(|cell| *cell = bits(f64::from(f64::from_bits(*cell) as f32)));
    }
    let declared = match vector.declared.parse::<TensorType>() {
        Ok(declared) => bound(&declared, &cells),
        Err(error) => {
            case.fault("the declared type", "a type", error);
            return Ok(());
        }
    };
    // The cells themselves in the form that every type has.
    let items: Vec<Value> =
        vector.cells.iter().map(|(address, value)| serde_json::json!({ "address": address, "value": value })).collect();
    let text = serde_json::json!({ "cells": items }).to_string();
    let tensor = match Options::new().read_as(&declared, &text) {
        Ok(tensor) => tensor,
        Err(error) => {
            case.fault("reading the cells", "a tensor", error);
            return Ok(());
        }
    };
    case.equal("cells", &cells, &cells_of(&tensor));
    back(&tensor, case);
    let written: serde_json::Map<String, Value> = serde_json::from_str(&tensor.to_text())?;
    let form = match written.iter().find(|(key, _)| *key != "type") {
        Some((key, Value::Array(_))) if key != "values" => format!("{key}-array"),
        Some((key, Value::Object(_))) => format!("{key}-object"),
        Some((key, _)) => key.clone(),
        None => "none".into(),
    };
    case.equal("form", &vector.form, &form);
    case.equal("type", &Some(&Value::String(declared.to_string())), &written.get("type"));
    // What Vespa writes is read, with what it loses: infinities and signs of NaN. Its reader of documents refuses the
    // `null` that stands for them.
    let document = Options::new().profile(Profile::Document);
    for text in [&vector.vespa_long, &vector.vespa_short] {
        if !cells.values().all(|bits| f64::from_bits(*bits).is_finite()) {
            let error = document.read_as(&declared, text).expect_err("`null` in a document");
            case.equal("what Vespa writes", &"not_a_number", &error.kind().name());
            continue;
        }
        match document.read_as(&declared, text) {
            Ok(read) => {
                let known = |cells: &Cells| -> Vec<(BTreeMap<String, String>, u64)> {
                    let finite = cells.iter().filter(|(_, bits)| f64::from_bits(**bits).is_finite());
                    finite.map(|(address, bits)| (address.clone(), *bits)).collect()
                };
                case.equal("what Vespa writes", &known(&cells), &known(&cells_of(&read)));
            }
            Err(error) => case.fault("what Vespa writes", "a tensor", error),
        }
    }
    Ok(())
}
