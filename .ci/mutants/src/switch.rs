//! Chooses the mutant that runs, by the variable `MUTANT`: its number, or `trace` to write the numbers of all that are reached
//! to the file `MUTANT_TRACE`.

extern crate std;

use std::{
    env,
    fs::{File, OpenOptions},
    io::{Read, Write},
    string::ToString,
    sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
};

const UNKNOWN: u32 = u32::MAX;
const TRACE: u32 = u32::MAX - 1;

static ACTIVE: AtomicU32 = AtomicU32::new(UNKNOWN);
static REACHED: [AtomicBool; 1 << 15] = [const { AtomicBool::new(false) }; 1 << 15];

#[inline]
pub(crate) fn on(id: u32) -> bool {
    let active = ACTIVE.load(Relaxed);
    active == id || active >= TRACE && begin(id)
}

#[cold]
fn begin(id: u32) -> bool {
    if ACTIVE.load(Relaxed) == UNKNOWN {
        ACTIVE.store(chosen(), Relaxed);
    }
    if ACTIVE.load(Relaxed) == TRACE && !REACHED[id as usize].swap(true, Relaxed) {
        let path = env::var_os("MUTANT_TRACE").unwrap();
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all((id.to_string() + "\n").as_bytes()).unwrap();
    }
    ACTIVE.load(Relaxed) == id
}

/// What the variable says, read without memory of the heap, which some tests count.
fn chosen() -> u32 {
    let mut bytes = [0; 4096];
    let len = File::open("/proc/self/environ").and_then(|mut file| file.read(&mut bytes)).unwrap_or(0);
    let value = bytes[..len].split(|byte| *byte == 0).find_map(|each| each.strip_prefix(b"MUTANT="));
    match value {
        Some(b"trace") => TRACE,
        Some(digits) => digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')),
        None => 0,
    }
}
