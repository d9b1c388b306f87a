//! Judges files that must be refused: at the step, for the reason, in the column and the row that a line says.

use serde_json::Value;
use tensor_format::{DecodeError, ErrorKind, Rules, Tensor};
use tensor_format_arrow::Fault;

use super::{
    arrow::{TensorColumn, check_batch, check_rules, definitions_of},
    arrow_array::RecordBatch,
    file::{Opened, is_arrow, open},
};
use crate::{
    line::{Failure, Line, Verdict, equal, refused, wrong},
    rules::RulesText,
};

pub(crate) fn judge(line: &Line) -> Verdict {
    let opened = match open(line)? {
        Ok(opened) => opened,
        Err(error) if is_arrow(&error) => return refused_by_arrow(line, &error.to_string()),
        Err(error) if line.text("stage") == "schema" => return blamed(line, &error),
        Err(error) => return wrong(format!("opening: {error}")),
    };
    match line.text("stage") {
        "ipc" => match opened.batches {
            Ok(_) => wrong("the file was read"),
            Err(_) => Ok(()),
        },
        "schema" => match definitions_of(&opened.schema) {
            Ok(definitions) => wrong(format!("the schema was taken: {definitions}")),
            Err(error) => blamed(line, &error),
        },
        "data" => data(line, opened),
        "rules" => rules(line, opened),
        other => Err(Failure::Unknown(format!("the stage `{other}`"))),
    }
}

/// Judges what Arrow's own library refuses, before this crate sees it. Beside broken files these are faults that its
/// readers look for: of offsets, and of texts, also those of a schema.
fn refused_by_arrow(line: &Line, error: &str) -> Verdict {
    let looked_for = matches!(line.text("error"), "offsets" | "utf8" | "metadata_not_json");
    if line.text("stage") == "ipc" || looked_for { Ok(()) } else { wrong(format!("Arrow refused it: {error}")) }
}

fn data(line: &Line, opened: Opened) -> Verdict {
    let batches = match opened.batches {
        Ok(batches) => batches,
        Err(error) => return refused_by_arrow(line, &error.to_string()),
    };
    let definitions = definitions_of(&opened.schema).map_err(refused("schema"))?;
    // Row by row, and by the definitions of the schema.
    match read_all(&batches, line.text("column")) {
        Ok(()) => return wrong("all rows were read"),
        Err(error) => blamed(line, &error)?,
    }
    let checked = check_all(&batches, |batch, before| {
        definitions.with(|rules| check_batch(&Rules::Record(rules), batch, before))
    });
    match checked {
        Ok(()) => wrong("all rows fit the definitions of the schema"),
        Err(error) => blamed(line, &error),
    }
}

fn read_all(batches: &[RecordBatch], column: &str) -> Result<(), DecodeError> {
    check_all(batches, |batch, before| {
        let column = TensorColumn::new(batch, column)?;
        for row in 0..column.rows() {
            if let Err(error) = column.get::<Tensor>(row) {
                let name = error.parameter().unwrap_or_default().to_owned();
                let error = DecodeError::new(error.into_kind()).in_parameter(&name);
                return Err(error.in_record(before + row as u64));
            }
        }
        Ok(())
    })
}

fn check_all(
    batches: &[RecordBatch],
    check: impl Fn(&RecordBatch, u64) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    let mut before = 0;
    for batch in batches {
        check(batch, before)?;
        before += batch.num_rows() as u64;
    }
    Ok(())
}

fn rules(line: &Line, opened: Opened) -> Verdict {
    let text = line.text("rules");
    let rules = RulesText::parse(text).ok_or_else(|| Failure::Unknown(format!("the rules {text}")))?;
    let batches = opened.batches.or_else(|error| wrong(format!("reading: {error}")))?;
    // Without the rules the file is good.
    let definitions = definitions_of(&opened.schema).map_err(refused("schema"))?;
    for definition in definitions.iter() {
        if definitions.iter().filter(|other| other.name == definition.name).count() == 1 {
            read_all(&batches, &definition.name).map_err(refused("without rules"))?;
        }
    }
    let from_schema = rules.with(|rules| check_rules(&Rules::Record(rules), &opened.schema));
    match (from_schema, line.get("from_schema").as_bool() == Some(true)) {
        (Err(error), true) => blamed(line, &error),
        (Err(error), false) => wrong(format!("refused by the schema alone: {error}")),
        (Ok(()), true) => wrong("the schema was taken"),
        (Ok(()), false) => {
            let checked = check_all(&batches, |batch, before| {
                rules.with(|rules| check_batch(&Rules::Record(rules), batch, before))
            });
            match checked {
                Ok(()) => wrong("all rows were taken"),
                Err(error) => blamed(line, &error),
            }
        }
    }
}

/// Compares the reason, the column and the row of an error with those of a line.
fn blamed(line: &Line, error: &DecodeError) -> Verdict {
    let class = match error.kind() {
        ErrorKind::ElementType { .. } => "element_type",
        ErrorKind::AxisLength { .. } => "size",
        ErrorKind::AxisName { .. } => "symbol",
        ErrorKind::Rank { .. } => "rank",
        kind => kind.name(),
    };
    let stage = Fault::of(error).map_or("rules", |fault| fault.stage.name());
    equal("reason", line.text("error"), class)
        .map_err(|_| Failure::Wrong(format!("reason: expected {}, found {class}: {error}", line.text("error"))))?;
    equal("stage", line.text("stage"), stage)?;
    equal("column", &line.opt_text("column"), &error.parameter())?;
    let row = line.get("row").as_u64();
    if line.get("row") != &Value::Null {
        equal("row", &row, &error.record())?;
    }
    Ok(())
}
