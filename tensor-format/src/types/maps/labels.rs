//! The labels of one dimension of a map, as they are read.

use alloc::{string::String, vec::Vec};

use crate::{
    Decode, DecodeBlock, DecodeError, ElementSource, HasRules, HeaderPlace, RecordType, Rules, Source,
    types::lists::begin_sequence,
};

/// Labels, and where they are in the input, for errors that are found when their tensor has been read.
#[derive(Default)]
pub(super) struct Labels {
    pub(super) texts: Vec<String>,
    pub(super) place: LabelPlace,
}

/// The offsets in the input of the length of the axis of labels and of the first of them, if they are known.
#[derive(Clone, Copy, Default)]
pub(super) struct LabelPlace {
    axis: Option<u64>,
    elements: Option<u64>,
}

impl LabelPlace {
    /// Returns the error with the offset of what it is about.
    #[cold]
    pub(super) fn located(self, error: DecodeError) -> DecodeError {
        let offset = match HeaderPlace::of(error.kind()) {
            HeaderPlace::Axis(_) => self.axis,
            _ => self.elements,
        };
        match offset {
            Some(offset) => error.at(offset),
            None => error,
        }
    }
}

impl HasRules for Labels {
    const RULES: Rules<'static> = <Vec<String>>::RULES;
    const RECORD: RecordType = <Vec<String>>::RECORD;
}

impl<'de> Decode<'de> for Labels {
    fn decode<S: Source<'de>>(source: &mut S) -> Result<Self, DecodeError> {
        let (n, mut elements) = begin_sequence::<String, S>(source)?;
        let [axis, first] = [HeaderPlace::Axis(0), HeaderPlace::Elements].map(|place| elements.offset(place));
        let mut texts = Vec::new();
        <String as DecodeBlock<'de>>::extend(&mut elements, n, &mut texts)?;
        elements.end()?;
        Ok(Self { texts, place: LabelPlace { axis, elements: first } })
    }
}

crate::field!(Labels);
