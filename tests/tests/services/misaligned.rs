//! Requests that are anywhere in memory, for models whose inputs borrow numbers.

use std::convert::Infallible;

use ndarray::ArrayView2;
use tensor_format::{
    DecodeError, ErrorKind, Model, Ragged, Tensor,
    decthings::{self, CallError, Dialect, Options, request, response},
    from_slice,
};
use tensor_format_tests::allocations;

#[derive(Tensor)]
#[tensor(deny_unknown)]
struct Input<'a> {
    flags: &'a [bool],
    #[tensor(shape = [n, 2])]
    boxes: ArrayView2<'a, f64>,
    name: &'a str,
    fixed: &'a [[f32; 3]],
    #[tensor(shape = [n])]
    scores: &'a [f32],
    nested: Nested<'a>,
}

#[derive(Tensor)]
struct Nested<'a> {
    lists: Ragged<&'a [u16]>,
    rows: &'a [[i64; 2]],
}

#[derive(Tensor, Debug, PartialEq)]
struct Output {
    #[tensor(shape = [n])]
    sums: Vec<f64>,
}

struct Sum;

impl Model for Sum {
    type Input<'a> = Input<'a>;
    type Output = Output;
    type Error = Infallible;

    fn run(&self, input: Input<'_>) -> Result<Output, Infallible> {
        let boxes = input.boxes.rows().into_iter().map(|row| row.sum());
        let lists: u64 = input.nested.lists.iter().flat_map(|list| list.iter().map(|item| u64::from(*item))).sum();
        let rest = input.nested.rows.as_flattened().iter().sum::<i64>() as f64 + lists as f64;
        let fixed = f64::from(input.fixed.as_flattened().iter().sum::<f32>())
            + input.flags.len() as f64
            + input.name.len() as f64;
        let sums = boxes.zip(input.scores).map(|(sum, score)| sum + f64::from(*score) + rest + fixed);
        Ok(Output { sums: sums.collect() })
    }
}

fn input<'a>(boxes: &'a [f64], flags: &'a [bool], name: &'a str) -> Input<'a> {
    Input {
        flags,
        boxes: ArrayView2::from_shape((2, 2), boxes).unwrap(),
        name,
        fixed: &[[0.5, 1.0, 1.5]],
        scores: &[100.0, 200.0],
        nested: Nested { lists: [&[1u16, 2][..], &[], &[3]].into_iter().collect(), rows: &[[4, 5], [6, 7]] },
    }
}

fn expected(flags: usize, name: usize) -> Output {
    let rest = 3.0 + flags as f64 + name as f64 + 6.0 + 22.0;
    Output { sums: vec![103.0 + rest, 207.0 + rest] }
}

/// Calls `read` with the bytes at each offset from a boundary of 64 bytes.
fn at_each_offset(bytes: &[u8], mut read: impl FnMut(&[u8])) {
    let mut memory = vec![0; bytes.len() + 128];
    let start = memory.as_ptr().align_offset(64);
    for offset in 0..16 {
        let place = start + offset..start + offset + bytes.len();
        memory[place.clone()].copy_from_slice(bytes);
        read(&memory[place]);
    }
}

#[cfg(target_endian = "little")]
#[test]
fn a_model_borrows_numbers_wherever_the_request_is() {
    let dialects = [Dialect::Documented, Dialect::LegacyClients, Dialect::Clients];
    for options in dialects.map(|dialect| Options::new().dialect(dialect)).into_iter().flat_map(|options| {
        [options, options.names(false), options.max_elements(1 << 20), options.allow_any_true_byte(true)]
    }) {
        for (flags, name) in [(0, ""), (1, "a"), (2, "ab"), (3, "abc"), (7, "longer")] {
            let flags = vec![true; flags];
            let bytes = options.to_vec(&input(&[1.0, 2.0, 3.0, 4.0], &flags, name)).unwrap();
            let mut misaligned = 0;
            at_each_offset(&bytes, |request| {
                misaligned += usize::from(options.from_slice::<Input>(request).is_err());
                let mut out = Vec::new();
                options.call(&Sum, request, &mut out).unwrap();
                assert_eq!(options.from_slice::<Output>(&out).unwrap(), expected(flags.len(), name.len()));
            });
            assert_eq!(misaligned, 16, "numbers of 8, 4, and 2 bytes behind headers of odd lengths");
        }
    }
}

#[cfg(target_endian = "little")]
#[test]
fn a_request_of_the_clients_is_borrowed_wherever_it_is() {
    let one = input(&[1.0, 2.0, 3.0, 4.0], &[true], "a");
    let bytes = request::to_vec(&one).unwrap();
    at_each_offset(&bytes, |bytes| {
        let mut out = Vec::new();
        request::call(&Sum, bytes, &mut out).unwrap();
        assert_eq!(response::from_slice::<Output>(&out).unwrap(), expected(1, 1));
    });
    let inputs = [one, input(&[1.0, 2.0, 3.0, 4.0], &[true], "abc")];
    let batch = decthings::Parameters::batch(&inputs);
    let bytes = request::write(&batch.list().unwrap(), &batch).unwrap();
    at_each_offset(&bytes, |bytes| {
        let mut out = Vec::new();
        request::call(&Sum, bytes, &mut out).unwrap();
        let message = response::read(&out).unwrap();
        let outputs: Vec<Output> = message.decode_batch(&message.json().unwrap()).unwrap();
        assert_eq!(outputs, [expected(1, 1), expected(1, 3)]);
    });
}

#[cfg(target_endian = "little")]
#[test]
fn faults_of_a_misaligned_request_are_those_of_an_aligned_one() {
    let call = |request: &[u8]| match decthings::call(&Sum, request, &mut Vec::new()) {
        Err(CallError::Decode(error)) => error,
        other => panic!("{other:?}"),
    };
    let show = |error: &DecodeError| (error.to_string(), error.offset(), error.kind().name());
    let bytes = tensor_format::to_vec(&input(&[1.0, 2.0, 3.0, 4.0], &[true], "a")).unwrap();
    for end in 0..bytes.len() {
        let mut shown = Vec::new();
        at_each_offset(&bytes[..end], |request| {
            let error = call(request);
            assert!(error.is_malformed(), "{error}");
            shown.push(show(&error));
        });
        assert!(shown.windows(2).all(|pair| pair[0] == pair[1]), "{shown:?}");
    }

    // A boolean that is neither, behind numbers that are not aligned.
    #[derive(Tensor)]
    struct Flags<'a> {
        #[allow(dead_code, reason = "only read")]
        numbers: &'a [f64],
        #[allow(dead_code, reason = "only read")]
        flags: &'a [bool],
    }
    struct Reads;
    impl Model for Reads {
        type Input<'a> = Flags<'a>;
        type Output = u8;
        type Error = Infallible;

        fn run(&self, _: Flags<'_>) -> Result<u8, Infallible> {
            Ok(1)
        }
    }
    let mut bytes = tensor_format::to_vec(&Flags { numbers: &[1.0], flags: &[true, false] }).unwrap();
    *bytes.last_mut().unwrap() = 9;
    at_each_offset(&bytes, |request| {
        let Err(CallError::Decode(error)) = decthings::call(&Reads, request, &mut Vec::new()) else { panic!() };
        assert_eq!((error.parameter(), error.offset()), (Some("flags"), Some(bytes.len() as u64 - 1)));
        assert!(matches!(error.kind(), ErrorKind::InvalidBoolean(9)));
    });
}

#[cfg(target_endian = "little")]
#[test]
fn a_misaligned_request_takes_two_allocations_more() {
    struct First;
    impl Model for First {
        type Input<'a> = &'a [f32];
        type Output = f32;
        type Error = Infallible;

        fn run(&self, input: &[f32]) -> Result<f32, Infallible> {
            Ok(input[0])
        }
    }
    let bytes = tensor_format::to_vec(&vec![1.5f32; 1000]).unwrap();
    let (mut aligned, mut misaligned) = (0, 0);
    at_each_offset(&bytes, |request| {
        let is_aligned = from_slice::<&[f32]>(request).is_ok();
        let mut out = Vec::with_capacity(64);
        let taken = allocations(|| decthings::call(&First, request, &mut out).unwrap());
        assert_eq!(from_slice::<f32>(&out).unwrap(), 1.5);
        let count = if is_aligned { &mut aligned } else { &mut misaligned };
        *count += 1;
        // The copy, its list of one span, and the error that reading it in place gave.
        assert_eq!(taken, if is_aligned { 0 } else { 3 });
    });
    assert_eq!((aligned, misaligned), (4, 12));
}
