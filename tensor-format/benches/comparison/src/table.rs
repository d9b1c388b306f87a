//! Measures the programs and writes the table of them.

use std::{fmt::Write as _, hint::black_box};

use ndarray::{Array1, Array2, Array3};

use crate::{
    harness::{self, Effort, Measured, best_ratio},
    page,
    tasks::{Arrow, DecthingsApi, Given, Postcard, Program, Rkyv, Safetensors, TensorFormat},
    workload::Workload,
};

/// Boxes of a message.
const BOXES: usize = 100;
/// Rows and columns of the large array.
const SIDE: usize = 2048;

/// Returns the data of a record whose boxes have `width` numbers each.
pub(crate) fn given(width: usize) -> Given {
    Given {
        image: Array3::from_shape_fn((3, 224, 224), |(c, y, x)| (c * 50_176 + y * 224 + x) as f32 / 255.0),
        boxes: Array2::from_shape_fn((BOXES, width), |(row, column)| (row * width + column) as f32),
        scores: Array1::from_shape_fn(BOXES, |i| 1.0 / (i + 1) as f32),
    }
}

/// The results of one crate, as a row of the table.
struct Row {
    name: &'static str,
    lines: [usize; 4],
    bytes: usize,
    /// The messages about a wrong shape and about a wrong name; `None` if neither is refused.
    refusals: [Option<String>; 2],
}

struct Comparison<'a> {
    rows: Vec<Row>,
    write: Workload<'a>,
    read: Workload<'a>,
    look: Workload<'a>,
}

/// Measures every program, and returns the table as a part of the page.
pub(crate) fn measure(effort: Effort) -> String {
    let array = Array2::from_shape_fn((SIDE, SIDE), |(row, column)| (row * SIDE + column) as f32);
    let workload = || Workload::new("", 1, 0);
    let mut all = Comparison { rows: Vec::new(), write: workload(), read: workload(), look: workload() };
    all.add::<TensorFormat>(&array);
    all.add::<Postcard>(&array);
    all.add::<Rkyv>(&array);
    all.add::<Safetensors>(&array);
    all.add::<Arrow>(&array);
    all.add::<DecthingsApi>(&array);
    let measured = [&mut all.write, &mut all.read, &mut all.look].map(|workload| harness::measure(workload, effort));
    table(&all.rows, &measured)
}

impl Comparison<'_> {
    fn add<P: Program<Frame: 'static, Message: 'static> + 'static>(&mut self, array: &Array2<f32>) {
        self.rows.push(row::<P>());
        let frame = P::frame(&given(4));
        let bytes = P::write(&frame).expect("written").as_ref().to_vec();
        self.write.looks(P::NAME, move || P::write(black_box(&frame)).map(|bytes| bytes.as_ref().len()));
        let message = P::message(&bytes);
        self.read.looks(P::NAME, move || P::read(black_box(&message)).is_ok());
        let message = P::message(&P::write_array(array).expect("written"));
        self.look.looks(P::NAME, move || P::look(black_box(&message)).ok());
    }
}

/// Runs a program once and checks what comes back.
fn row<P: Program>() -> Row {
    let data = given(4);
    let frame = P::frame(&data);
    let bytes = P::write(&frame).expect("written").as_ref().to_vec();
    let again = P::receive(&P::message(&bytes)).expect("a sound message");
    assert!(P::write(&again).expect("written").as_ref() == bytes, "{} reads another value than it wrote", P::NAME);

    let wrong = P::wrong(&given(5)).expect("written");
    let shape = P::receive(&P::message(&wrong)).err().map(|error| error.to_string());
    let name = renamed(&bytes).and_then(|bytes| P::receive(&P::message(&bytes)).err()).map(|error| error.to_string());

    let small = Array2::from_shape_fn((3, 4), |(row, column)| (row * 4 + column) as f32);
    let looked = P::look(&P::message(&P::write_array(&small).expect("written"))).expect("an array");
    assert_eq!(looked, ([3, 4], 6.0), "{}", P::NAME);
    Row { name: P::NAME, lines: page::lines(P::FILE), bytes: bytes.len(), refusals: [shape, name] }
}

/// Returns the message with another name for the boxes; `None` if it has no names.
fn renamed(bytes: &[u8]) -> Option<Vec<u8>> {
    let at = bytes.windows(5).position(|window| window == b"boxes")?;
    let mut renamed = bytes.to_vec();
    renamed[at..at + 5].copy_from_slice(b"bunch");
    Some(renamed)
}

fn table(rows: &[Row], [write, read, look]: &[Measured; 3]) -> String {
    let mut out = String::from(
        "| | lines: 1 | 2 | 3 | all | bytes | write | read | look | allocations | wrong shape | wrong name |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|---|\n",
    );
    let ratio = |measured: &Measured, at| {
        let ratio = best_ratio(&measured.runs, at, 0);
        if ratio < 100.0 { format!("{ratio:.2}") } else { format!("{ratio:.0}") }
    };
    for (at, Row { name, lines: [one, two, three, all], bytes, refusals }) in rows.iter().enumerate() {
        let allocations = [write, read, look].map(|measured| measured.allocations[at].calls.to_string()).join(", ");
        let refused = refusals.each_ref().map(|said| if said.is_some() { "refused" } else { "not seen" });
        let (write, read, look) = (ratio(write, at), ratio(read, at), ratio(look, at));
        writeln!(
            out,
            "| {name} | {one} | {two} | {three} | {all} | {bytes} | {write} | {read} | {look} | {allocations} | {} | {} |",
            refused[0], refused[1]
        )
        .expect("a text in memory");
    }
    out.push_str("\nWhat is said of boxes `[100, 5]`, and of boxes under another name:\n\n");
    for Row { name, refusals, .. } in rows {
        let said =
            refusals.each_ref().map(|said| said.as_ref().map_or("nothing".into(), |said| format!("`` {said} ``")));
        writeln!(out, "- {name}: {}; {}", said[0], said[1]).expect("a text in memory");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_does_its_tasks() {
        let rows = [
            row::<TensorFormat>(),
            row::<Postcard>(),
            row::<Rkyv>(),
            row::<Safetensors>(),
            row::<Arrow>(),
            row::<DecthingsApi>(),
        ];
        let page = page::read().unwrap();
        for Row { name, lines: [one, two, three, all], bytes, refusals } in rows {
            assert!(refusals[0].is_some(), "{name} takes a wrong shape");
            let begin = format!("| {name} | {one} | {two} | {three} | {all} | {bytes} |");
            assert!(page.contains(&begin), "docs/comparison.md does not have {begin}: run the program with --page");
            for said in refusals.iter().flatten() {
                assert!(page.contains(said.as_str()), "docs/comparison.md does not have {said}: run with --page");
            }
        }
    }
}
