//! The page of dependencies has all of them.

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

#[test]
fn each_dependency_has_its_reason() {
    let page = file("docs/dependencies.md");
    let mut sections = page.split("\n## `");
    sections.next();
    let (mut checked, mut missing) = (0, Vec::new());
    for section in sections {
        let package = section.split('`').next().expect("a name");
        let folder = match package {
            "tensor-format-arrow" => "tensor-format/arrow",
            "tensor-format-oip" => "tensor-format/oip",
            "tensor-format-cli" => "tensor-format/cli",
            other => other,
        };
        for name in dependencies(&format!("{folder}/Cargo.toml")) {
            checked += 1;
            if !section.contains(&format!("`{name}`")) {
                missing.push(format!("{package}: {name}"));
            }
        }
    }
    assert!(checked > 50, "{checked} dependencies");
    assert!(missing.is_empty(), "docs/dependencies.md does not say why: {missing:?}");
}
