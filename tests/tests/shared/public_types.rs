//! The public types of a crate, by its sources.

use std::{fs, path::Path};

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
        let items = text.lines().filter_map(|line| {
            let item = line.trim_start().strip_prefix("pub ")?;
            item.strip_prefix("struct ").or_else(|| item.strip_prefix("enum "))
        });
        names.extend(items.map(|item| item.split(['<', '(', ' ', ';']).next().unwrap_or_default().to_owned()));
    }
}

/// Asserts that the types that are listed, as they are written in code, are the public types in a folder of sources.
pub(crate) fn assert_all_listed(listed: impl Iterator<Item = &'static str>, folder: &Path) {
    let mut public = Vec::new();
    public_in(folder, &mut public);
    public.sort();
    let name = |ty: &str| {
        let path = ty.split('<').next().unwrap_or_default();
        path.rsplit(':').next().unwrap_or_default().trim().to_owned()
    };
    let mut listed: Vec<String> = listed.map(name).collect();
    listed.sort();
    assert_eq!(listed, public, "the types that are listed, and those of the sources");
}

/// Asks the compiler for the traits of types, by a function that is generic over them, and returns their names.
macro_rules! types {
    ($traits:ident: $($type:ty),* $(,)?) => {{
        $($traits::<$type>();)*
        let names: Vec<&str> = [$(stringify!($type)),*].to_vec();
        names
    }};
}
