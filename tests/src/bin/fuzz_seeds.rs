//! Writes the seeds of the fuzz targets, one file each, from the conformance vectors: `fuzz_seeds CORPUS`.

use std::{collections::BTreeSet, env, error::Error, fs, io, path::Path};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;

/// The largest seed in bytes: more would only slow the fuzzer down. Files of Arrow are larger.
const LARGEST: usize = 1024;
const LARGEST_FILE: usize = 4096;

/// The files of vectors that seed a target, each with the field that holds bytes or text.
struct Seeds {
    target: &'static str,
    format: &'static str,
    fields: &'static [(&'static str, Field)],
    /// The numbers of choices of which a last byte chooses one, as the target has them; none if it has no such byte.
    choices: &'static [u8],
}

/// Dialects, strict and lenient, and what `decode` and `nested_record` read.
const DECODE: &[u8] = &[3, 2, 12];
const NESTED: &[u8] = &[3, 2, 9];
/// What the commands of the tool are asked for, each with its names of files, and where the second file begins.
const COMMANDS: u8 = 96;
const ENDS: u8 = 16;

enum Field {
    Hex(&'static str),
    Text(&'static str),
    Base64(&'static str),
    /// The name of a file beside the vectors.
    File(&'static str),
}

const SEEDS: &[Seeds] = &[
    Seeds {
        target: "decode",
        format: "decthings",
        fields: &[
            ("positive.jsonl", Field::Hex("hex")),
            ("hostile.jsonl", Field::Hex("hex")),
            ("rules-json.jsonl", Field::Text("json")),
            ("definition-json.jsonl", Field::Text("json")),
        ],
        choices: DECODE,
    },
    Seeds {
        target: "decthings_request",
        format: "decthings",
        fields: &[("request-framing.jsonl", Field::Hex("request_hex")), ("response-framing.jsonl", Field::Hex("hex"))],
        choices: &[],
    },
    Seeds {
        target: "stdlib_record",
        format: "stdlib",
        fields: &[("accept.jsonl", Field::Hex("hex")), ("reject.jsonl", Field::Hex("hex"))],
        choices: &[],
    },
    Seeds {
        target: "arrow_ipc",
        format: "arrow",
        fields: &[("accept.jsonl", Field::File("file")), ("reject.jsonl", Field::File("file"))],
        choices: &[],
    },
    Seeds {
        target: "oip_http",
        format: "oip",
        fields: &[
            ("accept.jsonl", Field::Hex("body_hex")),
            ("reject.jsonl", Field::Hex("body_hex")),
            ("documents.jsonl", Field::Hex("body_hex")),
        ],
        choices: &[],
    },
    Seeds {
        target: "oip_grpc",
        format: "oip",
        fields: &[
            ("accept.jsonl", Field::Hex("message_hex")),
            ("reject.jsonl", Field::Hex("message_hex")),
            ("documents.jsonl", Field::Hex("message_hex")),
        ],
        choices: &[],
    },
    Seeds {
        target: "vespa_text",
        format: "vespa",
        fields: &[
            ("types.jsonl", Field::Text("input")),
            ("constant-accept.jsonl", Field::Text("input")),
            ("constant-reject.jsonl", Field::Text("input")),
            ("constant-divergent.jsonl", Field::Text("input")),
            ("document-accept.jsonl", Field::Text("input")),
            ("document-reject.jsonl", Field::Text("input")),
            ("lz4.jsonl", Field::Base64("input_base64")),
        ],
        choices: &[2, 11],
    },
    Seeds {
        target: "xla_message",
        format: "xla",
        fields: &[
            ("layouts.jsonl", Field::Hex("proto_hex")),
            ("text.jsonl", Field::Hex("proto_hex")),
            ("reject.jsonl", Field::Hex("hex")),
        ],
        choices: &[],
    },
    Seeds {
        target: "xla_text",
        format: "xla",
        fields: &[
            ("layouts.jsonl", Field::Text("hlo_string")),
            ("text.jsonl", Field::Text("input")),
            ("reject.jsonl", Field::Text("text")),
        ],
        choices: &[],
    },
    Seeds {
        target: "zio_message",
        format: "zio",
        fields: &[
            ("accept.jsonl", Field::Hex("encoded_hex")),
            ("reject.jsonl", Field::Hex("encoded_hex")),
            ("accept.jsonl", Field::Text("canonical_label")),
        ],
        choices: &[],
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("usage: fuzz_seeds CORPUS")?;
    for seeds in SEEDS {
        let folder = Path::new(&folder).join(seeds.target);
        fs::create_dir_all(&folder)?;
        let mut written = 0;
        for (file, field) in seeds.fields {
            written += write_seeds(&folder, seeds, file, field)?;
        }
        println!("{}: {written} seeds", seeds.target);
    }
    let folder = Path::new(&folder);
    // Names of tensors come from records alone: the vectors hold single tensors.
    write_all(folder, "decode", &chosen(records()?, DECODE))?;
    write_all(folder, "nested_record", &chosen(nested()?, NESTED))?;
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let attributes = attributes(&package.join("ui"))?.into_iter().map(String::into_bytes).collect();
    write_all(folder, "derive", &chosen(attributes, &[8]))?;
    for target in ["npy", "npz", "safetensors"] {
        write_all(folder, target, &files(&package.join("files"), |name| name.ends_with(target))?)?;
    }
    let columns = package.join("conformance/arrow/files");
    write_all(folder, "arrow_parquet", &files(&columns, |name| name.ends_with("parquet"))?)?;
    write_all(folder, "picture", &chosen(pictures()?, &[2, 5, 2]))?;
    write_all(folder, "tool_files", &commands(&files(&package.join("files"), |_| true)?, nested()?))?;
    write_all(folder, "tool_args", &ARGUMENTS.map(|line| line.replace(' ', "\n").into_bytes()))?;
    Ok(())
}

/// Command lines with every option.
const ARGUMENTS: [&str; 12] = [
    "inspect a.npy b.npz --format npy --type tensor(x[3]) --max-expanded 100 --tensor a --header --json",
    "inspect - --hex --color always",
    "inspect a.png --png b.png --draw --header-length 12",
    "validate a.dect --rules rules.json --json",
    "convert a.npy b.safetensors --name x --allow-loss --to safetensors",
    "convert a.npz - --to npz --deflate",
    "diff a b --format-a zio --format-b vespa --tolerance 0.5 --json",
    "diff a b --type-a tensor(x{}) --type-b tensor<int8>(y[2]) --tolerance -1",
    "rules model.onnx --side input --bytes binary --text",
    "rules-diff old.json new.json --side output --require full --json",
    "completions bash",
    "--help",
];

/// Writes seeds, one file each; none at all is an error.
fn write_all(folder: &Path, target: &str, seeds: &[Vec<u8>]) -> Result<(), Box<dyn Error>> {
    let folder = folder.join(target);
    fs::create_dir_all(&folder)?;
    for (index, seed) in seeds.iter().enumerate() {
        fs::write(folder.join(format!("made-{index}")), seed)?;
    }
    println!("{target}: {} seeds made", seeds.len());
    if seeds.is_empty() { Err(format!("{target} has no seeds").into()) } else { Ok(()) }
}

/// Each message under each choice, which the last byte makes.
fn chosen(messages: Vec<Vec<u8>>, choices: &[u8]) -> Vec<Vec<u8>> {
    let count = choices.iter().product::<u8>();
    messages.iter().flat_map(|bytes| (0..count).map(|choice| [&bytes[..], &[choice]].concat())).collect()
}

/// Small pictures of every number of channels and of both depths, as PNG and as JPEG.
fn pictures() -> Result<Vec<Vec<u8>>, tensor_format::ErrorKind> {
    use ndarray::Array3;
    use tensor_format::pixels::{PictureFormat, encode};
    let mut pictures = Vec::new();
    for channels in 1..=4 {
        let pixels = Array3::from_shape_fn((3, 4, channels), |(y, x, channel)| (40 * y + 16 * x + channel) as u8);
        pictures.push(encode(&pixels, PictureFormat::Png)?.data().to_vec());
        pictures.push(encode(&pixels.mapv(|sample| u16::from(sample) << 7), PictureFormat::Png)?.data().to_vec());
        if channels % 2 == 1 {
            pictures.push(encode(&pixels, PictureFormat::Jpeg { quality: 80 })?.data().to_vec());
        }
    }
    Ok(pictures)
}

/// The small files of a folder whose names are asked for.
fn files(folder: &Path, is_asked: impl Fn(&str) -> bool) -> io::Result<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.to_str().is_some_and(&is_asked) {
            found.push(fs::read(path)?);
        }
    }
    found.retain(|bytes| bytes.len() <= LARGEST_FILE);
    found.sort();
    Ok(found)
}

/// Each file alone under each command, with three bytes that choose: where the second file begins, the name, the command.
fn commands(files: &[Vec<u8>], messages: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let all = files.iter().cloned().chain(messages).enumerate();
    let chosen = all.flat_map(|(index, bytes)| {
        (0..COMMANDS).step_by(7).map(move |command| [&bytes[..], &[254, (index as u8) % ENDS, command]].concat())
    });
    chosen.collect()
}

/// What stands in the attributes of the cases that the compiler refuses, each once.
fn attributes(folder: &Path) -> io::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.append(&mut attributes(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path)?;
            let inside = text.split("#[tensor(").skip(1).filter_map(|rest| rest.split_once(")]"));
            found.extend(inside.map(|(attribute, _)| attribute.to_owned()));
        }
    }
    Ok(found)
}

/// Records under the names that the target `nested_record` reads, in each dialect.
fn nested() -> Result<Vec<Vec<u8>>, tensor_format::EncodeError> {
    use tensor_format::{
        Batch, Encode, Ragged,
        decthings::{Dialect, Options},
        zio,
    };
    #[derive(tensor_format::Tensor)]
    struct Outer {
        a: Inner,
        b: Option<Inner>,
        c: Batch<Spot>,
        #[tensor(flatten = "d_")]
        d: (Option<char>, Spot),
        m: std::collections::BTreeMap<u32, f32>,
    }
    #[derive(tensor_format::Tensor)]
    struct Inner {
        r: Ragged<Vec<bool>>,
        t: Ragged<Vec<Option<String>>>,
    }
    #[derive(tensor_format::Tensor)]
    struct Spot {
        x: [u8; 2],
        y: u16,
        z: Option<Vec<i8>>,
    }
    #[derive(tensor_format::Tensor)]
    struct Lists {
        a: Ragged<Vec<Vec<u8>>>,
        b: Ragged<Option<u16>>,
        c: Option<Ragged<Vec<[u8; 2]>>>,
    }
    #[derive(tensor_format::Tensor)]
    struct Whole {
        a: Spots,
        b: Ragged<Vec<String>>,
    }
    #[derive(tensor_format::Tensor)]
    struct Spots(Batch<(u8, bool)>, Ragged<Vec<Vec<u8>>>);
    #[derive(tensor_format::Tensor)]
    struct Lent {
        a: Ragged<Vec<u8>>,
        b: Ragged<Vec<u16>>,
    }
    let inner = || Inner {
        r: Ragged(vec![vec![true, false], vec![], vec![true]]),
        t: Ragged(vec![vec![Some("a".into()), None], vec![]]),
    };
    let spot = |y| Spot { x: [1, 2], y, z: Some(vec![-1, 1]) };
    let outer = |b, spots| Outer { a: inner(), b, c: Batch(spots), d: (Some('d'), spot(1)), m: [(7, 0.5)].into() };
    let outers = [outer(Some(inner()), vec![spot(1), spot(2)]), outer(None, vec![])];
    let lists = Lists {
        a: Ragged(vec![vec![vec![1], vec![]], vec![]]),
        b: Ragged(vec![Some(1), None]),
        c: Some(Ragged(vec![vec![[1, 2]]])),
    };
    let whole =
        Whole { a: Spots(Batch(vec![(1, true)]), Ragged(vec![vec![vec![1]]])), b: Ragged(vec![vec!["b".into()]]) };
    let lent = Lent { a: Ragged(vec![vec![1, 2], vec![]]), b: Ragged(vec![vec![], vec![3]]) };
    fn add<T: Encode>(seeds: &mut Vec<Vec<u8>>, value: &T) -> Result<(), tensor_format::EncodeError> {
        for dialect in [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients] {
            seeds.push(Options::new().dialect(dialect).to_vec(value)?);
        }
        seeds.push(zio::to_message(value)?.to_vec()?);
        Ok(())
    }
    let mut seeds = vec![Options::new().names(false).to_vec(&whole)?];
    for outer in &outers {
        add(&mut seeds, outer)?;
    }
    add(&mut seeds, &lists)?;
    add(&mut seeds, &whole)?;
    add(&mut seeds, &lent)?;
    add(&mut seeds, &Ragged(vec![vec![vec![Some(1u8), None]], vec![]]))?;
    Ok(seeds)
}

/// Writes the field of each vector of a file that has it; none at all is an error.
fn write_seeds(folder: &Path, seeds: &Seeds, file: &str, field: &Field) -> Result<usize, Box<dyn Error>> {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance").join(seeds.format);
    let mut written = 0;
    for (index, line) in fs::read_to_string(vectors.join(file))?.lines().enumerate() {
        let vector: Value = serde_json::from_str(line)?;
        let (Field::Hex(name) | Field::Text(name) | Field::Base64(name) | Field::File(name)) = field;
        let Some(text) = vector[name].as_str() else { continue };
        let mut bytes = match field {
            Field::Hex(_) => hex::decode(text).map_err(|error| format!("{file}, line {}: {error}", index + 1))?,
            Field::Base64(_) => {
                STANDARD.decode(text).map_err(|error| format!("{file}, line {}: {error}", index + 1))?
            }
            Field::Text(_) => text.as_bytes().to_vec(),
            Field::File(_) => fs::read(vectors.join(text))?,
        };
        let largest = if matches!(field, Field::File(_)) { LARGEST_FILE } else { LARGEST };
        if bytes.len() <= largest {
            let count = seeds.choices.iter().product::<u8>();
            match field {
                _ if seeds.choices.is_empty() => {}
                // Rules in JSON are read under the last choices.
                Field::Text(_) if seeds.target == "decode" => bytes.push(count - 1),
                _ => bytes.push((index % usize::from(count)) as u8),
            }
            fs::write(folder.join(format!("{file}-{name}-{index}")), bytes)?;
            written += 1;
        }
    }
    match written {
        0 => Err(format!("{file} holds no seeds").into()),
        written => Ok(written),
    }
}

/// A record in each dialect.
fn records() -> Result<Vec<Vec<u8>>, tensor_format::EncodeError> {
    use tensor_format::{
        RecordRef, TensorRef, ValueBuf,
        decthings::{Dialect, Options},
        to_value, to_vec,
    };
    let ValueBuf::Tensor(words) = to_value(&["left", "right"])? else { return Ok(Vec::new()) };
    let ValueBuf::Tensor(image) = to_value(&tensor_format::Image::new("png", *b"\x89PNG"))? else {
        return Ok(Vec::new());
    };
    let mut record = RecordRef::new();
    record.push("numbers", TensorRef::from_slice([2, 2], &[1.0f32, 2.0, 3.0, 4.0])?);
    record.push("flags", TensorRef::from_slice([2], &[true, false])?);
    record.push("words", words.as_ref());
    record.push("image", image.as_ref());
    let dialects = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];
    let mut records = Vec::new();
    for dialect in dialects {
        let options = Options::new().dialect(dialect);
        records.push(options.to_vec(&record)?);
        // Without names.
        records
            .push([options.to_vec(&[7u16, 8])?, options.to_vec(&["left", "right"])?, options.to_vec(&true)?].concat());
    }
    records.push([to_vec(&true)?, to_vec(&[true, false, true])?, to_vec(&7u16)?].concat());
    Ok(records)
}
