//! Judges files that must be read: what the schema says, every row, every slice of every batch, and rules.

use serde_json::Value;
use tensor_format::{ByteOrder, Rules, Tensor};

use super::{
    arrow::{TensorColumn, check_batch, definitions_of},
    arrow_array::RecordBatch,
    file::{is_arrow, open},
};
use crate::{
    line::{Failure, Line, Verdict, equal, refused, wrong},
    rules::RulesText,
};

pub(crate) fn judge(line: &Line) -> Verdict {
    let opened = match open(line)? {
        Ok(opened) => opened,
        // An implementation on arrow-rs need not read what it does not.
        Err(error) if line.text("profile") == "optional" && is_arrow(&error) => return Ok(()),
        Err(error) => return wrong(format!("opening: {error}")),
    };
    let batches = match opened.batches {
        Ok(batches) => batches,
        Err(_) if line.text("profile") == "optional" => return Ok(()),
        Err(error) => return wrong(format!("reading: {error}")),
    };
    let rows: Vec<u64> = batches.iter().map(|batch| batch.num_rows() as u64).collect();
    let expected: Vec<u64> = line.get("batches").as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    match line.text("container") {
        // Readers of Parquet may cut batches as they like.
        "parquet" => equal("rows", &expected.iter().sum::<u64>(), &rows.iter().sum())?,
        _ => equal("batches", &expected, &rows)?,
    }
    let definitions = definitions_of(&opened.schema).map_err(refused("schema"))?;
    for column in line.get("schema").as_array().into_iter().flatten() {
        let text = |key: &str| column.get(key).and_then(Value::as_str).unwrap_or_default();
        let Some(definition) = definitions.get(text("name")) else {
            return wrong(format!("the schema has no definition of {}", text("name")));
        };
        equal("rules", text("rules"), &definition.rules.to_string())?;
        let nullable = column.get("nullable").and_then(Value::as_bool);
        equal("nullable", &nullable, &Some(!definition.required))?;
        check_content(line, &batches, text("name"))?;
    }
    check_rules(line, &batches)?;
    // The definitions that the schema gives hold for every row.
    let mut before = 0;
    for batch in &batches {
        let checked = definitions.with(|rules| check_batch(&Rules::Record(rules), batch, before));
        checked.map_err(refused("its own definitions"))?;
        before += batch.num_rows() as u64;
    }
    Ok(())
}

fn check_rules(line: &Line, batches: &[RecordBatch]) -> Verdict {
    let Some(text) = line.opt_text("rules") else { return Ok(()) };
    let rules = RulesText::parse(text).ok_or_else(|| Failure::Unknown(format!("the rules {text}")))?;
    let check = |batch| rules.with(|rules| check_batch(&Rules::Record(rules), batch, 0));
    batches.iter().try_for_each(check).map_err(refused("rules"))
}

fn check_content(line: &Line, batches: &[RecordBatch], name: &str) -> Verdict {
    let Some(expected) = line.get("columns").get(name).and_then(Value::as_array) else {
        return Err(Failure::Unknown(format!("the line has no rows of {name}")));
    };
    let mut rest = expected.as_slice();
    for batch in batches {
        let Some((expected, after)) = rest.split_at_checked(batch.num_rows()) else {
            return wrong("there are more rows than expected");
        };
        rest = after;
        for start in 0..=expected.len() {
            for end in start..=expected.len() {
                let slice = batch.slice(start, end - start);
                let what = format!("{name}, rows {start}..{end} of a batch");
                check_rows(&slice, name, expected.get(start..end).unwrap_or_default(), &what)?;
            }
        }
    }
    equal("rows that are missing", &0, &rest.len())
}

fn check_rows(batch: &RecordBatch, name: &str, expected: &[Value], what: &str) -> Verdict {
    let column = TensorColumn::new(batch, name).map_err(refused(what))?;
    equal(what, &expected.len(), &column.rows())?;
    let mut tensors = Vec::new();
    for (row, expected) in expected.iter().enumerate() {
        let tensor = column.get::<Tensor>(row).map_err(refused(what))?;
        check_row(expected, tensor.as_ref()).map_err(|failure| match failure {
            Failure::Wrong(why) => Failure::Wrong(format!("{what}, row {row}: {why}")),
            other => other,
        })?;
        tensors.push(tensor);
    }
    // All rows as one tensor, where there is one, are the rows one after another.
    if let Ok(whole) = column.whole() {
        let rows = tensors.iter().flatten().flat_map(|tensor| tensor.to_bytes(ByteOrder::Little).into_owned());
        equal(what, &rows.collect::<Vec<u8>>(), &whole.to_bytes(ByteOrder::Little).into_owned())?;
    }
    Ok(())
}

fn check_row(expected: &Value, found: Option<&Tensor>) -> Verdict {
    let (expected, found) = match (expected, found) {
        (Value::Null, None) => return Ok(()),
        (Value::Null, Some(found)) => return wrong(format!("expected null, found {found:?}")),
        (_, None) => return wrong("expected a tensor, found null"),
        (expected, Some(found)) => (expected, found),
    };
    let shape: Vec<u64> = expected["shape"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    equal("shape", &shape, &found.shape().iter().map(|len| *len as u64).collect())?;
    if let Some(hex) = expected["values_hex"].as_str() {
        let bytes: String = found.to_bytes(ByteOrder::Little).iter().map(|byte| format!("{byte:02x}")).collect();
        return equal("values", hex, &bytes);
    }
    let Some(values) = expected["values"].as_array() else {
        return Err(Failure::Unknown("a row without values".into()));
    };
    let found: Vec<Value> = match (found.strings(), found.binaries()) {
        (Ok(texts), _) => texts.map(Value::from).collect(),
        (_, Ok(bytes)) => {
            let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
            bytes.map(|bytes| serde_json::json!({ "hex": hex(bytes) })).collect()
        }
        _ => return Err(Failure::Unknown("values of numbers without their bytes".into())),
    };
    equal("values", values, &found)
}
