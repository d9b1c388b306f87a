//! Bytes that must be refused, or accepted although they look odd.

use serde::{Deserialize, de::Error as _};
use tensor_format::{DecodeError, ErrorKind, Tensor, decthings::Options};

use super::{
    DialectName, TypeName, Verdict,
    values::{Content, Item, Observe, difference},
    ways::{Input, Visitor, Way, visit_all},
    with_item,
};
use crate::conformance::Case;

#[derive(Deserialize)]
struct Vector {
    dialect: DialectName,
    dtype: Option<TypeName>,
    #[serde(deserialize_with = "super::from_hex")]
    hex: Vec<u8>,
    len: usize,
    expect: Verdict,
    reason: Option<String>,
    offset: Option<u64>,
    expect_lenient: Verdict,
    max_alloc_bytes: u64,
}

/// The kind and the place of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fault<'v> {
    kind: &'v str,
    offset: Option<u64>,
}

impl std::fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.offset {
            Some(offset) => write!(f, "{} at byte {offset}", self.kind),
            None => write!(f, "{} at no byte", self.kind),
        }
    }
}

/// Every way of decoding must give the stated verdict, kind and offset within the stated memory.
pub(super) fn judge(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Vector = serde_json::from_str(line)?;
    if vector.hex.len() != vector.len {
        return Err(serde_json::Error::custom("`len` is not the length of `hex`"));
    }
    if (vector.expect == Verdict::Reject) != (vector.reason.is_some() && vector.offset.is_some()) {
        return Err(serde_json::Error::custom("`reason` and `offset` must be there if, and only if, it is rejected"));
    }
    // Where no element type could be read, every type must fail alike.
    let Some(dtype) = vector.dtype else {
        judge_as::<f32>(&vector, case);
        judge_as::<String>(&vector, case);
        return Ok(());
    };
    with_item!(dtype, judge_as::<_>(&vector, case));
    Ok(())
}

fn judge_as<A: Item>(vector: &Vector, case: &mut Case) {
    let bytes = vector.hex.as_slice();
    let fault = vector.reason.as_deref().map(|kind| Fault { kind, offset: vector.offset });
    for (strict, dialect) in vector.dialect.options() {
        let mut judge = Judge::<A> {
            place: format!("{dialect}, strict"),
            case,
            verdict: vector.expect,
            fault,
            max_alloc_bytes: vector.max_alloc_bytes,
            content: None,
        };
        visit_all(bytes, bytes, &strict, &mut judge);
        if vector.expect == Verdict::Accept {
            reencode(bytes, &strict, &format!("{dialect}, strict"), case);
        }

        let lenient = strict.allow_non_canonical_varint(true).allow_any_true_byte(true).allow_non_ascii_format(true);
        let mut judge = Judge::<A> {
            place: format!("{dialect}, lenient"),
            case,
            verdict: vector.expect_lenient,
            fault: None,
            // The stated bound belongs to the strict verdict; what is accepted into owned values may take twice as much.
            max_alloc_bytes: match vector.expect_lenient {
                Verdict::Accept => vector.max_alloc_bytes.max(8192 + 64 * bytes.len() as u64),
                Verdict::Reject => vector.max_alloc_bytes,
            },
            content: None,
        };
        visit_all(bytes, bytes, &lenient, &mut judge);
        if let (Some(content), Verdict::Accept) = (judge.content.take(), vector.expect_lenient) {
            rewrite(bytes, &content, &lenient, &format!("{dialect}, lenient"), case);
        }
    }
}

/// What is accepted strictly must encode to the same bytes.
fn reencode(bytes: &[u8], options: &Options, place: &str, case: &mut Case) {
    match options.from_slice::<Tensor>(bytes) {
        Ok(tensor) => match options.to_vec(&tensor) {
            Ok(again) => case.equal(format!("{place}, to_vec of the Tensor"), &bytes, &again.as_slice()),
            Err(error) => case.fault(format!("{place}, to_vec of the Tensor"), "the same bytes", error),
        },
        Err(error) => case.fault(format!("{place}, from_slice as Tensor"), "accept", error),
    }
}

/// What is accepted leniently must encode to bytes that hold the same value, and encode to the same bytes again.
fn rewrite<A: Item>(bytes: &[u8], content: &Content<A>, options: &Options, place: &str, case: &mut Case) {
    let place = format!("{place}, written again");
    let again = options.from_slice::<Tensor>(bytes).map_err(|error| error.to_string()).and_then(|tensor| {
        let first = options.to_vec(&tensor).map_err(|error| error.to_string())?;
        // Everything but a format outside of ASCII has a strict form, which is what the writer writes.
        let strict = Options::allow_any_true_byte(*options, false).allow_non_canonical_varint(false);
        let read: Tensor = strict.from_slice(&first).map_err(|error| error.to_string())?;
        let second = options.to_vec(&read).map_err(|error| error.to_string())?;
        if first != second {
            return Err(format!("first {}, then {}", hex::encode(&first), hex::encode(&second)));
        }
        read.observe().map_err(|error: tensor_format::ErrorKind| error.to_string())
    });
    match again {
        Ok(again) => {
            if let Some((expected, got)) = difference(content, &again) {
                case.fault(place, expected, got);
            }
        }
        Err(error) => case.fault(place, "the same value", error),
    }
}

struct Judge<'c, 'v, A> {
    case: &'c mut Case,
    place: String,
    verdict: Verdict,
    /// The kind and offset, if they are stated.
    fault: Option<Fault<'v>>,
    max_alloc_bytes: u64,
    /// What the first way decoded: the others must agree.
    content: Option<Content<A>>,
}

impl<A: Item> Visitor<A> for Judge<'_, '_, A> {
    fn visit<T: Observe<A>>(&mut self, way: Way, decode: impl Fn() -> Result<(T, usize), DecodeError>) {
        let mut result = None;
        let peak = allocation_counter::measure(|| result = Some(decode())).bytes_max;
        let place = format!("{}, {way}", self.place);
        if peak > self.max_alloc_bytes {
            let most = format_args!("at most {} bytes of heap", self.max_alloc_bytes);
            self.case.fault(&place, most, format_args!("{peak} bytes"));
        }
        match (result, self.verdict) {
            (None, _) => self.case.fault(place, "a result", "none"),
            (Some(Ok((value, len))), verdict) => {
                let stops_before =
                    self.fault.filter(|fault| fault.kind == "trailing_bytes" && way.input == Input::Prefix);
                match stops_before {
                    Some(fault) => self.case.equal(&place, &fault.offset, &Some(len as u64)),
                    None if verdict == Verdict::Reject && !self.accepts_prefix(way) => {
                        self.case.fault(&place, self.expectation(), "accepted");
                    }
                    None => {}
                }
                self.agree(&value, &place);
            }
            (Some(Err(error)), Verdict::Accept) => {
                // Nor can a boolean be lent that is neither 0 nor 1.
                let not_lent = matches!(error.kind(), ErrorKind::NotBorrowable { .. });
                if !(way.cannot_borrow(&error) || way.needs_alignment && not_lent) {
                    self.case.fault(place, "accept", describe(&error));
                }
            }
            (Some(Err(error)), Verdict::Reject) => {
                let got = Fault { kind: error.kind().name(), offset: error.offset() };
                if self.fault.is_some_and(|expected| expected != got && !may_differ(expected, got, way)) {
                    self.case.fault(place, self.expectation(), describe(&error));
                }
            }
        }
    }
}

impl<A: Item> Judge<'_, '_, A> {
    fn expectation(&self) -> String {
        self.fault.map_or_else(|| "reject".to_owned(), |fault| fault.to_string())
    }

    /// Without a stated kind a prefix may stop before whatever is wrong with the bytes behind it.
    fn accepts_prefix(&self, way: Way) -> bool {
        self.fault.is_none() && way.input == Input::Prefix
    }

    fn agree(&mut self, value: &impl Observe<A>, place: &str) {
        match (value.observe(), &self.content) {
            (Ok(content), None) => self.content = Some(content),
            (Ok(content), Some(first)) => {
                if let Some((expected, got)) = difference(first, &content) {
                    self.case.fault(place, expected, got);
                }
            }
            (Err(error), _) => self.case.fault(place, "readable elements", error),
        }
    }
}

fn describe(error: &DecodeError) -> String {
    let fault = Fault { kind: error.kind().name(), offset: error.offset() };
    format!("{fault}: {error}")
}

/// The only cases in which a way of decoding may report another fault than the stated one.
///
/// - A stream does not know its end before it gets there. Where the input is too short for what a header announces, a
///   slice sees that at once; a stream may first come upon another fault in the bytes that are there. Once it reaches the
///   end it must name the same place as the slice.
/// - A view of numbers is made before the end of the input is looked at, so that one that cannot be made comes first.
fn may_differ(expected: Fault<'_>, got: Fault<'_>, way: Way) -> bool {
    let met_first = expected.kind == "truncated" && got.kind != "truncated" && got.offset >= expected.offset;
    let no_view = expected.kind == "trailing_bytes" && matches!(got.kind, "misaligned" | "not_borrowable");
    (way.input == Input::Stream && met_first) || (way.needs_alignment && no_view)
}
