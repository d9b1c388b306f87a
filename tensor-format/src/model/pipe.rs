//! Runs one model after another.

use core::fmt;

use super::{Feeds, Model};
use crate::{
    Decode, DecodeError, Encode, RecordRef, Rules, Value, ValueBuf, ValueSource,
    values::value::{MetadataBuf, collect_all},
};

/// Two models as one: the second takes the output of the first.
#[derive(Clone, Copy, Debug)]
pub struct Pipe<A, B> {
    first: A,
    second: B,
    /// Those of [`Feeds`], which the implementation does not ask for again: that `new` does is one error.
    renames: &'static [(&'static str, &'static str)],
}

impl<A, B> Pipe<A, B>
where
    A: Model,
    B: Model,
    A::Output: Feeds<B::Input<'static>>,
{
    /// Creates the model that runs `first`, and then `second` with its output.
    pub const fn new(first: A, second: B) -> Self {
        Self { first, second, renames: <A::Output as Feeds<B::Input<'static>>>::RENAMES }
    }
}

#[diagnostic::do_not_recommend]
impl<A, B> Model for Pipe<A, B>
where
    A: Model,
    B: Model,
{
    type Input<'a> = A::Input<'a>;
    type Output = B::Output;
    type Error = PipeError<A::Error, B::Error>;

    fn run(&self, input: Self::Input<'_>) -> Result<Self::Output, Self::Error> {
        let output = self.first.run(input).map_err(PipeError::First)?;
        let collected = collect_all(&output).map_err(|error| PipeError::Between(error.into()))?;
        let input = passed_on::<B::Input<'_>>(&collected, self.renames).map_err(PipeError::Between)?;
        self.second.run(input).map_err(PipeError::Second)
    }
}

/// Converts a value to another type that it can be passed on as, with its parameters under the names that they have
/// there.
///
/// # Errors
///
/// When the value breaks its own rules, or an element cannot be read as the other type.
pub fn convert<A, B>(value: &A) -> Result<B, DecodeError>
where
    A: Encode + Feeds<B>,
    B: crate::DecodeOwned,
{
    passed_on(&collect_all(value)?, A::RENAMES)
}

fn passed_on<'v, B: Decode<'v>>(
    (value, metadata): &'v (ValueBuf, MetadataBuf),
    renames: &[(&str, &str)],
) -> Result<B, DecodeError> {
    let read = |value: &Value<'v>| B::decode(&mut ValueSource::new(value).with_metadata(metadata));
    let (record, wanted) = match (value, B::RULES) {
        (ValueBuf::Record(record), Rules::Record(wanted)) if !renames.is_empty() => (record, wanted),
        _ => return read(&value.as_ref()),
    };
    let mut renamed = RecordRef::new();
    for param in wanted.iter() {
        // Renamed parameters have no other names; those of the others are their own and their aliases.
        let (from, aliases) = match renames.iter().find(|(to, _)| *to == param.name) {
            Some((_, from)) => (*from, [].as_slice()),
            None => (param.name, param.aliases),
        };
        for name in core::iter::once(from).chain(aliases.iter().copied()) {
            let before = renamed.len();
            for (_, tensor) in record.iter().filter(|(given, _)| *given == name) {
                renamed.push(param.name, tensor.as_ref());
            }
            if renamed.len() > before {
                break;
            }
        }
    }
    read(&Value::Record(renamed))
}

/// The error of a [`Pipe`]: that of the model that failed.
#[derive(Debug)]
pub enum PipeError<A, B> {
    /// The first model failed.
    First(A),
    /// The output of the first model could not be passed on to the second, because it breaks the rules of its own type.
    Between(DecodeError),
    /// The second model failed.
    Second(B),
}

impl<A: fmt::Display, B: fmt::Display> fmt::Display for PipeError<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PipeError::First(error) => error.fmt(f),
            PipeError::Between(error) => write!(f, "passing on: {error}"),
            PipeError::Second(error) => error.fmt(f),
        }
    }
}

impl<A: core::error::Error, B: core::error::Error> core::error::Error for PipeError<A, B> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PipeError::First(error) => error.source(),
            PipeError::Between(error) => error.source(),
            PipeError::Second(error) => error.source(),
        }
    }
}
