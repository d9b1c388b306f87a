//! A package beside the repository, for what only a run of cargo shows.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// A package that depends on the crate, in the folder for temporary files. All share the crates that they build, but not
/// with trybuild, which would wait for them, and so most have the same features.
pub(crate) struct Project {
    folder: PathBuf,
}

impl Project {
    /// Makes a package with the derive alone, without code.
    pub(crate) fn new(name: &str) -> Self {
        Self::of(name, "[\"derive\"]")
    }

    /// Makes a package without the derive. Build it, and check the others: then the crate is compiled once for each.
    pub(crate) fn without_derive(name: &str) -> Self {
        Self::of(name, "[]")
    }

    /// Makes a package that calls the crate by another name.
    pub(crate) fn renamed(name: &str, own: &str) -> Self {
        Self::depending(name, &format!("[dependencies.{own}]\npackage = \"tensor-format\""))
    }

    /// Makes a package that inherits the crate from its workspace, which calls it by another name.
    pub(crate) fn renamed_in_workspace(name: &str, own: &str) -> Self {
        let inherited = format!("[dependencies.{own}]\nworkspace = true\n\n[workspace.dependencies.{own}]");
        Self::depending(name, &format!("{inherited}\npackage = \"tensor-format\""))
    }

    /// Makes a package with this in place of the head of the table of its dependency.
    fn depending(name: &str, head: &str) -> Self {
        let project = Self::new(name);
        let manifest = fs::read_to_string(project.folder.join("Cargo.toml")).expect("the package has a manifest");
        project.write("Cargo.toml", &manifest.replace("[dependencies.tensor-format]", head));
        project
    }

    fn of(name: &str, features: &str) -> Self {
        let root =
            Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the package lies in the repository");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("what an earlier run left can be removed");
        }
        let project = Self { folder };
        let path = root.join("tensor-format");
        project.write(
            "Cargo.toml",
            &format!(
                "[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies.tensor-format]\n\
                 path = {path:?}\ndefault-features = false\nfeatures = {features}\n\n[profile.dev]\ndebug = false\n\n\
                 [workspace]\n"
            ),
        );
        let lock = fs::read_to_string(root.join("Cargo.lock")).expect("the repository has a lock file");
        project.write("Cargo.lock", &lock);
        project
    }

    /// Writes a file.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        let parent = path.parent().expect("a file lies in a folder");
        fs::create_dir_all(parent).expect("folders can be made");
        fs::write(path, text).expect("files can be written");
    }

    /// Generates the code of a program as a build does, on crates that were only checked, which takes much less. Functions
    /// of theirs cannot be instantiated there: this finds what stands in the program's own code.
    pub(crate) fn generate(&self, program: &str) -> Ran {
        self.cargo("rustc", &["--profile", "check", "--bin", program, "--", "--emit=obj"])
    }

    /// Runs cargo, without the network.
    pub(crate) fn cargo(&self, command: &str, arguments: &[&str]) -> Ran {
        let target = self.folder.parent().expect("projects lie in one folder").join("target");
        let output = Command::new(env!("CARGO"))
            .args([command, "--offline", "--quiet", "--message-format", "human"])
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target)
            .env("CARGO_TERM_COLOR", "never")
            .env("CARGO_INCREMENTAL", "0")
            // In place of what `.cargo/config.toml` gives to trybuild.
            .env("CARGO_ENCODED_RUSTFLAGS", "-A\u{1f}dead_code\u{1f}--diagnostic-width=140")
            .output()
            .expect("cargo runs");
        Ran::new(&output)
    }
}

/// What a command said, and whether it succeeded.
pub(crate) struct Ran {
    pub(crate) success: bool,
    pub(crate) said: String,
}

impl Ran {
    fn new(output: &Output) -> Self {
        let said = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        Self { success: output.status.success(), said: said.concat() }
    }

    /// The output of a command that must have succeeded.
    pub(crate) fn expect_success(self) -> String {
        assert!(self.success, "{}", self.said);
        self.said
    }

    /// The output of a command that must have failed.
    pub(crate) fn expect_failure(self) -> String {
        assert!(!self.success, "nothing failed: {}", self.said);
        self.said
    }
}
