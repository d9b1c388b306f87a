//! The page of dependencies has all of them, and nothing else; its rules are those of `deny.toml`.

use super::file;

/// The names of what a package depends on, its own tests and benchmarks aside.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut inside = false;
    for line in file(manifest).lines() {
        match line.strip_prefix('[') {
            Some(section) => inside = section.ends_with("dependencies]") && !section.contains("dev-dependencies"),
            None if inside => {
                let package = line.split_once("package = \"").and_then(|(_, rest)| rest.split('"').next());
                let name = package.or_else(|| line.split([' ', '.', '=']).next().filter(|name| !name.is_empty()));
                names.extend(name.filter(|name| !name.starts_with('#')).map(str::to_owned));
            }
            None => {}
        }
    }
    names
}

/// The packages that the page has a section for, each with the section.
fn sections(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let sections = page.split("\n## `").skip(1);
    sections.map(|section| (section.split('`').next().expect("a name"), section))
}

fn manifest(package: &str) -> String {
    let folder = match package {
        "tensor-format" | "tensor-format-derive" => package.to_owned(),
        other => other.replace("tensor-format-", "tensor-format/"),
    };
    format!("{folder}/Cargo.toml")
}

/// Names in back quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn each_dependency_has_its_reason() {
    let page = file("docs/dependencies.md");
    let (mut checked, mut missing) = (0, Vec::new());
    for (package, section) in sections(&page) {
        for name in dependencies(&manifest(package)) {
            checked += 1;
            if !section.contains(&format!("`{name}`")) {
                missing.push(format!("{package}: {name}"));
            }
        }
    }
    assert!(checked > 50, "{checked} dependencies");
    assert!(missing.is_empty(), "docs/dependencies.md does not say why: {missing:?}");
}

#[test]
fn each_line_is_whole_and_of_a_dependency() {
    let page = file("docs/dependencies.md");
    let (mut lines, mut faults) = (0, Vec::new());
    for (package, section) in sections(&page) {
        let known = dependencies(&manifest(package));
        for line in section.lines().filter(|line| line.starts_with("| `")) {
            lines += 1;
            let cells: Vec<&str> = line.split('|').skip(1).map(str::trim).collect();
            let [cells @ .., ""] = cells.as_slice() else { panic!("{line} does not end") };
            if cells.len() != 5 {
                faults.push(format!("{package}: not five cells in {line}"));
                continue;
            }
            if cells.contains(&"") && cells[1] != "as above" {
                faults.push(format!("{package}: an empty cell in {line}"));
            }
            let gone = quoted(cells[0]).filter(|name| !known.iter().any(|known| known == name));
            faults.extend(gone.map(|name| format!("{package}: {name} is no dependency")));
        }
    }
    assert!(lines > 40, "{lines} lines");
    assert!(faults.is_empty(), "docs/dependencies.md: {faults:#?}");
}

#[test]
fn the_licences_are_those_that_are_allowed() {
    let (page, rules) = (file("docs/dependencies.md"), file("deny.toml"));
    let line = page.lines().find(|line| line.starts_with("| licences |")).expect("a line of licences");
    let lists = rules.lines().filter_map(|line| line.split_once("allow = [")).map(|(_, rest)| rest);
    let mut licences = 0;
    for licence in lists.flat_map(|list| list.split('"').skip(1).step_by(2)) {
        licences += 1;
        assert!(line.contains(licence), "docs/dependencies.md does not have {licence}");
    }
    assert!(licences >= 5, "{licences} licences");
}
