//! Which types may go to another thread, be shared between threads, and be used again after a panic.

#[path = "../../../tests/tests/shared/public_types.rs"]
#[macro_use]
mod public_types;

use std::{
    io::Cursor,
    panic::{RefUnwindSafe, UnwindSafe},
    path::Path,
};

use tensor_format_arrow::{ipc::*, parquet::*, *};

fn threads<T: Send + Sync>() {}
fn one_thread_at_a_time<T: Send>() {}
fn everything<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

/// The types that have all of these traits.
fn usual() -> Vec<&'static str> {
    types! { everything: Fault, FaultKind, ReadOptions, Stage, WriteOptions }
}

/// Those that are not known to be as before after a panic: what holds columns of arrow, a reader or a writer.
fn of_arrow() -> Vec<&'static str> {
    types! { threads:
        BatchBuilder<f32>, TensorColumn<'_>, FileBatches<Cursor<Vec<u8>>>, InPlaceBatches, StreamBatches<Cursor<Vec<u8>>>,
    }
}

/// What counts as it is read, or is of Parquet's library, whose readers and writers are so.
fn not_shared() -> Vec<&'static str> {
    types! { one_thread_at_a_time: Rows<'_, f32>, Values<f32, Batches>, Batches, BatchWriter<Vec<u8>> }
}

#[test]
fn traits_of_public_types() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    public_types::assert_all_listed(usual().into_iter().chain(of_arrow()).chain(not_shared()), &sources);
}
