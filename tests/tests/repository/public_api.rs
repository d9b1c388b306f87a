//! What stands in the signatures of the crate.

use std::{fs, path::Path};

/// Dependencies whose types a user must not meet: a new major version of theirs would be one of ours.
const PRIVATE: [&str; 8] =
    ["SmallVec", "smallvec", "ArrayVec", "arrayvec", "hashbrown", "serde_path_to_error", "lz4_flex", "zmij"];

/// The items of a source that a user may see, each up to its body; fields too.
fn public_items(source: &str) -> Vec<String> {
    let mut items = Vec::new();
    let mut lines = source.lines().map(str::trim);
    while let Some(line) = lines.next() {
        let begins =
            ["pub ", "impl", "type "].iter().any(|word| line.starts_with(word)) && !line.starts_with("pub use");
        if !begins {
            continue;
        }
        let mut item = line.to_owned();
        while !item.contains(['{', ';']) && !item.ends_with(',')
            || item.matches('(').count() > item.matches(')').count()
        {
            let Some(line) = lines.next() else { break };
            item.push_str(line);
        }
        let head = item.split('{').next().unwrap_or_default();
        // The only field of a tuple struct is its own business unless it is public.
        let own = head.starts_with("pub struct") && head.contains('(') && !head.contains("(pub ");
        items.push(if own { head.split('(').next().unwrap_or_default().to_owned() } else { head.to_owned() });
    }
    items
}

/// Everything that names a type of a private dependency, also by an alias.
fn leaks(source: &str) -> Vec<String> {
    let aliases: Vec<&str> = source
        .lines()
        .filter_map(|line| {
            line.trim_start_matches("pub(super) ").trim_start_matches("pub(crate) ").strip_prefix("type ")
        })
        .filter(|alias| PRIVATE.iter().any(|name| alias.contains(name)))
        .filter_map(|alias| alias.split([' ', '<', '=']).next())
        .collect();
    let names =
        |item: &str, name: &str| item.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
    let is_alias = |item: &str| aliases.iter().any(|alias| item.starts_with(&format!("type {alias}")));
    let leaks = |item: &String| PRIVATE.iter().chain(&aliases).any(|name| names(item, name)) && !is_alias(item);
    public_items(source).into_iter().filter(leaks).collect()
}

fn sources(folder: &Path, each: &mut impl FnMut(&Path)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, each);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            each(&path);
        }
    }
}

#[test]
fn no_type_of_a_private_dependency_is_public() {
    let (mut items, mut found) = (0, Vec::new());
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tensor-format/src"), &mut |path| {
        let source = fs::read_to_string(path).expect("a source");
        items += public_items(&source).len();
        found.extend(leaks(&source).into_iter().map(|item| format!("{}: {item}", path.display())));
    });
    assert!(items > 1000, "{items} public items");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn leaks_are_found() {
    let leaking = [
        "pub strides: SmallVec<[i64; 6]>,",
        "pub type Index = SmallVec<[usize; 6]>;",
        "    pub fn parts(self) -> (u8, SmallVec<[u8; 6]>) {",
        "pub fn long(\n    a: u8,\n    b: &smallvec::SmallVec<[u8; 4]>,\n) {",
        "impl From<SmallVec<[u8; 4]>> for Own {",
        "    type IntoIter = smallvec::IntoIter<[u8; 4]>;",
        "type Axes = SmallVec<[u8; 4]>;\npub fn axes() -> Axes {",
        "pub struct Open(pub SmallVec<[u8; 4]>);",
    ];
    for source in leaking {
        assert_eq!(leaks(source).len(), 1, "{source}");
    }
    let closed = [
        "pub struct Shape(SmallVec<[usize; 6]>);",
        "    strides: SmallVec<[i64; 6]>,",
        "pub(super) fn parts() -> SmallVec<[u8; 4]> {",
        "pub fn all(&self) { let all: SmallVec<[u8; 4]> = self.iter().collect();",
        "type Axes = SmallVec<[u8; 4]>;\nfn axes() -> Axes {",
    ];
    for source in closed {
        assert!(leaks(source).is_empty(), "{source}");
    }
}
