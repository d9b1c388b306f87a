//! How much memory the reader and the writer of Vespa texts take. Counts are of this thread alone.

use std::fmt::Write;

use allocation_counter::{AllocationInfo, measure};
use tensor_format::vespa::{Constant, Options, TensorType};

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

/// The order of the cells is worked out beside the text.
#[test]
fn a_text_takes_little_more_than_its_length() {
    let cases = [
        ("tensor(x[200],y[1000])", dense(200, 17), 0),
        ("tensor(x[200],y[1000])", dense(200, 4), 0),
        ("tensor<float>(category{},x[384])", blocks(1000), 0),
        ("tensor(brand{},category{})", sparse(300, 300), 90_000 * 2 * size_of::<usize>()),
    ];
    for (tensor_type, text, order) in cases {
        let (tensor, _) = read(tensor_type, &text);
        for pretty in [false, true] {
            let mut written = String::new();
            let memory = measure(|| written = if pretty { tensor.to_text_pretty() } else { tensor.to_text() });
            let most = written.len() + written.len() / 5 + order + SPARE;
            assert!(memory.bytes_max <= most as u64, "{tensor_type}: {memory:?} for {} bytes", written.len());
            assert!(memory.count_total <= 40, "{tensor_type}: {memory:?}");
        }
    }
}

/// What is handed on piece by piece takes no more than a few pieces, however long it is.
#[test]
fn a_writer_takes_few_pieces() {
    let (tensor, _) = read("tensor(x[200],y[1000])", &dense(200, 17));
    let memory = measure(|| tensor.write_to(&mut std::io::sink()).expect("written"));
    assert!(memory.bytes_max <= 4 * SPARE as u64, "{memory:?}");
}
