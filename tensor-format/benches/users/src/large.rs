//! Tensors of 64 MiB and 1 GiB in fresh memory, of which a program then does something: wall-clock time beside `memcpy`.
//!
//!     cargo run --release -p tensor-format-users --features huge-pages --bin large
//!
//! prints the figures with the feature `huge-pages` of the library, and those without it when it is left out. Each row is the
//! median of the rounds; both sides take turns. With `-- --page` the table is put into `docs/PERFORMANCE.md`.

use std::{hint::black_box, time::Instant};

use tensor_format::{DecodeError, EncodeError, from_slice, to_vec};
use tensor_format_users::page;

/// The rounds of each row.
const ROUNDS: usize = 9;

fn sum(numbers: &[f32]) -> f32 {
    numbers.chunks(16).map(|chunk| chunk.iter().sum::<f32>()).sum()
}

fn read(message: &[u8]) -> Result<f32, DecodeError> {
    from_slice::<Vec<f32>>(message).map(|numbers| sum(&numbers))
}

fn read_by_hand(message: &[u8], header: usize) -> f32 {
    sum(&bytemuck::pod_collect_to_vec(&message[header..]))
}

fn written(numbers: &Vec<f32>) -> Result<u64, EncodeError> {
    to_vec(numbers).map(|message| checksum(&message))
}

fn written_by_hand(numbers: &[f32], header: &[u8]) -> u64 {
    let mut message = Vec::with_capacity(header.len() + size_of_val(numbers));
    message.extend_from_slice(header);
    message.extend_from_slice(bytemuck::cast_slice(numbers));
    checksum(&message)
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.as_chunks().0.iter().fold(0, |sum, chunk| sum ^ u64::from_ne_bytes(*chunk))
}

/// Returns a row: milliseconds of both, and the median of the ratios of the rounds.
fn row(name: &str, size: &str, mut ours: impl FnMut(), mut by_hand: impl FnMut()) -> String {
    let time = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e3
    };
    let mut rounds: Vec<[f64; 2]> = (0..ROUNDS).map(|_| [time(&mut ours), time(&mut by_hand)]).collect();
    let mut median = |figure: &dyn Fn(&[f64; 2]) -> f64| {
        rounds.sort_by(|one, other| figure(one).total_cmp(&figure(other)));
        figure(&rounds[ROUNDS / 2])
    };
    let [ours, by_hand, ratio] = [median(&|[ours, _]| *ours), median(&|[_, hand]| *hand), median(&|[a, b]| a / b)];
    let row = format!("| {size} | {name} | {ours:.1} | {by_hand:.1} | {ratio:.2} |\n");
    print!("{row}");
    row
}

fn main() {
    println!("huge pages: {}", if cfg!(feature = "huge-pages") { "asked for" } else { "not asked for" });
    let mut table = String::from("| size | program | ms | ms by hand | × by hand |\n|---|---|--:|--:|--:|\n");
    print!("{table}");
    for (size, count) in [("64 MiB", 16 << 20), ("1 GiB", 256 << 20)] {
        let numbers: Vec<f32> = (0..count).map(|index| (index % 1024) as f32).collect();
        let message = to_vec(&numbers).expect("a tensor");
        let header = message.len() - size_of_val(&*numbers);
        assert_eq!(read(&message).ok(), Some(read_by_hand(&message, header)));
        assert_eq!(written(&numbers).ok(), Some(written_by_hand(&numbers, &message[..header])));
        table += &row(
            "read to a vector, summed",
            size,
            || drop(black_box(read(&message))),
            || {
                black_box(read_by_hand(&message, header));
            },
        );
        table += &row(
            "written to a vector, summed",
            size,
            || drop(black_box(written(&numbers))),
            || {
                black_box(written_by_hand(&numbers, &message[..header]));
            },
        );
    }
    // The page has the figures with huge pages.
    if cfg!(feature = "huge-pages") && std::env::args().any(|word| word == "--page") {
        page::put("large", &table).expect("the page has the markers of the table");
    }
}
