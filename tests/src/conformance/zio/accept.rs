//! Messages that must be read, and written as they are.

use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};
use tensor_format::{
    ByteOrder, TensorRef,
    zio::{Description, Form, Json, Message, Options, Part, Tensors, split_envelope},
};

use super::{Buffer, Frames, values};
use crate::conformance::Case;

#[derive(Deserialize)]
struct Vector {
    level: u8,
    form: String,
    origin: u64,
    granule: u64,
    seqno: u64,
    label: Value,
    canonical_label: Option<String>,
    parts_hex: Frames,
    frames_hex: Frames,
    encoded_hex: Buffer,
    encoded_noncanonical_hex: Option<Buffer>,
    tensors: Vec<Tensor>,
    top_metadata: Option<Value>,
    envelope: Option<Envelope>,
}

#[derive(Deserialize)]
struct Tensor {
    shape: Vec<usize>,
    word: usize,
    dtype: String,
    part: usize,
    order: Option<Vec<usize>>,
    ascend: Option<Vec<bool>>,
    metadata: Option<Value>,
    values: Option<Vec<Box<RawValue>>>,
    values_hex: Option<Buffer>,
}

#[derive(Deserialize)]
struct Envelope {
    identity_hex: Buffer,
    router_received_hex: Frames,
    dealer_received_hex: Frames,
}

/// Everything that a vector states must hold, in every way of reading and writing.
pub(super) fn judge(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Vector = serde_json::from_str(line)?;
    let message = match Message::from_frames(vector.frames_hex.slices()) {
        Ok(message) => message,
        Err(error) => {
            case.fault("from_frames", "a message", error);
            return Ok(());
        }
    };
    headers(&vector, &message, case);
    frames(&vector, &message, case);
    if let Some(envelope) = &vector.envelope {
        sockets(envelope, &vector, case);
    }
    match message.tensors() {
        Ok(tensors) => {
            described(&vector, &tensors, case);
            labels(&vector, &message, &tensors, case);
            rebuilt(&message, &tensors, case);
        }
        Err(error) => case.fault("tensors", "tensors", error),
    }
    Ok(())
}

fn headers(vector: &Vector, message: &Message<'_>, case: &mut Case) {
    case.equal("level", &vector.level, &message.level.number());
    let form: Vec<u8> = vector.form.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or_default()).collect();
    case.equal("form", &form, &message.form.0.to_vec());
    match Form::new(vector.form.trim_end_matches(' ')) {
        Ok(form) => case.equal("form by name", &form, &message.form),
        Err(error) => case.fault("form by name", &vector.form, error),
    }
    case.equal("origin", &vector.origin, &message.origin);
    case.equal("granule", &vector.granule, &message.granule);
    case.equal("seqno", &vector.seqno, &message.seqno);
    case.equal("parts", &vector.parts_hex, &owned(&message.parts));
}

fn owned(frames: &[Part<'_>]) -> Frames {
    Frames(frames.iter().map(|frame| frame.to_vec()).collect())
}

/// Frames and the one-buffer form, both ways.
fn frames(vector: &Vector, message: &Message<'_>, case: &mut Case) {
    let written = message.clone().into_frames();
    case.equal("into_frames", &vector.frames_hex, &owned(&written));
    case.equal("from owned frames", &Ok(message), &Message::from_frames(written).as_ref().map_err(|_| ()));
    let shared = vector.frames_hex.0.iter().cloned().map(Bytes::from);
    case.equal("from shared frames", &Ok(message), &Message::from_frames(shared).as_ref().map_err(|_| ()));
    match message.to_vec() {
        Ok(written) => case.equal("to_vec", &vector.encoded_hex, &Buffer(written)),
        Err(error) => case.fault("to_vec", "bytes", error),
    }
    case.equal("encoded_len", &vector.encoded_hex.0.len(), &message.encoded_len());
    for Buffer(bytes) in vector.encoded_noncanonical_hex.iter().chain([&vector.encoded_hex]) {
        case.equal("from_slice", &Ok(message), &Message::from_slice(bytes).as_ref().map_err(|_| ()));
        let shared = Bytes::from(bytes.clone());
        case.equal("from_bytes", &Ok(message), &Message::from_bytes(&shared).as_ref().map_err(|_| ()));
    }
}

fn sockets(envelope: &Envelope, vector: &Vector, case: &mut Case) {
    let (router, message) = split_envelope(envelope.router_received_hex.slices());
    case.equal("router's message", &vector.frames_hex, &owned(&message));
    case.equal("router's envelope", &Frames(vec![envelope.identity_hex.0.clone(), Vec::new()]), &owned(&router));
    let (dealer, message) = split_envelope(envelope.dealer_received_hex.slices());
    case.equal("dealer's message", &vector.frames_hex, &owned(&message));
    case.equal("dealer's envelope", &Frames(vec![Vec::new()]), &owned(&dealer));
}

fn value_of(json: Option<&Json<'_>>) -> Option<Value> {
    json.map(|json| serde_json::from_str(json.as_str()).unwrap_or(Value::Null))
}

/// Descriptions and elements.
fn described(vector: &Vector, tensors: &Tensors<'_>, case: &mut Case) {
    case.equal("metadata", &vector.top_metadata, &value_of(tensors.metadata()));
    case.equal("number of tensors", &vector.tensors.len(), &tensors.len());
    for (index, (expected, tensor)) in vector.tensors.iter().zip(tensors.tens().tensors()).enumerate() {
        let way = |what: &str| format!("tensor {index}: {what}");
        case.equal(way("shape"), &&*expected.shape, &&**tensor.shape());
        case.equal(way("word"), &expected.word, &tensor.word());
        case.equal(way("dtype"), &expected.dtype, &tensor.dtype().to_string());
        case.equal(way("part"), &expected.part, &tensor.part());
        case.equal(way("order"), &expected.order.as_deref(), &tensor.order());
        case.equal(way("ascend"), &expected.ascend.as_deref(), &tensor.ascend());
        case.equal(way("metadata"), &expected.metadata, &value_of(tensor.metadata()));
        elements(expected, tensors, index, tensor, case);
    }
}

fn elements(expected: &Tensor, tensors: &Tensors<'_>, index: usize, description: &Description<'_>, case: &mut Case) {
    let found = tensors.tensor(index);
    let bytes = match (&found, description.element_type()) {
        (Ok(tensor), Some(_)) => tensor.to_bytes(ByteOrder::Little),
        (Err(_), None) => tensors.raw(index).unwrap_or_default().into(),
        (Err(error), Some(_)) => return case.fault(format_args!("tensor {index}"), "a tensor", error),
        (Ok(tensor), None) => return case.fault(format_args!("tensor {index}"), "no tensor", tensor.header()),
    };
    if let Some(Buffer(hex)) = &expected.values_hex {
        case.equal(format_args!("tensor {index}: bytes"), &hex::encode(hex), &hex::encode(&bytes));
    }
    let (Some(values), Ok(tensor)) = (&expected.values, found) else { return };
    let texts: Vec<&str> = values.iter().map(|value| value.get()).collect();
    if let Err(error) = values::compare(&texts, &tensor) {
        case.fault(format_args!("tensor {index}: values"), "the elements of the vector", error);
    }
}

/// The label's text in its one spelling, and written from what was read.
fn labels(vector: &Vector, message: &Message<'_>, tensors: &Tensors<'_>, case: &mut Case) {
    let text = String::from_utf8_lossy(&message.label);
    let canonical = Json::new(&*text).map(|json| json.canonical());
    let Ok(canonical) = canonical else { return case.fault("Json::new", "JSON", "an error") };
    case.equal("label", &Ok(&vector.label), &serde_json::from_str(&canonical).as_ref().map_err(|_| ()));
    if let Some(expected) = &vector.canonical_label {
        case.equal("canonical label", expected, &canonical);
    }
    let mut copy = message.borrow();
    let fields = message.label().map(|label| label.fields().clone()).unwrap_or_default();
    if let Err(error) = copy.set_label(&fields, Some(tensors.tens())) {
        return case.fault("set_label", "a label", error);
    }
    let written = String::from_utf8_lossy(&copy.label);
    let whole = completed(&vector.label, &vector.tensors);
    match &vector.canonical_label {
        Some(expected) if whole == vector.label => case.equal("label written", expected, &written.into_owned()),
        _ => case.equal("label written", &whole.to_string(), &written.into_owned()),
    }
}

/// The label with what is always written and without what never is.
fn completed(label: &Value, tensors: &[Tensor]) -> Value {
    let mut label = label.clone();
    let Some(tens) = label.get_mut("TENS").and_then(Value::as_object_mut) else { return label };
    let metadata = tens.entry("metadata").or_insert(Value::Null);
    if metadata.is_null() {
        *metadata = Value::Object(Map::new());
    }
    let list = tens.get_mut("tensors").and_then(Value::as_array_mut);
    for (entry, tensor) in list.into_iter().flatten().filter_map(Value::as_object_mut).zip(tensors) {
        entry.remove("packing");
        entry.retain(|key, value| !(["metadata", "order", "ascend", "pointer"].contains(&&**key) && value.is_null()));
        entry.insert("part".into(), tensor.part.into());
    }
    label
}

/// The same tensors, appended one by one to an empty message, without a copy and in row-major order.
fn rebuilt(message: &Message<'_>, tensors: &Tensors<'_>, case: &mut Case) {
    let known: Result<Vec<TensorRef<'_>>, _> = tensors.iter().collect();
    let Ok(known) = known else { return };
    let mut kept = Message { level: message.level, form: message.form, ..Message::default() };
    let mut rows = kept.clone();
    for (index, tensor) in known.iter().enumerate() {
        let metadata = tensors.tens().tensors()[index].metadata().cloned();
        let appended = kept
            .append(tensor, metadata.clone())
            .and_then(|_| Options::new().row_major_only(true).append(&mut rows, tensor, metadata));
        if let Err(error) = appended {
            return case.fault("append", "a tensor appended", error);
        }
    }
    if known.is_empty() {
        return;
    }
    for (way, message) in [("appended", &kept), ("appended in rows", &rows)] {
        match message.tensors() {
            Ok(again) => {
                let again: Result<Vec<TensorRef<'_>>, _> = again.iter().collect();
                case.equal(way, &Some(&known), &again.as_ref().ok());
            }
            Err(error) => case.fault(way, "tensors", error),
        }
        let text = String::from_utf8_lossy(&message.label).into_owned();
        case.equal(
            format_args!("{way}: label"),
            &Ok(text.clone()),
            &Json::new(&*text).map(|j| j.canonical()).map_err(drop),
        );
    }
    for (index, tensor) in known.iter().enumerate() {
        let little = tensors.byte_order(index).is_ok_and(|order| order == ByteOrder::Little);
        let part = kept.parts.get(index).map(|part| &**part);
        if little {
            case.equal(format_args!("appended: part {index}"), &tensors.raw(index).ok(), &part);
        }
        let part = rows.parts.get(index).map(|part| &**part);
        case.equal(format_args!("rows: part {index}"), &Some(&*tensor.to_bytes(ByteOrder::Little)), &part);
    }
}
