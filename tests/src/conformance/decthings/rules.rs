//! Rules and parameter definitions as JSON, and tensors held to them.

use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, Error as _},
};
use serde_json::value::RawValue;
use tensor_format::{
    DecodeError, ElementType, EncodeError, ErrorKind, Header,
    decthings::{self, Dialect},
    rules::{Dim, DimBuf, TensorRulesBuf},
};

use super::{TypeName, Verdict, values::Item, with_item};
use crate::conformance::Case;

/// A JSON text and what comes of it.
#[derive(Deserialize)]
struct Text {
    json: String,
    expect: Verdict,
    reason: Option<String>,
    /// The text that the newest Rust client writes after it has read `json`.
    rust_peer_reserialized: Option<String>,
}

/// The rules of a tensor, field by field in the order in which they are written.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct PlainRules {
    shape: Vec<i64>,
    allowed_types: Vec<TypeName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    annotations: Option<Vec<String>>,
}

/// The definition of a parameter, field by field in the order in which they are written.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
struct PlainDefinition {
    name: String,
    required: bool,
    rules: PlainRules,
}

/// What holds the rules of one tensor.
trait Plain: DeserializeOwned + Serialize + Clone {
    fn rules(&mut self) -> &mut PlainRules;

    /// In the form of the document, which has annotations only if there are any.
    fn documented(mut self) -> Self {
        self.rules().annotations.take_if(|annotations| annotations.is_empty());
        self
    }

    /// In the form of the clients, which always has annotations.
    fn clients(mut self) -> Self {
        self.rules().annotations.get_or_insert_default();
        self
    }

    /// As the newest Rust client keeps it: it has 32 bits for a length, and takes what is longer for any length.
    fn cut(mut self) -> Self {
        let shape = &mut self.rules().shape;
        shape.iter_mut().filter(|len| **len > i64::from(u32::MAX)).for_each(|len| *len = -1);
        self
    }
}

impl Plain for PlainRules {
    fn rules(&mut self) -> &mut PlainRules {
        self
    }
}

impl Plain for PlainDefinition {
    fn rules(&mut self) -> &mut PlainRules {
        &mut self.rules
    }
}

/// Rules must be read or refused as stated, and written in both forms.
pub(super) fn judge_rules(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let text: Text = serde_json::from_str(line)?;
    let Some(rules) = judge_reading(&text, decthings::rules_from_json(&text.json), case) else { return Ok(()) };
    let plain: PlainRules = serde_json::from_str(&text.json)?;
    same_rules(&plain, &rules, case);
    judge_writing(&text, &plain, |dialect| decthings::rules_to_json(rules.clone(), dialect), case)
}

/// Definitions must be read or refused as stated, and written in both forms.
pub(super) fn judge_definition(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let text: Text = serde_json::from_str(line)?;
    let read = decthings::definition_from_json(&text.json);
    let Some(definition) = judge_reading(&text, read, case) else { return Ok(()) };
    let plain: PlainDefinition = serde_json::from_str(&text.json)?;
    case.equal("name", &plain.name, &definition.name);
    case.equal("required", &plain.required, &definition.required);
    same_rules(&plain.rules, &definition.rules, case);
    judge_writing(&text, &plain, |dialect| decthings::definition_to_json(&definition, dialect), case)
}

/// Compares acceptance and the reason of a refusal; what is rightly accepted is returned.
fn judge_reading<T>(text: &Text, read: Result<T, DecodeError>, case: &mut Case) -> Option<T> {
    let reason = text.reason.as_deref();
    match (read, text.expect) {
        (Ok(value), Verdict::Accept) => return Some(value),
        (Ok(_), Verdict::Reject) => case.fault("reading", reason.unwrap_or("reject"), "accepted"),
        (Err(error), Verdict::Accept) => case.fault("reading", "accept", error),
        (Err(error), Verdict::Reject) => {
            let got = match error.kind() {
                ErrorKind::Json(json) => json.fault.name(),
                kind => kind.name(),
            };
            // Without a reason any error will do.
            if let Some(reason) = reason.filter(|reason| *reason != got) {
                case.fault("reading", reason, format_args!("{got}: {error}"));
            }
        }
    }
    None
}

fn same_rules(plain: &PlainRules, rules: &TensorRulesBuf, case: &mut Case) {
    let types: Vec<ElementType> = plain.allowed_types.iter().map(|name| element_type(*name)).collect();
    case.equal("allowedTypes", &types, &rules.allowed_types);
    let axes: Vec<DimBuf> =
        plain.shape.iter().map(|len| u64::try_from(*len).map_or(Dim::ANY, Dim::exact)).map(DimBuf::from).collect();
    case.equal("shape", &axes, &rules.axes);
    case.equal("open rank", &None, &rules.open);
    case.equal("annotations", plain.annotations.as_ref().unwrap_or(&Vec::new()), &rules.annotations);
}

fn element_type(name: TypeName) -> ElementType {
    fn of<A: Item>() -> ElementType {
        A::TYPE
    }
    with_item!(name, of::<_>())
}

/// Compares what is written with the documented form and that of the clients.
fn judge_writing<P: Plain>(
    text: &Text,
    plain: &P,
    write: impl Fn(Dialect) -> Result<String, EncodeError>,
    case: &mut Case,
) -> Result<(), serde_json::Error> {
    let forms = [(Dialect::Documented, plain.clone().documented()), (Dialect::Clients, plain.clone().clients())];
    for (dialect, form) in forms {
        match write(dialect) {
            Ok(written) => case.equal(format!("writing, {dialect:?}"), &serde_json::to_string(&form)?, &written),
            Err(error) => case.fault(format!("writing, {dialect:?}"), serde_json::to_string(&form)?, error),
        }
    }
    if let (Some(peer), Ok(written)) = (&text.rust_peer_reserialized, write(Dialect::Clients)) {
        let cut = serde_json::from_str::<P>(&written)?.cut();
        case.equal("writing, as the newest Rust client", peer, &serde_json::to_string(&cut)?);
    }
    Ok(())
}

/// A tensor's header and rules.
#[derive(Deserialize)]
struct Check {
    tensor: PlainHeader,
    rules: Box<RawValue>,
    ok: bool,
    violation: Option<String>,
    axis: Option<usize>,
}

#[derive(Deserialize)]
struct PlainHeader {
    dtype: TypeName,
    shape: Vec<usize>,
}

/// The first violation must be the stated one, whichever way the rules are held.
pub(super) fn judge_check(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let check: Check = serde_json::from_str(line)?;
    if check.ok == check.violation.is_some() {
        return Err(serde_json::Error::custom("`violation` must be there if, and only if, it is not `ok`"));
    }
    let rules = match decthings::rules_from_json(check.rules.get()) {
        Ok(rules) => rules,
        Err(error) => {
            case.fault("reading the rules", "accept", error);
            return Ok(());
        }
    };
    let header = Header::new(element_type(check.tensor.dtype), check.tensor.shape);
    let expected = (check.violation.as_deref(), check.axis);
    let ways = [
        ("check", rules.check(&header).err()),
        ("check of borrowed rules", rules.with(|rules| rules.check(header.element_type, &header.shape)).err()),
        ("check_all", rules.check_all(&header).into_iter().next()),
    ];
    for (way, got) in ways {
        let axis = match &got {
            Some(ErrorKind::AxisLength { axis, .. }) => Some(*axis),
            _ => None,
        };
        case.equal(way, &expected, &(got.as_ref().map(ErrorKind::name), axis));
    }
    Ok(())
}
