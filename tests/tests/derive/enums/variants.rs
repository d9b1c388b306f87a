//! Enums whose variants hold data: a label and the parameters of one variant.
#![deny(warnings, clippy::pedantic)]

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use tensor_format::{
    Batch, DecodeOwned, Encode, ErrorKind, HasRules, Image, Many, Record, Tensor, contract, decthings,
    decthings::Dialect, from_reader, from_slice, from_value, npz, safetensors, to_value, to_vec, vespa, zio,
};
use tensor_format_tests::reversed;

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Pose {
    x: f32,
    y: Option<[u8; 2]>,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
enum Shape {
    /// A round one.
    Circle {
        /// In metres.
        radius: f32,
    },
    Path {
        #[tensor(shape = [n, 2])]
        points: Vec<[f32; 2]>,
        #[tensor(shape = [n], default = vec![1.0])]
        weights: Vec<f32>,
        closed: Option<bool>,
    },
    Pose(Pose),
    Rows(#[tensor(shape = [n, n])] Vec<[f32; 2]>),
    Pair(f32, Vec<u8>),
    Maybe(Option<String>),
    #[default]
    Empty,
}

#[derive(Tensor, Debug, PartialEq, Clone, Default)]
struct Scene {
    id: u32,
    shape: Shape,
    other: Option<Box<Shape>>,
    last: Arc<Shape>,
}

fn shapes() -> Vec<Shape> {
    vec![
        Shape::Circle { radius: 0.5 },
        Shape::Path { points: vec![[0.5, 2.0]; 3], weights: vec![1.0; 3], closed: Some(true) },
        Shape::Path { points: vec![], weights: vec![], closed: None },
        Shape::Pose(Pose { x: 1.0, y: Some([1, 2]) }),
        Shape::Pose(Pose { x: 1.0, y: None }),
        Shape::Rows(vec![[1.0, 2.0], [3.0, 4.0]]),
        Shape::Pair(0.5, vec![1, 2]),
        Shape::Maybe(Some("a".into())),
        Shape::Maybe(None),
        Shape::Empty,
    ]
}

/// Writes and reads a value in every format that holds records, in declared order and with the label last.
#[track_caller]
fn travels<T>(value: &T)
where
    T: Encode + DecodeOwned + PartialEq + std::fmt::Debug + Clone + Default,
{
    let bytes = to_vec(value).expect("bytes");
    for bytes in [bytes.clone(), reversed(&bytes)] {
        assert_eq!(from_slice::<T>(&bytes).expect("a value"), *value);
        assert_eq!(from_reader::<T, _>(tensor_format_tests::in_pieces(&bytes)).expect("a value"), *value);
        let mut into = T::default();
        for _ in 0..2 {
            decthings::decode_into(&bytes, &mut into).expect("a value");
            assert_eq!(into, *value);
        }
        decthings::check::<T>(&bytes).expect("a value by its rules");
    }
    for dialect in [Dialect::LegacyClients, Dialect::Clients] {
        let options = decthings::Options::new().dialect(dialect);
        let bytes = options.to_vec(value).expect("bytes");
        assert_eq!(options.from_slice::<T>(&bytes).expect("a value"), *value);
    }
    let aligned = decthings::Options::new().align(16);
    let padded = aligned.to_vec(value).expect("bytes");
    assert_eq!(aligned.from_slice::<T>(&padded).expect("a value"), *value);

    let parts = to_value(value).expect("a value");
    assert_eq!(from_value::<T>(&parts.as_ref()).expect("a value"), *value);
    let record: Record = from_slice(&bytes).expect("a record");
    assert_eq!(to_vec(&record).expect("bytes"), bytes);

    let message = zio::to_message(value).expect("a message");
    assert_eq!(zio::from_message::<T>(&message).expect("a value"), *value);
}

#[test]
fn every_variant_travels() {
    for shape in shapes() {
        travels(&shape);
        let other = Some(Box::new(shape.clone()));
        travels(&Scene { id: 7, shape: shape.clone(), other, last: Arc::new(Shape::Circle { radius: 2.0 }) });
        travels(&Scene { id: 7, shape: Shape::Empty, other: None, last: Arc::new(shape) });
    }
}

#[test]
fn values_follow_one_another() {
    let (shapes, mut bytes) = (shapes(), Vec::new());
    for shape in &shapes {
        tensor_format::append(shape, &mut bytes).unwrap();
    }
    let read: Vec<Shape> = tensor_format::sequence(&bytes).collect::<Result<_, _>>().unwrap();
    assert_eq!(read, shapes);
    let read = decthings::Options::new().sequence_from_reader(&bytes[..]);
    assert_eq!(read.collect::<Result<Vec<Shape>, _>>().unwrap(), shapes);
}

#[test]
fn requests_hold_it() {
    for shape in shapes() {
        let bytes = decthings::request::to_vec(&shape).unwrap();
        assert_eq!(decthings::request::from_slice::<Shape>(&bytes).unwrap(), shape);
    }
}

#[test]
fn its_rules_list_every_variant() {
    assert_eq!(
        Shape::RULES.to_string(),
        "{ variant: string [], Circle.radius?: f32 [], Path.points?: f32 [Path.n, 2], Path.weights?: f32 [Path.n], \
         Path.closed?: bool [], Pose.x?: f32 [], Pose.y?: u8 [2], Rows?: f32 [n, n: 2], Pair.0?: f32 [], \
         Pair.1?: u8 [_], Maybe?: string [] }"
    );
    let record = Shape::RULES.as_record().copied().unwrap();
    let docs: Vec<&str> = record.iter().map(|param| param.doc).filter(|doc| !doc.is_empty()).collect();
    assert_eq!(docs, ["In metres."]);
    let together: Vec<Option<u16>> = record.iter().map(|param| param.required_with).collect();
    let path = Some(5);
    assert_eq!(together, [None, Some(7), path, None, None, path, None, None, path, path, None]);
    assert_eq!(Shape::LABELS, ["Circle", "Path", "Pose", "Rows", "Pair", "Maybe", "Empty"]);
}

#[test]
fn it_is_the_same_as_its_parameters_written_flat() {
    #[derive(Tensor)]
    struct Flat<'a> {
        variant: &'a str,
        #[tensor(rename = "Pair.0")]
        first: f32,
        #[tensor(rename = "Pair.1")]
        second: Vec<u8>,
    }
    let flat = Flat { variant: "Pair", first: 0.5, second: vec![1, 2] };
    assert_eq!(to_vec(&Shape::Pair(0.5, vec![1, 2])).unwrap(), to_vec(&flat).unwrap());
    let names: Vec<String> = {
        let record: Record = from_slice(&to_vec(&Shape::Empty).unwrap()).unwrap();
        record.iter().map(|(name, _)| name.to_owned()).collect()
    };
    assert_eq!(names, ["variant"]);
}

#[test]
fn names_are_chosen() {
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    #[tensor(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown)]
    enum Event {
        #[default]
        KeyUp,
        MouseMove {
            from_left: u16,
            #[tensor(rename = "y")]
            from_top: u16,
        },
        #[tensor(rename = "wheel", rename_all = "UPPERCASE")]
        WheelTurned {
            by: i8,
        },
        FileDrop(#[tensor(ragged)] Vec<Vec<u8>>),
        r#Type {
            r#type: u8,
        },
    }
    assert_eq!(
        Event::RULES.to_string(),
        "{ kind: string [], mouse_move.fromLeft?: u16 [], mouse_move.y?: u16 [], wheel.BY?: i8 [], \
         file_drop.lengths?: u64 [_], file_drop.values?: u8 [_], type.type?: u8 [] }"
    );
    travels(&Event::KeyUp);
    travels(&Event::MouseMove { from_left: 1, from_top: 2 });
    travels(&Event::WheelTurned { by: -1 });
    travels(&Event::FileDrop(vec![vec![1], vec![], vec![2, 3]]));
    travels(&Event::r#Type { r#type: 3 });
}

#[test]
fn a_tag_makes_a_union_a_record() {
    #[derive(Tensor, Debug, PartialEq, Clone)]
    #[tensor(tag = "unit")]
    enum Length {
        Metres(f32),
        Feet(f32),
        Many(Many<u8>),
    }
    impl Default for Length {
        fn default() -> Self {
            Self::Metres(0.0)
        }
    }
    assert_eq!(Length::RULES.to_string(), "{ unit: string [], Metres?: f32 [], Feet?: f32 [], Many*: u8 [] }");
    travels(&Length::Feet(1.0));
    travels(&Length::Metres(1.0));
    travels(&Length::Many(Many(vec![1, 2, 3])));
    travels(&Length::Many(Many(vec![])));
    assert_eq!(from_slice::<Length>(&to_vec(&Length::Feet(1.0)).unwrap()).unwrap(), Length::Feet(1.0));
}

#[test]
fn what_is_not_sent_is_left_out() {
    #[derive(Tensor, Debug, PartialEq, Clone)]
    enum Cached {
        Named {
            #[tensor(skip)]
            cache: Vec<u8>,
            value: f32,
        },
        Single(#[tensor(skip)] Vec<u8>, f32),
        Pair(f32, #[tensor(skip)] Vec<u8>, f64),
        Nothing(#[tensor(skip)] Vec<u8>),
        NoFields {},
        None(),
    }
    let sent = [
        Cached::Named { cache: vec![1], value: 0.5 },
        Cached::Single(vec![1], 0.5),
        Cached::Pair(0.5, vec![1], 1.5),
        Cached::Nothing(vec![1]),
        Cached::NoFields {},
        Cached::None(),
    ];
    let read = [
        Cached::Named { cache: vec![], value: 0.5 },
        Cached::Single(vec![], 0.5),
        Cached::Pair(0.5, vec![], 1.5),
        Cached::Nothing(vec![]),
        Cached::NoFields {},
        Cached::None(),
    ];
    for (sent, read) in sent.iter().zip(&read) {
        let bytes = to_vec(sent).unwrap();
        assert_eq!(from_slice::<Cached>(&bytes).unwrap(), *read);
        let mut into = sent.clone();
        decthings::decode_into(&bytes, &mut into).unwrap();
        assert_eq!(into, *read);
    }
    assert_eq!(
        Cached::RULES.to_string(),
        "{ variant: string [], Named.value?: f32 [], Single?: f32 [], Pair.0?: f32 [], Pair.2?: f64 [] }"
    );
}

#[test]
fn fields_are_as_in_records() {
    #[allow(clippy::trivially_copy_pass_by_ref)]
    mod doubled {
        pub(super) fn to_wire(value: &u8) -> u16 {
            u16::from(*value) * 2
        }
        pub(super) fn from_wire(value: u16) -> Result<u8, &'static str> {
            u8::try_from(value / 2).map_err(|_| "too large")
        }
    }
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    enum Any {
        #[default]
        Nothing,
        Prices(BTreeMap<String, f32>),
        Records {
            #[tensor(flatten)]
            pose: Pose,
            prices: BTreeMap<String, f32>,
            poses: Batch<Inner>,
            inner: Option<Inner>,
            #[tensor(with = doubled)]
            half: u8,
        },
        Half(#[tensor(with = doubled)] u8),
        Checked(#[tensor(range_checked = 0.0..=1.0)] f32),
        Picture(Image),
        Shape(Shape),
        Perhaps(Option<Inner>),
        All(AllOptional),
    }
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct Inner {
        id: u8,
    }
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    struct AllOptional {
        first: Option<u8>,
        second: Option<u8>,
    }
    let prices: BTreeMap<String, f32> = [("a".to_owned(), 0.5)].into();
    travels(&Any::Prices(prices.clone()));
    travels(&Any::Records {
        pose: Pose { x: 1.0, y: None },
        prices,
        poses: Batch(vec![Inner { id: 1 }, Inner { id: 2 }]),
        inner: Some(Inner { id: 3 }),
        half: 4,
    });
    travels(&Any::Half(7));
    travels(&Any::Checked(0.5));
    for shape in shapes() {
        travels(&Any::Shape(shape));
    }
    travels(&Any::Perhaps(None));
    travels(&Any::Perhaps(Some(Inner { id: 1 })));
    travels(&Any::All(AllOptional { first: None, second: None }));
    travels(&Any::All(AllOptional { first: None, second: Some(1) }));
    let error = to_vec(&Any::Checked(2.0)).unwrap_err();
    assert_eq!(error.parameter(), Some("Checked"), "{error}");
    assert!(Any::RULES.to_string().contains("Shape.variant?: string [], Shape.Circle.radius?: f32 []"));
}

#[test]
fn types_have_parameters_and_borrow() {
    #[derive(Tensor, Debug, PartialEq)]
    enum Either<'a, T, const N: usize> {
        Left(T),
        Right { text: Cow<'a, str>, list: [T; N] },
        Lent(&'a [u8]),
        Neither,
    }
    type Two<'a> = Either<'a, f32, 2>;
    let right = Two::Right { text: "some".into(), list: [0.5, 1.5] };
    let bytes = to_vec(&right).unwrap();
    let read = from_slice::<Two<'_>>(&bytes).unwrap();
    assert_eq!(read, right);
    assert!(matches!(read, Either::Right { text: Cow::Borrowed(_), .. }));
    let bytes = to_vec(&Two::Lent(&[1, 2])).unwrap();
    for bytes in [bytes.clone(), reversed(&bytes)] {
        let Either::Lent(lent) = from_slice::<Two<'_>>(&bytes).unwrap() else { panic!("another variant") };
        assert!(bytes.as_ptr_range().contains(&lent.as_ptr()));
    }
    for value in [Two::Left(0.5), Two::Neither] {
        assert_eq!(from_slice::<Two<'_>>(&to_vec(&value).unwrap()).unwrap(), value);
    }
    assert_eq!(
        Two::RULES.to_string(),
        "{ variant: string [], Left?: f32 [], Right.text?: string [], Right.list?: f32 [2], Lent?: u8 [_] }"
    );
}

#[test]
fn types_of_parameters_may_be_records() {
    #[derive(Tensor, Debug, PartialEq, Clone, Default)]
    enum One<T> {
        Some {
            it: T,
        },
        Other(T),
        #[default]
        None,
    }
    travels(&One::Some { it: Pose { x: 1.0, y: None } });
    travels(&One::Other(Shape::Pair(1.0, vec![])));
    travels(&One::Other(Some(1u8)));
    travels(&One::<u8>::None);
    assert_eq!(
        <One<Pose>>::RULES.to_string(),
        "{ variant: string [], Some.it.x?: f32 [], Some.it.y?: u8 [2], Other.x?: f32 [], Other.y?: u8 [2] }"
    );
}

#[test]
fn memory_is_kept_within_a_variant() {
    let mut points = Vec::with_capacity(64);
    points.push([1.0, 2.0]);
    let memory = points.as_ptr();
    let mut value = Shape::Path { points, weights: Vec::with_capacity(64), closed: None };
    let path = Shape::Path { points: vec![[0.5, 2.0]; 3], weights: vec![1.0; 3], closed: Some(true) };
    let bytes = to_vec(&path).unwrap();
    decthings::decode_into(&bytes, &mut value).unwrap();
    assert_eq!(value, path);
    assert!(matches!(&value, Shape::Path { points, .. } if points.as_ptr() == memory));
    decthings::decode_into(&reversed(&bytes), &mut value).unwrap();
    assert_eq!(value, path);
    assert!(matches!(&value, Shape::Path { points, .. } if points.as_ptr() == memory));
    // A default takes the place of what was there.
    let old = to_vec(&Old { variant: "Path".into(), points: vec![[1.0, 2.0]] }).unwrap();
    decthings::decode_into(&old, &mut value).unwrap();
    assert_eq!(value, Shape::Path { points: vec![[1.0, 2.0]], weights: vec![1.0], closed: None });
    decthings::decode_into(&to_vec(&Shape::Empty).unwrap(), &mut value).unwrap();
    assert_eq!(value, Shape::Empty);
}

#[derive(Tensor)]
struct Old {
    variant: String,
    #[tensor(rename = "Path.points")]
    points: Vec<[f32; 2]>,
}

#[test]
fn a_loop_over_one_variant_allocates_nothing() {
    let path = Shape::Path { points: vec![[0.5, 2.0]; 300], weights: vec![1.0; 300], closed: Some(true) };
    let bytes = to_vec(&path).unwrap();
    let mut value = path.clone();
    decthings::decode_into(&bytes, &mut value).unwrap();
    let info = allocation_counter::measure(|| decthings::decode_into(&bytes, &mut value).unwrap());
    assert_eq!((info.count_total, value), (0, path));
}

#[test]
fn contracts_and_containment_hold() {
    #[derive(Tensor)]
    enum More {
        Circle { radius: f32 },
        Square(Option<f32>),
        Empty,
    }
    #[derive(Tensor)]
    enum Fewer {
        Circle { radius: f32 },
        Empty,
    }
    contract!(Fewer => More);
    assert!(More::RULES.contains(&Fewer::RULES));
    assert!(Shape::RULES.contains(&Shape::RULES));
    assert_eq!(Shape::FINGERPRINT, Shape::RULES.fingerprint());
    assert_ne!(More::FINGERPRINT, Fewer::FINGERPRINT);
    let json = decthings::rules_to_json(Shape::RULES, Dialect::Documented).unwrap();
    let read = decthings::definitions_from_json(&json).unwrap();
    // Names of axes are no part of them.
    let listed = Shape::RULES.to_string().replace("Path.n", "_").replace("[n, n: 2]", "[_, 2]");
    assert_eq!(format!("{{ {} }}", read.to_string().replace('\n', ", ")), listed);
}

#[test]
fn formats_that_cannot_hold_it_say_so() {
    let circle = Shape::Circle { radius: 0.5 };
    let error = decthings::Options::new().names(false).to_vec(&circle).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unnamed), "{error}");
    assert_eq!(error.parameter(), Some("Circle.radius"));
    // Strings are no elements of these.
    let errors = [npz::to_vec(&circle).unwrap_err(), safetensors::to_vec(&circle).unwrap_err()];
    for error in errors {
        assert!(matches!(error.kind(), ErrorKind::UnsupportedElementType { .. }), "{error}");
        assert_eq!(error.parameter(), Some("variant"));
    }
    assert_eq!(vespa::to_constants(&circle).unwrap_err().parameter(), Some("variant"));
    assert!(vespa::to_string(&circle).is_err());
    assert!(vespa::types_of_fields::<Shape>().is_err());
}

#[test]
fn a_batch_holds_one_variant() {
    let circle = |radius| Shape::Circle { radius };
    let error = to_vec(&Batch(vec![circle(1.0), Shape::Empty])).unwrap_err();
    let expected = "the items of a batch must agree: item 0 is a record with `Circle.radius`, item 1 is one without";
    assert_eq!(error.to_string(), expected);
    let batch = Batch(vec![circle(1.0), circle(2.0)]);
    let bytes = to_vec(&batch).unwrap();
    assert_eq!(from_slice::<Batch<Shape>>(&bytes).unwrap(), batch);
    let record: Record = from_slice(&bytes).unwrap();
    let headers: Vec<String> = record.iter().map(|(name, tensor)| format!("{name}: {}", tensor.header())).collect();
    assert_eq!(headers, ["variant: string [2]", "Circle.radius: f32 [2]"]);
    let none = Batch(vec![Shape::Empty, Shape::Empty]);
    assert_eq!(from_slice::<Batch<Shape>>(&to_vec(&none).unwrap()).unwrap(), none);
}
