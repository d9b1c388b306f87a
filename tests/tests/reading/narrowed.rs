//! Lengths of a tensor that is held to rules narrower than those of its type: what is read, and each error, as by its header.

use ndarray::Array2;
use tensor_format::{
    DecodeError, ElementType, HasRules, Rules, Tensor, TensorRules,
    codec::{ElementSource, RuleChecked, Source},
    decthings::{self, Options, SliceSource},
    rules::{AxisRules, Bindings, Dim, ElementTypes},
    to_vec,
};

const N: Dim<'static> = Dim::ANY.named("n");

/// What was read of a tensor: its lengths and the number of its elements.
type Read = Result<(Vec<usize>, usize), String>;

fn by_lengths<'de, S: Source<'de>>(source: &mut S, rules: &TensorRules<'_>) -> Read {
    let mut lens = [0; 2];
    let read = |elements: S::Elements<'_>| elements.left();
    let left = source.lengths_of(rules, &mut lens).map(read).map_err(told)?;
    Ok((lens.to_vec(), left))
}

fn by_header<'de, S: Source<'de>>(source: &mut S, rules: &TensorRules<'_>) -> Read {
    let (header, elements) = source.tensor_of(rules, None).map_err(told)?;
    Ok((header.shape.to_vec(), elements.left()))
}

fn told(error: DecodeError) -> String {
    error.to_string()
}

#[test]
fn lengths_are_read_as_by_the_header() {
    let f32s = ElementTypes::of(ElementType::F32);
    let numbers = f32s.with(ElementType::I32);
    let Rules::Tensor(of_array) = <ndarray::Array2<f32>>::RULES else { panic!("an array is a tensor") };
    let [by_count, exact, named, square] =
        [[Dim::ANY, Dim::ANY], [Dim::exact(2), Dim::exact(3)], [N, Dim::ANY], [N, N]];
    let open = [Dim::exact(2)];
    let narrow = [
        TensorRules::ANY,
        TensorRules::new(numbers, AxisRules::new(&by_count)),
        TensorRules::new(f32s, AxisRules::new(&exact)),
        TensorRules::new(f32s, AxisRules::new(&named)),
        TensorRules::new(f32s, AxisRules::new(&square)),
        TensorRules::new(f32s, AxisRules::new(&open).open_at(1)),
    ];
    let mut read = 0;
    for shape in [vec![2, 3], vec![3, 3], vec![2, 1], vec![6], vec![2, 3, 1]] {
        let count = shape.iter().product();
        let tensors =
            [Tensor::from_vec(shape.clone(), vec![0.5f32; count]), Tensor::from_vec(shape.clone(), vec![1i32; count])];
        for tensor in tensors {
            let message = tensor_format::to_vec(&tensor.expect("a tensor")).expect("a message");
            for rules in narrow {
                for bound in [None, Some(2), Some(3)] {
                    let run = |read: &dyn Fn(&mut RuleChecked<'_, '_, SliceSource<'_>>) -> Read| {
                        let mut source = SliceSource::new(&message, &Options::new());
                        let mut bindings = Bindings::new();
                        let Some(len) = bound else { return read(&mut RuleChecked::new(&mut source, rules)) };
                        let before = TensorRules::new(f32s, AxisRules::new(&[N]));
                        bindings.bind("before", &before, &[len]).expect("the first");
                        read(&mut RuleChecked::bound(&mut source, rules, &mut bindings, "pixels"))
                    };
                    let found = run(&|source| by_lengths(source, &of_array));
                    assert_eq!(found, run(&|source| by_header(source, &of_array)), "{rules} {shape:?} {bound:?}");
                    read += usize::from(found.is_ok());
                }
            }
        }
    }
    // Without bindings the lengths of one name are not compared with each other.
    assert_eq!(read, 9 + 9 + 3 + 6 + 4 + 6);
}

/// What an attribute says of a tensor is asked when it is read into one that is there, too.
#[test]
fn a_narrowed_tensor_is_read_into_one_that_is_there() {
    #[derive(Tensor, Debug, PartialEq)]
    #[tensor(shape = [n, n])]
    struct Square(Array2<f32>);

    #[derive(Tensor, Debug, PartialEq)]
    #[tensor(shape = [2, _])]
    struct Pair(Array2<f32>);

    let bytes = |shape| to_vec(&Array2::<f32>::ones(shape)).unwrap();
    let (mut square, mut pair) = (Square(Array2::zeros((1, 1))), Pair(Array2::zeros((2, 1))));
    decthings::decode_into(&bytes((2, 2)), &mut square).unwrap();
    decthings::decode_into(&bytes((2, 3)), &mut pair).unwrap();
    assert_eq!((square.0.dim(), pair.0.dim()), ((2, 2), (2, 3)));
    let error = decthings::decode_into(&bytes((2, 3)), &mut square).unwrap_err();
    assert_eq!(error.to_string(), "axis 1: `n` is 2 in an earlier axis, found 3 (byte 3)");
    let error = decthings::decode_into(&bytes((3, 3)), &mut pair).unwrap_err();
    assert_eq!(error.to_string(), "axis 0: expected 2, found 3 (byte 2)");
}

/// A number that is no value of its type is found at its own bytes, behind the check of a range too.
#[test]
fn numbers_behind_a_checked_range_are_at_their_bytes() {
    #[derive(tensor_format::Tensor, Debug)]
    #[allow(dead_code, reason = "it is read and refused")]
    struct Digits {
        #[tensor(range_checked = 0..=9)]
        digits: Vec<std::num::NonZeroU16>,
    }
    let sent = tensor_format::Record::from_iter([("digits".to_owned(), Tensor::from(vec![1u16, 0, 3]))]);
    let bytes = to_vec(&sent).unwrap();
    let error = tensor_format::from_slice::<Digits>(&bytes).unwrap_err();
    assert_eq!(error.offset(), Some(bytes.len() as u64 - 4), "{error}");
}
