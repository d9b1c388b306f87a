//! Tensors as columns of Apache Arrow: a `Vec` of derived structs becomes a `RecordBatch`, a value a row and a
//! parameter a column, and back, checked by the same rules.
//!
//! ```
//! use tensor_format::Tensor;
//! use tensor_format_arrow::{check_schema, from_batch, schema_of, to_batch};
//!
//! #[derive(Tensor, Debug, PartialEq)]
//! struct Sample {
//!     #[tensor(shape = [h: 2, w: 2, 3])]
//!     pixels: [[[u8; 3]; 2]; 2],
//!     #[tensor(shape = [n, 4])]
//!     boxes: Vec<[f32; 4]>,
//!     label: String,
//! }
//!
//! let samples = [Sample { pixels: [[[7; 3]; 2]; 2], boxes: vec![[0.0; 4]], label: "cat".into() }];
//! let batch = to_batch(&samples)?;
//! check_schema::<Sample>(&batch.schema())?;
//! assert_eq!(from_batch::<Sample>(&batch)?, samples);
//! assert_eq!(batch.schema(), schema_of::<Sample>()?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | parameter | column |
//! |---|---|
//! | number, `bool`, text, bytes | the type itself; with [`WriteOptions::bool8`] `arrow.bool8` |
//! | exact lengths | `arrow.fixed_shape_tensor` |
//! | some length open | `arrow.variable_shape_tensor` |
//! | texts or bytes of one open axis | a list |
//! | image, audio, video | a struct of the content and the format, `tensor_format.image` |
//! | `Option`, default | the same, nullable |
//! | `Many` | a list of them |
//! | records in records, ragged lists, maps | the columns of their parameters, under names with dots |
//! | metadata | text under `arrow.json` |
//!
//! Refused are several element types or ranks in one parameter, `bf16` and complex numbers, which Arrow does not have,
//! texts of variable shape and more than one axis, and lists of media. Readers take more than is written: nested lists
//! of fixed sizes, lists with offsets of 64 bits, views, permutations, the tensors of Ray and of Hugging Face, and for
//! a value that is absent in every row a column of type null, which pyarrow makes of it. Columns that are no tensors to
//! them are lists of any length in each other, as which duckdb writes its `FLOAT[2][2]` to Parquet, list views,
//! dictionaries, as categories are, and runs. Nothing is converted between element types.
//!
//! # Versions of arrow
//!
//! Each major version of arrow is a feature, and has a module with the whole interface; the newest is also the root of
//! this crate.
//!
//! | feature | module | Rust |
//! |---|---|---|
//! | `arrow-60` (on) | `v60` | 1.88 |
//! | `arrow-59`, as in DataFusion 55 | `v59` | 1.85 |
//! | `arrow-58` | `v58` | 1.85 |
//!
//! A new major version of arrow is a new feature and a minor version of this crate. The oldest is dropped once a year,
//! in a major version.
//!
//! Two more features are on: `parquet` reads and writes Parquet files with the newest version, and `compression` adds
//! LZ4, Zstandard, and Snappy and GZIP in Parquet. They are most of what this crate takes to build; without default
//! features, `features = ["arrow-60"]` is arrays, files and streams of Arrow alone.
//!
//! # Hostile input
//!
//! arrow-rs trusts what messages say of themselves, and fails with a panic where it is wrong. Readers here check each
//! message before arrow-rs reads it: the fields of schemas, the number, place and length of every buffer, what
//! compressed ones claim. No memory is taken on the word of a message, and no bytes are read twice: [`ReadOptions`] has
//! the limits. Batches that come from elsewhere, over Flight or from an engine, were read by arrow-rs alone.
//!
//! No panic is caught where files and streams of Arrow are read. In Parquet files the places and sizes of pages are
//! checked likewise, but Parquet's library has asserts over what is in a page in every encoding: such a panic is caught
//! and made an error, after the program's panic hook has run. Under `panic = "abort"` it ends the program.
//!
//! Not bounded is what values take beside their bytes in the input: a row of an absent `Option<[f32; 1000]>` is 4,000
//! bytes as a value, and each row of Parquet that has the same text in the file once owns a copy of it. [`Values`]
//! gives rows one by one, for whoever reads from strangers.
//!
//! # The C Data Interface
//!
//! There is no feature for it. Batches of this crate are those of arrow-rs, whose feature `ffi` exports and imports
//! them, zero-copy and with the metadata that make columns tensors; nothing is to be added. What would be worth adding
//! is a bridge between two major versions of arrow in one program, which meet in the structs of that interface: it
//! needs `unsafe` that no compiler can check, since an importer trusts the lengths of buffers, and this crate has none.
//! Instead each major version is a feature, and a stream that one version has written is read by another.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(feature = "arrow-60")]
use expansion::LZ4_BOUNDED as BOUNDS_LZ4;
#[cfg(feature = "arrow-60")]
use {
    arrow_array_60 as arrow_array, arrow_buffer_60 as arrow_buffer, arrow_ipc_60 as arrow_ipc,
    arrow_schema_60 as arrow_schema,
};

// `columns` is all that names types of arrow, and is compiled once for each major version. The other files know none:
// `extension` and `object` are the text of metadata, `plan` says which column a parameter is, and `expansion` how far
// compressed bytes may expand.
#[cfg(feature = "arrow-60")]
mod columns;
mod expansion;
mod extension;
mod fault;
mod object;
mod options;
#[cfg(feature = "parquet")]
pub mod parquet;
mod plan;

pub use fault::{Fault, FaultKind, Stage};
pub use options::{ReadOptions, WriteOptions};

#[cfg(feature = "arrow-60")]
pub use columns::*;

/// The interface for arrow 60, which is also the root of this crate.
#[cfg(feature = "arrow-60")]
pub mod v60 {
    pub use crate::columns::*;
}

/// Compiles the columns once more, for another major version of arrow, which is also the root where no newer one is.
#[cfg(any(feature = "arrow-59", feature = "arrow-58"))]
macro_rules! older {
    ($($feature:literal $name:ident $newest:meta: $array:ident $buffer:ident $ipc:ident $schema:ident;)*) => { $(
        #[doc = concat!("The interface for ", $feature, ".")]
        #[cfg(feature = $feature)]
        #[path = "."]
        #[allow(clippy::duplicate_mod, reason = "the same source for another version")]
        pub mod $name {
            use {$array as arrow_array, $buffer as arrow_buffer, $ipc as arrow_ipc, $schema as arrow_schema};
            use crate::expansion::LZ4_UNBOUNDED as BOUNDS_LZ4;
            mod columns;
            pub use columns::*;
        }

        #[cfg(all(feature = $feature, $newest))]
        pub use $name::*;
    )* };
}

#[cfg(any(feature = "arrow-59", feature = "arrow-58"))]
older! {
    "arrow-59" v59 not(feature = "arrow-60"): arrow_array_59 arrow_buffer_59 arrow_ipc_59 arrow_schema_59;
    "arrow-58" v58 not(any(feature = "arrow-60", feature = "arrow-59")):
        arrow_array_58 arrow_buffer_58 arrow_ipc_58 arrow_schema_58;
}

#[cfg(not(any(feature = "arrow-60", feature = "arrow-59", feature = "arrow-58")))]
compile_error!("one of the features `arrow-60`, `arrow-59` and `arrow-58` is needed");

/// Runs the examples of the chapter beyond one machine as tests.
#[cfg(all(doctest, feature = "parquet"))]
#[doc = include_str!("../../../docs/scaling.md")]
mod scaling {}
