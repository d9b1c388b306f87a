//! The page that shows the programs and the table, and what it takes from their files.

use std::{fs, io};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

fn page() -> String {
    format!("{FOLDER}/../../../docs/comparison.md")
}

/// Reads the page.
pub(crate) fn read() -> io::Result<String> {
    fs::read_to_string(page())
}

fn program(file: &str) -> String {
    let path = format!("{FOLDER}/src/programs/{file}");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Lines of code for each task, and of the whole file with its imports: neither empty ones nor comments.
pub(crate) fn lines(file: &str) -> [usize; 4] {
    let text = program(file);
    let count =
        |text: &str| text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count();
    let task = |number: usize| {
        let begin = text.find(&format!("// Task {number}:")).unwrap_or_else(|| panic!("{file} has no task {number}"));
        let end = text.find(&format!("// Task {}:", number + 1)).unwrap_or(text.len());
        count(&text[begin..end])
    };
    [task(1), task(2), task(3), count(&text)]
}

/// Puts the table and the programs into the page.
pub(crate) fn rewrite(table: &str) -> io::Result<()> {
    fs::write(page(), between(&with_programs(&read()?)?, "table", table)?)
}

/// Returns the page, with the programs that it shows as their files have them.
fn with_programs(page: &str) -> io::Result<String> {
    let mut out = page.to_owned();
    for part in page.split("<!-- program ").skip(1) {
        let file = part.split(" -->").next().unwrap_or_default();
        out = between(&out, &format!("program {file}"), &format!("```rust,ignore\n{}```", program(file)))?;
    }
    Ok(out)
}

fn between(page: &str, name: &str, text: &str) -> io::Result<String> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let missing = || io::Error::other(format!("the page has no {name}"));
    let (before, rest) = page.split_once(&start).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(format!("{before}{start}\n{}\n\n{end}{after}", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_the_programs_as_they_are() {
        let page = read().unwrap();
        assert!(page.contains("<!-- program tensor_format.rs -->"));
        assert!(with_programs(&page).unwrap() == page, "run the program with --page");
        assert!(page.lines().count() <= 200);
    }
}
