//! Aligned records: padding tensors in front of payloads that would lie off their boundary.
//!
//! A record is measured first, then written with an empty name and a binary tensor wherever one is needed. More names
//! make the table of names longer, which moves all payloads, so that what is needed is found in a few rounds; if none
//! settles, every payload has padding.

use alloc::vec::Vec;

use super::{
    super::{Options, payload_offset::Stretch},
    Count, Output, Writer,
};
use crate::{
    ElementSink, ElementType, ElementTypes, Encode, EncodeError, ErrorKind, HasRules, Payload, RecordType, Rules, Sink,
    Variable, varint,
};

/// How often the table of names is tried before every payload has padding.
const ROUNDS: usize = 8;

/// The zeros of any padding: the greatest alignment, less one.
static ZEROS: [u8; Options::MAX_ALIGN - 1] = [0; Options::MAX_ALIGN - 1];

impl Options {
    /// Whether values of this type may have padding.
    #[inline]
    pub(in super::super) fn pads<T: Encode + ?Sized>(&self) -> bool {
        self.align > 1 && self.names && const { may_be_record::<T>() }
    }

    /// Measures a value, which finds all that could go wrong with it.
    pub(in super::super) fn plan<T: Encode + ?Sized>(&self, value: &T) -> Result<Plan, EncodeError> {
        let mut measured = Measured { options: *self, is_record: false, names: 0, tensors: Vec::new() };
        value.encode(&mut measured)?;
        Ok(measured.plan())
    }
}

/// How a value is to be written.
pub(in super::super) struct Plan {
    /// How many zeros each tensor of a record has in front; `None` for no padding tensor at all, as for one tensor.
    padding: Vec<Option<usize>>,
    is_record: bool,
    /// The number of bytes in all.
    pub(in super::super) total: usize,
    /// The largest payload of numbers.
    pub(in super::super) largest: Stretch,
}

impl Plan {
    /// Adds a tensor behind those that are there.
    fn place(&mut self, tensor: &Tensor) {
        self.total = self.total.saturating_add(tensor.header);
        if tensor.placed {
            self.largest.or(self.total, tensor.payload);
        }
        self.total = self.total.saturating_add(tensor.payload);
    }

    /// Writes the value that was measured.
    pub(in super::super) fn write<'a, T, O>(&self, value: &'a T, writer: &mut Writer<O>) -> Result<(), EncodeError>
    where
        T: Encode + ?Sized,
        O: Output<'a>,
    {
        if self.is_record {
            return value.encode(&mut Padded { writer, padding: &self.padding, next: 0 });
        }
        value.encode(writer)
    }
}

/// One tensor of a record.
struct Tensor {
    header: usize,
    payload: usize,
    /// Whether its payload is to lie on a boundary: numbers.
    placed: bool,
}

/// Measures the tensors of a record.
struct Measured {
    options: Options,
    is_record: bool,
    /// The bytes of the names, the lengths in front of them included.
    names: usize,
    tensors: Vec<Tensor>,
}

impl Measured {
    fn plan(&self) -> Plan {
        if !self.is_record {
            let mut plan = Plan { padding: Vec::new(), is_record: false, total: 0, largest: Stretch::default() };
            self.tensors.iter().for_each(|tensor| plan.place(tensor));
            return plan;
        }
        let mut wanted: Vec<bool> = self.tensors.iter().map(|_| false).collect();
        for _ in 0..ROUNDS {
            let plan = self.plan_where(&wanted, false);
            let needed: Vec<bool> = plan.padding.iter().map(Option::is_some).collect();
            if needed == wanted {
                return plan;
            }
            wanted = needed;
        }
        let all: Vec<bool> = self.tensors.iter().map(|tensor| tensor.placed).collect();
        self.plan_where(&all, true)
    }

    /// The padding that is needed if the table of names has room for that of the `wanted`.
    fn plan_where(&self, wanted: &[bool], always: bool) -> Plan {
        let has_section = self.options.dialect.has_section();
        let padded = wanted.iter().filter(|wanted| **wanted).count();
        let count = self.tensors.len().saturating_add(padded);
        let names = self.names.saturating_add(padded);
        let section = if has_section { varint::len(names as u64) } else { 0 };
        let head = varint::len(count as u64).saturating_add(2).saturating_add(section);
        // Element type, rank, and the length of the zeros, which takes one byte as the length of the section does.
        let least: usize = if has_section { 4 } else { 3 };
        let total = head.saturating_add(names);
        let padding = Vec::with_capacity(self.tensors.len());
        let mut plan = Plan { padding, is_record: true, total, largest: Stretch::default() };
        for tensor in &self.tensors {
            let payload = plan.total.saturating_add(tensor.header);
            let mut padding = None;
            if tensor.placed && (always || payload.checked_rem(self.options.align) != Some(0)) {
                let past = payload.saturating_add(least).checked_rem(self.options.align).unwrap_or_default();
                let zeros = if past == 0 { 0 } else { self.options.align.saturating_sub(past) };
                padding = Some(zeros);
                plan.total = plan.total.saturating_add(least).saturating_add(zeros);
            }
            plan.padding.push(padding);
            plan.place(tensor);
        }
        plan
    }

    fn name(&mut self, name: &str) {
        let len = varint::len(name.len() as u64).saturating_add(name.len());
        self.names = self.names.saturating_add(len);
    }
}

impl<'a> Sink<'a> for Measured {
    fn tensor<P: Payload<'a>>(
        &mut self,
        element_type: ElementType,
        shape: &[usize],
        payload: &P,
    ) -> Result<(), EncodeError> {
        let mut counter = Writer::new(Count(0), &self.options);
        let count = counter.put_header(element_type, shape)?;
        let header = counter.out.0;
        counter.put_elements(element_type, count, payload)?;
        let payload = counter.out.0.saturating_sub(header);
        self.tensors.push(Tensor { header, payload, placed: element_type.size().is_some() && payload > 0 });
        Ok(())
    }

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.names(record.rules().names_of_tensors(counts))
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        self.is_record = true;
        if names.clone().any(str::is_empty) {
            return Err(ErrorKind::EmptyName.into());
        }
        names.for_each(|name| self.name(name));
        Ok(())
    }
}

/// Writes the tensors of a record, and the padding between them.
struct Padded<'p, O> {
    writer: &'p mut Writer<O>,
    padding: &'p [Option<usize>],
    next: usize,
}

impl<'a, O: Output<'a>> Sink<'a> for Padded<'_, O> {
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

    fn record(&mut self, record: RecordType, counts: &[usize]) -> Result<(), EncodeError> {
        self.names(record.rules().names_of_tensors(counts))
    }

    fn names<'n, I>(&mut self, names: I) -> Result<(), EncodeError>
    where
        I: Iterator<Item = &'n str> + Clone,
    {
        let named = names.zip(self.padding).flat_map(|(name, padding)| padding.map(|_| "").into_iter().chain([name]));
        self.writer.put_names(named)
    }
}

/// The content of a padding tensor.
struct Zeros(usize);

impl<'a> Payload<'a> for Zeros {
    fn write<W: ElementSink<'a>>(&self, out: &mut W) -> Result<(), EncodeError> {
        out.variable(Variable::Bytes(ZEROS.get(..self.0).unwrap_or_default().into()))
    }
}

/// Whether values of this type may be records: those whose type is not known may.
pub(in super::super) const fn may_be_record<T: HasRules + ?Sized>() -> bool {
    match T::RULES {
        Rules::Record(_) => true,
        Rules::Tensor(rules) => ElementTypes::ALL.is_subset(rules.types),
    }
}
