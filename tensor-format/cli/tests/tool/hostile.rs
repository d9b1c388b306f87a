//! Files that few bytes make large, slow, or dangerous to look at.

use std::fs;

use super::bench::{Bench, Ran};
use tensor_format::{Record, Tensor, decthings, npy, npz, safetensors, xla, zio};

/// A record of stdlib: f32 of this shape, each axis with a stride of 0, one element in the file beside it.
fn repeated(bench: &Bench, name: &str, shape: &[u64]) {
    let mut meta = vec![1, 11, 0];
    meta.extend((shape.len() as u64).to_le_bytes());
    shape.iter().for_each(|len| meta.extend(len.to_le_bytes()));
    shape.iter().for_each(|_| meta.extend(0u64.to_le_bytes()));
    meta.extend(0u64.to_le_bytes());
    meta.extend([101, 1]);
    meta.extend(1u64.to_le_bytes());
    meta.extend([1, 0, 0, 0, 0]);
    bench.write(&format!("{name}.meta"), meta);
    bench.write(&format!("{name}.bin"), 1.5f32.to_le_bytes());
}

const HELP: &str = "help: few bytes stand for many: --max-expanded BYTES allows more\n";

#[test]
fn repeated_elements_are_refused() {
    let bench = Bench::new();
    for (name, shape) in [("a", &[100_000_000][..]), ("b", &[1 << 48]), ("c", &[1 << 20, 1 << 20])] {
        repeated(&bench, name, shape);
        let file = format!("{name}.meta");
        let input = fs::metadata(bench.path(&file)).unwrap().len() + 4;
        let (most, found) = ((64 << 20) + 32 * input, shape.iter().product::<u64>() * 4);
        for args in [&["inspect", &file][..], &["inspect", "--json", &file], &["convert", &file, "out.npy"]] {
            let text = format!("limit exceeded: at most {most} bytes after expansion allowed, found {found}");
            assert_eq!(bench.fails(args), format!("error: {file}: {text}\n{HELP}"));
        }
        assert!(bench.fails(&["diff", &file, &file]).contains("bytes after expansion"));
        // What does not look at the elements needs no limit.
        assert!(bench.ok(&["inspect", "--header", &file]).contains(&format!("\nf32 {shape:?}, strides ")));
        assert!(bench.ok(&["inspect", "--hex", &file]).contains(" strides: [0"));
        assert!(bench.ok(&["rules", &file]).contains("f32"));
        fs::remove_file(bench.path(&format!("{name}.bin"))).unwrap();
    }
    assert_eq!(bench.files(), ["a.meta", "b.meta", "c.meta"]);
    // Up to the limit, and beyond it with an option.
    repeated(&bench, "fits", &[1 << 24]);
    assert!(bench.ok(&["inspect", "fits.meta"]).contains("\n  min 1.5, max 1.5, mean 1.5, 0 NaN, 0 infinite\n"));
    repeated(&bench, "more", &[17 << 10, 1 << 10]);
    // A row of its own, which is repeated.
    let mut meta = bench.read("more.meta");
    meta[35] = 4;
    bench.write("more.meta", meta);
    bench.write("more.bin", 1.5f32.to_le_bytes().repeat(1 << 10));
    assert!(bench.fails(&["inspect", "more.meta"]).contains("bytes after expansion"));
    for args in [&["inspect", "more.meta"][..], &["convert", "more.meta", "more.npy"]] {
        assert_eq!(bench.run(&[args, &["--max-expanded", "71303168"]].concat()).code, Some(0), "{args:?}");
        assert!(bench.fails(&[args, &["--max-expanded", "71303167"]].concat()).contains("at most 71303167 bytes"));
    }
    assert_eq!(fs::metadata(bench.path("more.npy")).unwrap().len(), 128 + 71_303_168);
    // What is no larger than the file expands to nothing.
    let plain = bench.copy("tests/files/plain.npy");
    bench.ok(&["convert", &plain, "plain.meta"]);
    bench.ok(&["inspect", "--max-expanded", "0", "plain.meta"]);
}

#[test]
fn padding_without_end_is_not_written() {
    let bench = Bench::new();
    for (index, text) in ["f32[2]{0:T(1000000000)}", "f32[2,2]{1,0:T(1000000,1000000)}"].iter().enumerate() {
        let name = format!("{index}.shape");
        bench.write(&name, text.parse::<xla::Shape>().unwrap().to_vec());
        bench.write(&format!("{index}.bin"), [0; 8]);
        for args in [&["inspect", name.as_str()][..], &["convert", &name, "out.npy"]] {
            assert!(bench.run(args).code.is_some(), "{args:?}");
        }
        assert!(fs::metadata(bench.path("out.npy")).map_or(0, |meta| meta.len()) < 200);
    }
}

#[test]
fn entries_that_unpack_to_anything_are_refused() {
    let bench = Bench::new();
    let zeros: Record = [("z".to_owned(), Tensor::from(vec![0u8; 70 << 20]))].into_iter().collect();
    bench.write("z.npz", npz::Options::new().deflate(true).to_vec(&zeros).unwrap());
    let error = bench.fails(&["inspect", "z.npz"]);
    assert!(
        error.starts_with("error: z.npz: parameter `z`: limit exceeded: at most ") && error.ends_with(HELP),
        "{error}"
    );
    assert!(bench.fails(&["convert", "z.npz", "z.safetensors"]).ends_with(HELP));
    bench.ok(&["inspect", "--header", "z.npz"]);
    bench.ok(&["convert", "z.npz", "z.safetensors", "--max-expanded", "100000000"]);
    assert!(bench.fails(&["inspect", "z.npz", "--max-expanded", "1000"]).contains("at most 1000 "));
}

#[test]
fn cells_that_are_not_given_are_counted() {
    let bench = Bench::new();
    bench.write("a.json", r#"{"type":"tensor<int8>(x[70000000])","cells":[]}"#);
    assert!(bench.fails(&["inspect", "a.json"]).ends_with(HELP));
    assert!(bench.ok(&["inspect", "a.json", "--max-expanded", "800000000"]).contains("i8 [70000000]"));
}

/// Colours, a line that is written over, turned letters, a line of its own, and controls beyond ASCII.
const STEERING: [&str; 5] = ["\x1b[31mred", "a\rb", "\u{202e}cba", "a\nb", "\u{9b}2J\x7f"];

#[track_caller]
fn steers_nothing(ran: &Ran) {
    let steers = |letter: char| letter != '\n' && letter.is_control() || ('\u{202a}'..='\u{202e}').contains(&letter);
    assert!(!ran.out.contains(steers) && !ran.err.contains(steers), "{ran:?}");
    assert!(ran.out.len() + ran.err.len() > 0);
}

#[test]
fn nothing_of_a_file_steers_the_terminal() {
    for name in STEERING {
        let bench = Bench::new();
        let escaped = name
            .chars()
            .flat_map(|c| if c.is_control() || c == '\u{202e}' { c.escape_debug().collect() } else { vec![c] });
        let escaped: String = escaped.collect();
        let record: Record =
            [name, "other"].map(|name| (name.to_owned(), Tensor::from(vec![1u8]))).into_iter().collect();
        bench.write("a.dect", decthings::to_vec(&record).unwrap());
        bench.write("a.npz", npz::to_vec(&record).unwrap());
        bench.write("a.zio", zio::to_message(&record).unwrap().to_vec().unwrap());
        let metadata = [(name.to_owned(), name.to_owned())].into_iter().collect();
        let mut file = Vec::new();
        safetensors::to_writer_with(&mut file, &record, &metadata).unwrap();
        bench.write("a.safetensors", &file);
        bench.write("b.dect", decthings::to_vec(&Tensor::from_strings([1], [name]).unwrap()).unwrap());
        let other: Record = [("w".to_owned(), Tensor::from(vec![1u8]))].into_iter().collect();
        bench.write("other.npz", npz::to_vec(&other).unwrap());
        let quoted = serde_json::to_string(name).unwrap();
        let rules = r#"{"shape": [2], "allowedTypes": ["f32"]}"#;
        bench.write("rules.json", format!(r#"[{{"name": {quoted}, "required": true, "rules": {rules}}}]"#));
        bench.write("none.json", "[]");
        bench.write("bad.json", format!(r#"{{"shape": [2], "allowedTypes": [{quoted}]}}"#));
        bench.write("vespa.json", format!(r#"{{"type": {quoted}, "values": [1]}}"#));
        bench.write("labels.json", format!(r#"{{"type": "tensor(k{{}})", "cells": {{{quoted}: 1, {quoted}: 2}}}}"#));
        let files = ["a.dect", "a.npz", "a.zio", "a.safetensors"];
        for file in files {
            for args in [&["inspect", file][..], &["diff", file, "other.npz"], &["rules", "--text", file]] {
                let ran = bench.run(args);
                steers_nothing(&ran);
                assert!(ran.out.contains(&escaped), "{args:?}: {ran:?}");
            }
            for args in [
                &["inspect", "--header", file][..],
                &["inspect", "--json", file],
                &["inspect", "--hex", file],
                &["inspect", "--tensor", "none", file],
                &["inspect", "--tensor", name, file],
                &["inspect", "--draw", file],
                &["diff", "--json", file, "other.npz"],
                &["rules", file],
                &["validate", file, "--rules", "rules.json"],
                &["validate", "--json", file, "--rules", "rules.json"],
                &["convert", file, "out.npy"],
                &["convert", file, "out.json"],
            ] {
                steers_nothing(&bench.run(args));
            }
            // Cut anywhere, its names stand in errors.
            let bytes = bench.read(file);
            for end in (1..bytes.len()).step_by(43) {
                bench.write("cut.any", &bytes[..end]);
                let format = file.trim_start_matches("a.").replace("dect", "decthings");
                let format = if format == "decthingsings" { "decthings" } else { &format };
                steers_nothing(&bench.run(&["inspect", "--hex", "--format", format, "cut.any"]));
            }
        }
        for args in [
            &["inspect", "b.dect"][..],
            &["inspect", "--hex", "b.dect"],
            &["inspect", "vespa.json"],
            &["inspect", "labels.json"],
            &["convert", "a.safetensors", "lost.npz"],
            &["convert", "a.safetensors", "lost.npz", "--allow-loss"],
            &["validate", "a.npz", "--rules", "bad.json"],
            &["rules-diff", "none.json", "rules.json"],
            &["rules-diff", "--json", "none.json", "rules.json"],
        ] {
            steers_nothing(&bench.run(args));
        }
        // JSON is the same for a program.
        let json: serde_json::Value = serde_json::from_str(&bench.ok(&["inspect", "--json", "a.npz"])).unwrap();
        assert_eq!(json["tensors"][0]["name"], name);
        // A path is the name of a file, and no better than one in it.
        if cfg!(unix) {
            bench.write(&format!("{name}.npz"), npz::to_vec(&other).unwrap());
            bench.write(&format!("{name}.any"), "nothing");
            let (sound, noise, none) = (format!("{name}.npz"), format!("{name}.any"), format!("{name}.none"));
            for args in [
                &["inspect", sound.as_str()][..],
                &["inspect", &noise, &none],
                &["diff", &sound, "a.npz"],
                &["diff", "a.npz", &sound],
                &["validate", &sound, "--rules", "rules.json"],
                &["convert", &sound, &sound],
                &["convert", &sound, &noise],
                &["rules", &noise],
                &["rules", &sound, "--side", "input"],
                &["rules-diff", &noise, &noise],
            ] {
                let ran = bench.run(args);
                steers_nothing(&ran);
            }
        }
    }
}

/// A shell puts names of files where options stand.
#[test]
fn no_argument_steers_the_terminal() {
    let bench = Bench::new();
    for name in STEERING {
        let option = format!("--{name}");
        for args in [&["inspect", option.as_str()][..], &["inspect", "--format", name, "a"], &[name]] {
            let ran = bench.run(args);
            steers_nothing(&ran);
            assert!(ran.code == Some(2) && ran.err.starts_with("error: "), "{ran:?}");
        }
    }
}

/// What the tool does to a file that changes is said, since a signal says nothing.
#[test]
fn the_help_says_what_becomes_of_files_that_change() {
    let bench = Bench::new();
    for help in ["-h", "--help"] {
        let help = bench.ok(&[help]);
        assert!(help.contains("cuts it short") && help.contains("SIGBUS"), "{help}");
    }
    let help = bench.ok(&["inspect", "-h"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains("--max-expanded <BYTES>") && help.contains("(64 MiB and 32 bytes for each byte of the input)")
    );
}

/// A file of one part that is described many times is as large as it says, not as it is.
#[test]
fn tensors_that_share_their_bytes_are_counted() {
    let bench = Bench::new();
    let one = r#"{"shape":[1048576],"word":1,"dtype":"u","part":0}"#;
    let label = format!(r#"{{"TENS":{{"tensors":[{}]}}}}"#, [one; 300].join(","));
    let part = vec![1; 1 << 20];
    let message = zio::Message { label: label.into(), parts: vec![part.into()], ..zio::Message::default() };
    let bytes = message.to_vec().unwrap();
    bench.write("a.zio", &bytes);
    for args in [&["inspect", "a.zio"][..], &["convert", "a.zio", "a.npz"], &["diff", "a.zio", "a.zio"]] {
        let error = bench.fails(args);
        assert!(error.contains(" bytes after expansion allowed, found 314572800") && error.ends_with(HELP), "{error}");
    }
    bench.ok(&["inspect", "--header", "a.zio", "--max-expanded", "314572800"]);
}

#[test]
fn many_names_are_looked_up() {
    // To compare each with each would take many minutes.
    const MANY: usize = 50_000;
    let bench = Bench::new();
    let file = |dtype: &str| {
        let entries: Vec<String> = (0..MANY)
            .map(|at| format!(r#""x{at}":{{"dtype":"{dtype}","shape":[1],"data_offsets":[{at},{}]}}"#, at + 1))
            .collect();
        let header = format!("{{{}}}", entries.join(","));
        [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &[0; MANY]].concat()
    };
    bench.write("u8.safetensors", file("U8"));
    bench.write("f8.safetensors", file("F8_E4M3"));
    let rules = r#""required":false,"rules":{"shape":[1],"allowedTypes":["u8"]}"#;
    let rules: Vec<String> = (0..MANY).map(|at| format!(r#"{{"name":"y{at}",{rules}}}"#)).collect();
    bench.write("rules.json", format!("[{}]", rules.join(",")));
    for file in ["u8.safetensors", "f8.safetensors"] {
        bench.ok(&["inspect", "--header", file]);
        bench.ok(&["validate", file, "--rules", "rules.json"]);
        assert!(bench.run(&["diff", file, "u8.safetensors"]).code.is_some());
    }
}

#[test]
fn what_is_no_number_of_bytes_is_called_that() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&vec![1u8]).unwrap());
    for option in ["--max-expanded", "--header-length"] {
        for text in ["1k", "", "-1", "1.5"] {
            let error = bench.fails(&["inspect", &format!("{option}={text}"), "a.npy"]);
            assert!(error.contains("expected a number of bytes, in digits alone"), "{error}");
        }
    }
}

/// Nobody is sent to look for another format.
#[test]
fn a_file_that_was_cut_is_of_its_format() {
    let bench = Bench::new();
    let record: Record = [("a".to_owned(), Tensor::from(vec![1u8; 100]))].into_iter().collect();
    bench.write("a.safetensors", safetensors::to_vec(&record).unwrap());
    for target in ["a.zio", "a.npz"] {
        bench.ok(&["convert", "a.safetensors", target]);
        let bytes = bench.read(target);
        bench.write(target, &bytes[..bytes.len() / 2]);
        let format = &target[2..];
        let error = bench.fails(&["inspect", target]);
        assert!(error.starts_with(&format!("error: {target}: {format}: ")) && !error.contains("--format"), "{error}");
    }
}

/// The files that it lists hold tensors, and it is no tensor of Vespa.
#[test]
fn an_index_of_a_checkpoint_is_called_that() {
    let bench = Bench::new();
    bench.write("model.safetensors.index.json", r#"{"metadata": {}, "weight_map": {"a": "model-1.safetensors"}}"#);
    let error = bench.fails(&["inspect", "model.safetensors.index.json"]);
    assert!(error.ends_with("help: this is an index of the files of a checkpoint: name those files\n"), "{error}");
}

#[test]
fn an_entry_that_is_not_unpacked_does_not_hide_the_others() {
    let bench = Bench::new();
    let record: Record = ["a", "b"].map(|name| (name.to_owned(), Tensor::from(vec![1u8]))).into_iter().collect();
    let plain = npz::to_vec(&record).unwrap();
    let directory = plain.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    for (own, listed, value, why) in [
        (8, 10, 12, "npz: expected an entry that is stored or deflated, found compression method 12"),
        (6, 8, 1, "npz: expected an entry without a password, found one that is encrypted"),
    ] {
        let mut bytes = plain.clone();
        (bytes[own], bytes[directory + listed]) = (value, value);
        bench.write("x.npz", bytes);
        let text = bench.ok(&["inspect", "--hex", "x.npz"]);
        assert!(text.contains(&format!("\na.npy: {why}, 129 bytes\n")) && text.contains("\nb.npy:\n"), "{text}");
        let text = bench.ok(&["inspect", "x.npz"]);
        assert!(text.contains(&format!(": {why}\n")) && text.contains("\nb: u8 [1]"), "{text}");
        let error = bench.fails(&["convert", "x.npz", "y.npz"]);
        assert!(error.contains(&format!("`a` (no tensor), which is no tensor of the model ({why})\n")), "{error}");
    }
}
