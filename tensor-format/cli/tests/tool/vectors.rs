//! The conformance vectors of all formats, read by the tool.

use std::{collections::BTreeMap, fs};

use super::bench::{Bench, repository};
use serde_json::{Value as Json, json};
use tensor_format::{ByteOrder, Tensor, npy};

pub(super) fn vectors(path: &str) -> Vec<Json> {
    let text = fs::read_to_string(repository(&format!("tests/conformance/{path}.jsonl"))).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(super) fn bytes(vector: &Json, key: &str) -> Vec<u8> {
    hex::decode(vector[key].as_str().unwrap()).unwrap()
}

/// What `inspect --json` says of each file.
fn inspect(bench: &Bench, format: &str, files: &[String]) -> Vec<Json> {
    let mut args = vec!["inspect", "--json", "--format", format];
    args.extend(files.iter().map(String::as_str));
    bench.ok(&args).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn vectors_of_decthings() {
    let mut by_dialect: BTreeMap<&str, Vec<Json>> = BTreeMap::new();
    for vector in vectors("decthings/positive") {
        let format = match vector["dialect"].as_str().unwrap() {
            "wire1" => "decthings-legacy",
            "wire2" => "decthings-clients",
            _ => "decthings",
        };
        by_dialect.entry(format).or_default().push(vector);
    }
    let mut count = 0;
    for (format, vectors) in by_dialect {
        let bench = Bench::new();
        let names: Vec<String> = (0..vectors.len()).map(|index| format!("{index}.dect")).collect();
        for (name, vector) in names.iter().zip(&vectors) {
            bench.write(name, bytes(vector, "hex"));
        }
        for (found, vector) in inspect(&bench, format, &names).iter().zip(&vectors) {
            let tensor = &found["tensors"][0];
            let dtype = if vector["dtype"] == "boolean" { json!("bool") } else { vector["dtype"].clone() };
            assert_eq!((&tensor["dtype"], &tensor["shape"]), (&dtype, &vector["shape"]), "{}", vector["id"]);
            count += 1;
        }
    }
    assert_eq!(count, 746);
}

#[test]
fn vectors_of_zio_and_vespa() {
    let bench = Bench::new();
    let (mut names, mut expected) = (Vec::new(), Vec::new());
    for (index, vector) in vectors("zio/accept").iter().enumerate() {
        let tensors = vector["tensors"].as_array().unwrap();
        if vector["form"] != "TENS" || tensors.is_empty() {
            continue;
        }
        names.push(format!("{index}.zio"));
        bench.write(&names[names.len() - 1], bytes(vector, "encoded_hex"));
        expected.push(tensors.len());
    }
    assert!(names.len() > 50);
    let mut read = 0;
    for (name, expected) in names.iter().zip(expected) {
        let ran = bench.run(&["inspect", "--json", "--format", "zio", name]);
        // A description that the model has no element type for is refused with its reason.
        if ran.code == Some(2) {
            assert!(ran.err.starts_with(&format!("error: {name}: zio: ")), "{}", ran.err);
            continue;
        }
        let found: Json = serde_json::from_str(&ran.out).unwrap();
        assert!(found["tensors"].as_array().unwrap().len() <= expected, "{name}");
        read += 1;
    }
    assert!(read > 50, "{read}");

    let bench = Bench::new();
    let vectors = vectors("vespa/constant-accept");
    // The others need a type that is declared elsewhere.
    let names_type = |v: &&Json| {
        let text: Json = serde_json::from_str(v["input"].as_str().unwrap()).unwrap_or_default();
        text["type"].is_string()
    };
    let typed: Vec<&Json> = vectors.iter().filter(names_type).collect();
    let names: Vec<String> = (0..typed.len()).map(|index| format!("{index}.json")).collect();
    for (name, vector) in names.iter().zip(&typed) {
        bench.write(name, vector["input"].as_str().unwrap());
    }
    assert!(names.len() > 15);
    for (found, vector) in inspect(&bench, "vespa", &names).iter().zip(&typed) {
        assert_eq!(found["facts"]["type"], vector["canonical_type"], "{}", vector["id"]);
    }
}

#[test]
fn vectors_of_stdlib_and_xla() {
    let bench = Bench::new();
    let (mut names, mut shapes) = (Vec::new(), Vec::new());
    for vector in vectors("stdlib/accept") {
        let sized = !["generic", "binary", "notype", "userdefined_type", "complex32"]
            .contains(&vector["dtype"].as_str().unwrap());
        if vector["strict_ok"] != true || vector["table"] != "B" || !sized || vector["dtype"] == "uint8c" {
            continue;
        }
        let numbers = |key: &str| -> Vec<i64> { serde_json::from_value(vector[key].clone()).unwrap() };
        let (shape, strides) = (numbers("shape"), numbers("strides_bytes"));
        let last: i64 = shape.iter().zip(&strides).map(|(len, stride)| ((len - 1) * stride).max(0)).sum();
        let end = vector["offset_bytes"].as_i64().unwrap() + last + vector["bytes_per_element"].as_i64().unwrap();
        if !(0..1 << 20).contains(&end) || shape.contains(&0) {
            continue;
        }
        let index = names.len();
        names.push(format!("{index}.meta"));
        bench.write(&names[index], bytes(&vector, "hex"));
        bench.write(&format!("{index}.bin"), vec![0; end as usize]);
        shapes.push(vector["shape"].clone());
    }
    assert!(names.len() > 100, "{}", names.len());
    for (found, shape) in inspect(&bench, "stdlib", &names).iter().zip(&shapes) {
        assert_eq!(&found["tensors"][0]["shape"], shape, "{}", found["file"]);
    }

    let bench = Bench::new();
    let wanted = |v: &Json| ["f32", "s32", "u8", "pred", "f64"].contains(&v["element_type"].as_str().unwrap());
    let vectors: Vec<Json> = vectors("xla/layouts")
        .into_iter()
        .filter(|v| v["kind"] == "dense" && wanted(v) && v["byte_size"].as_u64().is_some_and(|size| size < 1 << 20))
        .collect();
    let names: Vec<String> = (0..vectors.len()).map(|index| format!("{index}.shape")).collect();
    for (index, vector) in vectors.iter().enumerate() {
        bench.write(&names[index], bytes(vector, "proto_hex"));
        bench.write(&format!("{index}.bin"), vec![0; vector["byte_size"].as_u64().unwrap() as usize]);
    }
    assert!(names.len() > 20, "{}", names.len());
    for (found, vector) in inspect(&bench, "xla", &names).iter().zip(&vectors) {
        assert_eq!(found["tensors"][0]["shape"], vector["dims"], "{}", vector["id"]);
        assert_eq!(found["facts"]["shape"], json!(vector["hlo_string"]), "{}", vector["id"]);
    }
}

/// Padded shapes of 2017, each over a buffer that holds the number of the element at its position.
#[test]
fn vectors_of_padded_xla_shapes() {
    let bench = Bench::new();
    let mut count = 0;
    for vector in vectors("xla/layouts").into_iter().filter(|v| v["kind"] == "padded") {
        if vector["element_type"] != "f32" && vector["element_type"] != "s32" {
            continue;
        }
        let linear: Vec<i64> = serde_json::from_value(vector["linear"].clone()).unwrap();
        let element = |at: i64| match vector["element_type"].as_str().unwrap() {
            "f32" => (at as f32).to_le_bytes(),
            _ => (at as i32).to_le_bytes(),
        };
        bench.write("p.shape", bytes(&vector, "proto_hex"));
        let buffer: Vec<u8> = linear.iter().flat_map(|at| element(*at)).collect();
        bench.write("p.bin", &buffer);
        assert_eq!(bench.run(&["convert", "p.shape", "p.npy"]).code, Some(0));
        let tensor: Tensor = npy::from_slice(&bench.read("p.npy")).unwrap();
        assert_eq!(json!(tensor.header().shape.to_vec()), vector["dims"], "{}", vector["id"]);
        let expected: Vec<u8> = (0..linear.iter().filter(|at| **at >= 0).count() as i64).flat_map(element).collect();
        assert_eq!(*tensor.as_ref().to_bytes(ByteOrder::Little), *expected, "{}", vector["id"]);
        // A buffer of another length is not the shape's.
        let refused = |buffer: &[u8], why: &str| {
            bench.write("p.bin", buffer);
            let error = bench.fails(&["inspect", "p.shape"]);
            assert!(error.contains(why), "{error}");
        };
        refused(&[&buffer[..], &[0]].concat(), "the buffer is longer than the shape");
        if let Some((_, short)) = buffer.split_last() {
            refused(short, "the buffer is shorter than the shape");
        }
        count += 1;
    }
    assert!(count > 3, "{count}");
    // The example of the document.
    bench.write("d.shape", hex::decode("100b1a0202032a0a0a020001120203051801").unwrap());
    let numbers = [1, 4, 0, 2, 5, 0, 3, 6, 0, 0, 0, 0, 0, 0, 0].map(|number| (number as f32).to_le_bytes());
    bench.write("d.bin", numbers.concat());
    let shown = inspect(&bench, "xla", &["d.shape".to_owned()]);
    assert_eq!(shown[0]["facts"]["shape"], json!("f32[2,3]{0,1}, padded to [3,5] with ZERO_PAD"));
    assert_eq!(bench.run(&["convert", "d.shape", "d.npy"]).code, Some(0));
    let tensor: Tensor = npy::from_slice(&bench.read("d.npy")).unwrap();
    assert_eq!(tensor.as_ref().to_vec::<f32>().unwrap(), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
}
