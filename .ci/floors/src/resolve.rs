//! Resolves paths: finds the file that defines the item a path names, through all re-exports.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    graph::Edge,
    source::{Module, Source},
};

/// The result of resolving a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Module(usize),
    Item { file: usize },
}

struct Names<'a> {
    modules: Vec<(usize, &'a Module)>,
    by_path: BTreeMap<&'a [String], usize>,
    root_of: Vec<usize>,
}

/// Returns the uses of names that other files define, each pair of files and name once.
pub fn edges(sources: &[Source]) -> Vec<Edge> {
    let modules: Vec<(usize, &Module)> = sources
        .iter()
        .enumerate()
        .flat_map(|(file, source)| source.modules.iter().map(move |module| (file, module)))
        .collect();
    let by_path = modules.iter().enumerate().map(|(at, (_, module))| (&module.path[..], at)).collect();
    let mut names = Names { modules, by_path, root_of: Vec::new() };
    names.root_of = (0..names.modules.len()).map(|at| names.root(at)).collect();

    let mut seen = BTreeSet::new();
    let mut edges = Vec::new();
    for (at, (file, module)) in names.modules.iter().enumerate() {
        let imports = module.aliases.iter().filter(|(_, alias)| !alias.passed_on);
        let imports = imports.map(|(_, alias)| (&alias.target, alias.line));
        for (path, line) in imports.chain(module.paths.iter().map(|(path, line)| (path, *line))) {
            let Some(Found::Item { file: to }) = names.resolve(at, path, 0) else { continue };
            let name = path.last().cloned().unwrap_or_default();
            if to != *file && seen.insert((*file, to, name.clone())) {
                edges.push(Edge { from: *file, to, name, line });
            }
        }
    }
    edges
}

impl<'a> Names<'a> {
    fn root(&self, at: usize) -> usize {
        // The modules of a program are beside those of the library: its root is where its names begin.
        let path = &self.modules[at].1.path;
        let root: &[String] = if path.first().is_some_and(|name| name == "main") { &path[..1] } else { &[] };
        self.by_path.get(root).copied().unwrap_or(0)
    }

    fn resolve(&self, from: usize, path: &[String], depth: usize) -> Option<Found> {
        // Aliases of one another without end name nothing.
        if depth > 40 {
            return None;
        }
        let (first, mut rest) = path.split_first()?;
        let mut found = match first.as_str() {
            "crate" => Found::Module(self.root_of[from]),
            "self" => Found::Module(from),
            "super" => Found::Module(self.parent(from)?),
            name => self.lookup(from, name, depth)?,
        };
        while let Some((name, more)) = rest.split_first() {
            let Found::Module(module) = found else { return Some(found) };
            found =
                if name == "super" { Found::Module(self.parent(module)?) } else { self.lookup(module, name, depth)? };
            rest = more;
        }
        Some(found)
    }

    fn parent(&self, at: usize) -> Option<usize> {
        let path = &self.modules[at].1.path;
        let (_, parent) = path.split_last()?;
        self.by_path.get(parent).or_else(|| self.by_path.get(&[String::from("main")][..])).copied()
    }

    fn lookup(&self, at: usize, name: &str, depth: usize) -> Option<Found> {
        let (file, module) = self.modules[at];
        if module.items.iter().any(|item| item == name) {
            return Some(Found::Item { file });
        }
        if module.children.iter().any(|child| child == name) {
            let mut path = if module.path == ["main"] { Vec::new() } else { module.path.clone() };
            path.push(name.into());
            return self.by_path.get(&path[..]).map(|&module| Found::Module(module));
        }
        if let Some(alias) = module.aliases.get(name) {
            return if alias.target == [name] { None } else { self.resolve(at, &alias.target, depth + 1) };
        }
        module.globs.iter().find_map(|glob| match self.resolve(at, glob, depth + 1)? {
            Found::Module(other) if other != at => self.lookup(other, name, depth + 1),
            _ => None,
        })
    }
}
