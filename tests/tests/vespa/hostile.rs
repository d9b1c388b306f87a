//! Hostile Vespa texts: an error in bounded time, stack and memory.

use std::{collections::BTreeMap, fmt::Write, thread, time::Instant};

use allocation_counter::measure;
use ndarray::Array2;
use tensor_format::{
    DecodeError, DecodeOwned, ErrorKind, Tensor,
    error::Limit,
    vespa::{self, Fault, Options, Profile, TensorType},
};

/// The error of a text, read on a small stack, and the most memory that was in use.
fn refused(options: Options, declared: Option<&str>, text: &str) -> (DecodeError, u64) {
    let declared: Option<TensorType> = declared.map(|declared| declared.parse().expect("a type"));
    on_small_stack(|| match &declared {
        Some(declared) => options.read_as(declared, text).err(),
        None => options.read(text).err(),
    })
}

/// The error of a text as a value of a Rust type.
fn refused_as<T: DecodeOwned>(text: &str) -> (DecodeError, u64) {
    on_small_stack(|| vespa::from_str::<T>(text).err())
}

fn on_small_stack(read: impl Fn() -> Option<DecodeError> + Sync) -> (DecodeError, u64) {
    let run = || {
        let mut error = None;
        let memory = measure(|| error = read());
        (error.expect("an error"), memory.bytes_max)
    };
    thread::scope(|scope| {
        let small = thread::Builder::new().stack_size(256 << 10);
        small.spawn_scoped(scope, run).expect("a thread").join().expect("no panic")
    })
}

fn name(error: &DecodeError) -> &'static str {
    match error.kind() {
        ErrorKind::Json(json) => json.fault.name(),
        kind => kind.name(),
    }
}

#[test]
fn brackets_in_one_another() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let text = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        for declared in ["tensor(x[1])", "tensor(x{})", "tensor(k{},x[1])", "tensor(x{},y{})"] {
            for profile in [Profile::Constant, Profile::Document] {
                let options = Options::new().profile(profile);
                for text in [text.clone(), format!("{{\"values\":{text}}}"), format!("{{\"cells\":[{text}]}}")] {
                    let (error, memory) = refused(options, Some(declared), &text);
                    assert!(memory < 64 << 10, "{declared}: {memory} bytes: {error}");
                    let declared = declared.parse().expect("a type");
                    let faults = options.validate(Some(&declared), &text);
                    assert!(!faults.is_empty() && faults.len() < 10, "{}", faults.len());
                }
            }
        }
        let (error, _) = refused(Options::new(), None, &format!("{{\"values\":{text}}}"));
        assert_eq!(name(&error), "limit_exceeded");
    }
}

/// As deep as the type is deep, and no stack is needed for more.
#[test]
fn as_many_dimensions_as_there_can_be() {
    let dimensions: Vec<String> = (0..255).map(|index| format!("d{index}[1]")).collect();
    let declared: TensorType = format!("tensor({})", dimensions.join(",")).parse().expect("a type");
    let text = format!("{}1{}", "[".repeat(255), "]".repeat(255));
    let read = thread::Builder::new().stack_size(256 << 10).spawn({
        let (declared, text) = (declared.clone(), text.clone());
        move || Options::new().read_as(&declared, &text).expect("a tensor").to_text()
    });
    let written = read.expect("a thread").join().expect("no panic");
    assert_eq!(written, format!("{{\"type\":\"{declared}\",\"values\":{text}}}"));
}

/// Brackets and claims of a gigabyte on the way to a Rust type, which reads numbers to where it keeps them.
fn types_hold_against<T: DecodeOwned>(claimed: &str, values: &str) {
    let name_of = std::any::type_name::<T>();
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        for text in [deep.clone(), format!("{{\"type\":\"{claimed}\",\"values\":{deep}}}")] {
            let (error, memory) = refused_as::<T>(&text);
            // As much as so long a text could hold: a number takes two bytes at least.
            assert!(memory < 4 * text.len() as u64 + (64 << 10), "{name_of}: {memory} bytes: {error}");
        }
    }
    for values in [values, "\"values\":[]", "\"values\":[[1,2,3]]", "\"cells\":[]", "\"blocks\":{\"a\":[]}"] {
        for text in [format!("{{\"type\":\"{claimed}\",{values}}}"), format!("{{{values},\"type\":\"{claimed}\"}}")] {
            // A map without entries is one.
            if claimed.contains("{}") && values.starts_with("\"cells\"") {
                continue;
            }
            let (error, memory) = refused_as::<T>(&text);
            assert!(memory < 16 << 10, "{name_of}: {text}: {memory} bytes: {error}");
        }
    }
}

#[test]
fn rust_types_hold_against_brackets_and_claims() {
    types_hold_against::<Vec<f64>>("tensor(d0[125000000])", "\"values\":[1,2,3]");
    types_hold_against::<Vec<[f32; 1000]>>("tensor<float>(d0[250000],d1[1000])", "\"values\":[[1,2,3]]");
    types_hold_against::<Array2<f32>>("tensor<float>(d0[250000],d1[1000])", "\"values\":[[1,2,3],[4,5,6]]");
    types_hold_against::<Tensor>("tensor(x[125000000])", "\"values\":[1,2,3]");
    types_hold_against::<Tensor>("tensor<int8>(x[1000],y[1000000])", "\"values\":[[1]]");
    type Map = BTreeMap<String, Vec<f32>>;
    types_hold_against::<Map>("tensor<float>(d0{},d1[250000000])", "\"blocks\":{\"a\":[1,2,3],\"b\":[1]}");
}

/// Memory does not grow with what is refused, only the list of faults, which ends.
#[test]
fn labels_and_names_that_stand_again_and_again() {
    let blocks = "\"a\":[1,2],".repeat(1_000_000);
    let names = "\"x\":\"a\",".repeat(1_000_000);
    let start = Instant::now();
    for (declared, text, expected) in [
        ("tensor(k{},x[2])", format!("{{\"blocks\":{{{blocks}\"b\":[1,2]}}}}"), "duplicate_cell"),
        ("tensor(x{})", format!("{{\"cells\":[{{\"address\":{{{names}\"x\":\"b\"}}}}]}}"), "duplicate_dimension"),
        (
            "tensor(x{})",
            format!("{{\"cells\":[{{{}\"value\":1}}]}}", "\"value\":1,".repeat(1_000_000)),
            "duplicate_key",
        ),
        ("tensor(x[1])", format!("{{{}\"type\":1}}", "\"values\":[1],".repeat(1_000_000)), "duplicate_key"),
    ] {
        let (error, memory) = refused(Options::new(), Some(declared), &text);
        assert_eq!(name(&error), expected);
        assert!(memory < 64 << 10, "{declared}: {memory} bytes");
        let declared = declared.parse().expect("a type");
        let mut faults = Vec::new();
        let memory = measure(|| faults = Options::new().validate(Some(&declared), &text));
        assert_eq!(faults.len(), 10_001, "{declared}");
        assert!(memory.bytes_max < 8 << 20, "{declared}: {memory:?}");
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

/// What is judged and not kept takes no cells, however large the tensor is.
#[test]
fn containers_that_stand_again_and_again() {
    let cells = "\"cells\":[{\"address\":{\"x\":\"399999\"},\"value\":1}],".repeat(12_000);
    let text = format!("{{{cells}\"cells\":[]}}");
    let declared: TensorType = "tensor(x[400000])".parse().expect("a type");
    let start = Instant::now();
    let mut faults = Vec::new();
    let memory = measure(|| faults = Options::new().validate(Some(&declared), &text));
    assert_eq!(faults.len(), 10_001);
    assert!(memory.bytes_max < (400_000 * 8) + (8 << 20), "{memory:?}");
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn keys_that_stand_again_and_again() {
    let mut cells = String::new();
    for _ in 0..300_000 {
        cells.push_str("\"a\":1,");
    }
    cells.pop();
    let mut different = String::new();
    for index in 0..60_000 {
        let _ = write!(different, "\"{index}\":1,");
    }
    different.push_str("\"7\":1");
    let start = Instant::now();
    for (declared, text) in [
        ("tensor(x{})", format!("{{{cells}}}")),
        ("tensor(x{})", format!("{{\"cells\":{{{cells}}}}}")),
        ("tensor(x{})", format!("{{{different}}}")),
        ("tensor(x[1])", format!("{{{cells}}}")),
    ] {
        let options = Options::new();
        let (error, memory) = refused(options, Some(declared), &text);
        // Of sixty thousand labels that differ all are kept until one stands again.
        let most = if text.len() > 1_000_000 { 64 << 10 } else { 10 << 20 };
        assert!(memory < most, "{declared}: {memory} bytes");
        let expected = if declared == "tensor(x{})" { "duplicate_cell" } else { "unknown_key" };
        assert_eq!(name(&error), expected);
        // Faults in one long line are placed in one pass over it.
        let faults = options.validate(Some(&declared.parse().expect("a type")), &text);
        let all = if text.len() > 1_000_000 { 10_001 } else { 1 };
        assert_eq!(faults.len(), all, "{declared}");
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

/// Memory is taken for what is there, not for what a type says.
#[test]
fn sizes_that_a_type_only_claims() {
    for (declared, text, expected) in [
        ("tensor(x[125000000])", "[1,2,3]", "wrong_count"),
        ("tensor(x[125000000])", "{\"values\":[]}", "wrong_count"),
        ("tensor(x[2147483647])", "[1]", "limit_exceeded"),
        ("tensor(x[2147483647],y[2147483647],z[2147483647])", "[[[1]]]", "limit_exceeded"),
        ("tensor(x[125000000])", "{\"cells\":[]}", "limit_exceeded"),
        ("tensor(x[2147483647],y[2147483647],z[2147483647])", "{\"cells\":[]}", "limit_exceeded"),
        ("tensor(k{},x[125000000])", "{\"blocks\":{\"a\":[1]}}", "wrong_count"),
        (
            "tensor(k{},x[125000000])",
            "{\"cells\":[{\"address\":{\"k\":\"a\",\"x\":\"0\"},\"value\":1}]}",
            "limit_exceeded",
        ),
    ] {
        let (error, memory) = refused(Options::new(), Some(declared), text);
        assert_eq!(name(&error), expected, "{declared} {text}: {error}");
        assert!(memory < 4096, "{declared} {text}: {memory} bytes");
        let own = format!("{{\"type\":\"{declared}\",{}", text.strip_prefix('{').unwrap_or("\"values\":[1]}"));
        let (error, memory) = refused(Options::new(), None, &own);
        assert!(name(&error) == expected || own.ends_with("[1]}"), "{own}: {error}");
        assert!(memory < 4096, "{own}: {memory} bytes");
    }
    let document = Options::new().profile(Profile::Document);
    for text in ["\"00\"", "[1]", "\"\""] {
        let (error, memory) = refused(document, Some("tensor(x[125000000])"), text);
        assert!(memory < 4096, "{text}: {memory} bytes: {error}");
    }
}

/// A tensor in memory takes its cells, and little more while it is read.
#[test]
fn memory_is_that_of_the_result() {
    let mut text = String::from("[");
    for index in 0..60_000 {
        let _ = write!(text, "{}{}", if index == 0 { "" } else { "," }, f64::from(index) / 7.0);
    }
    text.push(']');
    let declared: TensorType = "tensor(x[60000])".parse().expect("a type");
    let mut read = None;
    let memory = measure(|| read = Options::new().read_as(&declared, &text).ok());
    let cells = 60_000 * 8;
    assert!(read.is_some());
    assert!(memory.bytes_max <= cells * 12 / 10 + (64 << 10), "{} bytes", memory.bytes_max);
    assert!(memory.count_total <= 20, "{} allocations", memory.count_total);

    let blocks: Vec<String> =
        (0..1000).map(|block| format!("\"label {block}\":[{}]", vec!["0.5"; 384].join(","))).collect();
    let text = format!("{{\"blocks\":{{{}}}}}", blocks.join(","));
    let declared: TensorType = "tensor<float>(k{},x[384])".parse().expect("a type");
    read = None;
    let memory = measure(|| read = Options::new().read_as(&declared, &text).ok());
    let cells = 1000 * 384 * 4;
    assert!(memory.bytes_max <= cells * 12 / 10 + (64 << 10), "{} bytes", memory.bytes_max);
    assert!(memory.count_total <= 100, "{} allocations", memory.count_total);
}

/// Faults are cut to what a person reads.
#[test]
fn long_values_are_not_repeated_in_errors() {
    let long = "x".repeat(1 << 20);
    let declared: TensorType = "tensor(x{},y{})".parse().expect("a type");
    for text in [
        format!("{{\"{long}\":1}}"),
        format!("{{\"type\":\"{long}\"}}"),
        format!("{{\"cells\":[\"{long}\"]}}"),
        format!("{{\"cells\":[{{\"address\":{{\"{long}\":\"a\"}},\"value\":1}}]}}"),
        format!("{{\"cells\":[{{\"address\":{{\"x\":\"a\",\"y\":\"b\"}},\"value\":\"{long}\"}}]}}"),
        format!("{{\"cells\":[{{\"address\":{{\"x\":\"a\",\"y\":\"b\"}},\"{long}\":1}}]}}"),
    ] {
        let error = Options::new().read_as(&declared, &text).expect_err("a fault");
        assert!(error.to_string().len() < 400, "{}", error.to_string().len());
    }
    let ErrorKind::Json(json) = Options::new().read("{}").expect_err("no type").into_kind() else { panic!() };
    assert_eq!(json.fault.of_format(), Some(&Fault::NoType));
    let error = Options::new().max_text(1).read("{}").expect_err("two bytes");
    assert!(matches!(error.kind(), ErrorKind::LimitExceeded { limit: Limit::Text, max: 1, found: 2 }), "{error}");
}
