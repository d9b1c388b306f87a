//! Bytes and the value that they are.

use ndarray::{Array, IxDyn, ShapeBuilder};
use serde::{Deserialize, de::Error as _};
use serde_json::Value as Json;
use tensor_format::{DecodeError, Encode, Header, Shape, Tensor, TensorRef, decthings::Options};

use super::{
    DialectName, TypeName,
    values::{Content, Item, Observe, difference},
    ways::{Input, Visitor, Way, visit_all},
    with_item,
};
use crate::conformance::Case;

#[derive(Deserialize)]
struct Vector {
    dialect: DialectName,
    dtype: TypeName,
    shape: Vec<usize>,
    values: Vec<Json>,
    #[serde(deserialize_with = "super::from_hex")]
    hex: Vec<u8>,
}

/// The bytes must decode to the value in every way, and the value must encode to the bytes from every type.
pub(super) fn judge(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    let vector: Vector = serde_json::from_str(line)?;
    with_item!(vector.dtype, judge_as::<_>(&vector, case))
}

fn judge_as<A: Item>(vector: &Vector, case: &mut Case) -> Result<(), serde_json::Error> {
    let items: Vec<A> =
        vector.values.iter().map(A::parse).collect::<Result<_, _>>().map_err(serde_json::Error::custom)?;
    let content = (Header::new(A::TYPE, vector.shape.as_slice()), items);
    let bytes = &vector.hex;
    let mut extended = bytes.clone();
    extended.extend_from_slice(bytes);
    for (options, dialect) in vector.dialect.options() {
        visit_all::<A>(bytes, &extended, &options, &mut Compare { case, dialect: &dialect, content: &content, bytes });
        judge_sequences(&extended, &content, &options, &dialect, case);
        judge_encoding(&content, bytes, &options, &dialect, case);
    }
    Ok(())
}

/// Compares every decoded value with the stated one.
struct Compare<'c, A> {
    case: &'c mut Case,
    dialect: &'c str,
    content: &'c Content<A>,
    bytes: &'c [u8],
}

impl<A: Item> Visitor<A> for Compare<'_, A> {
    fn visit<T: Observe<A>>(&mut self, way: Way, decode: impl Fn() -> Result<(T, usize), DecodeError>) {
        let place = format!("{}, {way}", self.dialect);
        match decode() {
            Ok((value, len)) => {
                compare(&value, self.content, &place, self.case);
                if way.input == Input::Prefix {
                    self.case.equal(place, &self.bytes.len(), &len);
                }
            }
            Err(error) if way.cannot_borrow(&error) => {}
            Err(error) => self.case.fault(place, "the value", error),
        }
    }
}

fn compare<A: Item>(value: &impl Observe<A>, content: &Content<A>, place: &str, case: &mut Case) {
    match value.observe() {
        Ok(got) => {
            if let Some((expected, got)) = difference(content, &got) {
                case.fault(place, expected, got);
            }
        }
        Err(error) => case.fault(place, &content.0, error),
    }
}

/// The same tensor twice must be two of them, from a slice and from a stream.
fn judge_sequences<A: Item>(twice: &[u8], content: &Content<A>, options: &Options, dialect: &str, case: &mut Case) {
    let ways = [
        ("sequence", options.sequence::<Tensor>(twice).collect::<Result<Vec<_>, _>>()),
        ("sequence_from_reader", options.sequence_from_reader::<Tensor, _>(twice).collect()),
    ];
    for (way, tensors) in ways {
        let place = format!("{dialect}, {way}");
        match tensors {
            Ok(tensors) => {
                case.equal(&place, &2, &tensors.len());
                tensors.iter().for_each(|tensor| compare(tensor, content, &place, case));
            }
            Err(error) => case.fault(place, "two tensors", error),
        }
    }
}

fn judge_encoding<A: Item>(
    (header, items): &Content<A>,
    bytes: &[u8],
    options: &Options,
    dialect: &str,
    case: &mut Case,
) {
    let mut encoding = Encoding { bytes, options, dialect, case };
    let shape: &Shape = &header.shape;
    match Array::from_shape_vec(IxDyn(shape), items.clone()) {
        Ok(array) => {
            encoding.judge("Array", &array);
            encoding.judge("ArrayView", &array.view());
            let columns = array.t().iter().cloned().collect();
            match Array::from_shape_vec(IxDyn(shape).f(), columns) {
                Ok(array) => encoding.judge("Array in column-major order", &array),
                Err(error) => encoding.case.fault("Array in column-major order", header, error),
            }
        }
        Err(error) => encoding.case.fault("Array", header, error),
    }
    match A::tensor(shape, items) {
        Ok(tensor) => {
            encoding.judge("Tensor", &tensor);
            encoding.judge("TensorRef", &tensor.as_ref());
        }
        Err(error) => encoding.case.fault("Tensor", header, error),
    }
    if let Ok(tensor) = options.from_slice::<TensorRef<'_>>(bytes) {
        encoding.judge("TensorRef into the input", &tensor);
    }
    if shape.rank() == 1 {
        encoding.judge("Vec", items);
    }
    if let ([], [scalar]) = (&**shape, items.as_slice()) {
        encoding.judge("a scalar", scalar);
    }
}

/// Compares everything that is encoded with the stated bytes.
struct Encoding<'e> {
    bytes: &'e [u8],
    options: &'e Options,
    dialect: &'e str,
    case: &'e mut Case,
}

impl Encoding<'_> {
    fn judge<T: Encode + ?Sized>(&mut self, source: &str, value: &T) {
        const BEFORE: &[u8] = b"before";
        self.same("to_vec", source, self.options.to_vec(value));
        self.same(
            "to_slices",
            source,
            self.options.to_slices(value).map(|parts| parts.iter().collect::<Vec<_>>().concat()),
        );
        let mut appended = BEFORE.to_vec();
        let result = self.options.append(value, &mut appended);
        self.same("append", source, result.map(|()| appended.strip_prefix(BEFORE).unwrap_or_default().to_vec()));
        let mut written = Vec::new();
        let result = self.options.to_writer(&mut written, value);
        self.same("to_writer", source, result.map(|()| written));
        let lengths = [
            ("encoded_len", self.options.encoded_len(value)),
            ("the length of to_slices", self.options.to_slices(value).map(|parts| parts.len())),
        ];
        for (verb, len) in lengths {
            let place = format!("{}, {verb} of {source}", self.dialect);
            match len {
                Ok(len) => self.case.equal(place, &self.bytes.len(), &len),
                Err(error) => self.case.fault(place, self.bytes.len(), error),
            }
        }
    }

    fn same(&mut self, verb: &str, source: &str, got: Result<Vec<u8>, tensor_format::EncodeError>) {
        let place = || format!("{}, {verb} of {source}", self.dialect);
        match got {
            Ok(got) if got == self.bytes => {}
            Ok(got) => {
                let at = got.iter().zip(self.bytes).position(|(got, expected)| got != expected);
                let at = at.unwrap_or(got.len().min(self.bytes.len()));
                let rest = |bytes: &[u8]| hex::encode(bytes.get(at..).unwrap_or_default());
                self.case.fault(
                    format!("{} from byte {at}", place()),
                    format_args!("{} bytes, {}", self.bytes.len(), rest(self.bytes)),
                    format_args!("{} bytes, {}", got.len(), rest(&got)),
                );
            }
            Err(error) => self.case.fault(place(), "the bytes", error),
        }
    }
}
