//! `validate`: a file against rules.

use std::{collections::HashSet, io::Write};

use serde_json::json;
use tensor_format::{Definitions, Value, rules::RulesBuf};

#[cfg(feature = "arrow")]
use crate::file::table;
use crate::{
    args::Validate,
    commands::rules::{RulesFile, read},
    failure::{Failure, Found, Outcome},
    file::Files,
    terminal::{style::Paint, text},
};

/// Checks a file against rules.
///
/// # Errors
///
/// If the file or the rules cannot be read.
pub fn run(args: &Validate, paint: Paint, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let rules = match read(&args.rules)? {
        RulesFile::Rules(rules) => rules,
        RulesFile::Model(_) => {
            return Err(Failure::new(args.rules.display(), "these are the definitions of a whole model")
                .help("take the list of its input or of its output: `rules --side input`"));
        }
    };
    let files = Files::open(&args.file, &args.reading)?;
    let found = found(&rules, &files)?;
    if args.json {
        let list: Vec<_> = found
            .iter()
            .map(|(parameter, kind, text)| json!({"parameter": parameter, "kind": kind, "message": text}))
            .collect();
        let json = json!({"file": files.main.name(), "valid": found.is_empty(), "violations": list});
        writeln!(out, "{}", text::json(&json))?;
    } else if found.is_empty() {
        writeln!(out, "{}: {}", text::printable(files.main.name()), paint.green("valid"))?;
    } else {
        for (.., violation) in &found {
            writeln!(out, "{}: {}", text::printable(files.main.name()), paint.red(&text::printable(violation)))?;
        }
    }
    Ok(Outcome::of(!found.is_empty()))
}

/// Returns each violation of a file.
fn found(rules: &RulesBuf, files: &Files) -> Result<Vec<Found>, Failure> {
    // The rules are those of a row.
    #[cfg(feature = "arrow")]
    if files.format.has_columns()
        && let RulesBuf::Record(definitions) = rules
    {
        let found = table::violations(&files.main, files.format, files.expansion(), definitions);
        return found.map_err(|error| files.failed(error));
    }
    let parsed = files.parse()?;
    let value = files.value(&parsed)?;
    let mut found = violations(rules, &value);
    if let RulesBuf::Record(Definitions(definitions)) = rules {
        let names: HashSet<&str> = definitions.iter().map(|definition| definition.name.as_str()).collect();
        let named = parsed.foreign.iter().filter(|other| names.contains(other.name.as_str()));
        found.extend(named.map(|other| {
            let text = format!("parameter `{}`: {}", other.name.escape_debug(), other.why);
            (Some(other.name.clone()), "foreign_entry", text)
        }));
    }
    Ok(found)
}

/// Returns each violation of tensors.
pub(super) fn violations(rules: &RulesBuf, value: &Value<'_>) -> Vec<Found> {
    match (rules, value) {
        (RulesBuf::Tensor(rules), Value::Tensor(tensor)) => {
            rules.check_all(tensor.header()).into_iter().map(|kind| (None, kind.name(), kind.to_string())).collect()
        }
        (RulesBuf::Record(definitions), Value::Record(record)) => definitions
            .check_all(record.headers())
            .into_iter()
            .map(|violation| {
                let text = violation.to_string();
                (violation.parameter.map(Into::into), violation.kind.name(), text)
            })
            .collect(),
        (RulesBuf::Tensor(_), Value::Record(record)) => {
            let text = format!("expected one tensor, found a record of {} tensors", record.len());
            vec![(None, "record_found", text)]
        }
        (RulesBuf::Record(_), Value::Tensor(tensor)) => {
            let text = format!("expected a record, found one tensor, {}", tensor.header());
            vec![(None, "tensor_found", text)]
        }
    }
}
