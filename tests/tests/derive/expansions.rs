//! The committed expansions compile, and mean what the derive makes today.
#![allow(missing_docs, dead_code, unreachable_pub, clippy::all)]

use tensor_format::HasRules;

/// For each file the type as it derives, and with its committed expansion.
macro_rules! expansions {
    ($($file:ident: $ty:ty),* $(,)?) => {
        mod derived {
            $(pub(crate) mod $file {
                #[allow(unused_imports)]
                use tensor_format::{Tensor, contract};
                include!(concat!("../../../tensor-format-derive/tests/expansions/", stringify!($file), ".rs"));
                pub(crate) type Type = $ty;
            })*
        }

        mod expanded {
            $(pub(crate) mod $file {
                include!(concat!("../../../tensor-format-derive/tests/expansions/", stringify!($file), ".expected.rs"));
                pub(crate) type Type = $ty;
            })*
        }

        /// Name of the file, rules of the derived type, rules of the expansion.
        const EXPANSIONS: &[(&str, tensor_format::Rules<'static>, tensor_format::Rules<'static>)] = &[$((
            stringify!($file),
            <derived::$file::Type as HasRules>::RULES,
            <expanded::$file::Type as HasRules>::RULES,
        )),*];
    };
}

expansions! {
    contract_with_other_names: Detected,
    enum_of_records: Shape<'static>,
    labels: Animal,
    labels_as_numbers: Level,
    record_of_a_generic_part: Whole<Part>,
    record_of_a_generic_type: Pair<f32>,
    record_of_ragged_lists: Lists<f32>,
    record_of_seventeen_fields: Long,
    record_of_the_entries_of_a_map: StateDict,
    record_that_borrows: Message<'static>,
    record_with_converted_fields: Timed,
    record_with_defaults_and_checked_ranges: Found,
    record_with_flattened_records: Scene<'static>,
    record_with_maps: Shop<u8>,
    record_with_metadata: Run,
    record_with_named_axes: Batch,
    record_with_optional_parameters: Request,
    record_with_ranges: Scores,
    record_with_raw_names: Raw,
    record_without_attributes: Plain,
    record_without_parameters: Nothing,
    row_of_scalars: Detection,
    tensor_from_the_type_alone: Embedding,
    tensor_narrowed_by_a_shape: Pixels,
    tensor_narrowed_by_types_and_open_rank: Points,
    tensor_of_a_converted_field: Byte,
    tensor_of_a_generic_length: Row<4>,
    tensor_of_a_generic_type: Wrapped<f32>,
    tensor_that_borrows: Rows<'static>,
    tensor_that_matches_a_file: Scores,
    tensors_with_ranges: Checked,
    transparent_with_a_skipped_field: Counted,
    union_of_element_types: Name<'static>,
}

#[test]
fn expansions_give_the_rules_of_the_derive() {
    for (file, derived, expanded) in EXPANSIONS {
        assert_eq!(derived, expanded, "{file}");
    }
}

#[test]
fn every_committed_expansion_is_compiled() {
    let folder = std::fs::read_dir("../tensor-format-derive/tests/expansions").unwrap();
    let mut files: Vec<String> = folder.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.retain(|file| file.ends_with(".expected.rs"));
    files.sort();
    let compiled: Vec<String> = EXPANSIONS.iter().map(|(file, ..)| format!("{file}.expected.rs")).collect();
    assert_eq!(files, compiled);
    let strict: Vec<String> =
        tensor_format_tests::strict::MODULES.iter().map(|name| format!("{name}.expected.rs")).collect();
    assert_eq!(files, strict);
}

#[test]
fn an_expansion_reads_what_the_derive_writes() {
    let derived = derived::record_with_named_axes::Batch {
        image: ndarray::Array4::from_elem((2, 3, 1, 1), 0.5),
        image_id: vec![7, 8],
    };
    let bytes = tensor_format::to_vec(&derived).unwrap();
    let expanded: expanded::record_with_named_axes::Batch = tensor_format::from_slice(&bytes).unwrap();
    assert_eq!(expanded.image_id, [7, 8]);
    assert_eq!(tensor_format::to_vec(&expanded).unwrap(), bytes);
}

/// The fingerprints are promised to stay: a line is never changed, only added.
#[test]
fn fingerprints_are_those_of_every_release() {
    let committed = include_str!("../../fingerprints.txt");
    let lines: Vec<String> =
        EXPANSIONS.iter().map(|(file, rules, _)| format!("{:016x} {file} {rules}", rules.fingerprint())).collect();
    assert_eq!(committed.lines().collect::<Vec<_>>(), lines);
}
