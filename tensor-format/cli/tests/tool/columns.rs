//! Files and streams of Arrow, and Parquet. Without the feature `arrow` the tool says that it was built without.

use super::bench::Bench;

#[cfg(not(feature = "arrow"))]
#[test]
fn a_tool_without_the_feature_says_so() {
    let bench = Bench::new();
    let help = "help: build it with `cargo install --features arrow`\n";
    for (name, mark) in [("a.arrow", &b"ARROW1\0\0"[..]), ("a.parquet", b"PAR1")] {
        bench.write(name, mark);
        let format = name.trim_start_matches("a.");
        let what = format!(
            "error: {name}: this is {format}, and this tool is built without the feature `arrow`, which reads and writes it\n"
        );
        assert_eq!(bench.fails(&["inspect", name]), format!("{what}{help}"));
    }
    let file = bench.copy("tests/files/plain.npy");
    let error = bench.fails(&["convert", &file, "b.parquet"]);
    assert!(
        error.contains("b.parquet: this is parquet, and this tool is built without the feature `arrow`"),
        "{error}"
    );
    assert!(!bench.path("b.parquet").exists());
}

#[cfg(feature = "arrow")]
mod with_arrow {
    use std::sync::Arc;

    use ::parquet::{
        arrow::ArrowWriter,
        basic::{Compression, ZstdLevel},
        file::properties::WriterProperties,
    };
    use arrow_array::{
        ArrayRef, DictionaryArray, Int8Array, Int32Array, ListArray, RecordBatch, StringArray, new_null_array,
        types::{Int8Type, Int32Type},
    };
    use arrow_ipc::{
        CompressionType,
        writer::{FileWriter, IpcWriteOptions, StreamWriter},
    };
    use arrow_schema::{DataType, Field, Schema, UnionFields, UnionMode};
    use serde_json::{Value as Json, json};
    use tensor_format::{Definitions, HasRules, Image, Many, Record, Tensor, decthings, npy, npz};
    use tensor_format_arrow::{ipc, parquet};

    use super::Bench;

    #[derive(Tensor, Debug, PartialEq)]
    struct Sample {
        #[tensor(shape = [h: 2, w: 3])]
        pixels: [[u8; 3]; 2],
        #[tensor(shape = [n, 4])]
        boxes: Vec<[f32; 4]>,
        label: String,
        score: Option<f64>,
    }

    fn samples() -> Vec<Sample> {
        let sample = |at: u8| Sample {
            pixels: [[at; 3], [1, 2, 3]],
            boxes: vec![[f32::from(at), 0.5, 1.0, 2.0]; usize::from(at % 3)],
            label: format!("label {at}"),
            score: (at != 1).then_some(f64::from(at) / 2.0),
        };
        (0..5).map(sample).collect()
    }

    /// A folder with samples in each format.
    fn bench() -> Bench {
        let bench = Bench::new();
        bench.write("a.arrow", ipc::write_file(Vec::new(), &samples()).unwrap());
        bench.write("a.arrows", ipc::write_stream(Vec::new(), &samples()).unwrap());
        bench.write("a.parquet", parquet::write(Vec::new(), &samples()).unwrap());
        bench
    }

    const FILES: [&str; 3] = ["a.arrow", "a.arrows", "a.parquet"];

    #[test]
    fn columns_are_shown_as_tensors() {
        let bench = bench();
        for (file, format) in FILES.into_iter().zip(["arrow", "arrow-stream", "parquet"]) {
            let shown = bench.ok(&["inspect", file, "--header"]);
            let (title, rest) = shown.split_once('\n').unwrap();
            assert!(title.starts_with(&format!("{file}: {format} (by its content and name)")), "{title}");
            let wanted = "  rows: 5\n  batches: 1\n  \
                column `pixels`: u8 [h: 2, w: 3] in arrow.fixed_shape_tensor\n  \
                column `boxes`: f32 [n, 4] in arrow.variable_shape_tensor\n  \
                column `label`: string [] in Utf8\n  \
                column `score`: f64 [] in Float64, nullable\n\
                pixels: u8 [5, 2, 3], row-major, 30 bytes\n\
                boxes.values: f32 [4, 4], row-major, 64 bytes\n\
                boxes.shape: i64 [5, 2], row-major, 80 bytes\n\
                label: string [5], 35 bytes\n\
                score: f64 [5], row-major, 40 bytes\n\
                score.valid: bool [5], row-major, 5 bytes\n";
            assert_eq!(rest, wanted, "{file}");
        }
        let shown = bench.ok(&["inspect", "a.parquet", "--tensor", "boxes.shape"]);
        assert!(shown.contains("[[0, 4],"), "{shown}");
        let found: Json = serde_json::from_str(&bench.ok(&["inspect", "a.arrows", "--json"])).unwrap();
        assert_eq!(found["tensors"][0]["stats"]["max"], json!(4));
        assert_eq!(found["tensors"][0]["shape"], json!([5, 2, 3]));
        // By its content alone, and from a pipe.
        std::fs::copy(bench.path("a.arrows"), bench.path("unnamed")).unwrap();
        assert!(bench.ok(&["inspect", "unnamed"]).contains("unnamed: arrow-stream (by its content)"));
        let hex = bench.ok(&["inspect", "a.arrow", "--hex"]);
        assert!(hex.contains("41 52 52 4f 57 31 00 00  ARROW1.."), "{hex}");
    }

    #[test]
    fn files_of_columns_become_one_another_without_loss() {
        let bench = bench();
        for from in FILES {
            for to in ["b.arrow", "b.arrows", "b.parquet"] {
                bench.ok(&["convert", from, to]);
                assert!(bench.ok(&["diff", from, to]).starts_with("6 tensors agree"), "{from} {to}");
            }
            let read = |name: &str| std::io::Cursor::new(bench.read(name));
            assert_eq!(ipc::read_file::<Sample, _>(read("b.arrow")).unwrap(), samples());
            assert_eq!(ipc::read_stream::<Sample, _>(read("b.arrows")).unwrap(), samples());
            let parquet_file = bytes::Bytes::from(bench.read("b.parquet"));
            assert_eq!(parquet::read::<Sample, _>(parquet_file).unwrap(), samples());
        }
    }

    #[test]
    fn other_formats_lose_the_names_of_axes() {
        let bench = bench();
        let error = bench.fails(&["convert", "a.parquet", "b.npz"]);
        let lost = "npz would lose the names of the axes of `pixels` and the names of the axes of `boxes`";
        assert!(error.contains(lost) || error.contains("npz has no element type string"), "{error}");
        let ran = bench.run(&["convert", "a.parquet", "b.dect", "--allow-loss"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert_eq!(bench.ok(&["diff", "a.parquet", "b.dect"]), "6 tensors agree\n");
    }

    #[test]
    fn tensors_of_other_formats_become_columns() {
        let bench = Bench::new();
        let mut record = Record::new();
        record.push("x", tensor_format::Tensor::from_vec([4, 2], (0..8u16).collect()).unwrap());
        record.push("y", tensor_format::Tensor::from_vec([4], vec![true, false, true, true]).unwrap());
        record.push("text", tensor_format::Tensor::from_strings([4], ["a", "", "c", "d"]).unwrap());
        bench.write("a.dect", decthings::to_vec(&record).unwrap());
        for file in ["a.arrow", "a.arrows", "a.parquet"] {
            bench.ok(&["convert", "a.dect", file]);
            assert_eq!(bench.ok(&["diff", "a.dect", file]), "3 tensors agree\n");
        }
        #[derive(Tensor, Debug, PartialEq)]
        struct Row {
            x: [u16; 2],
            y: bool,
            text: String,
        }
        let rows = parquet::read::<Row, _>(bytes::Bytes::from(bench.read("a.parquet"))).unwrap();
        assert_eq!(rows[3], Row { x: [6, 7], y: true, text: "d".into() });
        assert_eq!(rows.len(), 4);

        // One tensor without a name, and more rows than one batch has.
        bench.write("long.npy", npy::to_vec(&vec![[1.0f32, 2.0]; 100_000]).unwrap());
        for file in ["long.arrow", "long.arrows", "long.parquet"] {
            bench.ok(&["convert", "long.npy", file, "--name", "v"]);
            let shown = bench.ok(&["inspect", "--header", file]);
            assert!(shown.contains("v: f32 [100000, 2]"), "{shown}");
            assert_eq!(bench.ok(&["diff", "long.npy", file]), "1 tensor agrees\n");
        }
        assert!(bench.ok(&["inspect", "--header", "long.arrow"]).contains("  rows: 100000\n  batches: 2\n"));
        // To a pipe.
        for (format, file) in [("arrow", "a.arrow"), ("arrow-stream", "a.arrows"), ("parquet", "a.parquet")] {
            let output = bench.command(&["convert", "a.dect", "-", "--to", format]).output().unwrap();
            assert!(output.status.success() && output.stdout == bench.read(file), "{format}");
        }
    }

    #[test]
    fn what_has_no_rows_is_no_column() {
        let bench = Bench::new();
        let write = |tensors: Vec<(&str, tensor_format::Tensor)>| {
            let record: Record = tensors.into_iter().map(|(name, tensor)| (name.to_owned(), tensor)).collect();
            bench.write("a.npz", npz::to_vec(&record).unwrap());
            bench.fails(&["convert", "a.npz", "b.parquet"])
        };
        let of = |shape: &[usize]| {
            let count = shape.iter().product();
            tensor_format::Tensor::from_vec(shape.to_vec(), vec![0u8; count]).unwrap()
        };
        let error = write(vec![("x", of(&[2, 3])), ("y", of(&[3]))]);
        assert!(error.contains("parquet: parameter `y`: axis 0: expected rows: 2, found 3"), "{error}");
        let error = write(vec![("x", of(&[]))]);
        assert!(
            error.contains("parameter `x`: expected a tensor whose outermost axis is the rows, found u8 []"),
            "{error}"
        );
        // Parquet does not give tensors without elements back; Arrow does.
        let error = write(vec![("x", of(&[2, 0]))]);
        assert!(error.contains("parameter `x`: expected a tensor with elements, found lists of size 0"), "{error}");
        assert!(!bench.path("b.parquet").exists());
        bench.ok(&["convert", "a.npz", "b.arrow"]);
        assert_eq!(bench.ok(&["diff", "a.npz", "b.arrow"]), "1 tensor agrees\n");
        let complex = tensor_format::Tensor::from_vec([1], vec![num_complex::Complex::new(1.0f32, 2.0)]).unwrap();
        assert!(write(vec![("x", complex)]).contains("parquet has no element type c64"));
    }

    #[test]
    fn the_rules_of_a_file_are_those_of_a_row() {
        let bench = bench();
        for file in FILES {
            let text = bench.ok(&["rules", "--text", file]);
            let wanted = "pixels: u8 [h: 2, w: 3]\nboxes: f32 [n, 4]\nlabel: string []\nscore?: f64 []\n";
            assert_eq!(text, wanted, "{file}");
            bench.write("rules.json", bench.ok(&["rules", file]));
            assert_eq!(bench.ok(&["validate", file, "--rules", "rules.json"]), format!("{file}: valid\n"));
        }
    }

    #[test]
    fn rows_are_checked_against_rules() {
        let bench = bench();
        let rules = |rules: Definitions| {
            let json = decthings::definitions_to_json(&rules, decthings::Dialect::Documented).unwrap();
            bench.write("rules.json", json);
        };
        /// Other columns than the file has: what the schema says is wrong.
        #[derive(Tensor)]
        struct Other {
            pixels: [[u8; 4]; 2],
            label: u32,
            none: f32,
        }
        let of = |rules: tensor_format::Rules<'static>| Definitions::from(rules.as_record().unwrap());
        rules(of(Other::RULES));
        for file in FILES {
            let ran = bench.run(&["validate", file, "--rules", "rules.json"]);
            let wanted = format!(
                "{file}: parameter `pixels`: axis 1: expected 4, found 3\n\
                 {file}: parameter `label`: element type: expected u32, found string\n\
                 {file}: parameter `none`: required, but missing"
            );
            assert!(ran.code == Some(1) && ran.out.starts_with(&wanted), "{}", ran.out);
        }
        /// What only rows show: the first that is wrong.
        #[derive(Tensor)]
        struct Required {
            score: f64,
        }
        rules(of(Required::RULES));
        for file in FILES {
            let ran = bench.run(&["validate", file, "--rules", "rules.json", "--json"]);
            let found: Json = serde_json::from_str(&ran.out).unwrap();
            assert_eq!((ran.code, &found["violations"][0]["parameter"]), (Some(1), &json!("score")), "{}", ran.out);
            let message = found["violations"][0]["message"].as_str().unwrap();
            assert!(message.starts_with("record 1: parameter `score`: "), "{message}");
        }
        /// All that is wrong with that row.
        #[derive(Tensor)]
        struct Pairs {
            #[tensor(shape = [2])]
            x: Vec<u8>,
            #[tensor(shape = [1])]
            words: Vec<String>,
        }
        #[derive(Tensor)]
        struct Any {
            x: Vec<u8>,
            words: Vec<String>,
        }
        rules(of(Pairs::RULES));
        let rows = [2, 3].map(|len| Any { x: vec![7; len], words: vec!["w".into(); len - 1] });
        bench.write("pairs.parquet", parquet::write(Vec::new(), &rows).unwrap());
        let ran = bench.run(&["validate", "pairs.parquet", "--rules", "rules.json"]);
        let wanted = "pairs.parquet: record 1: parameter `x`: axis 0: expected 2, found 3\n\
                      pairs.parquet: record 1: parameter `words`: axis 0: expected 1, found 2\n";
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), wanted));
    }

    #[test]
    fn differences_between_rows_are_found() {
        let bench = bench();
        let mut other = samples();
        other[3].pixels[1][2] = 9;
        other[4].boxes.clear();
        bench.write("b.parquet", parquet::write(Vec::new(), &other).unwrap());
        let ran = bench.run(&["diff", "a.arrow", "b.parquet"]);
        let wanted = "pixels: 1 of 30 differ, first at [3, 1, 2]: 3 against 9; at most 6 absolute, 0.6666667 relative\n\
                      boxes.values: f32 [4, 4] against f32 [3, 4]\n\
                      boxes.shape: 1 of 10 differ, first at [4, 0]: 1 against 0; at most 1 absolute, 1 relative\n";
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), wanted));
    }

    #[test]
    fn damaged_files_and_other_columns_say_so() {
        let bench = bench();
        for file in FILES {
            let bytes = bench.read(file);
            bench.write("cut", &bytes[..bytes.len() - 20]);
            let format = ["arrow", "arrow-stream", "parquet"][FILES.iter().position(|name| *name == file).unwrap()];
            let error = bench.fails(&["inspect", "cut", "--format", format]);
            assert!(error.starts_with(&format!("error: cut: {format}: ")), "{error}");
            assert_eq!(bench.run(&["convert", "cut", "d.arrow", "--format", format]).code, Some(2));
            assert!(!bench.path("d.arrow").exists());
        }
        /// Lists of pictures are no tensors.
        #[derive(Tensor)]
        struct Media {
            image: Image,
            many: Many<u8>,
        }
        let media = [Media { image: Image::new("png", vec![1, 2]), many: Many(vec![1, 2]) }];
        bench.write("m.arrow", ipc::write_file(Vec::new(), &media).unwrap());
        let shown = bench.ok(&["inspect", "m.arrow"]);
        assert!(shown.contains("image: image [1]"), "{shown}");
        // A row may be smaller than what it stands for, and no larger than it may become.
        let error = bench.fails(&["inspect", "a.parquet", "--max-expanded", "10"]);
        assert!(error.contains("--max-expanded BYTES allows more"), "{error}");
    }

    /// A batch of one text of this many bytes.
    fn long(bytes: usize) -> RecordBatch {
        batch(vec![("s", Arc::new(StringArray::from(vec!["y".repeat(bytes)])))])
    }

    fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
        let fields = columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true));
        let schema = Schema::new(fields.collect::<Vec<_>>());
        RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect()).unwrap()
    }

    /// Writes a batch in each format, compressed.
    fn write(bench: &Bench, name: &str, batch: &RecordBatch) -> [String; 3] {
        let files = ["arrow", "arrows", "parquet"].map(|end| format!("{name}.{end}"));
        let options = || IpcWriteOptions::default().try_with_compression(Some(CompressionType::ZSTD)).unwrap();
        let mut file = FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options()).unwrap();
        file.write(batch).unwrap();
        bench.write(&files[0], file.into_inner().unwrap());
        let mut stream = StreamWriter::try_new_with_options(Vec::new(), &batch.schema(), options()).unwrap();
        stream.write(batch).unwrap();
        bench.write(&files[1], stream.into_inner().unwrap());
        let zstd = Compression::ZSTD(ZstdLevel::default());
        let properties = WriterProperties::builder().set_compression(zstd).set_dictionary_enabled(false).build();
        let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
        writer.write(batch).unwrap();
        bench.write(&files[2], writer.into_inner().unwrap());
        files
    }

    #[test]
    fn the_limit_of_expansion_can_be_raised_and_lowered() {
        let bench = Bench::new();
        let bytes = 80 << 20;
        for file in write(&bench, "long", &long(bytes)) {
            let ran = bench.run(&["inspect", &file]);
            assert_eq!(ran.code, Some(2), "{file}");
            assert!(ran.err.contains("bytes after expansion allowed"), "{}", ran.err);
            assert!(ran.err.contains("--max-expanded BYTES allows more"), "{}", ran.err);
            bench.ok(&["inspect", &file, "--header", "--max-expanded", "100000000"]);
            bench.ok(&["convert", &file, "raised.arrow", "--max-expanded", "100000000"]);
            assert!(bench.run(&["convert", &file, "not.arrow"]).err.contains("--max-expanded BYTES allows more"));
        }
        for file in write(&bench, "short", &long(100_000)) {
            let error = bench.fails(&["inspect", &file, "--max-expanded", "1000"]);
            assert!(error.contains("at most 1000 bytes after expansion"), "{error}");
        }
    }

    #[test]
    fn a_column_that_is_no_tensor_leaves_the_others() {
        let bench = Bench::new();
        let lists = [[Some(1), None], [Some(2), Some(3)]].map(Some);
        let lists: ArrayRef = Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>(lists));
        let keys = Int8Array::from(vec![0, 1]);
        let texts = DictionaryArray::<Int8Type>::new(keys, Arc::new(StringArray::from(vec!["cat", "dog"])));
        let y: ArrayRef = Arc::new(Int32Array::from(vec![1, 2]));
        let columns: Vec<(&str, ArrayRef)> =
            vec![("x", lists), ("y", y.clone()), ("kind", Arc::new(texts)), ("twice", y.clone()), ("twice", y)];
        for file in write(&bench, "a", &batch(columns)) {
            let shown: Json = serde_json::from_str(&bench.ok(&["inspect", &file, "--json"])).unwrap();
            let names: Vec<&str> =
                shown["tensors"].as_array().unwrap().iter().map(|tensor| tensor["name"].as_str().unwrap()).collect();
            assert_eq!(names, ["y"], "{file}");
            let shown = bench.ok(&["inspect", &file]);
            for why in [
                "row 0: expected elements that are not null",
                "it is a dictionary, which is not read",
                "2 columns have its name",
            ] {
                assert!(shown.contains(why), "{file}: {why}: {shown}");
            }
            assert!(bench.ok(&["inspect", &file, "--tensor", "y"]).contains("y: i32 [2]"), "{file}");
            let error = bench.fails(&["inspect", &file, "--tensor", "x"]);
            assert!(error.contains("is no tensor of the model and cannot be shown"), "{error}");
            // Copies do not look at it.
            bench.ok(&["convert", &file, "b.arrows"]);
            let error = bench.fails(&["convert", &file, "b.dect"]);
            assert!(error.contains("which is no tensor of the model"), "{error}");
        }
    }

    #[test]
    fn null_rows_are_counted_and_not_summed() {
        #[derive(Tensor)]
        struct Row {
            whole: Option<i32>,
            pair: Option<[f32; 2]>,
            text: Option<String>,
            #[tensor(rename = "whole.valid")]
            other: f32,
        }
        let row = |at: u8| Row {
            whole: (at != 1).then_some(10 + i32::from(at)),
            pair: (at > 1).then_some([f32::from(at), 0.5]),
            text: (at == 3).then(|| "t".into()),
            other: 1.0,
        };
        let bench = Bench::new();
        let rows: Vec<Row> = (0..4).map(row).collect();
        bench.write("n.parquet", parquet::write(Vec::new(), &rows[..3]).unwrap());
        let shown = bench.ok(&["inspect", "n.parquet"]);
        let whole = "whole: i32 [3], row-major, 12 bytes\n  1 of 3 rows are null\n  min 10, max 12, mean 11, 0 NaN";
        assert!(shown.contains(whole), "{shown}");
        let pair = "pair: f32 [3, 2], row-major, 24 bytes\n  2 of 3 rows are null\n  min 0.5, max 2, mean 1.25, 0 NaN";
        assert!(shown.contains(pair), "{shown}");
        assert!(shown.contains("text: string [3], 0 bytes\n  3 of 3 rows are null\n"), "{shown}");
        let json: Json = serde_json::from_str(&bench.ok(&["inspect", "n.parquet", "--json"])).unwrap();
        let pair = json["tensors"].as_array().unwrap().iter().find(|tensor| tensor["name"] == "pair").unwrap();
        assert_eq!((&pair["null_rows"], &pair["stats"]["finite"]), (&json!(2), &json!(2)));
        // Where no row is null, zeros count, and a column of such a name is one.
        bench.write("z.arrow", ipc::write_file(Vec::new(), &rows[2..]).unwrap());
        let shown = bench.ok(&["inspect", "z.arrow"]);
        assert!(
            shown.contains("whole: i32 [2], row-major, 8 bytes\n  min 12, max 13, mean 12.5, 0 NaN, 0 infinite\n"),
            "{shown}"
        );
    }

    #[test]
    fn columns_that_parquet_does_not_have_are_named() {
        let bench = Bench::new();
        let members = UnionFields::try_new([0], [Field::new("number", DataType::Int32, true)]).unwrap();
        let union = new_null_array(&DataType::Union(members, UnionMode::Sparse), 2);
        let none = new_null_array(&DataType::FixedSizeBinary(0), 2);
        let y: ArrayRef = Arc::new(Int32Array::from(vec![1, 2]));
        let columns = batch(vec![("union", union), ("y", y), ("none", none)]);
        let mut file = FileWriter::try_new(Vec::new(), &columns.schema()).unwrap();
        file.write(&columns).unwrap();
        bench.write("u.arrow", file.into_inner().unwrap());
        let error = bench.fails(&["convert", "u.arrow", "u.parquet"]);
        let union = "error: u.parquet: parquet: parameter `union`: expected a column of a type that Parquet's library \
                     writes and reads, found Union(Sparse, 0: (\"number\": Int32))";
        let none = "parameter `none`: expected byte strings of a byte or more, found FixedSizeBinary(0)";
        assert!(error.starts_with(union) && error.contains(none), "{error}");
        assert!(!bench.path("u.parquet").exists());
        bench.ok(&["convert", "u.arrow", "u.arrows"]);
    }
}
