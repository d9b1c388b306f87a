//! Compares the errors of the macros with the messages of the compiler in `tests/ui`, which are committed: each error with
//! its line and column. The compiler takes minutes for all of them, and this a second.

use std::{
    collections::BTreeSet,
    env, fs,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, File, Item, Path as Name, Stmt, Token, punctuated::Punctuated, spanned::Spanned};

use crate::{contract, expand, fragments};

/// An error: line and column, both from 1, and the text.
type Message = (usize, usize, String);

/// Returns the cases, which have a file with the messages.
fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/ui");
    let mut cases = Vec::new();
    for group in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        for path in fs::read_dir(group).unwrap().map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|extension| extension == "rs") && path.with_extension("stderr").exists() {
                cases.push(path);
            }
        }
    }
    cases.sort();
    cases
}

/// The errors of the macros in a file, and the lines of those macros that only the compiler expands.
#[derive(Default)]
struct Found {
    messages: BTreeSet<Message>,
    not_expanded: Vec<RangeInclusive<usize>>,
}

/// Returns the committed messages that are not the compiler's own, which have a code but for one.
fn committed(case: &Path) -> BTreeSet<Message> {
    let text = fs::read_to_string(case.with_extension("stderr")).unwrap();
    let mut messages = BTreeSet::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(first) = line.strip_prefix("error: ").filter(|first| !first.starts_with("implementation of ")) else {
            continue;
        };
        let mut message = first.to_owned();
        for line in lines.by_ref() {
            if let Some((_, place)) = line.split_once("--> ") {
                let mut numbers = place.rsplitn(3, ':').map(|number| number.parse().unwrap_or_default());
                let (column, row) = (numbers.next().unwrap(), numbers.next().unwrap());
                messages.insert((row, column, message));
                break;
            }
            message = message + "\n" + line.trim_start();
        }
    }
    messages
}

/// Adds the errors in what a macro has made.
fn collect(tokens: TokenStream, messages: &mut BTreeSet<Message>) {
    let mut error = None;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == "compile_error" => error = Some(ident.span().start()),
            TokenTree::Group(group) => match error.take() {
                Some(place) => {
                    let text: syn::LitStr = syn::parse2(group.stream()).unwrap();
                    let lines: Vec<String> = text.value().lines().map(|line| line.trim_start().to_owned()).collect();
                    messages.insert((place.line, place.column + 1, lines.join("\n")));
                }
                None => collect(group.stream(), messages),
            },
            _ => {}
        }
    }
}

fn attributes(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    match item {
        Item::Struct(item) => Some(&mut item.attrs),
        Item::Enum(item) => Some(&mut item.attrs),
        Item::Union(item) => Some(&mut item.attrs),
        _ => None,
    }
}

/// Returns how often `Tensor` is in the list of an attribute `derive`.
fn derives(attr: &Attribute) -> usize {
    if !attr.path().is_ident("derive") {
        return 0;
    }
    let names = attr.parse_args_with(Punctuated::<Name, Token![,]>::parse_terminated).unwrap();
    names.iter().filter(|name| name.segments.last().is_some_and(|last| last.ident == "Tensor")).count()
}

/// Adds the errors of the macros in these items, as the compiler calls them: a derive sees the attributes behind its own.
fn expand_all(items: Vec<Item>, found: &mut Found) {
    for mut item in items {
        match item {
            Item::Mod(module) => expand_all(module.content.map(|(_, items)| items).unwrap_or_default(), found),
            Item::Fn(function) => {
                let items = function.block.stmts.into_iter().filter_map(|stmt| match stmt {
                    Stmt::Item(item) => Some(item),
                    _ => None,
                });
                expand_all(items.collect(), found);
            }
            Item::Macro(call) if call.mac.path.segments.last().is_some_and(|last| last.ident == "contract") => {
                match syn::parse2(fragments::ungrouped(call.mac.tokens)) {
                    Ok(contracts) => collect(contract::expand(&contracts), &mut found.messages),
                    Err(error) => collect(error.to_compile_error(), &mut found.messages),
                }
            }
            Item::Macro(call) => found.not_expanded.push(call.span().start().line..=call.span().end().line),
            Item::Struct(_) | Item::Enum(_) | Item::Union(_) => {
                while let Some(attrs) = attributes(&mut item) {
                    let Some(at) = attrs.iter().position(|attr| derives(attr) > 0) else { break };
                    let derive = attrs.remove(at);
                    for _ in 0..derives(&derive) {
                        collect(expand::derive(item.to_token_stream()), &mut found.messages);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns the errors of the macros in a case as the compiler shows them.
fn found(case: &Path) -> Found {
    let text = fs::read_to_string(case).unwrap();
    let file: File = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", case.display()));
    let mut found = Found::default();
    expand_all(file.items, &mut found);
    let lines: Vec<&str> = text.lines().collect();
    let shown = found.messages.into_iter().filter_map(|(row, column, message)| {
        // The files that a case names are in its own folder, which is that of its Cargo.toml when it is compiled.
        let missing = message.strip_prefix("there is no file `").and_then(|rest| rest.split_once('`'));
        if missing.is_some_and(|(name, _)| case.with_file_name(name).exists()) {
            return None;
        }
        // To the compiler a lifetime is one token, which begins with its apostrophe.
        let before = lines[row - 1].chars().nth(column.wrapping_sub(2));
        Some((row, if before == Some('\'') { column - 1 } else { column }, message))
    });
    Found { messages: shown.collect(), not_expanded: found.not_expanded }
}

#[test]
fn errors_are_those_of_the_committed_messages() {
    let cases = cases();
    let (mut errors, mut differences) = (0, String::new());
    for case in &cases {
        let (found, committed) = (found(case), committed(case));
        errors += found.messages.len();
        for (row, column, text) in found.messages.difference(&committed) {
            differences += &format!("{}:{row}:{column}: not committed: {text}\n", case.display());
        }
        for (row, column, text) in committed.difference(&found.messages) {
            if !found.not_expanded.iter().any(|lines| lines.contains(row)) {
                differences += &format!("{}:{row}:{column}: not found: {text}\n", case.display());
            }
        }
    }
    assert!(differences.is_empty(), "{differences}");
    assert!(cases.len() >= 200 && errors >= 400, "{} cases, {errors} errors", cases.len());
}
