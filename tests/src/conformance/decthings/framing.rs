//! Requests and responses of the clients.

use serde::{Deserialize, de::Error as _};
use serde_json::value::RawValue;
use tensor_format::{
    DecodeError, ErrorKind, Record, Tensor,
    decthings::{Dataset, Message, Options, ParameterList, Parameters, request, response},
};

use super::{DialectName, Verdict};
use crate::conformance::Case;

/// A parameter that a client was given.
#[derive(Deserialize)]
struct Given {
    name: String,
    tensors: Option<Vec<Hex>>,
    dataset: Option<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Hex(#[serde(deserialize_with = "super::from_hex")] Vec<u8>);

#[derive(Deserialize)]
struct Request {
    dialect: DialectName,
    params: Option<Vec<Given>>,
    json: String,
    blobs: Vec<Hex>,
    request_hex: Hex,
}

#[derive(Deserialize)]
struct Response {
    hex: Hex,
    expect: Verdict,
    json: Option<String>,
    blobs: Option<Vec<Hex>>,
    reason: Option<String>,
}

/// The message in its parts, and the way back to the same bytes.
fn parts(message: &Message<'_>, json: &str, blobs: &[Hex], case: &mut Case) {
    case.equal("the JSON", &json, &message.json_text());
    let found: Vec<Hex> = message.blobs().map(|blob| Hex(blob.to_vec())).collect();
    case.equal("the blobs", &blobs, &&*found);
}

/// A request must be read into its JSON and blobs, and be written from them and from typed values.
pub(super) fn judge_request(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Request = serde_json::from_str(line)?;
    let bytes = &vector.request_hex.0;
    for (options, dialect) in vector.dialect.options() {
        let message = match options.read_request(bytes) {
            Ok(message) => message,
            Err(error) => {
                case.fault(format!("read_request, {dialect}"), "a message", error);
                continue;
            }
        };
        parts(&message, &vector.json, &vector.blobs, case);
        written(
            "to_request",
            bytes,
            Message::new(&vector.json, vector.blobs.iter().map(|blob| &*blob.0)).to_request(),
            case,
        );
        match message.json::<ParameterList>() {
            Ok(list) => typed(&vector, &list, &options, &message, case)?,
            Err(error) => case.fault("the list", "a list of parameters", error),
        }
    }
    Ok(())
}

fn written<E: std::fmt::Display>(way: &str, expected: &[u8], found: Result<Vec<u8>, E>, case: &mut Case) {
    match found {
        Ok(found) => case.equal(way, &hex::encode(expected), &hex::encode(found)),
        Err(error) => case.fault(way, "bytes", error),
    }
}

/// The parameters as they were given to the client, where the vector says so.
fn typed(
    vector: &Request,
    list: &ParameterList,
    options: &Options,
    message: &Message<'_>,
    case: &mut Case,
) -> Result<(), serde_json::Error> {
    let Some(given) = &vector.params else { return untyped(vector, list, options, message, case) };
    let expected: ParameterList = given.iter().fold(ParameterList::new(), |mut list, given| match &given.dataset {
        Some((id, key)) => list.with_dataset(&given.name, Dataset::new(id, key)),
        None => {
            list.push(&given.name);
            list
        }
    });
    case.equal("the list", &expected, list);
    // The client 0.1.5 spells the keys of datasets as nobody else does.
    let spelled = vector.json.replace("dataset_id", "datasetId").replace("dataset_key", "datasetKey");
    case.equal("the list as JSON", &spelled, &serde_json::to_string(list)?);

    let mut record = Record::new();
    for given in given {
        for tensor in given.tensors.iter().flatten() {
            let tensor = options.from_slice::<Tensor>(&tensor.0).map_err(serde_json::Error::custom)?;
            record.push(&given.name, tensor);
        }
    }
    let inline = given.iter().filter(|given| given.dataset.is_none()).count();
    let datasets = inline < given.len();
    match message.decode_with::<Record>(list, |_| Some(&[])) {
        Ok(found) => case.equal("the tensors", &record, &found),
        Err(error) => case.fault("the tensors", "a record", error),
    }
    if datasets {
        let refused = message.decode::<Record>(list).is_err_and(|error| error.kind().name() == "unresolved_dataset");
        case.equal("a dataset that nobody resolves", &true, &refused);
    } else if given.iter().all(|given| given.tensors.as_ref().is_some_and(|tensors| !tensors.is_empty())) {
        let parameters = Parameters::new(&record).with_options(*options);
        written("request::write", &vector.request_hex.0, request::write(list, &parameters), case);
    }
    Ok(())
}

/// The tensors of a request of which only the bytes are stated.
fn untyped(
    vector: &Request,
    list: &ParameterList,
    options: &Options,
    message: &Message<'_>,
    case: &mut Case,
) -> Result<(), serde_json::Error> {
    let record: Record = match message.decode_with(list, |_| Some(&[])) {
        Ok(record) => record,
        Err(error) => {
            case.fault("the tensors", "a record", error);
            return Ok(());
        }
    };
    let json: &RawValue = serde_json::from_str(&vector.json)?;
    let parameters = Parameters::new(&record).with_options(*options);
    written("request::write", &vector.request_hex.0, request::write(json, &parameters), case);
    Ok(())
}

/// A response must be read into its JSON and blobs and be written from them, or be refused for the stated reason.
pub(super) fn judge_response(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Response = serde_json::from_str(line)?;
    let stated = (vector.json.is_some(), vector.blobs.is_some(), vector.reason.is_none());
    let accepts = vector.expect == Verdict::Accept;
    if stated != (accepts, accepts, accepts) {
        return Err(serde_json::Error::custom("`json` and `blobs`, or else `reason`, must be there"));
    }
    let bytes = &vector.hex.0;
    match (response::read(bytes), &vector.json, &vector.blobs) {
        (Ok(message), Some(json), Some(blobs)) => {
            parts(&message, json, blobs, case);
            written("to_response", bytes, message.to_response(), case);
        }
        (Ok(_), _, _) => case.fault("read", "an error", "a message"),
        (Err(error), Some(_), _) => case.fault("read", "a message", error),
        (Err(error), None, _) => judge_fault(&vector, bytes, &error, case),
    }
    Ok(())
}

fn judge_fault(vector: &Response, bytes: &[u8], error: &DecodeError, case: &mut Case) {
    case.equal("the kind of the error", &vector.reason.as_deref(), &Some(error.kind().name()));
    let within = error.offset().is_some_and(|offset| offset <= bytes.len() as u64);
    case.equal("an offset within the bytes", &true, &within);
    if let ErrorKind::NonCanonicalVarint { .. } = error.kind() {
        let lenient = Options::new().allow_non_canonical_varint(true);
        case.equal("read, lenient", &true, &lenient.read_response(bytes).is_ok());
    }
}
