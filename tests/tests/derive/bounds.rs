//! `bound` says what is asked of type parameters.
#![deny(warnings, clippy::pedantic)]

use tensor_format::{
    DecodeOwned, Encode, HasRules, Tensor,
    codec::{Block, DecodeBlock, OneTensor},
    from_slice, to_vec,
};

/// A unit of measure, and the numbers it is counted in.
trait Unit {
    type Number: DecodeOwned + Encode + OneTensor;
}

#[derive(Debug, PartialEq)]
struct Metre;

impl Unit for Metre {
    type Number = f64;
}

/// What the trait says of its numbers is enough, so that users of the type need not repeat what its fields need.
#[derive(Tensor)]
#[tensor(bound = "U: Unit")]
struct Length<U: Unit> {
    value: U::Number,
    error: Option<U::Number>,
}

fn journey<U: Unit>(length: &Length<U>) -> Length<U> {
    from_slice(&to_vec(length).unwrap()).unwrap()
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(bound = "T: Block, T: for<'x> DecodeBlock<'x>", shape = [_, 3])]
struct Triples<T>(Vec<[T; 3]>);

/// No bound at all.
#[derive(Tensor, Debug, PartialEq)]
#[tensor(bound = "")]
struct Kilo<T>(f32, #[tensor(skip)] std::marker::PhantomData<T>);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(bound = "T: HasRules + Encode + DecodeOwned, U: HasRules + Encode + DecodeOwned")]
enum Either<T, U> {
    Left(T),
    Right(U),
}

#[test]
fn bounds_that_are_given_are_all_that_is_asked() {
    let back = journey(&Length::<Metre> { value: 1.5, error: None });
    assert_eq!((back.value, back.error), (1.5, None));
    assert_eq!(Length::<Metre>::RULES.to_string(), "{ value: f64 [], error?: f64 [] }");

    let triples = Triples(vec![[1u8, 2, 3]]);
    assert_eq!(from_slice::<Triples<u8>>(&to_vec(&triples).unwrap()).unwrap(), triples);

    let kilo = Kilo::<std::convert::Infallible>(2.0, std::marker::PhantomData);
    assert_eq!(to_vec(&kilo).unwrap(), to_vec(&2.0f32).unwrap());
    assert_eq!(<Vec<Kilo<std::convert::Infallible>>>::RULES.to_string(), "f32 [_]");

    let either = Either::<u8, f32>::Right(0.5);
    assert_eq!(from_slice::<Either<u8, f32>>(&to_vec(&either).unwrap()).unwrap(), either);
}
