//! The labels of one dimension of a map, as they are read.

use alloc::{string::String, vec::Vec};

use crate::{
    Decode, DecodeBlock, DecodeError, ElementSource, HasRules, RecordType, Rules, Source,
    traits::source::offsets::TensorOffsets, types::lists::begin_sequence,
};

/// Labels, and where they are in the input, for errors that are found when their tensor has been read.
#[derive(Default)]
pub(super) struct Labels {
    pub(super) texts: Vec<String>,
    pub(super) offsets: TensorOffsets,
}

impl HasRules for Labels {
    const RULES: Rules<'static> = <Vec<String>>::RULES;
    const RECORD: RecordType = <Vec<String>>::RECORD;
}

impl<'de> Decode<'de> for Labels {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let (n, mut elements) = begin_sequence::<String, S>(source)?;
        let offsets = TensorOffsets::of(&elements);
        let mut texts = Vec::new();
        <String as DecodeBlock<'de>>::extend(&mut elements, n, &mut texts)?;
        elements.end()?;
        Ok(Self { texts, offsets })
    }
}

crate::field!(Labels);
