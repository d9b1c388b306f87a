//! The page of the guide that shows the figures.

use std::{fs, io};

use crate::{goals::Verdict, machine, report::Suite, summary};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/PERFORMANCE.md");

const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/pictures");

/// Puts what was measured between the markers of the page.
pub(crate) fn rewrite(suite: &mut Suite) -> io::Result<()> {
    let page = fs::read_to_string(PAGE)?;
    let cost = compile_cost(&page).ok_or_else(|| io::Error::other("the page shows no ratio to borsh"))?;
    suite.add(cost);
    let output = format!("{}\n{}\n\n{}{}", machine::facts(), suite.effort().facts(), suite.tables(), suite.goals());
    let page = between(&page, "targets", &suite.targets())?;
    fs::write(PAGE, with_summary(&between(&page, "tables", &output)?)?)
}

/// Draws the pictures anew from the figures that are on the page, without measuring.
pub(crate) fn summarize() -> io::Result<()> {
    fs::write(PAGE, with_summary(&fs::read_to_string(PAGE)?)?)
}

fn with_summary(page: &str) -> io::Result<String> {
    let pictures = summary::draw(page).ok_or_else(|| io::Error::other("a row of the summary is in no table"))?;
    for (file, picture) in pictures {
        fs::write(format!("{PICTURES}/{file}"), picture)?;
    }
    between(page, "summary", &summary::links())
}

fn between(page: &str, name: &str, text: &str) -> io::Result<String> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let missing = || io::Error::other(format!("the page has no {name}"));
    let (before, rest) = page.split_once(&start).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok(format!("{before}{start}\n{}\n{end}{after}", text.trim()))
}

/// Reads the cost of compiling out of the output of its own program that the page shows.
fn compile_cost(page: &str) -> Option<Vec<Verdict>> {
    let mut words = page.split("\nratio to borsh: ").nth(1)?.lines().next()?.split(' ');
    let mut verdicts = Vec::new();
    while let (Some(row), Some(ratio)) = (words.next(), words.next()) {
        let ratio: f64 = ratio.parse().ok()?;
        verdicts.push(Verdict {
            id: Some("P19"),
            workload: "compile 300 structs of 8 fields".to_owned(),
            row: format!("cargo {row}"),
            goal: "1.00 × borsh".to_owned(),
            measured: format!("{ratio:.2} × borsh"),
            met: ratio <= 1.0,
            ambition: false,
            reason: (ratio > 1.0).then_some("what reads and writes fields is compiled for each list of their types"),
            fails: false,
        });
    }
    Some(verdicts)
}
