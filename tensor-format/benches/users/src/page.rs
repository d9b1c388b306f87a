//! The page of figures.

use std::fs;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/PERFORMANCE.md");

/// Puts a table between the markers of this name; `None` if the page cannot be read or written, or has none.
#[must_use = "the table may not be on the page"]
pub fn put(name: &str, table: &str) -> Option<()> {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let page = fs::read_to_string(PAGE).ok()?;
    let (before, rest) = page.split_once(&begin)?;
    let (_, after) = rest.split_once(&end)?;
    fs::write(PAGE, format!("{before}{begin}\n{table}\n{end}{after}")).ok()
}
