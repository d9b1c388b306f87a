//! A source that reads the parameters of a message.

use alloc::{string::ToString, vec::Vec};

use super::{
    super::{Options, SliceSource, aligned_payloads::AlignedPayloads, check::pass, errors::at},
    frame::Blob,
    list::Dataset,
};
use crate::{
    Block, DecodeBlock, DecodeError, ErrorKind, Header, HeaderPlace, RecordOrder, RecordRules, RecordType, Source,
    TensorRules,
};

/// A parameter, and those of its tensors that are not read yet.
pub(super) struct ParameterData<'de, 'l> {
    name: &'l str,
    /// The dataset that holds the tensors, if the caller has not passed its data.
    missing: Option<&'l Dataset>,
    /// The bytes of the message up to the end of the tensors, so that positions are counted from the start of the
    /// message.
    input: &'de [u8],
    at: usize,
    copies: Option<&'de AlignedPayloads>,
    any: bool,
}

impl<'de, 'l> ParameterData<'de, 'l> {
    /// Returns a parameter whose tensors are in a blob of the message; without a blob it has none.
    pub(super) fn of_blob(name: &'l str, blob: Option<Blob<'de>>) -> Self {
        let Blob { input, start: at, copies } = blob.unwrap_or(Blob::new(&[], 0));
        Self { name, missing: None, input, at, copies, any: at < input.len() }
    }

    pub(super) fn of_dataset(name: &'l str, dataset: &'l Dataset, data: Option<&'de [u8]>) -> Self {
        let input = data.unwrap_or_default();
        Self { name, missing: data.is_none().then_some(dataset), input, at: 0, copies: None, any: !input.is_empty() }
    }

    fn is_finished(&self) -> bool {
        self.at >= self.input.len()
    }
}

/// A source that reads the parameters of a message as the tensors of one record, or of several one after another.
pub(super) struct ParametersSource<'de, 'l> {
    parts: Vec<ParameterData<'de, 'l>>,
    /// Whether every record takes one tensor of each parameter.
    one_each: bool,
    /// The index in `parts` of the parameter after the current one.
    next: usize,
    current: Option<usize>,
    source: SliceSource<'de>,
    /// The name of the current parameter.
    name: Option<&'l str>,
    /// The dataset that holds the current parameter's tensors, if the caller has not passed its data.
    missing: Option<&'l Dataset>,
    options: Options,
    begun: bool,
    /// Whether a name that the type does not list is an error, so that every dataset must have been passed.
    denies_unknown: bool,
    /// The number of bytes of tensors that were read so far, over all parameters.
    before: usize,
}

impl<'de, 'l> ParametersSource<'de, 'l> {
    /// Creates a source that reads all tensors as those of one record.
    pub(super) fn new(parts: Vec<ParameterData<'de, 'l>>, options: &Options) -> Self {
        Self {
            parts,
            one_each: false,
            next: 0,
            current: None,
            source: SliceSource::new(&[], options),
            name: None,
            missing: None,
            options: *options,
            begun: false,
            denies_unknown: false,
            before: 0,
        }
    }

    /// Creates a source that reads records one after another, each of one tensor of every parameter.
    pub(super) fn one_each(parts: Vec<ParameterData<'de, 'l>>, options: &Options) -> Self {
        Self { one_each: true, ..Self::new(parts, options) }
    }

    /// Notes how far the tensors of the current parameter were read.
    fn keep_position(&mut self) {
        let at = self.source.position();
        if let Some(part) = self.current.and_then(|index| self.parts.get_mut(index)) {
            self.before = self.before.saturating_add(at.saturating_sub(part.at));
            part.at = at;
        }
    }

    /// Goes to the next tensor. Returns the name of its parameter and, if the data are in a dataset that was not
    /// passed, the dataset.
    fn advance(&mut self) -> Option<(&'l str, Option<&'l Dataset>)> {
        self.keep_position();
        if let Some(part) = self.current.and_then(|index| self.parts.get(index)) {
            if !self.one_each && !part.is_finished() {
                return Some((part.name, None));
            }
        }
        self.current = None;
        while let Some(part) = self.parts.get(self.next) {
            let index = self.next;
            self.next = index.saturating_add(1);
            if part.missing.is_some() {
                return Some((part.name, part.missing));
            }
            if !part.is_finished() {
                self.current = Some(index);
                // The position of a part counts the bytes in front of it, which may belong to another part.
                let before = self.before.saturating_sub(part.at);
                let empty = self.source.empty_items();
                let source = SliceSource::within(part.input, part.at, &self.options).with_copies(part.copies);
                self.source = source.after(before, empty);
                return Some((part.name, None));
            }
        }
        None
    }

    /// Passes over the next tensor.
    pub(super) fn pass(&mut self) -> Result<Header, DecodeError> {
        let source = self.ready()?;
        let header = source.next_header()?;
        pass(source, &header)?;
        Ok(header)
    }

    /// Returns the source of the current tensor.
    #[inline]
    fn ready(&mut self) -> Result<&mut SliceSource<'de>, DecodeError> {
        match self.missing {
            _ if !self.begun => Err(ErrorKind::RecordFound { tensors: self.parts.len() }.into()),
            Some(dataset) => Err(unresolved(dataset)),
            None => Ok(&mut self.source),
        }
    }

    /// Returns the error with a byte offset; without one if it has none and no tensor is being read.
    #[cold]
    pub(super) fn placed(&self, error: DecodeError) -> DecodeError {
        if self.current.is_some() { self.source.placed(error) } else { error }
    }

    /// Checks, behind the only record, that no parameter has another tensor.
    pub(super) fn finish(&mut self) -> Result<(), DecodeError> {
        match self.advance() {
            Some((name, _)) => {
                let left = self.source.rest_len() as u64;
                let kind = ErrorKind::TrailingBytes { count: left, or_more: false, record_of: None };
                Err(at(kind, self.source.position()).in_parameter(name))
            }
            None => Ok(()),
        }
    }

    /// Goes back to the first parameter, for the next record; returns whether any tensors are left for one.
    pub(super) fn has_more(&mut self) -> bool {
        self.keep_position();
        self.current = None;
        self.next = 0;
        (self.name, self.missing) = (None, None);
        self.begun = false;
        self.parts.iter().any(|part| !part.is_finished())
    }

    /// Checks, behind record number `index`, that all parameters have another tensor, or none has.
    pub(super) fn finish_each(&mut self, index: u64) -> Result<(), DecodeError> {
        self.keep_position();
        let parts = || self.parts.iter().filter(|part| part.any);
        if parts().all(|part| !part.is_finished()) {
            return Ok(());
        }
        // A parameter with tensors left is reported as having too many; the others are the measure, though they may be
        // wrong as well.
        match (parts().find(|part| part.is_finished()), parts().find(|part| !part.is_finished())) {
            (Some(short), Some(long)) => {
                let (tensors, other) = (index.saturating_add(1), long.name.to_string().into());
                Err(at(ErrorKind::UnequalBatch { tensors, other }, short.at).in_parameter(short.name))
            }
            _ => Ok(()),
        }
    }
}

impl<'de> Source<'de> for ParametersSource<'de, '_> {
    type Elements<'s>
        = &'s mut SliceSource<'de>
    where
        Self: 's;

    fn tensor(&mut self) -> Result<(Header, &mut SliceSource<'de>), DecodeError> {
        self.ready()?.tensor()
    }

    fn block<T: DecodeBlock<'de>>(&mut self) -> Result<T, DecodeError> {
        self.ready()?.block()
    }

    fn list_of<T: Block>(&mut self) -> Result<(usize, &mut SliceSource<'de>), DecodeError> {
        self.ready()?.list_of::<T>()
    }

    fn lengths_of(
        &mut self,
        rules: &TensorRules<'_>,
        lens: &mut [usize],
    ) -> Result<&mut SliceSource<'de>, DecodeError> {
        self.ready()?.lengths_of(rules, lens)
    }

    fn record(&mut self, record: RecordType) -> Result<RecordOrder, DecodeError> {
        self.begun = true;
        self.denies_unknown = record.rules().as_record().is_some_and(RecordRules::denies_unknown);
        Ok(RecordOrder::Any)
    }

    fn next_name(&mut self) -> Result<bool, DecodeError> {
        let next = self.advance();
        self.name = next.map(|(name, _)| name);
        self.missing = next.and_then(|(_, missing)| missing);
        match (next, self.missing) {
            (Some((name, _)), Some(dataset)) if self.denies_unknown => Err(unresolved(dataset).in_parameter(name)),
            _ => Ok(next.is_some()),
        }
    }

    fn name(&self) -> &str {
        self.name.unwrap_or_default()
    }

    fn name_offset(&self) -> Option<u64> {
        self.missing.is_none().then(|| self.source.position() as u64)
    }

    fn skip_tensor(&mut self) -> Result<(), DecodeError> {
        if self.missing.is_some() { Ok(()) } else { self.source.skip_tensor() }
    }

    fn offset(&self, place: HeaderPlace) -> Option<u64> {
        Source::offset(&self.source, place)
    }

    fn position(&self) -> Option<u64> {
        Source::position(&self.source)
    }

    fn count_empty(&mut self, items: usize) -> Result<(), ErrorKind> {
        Source::count_empty(&mut self.source, items)
    }

    fn empty_limit(&self) -> crate::traits::EmptyLimit {
        self.source.empty_limit()
    }
}

#[cold]
fn unresolved(dataset: &Dataset) -> DecodeError {
    ErrorKind::UnresolvedDataset { id: dataset.id.as_str().into(), key: dataset.key.as_str().into() }.into()
}
