//! Tables, verdicts and the page that shows them.

use std::fmt::Write;

use crate::{
    goals::{self, Slower, Verdict},
    harness::{self, Effort, Measured, best_ratio, best_times},
    units::nanoseconds,
    workload::Workload,
};

/// All workloads, and what became of their goals.
pub(crate) struct Suite {
    filter: String,
    effort: Effort,
    verdicts: Vec<Verdict>,
    slower: Vec<Slower>,
    rows: Vec<serde_json::Value>,
    tables: String,
}

impl Suite {
    /// Creates a suite that runs the workloads whose title holds `filter`, in any letter case.
    pub(crate) fn new(filter: &str, effort: Effort) -> Self {
        let (verdicts, slower, rows, tables) = (Vec::new(), Vec::new(), Vec::new(), String::new());
        Self { filter: filter.to_lowercase(), effort, verdicts, slower, rows, tables }
    }

    /// Adds verdicts of another program.
    pub(crate) fn add(&mut self, verdicts: Vec<Verdict>) {
        self.verdicts.extend(verdicts);
    }

    /// Returns whether a workload of this title is wanted.
    pub(crate) fn wants(&self, title: &str) -> bool {
        title.to_lowercase().contains(&self.filter)
    }

    /// Runs a workload, prints its table and notes its goals.
    pub(crate) fn run(&mut self, mut workload: Workload<'_>) {
        let measured = harness::measure(&mut workload, self.effort);
        self.verdicts.extend(goals::judge(&workload, &measured));
        self.slower.extend(goals::slower(&workload, &measured));
        self.note(&workload, &measured);
        let table = table(&workload, &measured);
        print!("{table}");
        self.tables.push_str(&table);
    }

    fn note(&mut self, workload: &Workload<'_>, measured: &Measured) {
        for (at, case) in workload.cases.iter().enumerate() {
            let best = best_times(&measured.runs, at);
            self.rows.push(serde_json::json!({
                "workload": workload.title,
                "case": case.name,
                "median_ns": best.median,
                "least_ns": best.least,
                "of_memcpy": case.limit.map(|limit| best_ratio(&measured.runs, at, workload.index(limit))),
                "allocations": measured.allocations[at].calls,
                "peak_bytes": measured.allocations[at].peak,
                "described": case.form.described,
                "checked": case.form.checked,
            }));
        }
    }

    /// Returns all rows and goals as one JSON document.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        serde_json::json!({ "rows": self.rows, "goals": self.verdicts, "slower": self.slower })
    }

    /// Returns the effort, which says how often each case is measured.
    pub(crate) fn effort(&self) -> Effort {
        self.effort
    }

    /// Returns the tables, as they were printed.
    pub(crate) fn tables(&self) -> &str {
        &self.tables
    }

    /// Returns the published targets, the rows that are slower than a peer of the same form, and all other goals.
    pub(crate) fn targets(&self) -> String {
        targets(&self.verdicts)
    }

    /// Returns the rows that are slower than a peer of the same form, and all goals that are no published targets.
    pub(crate) fn goals(&self) -> String {
        let mut out = String::from("### Slower than a self-describing, checked peer\n\n");
        for Slower { workload, row, peer, ratio, reason } in &self.slower {
            let reason = reason.unwrap_or("NOT LISTED");
            writeln!(out, "- {workload}: {row}: {ratio:.2} × {peer}: {reason}").expect("a text in memory");
        }
        if self.slower.is_empty() {
            out.push_str("No row is.\n");
        }
        out.push_str("\n### Other goals\n\n");
        for verdict in self.verdicts.iter().filter(|verdict| verdict.id.is_none()) {
            let Verdict { workload, row, measured, goal, .. } = verdict;
            writeln!(out, "- {} {workload}: {row}: {measured}, at most {goal}{}", word(verdict), why(verdict))
                .expect("a text in memory");
        }
        out
    }

    /// Returns the reasons for which `--check` fails; none if rows were measured and all are within their bounds.
    pub(crate) fn failures(&self) -> Vec<String> {
        let failed = self.verdicts.iter().filter(|verdict| verdict.fails);
        let failed = failed.map(|verdict| format!("{}: {}: {}", verdict.workload, verdict.row, verdict.measured));
        let unlisted = self.slower.iter().filter(|slower| slower.reason.is_none());
        let unlisted = unlisted.map(|slower| {
            format!("{}: {} is {:.2} × {}, unlisted", slower.workload, slower.row, slower.ratio, slower.peer)
        });
        let mut failures: Vec<String> = failed.chain(unlisted).collect();
        if self.verdicts.is_empty() {
            failures.push("no row was measured".to_owned());
        }
        failures
    }

    /// Returns how many goals there were.
    pub(crate) fn count(&self) -> usize {
        self.verdicts.len()
    }
}

/// Returns the published targets as one table, in the order of their numbers.
pub(crate) fn targets(verdicts: &[Verdict]) -> String {
    let mut targets: Vec<&Verdict> = verdicts.iter().filter(|verdict| verdict.id.is_some()).collect();
    let number = |verdict: &&Verdict| verdict.id.and_then(|id| id[1..].parse::<u32>().ok());
    targets.sort_by_key(number);
    let mut out = String::from("| id | workload | row | target, at most | measured | |\n|---|---|---|--:|--:|---|\n");
    for verdict in targets {
        let Verdict { id, workload, row, goal, measured, .. } = verdict;
        let id = id.unwrap_or_default();
        writeln!(out, "| {id} | {workload} | {row} | {goal} | {measured} | {}{} |", word(verdict), why(verdict))
            .expect("a text in memory");
    }
    out
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict { met: true, .. } => "PASS",
        Verdict { ambition: true, .. } => "ambition",
        _ => "MISS",
    }
}

fn why(verdict: &Verdict) -> String {
    let reason = verdict.reason.filter(|_| !verdict.met);
    reason.map_or_else(String::new, |reason| format!(": {reason}"))
}

fn table(workload: &Workload<'_>, measured: &Measured) -> String {
    let mut out = format!(
        "### {}\n\n| case | median | least | GB/s | of memcpy | allocations | peak bytes | form |\n\
         |---|--:|--:|--:|--:|--:|--:|---|\n",
        workload.title
    );
    for (at, case) in workload.cases.iter().enumerate() {
        let best = best_times(&measured.runs, at);
        let rate = case.bytes.map(|bytes| format!("{:.1}", bytes as f64 / workload.items as f64 / best.median));
        let ratio = case.limit.map(|limit| format!("{:.2}", best_ratio(&measured.runs, at, workload.index(limit))));
        let form = match (case.form.described, case.form.checked) {
            (true, true) => "described, checked",
            (true, false) => "described",
            (false, true) => "checked",
            (false, false) => "",
        };
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {form} |",
            case.name,
            nanoseconds(best.median),
            nanoseconds(best.least),
            rate.as_deref().unwrap_or("-"),
            ratio.as_deref().unwrap_or("-"),
            measured.allocations[at].calls,
            measured.allocations[at].peak,
        )
        .expect("a text in memory");
    }
    out.push('\n');
    out
}
