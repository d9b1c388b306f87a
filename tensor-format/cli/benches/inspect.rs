//! `inspect` on a file of 2 GiB beside one pass that computes the same statistics, in rounds that take turns.
//!
//! `cargo bench -p tensor-format-cli -- --check` fails if a bound is missed.
#![allow(missing_docs)]

use std::{
    env,
    error::Error,
    fs::{self, File},
    io::{Read, Write},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const TOOL: &str = env!("CARGO_BIN_EXE_tensor-format");
/// Elements of 4 bytes: 2 GiB.
const ELEMENTS: u64 = 1 << 29;
const HEAD: usize = 128;
const ROUNDS: usize = 5;
const LANES: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().collect();
    if let [_, mode, path] = &args[..]
        && mode == "--one-pass"
    {
        return one_pass(Path::new(path));
    }
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let path = folder.path().join("large.npy");
    create(&path)?;
    let path = path.to_str().ok_or("the folder's name is no text")?;
    let this = env::current_exe()?;
    let (mut pass, mut inspect, mut header) = (Vec::new(), Vec::new(), Vec::new());
    let mut anonymous = 0;
    for _ in 0..ROUNDS {
        pass.push(timed(Command::new(&this).args(["--one-pass", path]))?.0);
        let (time, memory) = timed(Command::new(TOOL).args(["inspect", path]))?;
        inspect.push(time);
        anonymous = anonymous.max(memory);
        header.push(timed(Command::new(TOOL).args(["inspect", "--header", path]))?.0);
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort();
        times[times.len() / 2].as_secs_f64() * 1e3
    };
    let (pass, inspect, header) = (median(&mut pass), median(&mut inspect), median(&mut header));
    let ratio = inspect / pass;
    println!("2 GiB of f32, medians of {ROUNDS} rounds");
    println!("one pass by hand   {pass:8.1} ms");
    println!("inspect            {inspect:8.1} ms, {ratio:.2} of it (goal 1.30)");
    println!("inspect --header   {header:8.1} ms (goal 10)");
    println!("anonymous memory   {anonymous:8} KiB (goal 65536)");
    if args.iter().any(|arg| arg == "--check") && (ratio > 1.3 || header > 10.0 || anonymous > 65_536) {
        return Err("a bound is missed".into());
    }
    Ok(())
}

/// A file of finite numbers.
fn create(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut file = File::create(path)?;
    let head = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({ELEMENTS},), }}");
    file.write_all(b"\x93NUMPY\x01\0")?;
    file.write_all(&118u16.to_le_bytes())?;
    file.write_all(format!("{head:117}\n").as_bytes())?;
    let block: Vec<u8> = (0..1u32 << 20).flat_map(|i| (i.wrapping_mul(2_654_435_761) as f32).to_le_bytes()).collect();
    for _ in 0..ELEMENTS >> 20 {
        file.write_all(&block)?;
    }
    Ok(())
}

/// How long a program takes, and the most anonymous memory of it that was seen, in KiB.
fn timed(command: &mut Command) -> Result<(Duration, u64), Box<dyn Error>> {
    let begun = Instant::now();
    let mut child = command.stdout(Stdio::null()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let watch = thread::spawn(move || {
        let mut most = 0;
        while let Ok(text) = fs::read_to_string(&status) {
            let Some(line) = text.lines().find_map(|line| line.strip_prefix("RssAnon:")) else { break };
            most = most.max(line.trim().trim_end_matches(" kB").parse().unwrap_or(0));
            thread::sleep(Duration::from_millis(5));
        }
        most
    });
    let ended = child.wait()?;
    let time = begun.elapsed();
    if !ended.success() {
        return Err(format!("{command:?}: {ended}").into());
    }
    Ok((time, watch.join().map_err(|_| "the watch failed")?))
}

/// Least, greatest, mean, and what is no number, in one pass.
fn one_pass(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut file = File::open(path)?;
    file.read_exact(&mut [0; HEAD])?;
    let mut bytes = vec![0; 1 << 16];
    let (mut min, mut max, mut sum) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES], [0f64; LANES]);
    let (mut nan, mut infinite) = ([0u64; LANES], [0u64; LANES]);
    for _ in 0..ELEMENTS * 4 / bytes.len() as u64 {
        file.read_exact(&mut bytes)?;
        let (mut nans, mut infinites) = ([0u32; LANES], [0u32; LANES]);
        for chunk in bytes.as_chunks::<{ 4 * LANES }>().0 {
            for (lane, x) in chunk.as_chunks::<4>().0.iter().enumerate() {
                let x = f32::from_le_bytes(*x);
                min[lane] = if x < min[lane] { x } else { min[lane] };
                max[lane] = if x > max[lane] { x } else { max[lane] };
                sum[lane] += if x.is_finite() { f64::from(x) } else { 0.0 };
                nans[lane] += u32::from(x.is_nan());
                infinites[lane] += u32::from(x.is_infinite());
            }
        }
        for lane in 0..LANES {
            nan[lane] += u64::from(nans[lane]);
            infinite[lane] += u64::from(infinites[lane]);
        }
    }
    let least = min.iter().copied().fold(f32::INFINITY, f32::min);
    let greatest = max.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let (nan, infinite): (u64, u64) = (nan.iter().sum(), infinite.iter().sum());
    let mean = sum.iter().sum::<f64>() / (ELEMENTS - nan - infinite) as f64;
    println!("min {least}, max {greatest}, mean {mean}, {nan} NaN, {infinite} infinite");
    Ok(())
}
