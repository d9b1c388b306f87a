//! `inspect` on real files.

use std::{fs, io::Write, process::Stdio};

use super::bench::{Bench, repository};
use serde_json::Value as Json;
use tensor_format::{Record, Tensor, npy, npz, safetensors, to_vec};
use tensor_format_cli::file::{Files, reading::Reading};

fn jsons(text: &str) -> Vec<Json> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_file_of_numpy() {
    let bench = Bench::new();
    let name = bench.copy("tests/files/big_fortran.npy");
    assert_eq!(
        bench.ok(&["inspect", &name]),
        "big_fortran.npy: npy (by its content and name), 176 bytes\n\
         c64 [2, 3], column-major, big-endian, 48 bytes\n  \
           mean 2.5 + 25i, 0 NaN, 0 infinite\n  \
           [[0.0+0.0i, 1.0+10.0i, 2.0+20.0i],\n   \
            [3.0+30.0i, 4.0+40.0i, 5.0+50.0i]]\n"
    );
    assert_eq!(
        bench.ok(&["inspect", "--header", &name]),
        "big_fortran.npy: npy (by its content and name), 176 bytes\nc64 [2, 3], column-major, big-endian, 48 bytes\n"
    );
    let colours = bench.ok(&["inspect", "--header", "--color", "always", &name]);
    assert!(colours.starts_with("\x1b[1mbig_fortran.npy\x1b[0m: "), "{colours:?}");
    let scalar = bench.copy("tests/files/scalar.npy");
    assert!(bench.ok(&["inspect", &scalar]).ends_with("infinite\n  2.5\n"));
}

#[test]
fn archives_and_their_names() {
    let bench = Bench::new();
    let files = [bench.copy("tests/files/all.npz"), bench.copy("tests/files/deflated.npz")];
    let safetensors = bench.copy("tests/files/all.safetensors");
    let found = jsons(&bench.ok(&["inspect", "--json", &files[0], &files[1], &safetensors]));
    assert_eq!(found.iter().map(|file| file["tensors"].as_array().unwrap().len()).collect::<Vec<_>>(), [14, 14, 13]);
    assert_eq!(found[0]["tensors"], found[1]["tensors"]);
    assert_eq!(found[2]["facts"]["metadata format"], "np");
    for file in &found {
        for tensor in file["tensors"].as_array().unwrap() {
            assert_eq!(tensor["shape"], serde_json::json!([2, 3]));
            let mean = if tensor["name"] == "bool" { 0.5 } else { 2.5 };
            assert_eq!(tensor["stats"]["mean"], mean, "{tensor}");
        }
    }
    let one = bench.ok(&["inspect", "--tensor", "f2", &safetensors]);
    assert!(one.contains("\nf2: f16 [2, 3], row-major, 12 bytes\n  min 0, max 5, mean 2.5"), "{one}");
    let error = bench.fails(&["inspect", "--tensor", "f3", &safetensors]);
    assert!(error.contains("there is no tensor `f3`\nhelp: it holds u8, i8, f8"), "{error}");
    let plain = bench.copy("tests/files/plain.npy");
    let error = bench.fails(&["inspect", "--tensor", "x", &plain]);
    assert!(error.ends_with("there is no tensor `x`\nhelp: it holds one tensor without a name\n"), "{error}");
}

#[test]
fn floats_that_are_no_numbers() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&[1.0f32, f32::NAN, f32::NEG_INFINITY]).unwrap());
    let text = bench.ok(&["inspect", "a.npy"]);
    assert!(text.contains("\n  min 1, max 1, mean 1 of the finite elements, 1 NaN, 1 infinite\n"), "{text}");
    let json = &jsons(&bench.ok(&["inspect", "--json", "a.npy"]))[0]["tensors"][0]["stats"];
    let counts = ["min", "max", "finite", "nan", "infinite"].map(|key| json[key].clone());
    assert_eq!(Json::from_iter(counts), serde_json::json!([1.0, 1.0, 1, 1, 1]));
    bench.write("b.npy", npy::to_vec(&[f64::NAN, f64::NAN]).unwrap());
    assert!(bench.ok(&["inspect", "b.npy"]).contains("\n  no finite element: 2 NaN, 0 infinite\n"));
    let json = &jsons(&bench.ok(&["inspect", "--json", "b.npy"]))[0]["tensors"][0]["stats"];
    assert_eq!((&json["min"], &json["mean"], &json["nan"]), (&Json::Null, &Json::Null, &2.into()));
}

#[test]
fn pictures_and_sound() {
    let bench = Bench::new();
    let (picture, sound) = (bench.copy("examples/assets/picture.png"), bench.copy("examples/assets/sound.wav"));
    let text = bench.ok(&["inspect", &picture]);
    assert!(text.contains("media (by its content and name)"), "{text}");
    assert!(text.contains("\nimage [], ") && text.contains("  0: png, "), "{text}");
    let json = &jsons(&bench.ok(&["inspect", "--json", &picture]))[0]["tensors"][0]["media"][0];
    let header = bench.read(&picture);
    let side = |at: usize| u32::from_be_bytes(header[at..at + 4].try_into().unwrap());
    assert_eq!((&json["width"], &json["height"]), (&side(16).into(), &side(20).into()));
    assert!(bench.ok(&["inspect", &sound]).contains("\naudio [], "));

    // A picture as a tensor, and back.
    let drawn = bench.ok(&["inspect", "--draw", &picture]);
    assert!(drawn.contains('▀') && drawn.ends_with("\x1b[0m\n"));
    bench.write("grey.npy", npy::to_vec(&vec![[0u8, 128, 255, 7, 9]; 6]).unwrap());
    assert_eq!(bench.ok(&["inspect", "--png", "grey.png", "grey.npy"]), "grey.png: written\n");
    let json = &jsons(&bench.ok(&["inspect", "--json", "grey.png"]))[0]["tensors"][0]["media"][0];
    assert_eq!((&json["width"], &json["height"]), (&5.into(), &6.into()));
    // A picture that is read is not written over.
    let error = bench.fails(&["inspect", "--png", &picture, &picture]);
    assert!(error.contains("picture.png: this is picture.png, which is read"), "{error}");
    let error = bench.fails(&["inspect", "--png", "both.png", "grey.npy", &picture]);
    assert_eq!(error, "error: both.png: there are several files, and one picture to be written\nhelp: name one file\n");
    let line = bench.copy("tests/files/line.npy");
    let error = bench.fails(&["inspect", "--draw", "--png", "line.png", &line]);
    assert!(!bench.files().contains(&"line.png".to_owned()), "{error}");
    let error = bench.fails(&["inspect", "--draw", &line]);
    assert!(error.starts_with("error: line.npy: i64 [5] is no picture\nhelp: a picture is u8"), "{error}");
    let many = bench.copy("tests/files/all.npz");
    assert!(bench.fails(&["inspect", "--draw", &many]).contains("choose one with --tensor"));
}

#[test]
fn headers_of_archives_are_read_alone() {
    let bench = Bench::new();
    let archives = [bench.copy("tests/files/all.npz"), bench.copy("tests/files/deflated.npz")];
    for archive in &archives {
        // The same words, whether the elements are looked at or not.
        for args in [&["inspect", "--json"][..], &["inspect", "--json", "--tensor", "f4"]] {
            let all = jsons(&bench.ok(&[args, &[archive]].concat()));
            let headers = jsons(&bench.ok(&[args, &["--header", archive]].concat()));
            let mut expected = all.clone();
            for tensor in expected[0]["tensors"].as_array_mut().unwrap() {
                assert!(tensor.as_object_mut().unwrap().remove("stats").is_some());
            }
            assert_eq!(headers, expected, "{archive}");
        }
        let error = bench.fails(&["inspect", "--header", "--tensor", "f3", archive]);
        assert!(error.contains("there is no tensor `f3`\nhelp: it holds "), "{error}");
    }
    let record: Record = [("w".to_owned(), Tensor::from(vec![1u8; 20_000]))].into_iter().collect();
    for options in [npz::Options::new(), npz::Options::new().deflate(true)] {
        // Elements that no longer have their checksum: it is not computed.
        let mut bytes = options.to_vec(&record).unwrap();
        let crc = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap() + 16;
        bytes[crc] ^= 1;
        bench.write("wrong.npz", &bytes);
        bench.fails(&["inspect", "wrong.npz"]);
        let text = bench.ok(&["inspect", "--header", "wrong.npz"]);
        assert!(text.ends_with("\nw: u8 [20000], row-major, 19.5 KiB\n"), "{text}");
        assert!(bench.fails(&["inspect", "--header", "--draw", "wrong.npz"]).contains("w"));
    }
    bench.write("cut.npz", &npz::to_vec(&record).unwrap()[..100]);
    assert!(bench.fails(&["inspect", "--header", "cut.npz"]).starts_with("error: cut.npz: npz: "));
}

#[test]
fn vespa_without_a_type_says_what_to_add() {
    let bench = Bench::new();
    bench.write("a.json", r#"{"values": [1, 2, 3]}"#);
    let help = r#""type": "tensor<float>(x[3])""#;
    assert_eq!(
        bench.fails(&["inspect", "a.json"]),
        format!(
            "error: a.json: not vespa: line 1, column 1: expected a field `type`, since no type is declared (byte 0)\n\
             help: if this is a tensor of Vespa, name the type that its schema declares: --type 'tensor<float>(x[3])', \
             or in the file, as in {help}\n"
        )
    );
    bench.write("a.json", format!(r#"{{{help}, "values": [1, 2, 3]}}"#));
    assert!(bench.ok(&["inspect", "a.json"]).contains("f32 [3]"));
    bench.write("a.json", r#"{"type": 1, "values": [1, 2, 3]}"#);
    assert!(!bench.fails(&["inspect", "a.json"]).contains("as in"));
}

#[test]
fn annotated_bytes() {
    let bench = Bench::new();
    bench.write("a.dect", to_vec(&["hello", ", world!"]).unwrap());
    let text = bench.ok(&["inspect", "--hex", "a.dect"]);
    assert!(text.contains("     4  68 65 6c 6c 6f           element 0: \"hello\"\n"), "{text}");
    let npy = bench.copy("tests/files/plain.npy");
    let text = bench.ok(&["inspect", "--hex", &npy]);
    assert!(text.ends_with("   128  00 00 00 00 00 00 80 3f… elements: f32 [2, 3], RowMajor, Little\n"), "{text}");
    let file = bench.copy("tests/files/bfloat16.safetensors");
    let text = bench.ok(&["inspect", "--hex", &file]);
    assert!(text.contains("header in JSON\n") && text.ends_with("`x`: bf16 [2, 3]\n"), "{text}");
    let archive = bench.copy("tests/files/all.npz");
    let text = bench.ok(&["inspect", "--hex", &archive]);
    assert!(text.contains("\nc16.npy:\n") && text.ends_with("headers and directory of the archive\n"), "{text}");
    let message = [("x".to_owned(), Tensor::from(vec![1u8, 2]))].into_iter().collect::<Record>();
    let message = tensor_format::zio::Message { seqno: 7, ..tensor_format::zio::to_message(&message).unwrap() };
    bench.write("a.zio", message.to_vec().unwrap());
    let text = bench.ok(&["inspect", "--hex", "a.zio"]);
    assert!(
        text.contains("     1  5a 49 4f                 ZIO\n     4  30                       level: Undefined\n"),
        "{text}"
    );
    assert!(text.contains("label in JSON\n") && text.contains(" seqno: 7\n"), "{text}");
    assert!(text.contains(" 02                       length of a frame: 2 bytes\n"), "{text}");
    assert!(text.ends_with("  01 02                    part 0\n"), "{text}");
    bench.ok(&["convert", &npy, "a.shape"]);
    let text = bench.ok(&["inspect", "--hex", "a.shape"]);
    assert!(
        text.ends_with(
            "     0  10 0b                    element_type: 11\n     \
             2  1a 02 02 03              dimensions: [2, 3]\n     \
             6  2a 07                    layout, 7 bytes:\n     \
             8  0a 02 01 00              minor_to_major: [1, 0]\n    \
             12  80 01 01                 tail_padding_alignment_in_elements: 1\n    \
             15  32 02 00 00              is_dynamic_dimension: [0, 0]\n"
        ),
        "{text}"
    );
    // In the layout: sparse levels, types of indices and pointers, a physical shape, a split. Then a long list and an unknown field.
    let layout = "0a02 0001 4a02 0001 58 08 60 09 5204 100b 1a00 8a0105 0801 120101".replace(' ', "");
    let mut shape = hex::decode(format!("100b 1a02 0203 2a1a {layout} a206e807").replace(' ', "")).unwrap();
    assert_eq!(layout.len(), 2 * 0x1a);
    shape.extend([3; 1000]);
    bench.write("b.shape", shape);
    bench.write("b.bin", [0; 24]);
    // Such elements are not shown, the bytes are.
    let ran = bench.run(&["inspect", "--hex", "--format", "xla", "b.shape"]);
    assert!(ran.err.contains("the elements of a sparse array have no order of their own\n"), "{}", ran.err);
    let text = ran.out;
    for line in [
        "     8  0a 02 00 01              minor_to_major: [0, 1]\n",
        "    12  4a 02 00 01              dim_level_types: [0, 1]\n",
        "    16  58 08                    index_primitive_type: 8\n",
        "    18  60 09                    pointer_primitive_type: 9\n",
        "    20  52 04                    physical_shape, 4 bytes:\n    22  10 0b                    element_type: 11\n",
        "    26  8a 01 05                 split_configs, 5 bytes:\n    29  08 01                    dimension: 1\n",
        "    31  12 01 01                 split_indices: [1]\n",
        "    34  a2 06 e8 07 03 03 03 03… field 100: 1000 bytes\n",
    ] {
        assert!(text.contains(line), "{line}{}", &text[..text.len().min(2000)]);
    }
    bench.write("c.npy", npy::to_vec(&Tensor::from_slice([1; 20], &[1u8]).unwrap()).unwrap());
    bench.ok(&["convert", "c.npy", "c.meta"]);
    bench.ok(&["convert", "c.npy", "d.shape"]);
    let most = format!("[{}] and 4 more\n", ["1"; 16].join(", "));
    let text = bench.ok(&["inspect", "--hex", "d.shape"]);
    assert!(text.contains(&format!(" dimensions: {most}")), "{text}");
    let text = bench.ok(&["inspect", "--hex", "c.meta"]);
    assert!(text.contains(&format!(" shape: {most}")) && text.contains(&format!(" strides: {most}")), "{text}");
    bench.write("a.json", r#"{"type": "tensor<float>(x[1])", "values": [1]}"#);
    assert!(bench.ok(&["inspect", "--hex", "a.json"]).ends_with("     0  7b 22 74 79 70 65 22 3a… JSON text\n"));
    let picture = bench.copy("examples/assets/picture.png");
    let text = bench.ok(&["inspect", "--hex", &picture]);
    assert!(text.contains("     0  89 50 4e 47 0d 0a 1a 0a… png, ") && text.ends_with(" pixels\n"), "{text}");
    let deflated = bench.copy("tests/files/deflated.npz");
    assert!(bench.ok(&["inspect", "--hex", &deflated]).contains("\nf4.npy: deflated, 152 bytes\n"));
}

/// The last lines of the annotated bytes of a malformed file, and what is wrong with it.
#[track_caller]
fn annotated_fault(bench: &Bench, name: &str, bytes: &[u8], format: &str, lines: &[&str], error: &str) {
    bench.write(name, bytes);
    let ran = bench.run(&["inspect", "--hex", "--format", format, name]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.out.ends_with(&format!("\n{}\n", lines.join("\n"))), "{}", ran.out);
    // Of a file that bears its mark, only what is wrong in it is said.
    let marked = bytes.starts_with(b"PK") || bytes.starts_with(b"\x93NUMPY");
    assert_eq!(ran.err.contains(&format!("not {format}: ")), !marked && !ran.err.contains(&format!(": {format}: ")));
    let error = error.strip_prefix(&format!("{format}: ")).unwrap_or(error);
    let shown = ran.err.replacen(&format!(": {format}: "), ": ", 1).replacen(&format!(": not {format}: "), ": ", 1);
    assert_eq!(shown, format!("error: {name}: {error}\n"));
}

#[test]
fn annotated_bytes_of_malformed_files() {
    let bench = Bench::new();
    let npy = fs::read(repository("tests/files/plain.npy")).unwrap();
    let error = "the input ends too early: 24 bytes needed, 2 left (byte 128)";
    let lines = [
        "    10  7b 27 64 65 73 63 72 27… header, a Python dict",
        "   128  00 00                    elements: f32 [2, 3], RowMajor, Little",
    ];
    annotated_fault(&bench, "a.npy", &npy[..130], "npy", &lines, error);
    let lines = ["     0  93 4e 55 4d 50 59        \\x93NUMPY", "     6  07                       ."];
    let error = "the input ends too early: 12 bytes needed, 7 left (byte 0)";
    annotated_fault(&bench, "b.npy", b"\x93NUMPY\x07", "npy", &lines, error);
    let lines = ["     6  07 01                    version 7.1", "     8  00                       ."];
    let error = "npy: version: expected 1.0, 2.0 or 3.0, found 7.1 (byte 6)";
    annotated_fault(&bench, "c.npy", b"\x93NUMPY\x07\x01\0", "npy", &lines, error);

    // A tensor is cut, or begins before the one before ends.
    let header = |offsets: &str| format!(r#"{{"a":{{"dtype":"U8","shape":[2],"data_offsets":{offsets}}}}}"#);
    let file = |header: String, data: &[u8]| [&(header.len() as u64).to_le_bytes(), header.as_bytes(), data].concat();
    let lines = [
        "     0  35 00 00 00 00 00 00 00  length of the header: 53",
        "     8  7b 22 61 22 3a 7b 22 64… header in JSON",
        "    61  01                       `a`: u8 [2]",
    ];
    let error = "the input ends too early: 2 bytes needed, 1 left (byte 61)";
    annotated_fault(&bench, "a.safetensors", &file(header("[0,2]"), &[1]), "safetensors", &lines, error);

    let deflated = fs::read(repository("tests/files/deflated.npz")).unwrap();
    let directory = "npz: expected a ZIP archive of stored or deflated entries, found no directory at its end: it was cut, or is no archive (byte 60)";
    let lines = [
        "     0  50 4b 03 04              PK, an entry",
        "     4  2d 00 00 00 08 00 00 00… header of the entry, deflated",
        "    30  69 31 2e 6e 70 79        name: \"i1.npy\"",
        "    36  01 00 10 00 86 00 00 00… extra field",
        "    56  9b ec 17 ea              elements, deflated",
    ];
    annotated_fault(&bench, "a.npz", &deflated[..60], "npz", &lines, directory);
    // The elements of the second entry are not those of its checksum: which entry it is stands in the error.
    let mut wrong = fs::read(repository("tests/files/all.npz")).unwrap();
    wrong[380] ^= 1;
    bench.write("b.npz", wrong);
    let ran = bench.run(&["inspect", "--hex", "b.npz"]);
    assert!(
        ran.out.contains("\n   374  00 00 01 00 02 00 02 00… elements: i16 [2, 3], RowMajor, Little\n"),
        "{}",
        ran.out
    );
    let damage = "expected bytes that have the checksum which the archive says, found bytes that have another";
    assert_eq!(ran.err, format!("error: b.npz: parameter `i2`: npz: {damage} (byte 246)\n"));

    let record: Record = [("x".to_owned(), Tensor::from(vec![1u8, 2]))].into_iter().collect();
    let message = tensor_format::zio::to_message(&record).unwrap().to_vec().unwrap();
    let lines = ["     5  54 45 4e 53              form: TENS", "     9  7b 22 54 45 4e 53        label in JSON"];
    let found = format!("a length of {} with 14 left", message[0]);
    let error = format!("frame 0: expected a frame that ends within the buffer, found {found} (byte 0)");
    annotated_fault(&bench, "a.zio", &message[..15], "zio", &lines, &error);

    fs::write(bench.path("plain.npy"), &npy).unwrap();
    bench.ok(&["convert", "plain.npy", "a.meta"]);
    let meta = bench.read("a.meta");
    let lines = [
        "    43  00 00 00 00 00 00 00 00  offset: 0",
        "    51  65                       order: RowMajor",
        "    52  01                       index mode: Throw",
        "    53  01                       .",
    ];
    let error = "the input ends too early: 54 bytes needed, 43 left (byte 11)";
    annotated_fault(&bench, "a.meta", &meta[..54], "stdlib", &lines, error);
    // Numbers that mean nothing are shown as they are; big-endian ones in their order.
    let mut swapped = [&[0, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &[99, 7]].concat();
    swapped.extend([0; 12]);
    let lines = [
        "    19  63                       order: 99",
        "    20  07                       index mode: 7",
        "    21  00 00 00 00 00 00 00 00  submodes: 0",
        "    29  00 00 00 00              flags: 0",
    ];
    let error = "order: expected 101 or 102, found 99 (byte 19)";
    annotated_fault(&bench, "a.meta", &swapped, "stdlib", &lines, error);

    bench.ok(&["convert", "plain.npy", "b.shape"]);
    let shape = bench.read("b.shape");
    let lines = [
        "     6  2a 07                    layout, 7 bytes:",
        "     8  0a 02 01 00              minor_to_major: [1, 0]",
        "    12  80 01 01                 tail_padding_alignment_in_elements: 1",
    ];
    let lines = [&lines[..], &["    15  32 02 00                 2.."]].concat();
    let error = "the input ends too early: 2 bytes needed, 1 left (byte 17)";
    annotated_fault(&bench, "b.shape", &shape[..18], "xla", &lines, error);
    // Messages in one another have an end.
    let deep = (0..200).fold(Vec::new(), |inner: Vec<u8>, _| {
        let mut outer = vec![0x22];
        prost::encoding::encode_varint(inner.len() as u64, &mut outer);
        outer.extend(inner);
        outer
    });
    bench.write("deep.shape", deep);
    bench.write("deep.bin", b"");
    assert_eq!(bench.run(&["inspect", "--hex", "--format", "xla", "deep.shape"]).code, Some(2));

    let lines = ["     0  7b 22 74 79 70 65 22 3a… JSON text", "    44  7d                       }"];
    let error = "line 1, column 45: `values[0]`: not JSON: expected `,` or `]`, found `}` (byte 44)";
    annotated_fault(&bench, "a.json", br#"{"type":"tensor<float>(x[1])", "values": [1 }"#, "vespa", &lines, error);
    let bytes = to_vec(&[1.0f32, 2.0]).unwrap();
    bench.write("a.dect", &bytes[..6]);
    let ran = bench.run(&["inspect", "--hex", "a.dect"]);
    assert_eq!(ran.code, Some(2));
    let error = "the input ends too early: 8 bytes needed, 3 left";
    assert!(ran.out.contains("     2  02                       axis 0: 2\n") && ran.out.contains(error), "{}", ran.out);
    assert!(ran.err.contains(&format!("{error} (byte 3)")), "{}", ran.err);
}

/// Cut anywhere, or with any byte changed, a file is annotated without a panic.
#[test]
fn annotated_bytes_of_whatever_there_is() {
    let bench = Bench::new();
    let files = ["plain.npy", "all.npz", "deflated.npz", "bfloat16.safetensors"];
    let mut files: Vec<String> = files.iter().map(|file| bench.copy(&format!("tests/files/{file}"))).collect();
    for file in ["a.zio", "a.meta", "b.shape", "a.dect"] {
        bench.ok(&["convert", "plain.npy", file]);
        files.push(file.into());
    }
    fs::copy(bench.path("a.bin"), bench.path("broken.bin")).unwrap();
    for file in &files {
        let format = Files::open(&bench.path(file), &Reading::default()).unwrap().format;
        let bytes = bench.read(file);
        let step = bytes.len().div_ceil(40);
        let cut = (1..bytes.len()).step_by(step).map(|end| bytes[..end].to_vec());
        let changed = (0..bytes.len()).step_by(step).flat_map(|at| {
            [0x01, 0x80, 0xff].map(|bits| {
                let mut bytes = bytes.clone();
                bytes[at] ^= bits;
                bytes
            })
        });
        for broken in cut.chain(changed) {
            let path = bench.write("broken.any", broken);
            let files = Files::open(&path, &Reading { format: Some(format), ..Reading::default() }).unwrap();
            let mut out = Vec::new();
            let ended = tensor_format_cli::show::hex::write(&files, &mut out);
            assert!(!out.is_empty());
            assert_eq!(ended.is_err(), files.fault().is_some());
        }
    }
}

#[test]
fn standard_input_and_any_name() {
    let bench = Bench::new();
    let bytes = fs::read(repository("tests/files/plain.npy")).unwrap();
    let mut child = bench.command(&["inspect", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&bytes).unwrap();
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(out.starts_with("standard input: npy (by its content), 152 bytes\nf32 [2, 3]"), "{out}");
    // More than is held in memory.
    let long = npy::to_vec(&vec![1.5f32; 5 << 20]).unwrap();
    let mut child = bench.command(&["inspect", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&long).unwrap();
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(out.contains("f32 [5242880]") && out.contains("mean 1.5"), "{out}");
    bench.write("nameless", bytes);
    assert!(bench.ok(&["inspect", "nameless"]).starts_with("nameless: npy (by its content)"));
}

#[test]
fn a_format_is_never_guessed() {
    let bench = Bench::new();
    // One text of two bytes as the document says it, one of one byte behind its section's length as the clients write it.
    bench.write("text.dect", [11u8, 1, 1, 2, 1, b'a']);
    assert_eq!(
        bench.fails(&["inspect", "text.dect"]),
        "error: text.dect: the content fits decthings and decthings-legacy\nhelp: decide with --format decthings\n"
    );
    assert!(bench.ok(&["inspect", "--format", "decthings", "text.dect"]).contains("string [1], 2 bytes"));
    assert!(bench.ok(&["inspect", "--format", "decthings-clients", "text.dect"]).contains("string [1], 1 byte\n"));
    bench.write("noise", [0xffu8; 40]);
    let error = bench.fails(&["inspect", "noise"]);
    assert!(
        error.starts_with("error: noise: neither content nor name is of a known format\nhelp: name it with"),
        "{error}"
    );
    let error = bench.fails(&["inspect", "--format", "media", "noise"]);
    assert_eq!(error, "error: noise: not media: no format of pictures, sound or video begins like this\n");
    let error = bench.fails(&["inspect", "--format", "npy", "noise"]);
    assert!(error.starts_with("error: noise: not npy: npy: expected \\x93NUMPY at the beginning, found"), "{error}");
    fs::copy(repository("tests/files/plain.npy"), bench.path("wrong.safetensors")).unwrap();
    let error = bench.fails(&["inspect", "wrong.safetensors"]);
    assert!(error.starts_with("error: wrong.safetensors: the name says safetensors, the content npy\n"), "{error}");
    assert!(bench.ok(&["inspect", "--format", "npy", "wrong.safetensors"]).contains("(as named by --format)"));
    let mut record = Record::new();
    record.push("image", Tensor::from_slice([2], &[1.0f32, 2.0]).unwrap());
    record.push("ids", Tensor::from_slice([2], &[1i64, 2]).unwrap());
    let bytes = to_vec(&record).unwrap();
    bench.write("cut.dect", &bytes[..bytes.len() - 3]);
    assert_eq!(
        bench.fails(&["inspect", "cut.dect"]),
        "error: cut.dect: not decthings: parameter `ids`: the input ends too early: 16 bytes needed, 13 left (byte 27)\n\
         help: its name says so, its content fits no format; --format reads it as another\n"
    );
    bench.write("cut.npy", &fs::read(repository("tests/files/plain.npy")).unwrap()[..140]);
    let error = bench.fails(&["inspect", "cut.npy"]);
    assert!(error.contains("24 bytes needed, but") || error.contains("(byte 128)"), "{error}");
}

#[test]
fn files_that_are_none() {
    let bench = Bench::new();
    bench.write("empty.npy", b"");
    assert_eq!(
        bench.fails(&["inspect", "empty.npy"]),
        "error: empty.npy: the file is empty\nhelp: every format has at least one byte\n"
    );
    assert!(bench.fails(&["inspect", "none.npy"]).contains("none.npy: No such file"));
    fs::create_dir(bench.path("folder.npy")).unwrap();
    assert_eq!(
        bench.fails(&["inspect", "folder.npy"]),
        "error: folder.npy: this is a folder\nhelp: name the files in it\n"
    );
    // The others are shown all the same.
    let good = bench.copy("tests/files/plain.npy");
    let ran = bench.run(&["inspect", "none.npy", &good, "empty.npy"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.contains("f32 [2, 3]") && ran.err.contains("none.npy") && ran.err.contains("empty.npy"), "{ran:?}");
    assert_eq!(bench.run(&["inspect"]).code, Some(2));
    assert_eq!(bench.run(&["inspect", "--format", "png", &good]).code, Some(2));
}

#[test]
fn long_texts_and_records_are_cut() {
    let bench = Bench::new();
    let long = "x".repeat(10_000);
    bench.write("text.dect", to_vec(&[long.as_str()]).unwrap());
    let text = bench.ok(&["inspect", "text.dect"]);
    assert!(text.len() < 1000 && text.contains("string [1]") && text.contains("xxx"), "{}", text.len());
    let record: Record = [(long, Tensor::from(vec![1u8; 100_000]))].into_iter().collect();
    bench.write("a.safetensors", safetensors::to_vec(&record).unwrap());
    let text = bench.ok(&["inspect", "a.safetensors"]);
    assert!(text.len() < 1000 && text.contains("u8 [100000]") && text.contains("..."), "{text}");
}
