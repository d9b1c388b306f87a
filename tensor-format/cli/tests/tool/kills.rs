//! Runs that are killed in the middle: the old file or the new one, and at most one file beside it, which the next run
//! removes.

use std::{
    fs::{self, File},
    process::Stdio,
    thread,
    time::Instant,
};

use nix::{
    fcntl::{Flock, FlockArg},
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use tensor_format::{npy, npz};

use super::bench::Bench;

/// How many runs are killed; `CONVERT_KILLS` says otherwise.
fn kills() -> u64 {
    std::env::var("CONVERT_KILLS").map_or(40, |kills| kills.parse().expect("a number"))
}

/// Runs the tool again and again and ends each run by a signal, after a time that goes through all of what a run takes.
/// Returns how many were ended before they were done.
fn end_runs(bench: &Bench, args: &[&str], mut look: impl FnMut(Signal)) -> u64 {
    let run = || {
        let mut child = bench.command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        move |signal: Option<Signal>| {
            if let Some(signal) = signal {
                // One that has ended is still there until it is waited for.
                kill(Pid::from_raw(child.id() as i32), signal).unwrap();
            }
            child.wait().unwrap().success()
        }
    };
    let begun = Instant::now();
    (0..5).for_each(|_| assert!(run()(None)));
    let whole = begun.elapsed() / 5;
    let (mut ended, kills) = (0, kills());
    for at in 0..kills {
        let mut end = run();
        thread::sleep(whole.mul_f64((at as f64 * 0.618_034).fract() * 1.1));
        let signal = if at % 4 == 3 { Signal::SIGINT } else { Signal::SIGKILL };
        ended += u64::from(!end(Some(signal)));
        look(signal);
    }
    ended
}

#[test]
fn a_killed_conversion_leaves_the_old_file_or_the_new_one() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&vec![0.5f32; 1 << 18]).unwrap());
    let old = npz::to_vec(&(vec![1u8, 2, 3], 1u8)).unwrap();
    bench.write("target.npz", &old);
    assert_eq!(bench.run(&["convert", "a.npy", "target.npz"]).code, Some(0));
    let new = bench.read("target.npz");
    let mut beside = 0;
    let ended = end_runs(&bench, &["convert", "a.npy", "target.npz"], |signal| {
        let found = bench.read("target.npz");
        assert!(found == old || found == new, "{signal}: {} bytes", found.len());
        let left = bench.unfinished();
        assert!(left.len() <= 1, "{signal}: {left:?}");
        beside += left.len();
        bench.write("target.npz", &old);
    });
    println!("{} runs, {ended} were ended before they were done, after {beside} a file was beside the target", kills());
    assert!(ended > 0 && beside > 0);
    assert_eq!(bench.run(&["convert", "a.npy", "target.npz"]).code, Some(0));
    assert_eq!(bench.files(), ["a.npy", "target.npz"]);
}

#[test]
fn a_killed_conversion_to_two_files_leaves_no_description_of_other_elements() {
    let bench = Bench::new();
    bench.write("old.npy", npy::to_vec(&vec![1u8; 99]).unwrap());
    bench.write("a.npy", npy::to_vec(&vec![0.5f32; 1 << 18]).unwrap());
    assert_eq!(bench.run(&["convert", "a.npy", "x.meta"]).code, Some(0));
    let new = [bench.read("x.meta"), bench.read("x.bin")];
    assert_eq!(bench.run(&["convert", "old.npy", "x.meta"]).code, Some(0));
    let old = [bench.read("x.meta"), bench.read("x.bin")];
    let ended = end_runs(&bench, &["convert", "a.npy", "x.meta"], |signal| {
        let elements = bench.read("x.bin");
        match fs::read(bench.path("x.meta")) {
            Ok(meta) => assert!([&old, &new].contains(&&[meta, elements]), "{signal}"),
            Err(_) => assert!(elements == old[1] || elements == new[1], "{signal}"),
        }
        let left = bench.unfinished();
        assert!(left.len() <= 2, "{signal}: {left:?}");
        bench.write("x.meta", &old[0]);
        bench.write("x.bin", &old[1]);
    });
    assert!(ended > 0);
    assert_eq!(bench.run(&["convert", "a.npy", "x.meta"]).code, Some(0));
    assert_eq!(bench.files(), ["a.npy", "old.npy", "x.bin", "x.meta"]);
}

#[test]
fn only_files_that_nobody_writes_are_removed() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&[1u8, 2]).unwrap());
    bench.write("kept", b"kept");
    // A file that a run left behind, one that is being written, and names that no run gives.
    bench.write(".tensor-format-aB3dE6", b"left");
    bench.write(".tensor-format-locked", b"written");
    for other in [".tensor-format-", ".tensor-format-aB3dE", ".tensor-format-aB3dE67", ".tensor-format-aB3.E6"] {
        bench.write(other, b"another's");
    }
    fs::create_dir(bench.path(".tensor-format-folder")).unwrap();
    std::os::unix::fs::symlink("kept", bench.path(".tensor-format-link00")).unwrap();
    nix::unistd::mkfifo(&bench.path(".tensor-format-pipe00"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    let written = File::open(bench.path(".tensor-format-locked")).unwrap();
    let written = Flock::lock(written, FlockArg::LockExclusive).unwrap();
    let before = bench.files();
    assert_eq!(bench.run(&["convert", "a.npy", "b.npz"]).code, Some(0));
    let mut after = bench.files();
    after.retain(|name| name != "b.npz");
    let expected: Vec<String> = before.into_iter().filter(|name| name != ".tensor-format-aB3dE6").collect();
    assert_eq!(after, expected);
    drop(written);
    assert_eq!(bench.run(&["convert", "a.npy", "b.npz"]).code, Some(0));
    assert!(!bench.files().contains(&".tensor-format-locked".to_owned()));
    assert_eq!(bench.read("kept"), b"kept");
}

#[test]
fn runs_at_the_same_time_leave_each_other_alone() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&vec![0.5f32; 1 << 16]).unwrap());
    let names: Vec<String> = (0..6).map(|at| format!("{at}.npz")).collect();
    for _ in 0..5 {
        let runs: Vec<_> = names
            .iter()
            .map(|name| bench.command(&["convert", "a.npy", name]).stderr(Stdio::null()).spawn().unwrap())
            .collect();
        for mut run in runs {
            assert!(run.wait().unwrap().success());
        }
    }
    assert_eq!(bench.files().len(), 1 + names.len());
}
