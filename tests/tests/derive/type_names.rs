//! A field is what the compiler takes its type for, not what the name of the type says: a user's own types of names of the
//! standard library, by name and by path, aliases, and types under other names.
#![allow(non_camel_case_types, clippy::disallowed_names)]

use tensor_format::{DecodeOwned, Encode, ErrorKind, HasRules, decthings::decode_into, from_slice, to_vec};

/// Types that are called like those of the standard library and of this crate, but are a user's own.
mod own {
    /// Four letters.
    #[derive(tensor_format::Tensor, Debug, PartialEq, Clone, Default)]
    #[tensor(shape = [4])]
    pub(crate) struct String(pub(crate) std::vec::Vec<core::primitive::u8>);

    /// One tensor, which is always there.
    #[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
    pub(crate) struct Option<T>(pub(crate) T);

    /// Always two.
    #[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
    pub(crate) struct Vec<T>(pub(crate) [T; 2]);

    /// What has nothing to do with errors.
    #[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
    pub(crate) struct Result<T, E>(pub(crate) T, #[tensor(skip)] pub(crate) std::marker::PhantomData<E>);

    #[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
    pub(crate) struct Tensor(pub(crate) [i16; 3]);

    /// Something to send.
    #[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
    pub(crate) struct PhantomData<T>(pub(crate) [T; 1]);

    pub(crate) use numbers::u8;

    mod numbers {
        /// A number that is none, with memory of its own.
        #[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
        pub(crate) struct u8(pub(crate) std::vec::Vec<f64>);
    }
}

fn round_trip<T: Encode + DecodeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let bytes = to_vec(value).expect("bytes");
    assert_eq!(from_slice::<T>(&bytes).expect("a value"), *value);
}

/// Own types, by the names that they have.
mod by_name {
    use super::own::{Option, PhantomData, Result, String, Tensor, Vec, u8};

    #[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
    pub(crate) struct Fields<T> {
        pub(crate) string: String,
        pub(crate) option: Option<f32>,
        pub(crate) vec: Vec<i64>,
        pub(crate) vecs: Option<Vec<i64>>,
        pub(crate) result: Result<f32, String>,
        pub(crate) tensor: Tensor,
        pub(crate) phantom: PhantomData<T>,
        pub(crate) concrete: PhantomData<f32>,
        pub(crate) byte: u8,
    }
}

/// The same types by paths.
mod by_path {
    use super::own;

    #[derive(tensor_format::Tensor, Debug, PartialEq, Clone)]
    pub(crate) struct Fields<T> {
        pub(crate) string: self::own::String,
        pub(crate) option: own::Option<f32>,
        pub(crate) vec: super::own::Vec<i64>,
        pub(crate) vecs: own::Option<own::Vec<i64>>,
        pub(crate) result: own::Result<f32, own::String>,
        pub(crate) tensor: own::Tensor,
        pub(crate) phantom: own::PhantomData<T>,
        pub(crate) concrete: own::PhantomData<f32>,
        pub(crate) byte: own::u8,
    }
}

const OWN: &str = "{ string: u8 [4], option: f32 [], vec: i64 [2], vecs: i64 [2], result: f32 [], tensor: i16 [3], \
                   phantom: f64 [1], concrete: f32 [1], byte: f64 [_] }";

#[test]
fn own_types_are_what_they_are() {
    use own::{Option, PhantomData, Result, String, Tensor, Vec, u8};
    assert_eq!(by_name::Fields::<f64>::RULES.to_string(), OWN);
    assert_eq!(by_path::Fields::<f64>::RULES, by_name::Fields::<f64>::RULES);
    round_trip(&by_name::Fields {
        string: String(b"four".to_vec()),
        option: Option(0.5),
        vec: Vec([1, 2]),
        vecs: Option(Vec([3, 4])),
        result: Result(1.5, std::marker::PhantomData),
        tensor: Tensor([5, 6, 7]),
        phantom: PhantomData([2.5]),
        concrete: PhantomData([3.5]),
        byte: u8(vec![4.5, 5.5]),
    });
}

/// Types of the standard library under other names.
mod aliases {
    pub(crate) use std::{option::Option as Maybe, string::String as Words, vec::Vec as List};
    pub(crate) type Text = String;
    pub(crate) type Numbers<T> = Vec<T>;
    pub(crate) type Perhaps<T> = Option<T>;
    pub(crate) type Number = f32;
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Named {
    text: String,
    words: String,
    numbers: Vec<f32>,
    list: Vec<[f32; 2]>,
    perhaps: Option<f32>,
    maybe: Option<Vec<f32>>,
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
struct Aliased {
    text: aliases::Text,
    words: aliases::Words,
    numbers: aliases::Numbers<aliases::Number>,
    list: aliases::List<[f32; 2]>,
    perhaps: aliases::Perhaps<f32>,
    maybe: aliases::Maybe<aliases::List<f32>>,
}

#[test]
fn aliases_are_what_they_stand_for() {
    assert_eq!(Aliased::RULES, Named::RULES);
    let named = Named {
        text: "one".to_owned(),
        words: "two".to_owned(),
        numbers: vec![1.0],
        list: vec![[2.0, 3.0]],
        perhaps: None,
        maybe: Some(vec![4.0]),
    };
    round_trip(&named);
    let aliased: Aliased = from_slice(&to_vec(&named).expect("bytes")).expect("the same record");
    assert_eq!(to_vec(&aliased).expect("bytes"), to_vec(&named).expect("bytes"));
    assert_eq!((aliased.perhaps, aliased.maybe), (named.perhaps, named.maybe));
}

mod defaults {
    use super::own::{self, String};

    pub(crate) type Alias = own::String;

    /// Each with a default that its type does not allow.
    #[derive(tensor_format::Tensor, Debug)]
    pub(crate) struct ByName {
        #[tensor(default)]
        pub(crate) letters: String,
    }

    #[derive(tensor_format::Tensor, Debug)]
    pub(crate) struct ByPath {
        #[tensor(default)]
        pub(crate) letters: own::String,
    }

    #[derive(tensor_format::Tensor, Debug)]
    pub(crate) struct ByAlias {
        #[tensor(default)]
        pub(crate) letters: Alias,
    }

    #[derive(tensor_format::Tensor)]
    pub(crate) struct Nothing {}
}

#[test]
fn defaults_of_own_types_are_held_to_their_rules() {
    let bytes = to_vec(&defaults::Nothing {}).expect("bytes");
    let errors = [
        from_slice::<defaults::ByName>(&bytes).expect_err("a default of no letters"),
        from_slice::<defaults::ByPath>(&bytes).expect_err("a default of no letters"),
        from_slice::<defaults::ByAlias>(&bytes).expect_err("a default of no letters"),
    ];
    for error in &errors {
        assert!(matches!(error.kind(), ErrorKind::UnfitDefault(_)), "{error}");
        assert_eq!(error.to_string(), errors[0].to_string());
    }
    let mut value = defaults::ByName { letters: own::String(b"four".to_vec()) };
    let error = decode_into(&bytes, &mut value).expect_err("a default of no letters");
    assert_eq!(error.to_string(), errors[0].to_string());
}

#[test]
fn memory_is_kept_where_there_is_some() {
    use own::u8;

    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    struct Number {
        number: u8,
    }

    let mut value = Number { number: u8(Vec::with_capacity(64)) };
    let address = value.number.0.as_ptr();
    let other = Number { number: u8(vec![1.0, 2.0]) };
    decode_into(&to_vec(&other).expect("bytes"), &mut value).expect("a number");
    assert_eq!((value.number.0.as_ptr(), &value), (address, &other));
}
