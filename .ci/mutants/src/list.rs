//! The mutants of `cargo mutants --list --json`, and a sample of them.

use std::fs;

use serde_json::Value;

/// A place in a file: line and column, both from 1.
pub(crate) type Place = (usize, usize);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Genre {
    FnValue,
    Binary,
    Unary,
    Guard,
    Arm,
    Field,
}

pub(crate) struct Mutant {
    /// Its number at run time, from 1.
    pub(crate) id: u32,
    pub(crate) file: String,
    pub(crate) name: String,
    pub(crate) genre: Genre,
    pub(crate) at: Place,
    pub(crate) replacement: String,
    /// The first and the last line of the function that it is in.
    pub(crate) function: (usize, usize),
}

/// Draws so many of the mutants of a list: those whose names have the lowest hashes, so that most stay when sources change.
pub(crate) fn sample(path: &str, seed: u64, count: usize) -> Vec<Mutant> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let list: Vec<Value> = serde_json::from_str(&text).expect("a list of mutants");
    let mut drawn: Vec<(u64, &Value)> = list.iter().map(|each| (hash(seed, text_of(each, "name")), each)).collect();
    drawn.sort_by_key(|(hash, each)| (*hash, text_of(each, "name")));
    drawn.truncate(count);
    (1..).zip(drawn).map(|(id, (_, each))| mutant(id, each)).collect()
}

fn mutant(id: u32, each: &Value) -> Mutant {
    let lines = &each["function"]["span"];
    let line = |end: &str| lines[end]["line"].as_u64().map_or(0, |line| line as usize);
    let start = &each["span"]["start"];
    let number = |key: &str| start[key].as_u64().expect("a place") as usize;
    Mutant {
        id,
        file: text_of(each, "file").into(),
        name: text_of(each, "name").into(),
        genre: match text_of(each, "genre") {
            "FnValue" => Genre::FnValue,
            "BinaryOperator" => Genre::Binary,
            "UnaryOperator" => Genre::Unary,
            "MatchArmGuard" => Genre::Guard,
            "MatchArm" => Genre::Arm,
            "StructField" => Genre::Field,
            other => panic!("mutants of an unknown kind: {other}"),
        },
        at: (number("line"), number("column")),
        replacement: text_of(each, "replacement").into(),
        function: (line("start"), line("end")),
    }
}

fn text_of<'v>(each: &'v Value, key: &str) -> &'v str {
    each[key].as_str().unwrap_or_else(|| panic!("a mutant without {key}"))
}

/// FNV-1a of a text, mixed with the seed as in SplitMix64. The place of a mutant is part of its name and not of the hash.
fn hash(seed: u64, name: &str) -> u64 {
    let bytes = name.bytes().filter(|byte| !byte.is_ascii_digit());
    let text =
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let mut mixed = text ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
