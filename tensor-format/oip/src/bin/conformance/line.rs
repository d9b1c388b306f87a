//! Reads the lines of test vectors.

use serde_json::Value;
use tensor_format_oip::http::Headers;

/// Why a line did not pass.
pub(crate) enum Failure {
    /// The crate does something else than the line says.
    Wrong(String),
    /// The line has a kind that this program does not know.
    Unknown(String),
}

pub(crate) type Verdict = Result<(), Failure>;

/// Fails unless both are equal.
pub(crate) fn equal<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Verdict {
    if expected == found { Ok(()) } else { wrong(format!("{what}: expected {expected:?}, found {found:?}")) }
}

pub(crate) fn wrong<T>(why: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Wrong(why.into()))
}

pub(crate) struct Line {
    value: Value,
    pub(crate) body: Vec<u8>,
}

impl Line {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let hex = value.get("body_hex").or_else(|| value.get("message_hex")).and_then(Value::as_str);
        let body = unhex(hex.unwrap_or_default()).ok_or("the bytes are not in hex")?;
        Ok(Self { value, body })
    }

    pub(crate) fn id(&self) -> &str {
        self.text("id")
    }

    pub(crate) fn text(&self, key: &str) -> &str {
        self.value.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn get(&self, key: &str) -> &Value {
        self.value.get(key).unwrap_or(&Value::Null)
    }

    pub(crate) fn status(&self) -> u16 {
        self.get("status").as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(200)
    }

    pub(crate) fn expect(&self) -> &Value {
        self.get("expect")
    }

    pub(crate) fn headers(&self) -> Headers<'_> {
        let headers = self.get("headers").as_object().into_iter().flatten();
        headers.filter_map(|(name, value)| Some((name, value.as_str()?))).collect()
    }
}

/// Returns the bytes that hexadecimal digits encode.
pub(crate) fn unhex(digits: &str) -> Option<Vec<u8>> {
    let bytes = digits.as_bytes().chunks(2);
    bytes.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
