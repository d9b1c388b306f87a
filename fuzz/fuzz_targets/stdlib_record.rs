//! Any bytes as a stdlib record: no reader may panic, what is accepted is written back as it was, and no element is read
//! outside of its buffer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tensor_format::{
    Tensor, TensorRef,
    stdlib::{MetaData, Options, Table},
};
use tensor_format_fuzz::{bounds::Bound, files::same};

fuzz_target!(|bytes: &[u8]| {
    for table in [Table::Orders0_2_1, Table::Dtypes0_3_0, Table::Current] {
        let strict = Options::new().table(table);
        let lenient = strict.lenient(true);
        let bound = Bound::new("meta data", bytes.len(), 32);
        let Ok((meta, len)) = bound.hold(|| lenient.from_prefix(bytes)) else {
            assert!(strict.from_prefix(bytes).is_err(), "lenient readers take more");
            continue;
        };
        if let Ok(same) = strict.from_prefix(bytes) {
            assert_eq!(same, (meta.clone(), len));
        }
        assert_eq!(lenient.from_slice(bytes).is_ok(), len == bytes.len());
        assert_eq!(meta.to_vec().expect("a record that was read can be written"), &bytes[..len]);
        if let Ok(detected) = Options::new().detect_table().from_prefix(bytes) {
            assert!(detected.0.table != Table::Orders0_2_1 || table != Table::Orders0_2_1 || detected.0 == meta);
        }
        // Twice: in order, and where they are to be.
        let bound = Bound::new("array", bytes.len(), 32).and(2 * EXPANDED);
        let options = lenient.max_expanded(EXPANDED as u64);
        let owned = bound.hold(|| options.from_message::<Tensor>(&bytes[..len], &bytes[len..]));
        let borrowed = bound.hold(|| options.from_message::<TensorRef<'_>>(&bytes[..len], &bytes[len..]));
        let _ = bound.hold(|| options.from_message::<Vec<f32>>(&bytes[..len], &bytes[len..]));
        if let (Ok(owned), Ok(borrowed)) = (owned, borrowed) {
            assert!(same(&owned, &borrowed.to_tensor()));
        }
        // The rest of the input is the array's buffer.
        elements(&meta, &bytes[len..]);
    }
});

/// What strides that repeat elements may take.
const EXPANDED: usize = 16 << 10;

fn elements(meta: &MetaData, buffer: &[u8]) {
    let rank = meta.shape.rank();
    for index in [0, 1, -1, i64::MAX, i64::MIN] {
        let _ = (meta.byte_offset(&vec![index; rank]), meta.linear_byte_offset(index));
        let _ = meta.get::<u8>(buffer, &vec![index; rank]);
    }
    let inside = meta.check_buffer(buffer.len()).is_ok();
    let Ok(tensor) = meta.view(buffer) else { return };
    assert!(inside);
    shares(meta, &tensor);
    // With strides of 0 few bytes can stand for any number of elements.
    if tensor.len() <= 1 << 12 {
        assert_eq!(tensor.to_tensor(), tensor);
        assert_eq!(tensor.trimmed(), tensor);
    }
}

/// The record of the view says the same of every element.
fn shares(meta: &MetaData, tensor: &TensorRef<'_>) {
    let again = MetaData::of(tensor).expect("an element type of stdlib");
    assert_eq!((&again.shape, &again.strides, again.offset), (&meta.shape, &meta.strides, meta.offset));
    let layout = meta.layout().expect("as before");
    let size = meta.dtype.size().expect("as before");
    let _ = (layout.overlaps(&meta.shape, size), layout.is_contiguous(&meta.shape, size));
}
