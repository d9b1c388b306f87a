//! Vectors of XLA shapes and layouts.

use serde::Deserialize;
use tensor_format::{
    layout::Index,
    xla::{ArrayShape, Shape},
};

use super::{Case, Format};

mod index;
mod layouts;
mod reject;

/// The format and its files.
pub const FORMAT: Format = Format {
    name: "xla",
    files: &[
        ("layouts.jsonl", layouts::judge),
        ("text.jsonl", text),
        ("index.jsonl", index::judge),
        ("reject.jsonl", reject::judge),
    ],
};

/// An index and the position of its element.
type Pairs = Vec<(Vec<usize>, usize)>;

/// The kind of a vector, which says what else is in it.
#[derive(Deserialize)]
struct Kind {
    kind: String,
}

fn unknown_kind(kind: &str) -> serde_json::Error {
    serde::de::Error::custom(format_args!("unknown kind `{kind}`"))
}

/// The shape of a text, or a fault.
fn parsed(way: &str, text: &str, case: &mut Case) -> Option<Shape> {
    text.parse().map_err(|error| case.fault(way, text, error)).ok()
}

/// The array of a text, or a fault.
fn parsed_array(way: &str, text: &str, case: &mut Case) -> Option<ArrayShape> {
    parsed(way, text, case)?.into_array().or_else(|| {
        case.fault(way, "an array", text);
        None
    })
}

/// Both forms of a shape: each is read and written as stated, and both mean the same.
fn forms(text: &str, bytes: &[u8], case: &mut Case) {
    let Some(shape) = parsed("text", text, case) else { return };
    case.equal("printed", &text, &&*shape.to_string());
    case.equal("message", &hex::encode(bytes), &hex::encode(shape.to_vec()));
    match Shape::from_slice(bytes) {
        Ok(read) => {
            case.equal("text and message", &shape, &read);
            case.equal("message written again", &hex::encode(bytes), &hex::encode(read.to_vec()));
        }
        Err(error) => case.fault("from_slice", text, error),
    }
}

/// Each element is at its position, and at the position is the element.
fn pairs(array: &ArrayShape, pairs: &Pairs, case: &mut Case) {
    for (index, position) in pairs {
        case.equal(format_args!("position of {index:?}"), &Some(*position), &array.position(index).ok());
        let found: Option<Index> = array.index_of(*position).ok().flatten();
        case.equal(format_args!("index of {position}"), &Some(&**index), &found.as_deref());
    }
}

fn text(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    #[derive(Deserialize)]
    struct Text {
        input: String,
        hlo_string: String,
        #[serde(deserialize_with = "super::decthings::from_hex")]
        proto_hex: Vec<u8>,
    }
    #[derive(Deserialize)]
    struct Equal {
        a: String,
        b: String,
        equal: bool,
    }
    match &*serde_json::from_str::<Kind>(line)?.kind {
        "text" => {
            let vector: Text = serde_json::from_str(line)?;
            forms(&vector.hlo_string, &vector.proto_hex, case);
            if let Some(shape) = parsed("input", &vector.input, case) {
                case.equal("input printed", &vector.hlo_string, &shape.to_string());
                case.equal("input as message", &hex::encode(&vector.proto_hex), &hex::encode(shape.to_vec()));
            }
        }
        "equal" => {
            let vector: Equal = serde_json::from_str(line)?;
            let (Some(a), Some(b)) = (parsed("a", &vector.a, case), parsed("b", &vector.b, case)) else {
                return Ok(());
            };
            case.equal("a and b", &vector.equal, &a.equal(&b));
            case.equal("b and a", &vector.equal, &b.equal(&a));
            case.equal("a and itself", &true, &a.equal(&a.clone()));
        }
        kind => return Err(unknown_kind(kind)),
    }
    Ok(())
}
