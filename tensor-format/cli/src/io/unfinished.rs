//! Names and locks of files that are being written, and what becomes of those that a killed run left behind.
//!
//! A run holds a lock on the file that it writes, which ends with the run, however that ends. So a file with such a
//! name that nobody has locked was left behind, and the next run that writes to its folder removes it.

use std::{fs, path::Path};

use tempfile::{Builder, NamedTempFile};

/// The first characters of the names.
const PREFIX: &str = ".tensor-format-";

/// The number of characters behind them.
const DRAWN: usize = 6;

/// Returns whether a file has the name of one that is being written.
fn is_named_so(name: &str) -> bool {
    name.strip_prefix(PREFIX)
        .is_some_and(|drawn| drawn.len() == DRAWN && drawn.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Creates a file in a folder and locks it.
///
/// # Errors
///
/// If none can be created there.
pub(super) fn create(folder: &Path) -> std::io::Result<NamedTempFile> {
    loop {
        let mut builder = Builder::new();
        builder.prefix(PREFIX).rand_bytes(DRAWN);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder)?;
        // Between its making and the lock another run may have taken it for one that was left behind.
        if lock::is_taken(file.as_file()) || !file.path().exists() {
            continue;
        }
        return Ok(file);
    }
}

/// Removes files that killed runs left in a folder. What cannot be removed is left there.
pub(super) fn remove_left_behind(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_file = || entry.file_type().is_ok_and(|kind| kind.is_file());
        if entry.file_name().to_str().is_some_and(is_named_so) && is_file() {
            // It stays locked until it is gone, so that a run that has just made it does not go on with it.
            if let Some(_locked) = lock::take(&entry.path()) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

#[cfg(unix)]
mod lock {
    use std::{fs::File, path::Path};

    use rustix::{
        fs::{FlockOperation, flock},
        io::Errno,
    };

    /// Locks an open file; returns whether another has locked it. A file system without locks has none that are taken.
    pub(super) fn is_taken(file: &File) -> bool {
        flock(file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK)
    }

    /// Locks a file that nobody has locked, for as long as what is returned. It is not known where there are no locks.
    pub(super) fn take(path: &Path) -> Option<File> {
        let file = File::open(path).ok()?;
        flock(&file, FlockOperation::NonBlockingLockExclusive).ok()?;
        Some(file)
    }
}

#[cfg(not(unix))]
mod lock {
    use std::{fs::File, path::Path};

    pub(super) fn is_taken(_: &File) -> bool {
        false
    }

    /// Returns `None`: without locks it is not known whether a file is still being written.
    pub(super) fn take(_: &Path) -> Option<File> {
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        sync::atomic::{AtomicBool, Ordering},
        thread,
    };

    use super::*;

    /// Checks that a file that was just made is never taken for one that was left behind.
    #[test]
    fn files_of_runs_at_the_same_time_stay() {
        let folder = tempfile::tempdir().unwrap();
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    remove_left_behind(folder.path());
                }
            });
            let vanished = (0..1000).find(|_| {
                let file = create(folder.path()).unwrap();
                thread::yield_now();
                !file.path().exists()
            });
            done.store(true, Ordering::Relaxed);
            assert_eq!(vanished, None);
        });
    }
}
