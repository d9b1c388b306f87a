//! Times messages of the Open Inference Protocol beside the same by hand: `memcpy`, `serde_json` with typed structs, and
//! `prost` with structs written by hand. Each row is a ratio of medians, taken in turns in one run. With `--page` the table
//! is put into `docs/PERFORMANCE.md`.

use std::{hint::black_box, process::ExitCode, time::Instant};

use serde::{Serialize, de::DeserializeOwned};
use tensor_format::{DecodeOwned, Encode, Tensor, View};
use tensor_format_oip::{
    Form, Request, WriteOptions,
    http::{Body, Headers},
};
use tensor_format_users::{counting, page};

mod by_hand;

/// An image: 600 KB.
type Flat = Vec<f32>;

#[derive(Tensor, Clone, PartialEq, Debug)]
struct Tiny {
    #[tensor(shape = [n, 2])]
    points: Vec<[f32; 2]>,
    #[tensor(shape = [n])]
    marks: Vec<i64>,
    threshold: f32,
}

/// A row: its name, what it is measured beside, and the goal of the ratio.
struct Row<'a> {
    name: &'a str,
    beside: &'static str,
    goal: f64,
}

/// A ratio, both times in nanoseconds, and both numbers of allocations.
type Measured = (f64, [f64; 2], [u64; 2]);

/// Times two closures in turns, and returns the ratio of their medians with both in nanoseconds and their allocations.
fn ratio(mut ours: impl FnMut(), mut theirs: impl FnMut()) -> Measured {
    let once = |run: &mut dyn FnMut()| {
        let begin = Instant::now();
        run();
        begin.elapsed().as_secs_f64()
    };
    let (mut both, mut times) = ([&mut ours as &mut dyn FnMut(), &mut theirs], [Vec::new(), Vec::new()]);
    // A sample takes at least a millisecond.
    let repeats = both.each_mut().map(|run| {
        once(&mut **run);
        (1e-3 / once(&mut **run).max(1e-9)).ceil() as usize
    });
    let mut taken = Vec::new();
    // What is freed tells the allocator up to what size memory is not the system's.
    drop(black_box(Vec::<u8>::with_capacity(8 << 20)));
    for round in 0..61 {
        // How fast memory is copied hangs on where both places are within a page: each round has others, large and small.
        // The first place is that of the copies before.
        let _shift = [600 << 10, (700 << 10) + 64 * (round * 23 % 61)].map(Vec::<u8>::with_capacity);
        taken.push(std::array::from_fn::<_, 64, _>(|index| Vec::<u8>::with_capacity(16 * (index + 1))));
        for turn in 0..2 {
            let which = (round + turn) % 2;
            let repeat = repeats[which];
            let begin = Instant::now();
            (0..repeat).for_each(|_| both[which]());
            times[which].push(begin.elapsed().as_secs_f64() / repeat as f64);
        }
    }
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2] * 1e9
    });
    let allocations = both.map(|run| counting::measure(run).calls as u64);
    (medians[0] / medians[1], medians, allocations)
}

/// Reads elements from JSON and writes them to it, beside `serde_json`.
fn json_rows<T>(
    what: &str,
    datatype: &'static str,
    elements: &Vec<T>,
    [read, written]: [f64; 2],
    row: &mut impl FnMut(Row<'_>, Measured),
) where
    T: Serialize + DeserializeOwned,
    Vec<T>: Encode + DecodeOwned,
{
    let mut request = Request::from_value(elements).expect("a request");
    request.inputs_mut()[0].set_form(Form::Json);
    let json = request.to_http().expect("written").to_vec();
    row(
        Row { name: &format!("{what} from JSON"), beside: "serde_json", goal: read },
        ratio(
            || {
                let body = Body::new(&Headers::new(), black_box(&json)).expect("a body");
                black_box(Request::from_http(&body).expect("read").decode::<Vec<T>>().expect("decoded"));
            },
            || {
                let request: by_hand::JsonRequest<[by_hand::Input<'_, Vec<usize>, Vec<T>>; 1]> =
                    serde_json::from_slice(black_box(&json)).expect("read");
                black_box(request);
            },
        ),
    );
    row(
        Row { name: &format!("{what} to JSON"), beside: "serde_json", goal: written },
        ratio(
            || {
                let mut request = Request::from_value(black_box(elements)).expect("a request");
                request.inputs_mut()[0].set_form(Form::Json);
                black_box(request.to_http().expect("written").into_vec());
            },
            || {
                let data = &**black_box(elements);
                let input = by_hand::Input { name: "input", shape: [data.len()], datatype, data };
                black_box(serde_json::to_vec(&by_hand::JsonRequest { inputs: [input] }).expect("written"));
            },
        ),
    );
}

fn main() -> ExitCode {
    let mut table = String::from("| what | beside | ns | ns beside | allocations | × | goal |\n");
    table.push_str("|---|---|--:|--:|--:|--:|--:|\n");
    let mut met = true;
    let mut row = |row: Row<'_>, measured: Measured| {
        let (ratio, [ours, theirs], [own, other]) = measured;
        let fits = ratio <= row.goal;
        met &= fits;
        let mark = if fits { "" } else { "**" };
        let Row { name, beside, goal } = row;
        let line = format!(
            "| {name} | {beside} | {ours:.0} | {theirs:.0} | {own} / {other} | {mark}{ratio:.2}{mark} | {goal:.2} |"
        );
        println!("{line}");
        table += &line;
        table.push('\n');
    };

    let numbers: Flat = (0..3 * 224 * 224).map(|index| index as f32 / 7.0).collect();
    let request = Request::from_value(&numbers).expect("a request");
    row(
        Row { name: "600 KB, written in pieces", beside: "memcpy", goal: 1.05 },
        ratio(
            || {
                let request = Request::from_value(black_box(&numbers)).expect("a request");
                black_box(&request.to_http().expect("written"));
            },
            || drop(black_box(black_box(&numbers).clone())),
        ),
    );
    for (options, form) in [(WriteOptions::new(), ""), (WriteOptions::new().align(false), ", not aligned")] {
        let message = request.to_http_with(&options).expect("written");
        let (len, bytes) = (message.header_length().expect("binary").to_string(), message.to_vec());
        let headers = Headers { inference_header_content_length: Some(len.as_bytes()), ..Headers::new() };
        row(
            Row { name: &format!("600 KB, written as one piece{form}"), beside: "memcpy", goal: 1.05 },
            ratio(
                || {
                    let request = Request::from_value(black_box(&numbers)).expect("a request");
                    black_box(request.to_http_with(&options).expect("written").to_vec());
                },
                || drop(black_box(black_box(&bytes).clone())),
            ),
        );
        row(
            Row { name: &format!("600 KB, read in place{form}"), beside: "memcpy", goal: 1.05 },
            ratio(
                || {
                    let body = Body::new(&headers, black_box(&bytes)).expect("a body");
                    let request = Request::from_http(&body).expect("read");
                    black_box(request.decode::<View<'_, f32>>().expect("decoded"));
                },
                || drop(black_box(black_box(&numbers).clone())),
            ),
        );
        row(
            Row { name: &format!("600 KB, read into a vector{form}"), beside: "memcpy", goal: 1.05 },
            ratio(
                || {
                    let body = Body::new(&headers, black_box(&bytes)).expect("a body");
                    black_box(Request::from_http(&body).expect("read").decode::<Flat>().expect("decoded"));
                },
                || drop(black_box(black_box(&numbers).clone())),
            ),
        );
    }
    let raw = request.to_grpc().expect("written").to_vec();
    row(
        Row { name: "600 KB over gRPC, written as one piece", beside: "memcpy", goal: 1.05 },
        ratio(
            || {
                let request = Request::from_value(black_box(&numbers)).expect("a request");
                black_box(request.to_grpc().expect("written").to_vec());
            },
            || drop(black_box(black_box(&raw).clone())),
        ),
    );
    let read_grpc = || {
        let request = Request::from_grpc(black_box(&raw)).expect("read");
        black_box(request.decode::<Flat>().expect("decoded"));
    };
    row(
        Row { name: "600 KB over gRPC, read into a vector", beside: "memcpy", goal: 1.05 },
        ratio(read_grpc, || drop(black_box(black_box(&numbers).clone()))),
    );
    // The payload is the end of the message.
    let payload = &raw[raw.len() - size_of_val(&*numbers)..];
    row(
        Row { name: "600 KB over gRPC, read into a vector", beside: "memcpy out of the message", goal: 1.05 },
        ratio(read_grpc, || drop(black_box(black_box(payload).to_vec()))),
    );

    // As a model returns them: all digits.
    let million: Flat = (0..1_000_000u32).map(|index| (index.wrapping_mul(2_654_435_761) as f32).sin()).collect();
    json_rows("a million floats", "FP32", &million, [1.0 / 1.3, 1.0], &mut row);
    for (name, text) in [("10,000 texts", "label"), ("10,000 texts with escapes", "two\n\"lines\" and a café")] {
        let texts: Vec<String> = (0..10_000).map(|index| format!("{text} {index}")).collect();
        json_rows(name, "BYTES", &texts, [1.3, 1.3], &mut row);
    }

    let tiny = Tiny { points: vec![[1.5, 2.5], [3.5, 4.5]], marks: vec![7, 8], threshold: 0.5 };
    let raw = Request::from_value(&tiny).expect("a request").to_grpc().expect("written").to_vec();
    assert_eq!(by_hand::from_grpc(&raw), tiny);
    row(
        Row { name: "three tensors to gRPC", beside: "prost", goal: 1.3 },
        ratio(
            || {
                drop(black_box(
                    Request::from_value(black_box(&tiny)).expect("a request").to_grpc().expect("written").to_vec(),
                ))
            },
            || drop(black_box(by_hand::to_grpc(black_box(&tiny)))),
        ),
    );
    row(
        Row { name: "three tensors from gRPC", beside: "prost", goal: 1.3 },
        ratio(
            || drop(black_box(Request::from_grpc(black_box(&raw)).expect("read").decode::<Tiny>().expect("decoded"))),
            || drop(black_box(by_hand::from_grpc(black_box(&raw)))),
        ),
    );
    let in_json = |tiny: &Tiny| {
        let mut request = Request::from_value(tiny).expect("a request");
        request.inputs_mut().iter_mut().for_each(|input| input.set_form(Form::Json));
        request.to_http().expect("written").into_vec()
    };
    let json = in_json(&tiny);
    assert_eq!(by_hand::from_json(&json), tiny);
    row(
        Row { name: "three tensors to JSON", beside: "serde_json", goal: 1.3 },
        ratio(|| drop(black_box(in_json(black_box(&tiny)))), || drop(black_box(by_hand::to_json(black_box(&tiny))))),
    );
    row(
        Row { name: "three tensors from JSON", beside: "serde_json", goal: 1.3 },
        ratio(
            || {
                let body = Body::new(&Headers::new(), black_box(&json)).expect("a body");
                black_box(Request::from_http(&body).expect("read").decode::<Tiny>().expect("decoded"));
            },
            || drop(black_box(by_hand::from_json(black_box(&json)))),
        ),
    );
    if std::env::args().any(|argument| argument == "--page") {
        page::put("oip", &table).expect("the page has the markers");
    }
    if met { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
