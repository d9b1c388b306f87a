//! Vespa tensors: a million numbers, 100,000 sparse cells, 1000 blocks of 384 floats; read and written.
//!
//! The floor of reading are the parsers of the standard library and of `fast-float2` over the texts of the numbers
//! alone, that of writing `zmij` over the numbers alone: all without any JSON.

use std::{borrow::Cow, collections::BTreeMap, fmt::Write};

use serde::{Deserialize, Serialize};
use tensor_format::vespa::{Constant, Options, TensorType};

use super::JSON;
use crate::{
    report::Suite,
    workload::{Form, Workload},
};

const SIDE: usize = 1000;
const CELLS: usize = 100_000;
const BLOCKS: usize = 1000;
const WIDTH: usize = 384;

#[derive(Deserialize, Serialize)]
struct Dense {
    values: Vec<Vec<f64>>,
}

#[derive(Deserialize, Serialize)]
struct Sparse<'a> {
    #[serde(borrow)]
    cells: Vec<Cell<'a>>,
}

#[derive(Deserialize, Serialize)]
struct Cell<'a> {
    #[serde(borrow)]
    address: Address<'a>,
    value: f64,
}

#[derive(Deserialize, Serialize)]
struct Address<'a> {
    #[serde(borrow)]
    brand: Cow<'a, str>,
    #[serde(borrow)]
    category: Cow<'a, str>,
}

#[derive(Deserialize)]
struct SparseMaps {
    cells: Vec<CellMap>,
}

#[derive(Deserialize)]
struct CellMap {
    address: BTreeMap<String, String>,
    value: f64,
}

#[derive(Deserialize, Serialize)]
struct Mixed {
    blocks: BTreeMap<String, Vec<f32>>,
}

/// Returns numbers from 0 to 1 that look random, always the same.
fn numbers(count: usize) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..count).map(|_| next()).collect()
}

fn tensor_type(text: &str) -> TensorType {
    text.parse().expect("a type")
}

/// Returns the texts of the numbers of a list without brackets in it.
fn texts(body: &str) -> Vec<&str> {
    body.split([',', '[', ']', '{', '}', ':', '"']).filter(|text| text.parse::<f64>().is_ok()).collect()
}

/// Returns a copy of the text in existing memory, for a parser that writes to what it reads.
fn copied<'b>(text: &str, room: &'b mut Vec<u8>) -> &'b mut [u8] {
    room.clear();
    room.extend_from_slice(text.as_bytes());
    room
}

/// Returns the sum of everything in the cells, so that all of them are looked at.
fn sum(read: &Sparse<'_>) -> f64 {
    let length = |cell: &Cell<'_>| cell.address.brand.len() + cell.address.category.len();
    read.cells.iter().map(|cell| cell.value + length(cell) as f64).sum()
}

/// Runs the parsers alone, over the texts of numbers.
fn parsers<'a, T: 'a>(work: &mut Workload<'a>, tokens: &'a [&str], number: fn(f64) -> T) {
    work.looks("parser of std alone", move || {
        let mut parsed = Vec::with_capacity(tokens.len());
        parsed.extend(tokens.iter().map(|text| number(text.parse().unwrap_or_default())));
        parsed
    });
    work.looks("fast-float2 alone", move || {
        let mut parsed = Vec::with_capacity(tokens.len());
        parsed.extend(tokens.iter().map(|text| number(fast_float2::parse(text).unwrap_or_default())));
        parsed
    });
}

/// Adds the printer alone, over numbers, with room for the whole text.
fn printer<'a, T: zmij::Float + Copy>(work: &mut Workload<'a>, numbers: &'a [T]) {
    let room = work.bytes;
    work.looks("zmij alone", move || {
        let mut out = String::with_capacity(room);
        let mut buffer = zmij::Buffer::new();
        for number in numbers {
            out.push_str(buffer.format_finite(*number));
            out.push(',');
        }
        out
    });
}

pub(crate) fn run(suite: &mut Suite) {
    let long = numbers(SIDE * SIDE);
    let short: Vec<f64> = long.iter().map(|number| (number * 1e4).round() / 1e4).collect();
    dense(suite, "17 digits", &long, 1.03);
    dense(suite, "4 decimals", &short, 0.5);
    sparse(suite);
    mixed(suite);
}

/// Measures dense tensors. Writing may take `most` times what the printer alone takes.
fn dense(suite: &mut Suite, digits: &str, numbers: &[f64], most: f64) {
    let rows: Vec<Vec<f64>> = numbers.chunks(SIDE).map(<[f64]>::to_vec).collect();
    let text = serde_json::to_string(&Dense { values: rows.clone() }).expect("a text");
    let declared = tensor_type("tensor(x[1000],y[1000])");
    let read = || Options::new().read_as(&declared, &text).expect("a tensor");
    assert_eq!(read().cells().as_slice::<f64>().expect("doubles"), numbers);

    let title = format!("read a Vespa matrix of a million doubles, {digits}, each");
    if suite.wants(&title) {
        let tokens = texts(&text);
        assert_eq!(tokens.len(), numbers.len());
        let mut work = Workload::new(&title, numbers.len(), text.len());
        parsers(&mut work, &tokens, |number| number);
        work.looks("serde_json::Value", || serde_json::from_str::<serde_json::Value>(&text).expect("a tree"));
        work.looks("serde_json, Vec<Vec<f64>>", || serde_json::from_str::<Dense>(&text).expect("lists"));
        work.looks("sonic-rs, Vec<Vec<f64>>", || sonic_rs::from_str::<Dense>(&text).expect("lists"));
        let (mut room, text) = (Vec::new(), text.as_str());
        work.looks("simd-json, Vec<Vec<f64>>", move || {
            simd_json::from_slice::<Dense>(copied(text, &mut room)).expect("lists")
        });
        work.looks("tensor-format", read);
        work.within("parser of std alone", 1.05).within("fast-float2 alone", 1.05);
        work.within("serde_json, Vec<Vec<f64>>", 1.0 / 1.8).faster_than("sonic-rs, Vec<Vec<f64>>");
        suite.run(work.all_of(&JSON, Form::BOTH));
    }

    let title = format!("write a Vespa matrix of a million doubles, {digits}, each");
    if suite.wants(&title) {
        let tensor = read();
        let (lists, tree) = (Dense { values: rows }, serde_json::from_str::<serde_json::Value>(&text).expect("a tree"));
        let mut work = Workload::new(&title, numbers.len(), text.len());
        printer(&mut work, numbers);
        work.looks("serde_json::Value", || serde_json::to_string(&tree).expect("a text"));
        work.looks("serde_json, Vec<Vec<f64>>", || serde_json::to_string(&lists).expect("a text"));
        work.looks("sonic-rs, Vec<Vec<f64>>", || sonic_rs::to_string(&lists).expect("a text"));
        work.looks("simd-json, Vec<Vec<f64>>", || simd_json::to_string(&lists).expect("a text"));
        work.looks("tensor-format", || tensor.to_text());
        work.within("zmij alone", most).faster_than("serde_json, Vec<Vec<f64>>");
        suite.run(work.all_of(&JSON, Form::BOTH));
    }
}

fn sparse(suite: &mut Suite) {
    let numbers = numbers(CELLS);
    let mut text = String::from("{\"cells\":[");
    for (index, number) in numbers.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let (brand, category) = (index / 300, index % 300);
        write!(
            text,
            "{comma}{{\"address\":{{\"brand\":\"brand {brand}\",\"category\":\"category {category}\"}},\"value\":{:.4}}}",
            number
        )
        .expect("a text in memory");
    }
    text.push_str("]}");
    let declared = tensor_type("tensor(brand{},category{})");
    let read = || Options::new().read_as(&declared, &text).expect("a tensor");
    assert_eq!(read().labels().len(), CELLS);

    let title = "read 100,000 sparse Vespa cells of two labels, each";
    if suite.wants(title) {
        let values: Vec<String> = numbers.iter().map(|number| format!("{number:.4}")).collect();
        let tokens: Vec<&str> = values.iter().map(String::as_str).collect();
        let mut work = Workload::new(title, CELLS, text.len());
        parsers(&mut work, &tokens, |number| number);
        work.looks("serde_json::Value", || serde_json::from_str::<serde_json::Value>(&text).expect("a tree"));
        work.looks("serde_json, maps", || {
            let read = serde_json::from_str::<SparseMaps>(&text).expect("cells");
            read.cells.iter().map(|cell| cell.value + cell.address.len() as f64).sum::<f64>()
        });
        work.looks("serde_json, borrowed", || sum(&serde_json::from_str(&text).expect("cells")));
        work.looks("sonic-rs, borrowed", || sum(&sonic_rs::from_str(&text).expect("cells")));
        let (mut room, text) = (Vec::new(), text.as_str());
        work.looks("simd-json, borrowed", move || sum(&simd_json::from_slice(copied(text, &mut room)).expect("cells")));
        work.looks("tensor-format, labels interned", read);
        work.within("sonic-rs, borrowed", 0.75).faster_than("serde_json, maps");
        suite.run(work.all_of(&JSON, Form::BOTH));
    }

    let title = "write 100,000 sparse Vespa cells of two labels, each";
    if suite.wants(title) {
        let (tensor, tree) = (read(), serde_json::from_str::<serde_json::Value>(&text).expect("a tree"));
        let cells: Sparse<'_> = serde_json::from_str(&text).expect("cells");
        let rounded: Vec<f64> = cells.cells.iter().map(|cell| cell.value).collect();
        let mut work = Workload::new(title, CELLS, text.len());
        printer(&mut work, &rounded);
        work.looks("serde_json::Value", || serde_json::to_string(&tree).expect("a text"));
        work.looks("serde_json, borrowed", || serde_json::to_string(&cells).expect("a text"));
        work.looks("sonic-rs, borrowed", || sonic_rs::to_string(&cells).expect("a text"));
        work.looks("simd-json, borrowed", || simd_json::to_string(&cells).expect("a text"));
        work.looks("tensor-format, labels sorted", || tensor.to_text());
        work.faster_than("serde_json::Value");
        for peer in ["serde_json, borrowed", "sonic-rs, borrowed"] {
            work.except(peer, "cells are written in the order of their labels, which these do not sort");
        }
        suite.run(work.all_of(&JSON, Form::BOTH));
    }
}

fn mixed(suite: &mut Suite) {
    let numbers: Vec<f32> = numbers(BLOCKS * WIDTH).into_iter().map(|number| number as f32).collect();
    let rows = numbers.chunks(WIDTH).enumerate();
    let lists = Mixed { blocks: rows.map(|(index, row)| (format!("category {index}"), row.to_vec())).collect() };
    let text = serde_json::to_string(&lists).expect("a text");
    let declared = tensor_type("tensor<float>(category{},x[384])");
    let read = || Options::new().read_as(&declared, &text).expect("a tensor");
    assert_eq!(read().labels().len(), BLOCKS);

    let title = "read a mixed Vespa tensor of 1000 blocks of 384 floats, a number";
    if suite.wants(title) {
        let tokens = texts(&text);
        let mut work = Workload::new(title, numbers.len(), text.len());
        parsers(&mut work, &tokens, |number| number as f32);
        work.looks("serde_json::Value", || serde_json::from_str::<serde_json::Value>(&text).expect("a tree"));
        work.looks("serde_json, maps", || serde_json::from_str::<Mixed>(&text).expect("blocks"));
        work.looks("sonic-rs, maps", || sonic_rs::from_str::<Mixed>(&text).expect("blocks"));
        let (mut room, text) = (Vec::new(), text.as_str());
        work.looks("simd-json, maps", move || simd_json::from_slice::<Mixed>(copied(text, &mut room)).expect("blocks"));
        work.looks("tensor-format", read);
        work.within("parser of std alone", 1.1).within("fast-float2 alone", 1.1).faster_than("sonic-rs, maps");
        suite.run(work.all_of(&JSON, Form::BOTH));
    }

    let title = "write a mixed Vespa tensor of 1000 blocks of 384 floats, a number";
    if suite.wants(title) {
        let tensor: Constant = read();
        let tree: serde_json::Value = serde_json::from_str(&text).expect("a tree");
        let mut work = Workload::new(title, numbers.len(), text.len());
        printer(&mut work, &numbers);
        work.looks("serde_json::Value", || serde_json::to_string(&tree).expect("a text"));
        work.looks("serde_json, maps", || serde_json::to_string(&lists).expect("a text"));
        work.looks("sonic-rs, maps", || sonic_rs::to_string(&lists).expect("a text"));
        work.looks("simd-json, maps", || simd_json::to_string(&lists).expect("a text"));
        work.looks("tensor-format", || tensor.to_text());
        work.within("zmij alone", 1.03).faster_than("serde_json, maps");
        suite.run(work.all_of(&JSON, Form::BOTH));
    }
}
