//! The page of figures is what the benchmarks print.

use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../docs/PERFORMANCE.md");
const COUNTS: &str = include_str!("../../../tensor-format/benches/instructions/counts.txt");

/// What stands between two markers, and what stands around it.
fn between(name: &str) -> (&'static str, [&'static str; 2]) {
    let (before, rest) = PAGE.split_once(&format!("<!-- {name} -->")).unwrap_or_else(|| panic!("no {name}"));
    let (inside, after) = rest.split_once(&format!("<!-- end of {name} -->")).unwrap();
    (inside, [before, after])
}

/// The cells of the rows of a table.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table.lines().filter(|line| line.starts_with("| "));
    lines.map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
}

/// The row of a workload's table.
fn row(workload: &str, case: &str) -> Vec<&'static str> {
    let (tables, _) = between("tables");
    let table = tables.split("\n### ").find(|table| table.lines().next() == Some(workload));
    let table = table.unwrap_or_else(|| panic!("no table of {workload}"));
    rows(table).find(|row| row[0] == case).unwrap_or_else(|| panic!("no row {case} of {workload}"))
}

/// A number in front of a unit, in nanoseconds if it is a time.
fn number(text: &str) -> f64 {
    let (number, unit) = text.split_once(' ').unwrap();
    let scale = match unit {
        "ms" => 1e6,
        "µs" => 1e3,
        _ => 1.0,
    };
    number.parse::<f64>().unwrap() * scale
}

#[test]
fn every_target_is_measured_and_judged_by_its_figure() {
    let (targets, _) = between("targets");
    let mut ids = BTreeSet::new();
    for target in rows(targets).skip(1) {
        let [id, workload, case, most, measured, verdict] = target[..] else { panic!("{target:?}") };
        let word = verdict.split(':').next().unwrap();
        match word {
            "PASS" => assert!(number(measured) <= number(most), "{target:?}"),
            // Figures are shown with two decimals.
            "MISS" | "ambition" => assert!(number(measured) >= number(most), "{target:?}"),
            _ => panic!("{target:?}"),
        }
        ids.insert(id);
        if id == "P19" {
            continue;
        }
        let row = row(workload, case);
        match measured.split_once(' ').unwrap() {
            (ratio, unit) if unit.starts_with("× memcpy") => assert_eq!(ratio, row[4], "{target:?}"),
            (_, unit) if unit.starts_with('×') => {}
            (count, unit) if unit.starts_with("allocation") => assert_eq!(count, row[5], "{target:?}"),
            _ => assert_eq!(measured, row[1], "{target:?}"),
        }
    }
    let wanted = (1..=15).chain([19]).map(|number| format!("P{number}"));
    for id in wanted {
        assert!(ids.contains(&*id), "no {id}");
    }
}

#[test]
fn what_compiling_costs_is_what_its_program_printed() {
    let printed = PAGE.split("\nratio to borsh: ").nth(1).unwrap().lines().next().unwrap();
    let words: Vec<&str> = printed.split(' ').collect();
    let shown = rows(between("targets").0).filter(|row| row[0] == "P19");
    let shown: Vec<String> =
        shown.map(|row| row[2].replace("cargo ", "") + " " + &row[4].replace(" × borsh", "")).collect();
    assert_eq!(shown.join(" "), words.join(" "));
}

#[test]
fn exceptions_have_reasons() {
    let (tables, _) = between("tables");
    assert!(tables.contains("### Slower than a self-describing, checked peer"));
    assert!(!tables.contains("NOT LISTED"), "a row is slower than a peer, without a reason");
}

#[test]
fn no_figure_is_copied_by_hand() {
    let mut inside: Option<&str> = None;
    for line in PAGE.lines() {
        let marker = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
        match (inside, marker) {
            (Some(name), Some(marker)) => {
                assert_eq!(marker.strip_prefix("end of "), Some(name));
                inside = None;
            }
            (None, Some(name)) => inside = Some(name),
            (Some(_), None) => {}
            (None, None) => assert!(!line.starts_with('|'), "a table outside of what a program writes: {line}"),
        }
    }
    assert_eq!(inside, None);
}

/// A program of a user beyond the goal has a reason below the table.
#[test]
fn programs_of_users_are_beside_those_by_hand_and_misses_have_reasons() {
    let (table, [_, after]) = between("users");
    let reasons = after.split("\n## ").next().unwrap();
    let rows: Vec<_> = rows(table).skip(1).collect();
    let ours: Vec<_> = rows.iter().filter(|row| row[1] == "tensor-format").collect();
    assert!(ours.len() >= 20, "{} programs", ours.len());
    for row in ours {
        assert!(rows.iter().any(|other| other[..2] == [row[0], "by hand"]), "{row:?}");
        for ratio in [row[3], row[5]] {
            let is_bold = ratio.starts_with("**");
            assert_eq!(is_bold, ratio.trim_matches('*').parse::<f64>().unwrap() > 1.3, "{row:?}");
            assert!(!is_bold || reasons.contains(&format!("* {}", row[0])), "{} is beyond the goal", row[0]);
        }
    }
}

#[test]
fn at_least_forty_operations_are_counted() {
    let counts: Vec<(&str, u64)> = COUNTS
        .lines()
        .map(|line| {
            let (name, count) = line.split_once('\t').unwrap();
            (name, count.parse().unwrap())
        })
        .collect();
    assert!(counts.len() >= 40, "{counts:?}");
    assert!(counts.is_sorted() && counts.iter().all(|(_, count)| *count > 1000), "{counts:?}");
}

/// A picture shows figures of the tables, under the names that they have there.
#[test]
fn the_pictures_are_of_the_tables() {
    let ((links, _), (tables, _)) = (between("summary"), between("tables"));
    let files: Vec<&str> = links.split("](").skip(1).filter_map(|link| link.split(')').next()).collect();
    assert_eq!(files.len(), 3);
    for file in files {
        let path = format!("{}/../docs/{file}", env!("CARGO_MANIFEST_DIR"));
        let picture = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let texts = |class: &str| -> Vec<String> {
            let tag = format!("<text class=\"{class}\"");
            let parts = picture.split(&tag).skip(1);
            let text = |part: &str| part.split_once('>').unwrap().1.split_once("</text>").unwrap().0.to_owned();
            parts.map(text).map(|text| text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")).collect()
        };
        let (names, times) = (texts("row"), texts("time"));
        assert!(names.len() == times.len() && names.len() >= 9, "{file}");
        for (name, time) in names.iter().zip(times) {
            let row = format!("| {name} | {time} |");
            assert!(tables.contains(&row), "no row {row}: draw them again with --summary");
        }
    }
}
