//! Which types may go to another thread, be shared between threads, and be used again after a panic.

use std::{
    fs,
    io::Cursor,
    panic::{RefUnwindSafe, UnwindSafe},
    path::Path,
};

use tensor_format_arrow::{ipc::*, parquet::*, *};

fn threads<T: Send + Sync>() {}
fn one_thread_at_a_time<T: Send>() {}
fn everything<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

/// Asks the compiler for the traits of types, and returns their names.
macro_rules! types {
    ($traits:ident: $($type:ty),* $(,)?) => {{
        $($traits::<$type>();)*
        let names: Vec<&str> = [$(stringify!($type)),*].to_vec();
        names
    }};
}

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

/// Adds the names of the public types in a folder of sources. The compiler refuses those that cannot be named from outside.
fn public_in(folder: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            if !path.ends_with("bin") {
                public_in(&path, names);
            }
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        // What a macro makes is indented.
        let items = text.lines().filter_map(|line| {
            let item = line.trim_start().strip_prefix("pub ")?;
            item.strip_prefix("struct ").or_else(|| item.strip_prefix("enum "))
        });
        names.extend(items.map(|item| item.split(['<', '(', ' ', ';']).next().unwrap_or_default().to_owned()));
    }
}

#[test]
fn traits_of_public_types() {
    let mut public = Vec::new();
    public_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut public);
    public.sort();
    let name = |ty: &str| {
        let path = ty.split('<').next().unwrap_or_default();
        path.rsplit(':').next().unwrap_or_default().trim().to_owned()
    };
    let mut listed: Vec<String> = usual().into_iter().chain(of_arrow()).chain(not_shared()).map(name).collect();
    listed.sort();
    assert_eq!(listed, public, "the types that are listed here, and those of the sources");
}
