//! The tool among other programs: pipes that close, interrupts, memory.

use std::{
    fs::{self, File},
    io::{BufWriter, Read, Seek, SeekFrom, Write},
    os::unix::fs::FileTypeExt,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use super::bench::Bench;
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use tensor_format::{npy, xla};

/// A file of numbers of 64 bits in so many bytes: zeros, which take no room on the disk, and 2.
fn sparse(bench: &Bench, name: &str, bytes: u64) {
    described(bench, name, bytes, &format!("'<f8', 'fortran_order': False, 'shape': ({},)", bytes / 8));
}

/// The same, described otherwise.
fn described(bench: &Bench, name: &str, len: u64, description: &str) {
    let head = format!("{{'descr': {description}, }}");
    let mut bytes = b"\x93NUMPY\x01\0".to_vec();
    bytes.extend(118u16.to_le_bytes());
    bytes.extend(format!("{head:117}\n").bytes());
    let mut file = File::create(bench.path(name)).unwrap();
    file.write_all(&bytes).unwrap();
    file.set_len(128 + len).unwrap();
    file.seek(SeekFrom::End(-8)).unwrap();
    file.write_all(&2.0f64.to_le_bytes()).unwrap();
}

#[test]
fn a_pipe_that_closes_is_no_error() {
    let bench = Bench::new();
    let rows: Vec<[u8; 4]> = vec![[1; 4]; 4];
    bench.write("a.npy", npy::to_vec(&rows).unwrap());
    let mut args = vec!["inspect"];
    args.resize(2000, "a.npy");
    let mut child = bench.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 10]).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    // To a pipe that nobody reads, a conversion ends in the same way.
    sparse(&bench, "long.npy", 32 << 20);
    let args = ["convert", "long.npy", "-", "--to", "npz"];
    let mut child = bench.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

/// A file takes the place of a file, of nothing else.
#[test]
fn a_pipe_or_device_is_not_replaced() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&[[1u8, 2], [3, 4]]).unwrap());
    nix::unistd::mkfifo(&bench.path("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    for args in [&["convert", "a.npy", "pipe", "--to", "npz"][..], &["inspect", "a.npy", "--png", "pipe"]] {
        assert_eq!(
            bench.fails(args),
            "error: pipe: this is no file that can be replaced\n\
             help: write to `-`, which is standard output, and lead that there\n"
        );
        assert!(fs::metadata(bench.path("pipe")).unwrap().file_type().is_fifo());
    }
    assert_eq!(bench.files(), ["a.npy", "pipe"]);
}

/// Standard output without room is an error, unlike one that nobody reads.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_without_room() {
    let bench = Bench::new();
    bench.write("a.npy", npy::to_vec(&[1u8, 2]).unwrap());
    for args in [&["inspect", "a.npy"][..], &["convert", "a.npy", "-", "--to", "npz"], &["completions", "bash"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = bench.command(args).stdout(full).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), error.as_str()),
            (Some(2), "error: output: No space left on device (os error 28)\n")
        );
    }
}

#[test]
fn an_interrupted_conversion_leaves_nothing() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let bench = Bench::new();
        // Deflating so much takes seconds.
        sparse(&bench, "long.npy", 1 << 30);
        bench.write("target.npz", b"before");
        let mut child =
            bench.command(&["convert", "--deflate", "long.npy", "target.npz"]).stderr(Stdio::null()).spawn().unwrap();
        bench.wait_until_written(&mut child);
        kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(bench.files(), ["long.npy", "target.npz"]);
        assert_eq!(bench.read("target.npz"), b"before");
        assert_eq!(fs::metadata(bench.path("long.npy")).unwrap().len(), 128 + (1 << 30));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn long_work_shows_its_progress_on_a_terminal() {
    const LONG: Duration = Duration::from_millis(1200);
    let bench = Bench::new();
    sparse(&bench, "long.npy", 64 << 20);
    sparse(&bench, "short.npy", 4 << 10);
    let shown = |args: &[&str], work: &dyn Fn(&mut Child)| {
        let terminal = nix::pty::openpty(None, None).unwrap();
        let mut command = bench.command(args);
        command.env("TERM", "xterm").env_remove("NO_COLOR").stdin(Stdio::piped()).stderr(Stdio::from(terminal.slave));
        let mut child = command.spawn().unwrap();
        drop(command);
        work(&mut child);
        drop(child.stdin.take());
        let mut text = Vec::new();
        let mut buffer = [0; 4096];
        let mut master = File::from(terminal.master);
        // At its end a terminal gives an error.
        while let Ok(read @ 1..) = master.read(&mut buffer) {
            text.extend_from_slice(&buffer[..read]);
        }
        assert!(child.wait().unwrap().success());
        String::from_utf8(text).unwrap()
    };
    // Work is long, however fast the machine, where it stands still for a while. On a busy one it may be over before it is
    // stopped, and then nothing is shown: again.
    let stopped = |_| {
        shown(&["convert", "--deflate", "long.npy", "long.npz"], &|child| {
            bench.wait_until_written(child);
            let id = Pid::from_raw(child.id() as i32);
            kill(id, Signal::SIGSTOP).unwrap();
            thread::sleep(LONG);
            kill(id, Signal::SIGCONT).unwrap();
        })
    };
    let bar = (0..5).map(stopped).find(|bar| !bar.is_empty()).unwrap_or_default();
    assert!(bar.contains(" of 64.00 MiB, ") && bar.contains(" left"), "{bar:?}");
    assert_eq!(shown(&["convert", "--deflate", "short.npy", "short.npz"], &|_| {}), "");
    let bar = shown(&["convert", "-", "slow.dect"], &|child| {
        let bytes = bench.read("short.npy");
        let (one, other) = bytes.split_at(bytes.len() / 2);
        child.stdin.as_mut().unwrap().write_all(one).unwrap();
        thread::sleep(LONG);
        child.stdin.as_mut().unwrap().write_all(other).unwrap();
    });
    assert!(bar.contains(" KiB read"), "{bar:?}");
}

/// The most anonymous memory of a process while it runs, in KiB.
#[cfg(target_os = "linux")]
fn anonymous(bench: &Bench, args: &[&str]) -> u64 {
    let mut child = bench.command(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:"));
        let size = line.and_then(|line| line.trim().split(' ').next()).and_then(|size| size.parse().ok());
        most = most.max(size.unwrap_or_default());
        thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    most
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_file() {
    let bench = Bench::new();
    sparse(&bench, "long.npy", 7 << 20);
    for args in [
        &["inspect", "long.npy"][..],
        &["diff", "long.npy", "long.npy"],
        &["convert", "long.npy", "long.dect"],
        &["convert", "long.npy", "long.zio"],
        &["convert", "long.npy", "long.npz"],
        &["convert", "long.npy", "long.safetensors"],
        &["convert", "long.npy", "long.meta"],
        &["convert", "long.npy", "flat.shape"],
    ] {
        let most = anonymous(&bench, args);
        assert!(most < 6 << 10, "{args:?}: {most} KiB");
    }
    assert!(bench.ok(&["inspect", "long.npy"]).contains("min 0, max 2, "));
    // Elements that have to be put in order, turned, or made wider.
    described(&bench, "columns.npy", 7 << 20, "'<f8', 'fortran_order': True, 'shape': (896, 1024)");
    described(&bench, "turned.npy", 7 << 20, "'>f8', 'fortran_order': False, 'shape': (896, 1024)");
    described(&bench, "half.npy", 7 << 20, "'<f2', 'fortran_order': True, 'shape': (1792, 2048)");
    let conversions = ["long.dect", "long.npz", "long.npy", "flat.shape"]
        .map(|to| ["convert", "columns.npy", to])
        .into_iter()
        .chain([["convert", "turned.npy", "long.dect"], ["convert", "turned.npy", "long.npz"]]);
    for args in conversions.chain([["diff", "columns.npy", "columns.npy"]]) {
        let most = anonymous(&bench, &args);
        assert!(most < 6 << 10, "{args:?}: {most} KiB");
    }
    for args in [&["convert", "--allow-loss", "half.npy", "long.dect"][..], &["inspect", "half.npy"]] {
        let most = anonymous(&bench, args);
        assert!(most < 6 << 10, "{args:?}: {most} KiB");
    }
}

/// Tensors `t0`, `t1`… of so many bf16 elements, zeros that take no room on the disk.
#[cfg(target_os = "linux")]
fn sparse_tensors(bench: &Bench, name: &str, count: u64, elements: u64) {
    let len = 2 * elements;
    let entry = |index: u64| {
        let (start, end) = (index * len, (index + 1) * len);
        format!(r#""t{index}":{{"dtype":"BF16","shape":[{elements}],"data_offsets":[{start},{end}]}}"#)
    };
    let header = format!("{{{}}}", (0..count).map(entry).collect::<Vec<_>>().join(","));
    let mut file = File::create(bench.path(name)).unwrap();
    file.write_all(&(header.len() as u64).to_le_bytes()).unwrap();
    file.write_all(header.as_bytes()).unwrap();
    file.set_len(8 + header.len() as u64 + count * len).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_changed_tensors() {
    let bench = Bench::new();
    sparse_tensors(&bench, "many.safetensors", 12, 1 << 18);
    let most = anonymous(&bench, &["convert", "--allow-loss", "many.safetensors", "many.npz"]);
    assert!(most < 6 << 10, "{most} KiB");
    let shown = bench.ok(&["inspect", "--header", "many.npz"]);
    assert!(shown.contains("\nt11: f32 [262144], row-major, 1.0 MiB\n"), "{shown}");
}

/// A text of Vespa, `values` many times between its ends.
#[cfg(target_os = "linux")]
fn constant(bench: &Bench, name: &str, begin: &str, count: usize, values: impl Fn(usize) -> String, end: &str) {
    let mut file = BufWriter::new(File::create(bench.path(name)).unwrap());
    file.write_all(begin.as_bytes()).unwrap();
    for index in 0..count {
        let comma = if index == 0 { "" } else { "," };
        write!(file, "{comma}{}", values(index)).unwrap();
    }
    file.write_all(end.as_bytes()).unwrap();
    file.into_inner().unwrap();
}

/// Cells of 6 MiB, from lists, from addresses, and in blocks.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_a_constant_of_vespa_that_is_read() {
    let bench = Bench::new();
    let number = |index: usize| (index % 10).to_string();
    let numbers = (0..10_000).map(number).collect::<Vec<_>>().join(",");
    let row = format!("[{numbers}]");
    let begin = r#"{"type":"tensor<double>(x[80],y[10000])","values":["#;
    constant(&bench, "lists.json", begin, 80, |_| row.clone(), "]}");
    let begin = r#"{"type":"tensor(x[800000])","values":["#;
    constant(&bench, "list.json", begin, 80, |_| numbers.clone(), "]}");
    let begin = r#"{"type":"tensor<double>(k{},x[10000])","blocks":{"#;
    constant(&bench, "blocks.json", begin, 80, |index| format!(r#""{index}":{row}"#), "}}");
    let begin = r#"{"type":"tensor<double>(x[800000])","cells":["#;
    let cell = |index| format!(r#"{{"address":{{"x":"{index}"}},"value":1}}"#);
    constant(&bench, "cells.json", begin, 120_000, cell, "]}");
    let conversions = ["lists.json", "list.json", "blocks.json", "cells.json"]
        .map(|name| vec!["convert", "--allow-loss", name, "a.dect"]);
    for args in conversions.into_iter().chain([vec!["inspect", "cells.json"]]) {
        let most = anonymous(&bench, &args);
        assert!(most < 6 << 10, "{args:?}: {most} KiB");
    }
    let most = anonymous(&bench, &["diff", "lists.json", "lists.json"]);
    assert!(most < 6 << 10, "{most} KiB");
}

/// From rows, from columns, and as another type; the text has other names of dimensions.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_a_constant_of_vespa_that_is_written() {
    let bench = Bench::new();
    described(&bench, "rows.npy", 7 << 20, "'<f8', 'fortran_order': False, 'shape': (896, 1024)");
    described(&bench, "columns.npy", 7 << 20, "'<f8', 'fortran_order': True, 'shape': (896, 1024)");
    described(&bench, "whole.npy", 7 << 20, "'<i4', 'fortran_order': False, 'shape': (1835008,)");
    for name in ["rows.npy", "columns.npy", "whole.npy"] {
        let args = ["convert", "--allow-loss", name, "b.json"];
        let most = anonymous(&bench, &args);
        assert!(most < 6 << 10, "{args:?}: {most} KiB");
        if name == "whole.npy" {
            assert!(bench.ok(&["inspect", "b.json"]).contains("\n  min 0, max 1073741824, "));
        } else {
            assert_eq!(bench.ok(&["diff", name, "b.json"]), "1 tensor agrees\n");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_what_an_archive_unpacks_to() {
    let bench = Bench::new();
    sparse(&bench, "long.npy", 7 << 20);
    let most = anonymous(&bench, &["convert", "--deflate", "long.npy", "long.npz"]);
    assert!(most < 6 << 10, "{most} KiB");
    assert!(bench.read("long.npz").len() < 1 << 20);
    for args in [
        &["inspect", "long.npz"][..],
        &["convert", "long.npz", "long.safetensors"],
        &["convert", "--allow-loss", "long.npz", "again.npy"],
    ] {
        let most = anonymous(&bench, args);
        assert!(most < 6 << 10, "{args:?}: {most} KiB");
    }
    assert_eq!(bench.ok(&["diff", "long.npy", "again.npy"]), "1 tensor agrees\n");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_a_sound() {
    let bench = Bench::new();
    let name = bench.copy("examples/assets/sound.wav");
    File::options().write(true).open(bench.path(&name)).unwrap().set_len(40 << 20).unwrap();
    for args in [&["inspect", &name][..], &["convert", &name, "sound.dect"], &["diff", &name, "sound.dect"]] {
        let most = anonymous(&bench, args);
        assert!(most < 40 << 10, "{args:?}: {most} KiB");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_tiles() {
    let bench = Bench::new();
    let shape: xla::Shape = "c128[2,320,768]{2,1,0:T(8,128)}".parse().unwrap();
    bench.write("tiled.shape", shape.to_vec());
    File::create(bench.path("tiled.bin")).unwrap().set_len(2 * 320 * 768 * 16).unwrap();
    let most = anonymous(&bench, &["convert", "tiled.shape", "rows.npy"]);
    assert!(most < 6 << 10, "{most} KiB");
}

/// What does not fit into memory needs room elsewhere: that there is none is not the file's fault.
#[test]
fn no_room_for_what_is_unpacked() {
    let bench = Bench::new();
    sparse(&bench, "long.npy", 32 << 20);
    bench.ok(&["convert", "--deflate", "long.npy", "long.npz"]);
    let output = bench.command(&["inspect", "long.npz"]).env("TMPDIR", bench.path("none")).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{error}");
    assert!(error.starts_with("error: long.npz: ") && !error.contains("not npz"), "{error}");
    assert!(error.contains("help: a file is written to ") && error.contains("none meanwhile"), "{error}");
    let stdin = File::open(bench.path("long.npy")).unwrap();
    let output = bench.command(&["inspect", "-"]).stdin(stdin).env("TMPDIR", bench.path("none")).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("error: standard input: ") && error.contains("none meanwhile"), "{error}");
}
