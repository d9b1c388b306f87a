//! The uses of a struct or enum around what is no tensor are no further errors.

use std::{num::NonZeroU8, ops::Range};

use tensor_format::{Batch, HasRules, Tensor, from_slice, to_vec};

#[derive(Tensor)]
struct Span(Range<f32>);

#[derive(Tensor)]
#[tensor(dtype = f32)]
struct Narrowed(Box<Range<f32>>);

#[derive(Tensor)]
enum Either {
    Span(Range<f32>),
    Number(NonZeroU8),
}

#[derive(Tensor)]
struct Record {
    one: Span,
    either: Option<Either>,
}

// What can be written alone is no fault.
struct Written;

impl HasRules for Written {
    const RULES: tensor_format::Rules<'static> = f32::RULES;
}

impl tensor_format::Encode for Written {
    fn encode<'a, S: tensor_format::codec::Sink<'a>>(&'a self, sink: &mut S) -> Result<(), tensor_format::EncodeError> {
        1.0f32.encode(sink)
    }
}

#[derive(Tensor)]
struct WrittenAlone(Written);

fn main() {
    let bytes = to_vec(&Span(0.0..1.0)).unwrap();
    let _: Span = from_slice(&bytes).unwrap();
    let _ = (to_vec(&Narrowed(Box::new(0.0..1.0))), from_slice::<Narrowed>(&bytes));
    let _ = (to_vec(&Either::Span(0.0..1.0)), from_slice::<Either>(&bytes));
    let _ = (|batch: &Batch<Span>| to_vec(batch), |record: &Record| to_vec(record));
    let _ = (to_vec(&WrittenAlone(Written)), from_slice::<WrittenAlone>(&bytes));
}
