//! What checks of headers say, beside what reading says.

use tensor_format::{
    Decode, DecodeError, ErrorKind, HasRules, RecordRules,
    decthings::Options,
    error::{Limit, Violation},
};

/// Whether no header tells of this fault: of the elements, or of how and where they are kept.
fn is_of_content(error: &DecodeError) -> bool {
    match error.kind() {
        ErrorKind::InvalidBoolean(_)
        | ErrorKind::InvalidUtf8
        | ErrorKind::InvalidElement { .. }
        | ErrorKind::UnknownLabel { .. }
        | ErrorKind::UnknownNumber { .. }
        | ErrorKind::OtherVariant { .. }
        | ErrorKind::DuplicateLabel { .. }
        | ErrorKind::OutOfRange(_)
        | ErrorKind::UnfitDefault(_)
        | ErrorKind::Custom(_)
        | ErrorKind::Misaligned { .. }
        | ErrorKind::RaggedLengths { .. }
        | ErrorKind::LimitExceeded { limit: Limit::EmptyItems, .. } => true,
        kind => kind.to_string().contains("has no shape"),
    }
}

/// What checks and reading say of some bytes.
#[track_caller]
pub(crate) fn agree<'de, T: Decode<'de> + HasRules>(options: &Options, bytes: &'de [u8]) {
    let record = T::RULES.as_record();
    let is_content = |error: &DecodeError| match error.kind() {
        // What its names are, and that a map has as many labels as values, is in no rules.
        ErrorKind::DuplicateParam => record.is_some_and(RecordRules::is_empty),
        ErrorKind::AxisLength { .. } => {
            let name = error.parameter().unwrap_or_default();
            let prefix = name.rfind('.').map_or("", |dot| &name[..=dot]);
            record.is_some_and(|rules| rules.iter().any(|param| param.name.strip_prefix(prefix) == Some("values")))
        }
        // Nor that the columns of a batch in a record are of one length.
        ErrorKind::AxisName { name, .. } => name.ends_with(".batch"),
        _ => false,
    };
    let is_of_content = |error: &DecodeError| is_of_content(error) || is_content(error);
    let name = std::any::type_name::<T>();
    let read = options.from_slice::<T>(bytes).err();
    let checked = options.check::<T>(bytes).err();
    let against = options.check_against(&T::RULES, bytes).err();
    let all = options.check_all::<T>(bytes);
    let what = |error: &Option<DecodeError>| {
        error.as_ref().map(|error| (error.to_string(), error.offset(), error.parameter().map(str::to_owned)))
    };
    let context = || format!("{name}: {}: read {read:?}, checked {checked:?}, all {all:?}", hex::encode(bytes));
    assert_eq!(what(&checked), what(&against), "{}", context());
    // A limit that is never met takes the general path, whatever the headers.
    let general = options.max_elements(usize::MAX - 1);
    assert_eq!(what(&checked), what(&general.check::<T>(bytes).err()), "{}", context());
    let shown = |all: &Result<Vec<Violation>, DecodeError>| format!("{all:?}");
    assert_eq!(shown(&all), shown(&general.check_all::<T>(bytes)), "{}", context());
    match (&checked, &read) {
        (None, None) => assert!(all.as_ref().is_ok_and(Vec::is_empty), "{}", context()),
        (None, Some(read)) => {
            assert!(is_of_content(read), "{}", context());
            assert!(all.as_ref().is_ok_and(Vec::is_empty), "{}", context());
        }
        (Some(checked), Some(read)) => {
            let same = checked.kind().name() == read.kind().name() && checked.offset() == read.offset();
            assert!(same || is_of_content(read), "{}", context());
            assert!(checked.parameter() == read.parameter() || is_of_content(read), "{}", context());
            if let Ok(all) = &all {
                assert!(all.iter().any(|one| one.kind.name() == checked.kind().name()), "{}", context());
            }
        }
        (Some(_), None) => panic!("{}", context()),
    }
}
