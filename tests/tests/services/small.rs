//! Small things that would surprise.

use allocation_counter::measure;
use ndarray::Array2;
use tensor_format::{ErrorKind, HasRules, Image, Ragged, RecordRules, Rules, Tensor, npy, to_vec};

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

#[test]
fn documentation_that_macros_make_is_kept() {
    macro_rules! unit {
        () => {
            "decibels"
        };
    }
    macro_rules! documented {
        ($doc:expr, $name:literal) => {
            #[derive(Tensor)]
            struct FromFragment {
                #[doc = $doc]
                x: f32,
                #[doc = $name]
                y: f32,
            }
        };
    }
    documented!(concat!("a ", "b"), "c");

    #[derive(Tensor)]
    #[allow(dead_code)]
    struct Output {
        #[doc = include_str!("gain.md")]
        gain: f32,
        /// Loudness
        #[doc = concat!("in ", unit!(), ".")]
        ///
        /// More.
        loudness: f32,
        #[doc = concat!("A map of", " gains.")]
        #[tensor(dtype = f32)]
        by_name: std::collections::BTreeMap<String, f32>,
        /// Plain.
        plain: f32,
        none: f32,
    }
    let docs = |rules: RecordRules<'static>| rules.iter().map(|param| param.doc).collect::<Vec<_>>();
    let output = docs(Output::RULES.expect_record());
    assert_eq!(
        output,
        ["How much louder the output is.", "Loudness in decibels.", "", "A map of gains.", "Plain.", ""]
    );
    assert_eq!(docs(FromFragment::RULES.expect_record()), ["a b", "c"]);
    let FromFragment { x, y } = FromFragment { x: 1.0, y: 2.0 };
    assert_eq!(x + y, 3.0);

    #[derive(Tensor)]
    #[allow(dead_code)]
    enum Command {
        Go(#[doc = concat!("How far", " to go.")] f32),
        Greet {
            #[doc = concat!("Who", "m.")]
            name: String,
        },
    }
    let command = docs(Command::RULES.expect_record());
    assert_eq!(command, ["", "How far to go.", "Whom."]);
}

/// As a program that uses serde beside this crate.
mod glob {
    use tensor_format::*;

    #[derive(serde::Serialize, serde::Deserialize)]
    pub(super) struct Job {
        id: u32,
        #[serde(with = "tensor_format::with::serde")]
        input: Vec<f32>,
    }

    pub(super) fn text(id: u32, input: Vec<f32>) -> String {
        let kinds = [ElementType::F32];
        assert_eq!(serde_json::to_string(&kinds).unwrap(), r#"["f32"]"#);
        serde_json::to_string(&Job { id, input }).unwrap()
    }
}

#[test]
fn a_glob_import_leaves_the_name_of_serde_alone() {
    let job: glob::Job = serde_json::from_str(&glob::text(7, vec![1.5])).unwrap();
    assert_eq!(serde_json::to_value(&job).unwrap()["input"]["data"][0], 1.5);
}
