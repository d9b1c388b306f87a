//! The table of `docs/evolution.md`: what a change of the writer does to a reader.

use std::fs;

use tensor_format::{Decode, Encode, Tensor, from_slice, to_vec};

/// What a reader makes of a message, in the words of the table.
fn outcome<'de, T: Decode<'de>>(bytes: &'de [u8], read: fn(&T) -> &'static str) -> &'static str {
    from_slice::<T>(bytes).map_or("refuses", |value| read(&value))
}

/// The cells of a row, but for the first two, from the fields of the writer and of the reader.
macro_rules! row {
    ({ $($write:tt)* } $value:tt, { $($read:tt)* }) => { row!({ $($write)* } $value, { $($read)* }, |_| "reads") };
    ({ $($write:tt)* } $value:tt, { $($read:tt)* }, $what:expr) => {{
        #[derive(Tensor)]
        struct Writer { $($write)* }
        let bytes = to_vec(&row!(@ Writer $value)).unwrap();
        let plain = {
            #[derive(Tensor)]
            struct Reader { $($read)* }
            let what: fn(&Reader) -> &'static str = $what;
            outcome(&bytes, what)
        };
        let strict = {
            #[derive(Tensor)]
            #[tensor(deny_unknown)]
            struct Reader { $($read)* }
            let what: fn(&Reader) -> &'static str = $what;
            outcome(&bytes, what)
        };
        [plain, strict]
    }};
    (@ Writer { $($value:tt)* }) => { Writer { $($value)* } };
}

fn both<'de, T: Decode<'de>>(bytes: &'de [u8]) -> [&'static str; 2] {
    [outcome::<T>(bytes, |_| "reads"); 2]
}

fn sent(value: &impl Encode) -> Vec<u8> {
    to_vec(value).unwrap()
}

/// The outcomes of each row, in order.
fn outcomes() -> Vec<[&'static str; 2]> {
    #[derive(Tensor)]
    enum Newer {
        #[allow(dead_code)]
        Cat,
        Fish,
    }
    #[derive(Tensor)]
    enum Animal {
        #[tensor(alias = "Fish")]
        Carp,
    }
    #[derive(Tensor)]
    enum Known {
        Cat,
    }
    vec![
        row!({ a: f32, b: f32 } { a: 1.0, b: 2.0 }, { a: f32 }),
        row!({ a: f32, b: Option<f32> } { a: 1.0, b: None }, { a: f32 }),
        row!({ a: f32 } { a: 1.0 }, { a: f32, b: f32 }),
        row!({ a: f32 } { a: 1.0 }, { a: f32, b: Option<f32> }, |it| if it.b.is_none() { "reads `None`" } else { "" }),
        row!({ a: f32 } { a: 1.0 }, { a: f32, #[tensor(default = 7)] b: u32 }, |it| match it.b {
            7 => "reads the default",
            _ => "",
        }),
        row!({ a: Option<f32> } { a: None }, { a: f32 }),
        row!({ b: f32 } { b: 1.0 }, { a: f32 }),
        row!({ b: f32 } { b: 1.0 }, { a: Option<f32> }, |it| if it.a.is_none() { "reads `None`" } else { "" }),
        row!({ b: f32 } { b: 1.0 }, { #[tensor(alias = "b")] a: f32 }),
        row!({ a: f32, b: f32 } { a: 1.0, b: 1.0 }, { #[tensor(alias = "b")] a: f32 }),
        row!({ a: f64 } { a: 1.0 }, { a: f32 }),
        row!({ a: f64 } { a: 1.0 }, { #[tensor(dtype = [f32, f64])] a: tensor_format::Tensor }),
        row!({ a: [f32; 4] } { a: [0.0; 4] }, { a: [f32; 3] }),
        row!({ a: [f32; 4] } { a: [0.0; 4] }, { a: Vec<f32> }),
        row!({ b: u8, a: f32 } { b: 1, a: 1.0 }, { a: f32, b: u8 }),
        both::<Known>(&sent(&Newer::Fish)),
        both::<Animal>(&sent(&Newer::Fish)),
    ]
}

#[test]
fn each_row_of_the_page_is_so() {
    let page = fs::read_to_string("../docs/evolution.md").unwrap();
    let (_, table) = page.split_once("## What a change does").unwrap();
    let rows =
        table.lines().skip_while(|line| !line.starts_with("| ---")).skip(1).take_while(|line| line.starts_with('|'));
    let cells = rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    let cells: Vec<Vec<&str>> = cells.collect();
    let outcomes = outcomes();
    assert_eq!(cells.len(), outcomes.len());
    for (row, found) in cells.iter().zip(outcomes) {
        assert_eq!(row[2..], found, "{} / {}", row[0], row[1]);
    }
}
