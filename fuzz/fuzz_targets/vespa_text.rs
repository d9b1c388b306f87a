//! Any text as a Vespa type, and as a tensor of several types in both profiles: the readers may not panic, the list of
//! faults is empty for what is accepted and for nothing else, and what is accepted is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tensor_format::vespa::{Constant, Options, Profile, TensorType};

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

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(parsed) = text.parse::<TensorType>() {
        let again: TensorType = parsed.to_string().parse().expect("what is printed can be parsed");
        assert_eq!(again, parsed);
    }
    for profile in [Profile::Constant, Profile::Document] {
        let options = Options::new().profile(profile).max_expanded(1 << 13);
        let read = options.read(&text);
        assert_eq!(options.validate(None, &text).is_empty(), read.is_ok());
        read.into_iter().for_each(|tensor| written(&tensor));
        for declared in TYPES {
            let declared: TensorType = declared.parse().expect("a type");
            let read = options.read_as(&declared, &text);
            assert_eq!(options.validate(Some(&declared), &text).is_empty(), read.is_ok());
            read.into_iter().for_each(|tensor| written(&tensor));
        }
    }
    if let Ok(text) = Options::new().max_text(1 << 16).text_of_lz4(bytes) {
        assert!(text.len() <= 1 << 16);
    }
});

fn written(tensor: &Constant) {
    for text in [tensor.to_text(), tensor.to_text_pretty()] {
        // A type alone can stand for many zeros, which a list of cells would have to leave out.
        let again = Options::new().read(&text).expect("what is written can be read");
        assert_eq!(again.to_text(), tensor.to_text());
        assert_eq!(again.tensor_type(), tensor.tensor_type());
    }
}
