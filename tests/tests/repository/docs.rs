//! What the pages of the guide show is so.

use std::{collections::BTreeMap, env, fmt::Write as _, fs, path::Path};

use super::file;

/// The names in a folder of the repository that end so, without the end, in order.
fn names(folder: &str, end: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let names = fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter_map(|name| name.strip_suffix(end).map(str::to_owned)).collect();
    names.sort();
    names
}

/// What each topic of the cases is about; `readme` repeats a rule for the README.
const TOPICS: [(&str, &str); 26] = [
    ("contradiction", "Types against attributes"),
    ("name", "Names of axes, parameters and labels"),
    ("shape", "Shapes"),
    ("dtype", "Element types"),
    ("attribute", "Attributes"),
    ("kind", "Structs and enums"),
    ("field", "Fields"),
    ("default", "Defaults"),
    ("with", "Fields that a module converts"),
    ("flatten", "Records in records"),
    ("map", "Maps of tensors"),
    ("ragged", "Lists of different lengths"),
    ("range", "Ranges of values"),
    ("generic", "Generic types"),
    ("label", "Labels"),
    ("repr", "Labels as numbers"),
    ("union", "Enums of tensors"),
    ("variants", "Enums with data"),
    ("row", "Rows"),
    ("contract", "Contracts between types"),
    ("metadata", "Metadata"),
    ("model", "Models"),
    ("artefact", "Contracts with files"),
    ("traits", "Values and formats"),
    ("fallback", "One mistake is one message"),
    ("readme", ""),
];

/// The folders of the cases: those beside the drivers.
fn topics() -> Vec<String> {
    let mut topics = names("tests/ui", "");
    topics.retain(|name| !["Cargo.toml", "drivers"].contains(&name.as_str()));
    topics
}

/// The rules of a topic: of each case its first line, and its name as a link.
fn rules(folder: &str) -> String {
    let mut rules = String::new();
    for name in names(folder, ".rs") {
        let case = file(&format!("{folder}/{name}.rs"));
        let rule = case.lines().next().and_then(|line| line.strip_prefix("//! "));
        let rule = rule.unwrap_or_else(|| panic!("{folder}/{name}.rs does not begin with its rule"));
        writeln!(rules, "- {rule} [`{name}`](../{folder}/{name}.stderr)").unwrap();
    }
    rules
}

fn specification() -> String {
    let mut page = String::from(
        "# What the compiler catches\n\nEvery rule here is a case in `tests/ui`: code that does not compile, and beside it \
         the message, behind the link. The\nlist is made of the cases, and a test holds it to them.\n",
    );
    let known: BTreeMap<&str, &str> = TOPICS.into();
    let folders = topics();
    assert!(folders.iter().all(|folder| known.contains_key(folder.as_str())), "a topic without a title: {folders:?}");
    page.push_str("\n## In `cargo check`\n");
    for (topic, title) in TOPICS.iter().filter(|(_, title)| !title.is_empty()) {
        write!(page, "\n### {title}\n\n{}", rules(&format!("tests/ui/{topic}"))).unwrap();
    }
    page.push_str(
        "\n## Only in `cargo build`\n\nThe rules of a generic type are known where an instance is used, which is later than\n\
         `cargo check` looks. `#[tensor(check(Row<3>))]` brings an instance forward.\n\n",
    );
    page.push_str(&rules("tests/ui-build/generic"));
    page
}

#[test]
fn the_specification_lists_every_case() {
    let page = specification();
    if env::var("DOCS").is_ok_and(|value| value == "overwrite") {
        fs::write("../docs/what-the-compiler-catches.md", &page).unwrap();
    }
    assert_eq!(file("docs/what-the-compiler-catches.md"), page, "rewrite it with DOCS=overwrite");
    let count = page.lines().filter(|line| line.starts_with("- ")).count();
    assert!(count >= 80, "only {count} rules");
}

#[test]
fn every_case_has_its_message() {
    let topics = topics().into_iter().map(|topic| format!("tests/ui/{topic}"));
    for folder in topics.chain(["tests/ui-build/generic".to_owned()]) {
        assert_eq!(names(&folder, ".rs"), names(&folder, ".stderr"), "{folder}");
    }
}

/// The fenced blocks of a page: what is said of them, and their text.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fenced = page.split("```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').unwrap()).collect()
}

/// The case that a message belongs to, by the place that it names.
fn case_of(message: &str) -> Option<&str> {
    let place = message.lines().find_map(|line| line.trim_start().strip_prefix("--> "))?;
    place.split(".rs:").next()
}

#[test]
fn the_chapter_on_contracts_shows_what_the_compiler_says() {
    let page = file("docs/contracts.md");
    let mut shown = Vec::new();
    let mut refused = None;
    for (kind, text) in blocks(&page) {
        // Code that needs a file beside it is compiled as a case alone.
        if kind.contains("compile_fail") || kind == "rust,ignore" {
            refused = Some(text);
        } else if kind == "json" {
            assert_eq!(text, file("tests/ui/artefact/defs/sum.input.json"));
        } else if kind == "text" {
            let case = case_of(text).unwrap_or_else(|| panic!("a message without a place: {text}"));
            assert_eq!(text, file(&format!("tests/ui/{case}.stderr")));
            if let Some(code) = refused.take() {
                assert!(file(&format!("tests/ui/{case}.rs")).contains(code), "{case} has other code: {code}");
            }
            shown.push(case);
        }
    }
    assert_eq!(refused, None, "code that is refused is followed by its message");
    assert!(shown.contains(&"contract/crops_have_the_size_that_the_classifier_takes"), "{shown:?}");
}

/// The page of limits names every option that is one, and no other.
#[test]
fn the_options_of_limits_are_those_of_the_page() {
    macro_rules! named {
        ($($format:ident: $($option:ident)*;)*) => {
            [$($({
                let _ = tensor_format::$format::Options::$option;
                concat!(stringify!($format), "::Options::", stringify!($option))
            }),*),*]
        };
    }
    let mut options = named! {
        decthings: max_rank max_elements max_bytes max_element_bytes max_params max_empty_items;
        stdlib: max_rank max_elements max_expanded;
        xla: max_shapes max_depth max_text max_tiles max_expanded;
        vespa: max_text max_cells max_labels max_depth max_expanded max_faults;
        zio: max_rank max_label_bytes max_depth max_tensors max_parts max_expanded;
        npy: max_rank max_elements max_bytes;
        npz: max_params max_file max_expanded;
        safetensors: max_params;
        pixels: max_pixels max_expanded;
    };
    let page = file("docs/limits.md");
    let mut listed: Vec<&str> =
        page.split('`').skip(1).step_by(2).filter(|word| word.contains("::Options::")).collect();
    options.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, options);
}

/// The example of the wire format, its bytes and their meaning.
#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Reading {
    id: u8,
    values: [f32; 2],
    label: Option<String>,
}

#[test]
fn the_bytes_of_the_wire_format_are_those_that_are_written() {
    use tensor_format::decthings::Options;
    let page = file("docs/wire-format.md");
    let reading = Reading { id: 7, values: [0.5, 2.0], label: Some("cat".into()) };
    let mut shown = blocks(&page).into_iter().filter(|(kind, _)| *kind == "text");
    for options in [Options::new(), Options::new().align(8)] {
        let bytes = options.to_vec(&reading).unwrap();
        let lines = options.annotate(&bytes).fold(String::new(), |lines, line| format!("{lines}{line}\n"));
        let (_, text) = shown.next().expect("a block of bytes");
        assert_eq!(text, lines);
        // The bytes of the page alone, without our writer, are the value.
        let hex = text.lines().flat_map(|line| line.get(8..32).unwrap_or_default().split_whitespace());
        let typed: Vec<u8> = hex.map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
        assert_eq!(typed, bytes);
        assert_eq!(tensor_format::from_slice::<Reading>(&typed).unwrap(), reading);
    }
    assert!(shown.next().is_none());
}

#[test]
fn code_that_the_guide_does_not_compile_is_that_of_an_example() {
    let guide = file("docs/guide.md");
    let examples = ["examples/tokio_stream.rs", "examples/axum_server.rs"];
    let shown: Vec<_> = blocks(&guide).into_iter().filter(|(language, _)| *language == "rust,ignore").collect();
    assert_eq!(shown.len(), examples.len());
    for ((_, code), example) in shown.into_iter().zip(examples) {
        assert!(file(example).contains(code), "{code}");
    }
}

/// The chapter beyond one machine: its code is that of the examples, and its commands are those of the long gate.
#[test]
fn what_the_chapter_on_engines_shows_is_run() {
    let page = file("docs/scaling.md");
    let sources = [
        "datafusion/src/lib.rs",
        "datafusion/src/row_function.rs",
        "datafusion/src/session.rs",
        "ballista/src/cluster.rs",
    ];
    let sources: Vec<String> = sources.iter().map(|path| file(&format!("examples/engines/{path}"))).collect();
    let gate = file(".ci/long");
    let (mut code, mut commands) = (0, 0);
    for (language, text) in blocks(&page) {
        // A block in a list ends with the margin of its fence.
        let text = text.trim_end_matches(' ');
        match language {
            "rust,ignore" => {
                assert!(sources.iter().any(|source| source.contains(text)), "{text}");
                code += 1;
            }
            "sh" => {
                for command in text.lines() {
                    assert!(gate.lines().any(|line| line.trim() == command), "{command}");
                    commands += 1;
                }
            }
            // A test of the crate of columns runs it; the type is that of the examples.
            "rust" => {
                let (_, sample) = text.split_once("/// A picture").expect("the type");
                let (sample, _) = sample.split_once("\n}\n").expect("its end");
                assert!(file("examples/engines/samples/src/lib.rs").contains(sample), "{sample}");
            }
            other => panic!("a block of {other}"),
        }
    }
    assert!(code >= 6 && commands >= 14, "{code} blocks of code, {commands} commands");
}
