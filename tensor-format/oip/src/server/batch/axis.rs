//! The axis along which requests are joined.

use std::fmt;

use tensor_format::{
    Rules,
    rules::{Dim, Param, Presence},
};

/// Why requests of a model cannot be joined.
#[derive(Debug)]
pub(in super::super) struct Unjoinable {
    parameter: String,
    expected: &'static str,
    found: String,
}

/// What the axes of every input and output must be.
const FIRST: &str = "a first axis of the name that all inputs and outputs have";
const ALONE: &str = "the name of the first axis at no other";

impl fmt::Display for Unjoinable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parameter, expected, found) = (self.parameter.escape_debug(), self.expected, &self.found);
        write!(f, "requests cannot be joined: parameter `{parameter}`: expected {expected}, found {found}")
    }
}

/// Returns the most rows that the rules allow, if the first axis of every input and output has one name, which no other
/// axis has: its length would be that of the whole batch, and its elements those of others.
pub(super) fn most_rows(input: &Rules<'static>, output: &Rules<'static>) -> Result<u64, Unjoinable> {
    let mut name: Option<&str> = None;
    let mut most = u64::MAX;
    for (rules, lone) in [(input, "input"), (output, "output")] {
        let params = match rules {
            Rules::Tensor(rules) => vec![Param::new(lone, *rules)],
            Rules::Record(record) => record.iter().collect(),
        };
        if params.is_empty() {
            let found = "a record of any parameters".to_owned();
            return Err(Unjoinable { parameter: lone.to_owned(), expected: FIRST, found });
        }
        for param in params {
            let fault = |expected, found| Unjoinable { parameter: param.name.to_owned(), expected, found };
            let dim = first(&param).ok_or_else(|| fault(FIRST, param.rules.to_string()))?;
            let own = dim.name.ok_or_else(|| fault(FIRST, param.rules.to_string()))?;
            if *name.get_or_insert(own) != own {
                return Err(fault(FIRST, format!("`{own}`")));
            }
            if param.rules.axes.iter().skip(1).any(|dim| dim.name == Some(own)) {
                return Err(fault(ALONE, param.rules.to_string()));
            }
            most = most.min(dim.max);
        }
    }
    Ok(most)
}

/// Returns the first axis, if there is one of its own and the parameter comes once.
fn first(param: &Param<'static>) -> Option<Dim<'static>> {
    let axes = param.rules.axes;
    let open_first = axes.open_position() == Some(0);
    (param.presence != Presence::Many && axes.rank() > 0 && !open_first).then(|| axes.dim(0))
}
