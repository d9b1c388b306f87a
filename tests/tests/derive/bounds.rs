//! `bound` says what is asked of type parameters.
#![deny(warnings, clippy::pedantic)]

use tensor_format::{
    Decode, DecodeOwned, Encode, HasRules, Tensor,
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

/// What is asked of values that are passed on.
trait Payload: Encode + DecodeOwned {}

impl<T: Encode + DecodeOwned> Payload for T {}

#[derive(Tensor, Debug, PartialEq)]
struct Letter<T: Encode + for<'x> Decode<'x>>(T);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(shape = [_])]
struct Parcel<T: Payload>(T);

#[derive(Tensor, Debug, PartialEq)]
#[tensor(transparent)]
struct Lent<'a, T: Encode + Decode<'a>> {
    value: T,
    #[tensor(skip)]
    from: std::marker::PhantomData<&'a ()>,
}

#[derive(Tensor, Debug, PartialEq)]
enum Sent<T>
where
    T: Payload,
{
    Number(T),
    Text(String),
}

#[derive(Tensor, Debug, PartialEq)]
#[tensor(stack)]
struct Pair<T: Block + for<'x> DecodeBlock<'x>> {
    left: T,
    right: T,
}

#[derive(Tensor, Debug, PartialEq)]
struct Request<T: Encode + for<'x> Decode<'x>, U>
where
    U: Encode + DecodeOwned,
{
    #[tensor(flatten)]
    options: T,
    #[tensor(flatten = "user_")]
    user: U,
    id: u64,
}

#[derive(Tensor, Debug, PartialEq)]
struct Options {
    top_k: u32,
}

fn returned<T: Payload>(value: &T) -> T {
    from_slice(&to_vec(value).unwrap()).unwrap()
}

/// Code that is generic over what such a type holds.
fn answered<T: Payload>(letter: &Letter<T>) -> Letter<T> {
    returned(letter)
}

/// The bounds that the user wrote and those that the derive adds say the same of a parameter, in two ways.
#[test]
fn types_may_ask_themselves_for_what_the_derive_asks() {
    assert_eq!(answered(&Letter(1.5f32)), Letter(1.5));
    assert_eq!(returned(&Parcel(vec![1u8, 2])), Parcel(vec![1, 2]));
    let lent = Lent { value: "a", from: std::marker::PhantomData };
    assert_eq!(from_slice::<Lent<'_, &str>>(&to_vec(&lent).unwrap()).unwrap(), lent);
    assert_eq!(returned(&Sent::Number(2u16)), Sent::Number(2));
    assert_eq!(returned(&Pair { left: 1u8, right: 2 }), Pair { left: 1, right: 2 });
    let request = Request { options: Options { top_k: 5 }, user: Options { top_k: 1 }, id: 7 };
    assert_eq!(returned(&request), request);
    assert_eq!(Request::<Options, Options>::RULES.to_string(), "{ top_k: u32 [], user_top_k: u32 [], id: u64 [] }");
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
