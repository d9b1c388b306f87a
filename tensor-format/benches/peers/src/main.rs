//! tensor-format beside memcpy, a hand-written codec of the same bytes, `decthings-api` and, for shapes, `prost`, in one
//! interleaved run.
//!
//! Prints a table for each workload, then one line per goal: `PASS` or `FAIL`. `cargo bench -p tensor-format-peers`
//! runs everything; a word after `--` runs the workloads whose title holds it.

mod counting;
mod hand;
mod harness;
mod machine;
mod workloads;

use harness::Suite;

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut suite = Suite::new(filter);
    println!("{}\n", machine::facts());
    workloads::images::run(&mut suite);
    workloads::large::run(&mut suite);
    workloads::strings::run(&mut suite);
    workloads::records::run(&mut suite);
    workloads::booleans::run(&mut suite);
    workloads::shapes::run(&mut suite);
    workloads::labels::run(&mut suite);
    suite.print_goals();
}
