//! Times have no unit, and paths no encoding: a module says how they travel.

use std::{
    ffi::OsString,
    path::PathBuf,
    time::{Duration, Instant, SystemTime},
};

use tensor_format::Tensor;

#[derive(Tensor)]
struct Job {
    timeout: Duration,
    pauses: Option<Duration>,
    started: Instant,
    modified: SystemTime,
    file: PathBuf,
    name: OsString,
}

#[derive(Tensor)]
struct Lists {
    laps: Vec<std::time::Duration>,
    absent: Option<Vec<std::time::Duration>>,
    array: [std::time::Duration; 2],
    times: Vec<std::time::SystemTime>,
    paths: Vec<std::path::PathBuf>,
    names: Vec<std::ffi::OsString>,
}

fn main() {}
