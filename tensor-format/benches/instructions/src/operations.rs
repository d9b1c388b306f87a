//! The operations, each with its input.

use std::hint::black_box;

use gungraun::library_benchmark;
use ndarray::{Array4, ArrayView4};
use tensor_format::{
    Tensor, TensorRef, decthings,
    layout::{Layout, Placement, copy_elements},
    vespa::{Constant, Options, TensorType},
    xla,
};

/// The tunables of the C library that keep it from vector instructions which not every x86-64 processor has.
pub const BASELINE: &str =
    "glibc.cpu.hwcaps=-AVX_Fast_Unaligned_Load,-SSSE3,-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-ERMS,-FSRM,-BMI2";

/// The number of times that a short operation is repeated.
const REPEATED: usize = 100;

#[derive(Tensor)]
pub struct Reading {
    a: u32,
    b: f32,
    c: [f32; 4],
    d: [f32; 4],
}

#[derive(Tensor)]
pub struct Corner {
    x: f32,
    y: f32,
}

#[derive(Tensor)]
pub struct Frame {
    time: f64,
    origin: Corner,
    corners: Vec<Corner>,
    focus: Option<Corner>,
}

#[derive(Tensor)]
pub struct Track {
    id: u32,
    corners: Vec<Corner>,
}

#[derive(Tensor)]
pub struct Tokens {
    #[tensor(ragged)]
    ids: Vec<Vec<u32>>,
}

fn frames() -> Vec<Frame> {
    let corner = |i: usize| Corner { x: i as f32, y: 0.5 };
    let frame = |i: usize| Frame {
        time: i as f64,
        origin: corner(i),
        corners: (0..i % 5).map(corner).collect(),
        focus: (!i.is_multiple_of(3)).then(|| corner(i)),
    };
    (0..REPEATED).map(frame).collect()
}

fn tracks() -> Vec<Track> {
    let corner = |i: usize| Corner { x: i as f32, y: 0.5 };
    (0..REPEATED).map(|i| Track { id: i as u32, corners: (0..i % 5).map(corner).collect() }).collect()
}

fn tokens() -> Tokens {
    Tokens { ids: (0..1000).map(|i| (0..i % 7).collect()).collect() }
}

fn readings() -> Vec<Reading> {
    let reading = |i: usize| Reading { a: i as u32, b: 0.5, c: [i as f32; 4], d: [1.0, 2.0, 3.0, 4.0] };
    (0..REPEATED).map(reading).collect()
}

fn array() -> Array4<f32> {
    Array4::from_shape_fn((1, 3, 8, 8), |(_, c, h, w)| (c * 64 + h * 8 + w) as f32)
}

fn strings(count: usize) -> Vec<String> {
    (0..count).map(|i| format!("string {}", i * i * i)).collect()
}

/// Bytes whose elements begin at byte `header`, at a multiple of 8 in memory.
pub struct Aligned {
    words: Vec<u64>,
    start: usize,
    len: usize,
}

impl Aligned {
    fn new(bytes: &[u8], header: usize) -> Self {
        let start = header.next_multiple_of(8) - header;
        let mut padded = vec![0; start];
        padded.extend_from_slice(bytes);
        padded.resize(padded.len().next_multiple_of(8), 0);
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
        Self { words: padded.chunks_exact(8).map(word).collect(), start, len: bytes.len() }
    }

    fn bytes(&self) -> &[u8] {
        use tensor_format::Element;
        &u64::as_bytes(&self.words)[self.start..self.start + self.len]
    }
}

fn array_bytes() -> Aligned {
    Aligned::new(&tensor_format::to_vec(&array()).expect("a tensor"), 6)
}

fn vector_bytes() -> Aligned {
    Aligned::new(&tensor_format::to_vec(&vec![1.5f32; 100]).expect("a tensor"), 3)
}

fn string_bytes() -> Vec<u8> {
    tensor_format::to_vec(&strings(1000)).expect("a tensor")
}

#[library_benchmark]
#[bench::reused((readings(), Vec::with_capacity(100 * REPEATED)))]
fn append_record((readings, mut out): (Vec<Reading>, Vec<u8>)) -> (Vec<Reading>, Vec<u8>) {
    for reading in &readings {
        tensor_format::append(black_box(reading), &mut out).expect("a record");
    }
    (readings, out)
}

#[library_benchmark]
#[bench::named(readings().iter().map(|reading| tensor_format::to_vec(reading).expect("a record")).collect())]
fn decode_record(messages: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    for message in &messages {
        black_box(&tensor_format::from_slice::<Reading>(black_box(message)));
    }
    messages
}

#[library_benchmark]
#[bench::rank_4((array(), Vec::with_capacity(1000)))]
fn append_array((array, mut out): (Array4<f32>, Vec<u8>)) -> (Array4<f32>, Vec<u8>) {
    for _ in 0..REPEATED {
        out.clear();
        tensor_format::append(black_box(&array), &mut out).expect("a tensor");
    }
    (array, out)
}

#[library_benchmark]
#[bench::of_1000((strings(1000), Vec::with_capacity(100_000)))]
fn append_strings((strings, mut out): (Vec<String>, Vec<u8>)) -> (Vec<String>, Vec<u8>) {
    tensor_format::append(black_box(&strings), &mut out).expect("a tensor");
    (strings, out)
}

#[library_benchmark]
#[bench::rank_1(vector_bytes())]
fn borrow_slice(message: Aligned) -> Aligned {
    for _ in 0..REPEATED {
        black_box(&tensor_format::from_slice::<&[f32]>(black_box(message.bytes())).expect("a tensor"));
    }
    message
}

#[library_benchmark]
#[bench::rank_4(array_bytes())]
fn borrow_array_view(message: Aligned) -> Aligned {
    for _ in 0..REPEATED {
        black_box(&tensor_format::from_slice::<ArrayView4<'_, f32>>(black_box(message.bytes())).expect("a tensor"));
    }
    message
}

#[library_benchmark]
#[bench::rank_4(array_bytes())]
fn borrow_tensor_ref(message: Aligned) -> Aligned {
    for _ in 0..REPEATED {
        black_box(&tensor_format::from_slice::<TensorRef<'_>>(black_box(message.bytes())).expect("a tensor"));
    }
    message
}

#[library_benchmark]
#[bench::of_1000(string_bytes())]
fn borrow_strings(message: Vec<u8>) -> Vec<u8> {
    black_box(&tensor_format::from_slice::<Vec<&str>>(black_box(&message)).expect("a tensor"));
    message
}

#[library_benchmark]
#[bench::of_64_ki(tensor_format::to_vec(&vec![true; 1 << 16]).expect("a tensor"))]
fn borrow_booleans(message: Vec<u8>) -> Vec<u8> {
    black_box(&tensor_format::from_slice::<&[bool]>(black_box(&message)).expect("a tensor"));
    message
}

#[library_benchmark]
#[bench::rank_1(vector_bytes())]
fn decode_vector(message: Aligned) -> Aligned {
    for _ in 0..REPEATED {
        black_box(&tensor_format::from_slice::<Vec<f32>>(black_box(message.bytes())).expect("a tensor"));
    }
    message
}

#[library_benchmark]
#[bench::rank_4(array_bytes())]
fn check_rules(message: Aligned) -> Aligned {
    for _ in 0..REPEATED {
        decthings::check::<Vec<[[[f32; 8]; 8]; 3]>>(black_box(message.bytes())).expect("kept");
    }
    message
}

#[library_benchmark]
#[bench::f32_256(((0..256 * 256).map(|i| i as f32).collect(), vec![0.0; 256 * 256]))]
fn transpose((source, mut target): (Vec<f32>, Vec<f32>)) -> (Vec<f32>, Vec<f32>) {
    use tensor_format::Element;
    let shape = [256, 256];
    let from = Placement::strided(&shape, Layout::new(&[4, 1024], 0));
    let to = Placement::strided(&shape, Layout::row_major(&shape, 4));
    let bytes = f32::as_bytes_mut(&mut target).expect("numbers");
    copy_elements(4, (&from, f32::as_bytes(black_box(&source))), (&to, bytes)).expect("it fits");
    (source, target)
}

#[library_benchmark]
#[bench::rank_4("f32[1,3,224,224]{3,2,1,0}".parse::<xla::Shape>().expect("a shape").to_vec())]
fn read_xla_shape(message: Vec<u8>) -> Vec<u8> {
    for _ in 0..REPEATED {
        black_box(&xla::Shape::from_slice(black_box(&message)).expect("a shape"));
    }
    message
}

fn matrix_text() -> (TensorType, String) {
    let row = |i: usize| {
        let cells: Vec<String> = (0..50).map(|j| format!("{:.4}", (i * 50 + j) as f64 / 7.0)).collect();
        format!("[{}]", cells.join(","))
    };
    let rows: Vec<String> = (0..40).map(row).collect();
    let declared = "tensor(x[40],y[50])".parse().expect("a type");
    (declared, format!("{{\"values\":[{}]}}", rows.join(",")))
}

#[library_benchmark]
#[bench::of_2000(matrix_text())]
fn read_vespa_matrix((declared, text): (TensorType, String)) -> (TensorType, String, Constant) {
    let read = Options::new().read_as(&declared, black_box(&text)).expect("a tensor");
    (declared, text, read)
}

#[library_benchmark]
#[bench::reused((frames(), Vec::with_capacity(1000 * REPEATED)))]
fn append_nested((frames, mut out): (Vec<Frame>, Vec<u8>)) -> (Vec<Frame>, Vec<u8>) {
    for frame in &frames {
        tensor_format::append(black_box(frame), &mut out).expect("a record");
    }
    (frames, out)
}

#[library_benchmark]
#[bench::named(frames().iter().map(|frame| tensor_format::to_vec(frame).expect("a record")).collect())]
fn decode_nested(messages: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    for message in &messages {
        black_box(&tensor_format::from_slice::<Frame>(black_box(message)));
    }
    messages
}

#[library_benchmark]
#[bench::reused((tracks(), Vec::with_capacity(100_000)))]
fn append_lists((tracks, mut out): (Vec<Track>, Vec<u8>)) -> (Vec<Track>, Vec<u8>) {
    tensor_format::append(black_box(&tracks), &mut out).expect("records");
    (tracks, out)
}

#[library_benchmark]
#[bench::fresh(tensor_format::to_vec(&tracks()).expect("records"))]
fn decode_lists(message: Vec<u8>) -> (Vec<u8>, Vec<Track>) {
    let tracks = tensor_format::from_slice(black_box(&message)).expect("records");
    (message, tracks)
}

#[library_benchmark]
#[bench::of_1000((tokens(), Vec::with_capacity(100_000)))]
fn append_ragged((tokens, mut out): (Tokens, Vec<u8>)) -> (Tokens, Vec<u8>) {
    tensor_format::append(black_box(&tokens), &mut out).expect("a record");
    (tokens, out)
}

#[library_benchmark]
#[bench::of_1000(tensor_format::to_vec(&tokens()).expect("a record"))]
fn decode_ragged(message: Vec<u8>) -> Vec<u8> {
    black_box(&tensor_format::from_slice::<Tokens>(black_box(&message)).expect("a record"));
    message
}
