//! Runs the tool on files in a folder of its own.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// The program.
pub(crate) const TOOL: &str = env!("CARGO_BIN_EXE_tensor-format");

/// A file of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A folder, in which the tool runs.
pub(crate) struct Bench {
    pub(crate) folder: TempDir,
}

/// How the tool ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Copies a file of the repository here.
    pub(crate) fn copy(&self, path: &str) -> String {
        let name = Path::new(path).file_name().unwrap().to_str().unwrap().to_owned();
        fs::copy(repository(path), self.path(&name)).unwrap();
        name
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(TOOL);
        command.args(args).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        self.command(args).output().unwrap().into()
    }

    /// Runs, and expects exit code 0 and nothing on the error output.
    pub(crate) fn ok(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}: {}", ran.out);
        ran.out
    }

    /// Runs, and expects exit code 2 and an error.
    pub(crate) fn fails(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}: {}", ran.err);
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
        ran.err
    }

    /// The names of files that are being written, or that a run left behind.
    pub(crate) fn unfinished(&self) -> Vec<String> {
        self.files().into_iter().filter(|name| name.starts_with(".tensor-format-")).collect()
    }

    /// Waits until a run has begun to write a file.
    pub(crate) fn wait_until_written(&self, child: &mut Child) {
        let begun = Instant::now();
        while self.unfinished().is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(60), "the conversion does not begin");
            assert_eq!(child.try_wait().unwrap(), None, "the conversion has ended before it was seen");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The names of all files, hidden ones too.
    pub(crate) fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.folder.path())
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}
