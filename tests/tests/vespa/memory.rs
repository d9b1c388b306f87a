//! How much memory the reader and the writer of Vespa texts take. Counts are of this thread alone.

use std::{collections::BTreeMap, fmt::Write, io};

use allocation_counter::{AllocationInfo, measure};
use half::bf16;
use ndarray::{Array1, Array2, Array3};
use tensor_format::{
    DecodeOwned, Encode, ErrorKind, Tensor,
    error::Limit,
    vespa::{self, Constant, Options, Profile, TensorType},
};
use tensor_format_tests::conformance::vespa::streamed;

const SPARE: usize = 64 << 10;

/// Numbers that look random, with `digits` digits behind the point.
fn number(index: usize, digits: usize) -> String {
    let state = (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (state >> 11) as f64 / (1u64 << 53) as f64;
    format!("{number:.digits$}")
}

fn list(count: usize, digits: usize) -> String {
    let numbers: Vec<String> = (0..count).map(|index| number(index, digits)).collect();
    format!("[{}]", numbers.join(","))
}

fn dense(rows: usize, digits: usize) -> String {
    let rows: Vec<String> = (0..rows).map(|_| list(1000, digits)).collect();
    format!("{{\"values\":[{}]}}", rows.join(","))
}

fn sparse(brands: usize, categories: usize) -> String {
    let mut text = String::from("{\"cells\":[");
    for index in 0..brands * categories {
        let (brand, category) = (index / categories, index % categories);
        let comma = if index > 0 { "," } else { "" };
        let address = format!("{{\"brand\":\"brand {brand}\",\"category\":\"category {category}\"}}");
        write!(text, "{comma}{{\"address\":{address},\"value\":{}}}", number(index, 4)).expect("a text in memory");
    }
    text + "]}"
}

fn blocks(count: usize) -> String {
    let blocks: Vec<String> = (0..count).map(|index| format!("\"category {index}\":{}", list(384, 8))).collect();
    format!("{{\"blocks\":{{{}}}}}", blocks.join(","))
}

fn read(tensor_type: &str, text: &str) -> (Constant, AllocationInfo) {
    let tensor_type: TensorType = tensor_type.parse().expect("a type");
    let mut tensor = None;
    let memory = measure(|| tensor = Some(Options::new().read_as(&tensor_type, text).expect("a tensor")));
    (tensor.expect("a tensor"), memory)
}

/// At most a fifth more than the result, and 64 KiB.
fn is_near(memory: &AllocationInfo, result: usize) {
    let most = (result + result / 5 + SPARE) as u64;
    assert!(memory.bytes_max >= result as u64, "{memory:?} for {result} bytes");
    assert!(memory.bytes_max <= most, "{memory:?} for {result} bytes, at most {most}");
}

#[test]
fn a_matrix_takes_the_memory_of_its_cells() {
    for digits in [17, 4] {
        let text = dense(200, digits);
        let (tensor, memory) = read("tensor(x[200],y[1000])", &text);
        assert_eq!(tensor.cells().shape()[..], [200, 1000]);
        assert!(memory.count_total <= 3, "{memory:?}");
        is_near(&memory, 200 * 1000 * 8);
        let (_, memory) = read("tensor<int8>(x[3])", "{\"values\":[1,2,3]}");
        assert!(memory.count_total <= 3, "{memory:?}");
    }
}

#[test]
fn small_cells_take_the_memory_of_small_cells() {
    let integers = list(1_000_000, 0);
    for (cell, size) in [("int8", 1), ("bfloat16", 2)] {
        let (tensor, memory) = read(&format!("tensor<{cell}>(x[1000000])"), &integers);
        assert_eq!(tensor.cells().shape()[..], [1_000_000]);
        assert!(memory.count_total <= 3, "{memory:?}");
        is_near(&memory, 1_000_000 * size);
    }
    let blocks = blocks(1000);
    is_near(&read("tensor<bfloat16>(category{},x[384])", &blocks).1, 1000 * 384 * 2);
}

/// The result is a number and two label numbers a cell; labels are few.
#[test]
fn cells_with_addresses_cost_no_allocation_each() {
    let (tensor, memory) = read("tensor(brand{},category{})", &sparse(300, 300));
    assert_eq!(tensor.labels().len(), 90_000);
    is_near(&memory, 90_000 * (8 + 2 * 4));
    let few = read("tensor(brand{},category{})", &sparse(300, 30)).1;
    assert!(memory.count_total <= few.count_total + 20, "{memory:?} {few:?}");
    assert!(memory.count_total <= 100, "{memory:?}");
}

#[test]
fn blocks_take_the_memory_of_their_cells() {
    let (tensor, memory) = read("tensor<float>(category{},x[384])", &blocks(1000));
    assert_eq!(tensor.labels().len(), 1000);
    is_near(&memory, 1000 * 384 * 4);
    assert!(memory.count_total <= 40, "{memory:?}");
}

fn typed<T: DecodeOwned>(text: &str) -> (T, AllocationInfo) {
    let mut value = None;
    let memory = measure(|| value = Some(vespa::from_str::<T>(text).expect("a value")));
    (value.expect("a value"), memory)
}

/// Numbers go to where the value keeps them; there is no tensor beside it.
#[test]
fn a_value_takes_the_memory_of_its_cells() {
    const COUNT: usize = 200 * 1000;
    let file = |tensor_type: &str, values: &str| format!("{{\"type\":\"{tensor_type}\",\"values\":{values}}}");
    let matrix = dense(200, 17);
    let matrix = &matrix["{\"values\":".len()..matrix.len() - 1];
    let row = list(COUNT, 17);
    let bytes = list(COUNT, 0);
    is_near(&typed::<Vec<f64>>(&file("tensor(d0[200000])", &row)).1, COUNT * 8);
    is_near(&typed::<Box<[f32]>>(&file("tensor<float>(d0[200000])", &row)).1, COUNT * 4);
    is_near(&typed::<Vec<bf16>>(&file("tensor<bfloat16>(d0[200000])", &row)).1, COUNT * 2);
    is_near(&typed::<Vec<i8>>(&file("tensor<int8>(d0[200000])", &bytes)).1, COUNT);
    is_near(&typed::<Array1<f32>>(&file("tensor<float>(d0[200000])", &row)).1, COUNT * 4);
    is_near(&typed::<Array2<f64>>(&file("tensor(d0[200],d1[1000])", matrix)).1, COUNT * 8);
    is_near(&typed::<Vec<[f32; 1000]>>(&file("tensor<float>(d0[200],d1[1000])", matrix)).1, COUNT * 4);
    is_near(&typed::<Array3<f32>>(&file("tensor<float>(d0[1],d1[200],d2[1000])", &format!("[{matrix}]"))).1, COUNT * 4);
    is_near(&typed::<Tensor>(&file("tensor(a[200],b[1000])", matrix)).1, COUNT * 8);
    let block = format!("[{}]", vec![list(10, 17); 100].join(","));
    let blocks = format!("[{}]", vec![block; 200].join(","));
    is_near(&typed::<Vec<[[f64; 10]; 100]>>(&file("tensor(d0[200],d1[100],d2[10])", &blocks)).1, COUNT * 8);
}

/// Blocks are collected as a tensor first, since labels may come in any order and again, and then as items: beside the map
/// there are its cells twice.
#[test]
fn a_map_takes_its_cells_twice_more() {
    let blocks = blocks(1000).replacen('{', "{\"type\":\"tensor<float>(d0{},d1[384])\",", 1);
    let (map, memory) = typed::<BTreeMap<String, [f32; 384]>>(&blocks);
    assert_eq!(map.len(), 1000);
    let cells = 1000 * 384 * 4;
    let most = memory.bytes_current as usize + 2 * (cells + cells / 10) + SPARE;
    assert!(memory.bytes_max <= most as u64, "{memory:?}, at most {most}");
}

#[test]
fn a_text_takes_little_more_than_its_length() {
    let cases = [
        ("tensor(x[60],y[1000])", dense(60, 17)),
        ("tensor(x[60],y[1000])", dense(60, 4)),
        ("tensor<float>(category{},x[384])", blocks(300)),
        ("tensor(brand{},category{})", sparse(150, 150)),
    ];
    for (tensor_type, text) in cases {
        let (tensor, _) = read(tensor_type, &text);
        for pretty in [false, true] {
            let mut written = String::new();
            let memory = measure(|| written = if pretty { tensor.to_text_pretty() } else { tensor.to_text() });
            let most = written.len() + written.len() / 5 + SPARE;
            assert!(memory.bytes_max <= most as u64, "{tensor_type}: {memory:?} for {} bytes", written.len());
            assert!(memory.count_total <= 40, "{tensor_type}: {memory:?}");
        }
    }
}

#[derive(Tensor)]
#[tensor(shape = [a, z])]
struct Forward(Array2<f64>);

#[derive(Tensor)]
#[tensor(shape = [z, a])]
struct Backward(Array2<f64>);

/// Numbers in one run are written from where they lie; if the axes are permuted, they are put in order first.
#[cfg(target_endian = "little")]
#[test]
fn a_text_of_a_value_takes_its_cells_only_to_put_them_in_order() {
    fn takes<T: Encode>(value: &T, tensors: usize) {
        const CELLS: usize = 200 * 1000 * 8;
        let mut written = String::new();
        let memory = measure(|| written = vespa::to_string(value).expect("a text"));
        let most = written.len() + written.len() / 5 + tensors * CELLS + SPARE;
        assert!(memory.bytes_max <= most as u64, "{memory:?} for {} bytes", written.len());
        let memory = measure(|| vespa::to_writer(&mut std::io::sink(), value).expect("written"));
        assert!(memory.bytes_max <= (tensors * CELLS + 4 * SPARE) as u64, "{memory:?}");
    }
    let array = Array2::from_shape_fn((200, 1000), |(row, column)| (row * 1000 + column) as f64 / 7.0);
    takes(&array.as_slice().expect("one run"), 0);
    takes(&Forward(array.clone()), 0);
    takes(&Backward(array), 1);
}

/// What is handed on piece by piece takes no more than a few pieces, however long it is.
#[test]
fn a_writer_takes_few_pieces() {
    let (tensor, _) = read("tensor(x[200],y[1000])", &dense(200, 17));
    let memory = measure(|| tensor.write_to(&mut std::io::sink()).expect("written"));
    assert!(memory.bytes_max <= 4 * SPARE as u64, "{memory:?}");
}

/// Cells go into a writer as they are read; labels are held.
#[test]
fn cells_into_a_writer_take_few_pieces() {
    fn cells(count: usize) -> impl DoubleEndedIterator<Item = String> + ExactSizeIterator {
        (0..count).map(|index| format!("{{\"address\":{{\"x\":\"{index}\"}},\"value\":{index}}}"))
    }
    let listed = |cells: Vec<String>| format!("{{\"cells\":[{}]}}", cells.join(","));
    let hex = format!("\"{}\"", "0123456789abcdef".repeat(100_000));
    // The last number is that of the pieces: of 8192 cells, where one follows the other.
    let cases = [
        ("tensor(x[100],y[1000])", dense(100, 17), Profile::Constant, 0, 13),
        ("tensor(x[100000])", format!("{{\"values\":{}}}", list(100_000, 3)), Profile::Constant, 0, 13),
        ("tensor<bfloat16>(x[200],y[1000])", dense(200, 4), Profile::Document, 0, 25),
        ("tensor<int8>(x[800000])", hex, Profile::Document, 0, 98),
        ("tensor<float>(category{},x[384])", blocks(300), Profile::Constant, 300 * 100, 15),
        ("tensor(x[100000])", listed(cells(100_000).collect()), Profile::Constant, 100_000 / 8, 13),
        // Backwards, with zeros between them, and zeros at the end.
        (
            "tensor<float>(x[200002])",
            listed(cells(20_000).step_by(3).rev().step_by(2).collect()),
            Profile::Constant,
            25_000,
            3335,
        ),
        ("tensor<float>(x[1000000])", listed(Vec::new()), Profile::Constant, 0, 1),
        ("tensor(brand{},category{})", sparse(200, 200), Profile::Constant, 40_000 * 20, 5),
    ];
    for (tensor_type, text, profile, held, pieces) in cases {
        let tensor_type: TensorType = tensor_type.parse().expect("a type");
        let options = Options::new().profile(profile);
        let read = options.read_as(&tensor_type, &text);
        assert!(read.is_ok());
        assert_eq!(streamed(&options, Some(&tensor_type), &text, &read), Ok(()), "{tensor_type}");
        let mut out = Nowhere::default();
        let memory = measure(|| {
            let read = options.read_to_writer(Some(&tensor_type), &text, &mut out);
            assert!(read.is_ok(), "{read:?}");
        });
        assert!(memory.bytes_max <= (4 * SPARE + held) as u64, "{tensor_type}: {memory:?}");
        assert_eq!(out.writes, pieces, "{tensor_type}");
    }
}

/// A writer that keeps nothing.
#[derive(Default)]
struct Nowhere {
    place: u64,
    writes: usize,
}

impl io::Write for Nowhere {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.place += bytes.len() as u64;
        self.writes += 1;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl io::Seek for Nowhere {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        if let io::SeekFrom::Start(place) = to {
            self.place = place;
        }
        Ok(self.place)
    }
}

/// A writer that fails is an error, where the cells are many and where they are few.
#[test]
fn a_writer_that_fails_is_an_error() {
    for text in [dense(200, 4), "{\"cells\":[]}".into()] {
        let tensor_type = "tensor<float>(x[200],y[1000])".parse().expect("a type");
        let full = io::Cursor::new([0u8; 100]);
        let error = Options::new().read_to_writer(Some(&tensor_type), &text, full).expect_err("no room");
        assert!(matches!(error.kind(), ErrorKind::Io(_)), "{error}");
    }
}

/// Texts that are as dear as can be: labels and faults, each of few bytes.
#[test]
fn no_text_takes_more_than_32_times_its_length() {
    fn many(count: usize, head: &str, item: impl Fn(usize) -> String, tail: &str) -> String {
        let items: Vec<String> = (0..count).map(item).collect();
        format!("{head}{}{tail}", items.join(","))
    }
    let names: Vec<String> = (0..255).map(|index| format!("{index:x}{{}}")).collect();
    let wide = format!("tensor({})", names.join(","));
    let long = format!("tensor({}{{}},y{{}})", "x".repeat(20_000));
    let wide_address: Vec<String> = (0..255).map(|index| format!("\"{index:x}\":\"\"")).collect();
    let wide_cell = format!("{{\"cells\":[{{\"address\":{{{}}},\"value\":1}}]}}", wide_address.join(","));
    for count in [0, 1, 3, 10, 40, 200, 1000] {
        let fixed = |text: &'static str| move |_: usize| text.to_owned();
        let cases: Vec<(&str, String)> = vec![
            ("tensor(x[2])", many(count, "[", fixed("true"), "]")),
            ("tensor(x[300])", many(count, "[", fixed("{}"), "]")),
            ("tensor(x[30000],y[2])", many(count, "[", fixed("[]"), "]")),
            ("tensor(x[30000],y[2])", many(count, "[", fixed("1"), "]")),
            ("tensor<int8>(x[30000])", many(count, "[", fixed("1"), "]")),
            ("tensor(x{})", many(count, "{", fixed("\"\":0"), "}")),
            ("tensor(x{})", many(count, "{", |index| format!("\"{index:x}\":0"), "}")),
            ("tensor(x{})", many(count, "{\"cells\":[", fixed("{}"), "]}")),
            ("tensor(x{})", many(count, "{\"cells\":[", fixed("0"), "]}")),
            ("tensor(x{})", many(count, "{", fixed("\"\":[]"), "}")),
            ("tensor(k{},x[1])", many(count, "{\"blocks\":{", |index| format!("\"{index:x}\":[0]"), "}}")),
            ("tensor(k{},x[1])", many(count, "{\"blocks\":{", fixed("\"\":[]"), "}}")),
            ("tensor(k{},x[1])", many(count, "{", |index| format!("\"{index:x}\":[]"), "}")),
            ("tensor(k{},x[1])", many(count, "{\"blocks\":[", fixed("{}"), "]}")),
            (
                "tensor(k{},l{})",
                many(
                    count,
                    "{\"cells\":[",
                    |index| format!("{{\"address\":{{\"k\":\"{index:x}\",\"l\":\"{}\"}},\"value\":0}}", index * 7 % 5),
                    "]}",
                ),
            ),
            (&long, many(count, "{", fixed("\"type\":\"\""), "}") + &" ".repeat(long.len())),
            (&long, many(count, "{\"cells\":[", fixed("{\"address\":{\"z\":0}}"), "]}") + &" ".repeat(long.len())),
            (&long, many(count, "{\"cells\":[", fixed("{\"address\":{}}"), "]}") + &" ".repeat(long.len())),
            (&wide, wide_cell.repeat(count.min(1)) + &" ".repeat(wide.len())),
            ("tensor(x[2])", "[".repeat(count)),
            ("tensor(x[2])", "{\"a\":".repeat(count)),
        ];
        for (declared, text) in cases {
            let tensor_type: TensorType = declared.parse().expect("a type");
            let most = text.len() as u64 * 32 + (8 << 10);
            for profile in [Profile::Constant, Profile::Document] {
                let options = Options::new().profile(profile);
                let (mut read, mut faults) = (None, Vec::new());
                let reading = measure(|| read = Some(options.read_as(&tensor_type, &text)));
                let listing = measure(|| faults = options.validate(Some(&tensor_type), &text));
                for memory in [reading, listing] {
                    let start: String = text.chars().take(60).collect();
                    assert!(memory.bytes_max <= most, "{memory:?} for {} bytes: {start}", text.len());
                }
            }
        }
    }
    // The type itself may be what is dear.
    for text in [format!("{{\"type\":\"{wide}\"}}"), format!("{{\"type\":\"{wide}\",{}", &wide_cell[1..])] {
        let memory = measure(|| drop(Options::new().read(&text)));
        assert!(memory.bytes_max <= text.len() as u64 * 32 + (8 << 10), "{memory:?} for {} bytes", text.len());
    }
}

/// Cells that are left out are counted before memory is taken for them, also where they are handed on.
#[test]
fn cells_that_are_left_out_take_what_the_limit_allows() {
    let text = r#"{"type":"tensor(x[8000000])","cells":[]}"#;
    let memory = measure(|| drop(Options::new().read(text).expect("zeros")));
    assert!(memory.bytes_max <= (64 << 20) + 32 * text.len() as u64, "{memory:?}");
    let text = r#"{"type":"tensor(x[200000000])","cells":[{"address":{"x":"199999999"},"value":1}]}"#;
    let mut error = None;
    let memory = measure(|| error = Options::new().read(text).err());
    let error = error.expect("too many zeros");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Expanded, .. }), "{error}");
    assert_eq!(error.offset(), Some(39));
    assert!(memory.bytes_max < 8 << 10, "{memory:?}");
    let mut last = Last(0);
    let error = Options::new().read_to_writer(None, text, &mut last).expect_err("too many zeros");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Expanded, .. }), "{error}");
    // On request there are as many as a file has room for; a bit a cell is held all the same.
    let options = Options::new().max_expanded(u64::MAX);
    let memory = measure(|| drop(options.read_to_writer(None, text, &mut last).expect("cells")));
    assert_eq!(last.0, 200_000_000 * 8);
    assert!(memory.bytes_max < 26 << 20, "{memory:?}");
}

/// Knows where its end would be.
struct Last(u64);

impl io::Write for Last {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl io::Seek for Last {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        if let io::SeekFrom::Start(at) = to {
            self.0 = at;
        }
        Ok(self.0)
    }
}

/// A frame expands to what the limit allows, whatever a longer text may be.
#[test]
fn a_frame_is_unpacked_within_its_limit() {
    // Blocks of 4 MiB: a blank, itself 4 194 298 times, and the five that end a block.
    const LEN: usize = 80 << 20;
    let block = [b"\x1f \x01\x00".as_slice(), &[255; 16_448], &[39, 0x50], b"     "].concat();
    let block = [&(block.len() as u32).to_le_bytes(), block.as_slice()].concat();
    let frame = [b"\x04\x22\x4d\x18\x60\x70\x73".as_slice(), &block.repeat(LEN >> 22), &[0; 4]].concat();
    let most = (64 << 20) + 32 * frame.len() as u64;
    let mut error = None;
    let memory = measure(|| error = Options::new().text_of_lz4(&frame).err());
    let ErrorKind::LimitExceeded { limit: Limit::Expanded, max, found } = error.expect("a bomb").into_kind() else {
        panic!("another error");
    };
    assert_eq!(max, most);
    assert!(found > most && found <= most + (1 << 16), "{found}");
    assert!(memory.bytes_max < 4 * most, "{memory:?}");
    assert_eq!(Options::new().max_expanded(LEN as u64).text_of_lz4(&frame).expect("a text").len(), LEN);
}

/// Blocks of the older format are 8 MiB, whatever they hold; Vespa does not read it.
#[test]
fn a_legacy_frame_is_refused_before_its_blocks_take_memory() {
    // A block of one run of four literals.
    let frame = [b"\x02\x21\x4c\x18".as_slice(), &5u32.to_le_bytes(), b"\x40[12]"].concat();
    let mut error = None;
    let memory = measure(|| error = Options::new().text_of_lz4(&frame).err());
    let error = error.expect("a legacy frame");
    assert!(error.to_string().contains("a frame of the legacy format"), "{error}");
    assert_eq!(error.offset(), Some(0));
    assert!(memory.bytes_max <= 8192, "{memory:?}");
}
