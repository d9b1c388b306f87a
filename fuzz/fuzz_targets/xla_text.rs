//! Any text as an XLA shape: the parser may not panic, and what it accepts is printed in one form only.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tensor_format::xla::Shape;
use tensor_format_fuzz::bounds::Bound;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match Bound::new("shape", text.len(), 32).hold(|| text.parse::<Shape>()) {
        Ok(shape) => {
            let printed = shape.to_string();
            let again: Shape = printed.parse().expect("what is printed can be parsed");
            assert_eq!(again, shape);
            assert_eq!(again.to_string(), printed);
            let read = Shape::from_slice(&shape.to_vec()).expect("what is parsed can be written");
            assert_eq!(read, shape);
        }
        Err(error) => assert!(error.offset().is_some_and(|at| at <= text.len() as u64), "{error}"),
    }
});
