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
    found: String,
}

impl fmt::Display for Unjoinable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parameter, found) = (self.parameter.escape_debug(), &self.found);
        write!(
            f,
            "requests cannot be joined: parameter `{parameter}`: expected a first axis of the name that all inputs and \
             outputs have, found {found}"
        )
    }
}

/// Returns the most rows that the rules allow, if the first axis of every input and output has one name.
pub(super) fn most_rows(input: &Rules<'static>, output: &Rules<'static>) -> Result<u64, Unjoinable> {
    let mut name: Option<&str> = None;
    let mut most = u64::MAX;
    for (rules, lone) in [(input, "input"), (output, "output")] {
        let params = match rules {
            Rules::Tensor(rules) => vec![Param::new(lone, *rules)],
            Rules::Record(record) => record.iter().collect(),
        };
        if params.is_empty() {
            return Err(Unjoinable { parameter: lone.to_owned(), found: "a record of any parameters".to_owned() });
        }
        for param in params {
            let fault = |found: String| Unjoinable { parameter: param.name.to_owned(), found };
            let dim = first(&param).ok_or_else(|| fault(param.rules.to_string()))?;
            let own = dim.name.ok_or_else(|| fault(param.rules.to_string()))?;
            if *name.get_or_insert(own) != own {
                return Err(fault(format!("`{own}`")));
            }
            if rules == input {
                most = most.min(dim.max);
            }
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
