//! Checks of encoded values against rules, by their headers.

use alloc::vec::Vec;

use smallvec::{SmallVec, smallvec};

use super::{
    Options, SliceSource,
    constant::WireConstants,
    read::{is_of_header, record_found},
};
use crate::{
    AsRules, Bindings, DecodeError, ElementSource, ErrorKind, HasRules, Header, Param, ParamMatcher, RecordOrder,
    RecordRules, Rules, Source, TensorRules, Violation,
    error::AddPlace,
    traits::{begin_param, cannot_be_batched, with_unknown_names},
};

mod short;

/// Checks that bytes hold a value that the rules of `T` allow, and reports the first violation, with its byte offset.
///
/// No element is decoded: only headers are read, and elements of variable size are walked over to find the next.
///
/// What is refused here, [`from_slice`](super::from_slice) refuses with an error of the same kind and place, unless it
/// finds a fault of content before. It finds no others beside those of content: booleans, labels, characters and what a
/// module of `with` refuses, numbers out of a range that is checked and defaults that do not fit, a [`Batch`](crate::Batch) of no
/// items or of [too many](Options::max_empty_items) that hold nothing, the number of labels of a map, the lengths of a
/// [`Ragged`](crate::Ragged) list and of the columns of a batch in a record, and names that a [`Record`](crate::Record)
/// could not write again; nor does it lend what is not aligned.
///
/// ```
/// use tensor_format::decthings;
/// let bytes = tensor_format::to_vec(&[[1.0f32, 2.0, 3.0]])?;
/// let error = decthings::check::<Vec<[f32; 4]>>(&bytes).unwrap_err();
/// assert_eq!(error.to_string(), "axis 1: expected 4, found 3 (byte 3)");
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
///
/// # Errors
///
/// The first violation, in the order element type, rank, axes; or what is wrong with the bytes.
pub fn check<T: HasRules + ?Sized>(bytes: &[u8]) -> Result<(), DecodeError> {
    Options::new().check::<T>(bytes)
}

/// Checks bytes as [`check`] does, against rules known at run time.
///
/// ```
/// # #[cfg(feature = "json")] {
/// use tensor_format::decthings;
/// let rules = decthings::rules_from_json(r#"{"shape": [-1, 3], "allowedTypes": ["f32", "f64"]}"#)?;
/// let bytes = tensor_format::to_vec(&[[1u8, 2, 3]])?;
/// let error = decthings::check_against(&rules, &bytes).unwrap_err();
/// assert_eq!(error.to_string(), "element type: expected f32 | f64, found u8 (byte 0)");
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`check`].
pub fn check_against(rules: &impl AsRules, bytes: &[u8]) -> Result<(), DecodeError> {
    Options::new().check_against(rules, bytes)
}

/// Returns every way in which the headers of an encoded value break the rules of `T`; none if they keep them.
///
/// No element is decoded: only headers are read, and elements of variable size are walked over to find the next. Named
/// axes must have one length over the whole record. Of tensors with unknown names, and of those that come after the first
/// of their name, the first 32 violations are returned.
///
/// ```
/// use tensor_format::decthings;
/// let bytes = tensor_format::to_vec(&[[1u8, 2, 3]])?;
/// let violations = decthings::check_all::<Vec<[f32; 4]>>(&bytes)?;
/// let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["element type: expected f32, found u8", "axis 1: expected 4, found 3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The error says what is wrong with the bytes themselves, so that no headers can be read.
pub fn check_all<T: HasRules + ?Sized>(bytes: &[u8]) -> Result<Vec<Violation>, DecodeError> {
    Options::new().check_all::<T>(bytes)
}

/// Returns every violation as [`check_all`], against rules known at run time: owned rules or definitions, or constants.
///
/// # Errors
///
/// As [`check_all`].
pub fn check_all_against(rules: &impl AsRules, bytes: &[u8]) -> Result<Vec<Violation>, DecodeError> {
    Options::new().check_all_against(rules, bytes)
}

impl Options {
    /// Checks that bytes hold a value that the rules of `T` allow, as [`check`].
    ///
    /// # Errors
    ///
    /// As [`check`].
    pub fn check<T: HasRules + ?Sized>(&self, bytes: &[u8]) -> Result<(), DecodeError> {
        if let Some((header, size)) = WireConstants::<T>::WHOLE {
            let elements = bytes.strip_prefix(header).filter(|elements| elements.len() == size);
            if elements.is_some() && self.allows_any_size() {
                return Ok(());
            }
        }
        self.check_named(&T::RULES, T::RECORD.names(), bytes)
    }

    /// Checks that bytes hold a value that rules allow, as [`check_against`].
    ///
    /// # Errors
    ///
    /// As [`check`].
    pub fn check_against(&self, rules: &impl AsRules, bytes: &[u8]) -> Result<(), DecodeError> {
        self.check_named(rules, None, bytes)
    }

    /// Checks as [`check_against`](Self::check_against). `names` are those of all parameters as the format has them, if they are
    /// known.
    fn check_named(&self, rules: &impl AsRules, names: Option<&[u8]>, bytes: &[u8]) -> Result<(), DecodeError> {
        if self.keeps_by_short_header(rules, bytes) {
            return Ok(());
        }
        rules.with_rules(|rules| match rules {
            Rules::Tensor(rules) => self.check_tensor(rules, bytes),
            Rules::Record(rules) => self.check_record(rules, names, bytes),
        })
    }

    /// Returns every way in which the headers of an encoded value break the rules of `T`, as [`check_all`].
    ///
    /// # Errors
    ///
    /// As [`check_all`].
    pub fn check_all<T: HasRules + ?Sized>(&self, bytes: &[u8]) -> Result<Vec<Violation>, DecodeError> {
        self.check_all_against(&T::RULES, bytes)
    }

    /// Returns every way in which the headers of an encoded value break rules, as [`check_all_against`].
    ///
    /// # Errors
    ///
    /// As [`check_all`].
    pub fn check_all_against(&self, rules: &impl AsRules, bytes: &[u8]) -> Result<Vec<Violation>, DecodeError> {
        rules.with_rules(|rules| match rules {
            Rules::Tensor(rules) => self.check_all_tensor(rules, bytes),
            Rules::Record(rules) => self.check_all_record(rules, bytes),
        })
    }

    /// Returns a source for reading headers alone: it accepts any byte as a boolean.
    pub(super) fn header_source<'de>(&self, bytes: &'de [u8]) -> SliceSource<'de> {
        SliceSource::new(bytes, &Options { allow_any_true_byte: true, ..*self })
    }

    fn check_tensor(&self, rules: &TensorRules<'_>, bytes: &[u8]) -> Result<(), DecodeError> {
        let mut source = self.header_source(bytes);
        let result = source
            .tensor_of(rules, Some((&mut Bindings::new(), "")))
            .and_then(|(header, elements)| pass(elements, &header))
            .and_then(|()| source.finish());
        explained(&source, rules, result)
    }

    fn check_record(&self, rules: &RecordRules<'_>, names: Option<&[u8]>, bytes: &[u8]) -> Result<(), DecodeError> {
        if self.keeps_by_short_headers(rules, names, bytes) {
            return Ok(());
        }
        let mut source = self.header_source(bytes);
        self.read_headers(rules, &mut source).map_err(|error| source.placed(error))
    }

    /// Checks the headers that [`Decode::decode`](crate::Decode::decode) reads, in the same order, and passes over
    /// elements.
    fn read_headers(&self, rules: &RecordRules<'_>, source: &mut SliceSource<'_>) -> Result<(), DecodeError> {
        can_be_read(rules)?;
        let order = source.begin_record_of(rules)?;
        let mut bindings = Bindings::new();
        let mut seen: SmallVec<[bool; 32]> = smallvec![false; rules.len()];
        let mut params = ParamMatcher::new(rules);
        while let Some(index) = params.next(order, source)? {
            let Some(param) = rules.get(index) else { continue };
            seen.get_mut(index).into_iter().for_each(|seen| *seen = true);
            begin_param(source, rules, &param, &mut bindings)
                .and_then(|(header, elements)| pass(elements, &header))
                .in_parameter(param.name)?;
        }
        match rules.missing(&seen).next() {
            Some(param) => {
                let error = DecodeError::new(ErrorKind::missing_param()).in_parameter(param.name);
                let error = error.required_beside(rules.seen_beside(&param, &seen));
                Err(with_unknown_names(error, source, rules))
            }
            None => source.finish(),
        }
    }

    fn check_all_tensor(&self, rules: &TensorRules<'_>, bytes: &[u8]) -> Result<Vec<Violation>, DecodeError> {
        if self.keeps_by_short_header(rules, bytes) {
            return Ok(Vec::new());
        }
        let mut source = self.header_source(bytes);
        let header = source.next_header();
        let header = explained(&source, rules, header)?;
        let mut kinds = rules.check_all(&header);
        if kinds.is_empty() {
            kinds = Bindings::new().check_all(&Param::new("", *rules), &header.shape, 0);
        }
        let whole = pass(&mut source, &header).and_then(|()| source.finish());
        if kinds.first().is_some_and(is_of_header) {
            record_found(bytes, self).map_or(Ok(()), Err)?;
        }
        explained(&source, rules, whole)?;
        Ok(kinds.into_iter().map(|kind| Violation { parameter: None, kind }).collect())
    }

    fn check_all_record(&self, rules: &RecordRules<'_>, bytes: &[u8]) -> Result<Vec<Violation>, DecodeError> {
        if self.keeps_by_short_headers(rules, None, bytes) {
            return Ok(Vec::new());
        }
        let mut headers = self.headers(rules, bytes)?;
        let mut fault = None;
        let violations = rules.check_all(core::iter::from_fn(|| match headers.next() {
            Ok(next) => next,
            Err(error) => {
                fault = Some(error);
                None
            }
        }));
        match fault {
            Some(error) => Err(error),
            None => headers.source.finish().map(|()| violations),
        }
    }
}

/// Returns `result`, that of reading one tensor; an error gets the words and the byte offset of
/// [`Options::from_slice`].
fn explained<T>(
    source: &SliceSource<'_>,
    rules: &TensorRules<'_>,
    result: Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    result.map_err(|mut error| {
        source.explain(&mut error, &Rules::Tensor(*rules));
        error
    })
}

/// Returns an error for rules of a batch of records if such records cannot be batched: they have no parameters, or one
/// of [`Many`](crate::Many) tensors.
fn can_be_read(rules: &RecordRules<'_>) -> Result<(), DecodeError> {
    match cannot_be_batched(rules) {
        Some(error) if rules.batch_axes() > 0 => Err(DecodeError::from(error).at(0)),
        _ => Ok(()),
    }
}

/// Passes over the elements of the current tensor.
pub(super) fn pass(source: &mut SliceSource<'_>, header: &Header) -> Result<(), DecodeError> {
    source.skip(header.element_type, header.shape.element_count().ok_or(ErrorKind::ShapeOverflow)?)?;
    source.end()
}

/// The names and headers of a record's tensors, read one after another.
pub(super) struct Headers<'a> {
    source: SliceSource<'a>,
    /// The parameters that rules list for the next tensors of a record without names.
    declared: Option<core::slice::Iter<'a, Param<'a>>>,
}

impl Options {
    /// Returns the names and headers of a record's tensors. If the bytes hold no names, they are those that the rules
    /// list.
    pub(super) fn headers<'a>(&self, rules: &RecordRules<'a>, bytes: &'a [u8]) -> Result<Headers<'a>, DecodeError> {
        can_be_read(rules)?;
        let mut source = self.header_source(bytes);
        let declared = match source.begin_record_of(rules)? {
            RecordOrder::Declared => Some(rules.listed().iter()),
            RecordOrder::Any => None,
        };
        Ok(Headers { source, declared })
    }
}

impl<'a> Headers<'a> {
    /// Returns name and header of the next tensor, and passes over its elements.
    pub(super) fn next(&mut self) -> Result<Option<(&'a str, Header)>, DecodeError> {
        let name = match &mut self.declared {
            Some(declared) => declared.next().map(|param| param.name),
            None if self.source.next_name()? => self.source.lent_name(),
            None => None,
        };
        let Some(name) = name else { return Ok(None) };
        let header = self.source.next_header().in_parameter(name)?;
        pass(&mut self.source, &header).in_parameter(name)?;
        Ok(Some((name, header)))
    }
}
