//! Any text as a Vespa type, and as a tensor of several types in both profiles: the readers may not panic, the list of
//! faults is empty for what is accepted and for nothing else, and what is accepted is written and read back the same. The
//! last byte chooses profile and type.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use tensor_format::{
    Record, Tensor,
    vespa::{Constant, Options, Profile, TensorType},
};
use tensor_format_fuzz::{
    Choice,
    bounds::Bound,
    files::{same, same_record},
};

const TYPES: [&str; 8] = [
    "tensor()",
    "tensor(x[2])",
    "tensor<int8>(x[2],y[3])",
    "tensor<bfloat16>(x{})",
    "tensor<float>(x{},y{})",
    "tensor(x{},y[2])",
    "tensor<float>(x{},y{},z[1])",
    "tensor(x[],y{})",
];

/// What cells that are left out, and a text that was compressed, may take.
const EXPANDED: usize = 8 << 10;

fuzz_target!(|input: &[u8]| {
    let Some((mut choice, bytes)) = Choice::split(input) else { return };
    let text = String::from_utf8_lossy(bytes);
    let profile = if choice.of(2) == 0 { Profile::Constant } else { Profile::Document };
    let options = Options::new().profile(profile).max_expanded(EXPANDED as u64);
    match choice.of(11) {
        0 => {
            let bound = Bound::new("type", text.len(), 32);
            if let Ok(parsed) = bound.hold(|| text.parse::<TensorType>()) {
                let again: TensorType = parsed.to_string().parse().expect("what is printed can be parsed");
                assert_eq!(again, parsed);
            }
            let bound = Bound::new("lz4", bytes.len(), 32).and(LZ4 + EXPANDED);
            if let Ok(text) = bound.hold(|| options.max_text(EXPANDED).text_of_lz4(bytes)) {
                assert!(text.len() <= EXPANDED);
            }
        }
        1 => {
            let bound = Bound::new("record", text.len(), 64).and(2 * EXPANDED);
            let read = bound.hold(|| options.from_str::<Record>(&text));
            let streamed = bound.hold(|| options.from_reader::<Record>(text.as_bytes()));
            assert_eq!(streamed.is_ok(), read.is_ok());
            if let (Ok(read), Ok(streamed)) = (read, streamed) {
                assert!(same_record(&read, &streamed));
            }
            let tensor = bound.hold(|| options.from_str::<Tensor>(&text));
            let _ = (tensor, bound.hold(|| options.from_str::<Vec<f32>>(&text)));
        }
        2 => both(None, &options, &text),
        which => {
            let declared: TensorType = TYPES[usize::from(which) - 3].parse().expect("a type");
            both(Some(&declared), &options, &text);
        }
    }
});

/// What the decompressor takes for itself: the largest block of a frame, and a window.
const LZ4: usize = 9 << 20;

/// A tensor that names its type, or one of a declared type, read whole and into a file.
fn both(declared: Option<&TensorType>, options: &Options, text: &str) {
    let bound = Bound::new("tensor", text.len(), 32).and(EXPANDED);
    let read = bound.hold(|| match declared {
        Some(declared) => options.read_as(declared, text),
        None => options.read(text),
    });
    let faults = bound.hold(|| options.validate(declared, text).len());
    assert_eq!(faults == 0, read.is_ok());
    let streamed = options.read_to_writer(declared, text, Cursor::new(Vec::new()));
    assert_eq!(streamed.is_ok(), read.is_ok());
    let Ok(tensor) = read else { return };
    assert_eq!(&streamed.expect("as above").0, tensor.tensor_type());
    written(&tensor);
    if let Ok(cells) = tensor.to::<Tensor>() {
        assert!(same(&cells, &tensor.into_cells()));
    }
}

fn written(tensor: &Constant) {
    for text in [tensor.to_text(), tensor.to_text_pretty()] {
        // A type alone can stand for many zeros, which a list of cells would have to leave out.
        let again = Options::new().read(&text).expect("what is written can be read");
        assert_eq!(again.to_text(), tensor.to_text());
        assert_eq!(again.tensor_type(), tensor.tensor_type());
    }
}
