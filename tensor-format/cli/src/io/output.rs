//! Files that appear whole or not at all.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use tempfile::NamedTempFile;

use super::unfinished;
use crate::failure::Failure;

/// Files that are being written, which an interrupt removes.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn names() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes unfinished files when the program is interrupted or ended, and ends it.
fn clean_up_when_interrupted() {
    static SET: OnceLock<()> = OnceLock::new();
    SET.get_or_init(|| {
        // Without a handler the files stay, and nothing else is different.
        let _ = ctrlc::set_handler(|| {
            // The lock is kept to the end, so that no file is put in its place meanwhile.
            let paths = names();
            for path in paths.iter() {
                let _ = fs::remove_file(path);
            }
            std::process::exit(130);
        });
    });
}

/// A file that is written beside its place and put there when it is complete.
#[derive(Debug)]
pub struct Output {
    target: PathBuf,
    /// The new file; `None` once it is in its place.
    file: Option<NamedTempFile>,
}

impl Output {
    /// Begins a file, after those in its folder are removed that killed runs of the tool left behind.
    ///
    /// # Errors
    ///
    /// If its place is a folder, a device or pipe, a link that leads nowhere, is read-only, is one of the files that
    /// are read, or is in no folder that can be written to.
    pub fn create(path: &Path, sources: &[&Path]) -> Result<Self, Failure> {
        // A link stays a link: the file that it points to is replaced.
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(error) if fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink()) => {
                return Err(Failure::new(path.display(), format!("this is a link that leads to no file: {error}"))
                    .help("remove it, or make what it leads to"));
            }
            Err(_) => path.to_owned(),
        };
        let same = |source: &&&Path| fs::canonicalize(source).is_ok_and(|source| source == target);
        if let Some(source) = sources.iter().find(same) {
            return Err(Failure::new(path.display(), format!("this is {}, which is read", source.display()))
                .help("write to another file"));
        }
        let mut mode = None;
        if let Ok(meta) = fs::metadata(&target) {
            if meta.is_dir() {
                return Err(Failure::new(path.display(), "this is a folder").help("name a file in it"));
            }
            if !meta.is_file() {
                return Err(Failure::new(path.display(), "this is no file that can be replaced")
                    .help("write to `-`, which is standard output, and lead that there"));
            }
            if meta.permissions().readonly() {
                return Err(
                    Failure::new(path.display(), "the file is read-only").help("remove it, or write to another file")
                );
            }
            mode = Some(meta.permissions());
        }
        clean_up_when_interrupted();
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let failed = |error: io::Error| {
            let failure = Failure::new(path.display(), &error);
            match error.kind() {
                io::ErrorKind::NotFound if !folder.exists() => {
                    failure.help(format!("the folder {} is missing", folder.display()))
                }
                _ => failure
                    .help(format!("a file beside it is written first: check who may write to {}", folder.display())),
            }
        };
        let mut all = names();
        unfinished::remove_left_behind(folder);
        let file = unfinished::create(folder).map_err(failed)?;
        if let Some(mode) = mode {
            file.as_file().set_permissions(mode).map_err(failed)?;
        }
        all.push(file.path().to_owned());
        Ok(Self { target, file: Some(file) })
    }

    /// Returns a writer into the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened once more.
    pub fn writer(&self) -> Result<impl Write + use<>, Failure> {
        let Some(file) = &self.file else { return Err(io::Error::from(io::ErrorKind::NotFound).into()) };
        Ok(BufWriter::new(file.as_file().try_clone()?))
    }

    /// Puts complete files in their places. Of several, the last says what the others hold.
    ///
    /// Two files cannot be put in their places at once. So the last one's old file is removed first and its new one
    /// comes last: a program that is killed between leaves others that nothing describes, never new ones under an old
    /// description.
    ///
    /// # Errors
    ///
    /// If a place cannot be taken; those after it are left alone.
    pub fn persist(mut outputs: Vec<Output>) -> Result<(), Failure> {
        for file in outputs.iter().filter_map(|output| output.file.as_ref()) {
            file.as_file().sync_all()?;
        }
        // An interrupt waits until all are there. The lock is free again before the outputs are dropped, which take it.
        let placed = place(&mut outputs, &mut names());
        drop(outputs);
        placed
    }
}

fn place(outputs: &mut [Output], unfinished: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if let [_, .., last] = outputs {
        match fs::remove_file(&last.target) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Failure::new(last.target.display(), error).help("nothing was replaced"));
            }
            _ => {}
        }
    }
    for output in outputs {
        let Some(file) = output.file.take() else { continue };
        let beside = file.path().to_owned();
        let placed = file.persist(&output.target).map_err(|error| error.error);
        unfinished.retain(|path| *path != beside);
        placed.map_err(|error| Failure::new(output.target.display(), error))?;
    }
    Ok(())
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            let path = file.path().to_owned();
            drop(file);
            names().retain(|known| *known != path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Pair {
        folder: tempfile::TempDir,
    }

    impl Pair {
        /// Creates an old pair.
        fn new() -> Self {
            let pair = Self { folder: tempfile::tempdir().unwrap() };
            fs::write(pair.path("a.bin"), "old").unwrap();
            fs::write(pair.path("a.meta"), "old").unwrap();
            pair
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn read(&self, name: &str) -> Option<String> {
            fs::read_to_string(self.path(name)).ok()
        }

        /// Returns a new pair, not yet in its place.
        fn outputs(&self) -> Vec<Output> {
            let output = |name| {
                let output = Output::create(&self.path(name), &[]).unwrap();
                output.writer().unwrap().write_all(b"new").unwrap();
                output
            };
            vec![output("a.bin"), output("a.meta")]
        }

        /// Puts a folder where a file was, which no file replaces.
        fn block(&self, name: &str) {
            fs::remove_file(self.path(name)).unwrap();
            fs::create_dir(self.path(name)).unwrap();
            fs::write(self.path(name).join("file"), "").unwrap();
        }

        fn count(&self) -> usize {
            fs::read_dir(self.folder.path()).unwrap().count()
        }
    }

    /// Checks that a link to a file stays a link, and that one that leads nowhere is refused.
    #[cfg(unix)]
    #[test]
    fn links_are_followed_or_refused() {
        let pair = Pair::new();
        let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, pair.path(name)).unwrap();
        for (to, name) in [("nothing", "dangling"), ("loop", "loop"), ("dangling", "chain")] {
            link(to, name);
            let failure = Output::create(&pair.path(name), &[]).unwrap_err();
            assert!(failure.what.starts_with("this is a link that leads to no file: "), "{failure}");
            assert!(fs::symlink_metadata(pair.path(name)).unwrap().is_symlink());
        }
        link("a.bin", "sound");
        let output = Output::create(&pair.path("sound"), &[]).unwrap();
        output.writer().unwrap().write_all(b"new").unwrap();
        Output::persist(vec![output]).unwrap();
        assert_eq!(pair.read("a.bin").unwrap(), "new");
        assert_eq!(pair.count(), 6);
    }

    #[test]
    fn both_files_of_a_pair_are_replaced() {
        let pair = Pair::new();
        Output::persist(pair.outputs()).unwrap();
        assert_eq!((pair.read("a.bin").unwrap(), pair.read("a.meta").unwrap()), ("new".into(), "new".into()));
        assert_eq!(pair.count(), 2);
    }

    #[test]
    fn a_pair_is_never_half_old() {
        // The elements cannot be put in their place: the new description is not put there either.
        let pair = Pair::new();
        let outputs = pair.outputs();
        pair.block("a.bin");
        let failure = Output::persist(outputs).unwrap_err();
        assert!(failure.place.ends_with("a.bin"), "{failure}");
        assert_eq!((pair.read("a.meta"), pair.count()), (None, 1));
        // The old description cannot be taken away: the old elements stay.
        let pair = Pair::new();
        let outputs = pair.outputs();
        pair.block("a.meta");
        let failure = Output::persist(outputs).unwrap_err();
        assert!(failure.place.ends_with("a.meta") && failure.help.is_some(), "{failure}");
        assert_eq!((pair.read("a.bin").unwrap(), pair.count()), ("old".into(), 2));
    }
}
