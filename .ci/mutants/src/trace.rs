//! The programs of the tests, and which test reaches which mutants in what time.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use crate::compile;

/// A program of tests.
pub(crate) struct Program {
    pub(crate) name: String,
    path: PathBuf,
    folder: PathBuf,
    /// Where the libraries of the compiler are, to which the tests of a macro are linked.
    libraries: PathBuf,
}

#[derive(Clone)]
pub(crate) struct Test {
    /// Its program, by number.
    pub(crate) program: usize,
    pub(crate) name: String,
    pub(crate) time: Duration,
}

#[derive(PartialEq, Eq, Clone, Copy, Debug)]
pub(crate) enum Ended {
    Passed,
    Failed,
    /// Not in the time that it had.
    Stopped,
}

/// Builds the tests of a copy of the repository.
pub(crate) fn build(tree: &Path, tests: &str) -> Vec<Program> {
    let mut command = compile::cargo(tree, "test");
    command.args([
        "--no-run",
        "--lib",
        "-p",
        "tensor-format",
        "-p",
        "tensor-format-derive",
        "-p",
        "tensor-format-tests",
        "--features",
        compile::FEATURES,
    ]);
    command.args(tests.split_whitespace().flat_map(|name| ["--test", name]));
    let output = command.stderr(Stdio::inherit()).output().expect("cargo");
    assert!(output.status.success(), "the tests do not build");
    let printed = Command::new("rustc").args(["--print", "target-libdir"]).current_dir(tree).output().expect("rustc");
    let libraries = PathBuf::from(String::from_utf8(printed.stdout).expect("a folder").trim());
    compile::messages(&output.stdout)
        .filter(|each| each["profile"]["test"] == true)
        .filter_map(|each| {
            let manifest = Path::new(each["manifest_path"].as_str()?).parent()?;
            let name = each["target"]["name"].as_str()?.to_owned();
            let path = each["executable"].as_str()?.into();
            Some(Program { name, path, folder: manifest.into(), libraries: libraries.clone() })
        })
        .collect()
}

impl Program {
    /// Runs tests of these names, one after another, with a mutant.
    pub(crate) fn run(&self, names: &[&str], mutant: &str, trace: &Path, time: Duration) -> Ended {
        let mut command = Command::new("sh");
        // A mutant may ask for all the memory that there is.
        command.args(["-c", "ulimit -v 6000000; exec \"$@\"", "sh"]).arg(&self.path);
        command.args(["--exact", "--test-threads=1"]).args(names).current_dir(&self.folder);
        command.env_clear().env("MUTANT", mutant).env("MUTANT_TRACE", trace).env("PROPTEST_CASES", "16");
        for name in ["PATH", "HOME", "TMPDIR"] {
            command.envs(std::env::var_os(name).map(|value| (name, value)));
        }
        command.env("LD_LIBRARY_PATH", &self.libraries);
        command.env("CARGO_MANIFEST_DIR", &self.folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("a program of tests");
        let begin = Instant::now();
        loop {
            if let Some(status) = child.try_wait().expect("a process") {
                return if status.success() { Ended::Passed } else { Ended::Failed };
            }
            if begin.elapsed() > time {
                child.kill().expect("a process");
                child.wait().expect("a process");
                return Ended::Stopped;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn tests(&self) -> Vec<String> {
        let mut command = Command::new(&self.path);
        command.args(["--list", "--format", "terse"]).env("LD_LIBRARY_PATH", &self.libraries);
        let output = command.output().expect("a program of tests");
        assert!(output.status.success(), "{}: {}", self.name, String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("names");
        text.lines().filter_map(|line| Some(line.strip_suffix(": test")?.to_owned())).collect()
    }
}

/// Runs each test alone, or reads what was found before: the tests that reach each mutant, the fastest first.
pub(crate) fn reached(tree: &Path, programs: &[Program]) -> BTreeMap<u32, Vec<Test>> {
    let path = tree.join("mutants.trace");
    let text = fs::read_to_string(&path).unwrap_or_else(|_| {
        let text = trace(tree, programs);
        fs::write(&path, &text).expect("written");
        text
    });
    let mut reached: BTreeMap<u32, Vec<Test>> = BTreeMap::new();
    for line in text.lines() {
        let mut fields = line.split('\t');
        let mut next = || fields.next().expect("a field of the trace");
        let (program, name, millis, ids) = (next(), next().to_owned(), next(), next());
        let program = programs.iter().position(|each| each.name == program).expect("a program that was traced");
        let time = Duration::from_millis(millis.parse().expect("a time"));
        for id in ids.split_whitespace() {
            let test = Test { program, name: name.clone(), time };
            reached.entry(id.parse().expect("a number")).or_default().push(test);
        }
    }
    reached.values_mut().for_each(|tests| tests.sort_by_key(|test| test.time));
    reached
}

fn trace(tree: &Path, programs: &[Program]) -> String {
    let tests: Vec<(&Program, String)> =
        programs.iter().flat_map(|program| program.tests().into_iter().map(move |name| (program, name))).collect();
    println!("{} tests, each alone", tests.len());
    let (lines, queue) = (Mutex::new(String::new()), Mutex::new(tests.into_iter().enumerate()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some((number, (program, name))) = queue.lock().expect("a queue").next() else { return };
                    let file = tree.join(format!("mutants.trace.{number}"));
                    fs::remove_file(&file).ok();
                    let begin = Instant::now();
                    let ended = program.run(&[&name], "trace", &file, Duration::from_secs(120));
                    let millis = begin.elapsed().as_millis();
                    let ids = fs::read_to_string(&file).unwrap_or_default().replace('\n', " ");
                    fs::remove_file(&file).ok();
                    match ended {
                        Ended::Passed => {
                            *lines.lock().expect("lines") += &format!("{}\t{name}\t{millis}\t{ids}\n", program.name)
                        }
                        _ => println!("not used, {ended:?} without a mutant: {} {name}", program.name),
                    }
                }
            });
        }
    });
    lines.into_inner().expect("lines")
}
