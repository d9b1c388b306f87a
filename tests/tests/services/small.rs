//! Small things that would surprise.

use allocation_counter::measure;
use ndarray::Array2;
use tensor_format::{ErrorKind, HasRules, Image, Ragged, Rules, Tensor, npy, to_vec};

#[test]
fn the_length_of_a_strided_array_is_counted_without_a_copy() {
    let array = Array2::from_shape_fn((512, 256), |(i, j)| (i * j) as f32);
    for strided in [array.view().reversed_axes(), array.slice(ndarray::s![..;2, 1..]), array.view()] {
        let bytes = npy::to_vec(&strided).unwrap();
        let mut len = 0;
        let counted = measure(|| len = npy::encoded_len(&strided).unwrap());
        assert_eq!(len, bytes.len());
        assert!(counted.bytes_total < 1024, "{} bytes were allocated", counted.bytes_total);
    }
    let error = npy::encoded_len(&Ragged(vec![vec![1u8]])).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::RecordFound { tensors: 2 }), "{error}");
    let error = npy::encoded_len("text").unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::UnsupportedElementType { .. }), "{error}");
}

#[test]
fn rules_of_a_record_are_there_in_constants() {
    #[derive(Tensor)]
    struct Input {
        x: f32,
    }
    const NAMES: usize = Input::RULES.expect_record().len();
    assert_eq!((NAMES, Input { x: 1.0 }.x), (1, 1.0));
    let text = std::panic::catch_unwind(|| Rules::ANY.expect_record()).unwrap_err();
    assert_eq!(text.downcast_ref(), Some(&"one tensor stands where a record is needed"));
}

#[test]
fn a_format_of_a_picture_that_does_not_fit_is_named_with_the_one_that_does() {
    for (format, known) in [("jpeg", "jpg"), ("tiff", "tif")] {
        let image = Image::new(format, [1]);
        assert_eq!(image.format_str(), Some(format));
        let text = to_vec(&image).unwrap_err().to_string();
        assert!(text.ends_with(&format!("this dialect holds exactly three bytes: use \"{known}\"")), "{text}");
    }
}
