//! The files of a crate, parsed: which module each is, what it defines, what it imports, and the paths it uses.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, File, Item, Meta, UseTree, spanned::Spanned, visit::Visit};

/// One file.
pub struct Source {
    /// The path of its module, without the crate.
    pub path: Vec<String>,
    file: PathBuf,
    /// The module of the file first, then the modules written inside of it.
    pub modules: Vec<Module>,
    /// Identifiers and texts outside of comments, with their lines.
    pub words: Vec<(usize, String)>,
}

impl Source {
    /// Returns whether the other file is a module inside of this one.
    pub fn contains(&self, other: &Source) -> bool {
        other.path.len() > self.path.len() && other.path.starts_with(&self.path)
    }

    /// Returns the path of the file as messages show it.
    pub fn shown(&self, folder: &Path) -> String {
        folder.join(&self.file).display().to_string()
    }
}

/// One module.
#[derive(Default)]
pub struct Module {
    /// The path of the module, without the crate.
    pub path: Vec<String>,
    /// The names that the module defines, those of modules left out.
    pub items: Vec<String>,
    /// The modules inside of it.
    pub children: Vec<String>,
    /// Names of items that are defined elsewhere: the target, whether other modules may use the name, and the line.
    pub aliases: BTreeMap<String, Alias>,
    /// Modules or enums of which all names are imported.
    pub globs: Vec<Vec<String>>,
    /// Paths in the code, with their lines.
    pub paths: Vec<(Vec<String>, usize)>,
}

/// An imported name.
pub struct Alias {
    /// The path that it names.
    pub target: Vec<String>,
    /// Whether it is passed on to other modules.
    pub passed_on: bool,
    /// The line of the import.
    pub line: usize,
}

/// Reads the files of the crate in a folder. It may have a library and programs.
pub fn read(folder: &Path) -> Vec<Source> {
    let mut sources = Vec::new();
    for root in ["lib.rs", "main.rs"] {
        if folder.join(root).is_file() {
            let path = if root == "lib.rs" { vec![] } else { vec!["main".to_string()] };
            // The modules of a program are in the folder of its root.
            load(folder, Path::new(root), path, Path::new(""), &mut sources);
        }
    }
    assert!(!sources.is_empty(), "no crate in {}", folder.display());
    sources
}

fn load(folder: &Path, file: &Path, path: Vec<String>, inside: &Path, sources: &mut Vec<Source>) {
    let full = folder.join(file);
    let text = fs::read_to_string(&full).unwrap_or_else(|error| panic!("{}: {error}", full.display()));
    let parsed: File = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", full.display()));
    if is_test(&parsed.attrs) {
        return;
    }
    let mut source = Source { path: path.clone(), file: file.into(), modules: Vec::new(), words: Vec::new() };
    let mut files = Vec::new();
    module(&parsed.items, path, inside, &mut source, &mut files);
    sources.push(source);
    for (name, path, inside) in files {
        let beside = inside.with_extension("rs");
        let file = if folder.join(&beside).is_file() { beside } else { inside.join("mod.rs") };
        assert!(folder.join(&file).is_file(), "no file for the module {name} in {}", folder.display());
        load(folder, &file, path, &inside, sources);
    }
}

type ChildFile = (String, Vec<String>, PathBuf);

fn module(items: &[Item], path: Vec<String>, inside: &Path, source: &mut Source, files: &mut Vec<ChildFile>) {
    let mut found = Module { path: path.clone(), ..Module::default() };
    let mut inner = Vec::new();
    for item in items.iter().filter(|item| !is_test(attributes(item))) {
        match item {
            Item::Mod(child) => {
                let name = child.ident.to_string();
                found.children.push(name.clone());
                let mut path = path.clone();
                if path == ["main"] {
                    path.clear();
                }
                path.push(name.clone());
                match &child.content {
                    Some((_, items)) => inner.push((items, path, inside.join(&name))),
                    None => files.push((name.clone(), path, inside.join(&name))),
                }
            }
            Item::Use(import) => {
                let passed_on = !matches!(import.vis, syn::Visibility::Inherited);
                imports(&import.tree, &mut Vec::new(), passed_on, &mut found);
            }
            Item::ExternCrate(_) => {}
            _ => {
                found.items.extend(name(item));
                let mut walk = Walk { module: &mut found, words: &mut source.words };
                walk.visit_item(item);
            }
        }
    }
    source.modules.push(found);
    for (items, path, inside) in inner {
        module(items, path, &inside, source, files);
    }
}

fn imports(tree: &UseTree, prefix: &mut Vec<String>, passed_on: bool, into: &mut Module) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            imports(&path.tree, prefix, passed_on, into);
            prefix.pop();
        }
        UseTree::Name(name) => alias(&name.ident, &name.ident, prefix, passed_on, into),
        UseTree::Rename(rename) => alias(&rename.ident, &rename.rename, prefix, passed_on, into),
        UseTree::Glob(_) => into.globs.push(prefix.clone()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| imports(tree, prefix, passed_on, into)),
    }
}

fn alias(from: &syn::Ident, to: &syn::Ident, prefix: &[String], passed_on: bool, into: &mut Module) {
    let mut target = prefix.to_vec();
    let mut to = to.to_string();
    if from == "self" {
        if to == "self" {
            to = target.last().cloned().unwrap_or_default();
        }
    } else {
        target.push(from.to_string());
    }
    if to == "_" {
        to = format!("_ {}", target.join("::"));
    }
    into.aliases.insert(to, Alias { target, passed_on, line: from.span().start().line });
}

fn name(item: &Item) -> Vec<String> {
    let name = match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref().map(ToString::to_string).unwrap_or_default(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Union(item) => item.ident.to_string(),
        _ => return Vec::new(),
    };
    vec![name]
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let words: Vec<String> = list.tokens.clone().into_iter().map(|token| token.to_string()).collect();
            words == ["test"] || (words[0] == "all" && words[1].starts_with("(test"))
        }
        _ => false,
    })
}

struct Walk<'a> {
    module: &'a mut Module,
    words: &'a mut Vec<(usize, String)>,
}

impl Walk<'_> {
    /// Collects the paths in tokens, since the bodies of macros are tokens.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(ident) => {
                    let line = ident.span().start().line;
                    let mut path = vec![ident.to_string()];
                    while let [TokenTree::Punct(first), TokenTree::Punct(second), TokenTree::Ident(next), ..] =
                        &tokens[at.min(tokens.len())..]
                        && first.as_char() == ':'
                        && second.as_char() == ':'
                    {
                        path.push(next.to_string());
                        at += 3;
                    }
                    self.words.extend(path.iter().map(|word| (line, word.clone())));
                    self.module.paths.push((path, line));
                }
                TokenTree::Literal(literal) => self.words.push((literal.span().start().line, literal.to_string())),
                TokenTree::Punct(_) => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.module.paths.push((names, path.span().start().line));
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_ident(&mut self, ident: &'ast syn::Ident) {
        self.words.push((ident.span().start().line, ident.to_string()));
    }

    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        self.words.push((text.span().start().line, text.value()));
    }

    fn visit_macro(&mut self, invoked: &'ast syn::Macro) {
        self.visit_path(&invoked.path);
        self.tokens(invoked.tokens.clone());
    }

    /// Imports inside of functions count as paths that are used.
    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        let mut inside = Module::default();
        imports(&import.tree, &mut Vec::new(), false, &mut inside);
        self.module.paths.extend(inside.aliases.into_values().map(|alias| (alias.target, alias.line)));
        let line = import.span().start().line;
        self.module.paths.extend(inside.globs.into_iter().map(|path| (path, line)));
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}
