//! Attributes whose values come from fragments of `macro_rules!` macros.

use std::collections::BTreeMap;

use tensor_format::{HasRules, Tensor, contract, from_slice, to_vec};

mod as_text {
    use std::net::Ipv4Addr;

    pub(super) fn to_wire(ip: &Ipv4Addr) -> String {
        ip.to_string()
    }

    pub(super) fn from_wire(text: String) -> Result<Ipv4Addr, std::net::AddrParseError> {
        text.parse()
    }
}

macro_rules! record {
    (
        $krate:path, $name:ident, $case:literal, $rename:expr, $alias:literal, $default:expr, $prefix:literal, $ip:ty,
        $with:path, $low:literal, $high:expr, $range:expr, $len:literal, $min:literal, $max:literal, $dtype:ident, $ty:ty,
        $axis:ident, $bound:literal, $inner:ty, $doc:expr
    ) => {
        #[derive(Tensor, Debug, PartialEq)]
        #[tensor(crate = $krate, rename_all = $case, bound = $bound, check($name<f32>))]
        struct $name<T> {
            #[doc = $doc]
            #[tensor(rename = $rename, alias = $alias, shape = [$axis, $len])]
            points: Vec<[$ty; 3]>,
            #[tensor(default = $default)]
            top_count: u32,
            #[tensor(flatten = $prefix)]
            inner: $inner,
            #[tensor(with = $with)]
            host: $ip,
            #[tensor(range = $low..=$high, dtype = $dtype)]
            score: f32,
            #[tensor(range_checked = $range)]
            part: f64,
            #[tensor(shape = [$axis: $min..=$max], dtype = [$dtype])]
            weights: Vec<$ty>,
            #[tensor(skip)]
            kind: std::marker::PhantomData<T>,
        }
    };
}

#[derive(Tensor, Debug, PartialEq)]
struct Inner {
    id: u8,
}

record!(
    ::tensor_format,
    Scene,
    "camelCase",
    "dots",
    "points",
    3 + 4,
    "in_",
    std::net::Ipv4Addr,
    self::as_text,
    -1.5,
    2.5,
    0.0..=1.0,
    3,
    1,
    4,
    f32,
    f32,
    n,
    "T: std::fmt::Debug",
    Inner,
    "What is seen."
);

#[test]
fn attributes_of_records_take_fragments() {
    let rules = Scene::<u8>::RULES;
    assert_eq!(
        rules.to_string(),
        "{ dots|points: f32 [n, 3], topCount?: u32 [], in_id: u8 [], host: string [], score: f32 [] in -1.5..=2.5, \
         part: f64 [] in 0.0..=1.0, weights: f32 [n: 1..=4] }"
    );
    assert_eq!(rules.as_record().unwrap().get(0).unwrap().doc, "What is seen.");
}

macro_rules! labels {
    ($name:ident, $case:literal, $repr:ty, $label:expr, $alias:literal) => {
        #[derive(Tensor, Debug, PartialEq)]
        #[tensor(rename_all = $case)]
        enum $name {
            #[tensor(alias = $alias)]
            BigCat,
            #[tensor(rename = $label)]
            Dog,
        }

        mod numbered {
            #[derive(tensor_format::Tensor, Debug, PartialEq)]
            #[tensor(repr = $repr)]
            #[repr(u8)]
            pub(super) enum Number {
                One = 1,
            }
        }
    };
}

labels!(Animal, "kebab-case", u8, "hound", "cat");

macro_rules! shape {
    ($tag:literal, $case:literal, $fields:literal) => {
        #[derive(Tensor, Debug, PartialEq)]
        #[tensor(tag = $tag, rename_all = $case, rename_all_fields = $fields)]
        enum Shape {
            Circle { outer_radius: f32 },
            Nothing,
        }
    };
}

shape!("kind", "snake_case", "camelCase");

#[test]
fn attributes_of_enums_take_fragments() {
    assert_eq!(Animal::LABELS, ["big-cat", "hound"]);
    assert_eq!(from_slice::<Animal>(&to_vec("cat").unwrap()).unwrap(), Animal::BigCat);
    assert_eq!(to_vec(&numbered::Number::One).unwrap(), to_vec(&1u8).unwrap());
    assert_eq!(Shape::RULES.to_string(), "{ kind: string [], circle.outerRadius?: f32 [] }");
}

macro_rules! tensors {
    ($name:ident, $other:ident, $n:literal, $len:expr, $ty:ty, $file:literal) => {
        #[derive(Tensor)]
        #[tensor(shape = [_, $n], matches = $file)]
        struct $name(Vec<[$ty; $n]>);

        #[derive(Tensor)]
        #[tensor(shape = [{ $len }, ..=$n])]
        struct $other(ndarray::Array2<$ty>);
    };
}

tensors!(Points, Grid, 3, 2 + 2, f32, "defs/points.json");

macro_rules! maps {
    ($ty:ty, $name:literal, $dim:ident, $types:ident) => {
        #[derive(Tensor)]
        struct Scores {
            #[tensor(rename = $name, sparse, shape = [$dim], dtype = $types)]
            scores: BTreeMap<String, $ty>,
        }
    };
}

maps!(f32, "per label", word, f32);

macro_rules! contracts {
    ($krate:path, $from:ty, $to:ty, $target:ident, $source:literal) => {
        contract! { crate = $krate; $from => $to { $target: $source } }
    };
}

#[derive(Tensor)]
struct Given {
    #[tensor(rename = "the picture")]
    picture: f32,
}

#[derive(Tensor)]
struct Taken {
    image: f32,
}

contracts!(::tensor_format, Given, Taken, image, "the picture");

#[test]
fn tensors_maps_and_contracts_take_fragments() {
    assert_eq!(Points::RULES.to_string(), "f32 [_, 3]");
    assert_eq!(Grid::RULES.to_string(), "f32 [4, 0..=3]");
    assert_eq!(Scores::RULES.to_string(), "{ per label.word: string [_], per label.values: f32 [_] }");
    fn feeds<A: tensor_format::Feeds<B>, B>() {}
    feeds::<Given, Taken>();
}
