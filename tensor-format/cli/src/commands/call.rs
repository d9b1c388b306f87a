//! `call`: a model on a server, with the tensors of a file.

use std::{io::Write, path::Path};

use tensor_format::{Definitions, RecordRef, Value, rules::RulesBuf};
use tensor_format_oip::{
    Options,
    client::{ClientError, ClientOptions, TensorForm},
};

use crate::{
    args::{Call, MessageForm},
    commands::{
        remote::{self, Remote},
        validate::violations,
        write::{Target, Written},
    },
    failure::{Failure, Outcome},
    file::Files,
    terminal::text,
};

/// Calls a model.
///
/// # Errors
///
/// If the input cannot be read, the server does not answer or fails, or the output cannot be written.
pub fn run(args: &Call, out: &mut dyn Write, notes: &mut dyn Write) -> Result<Outcome, Failure> {
    let target = Target::new(&args.output, &args.writing)?;
    let read = Options::new().max_body(args.max_answer);
    let options = ClientOptions::new().timeout(Some(args.patience.timeout)).read_options(read);
    let remote = Remote::new(&args.url, options)?;
    let files = Files::open(&args.input, &args.reading)?;
    let parsed = files.parse()?;
    files.whole(&parsed, "form in the protocol")?;
    let value = files.elements(&parsed)?;
    let sources = files.paths();
    let sources: Vec<&Path> = sources.iter().map(|path| -> &Path { path }).collect();
    target.check(&sources)?;

    let inputs = if args.unchecked { None } else { remote.described()?.inputs() };
    let record = named(value, inputs.as_ref()).map_err(|failure| failure.at(files.main.name()))?;
    if let Some(inputs) = inputs {
        let objections = objections(inputs, &record);
        for objection in &objections {
            writeln!(notes, "{}: {}", text::printable(files.main.name()), text::printable(objection))?;
        }
        if !objections.is_empty() {
            writeln!(notes, "help: nothing was sent; --unchecked leaves the judgement to the server")?;
            return Ok(Outcome::Objections);
        }
    }
    let form = match args.form {
        MessageForm::Binary => TensorForm::Binary,
        MessageForm::Json => TensorForm::Json,
        MessageForm::Auto => remote.server()?.map_or(TensorForm::Json, |server| TensorForm::Auto.for_server(&server)),
    };
    let answer = match remote.call(&record, form) {
        Ok(answer) => answer,
        Err(ClientError::Input(error)) => return Err(Failure::new(files.main.name(), error)),
        Err(error) => {
            let failure = remote::failure(&args.url, &error);
            return match error {
                // By these statuses servers refuse what they are sent.
                ClientError::Status(document) if matches!(document.status, 400 | 422) => {
                    writeln!(notes, "{failure}")?;
                    Ok(Outcome::Objections)
                }
                _ => Err(failure),
            };
        }
    };
    let answer = answer.as_ref();
    let shown: Vec<String> =
        answer.headers().map(|(name, header)| text::printable(&format!("{}: {header}", text::name(name)))).collect();
    let is_stdout = target.is_stdout();
    let written = Written {
        value: &Value::Record(answer),
        from: &args.url,
        name: "",
        metadata: &Default::default(),
        lost: Vec::new(),
        sources,
        total: 0,
    };
    target.write(written, out, notes)?;
    if !is_stdout {
        shown.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(Outcome::Fine)
}

/// Returns what does not fit the inputs of a model.
fn objections(inputs: Definitions, record: &RecordRef<'_>) -> Vec<String> {
    // Rules leave names alone that they do not know, and servers refuse them or, worse, ignore them.
    let known = |name: &str| inputs.iter().any(|input| input.name == name);
    let unknown: Vec<String> =
        record.iter().map(|(name, _)| name).filter(|name| !known(name)).map(text::quoted).collect();
    let taken: Vec<String> = inputs.iter().map(|input| text::quoted(&input.name)).collect();
    let mut objections: Vec<String> = unknown
        .into_iter()
        .map(|name| format!("parameter {name}: unknown, the model takes {}", text::list(&taken)))
        .collect();
    let violations = violations(&RulesBuf::Record(inputs), &Value::Record(record.clone()));
    objections.extend(violations.into_iter().map(|(.., violation)| violation));
    objections
}

/// Returns the tensors under names: one without a name is the only input that is required, or `input` where the server
/// does not say.
fn named<'v>(value: Value<'v>, inputs: Option<&Definitions>) -> Result<RecordRef<'v>, Failure> {
    let tensor = match value {
        Value::Record(record) => return Ok(record),
        Value::Tensor(tensor) => tensor,
    };
    let required: Option<Vec<&str>> =
        inputs.map(|inputs| inputs.iter().filter(|input| input.required).map(|input| &*input.name).collect());
    let name = match required.as_deref() {
        None => "input",
        Some([name]) => name,
        Some(names) => {
            let names: Vec<String> = names.iter().map(|name| text::quoted(name)).collect();
            let names = if names.is_empty() { "no input that is required".to_owned() } else { text::list(&names) };
            let what = format!("this is one tensor without a name, and the model needs {names}");
            return Err(Failure::new("", what).help("npz and safetensors hold tensors with names"));
        }
    };
    let mut record = RecordRef::new();
    record.push(name.to_owned(), tensor);
    Ok(record)
}
