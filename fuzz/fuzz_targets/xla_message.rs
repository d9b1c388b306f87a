//! Any bytes as the messages of XLA shapes: no reader may panic, and what is accepted means the same once written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tensor_format::xla::{AnyShape, Literal, PaddedShape, Shape};
use tensor_format_fuzz::bounds::Bound;

fuzz_target!(|bytes: &[u8]| {
    let bound = Bound::new("shape", bytes.len(), 32);
    if let Ok(shape) = bound.hold(|| Shape::from_slice(bytes)) {
        let written = shape.to_vec();
        let again = Shape::from_slice(&written).expect("a shape that was read can be written");
        assert_eq!(again, shape);
        assert_eq!(again.to_vec(), written);
        let text = shape.to_string();
        let parsed: Shape = text.parse().expect("a shape that was read can be printed");
        assert_eq!(parsed.to_string(), text);
        assert!(shape.compatible(&parsed));
        let _ = shape.byte_size(8);
        if let Ok(literal) = Literal::new(shape.clone(), [bytes]) {
            let _ = (literal.views(), literal.to_tensors());
        }
        shape.arrays().into_iter().for_each(|array| {
            let rank = array.rank();
            let _ = (array.byte_size(), array.position(&vec![0; rank]), array.index_of(1), array.to_layout());
            let _ = array.to_tensor(bytes);
            if let Ok(last) =
                array.sizes().map(|sizes| sizes.iter().map(|size| size.wrapping_sub(1)).collect::<Vec<_>>())
                && let Ok(position) = array.position(&last)
            {
                assert_eq!(array.index_of(position).expect("a position").as_deref(), Some(last.as_slice()));
            }
        });
    }
    // One of the two generations at most, but for messages that both write alike.
    if let Ok(any) = bound.hold(|| AnyShape::from_slice(bytes)) {
        assert_eq!(AnyShape::from_slice(&any.to_vec()).expect("a shape that was read can be written"), any);
        assert!(matches!(any, AnyShape::Padded(_)) || Shape::from_slice(bytes).is_ok());
        let _ = (any.view(bytes), any.to_tensor(bytes), any.to_string());
    }
    if let Ok(shape) = bound.hold(|| PaddedShape::from_slice(bytes)) {
        let written = shape.to_vec();
        let again = PaddedShape::from_slice(&written).expect("a shape that was read can be written");
        assert_eq!(again, shape);
        assert_eq!(again.to_vec(), written);
        let _ = (shape.view(bytes), shape.to_tensor(bytes));
    }
});
