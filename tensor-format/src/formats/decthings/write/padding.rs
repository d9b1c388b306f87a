//! Aligned records: padding tensors in front of payloads that would miss their boundary.
//!
//! A value is measured first, then written with an empty name and a binary tensor wherever one is needed.

use alloc::vec::Vec;

use super::{
    super::{Options, payload_spans::PayloadSpan},
    Count, Output, Writer,
    exact_reserve::append_reserved,
};
use crate::{
    ElementSink, ElementType, ElementTypes, Encode, EncodeError, ErrorKind, HasRules, Payload, RecordType, Rules, Sink,
    Variable, util::varint,
};

/// The number of attempts to find the padding: it depends on the length of the table of names, which has an empty name
/// for each padding. After that every payload gets padding.
const ROUNDS: usize = 8;

/// The zeros of the longest padding, one less than the greatest alignment; any other padding is a part of them.
static ZEROS: [u8; Options::MAX_ALIGN - 1] = [0; Options::MAX_ALIGN - 1];

impl Options {
    /// Returns whether values of this type may have padding.
    #[inline]
    pub(in super::super) fn pads<T: Encode + ?Sized>(&self) -> bool {
        self.align > 1 && self.names && const { may_be_record::<T>() }
    }

    /// Returns the measurements of a value, or any error that writing it would give.
    pub(in super::super) fn measure<T: Encode + ?Sized>(&self, value: &T) -> Result<Measured, EncodeError> {
        let mut measurer = Measurer {
            options: self,
            pads: self.pads::<T>(),
            counter: Writer::new(Count(0), self),
            largest: PayloadSpan::default(),
            is_record: false,
            names: 0,
            tensors: Vec::new(),
        };
        value.encode(&mut measurer)?;
        Ok(measurer.measured())
    }
}

/// The measurements of a value, which writing it needs.
pub(in super::super) struct Measured {
    /// The number of zeros in front of each tensor of a record, `None` where no padding tensor is; `None` for a value
    /// that cannot have padding.
    padding: Option<Vec<Option<usize>>>,
    /// The number of bytes in all.
    pub(in super::super) total: usize,
    /// The largest payload of numbers.
    pub(in super::super) largest: PayloadSpan,
}

impl Measured {
    /// Returns the measurements of a value without padding, of `total` bytes.
    #[inline]
    pub(super) fn of_bytes(total: usize) -> Self {
        Self { padding: None, total, largest: PayloadSpan::default() }
    }

    /// Appends the value that was measured to a buffer that has room for it.
    pub(in super::super) fn append<T: Encode + ?Sized>(
        &self,
        value: &T,
        out: &mut Vec<u8>,
        options: &Options,
    ) -> Result<(), EncodeError> {
        append_reserved(out, options, |writer| self.write(value, writer))
    }

    /// Writes the value that was measured, with the padding that was found.
    pub(in super::super) fn write<'a, T, O>(&self, value: &'a T, writer: &mut Writer<O>) -> Result<(), EncodeError>
    where
        T: Encode + ?Sized,
        O: Output<'a>,
    {
        match &self.padding {
            Some(padding) => value.encode(&mut PaddedWriter { writer, padding, next: 0 }),
            None => value.encode(writer),
        }
    }
}

/// The lengths of one tensor of a record.
struct TensorLengths {
    header: usize,
    payload: usize,
    /// Whether the payload has to begin at a boundary, as numbers do.
    aligned: bool,
}

/// A sink that counts the bytes of a value and notes its largest payload. If padding is asked for, it also lists the
/// tensors of a record.
struct Measurer<'o> {
    options: &'o Options,
    pads: bool,
    counter: Writer<Count>,
    largest: PayloadSpan,
    is_record: bool,
    /// The bytes of the names, the lengths in front of them included.
    names: usize,
    tensors: Vec<TensorLengths>,
}

impl Measurer<'_> {
    fn measured(&self) -> Measured {
        if !self.is_record {
            return Measured { padding: None, total: self.counter.out.0, largest: self.largest };
        }
        // Padding needs a name, which makes the table of names longer, which moves every payload. So the tensors that
        // need padding are guessed, and the guess is corrected until the positions that follow from it agree. If the
        // guesses go in circles, every payload gets padding, of zero bytes where none is needed: that always fits.
        let mut guess: Vec<bool> = self.tensors.iter().map(|_| false).collect();
        for _ in 0..ROUNDS {
            let measured = self.with_padding(&guess, false);
            let needed: Vec<bool> = measured.padding.iter().flatten().map(Option::is_some).collect();
            if needed == guess {
                return measured;
            }
            guess = needed;
        }
        let all: Vec<bool> = self.tensors.iter().map(|tensor| tensor.aligned).collect();
        self.with_padding(&all, true)
    }

    /// Returns the measurements with the padding of each tensor, for a table of names with an empty name where `guess`
    /// is true. With `always` every payload has padding, even of zero bytes.
    fn with_padding(&self, guess: &[bool], always: bool) -> Measured {
        let has_section = self.options.dialect.has_section();
        let padded = guess.iter().filter(|padded| **padded).count();
        let count = self.tensors.len().saturating_add(padded);
        let names = self.names.saturating_add(padded);
        let section = if has_section { varint::len(names as u64) } else { 0 };
        let head = varint::len(count as u64).saturating_add(2).saturating_add(section);
        // A padding tensor is at least its element type, rank and number of zeros, which takes one byte, as does the
        // length of the section.
        let least: usize = if has_section { 4 } else { 3 };
        let (mut total, mut largest) = (head.saturating_add(names), PayloadSpan::default());
        let padding = self.tensors.iter().map(|tensor| {
            let mut padding = None;
            let unpadded = total.saturating_add(tensor.header);
            if tensor.aligned && (always || unpadded.checked_rem(self.options.align) != Some(0)) {
                let past = unpadded.saturating_add(least).checked_rem(self.options.align).unwrap_or_default();
                let zeros = if past == 0 { 0 } else { self.options.align.saturating_sub(past) };
                padding = Some(zeros);
                total = total.saturating_add(least).saturating_add(zeros);
            }
            total = total.saturating_add(tensor.header);
            if tensor.aligned {
                largest.or(total, tensor.payload);
            }
            total = total.saturating_add(tensor.payload);
            padding
        });
        let padding = Some(padding.collect());
        Measured { padding, total, largest }
    }
}

impl<'a> Sink<'a> for Measurer<'_> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let start = self.counter.out.0;
        let count = self.counter.put_header(element_type, shape)?;
        let at = self.counter.out.0;
        self.counter.put_elements(element_type, count, payload)?;
        let payload = self.counter.out.0.saturating_sub(at);
        let aligned = element_type.size().is_some() && payload > 0;
        if aligned {
            self.largest.or(at, payload);
        }
        if self.pads {
            self.tensors.push(TensorLengths { header: at.saturating_sub(start), payload, aligned });
        }
        Ok(())
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        if self.pads {
            return self.names(record.rules().names_of_tensors(counts));
        }
        self.counter.record(record, counts)
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        if !self.pads {
            return self.counter.names(names);
        }
        self.is_record = true;
        if names.clone().any(str::is_empty) {
            return Err(ErrorKind::EmptyName.into());
        }
        self.names = names.fold(self.names, |sum, name| {
            sum.saturating_add(varint::len(name.len() as u64)).saturating_add(name.len())
        });
        Ok(())
    }
}

/// A sink that writes the tensors of a record, and the padding between them.
struct PaddedWriter<'p, O> {
    writer: &'p mut Writer<O>,
    padding: &'p [Option<usize>],
    next: usize,
}

impl<'a, O: Output<'a>> Sink<'a> for PaddedWriter<'_, O> {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        if let Some(Some(zeros)) = self.padding.get(self.next) {
            self.writer.tensor(ElementType::Binary, &[], &Zeros(*zeros))?;
        }
        self.next = self.next.saturating_add(1);
        self.writer.tensor(element_type, shape, payload)
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        let named = names.zip(self.padding).flat_map(|(name, padding)| padding.map(|_| "").into_iter().chain([name]));
        self.writer.put_names(named)
    }
}

/// The content of a padding tensor: this number of zeros.
struct Zeros(usize);

impl<'a> Payload<'a> for Zeros {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        out.variable(Variable::Bytes(ZEROS.get(..self.0).unwrap_or_default().into()))
    }
}

/// Returns whether values of this type may be records; `true` if the type does not say what its values are.
pub(in super::super) const fn may_be_record<T: HasRules + ?Sized>() -> bool {
    match T::RULES {
        Rules::Record(_) => true,
        Rules::Tensor(rules) => ElementTypes::ALL.is_subset(rules.types),
    }
}
