//! `convert` on real files.

use std::{fs, path::Path};

use super::bench::{Bench, repository};
use tensor_format::{
    Image, Record, Tensor, decthings, npy, npz, safetensors,
    stdlib::{self, MetaData},
    vespa, xla, zio,
};

/// The file's bytes after a conversion to another format and back.
fn there_and_back(bench: &Bench, file: &str, other: &str, options: &[&str]) -> Vec<u8> {
    let back = format!("back-{file}");
    let mut there = vec!["convert", file, other];
    there.extend(options);
    let ran = bench.run(&there);
    assert_eq!(ran.code, Some(0), "{there:?}: {}", ran.err);
    let mut again = vec!["convert", other, &back];
    again.extend(options);
    let ran = bench.run(&again);
    assert_eq!(ran.code, Some(0), "{again:?}: {}", ran.err);
    bench.read(&back)
}

#[test]
fn one_tensor_through_every_format_gives_equal_bytes() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&vec![[1.5f32, -2.0], [0.25, 1e10], [3.0, 4.0]]).unwrap());
    let files = ["a.dect", "a.zio", "a.json", "a.meta", "b.shape", "a.npz", "a.safetensors"];
    for (index, file) in files.iter().enumerate() {
        let lossy: &[&str] = if index >= 2 && !["a.meta", "b.shape"].contains(file) { &["--allow-loss"] } else { &[] };
        assert_eq!(there_and_back(&bench, "a.npy", file, lossy), bench.read("a.npy"), "{file}");
        assert!(bench.run(&["diff", "a.npy", file]).code == Some(0), "{file}");
    }
    for format in ["decthings", "decthings-legacy", "decthings-clients"] {
        bench.ok(&["convert", "a.npy", "b.dect", "--to", format]);
        assert_eq!(bench.read("b.dect"), bench.read("a.dect"));
    }
    let bytes = bench.read("a.dect");
    let rows: Vec<[f32; 2]> = decthings::from_slice(&bytes).unwrap();
    assert_eq!(rows[1], [0.25, 1e10]);
    let meta: MetaData = stdlib::Options::new().from_slice(&bench.read("a.meta")).unwrap();
    assert_eq!(meta.shape[..], [3, 2]);
    let shape = xla::Options::new().from_slice(&bench.read("b.shape")).unwrap();
    assert_eq!(shape.to_string(), "f32[3,2]{1,0}");
    assert_eq!(bench.read("a.bin").len(), 24);
    let text = String::from_utf8(bench.read("a.json")).unwrap();
    assert_eq!(vespa::from_str::<Vec<[f32; 2]>>(&text).unwrap(), rows);
    let bytes = bench.read("a.zio");
    let message = zio::Message::from_slice(&bytes).unwrap();
    assert_eq!(zio::from_message::<Vec<[f32; 2]>>(&message).unwrap(), rows);
}

#[test]
fn records_keep_their_names() {
    let bench = Bench::new();
    let file = bench.copy("tests/files/all.safetensors");
    // Its metadata would be lost.
    let error = bench.fails(&["convert", &file, "b.npz"]);
    assert_eq!(error, "error: b.npz: npz would lose the metadata `format`\nhelp: --allow-loss goes on without it\n");
    assert!(!bench.path("b.npz").exists());
    let ran = bench.run(&["convert", &file, "b.npz", "--allow-loss"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), "lost: the metadata `format`\n"));
    assert_eq!(bench.ok(&["diff", &file, "b.npz"]), "13 tensors agree\n");
    bench.ok(&["convert", "b.npz", "c.zio"]);
    assert_eq!(bench.ok(&["diff", "c.zio", &file]), "13 tensors agree\n");
    // Decthings has no half and no complex numbers; where one can be written as another type, it is.
    let error = bench.fails(&["convert", "b.npz", "d.dect"]);
    assert!(error.contains("decthings has no element type c64"), "{error}");
    let record: Record = npz::from_slice(&bench.read("b.npz")).unwrap();
    let some: Record = record.into_iter().filter(|(name, _)| ["f2", "i4", "bool"].contains(&&**name)).collect();
    bench.write("some.npz", npz::to_vec(&some).unwrap());
    let error = bench.fails(&["convert", "some.npz", "d.dect"]);
    assert!(error.contains("would lose `f2`: the element type f16, written as f32\n"), "{error}");
    assert_eq!(bench.run(&["convert", "some.npz", "d.dect", "--allow-loss"]).code, Some(0));
    let bytes = bench.read("d.dect");
    let record: Record = decthings::from_slice(&bytes).unwrap();
    assert_eq!(record.get("f2").unwrap().header().to_string(), "f32 [2, 3]");
    // The same file again: metadata and all.
    bench.ok(&["convert", "--deflate", "some.npz", "deflated.npz"]);
    assert!(bench.ok(&["diff", "some.npz", "deflated.npz"]).starts_with("3 tensors agree"));
    let ran = bench.run(&["convert", &file, "same.safetensors"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(bench.read("same.safetensors"), bench.read(&file));
}

#[test]
fn what_would_be_lost_is_named() {
    let bench = Bench::new();
    bench.write(
        "a.npz",
        npz::to_vec(&[("w".to_owned(), Tensor::from(vec![1u8]))].into_iter().collect::<Record>()).unwrap(),
    );
    assert!(bench.fails(&["convert", "a.npz", "a.npy"]).contains("npy would lose the name `w`\n"));
    assert_eq!(bench.run(&["convert", "a.npz", "a.npy", "--allow-loss"]).code, Some(0));
    bench.ok(&["convert", "a.npy", "b.npz", "--name", "w"]);
    assert_eq!(npz::from_slice::<Record>(&bench.read("b.npz")).unwrap().len(), 1);
    let all = bench.copy("tests/files/all.npz");
    let error = bench.fails(&["convert", &all, "all.npy", "--allow-loss"]);
    assert!(error.contains("npy holds one tensor, the file has 14"), "{error}");

    bench.write("two.dect", [decthings::to_vec(&1u8).unwrap(), decthings::to_vec(&2u8).unwrap()].concat());
    let error = bench.fails(&["convert", "two.dect", "two.npz"]);
    assert!(error.contains("npz would lose that its tensors follow one another without names"), "{error}");
    let message = zio::Message { seqno: 7, ..zio::to_message(&[1u8]).unwrap() };
    bench.write("a.zio", message.to_vec().unwrap());
    assert!(bench.fails(&["convert", "a.zio", "c.npy"]).contains("npy would lose the seqno 7\n"));
    bench.write("a.json", r#"{"type":"tensor<float>(x[2])","values":[1,2]}"#);
    assert!(bench.fails(&["convert", "a.json", "c.npy"]).contains("would lose the names of the dimensions `x`\n"));
    bench.write("text.dect", decthings::to_vec(&["a"]).unwrap());
    assert!(bench.fails(&["convert", "text.dect", "c.npy", "--allow-loss"]).contains("npy has no element type string"));
    let of_arrow = if cfg!(feature = "arrow") { ", vespa, arrow, arrow-stream and parquet" } else { " and vespa" };
    let have = format!("decthings, decthings-legacy, decthings-clients, zio{of_arrow} have it");
    let error = bench.fails(&["convert", "text.dect", "c.npz"]);
    assert!(error.ends_with(&format!("npz has no element type string\nhelp: {have}\n")), "{error}");
    let pair: Record = ["a", "b"].map(|name| (name.to_owned(), Tensor::from(vec![1.0f32]))).into_iter().collect();
    bench.write("pair.npz", npz::to_vec(&pair).unwrap());
    assert_eq!(
        bench.fails(&["convert", "pair.npz", "c.json"]),
        "error: pair.npz: vespa holds one tensor, or labels and then `values`, the file has 2\n\
         help: npz, safetensors, decthings and zio hold several\n"
    );
    // Formats that can hold what is in the file, which are not those of numbers if there are texts.
    let numbers = |name: &str| (name.to_owned(), Tensor::from(vec![1.0f32]));
    let texts = |name: &str| (name.to_owned(), Tensor::from_strings([1], ["x"]).unwrap());
    for (name, record, to, several) in [
        ("texts.zio", [texts("t"), numbers("n")], "d.json", "decthings and zio hold"),
        ("empty.zio", [texts(""), numbers("n")], "d.json", "zio holds"),
        ("twice.zio", [numbers("a"), numbers("a")], "d.npy", "decthings and zio hold"),
    ] {
        bench.write(name, zio::to_message(&Record::from_iter(record)).unwrap().to_vec().unwrap());
        let error = bench.fails(&["convert", name, to, "--allow-loss"]);
        assert!(error.ends_with(&format!(", the file has 2\nhelp: {several} several\n")), "{error}");
        for format in ["decthings", "zio", "npz", "safetensors"] {
            let ran = bench.run(&["convert", name, "of.any", "--to", format, "--allow-loss"]);
            assert_eq!(ran.code == Some(0), several.contains(format), "{name} {format}: {}", ran.err);
        }
    }
    let columns = bench.copy("tests/files/fortran.npy");
    let ran = bench.run(&["convert", &columns, "rows.npy"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), "note: column-major is written row-major, little-endian\n"));
    assert_eq!(bench.read("rows.npy"), fs::read(repository("tests/files/plain.npy")).unwrap());
    // A picture is an element of formats that have pictures.
    let picture = bench.copy("examples/assets/picture.png");
    bench.ok(&["convert", &picture, "picture.dect"]);
    let bytes = bench.read("picture.dect");
    assert_eq!(decthings::from_slice::<Image>(&bytes).unwrap().data(), bench.read(&picture));
    assert!(bench.fails(&["convert", &columns, "x.png"]).contains("media are not written"));
}

/// A tensor of labels keeps them; only the names of indexed dimensions are lost on the way.
#[test]
fn labels_there_and_back() {
    let bench = Bench::new();
    let texts = [
        ("sparse", r#"{"type":"tensor<int8>(k{},l{})","cells":[{"address":{"k":"a","l":"\u00e9"},"value":-3}]}"#),
        ("mixed", r#"{"type":"tensor<float>(k{},x[2])","blocks":{"b":[1,2],"a":[3,"NaN"]}}"#),
        ("none", r#"{"type":"tensor(k{})","cells":{}}"#),
        ("scalar", r#"{"type":"tensor()","cells":[{"address":{},"value":2.5}]}"#),
    ];
    for (name, text) in texts {
        let (file, there, back) = (format!("{name}.json"), format!("{name}.dect"), format!("{name}.back.json"));
        bench.write(&file, text);
        let ran = bench.run(&["convert", "--allow-loss", &file, &there]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert_eq!(ran.err.contains("lost: which dimensions are mapped"), name != "scalar", "{ran:?}");
        bench.ok(&["convert", &there, &back]);
        let constant = |name: &str| vespa::Options::new().read(&String::from_utf8(bench.read(name)).unwrap()).unwrap();
        let (before, after) = (constant(&file), constant(&back));
        let after_text = after.to_text().replace("d1[2],k{}", "k{},x[2]");
        assert_eq!(after_text, before.to_text(), "{name}");
    }
}

#[test]
fn targets_that_cannot_be() {
    let bench = Bench::new();
    let file = bench.copy("tests/files/plain.npy");
    let before = bench.read(&file);
    assert!(
        bench
            .fails(&["convert", &file, "x.unknown"])
            .contains("the name does not say the format\nhelp: name it with --to")
    );
    assert!(bench.fails(&["convert", &file, "-"]).contains("name it with --to"));
    assert!(bench.fails(&["convert", &file, "-", "--to", "stdlib"]).contains("stdlib is two files"));
    assert!(
        bench.fails(&["convert", &file, &file]).contains("this is plain.npy, which is read\n")
            || bench.fails(&["convert", &file, &file]).contains("which is read")
    );
    assert!(bench.fails(&["convert", &file, "x.bin", "--to", "xla"]).contains("name it X.shape"));
    fs::create_dir(bench.path("folder.npz")).unwrap();
    assert!(bench.fails(&["convert", &file, "folder.npz"]).contains("this is a folder"));
    assert!(bench.fails(&["convert", &file, "none/x.npz"]).contains("the folder none is missing"));
    bench.write("kept.npz", b"kept");
    let mut mode = fs::metadata(bench.path("kept.npz")).unwrap().permissions();
    mode.set_readonly(true);
    fs::set_permissions(bench.path("kept.npz"), mode).unwrap();
    assert!(bench.fails(&["convert", &file, "kept.npz"]).contains("the file is read-only"));
    assert_eq!(bench.read("kept.npz"), b"kept");
    // A fault in the input leaves no file.
    bench.write("cut.npy", &before[..140]);
    bench.write("there.npz", b"there");
    bench.fails(&["convert", "cut.npy", "there.npz"]);
    assert_eq!(bench.read("there.npz"), b"there");
    assert_eq!(bench.files(), ["cut.npy", "folder.npz", "kept.npz", "plain.npy", "there.npz"]);
    assert_eq!(bench.read(&file), before);
}

#[test]
fn standard_output_and_existing_files() {
    let bench = Bench::new();
    let file = bench.copy("tests/files/plain.npy");
    let output = bench.command(&["convert", &file, "-", "--to", "safetensors", "--name", "x"]).output().unwrap();
    let record: Record = safetensors::from_slice(&output.stdout).unwrap();
    assert_eq!(record.get("x").unwrap().header().to_string(), "f32 [2, 3]");
    bench.write("a.dect", b"old");
    bench.ok(&["convert", &file, "a.dect"]);
    assert_eq!(decthings::from_slice::<Tensor>(&bench.read("a.dect")).unwrap().len(), 6);
    // A pair is replaced whole; the elements of another are left alone.
    bench.ok(&["convert", &file, "pair.meta"]);
    bench.ok(&["convert", "a.dect", "pair.meta"]);
    assert_eq!(bench.ok(&["diff", "pair.meta", &file]), "1 tensor agrees\n");
    let before = bench.read("pair.bin");
    let error = bench.fails(&["convert", "a.dect", "pair.shape"]);
    assert_eq!(
        error,
        "error: pair.shape: the elements that pair.meta describes would be replaced\n\
         help: remove it, or write under another name\n"
    );
    assert_eq!(bench.read("pair.bin"), before);
    assert!(!bench.path("pair.shape").exists());
    // The file of no elements is empty, and no error.
    let none = bench.copy("tests/files/empty.npy");
    for to in ["none.meta", "nothing.shape"] {
        bench.ok(&["convert", &none, to]);
        assert_eq!(bench.ok(&["diff", &none, to]), "1 tensor agrees\n");
    }
    assert!(bench.read("none.bin").is_empty() && bench.read("nothing.bin").is_empty());
    // The elements of a missing file.
    bench.ok(&["convert", &file, "b.meta"]);
    fs::remove_file(bench.path("b.bin")).unwrap();
    let error = bench.fails(&["inspect", "b.meta"]);
    assert!(error.contains("help: b.meta holds no elements: they lie in b.bin"), "{error}");
    let _: &Path = bench.folder.path();
}

const MIXED: &str = "`readme.txt` (no tensor), which is no tensor of the model (npz: expected a name that ends in .npy, \
                     found readme.txt) and `words` (no tensor)";

/// What is no tensor of the model does not hide the tensors, and is not lost in silence.
#[test]
fn files_with_more_than_tensors_are_listed_and_converted_as_far_as_can_be() {
    let bench = Bench::new();
    let [sparse, mixed, tensors] =
        ["sparse.npz", "mixed.npz", "mixed.safetensors"].map(|name| bench.copy(&format!("tests/files/{name}")));
    let text = bench.ok(&["inspect", &sparse]);
    assert!(text.contains("\ndata: f64 [2], row-major, 16 bytes\n  min -2, max 1.5, "), "{text}");
    let listed = "\nformat: |S3 [], 131 bytes\n  no tensor of the model, so that it is neither shown nor converted: \
                  npy: descr: expected a dtype of booleans, ";
    assert!(text.contains(listed), "{text}");
    let headers = bench.ok(&["inspect", "--header", &sparse]);
    assert!(headers.contains("\ndata: f64 [2], row-major, 16 bytes\n") && headers.contains(listed), "{headers}");
    let text = bench.ok(&["inspect", &mixed]);
    assert!(text.contains("\n\"\": u8 [3], row-major, 3 bytes\n"), "{text}");
    assert!(text.contains("\nreadme.txt: no tensor, 8 bytes\n  no tensor of the model, "), "{text}");
    assert!(text.contains("\nwords: no tensor, 15 bytes\n"), "{text}");
    let text = bench.ok(&["inspect", &tensors]);
    assert!(
        text.contains("\npacked: F8_E4M3 [2], 2 bytes\n") && text.contains("\nhalf: F4 [2, 2], 2 bytes\n"),
        "{text}"
    );
    let json: serde_json::Value = serde_json::from_str(&bench.ok(&["inspect", "--json", &tensors])).unwrap();
    let other = &json["others"][0];
    assert_eq!(
        (&other["name"], &other["dtype"], &other["shape"]),
        (&"packed".into(), &"F8_E4M3".into(), &vec![2].into())
    );
    assert_eq!((json["tensors"].as_array().unwrap().len(), &other["bytes"]), (2, &2.into()));
    assert!(bench.ok(&["inspect", "--tensor", "data", &sparse]).contains("\ndata: f64 [2]"));
    let error = bench.fails(&["inspect", "--tensor", "format", &sparse]);
    assert!(
        error.starts_with(
            "error: sparse.npz: `format` (|S3 []) is no tensor of the model and cannot be shown\nhelp: npy: "
        ),
        "{error}"
    );
    let text = bench.ok(&["inspect", "--hex", &mixed]);
    assert!(text.contains("\n.npy:\n") && text.contains("\nreadme.txt:\n"), "{text}");

    for (file, lost, to) in [
        (&sparse, "`format` (|S3 [])", "npz"),
        (&tensors, "`packed` (F8_E4M3 [2]), which is no tensor of the model and `half` (F4 [2, 2])", "safetensors"),
        (&mixed, MIXED, "safetensors"),
    ] {
        let target = format!("b.{to}");
        let error = bench.fails(&["convert", file, &target]);
        let what = format!("error: {target}: {to} would lose {lost}, which is no tensor of the model");
        let error = error.strip_prefix(&what).expect(&error);
        // A part without a dtype is said to be no tensor for a reason.
        let why = if file == &mixed { " (npy: expected \\x93NUMPY at the beginning, found no arr)" } else { "" };
        assert_eq!(error, format!("{why}\nhelp: --allow-loss goes on without it\n"));
        let ran = bench.run(&["convert", file, &target, "--allow-loss"]);
        assert!(ran.code == Some(0) && ran.err.contains("lost: `"), "{}", ran.err);
        let ran = bench.run(&["diff", file, &target]);
        assert!(ran.code == Some(1) && ran.out.contains(&format!(": only in {file}\n")), "{}", ran.out);
        assert_eq!(ran.out.lines().count(), if to == "npz" { 1 } else { 2 }, "{}", ran.out);
        std::fs::remove_file(bench.path(&target)).unwrap();
    }
    // A tensor without a name stays.
    assert_eq!(bench.run(&["convert", &mixed, "c.npz", "--allow-loss"]).code, Some(0));
    assert_eq!(npz::from_slice::<Record>(&bench.read("c.npz")).unwrap().iter().next().unwrap().0, "");
    let ran = bench.run(&["diff", &tensors, &tensors]);
    let text = "packed: not compared, for it is no tensor of the model: F8_E4M3 [2] against F8_E4M3 [2]\n";
    assert!(ran.code == Some(1) && ran.out.starts_with(text), "{}", ran.out);
    let error = bench.fails(&["rules", &sparse]);
    assert!(
        error.starts_with("error: sparse.npz: `format` (|S3 []) is no tensor of the model and has no rules\nhelp: ")
    );
    for (name, code) in [("format", 1), ("other", 0)] {
        let rules = |name: &str, dtype: &str, shape: &str| {
            let required = dtype == "f64";
            format!(
                r#"{{"name":"{name}","required":{required},"rules":{{"shape":[{shape}],"allowedTypes":["{dtype}"]}}}}"#
            )
        };
        bench.write("rules.json", format!("[{},{}]", rules("data", "f64", "2"), rules(name, "u8", "")));
        let ran = bench.run(&["validate", &sparse, "--rules", "rules.json"]);
        assert_eq!(ran.code, Some(code), "{} {}", ran.out, ran.err);
    }
}

/// A name without letters is a name; a format that cannot hold it loses nothing silently.
#[test]
fn an_empty_name_is_not_lost() {
    let bench = Bench::new();
    let record: Record = [("".to_owned(), Tensor::from(vec![1.0f32, 2.0]))].into_iter().collect();
    bench.write("a.npz", npz::to_vec(&record).unwrap());
    for to in ["decthings", "decthings-legacy", "decthings-clients"] {
        let error = bench.fails(&["convert", "a.npz", "a.dect", "--to", to]);
        assert_eq!(
            error,
            format!("error: a.dect: {to}: a tensor of the record has an empty name, which is for padding alone\n")
        );
    }
    assert_eq!(bench.files(), ["a.npz"]);
    assert!(bench.ok(&["inspect", "a.npz"]).contains("\n\"\": f32 [2], row-major, 8 bytes\n"));
    assert!(bench.ok(&["inspect", "--tensor", "", "a.npz"]).contains("\n\"\": f32 [2]"));
    assert!(bench.ok(&["inspect", "--json", "a.npz"]).contains(r#""name":"""#));
    for other in ["a.zio", "a.safetensors"] {
        bench.ok(&["convert", "a.npz", other]);
        assert_eq!(bench.ok(&["diff", "a.npz", other]), "1 tensor agrees\n");
    }
    bench.write("b.npz", npz::to_vec(&record_of(&["x", "y"])).unwrap());
    let ran = bench.run(&["diff", "a.npz", "b.npz"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), "\"\": only in a.npz\nx: only in b.npz\ny: only in b.npz\n"));
    // The names of none are a list of no texts.
    bench.write("none.npz", npz::to_vec(&record_of(&[])).unwrap());
    bench.ok(&["convert", "none.npz", "none.zio"]);
    assert_eq!(bench.ok(&["diff", "none.npz", "none.zio"]), "0 tensors agree\n");
    for to in ["decthings", "decthings-legacy", "decthings-clients"] {
        let error = bench.fails(&["convert", "none.npz", "none.dect", "--to", to]);
        let lost = "that it is a record: one without tensors reads as a tensor `string [0]`";
        assert_eq!(error, format!("error: none.dect: {to} would lose {lost}\nhelp: --allow-loss goes on without it\n"));
        bench.run(&["convert", "none.npz", "none.dect", "--to", to, "--allow-loss"]);
        assert!(bench.ok(&["inspect", "none.dect", "--format", to]).contains("\nstring [0], 0 bytes\n"));
    }
    assert!(bench.fails(&["convert", "a.npz", "a.npy"]).contains("npy would lose the name \"\"\n"));
    assert!(bench.fails(&["inspect", "--tensor", "x", "a.npz"]).ends_with("it holds \"\"\n"));
    // A tensor without a name is one without any.
    bench.write("c.npy", npy::to_vec(&[1.0f32, 2.0]).unwrap());
    assert_eq!(bench.ok(&["diff", "c.npy", "a.npz"]), "1 tensor agrees\n");
    assert!(bench.ok(&["inspect", "--json", "c.npy"]).contains(r#""name":null"#));
}

fn record_of(names: &[&str]) -> Record {
    names.iter().map(|name| ((*name).to_owned(), Tensor::from(vec![1.0f32]))).collect()
}

/// Elements whose description is missing belong to nobody known.
#[test]
fn elements_of_others_are_not_replaced() {
    let bench = Bench::new();
    let file = bench.copy("tests/files/plain.npy");
    bench.write("q.bin", b"unrelated");
    for to in ["q.meta", "q.shape"] {
        assert_eq!(
            bench.fails(&["convert", &file, to]),
            format!(
                "error: q.bin: this file would be replaced, and is no part of an older pair: there is no {to}\n\
                 help: remove it, or write under another name\n"
            )
        );
        assert!(!bench.path(to).exists());
    }
    assert_eq!(bench.read("q.bin"), b"unrelated");
    fs::remove_file(bench.path("q.bin")).unwrap();
    bench.ok(&["convert", &file, "q.meta"]);
    bench.ok(&["convert", &file, "q.meta"]);
    #[cfg(unix)]
    for (to, link) in [("none", "dangling.npz"), ("loop.npz", "loop.npz"), ("none", "r.bin")] {
        std::os::unix::fs::symlink(to, bench.path(link)).unwrap();
        let target = if link == "r.bin" { "r.meta" } else { link };
        let error = bench.fails(&["convert", &file, target]);
        assert!(error.contains(link), "{error}");
        assert!(error.contains("a link that leads to no file") || link == "r.bin", "{error}");
        assert!(fs::symlink_metadata(bench.path(link)).unwrap().is_symlink());
    }
}

/// A shape as XLA prints it, and a type that the schema declares.
#[test]
fn shapes_and_types_in_words() {
    let bench = Bench::new();
    bench.write("a.shape", "u8[2,3]{1,0:T(2,2)}\n");
    bench.write("a.bin", [1, 2, 4, 5, 3, 0, 6, 0]);
    let text = bench.ok(&["inspect", "a.shape"]);
    assert!(text.starts_with("a.shape: xla (by its content and name), "), "{text}");
    assert!(text.contains("[[1, 2, 3],\n   [4, 5, 6]]\n"), "{text}");
    assert!(bench.ok(&["inspect", "--hex", "a.shape"]).ends_with(" shape as text\n"));
    bench.write("bad.shape", "u8[2,");
    bench.write("bad.bin", []);
    let error = bench.fails(&["inspect", "bad.shape"]);
    assert!(error.starts_with("error: bad.shape: not xla: line 1, column 6: "), "{error}");

    bench.write("a.json", r#"{"values": [1, 2, 3]}"#);
    let declared = "tensor<float>(x[3])";
    assert!(bench.ok(&["inspect", "--type", declared, "a.json"]).contains("\nf32 [3], "));
    let ran = bench.run(&["convert", "--type", declared, "a.json", "a.npy", "--allow-loss"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(bench.ok(&["diff", "a.npy", "a.json", "--type-b", declared]), "1 tensor agrees\n");
    assert_eq!(bench.ok(&["diff", "a.json", "a.npy", "--type-a", declared]), "1 tensor agrees\n");
    assert!(
        bench.fails(&["inspect", "--type", "tensor<float>(x[4])", "a.json"]).contains("expected 4 values, found 3")
    );
    bench.write("b.json", r#"{"type": "tensor(y[3])", "values": [1, 2, 3]}"#);
    assert!(bench.fails(&["inspect", "--type", declared, "b.json"]).contains("expected the type tensor<float>(x[3])"));
    assert_eq!(
        bench.fails(&["inspect", "--type", declared, "a.npy"]),
        "error: a.npy: a type is declared for vespa, this is npy\nhelp: leave the type out, or name the format as well\n"
    );
    let ran = bench.run(&["inspect", "--type", "tensor<float>(x[", "a.json"]);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err.contains("invalid value 'tensor<float>(x[' for '--type <TYPE>': line 1, column 17: "),
        "{}",
        ran.err
    );
}

/// An option that does nothing is not taken in silence.
#[test]
fn nothing_but_an_archive_is_deflated() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&vec![1u8, 2]).unwrap());
    bench.ok(&["convert", "--deflate", "a.npy", "a.npz"]);
    for target in ["b.npy", "b.safetensors", "b.meta"] {
        let error = bench.fails(&["convert", "--deflate", "a.npy", target]);
        assert!(error.starts_with(&format!("error: {target}: --deflate is for npz, and this is ")), "{error}");
    }
}

#[test]
fn elements_that_do_not_fit_are_counted() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&vec![1.5f32, 2.0]).unwrap());
    for (target, why, taken) in [
        ("a.shape", "xla: layout: the buffer is shorter than the shape", "; the shape takes 8"),
        ("b.meta", "stdlib: layout: an element lies outside of the buffer", ""),
    ] {
        bench.ok(&["convert", "a.npy", target]);
        let data = target.replace("shape", "bin").replace("meta", "bin");
        bench.write(&data, [0; 7]);
        let help = format!("the elements lie in {data}, which has 7 bytes{taken}");
        assert_eq!(bench.fails(&["inspect", target]), format!("error: {target}: {why}\nhelp: {help}\n"));
    }
}
