//! `rules` and `rules-diff`: what a file fits, and two versions of it.

use std::{collections::HashMap, io::Write, path::Path};

use serde_json::json;
use tensor_format::{
    Definition, Definitions, Header, Value,
    decthings::{self, Dialect, ModelDefinitions},
    rules::{Compatibility, CompatibilityReport, Dim, DimBuf, RulesBuf, ServiceSide, TensorRulesBuf},
};

#[cfg(feature = "oip")]
use tensor_format_oip::client::ClientOptions;

#[cfg(feature = "oip")]
use crate::commands::remote::Remote;
#[cfg(feature = "arrow")]
use crate::file::table;
use crate::{
    args::{Require, Rules, RulesDiff, Side},
    commands::{onnx, server},
    failure::{Failure, Outcome},
    file::{Files, format::Format},
    io::input::Input,
    terminal::{style::Paint, text},
};

/// The content of a file of rules.
#[derive(Debug)]
pub enum RulesFile {
    /// Rules of one tensor, or definitions of a record.
    Rules(RulesBuf),
    /// The definitions of a model.
    Model(ModelDefinitions),
}

/// Reads a file of rules, definitions or a model in JSON.
///
/// # Errors
///
/// If it cannot be read, or is none of them.
pub fn read(path: &Path) -> Result<RulesFile, Failure> {
    let input = Input::open(path)?;
    let text = input.text()?;
    let failed = |error| {
        Failure::new(input.name(), error).help(
            "rules are {\"shape\": [..], \"allowedTypes\": [..]}, definitions [{\"name\": .., \"required\": .., \
             \"rules\": ..}, ..]",
        )
    };
    if text.trim_start().starts_with('[') {
        return Ok(RulesFile::Rules(RulesBuf::Record(decthings::definitions_from_json(text).map_err(failed)?)));
    }
    if text.contains("\"evaluateInput\"") {
        return Ok(RulesFile::Model(decthings::model_from_json(text).map_err(failed)?));
    }
    Ok(RulesFile::Rules(RulesBuf::Tensor(decthings::rules_from_json(text).map_err(failed)?)))
}

/// Prints the rules of a file.
///
/// # Errors
///
/// If it cannot be read, or JSON cannot hold its rules.
pub fn run(args: &Rules, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let artefact = of_file(args)?;
    let artefact = match (artefact, args.side) {
        (RulesFile::Model(model), Some(Side::Input)) => RulesFile::Rules(model.evaluate_input.into()),
        (RulesFile::Model(model), Some(Side::Output)) => RulesFile::Rules(model.evaluate_output.into()),
        (RulesFile::Rules(_), Some(_)) => {
            return Err(Failure::new(args.file.display(), "only a model has an input and an output side"));
        }
        (artefact, None) => artefact,
    };
    if args.text {
        match artefact {
            RulesFile::Rules(rules) => write_text(&rules, out)?,
            RulesFile::Model(model) => {
                for (side, definitions) in [("input", model.evaluate_input), ("output", model.evaluate_output)] {
                    writeln!(out, "{side}:")?;
                    write_text(&definitions.into(), out)?;
                }
            }
        }
        return Ok(Outcome::Fine);
    }
    let dialect = Dialect::Documented;
    let json = match artefact {
        RulesFile::Rules(rules) => decthings::rules_to_json(rules.with_axis_annotations(), dialect),
        RulesFile::Model(mut model) => {
            for side in [&mut model.evaluate_input, &mut model.evaluate_output] {
                *side = std::mem::take(side).with_axis_annotations();
            }
            decthings::model_to_json(&model, dialect)
        }
    };
    let json = json
        .map_err(|error| Failure::new(args.file.display(), error).help("--text shows rules that JSON cannot hold"))?;
    writeln!(out, "{}", text::json_text(&pretty(&json)))?;
    Ok(Outcome::Fine)
}

/// Writes a line for each definition, whatever its name is.
fn write_text(rules: &RulesBuf, out: &mut dyn Write) -> Result<(), Failure> {
    match rules {
        RulesBuf::Tensor(rules) => writeln!(out, "{}", text::printable(&rules.to_string()))?,
        RulesBuf::Record(definitions) => {
            for definition in definitions.iter() {
                writeln!(out, "{}", text::printable(&definition.to_string()))?;
            }
        }
    }
    Ok(())
}

/// Returns JSON with a line for each definition.
fn pretty(json: &str) -> String {
    let mut text = String::new();
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for c in json.chars() {
        if quoted {
            text.push(c);
            (quoted, escaped) = (c != '"' || escaped, c == '\\' && !escaped);
            continue;
        }
        match c {
            '"' => quoted = true,
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            _ => {}
        }
        text.push(c);
        match c {
            ',' | ':' if depth != 1 => text.push(' '),
            ',' => text.push('\n'),
            ':' => text.push(' '),
            _ => {}
        }
    }
    text
}

fn of_file(args: &Rules) -> Result<RulesFile, Failure> {
    if let Some(url) = args.file.to_str().filter(|file| file.starts_with("http://") || file.starts_with("https://")) {
        return of_url(args, url);
    }
    let end = args.file.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if args.reading.format.is_none() && (end == "onnx" || end == "pb") {
        let input = Input::open(&args.file)?;
        return match end {
            "onnx" => onnx_model(&input, args.side).map(RulesFile::Model),
            _ => onnx::tensor(&input)
                .map(|rules| RulesFile::Rules(rules.into()))
                .map_err(|what| Failure::new(input.name(), what)),
        };
    }
    let files = Files::open(&args.file, &args.reading)?;
    if files.format == Format::OipMetadata {
        let model = server::model(&files.main, args.side, args.bytes);
        return model.map(RulesFile::Model).map_err(|error| Failure::new(files.main.name(), error));
    }
    #[cfg(feature = "arrow")]
    if files.format.has_columns() {
        let described = table::described(&files.main, files.format, files.expansion());
        let described = described.map_err(|error| files.failed(error))?;
        return Ok(RulesFile::Rules(described.into()));
    }
    let parsed = files.parse()?;
    let value = files.whole(&parsed, "rules")?;
    Ok(RulesFile::Rules(match &value {
        Value::Tensor(tensor) => exact(tensor.header()).into(),
        Value::Record(record) => of_record(record.headers()).into(),
    }))
}

/// Returns the definitions of an ONNX model.
fn onnx_model(input: &Input, side: Option<Side>) -> Result<ModelDefinitions, Failure> {
    onnx::model(input, side).map_err(|what| {
        let failure = Failure::new(input.name(), what);
        if side.is_none() {
            for (side, word) in [(Side::Input, "input"), (Side::Output, "output")] {
                if onnx::model(input, Some(side)).is_ok() {
                    return failure.help(format!("the other side has definitions: --side {word}"));
                }
            }
        }
        failure
    })
}

/// Returns rules that a record of such tensors fits: exact ones, and for tensors of one name those that all of them fit.
fn of_record<'n>(headers: impl Iterator<Item = (&'n str, Header)>) -> Definitions {
    let mut definitions: Vec<Definition> = Vec::new();
    let mut places = HashMap::new();
    for (name, header) in headers {
        let place = *places.entry(name).or_insert(definitions.len());
        match definitions.get_mut(place) {
            Some(definition) => {
                (definition.required, definition.many) = (false, true);
                widen(&mut definition.rules, &header);
            }
            None => definitions.push(Definition::new(name, true, exact(&header))),
        }
    }
    Definitions(definitions)
}

/// Lets rules of exact lengths, or of any rank, hold for one more tensor.
fn widen(rules: &mut TensorRulesBuf, header: &Header) {
    if !rules.allowed_types.contains(&header.element_type) {
        rules.allowed_types.push(header.element_type);
    }
    if rules.axes.len() != header.shape.len() || rules.open.is_some() {
        (rules.axes, rules.open) = (Vec::new(), Some(0));
    }
    for (axis, len) in rules.axes.iter_mut().zip(header.shape.iter()) {
        if axis.as_dim().as_exact() != Some(*len as u64) {
            *axis = DimBuf::from(Dim::ANY);
        }
    }
}

/// Returns the definitions of a model on a server.
#[cfg(feature = "oip")]
fn of_url(args: &Rules, url: &str) -> Result<RulesFile, Failure> {
    let options = ClientOptions::new().timeout(Some(args.patience.timeout));
    let described = Remote::new(url, options)?.described()?;
    described.model(args.side, args.bytes).map(RulesFile::Model).map_err(|error| Failure::new(url, error))
}

#[cfg(not(feature = "oip"))]
fn of_url(_: &Rules, url: &str) -> Result<RulesFile, Failure> {
    Err(Failure::new(url, "this tool is built without the feature `oip`, which asks servers")
        .help("build it with `cargo install --features oip`, or save what the server says: `curl URL > model.json`"))
}

/// Returns rules that only a tensor of this header fits.
fn exact(header: &Header) -> TensorRulesBuf {
    TensorRulesBuf {
        allowed_types: vec![header.element_type],
        axes: header.shape.iter().map(|len| DimBuf::from(Dim::exact(*len as u64))).collect(),
        ..TensorRulesBuf::default()
    }
}

/// Compares two versions.
///
/// # Errors
///
/// If one cannot be read, or one is of a model and the other is not.
pub fn diff(args: &RulesDiff, paint: Paint, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let evolution = match (read(&args.old)?, read(&args.new)?) {
        (RulesFile::Rules(old), RulesFile::Rules(new)) => {
            let role = match args.side {
                Side::Input => ServiceSide::Input,
                Side::Output => ServiceSide::Output,
            };
            CompatibilityReport::new(&old, &new, role)
        }
        (RulesFile::Model(old), RulesFile::Model(new)) => {
            let input = CompatibilityReport::new(&old.evaluate_input, &new.evaluate_input, ServiceSide::Input);
            input.and(CompatibilityReport::new(&old.evaluate_output, &new.evaluate_output, ServiceSide::Output))
        }
        _ => {
            return Err(Failure::new(args.new.display(), "one file is of a whole model, the other is not")
                .help("compare two models, or two lists of definitions"));
        }
    };
    let compatibility = evolution.compatibility();
    let fine = match args.require {
        Require::Backward => compatibility.is_backward(),
        Require::Forward => compatibility.is_forward(),
        Require::Full => compatibility == Compatibility::Full,
    };
    if args.json {
        let reasons =
            |list: &[tensor_format::rules::Mismatch]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        let json = json!({
            "compatibility": compatibility.name(),
            "fine": fine,
            "against_backward": reasons(&evolution.against_backward),
            "against_forward": reasons(&evolution.against_forward),
        });
        writeln!(out, "{}", text::json(&json))?;
    } else {
        let text = text::lines(&evolution.to_string());
        let (verdict, reasons) = text.split_once('\n').unwrap_or((&text, ""));
        writeln!(out, "{}", if fine { paint.green(verdict) } else { paint.red(verdict) })?;
        if !reasons.is_empty() {
            writeln!(out, "{reasons}")?;
        }
    }
    Ok(Outcome::of(!fine))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_a_line_for_each_definition() {
        let json = r#"[{"name":"a\",b","required":true},{"name":"c"}]"#;
        assert_eq!(pretty(json), "[{\"name\": \"a\\\",b\", \"required\": true},\n{\"name\": \"c\"}]");
        assert_eq!(
            pretty(r#"{"shape":[1,2],"allowedTypes":["f32"]}"#),
            "{\"shape\": [1, 2],\n\"allowedTypes\": [\"f32\"]}"
        );
    }
}
