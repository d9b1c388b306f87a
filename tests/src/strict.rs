//! Derived code under every strict lint a user may have: a warning in it fails clippy, or the build. The module is public,
//! so that nothing in it is unused.
#![deny(
    warnings,
    rust_2018_idioms,
    unused,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    explicit_outlives_requirements,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unnameable_types,
    unreachable_pub,
    unsafe_code,
    unused_import_braces,
    unused_lifetimes,
    unused_results,
    clippy::as_conversions,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable,
    clippy::unwrap_used
)]
#![allow(
    missing_docs,
    clippy::missing_const_for_fn,
    clippy::unnecessary_wraps,
    clippy::wildcard_imports,
    reason = "what is tested is what derives"
)]

use tensor_format::{Tensor, contract};

/// One module for each type whose expansion is committed.
macro_rules! modules {
    ($($name:ident)*) => {
        $(pub mod $name {
            use super::*;
            include!(concat!("../../tensor-format-derive/tests/expansions/", stringify!($name), ".rs"));
        })*

        /// The names of the modules.
        pub const MODULES: &[&str] = &[$(stringify!($name)),*];
    };
}

modules! {
    contract_with_other_names
    enum_of_records
    labels
    labels_as_numbers
    record_of_a_generic_part
    record_of_a_generic_type
    record_of_ragged_lists
    record_of_seventeen_fields
    record_of_the_entries_of_a_map
    record_that_borrows
    record_with_converted_fields
    record_with_defaults_and_checked_ranges
    record_with_flattened_records
    record_with_maps
    record_with_metadata
    record_with_named_axes
    record_with_optional_parameters
    record_with_ranges
    record_with_raw_names
    record_without_attributes
    record_without_parameters
    row_of_scalars
    tensor_from_the_type_alone
    tensor_narrowed_by_a_shape
    tensor_narrowed_by_types_and_open_rank
    tensor_of_a_converted_field
    tensor_of_a_generic_length
    tensor_of_a_generic_type
    tensor_that_borrows
    tensor_that_matches_a_file
    tensors_with_ranges
    transparent_with_a_skipped_field
    union_of_element_types
}

/// What expansions have none of.
pub mod others {
    use super::Tensor;

    #[derive(Tensor, Clone, Copy, Debug, PartialEq, Eq)]
    #[tensor(repr = i16, rename_all = "SCREAMING-KEBAB-CASE")]
    #[repr(i16)]
    pub enum Number {
        MinusOne = -1,
        One = 1,
    }

    #[derive(Tensor)]
    pub enum Media<'a, T: Clone> {
        Text(std::borrow::Cow<'a, str>),
        Other(T),
    }

    #[derive(Tensor)]
    #[tensor(stack, check(Row<f64>))]
    pub struct Row<T> {
        pub x: T,
        pub y: T,
        #[tensor(skip)]
        pub note: String,
    }

    #[derive(Tensor)]
    #[tensor(shape = [n, n])]
    #[deprecated]
    pub struct Square(pub ndarray::Array2<f32>);

    #[derive(Tensor)]
    pub struct Mixed<'de, 'a, T>
    where
        T: 'static,
    {
        pub sink: &'de [u8],
        #[tensor(shape = [__source])]
        pub source: &'a [u8],
        #[tensor(shape = [__source], default = core::iter::repeat_n(0.5, 3).collect())]
        pub axes: Vec<f64>,
        #[tensor(skip)]
        pub skipped: Option<std::rc::Rc<T>>,
        #[deprecated]
        pub old: Option<T>,
    }

    macro_rules! made {
        ($name:ident { $($field:ident: $ty:ty = $shape:tt),* }) => {
            #[derive(Tensor)]
            pub struct $name {
                $(#[tensor(shape = $shape)]
                pub $field: $ty,)*
            }
        };
    }
    made! { Made { image: ndarray::Array3<f32> = [3, h, w], mask: ndarray::Array2<bool> = [h, w] } }

    /// A type inside of a function.
    #[must_use]
    pub fn rules() -> String {
        #[derive(Tensor)]
        #[tensor(transparent)]
        struct Inner<const N: usize> {
            values: [u8; N],
        }

        tensor_format::to_vec(&Inner { values: [1, 2] })
            .map_or_else(|error| error.to_string(), |bytes| format!("{bytes:?}"))
    }
}
