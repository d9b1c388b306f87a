//! Derived code beside names that shadow the prelude, and under strict lints.
#![deny(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    elided_lifetimes_in_paths,
    single_use_lifetimes,
    trivial_casts,
    unreachable_pub,
    unused_lifetimes,
    unused_qualifications,
    unused_results
)]
#![allow(missing_docs, clippy::items_after_statements, clippy::redundant_pub_crate)]

use tensor_format::{from_slice, to_vec};

mod shadowed {
    #![allow(dead_code, non_camel_case_types, non_upper_case_globals)]

    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod alloc {}
    pub(crate) mod tensor_format {}
    pub(crate) struct Option;
    pub(crate) struct Some;
    pub(crate) struct Result;
    pub(crate) struct Ok;
    pub(crate) struct Vec;
    pub(crate) struct String;
    pub(crate) struct Default;
    pub(crate) struct str;
    pub(crate) struct usize;
    pub(crate) trait Clone {}
    pub(crate) const source: u8 = 1;
    pub(crate) const sink: u8 = 1;
    pub(crate) const axes: u8 = 1;

    pub(crate) trait Meddling {
        fn len(&self) -> u8 {
            9
        }
        fn items(&self) -> u8 {
            9
        }
        fn encode(&self) -> u8 {
            9
        }
    }
    impl<T: ?Sized> Meddling for T {}

    #[derive(::tensor_format::Tensor)]
    pub(crate) struct One(pub(crate) [f32; 2]);

    #[derive(::tensor_format::Tensor)]
    #[tensor(shape = [n])]
    pub(crate) struct Many(pub(crate) ::std::vec::Vec<u8>);

    #[derive(::tensor_format::Tensor, ::std::fmt::Debug, ::std::cmp::PartialEq)]
    pub(crate) enum Label {
        Ok,
        Some,
        Option,
    }

    #[derive(::tensor_format::Tensor, ::std::fmt::Debug, ::std::cmp::PartialEq)]
    #[tensor(deny_unknown)]
    pub(crate) enum Forms<'de, T> {
        Some {
            source: &'de [u8],
            #[tensor(shape = [axes], default = ::std::vec![source, sink])]
            sink: ::std::vec::Vec<u8>,
            r#type: T,
            #[tensor(skip)]
            skipped: ::std::vec::Vec<T>,
        },
        Ok(T, #[tensor(with = r#mod)] Foreign),
        Result(Label),
        #[tensor(rename = "vector")]
        Vec(#[tensor(with = r#mod)] Foreign),
        r#None,
    }

    #[derive(::tensor_format::Tensor)]
    #[tensor(deny_unknown)]
    pub(crate) struct Record<'de, T> {
        pub(crate) source: &'de [u8],
        #[tensor(shape = [axes], default = ::std::vec![source, sink])]
        pub(crate) sink: ::std::vec::Vec<u8>,
        #[tensor(shape = [axes])]
        pub(crate) r#type: ::std::vec::Vec<T>,
        #[tensor(default)]
        pub(crate) axes: ::std::option::Option<u8>,
        #[tensor(skip)]
        pub(crate) skipped: ::std::vec::Vec<T>,
        pub(crate) label: Label,
    }

    #[derive(::std::fmt::Debug, ::std::cmp::PartialEq)]
    pub(crate) struct Foreign(pub(crate) u8);

    #[allow(clippy::trivially_copy_pass_by_ref, clippy::unnecessary_wraps)]
    pub(crate) mod r#mod {
        use super::Foreign;

        pub(crate) const fn to_wire(foreign: &Foreign) -> u8 {
            foreign.0
        }

        pub(crate) const fn from_wire(wire: u8) -> ::std::result::Result<Foreign, ::std::convert::Infallible> {
            ::std::result::Result::Ok(Foreign(wire))
        }
    }

    #[derive(::tensor_format::Tensor, ::std::fmt::Debug, ::std::cmp::PartialEq)]
    pub(crate) struct Converted(#[tensor(with = r#mod)] pub(crate) Foreign);

    #[derive(::tensor_format::Tensor, ::std::fmt::Debug, ::std::cmp::PartialEq)]
    pub(crate) struct Inner {
        #[tensor(with = self::r#mod, range = 1..=9)]
        pub(crate) r#fn: ::std::option::Option<Foreign>,
        #[tensor(shape = [source])]
        pub(crate) source: ::std::vec::Vec<u8>,
    }

    #[derive(::tensor_format::Tensor, ::std::fmt::Debug, ::std::cmp::PartialEq)]
    pub(crate) struct Outer<T> {
        #[tensor(flatten)]
        pub(crate) r#in: Inner,
        #[tensor(flatten = "sink_")]
        pub(crate) sink: Inner,
        #[tensor(range = 0.0..=1.0)]
        pub(crate) r#final: T,
        #[tensor(with = super::shadowed::r#mod, default = Foreign(3))]
        pub(crate) r#else: Foreign,
    }
}

#[test]
fn shadowed_names_do_not_matter_in_converted_and_flattened_fields() {
    use shadowed::{Converted, Foreign, Inner, Outer};
    assert_eq!(from_slice::<Converted>(&to_vec(&Converted(Foreign(7))).unwrap()).unwrap(), Converted(Foreign(7)));
    let inner = |n| Inner { r#fn: Some(Foreign(n)), source: vec![n] };
    let value = Outer { r#in: inner(1), sink: inner(2), r#final: 0.5f32, r#else: Foreign(4) };
    let expected = "{ fn?: u8 [] in 1..=9, source: u8 [source], sink_fn?: u8 [] in 1..=9, sink_source: u8 [sink_source], \
                    final: f32 [] in 0.0..=1.0, else?: u8 [] }";
    assert_eq!(<Outer<f32> as tensor_format::HasRules>::RULES.to_string(), expected);
    assert_eq!(from_slice::<Outer<f32>>(&to_vec(&value).unwrap()).unwrap(), value);
    assert!(tensor_format::Encode::validate(&value).is_ok());
}

#[test]
fn shadowed_names_do_not_matter() {
    let value = shadowed::Record {
        source: &[1, 2],
        sink: vec![3],
        r#type: vec![0.5f32],
        axes: Some(4),
        skipped: vec![],
        label: shadowed::Label::Some,
    };
    let bytes = to_vec(&value).unwrap();
    let back: shadowed::Record<'_, f32> = from_slice(&bytes).unwrap();
    assert_eq!((back.source, back.sink, back.r#type), (value.source, value.sink, value.r#type));
    assert_eq!((back.axes, back.skipped, back.label), (value.axes, value.skipped, value.label));
    assert_eq!(to_vec(&shadowed::One([1.0, 2.0])).unwrap(), to_vec(&[1.0f32, 2.0]).unwrap());
    assert_eq!(from_slice::<shadowed::Many>(&[7, 1, 1, 5]).unwrap().0, [5]);
    assert_eq!(shadowed::Label::LABELS, ["Ok", "Some", "Option"]);
}

#[test]
fn shadowed_names_do_not_matter_in_variants() {
    use shadowed::{Foreign, Forms, Label};
    let some = Forms::Some { source: &[1, 2], sink: vec![3], r#type: 0.5f32, skipped: vec![] };
    for value in [some, Forms::Ok(0.5, Foreign(1)), Forms::Result(Label::Ok), Forms::Vec(Foreign(2)), Forms::r#None] {
        assert_eq!(from_slice::<Forms<'_, f32>>(&to_vec(&value).unwrap()).unwrap(), value);
    }
    assert_eq!(<Forms<'_, f32>>::LABELS, ["Some", "Ok", "Result", "vector", "None"]);
}

mod facade {
    pub(crate) mod inner {
        pub(crate) use tensor_format as renamed;
    }
}

#[derive(facade::inner::renamed::Tensor)]
#[tensor(crate = facade::inner::renamed, shape = [3])]
struct Renamed([u8; 3]);

#[derive(facade::inner::renamed::Tensor)]
#[tensor(crate = crate::hygiene::facade::inner::renamed)]
struct RenamedRecord {
    #[tensor(shape = [n])]
    pixels: Vec<u8>,
}

#[test]
fn the_runtime_crate_can_have_another_name() {
    assert_eq!(to_vec(&Renamed([1, 2, 3])).unwrap(), [7, 1, 3, 1, 2, 3]);
    assert_eq!(to_vec(&RenamedRecord { pixels: vec![1] }).unwrap(), b"\x0b\x01\x01\x06pixels\x07\x01\x01\x01");
}

#[derive(tensor_format::Tensor)]
struct Output {
    name: &'static str,
    #[deprecated]
    score: f32,
}

#[test]
fn static_fields_are_written_and_read_from_static_bytes() {
    #[allow(deprecated)]
    let output = Output { name: "cat", score: 0.5 };
    static BYTES: &[u8] = b"\x0b\x01\x02\x04name\x05score\x0b\x00\x03cat\x01\x00\x00\x00\x00\x3f";
    assert_eq!(to_vec(&output).unwrap(), BYTES);
    assert_eq!(from_slice::<Output>(BYTES).unwrap().name, "cat");
}

#[derive(tensor_format::Tensor)]
struct OfItself([u8; Self::LEN]);

impl OfItself {
    const LEN: usize = 2;
}

#[derive(tensor_format::Tensor)]
struct RecordOfItself<'a> {
    #[tensor(shape = [{ Self::LEN }])]
    bytes: &'a [u8],
}

impl RecordOfItself<'_> {
    const LEN: usize = 3;
}

#[derive(tensor_format::Tensor, Debug, PartialEq)]
enum VariantsOfItself {
    Some {
        #[tensor(shape = [{ Self::LEN }])]
        bytes: Vec<u8>,
    },
    Pair([u8; Self::LEN], u8),
    One(#[tensor(shape = [{ Self::LEN }])] Vec<u8>),
}

impl VariantsOfItself {
    const LEN: usize = 2;
}

#[test]
fn a_type_can_name_itself() {
    let one = VariantsOfItself::One(vec![1, 2]);
    assert_eq!(from_slice::<VariantsOfItself>(&to_vec(&one).unwrap()).unwrap(), one);
    assert!(to_vec(&VariantsOfItself::Some { bytes: vec![1] }).is_err());
    assert_eq!(to_vec(&OfItself([1, 2])).unwrap(), [7, 1, 2, 1, 2]);
    let error = to_vec(&RecordOfItself { bytes: &[1] }).unwrap_err();
    assert_eq!(error.to_string(), "parameter `bytes`: axis 0: expected 3, found 1");
}

/// Variants that are called as what is generated beside them.
mod variants {
    use tensor_format::{Tensor, from_slice, to_vec};

    #[derive(Tensor, Debug, PartialEq)]
    #[allow(clippy::upper_case_acronyms)]
    enum Names {
        S { x: u8 },
        I { x: u8 },
        R(u8, u8),
        E(u8, u8),
        W { x: u8 },
        T { x: u8 },
        Known { x: u8 },
        DOC(u8, u8),
        LINE(u8, u8),
        VARIANTS(u8, u8),
    }

    #[test]
    fn variants_of_any_name_are_read_and_written() {
        for value in [
            Names::S { x: 1 },
            Names::I { x: 1 },
            Names::R(1, 2),
            Names::E(1, 2),
            Names::W { x: 1 },
            Names::T { x: 1 },
            Names::Known { x: 1 },
            Names::DOC(1, 2),
            Names::LINE(1, 2),
            Names::VARIANTS(1, 2),
        ] {
            assert_eq!(from_slice::<Names>(&to_vec(&value).unwrap()).unwrap(), value);
        }
    }
}

#[derive(tensor_format::Tensor)]
struct OfThree([u8; 3]);

#[test]
fn a_contract_can_stand_in_a_function() {
    const fn feeds<A: tensor_format::Feeds<B>, B>() {}
    tensor_format::contract! {
        Renamed => OfThree,
    }
    feeds::<Renamed, OfThree>();
}

mod around_private_types {
    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    struct Point {
        x: f32,
    }

    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    struct Lent<'a>(&'a str);

    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    pub(crate) struct Spot(Point);

    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    pub(crate) struct Text<'a>(Lent<'a>);

    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    pub(crate) struct Spots(Vec<Point>);

    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    pub(crate) struct Lists<'a> {
        spots: Vec<Spot>,
        texts: Vec<Text<'a>>,
        rows: Spots,
    }

    macro_rules! around {
        ($name:ident, $held:ty) => {
            #[derive(tensor_format::Tensor, Debug, PartialEq)]
            pub(crate) struct $name($held);
        };
    }
    around!(Made, Point);

    /// Nothing that is generated is unused, or allowed to be.
    #[forbid(unused_imports)]
    mod forbidden {
        #[derive(tensor_format::Tensor)]
        pub(crate) struct Around(pub(crate) super::Spot);
    }

    /// A type of a user's under the name of a list, around a record whose names are not known.
    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    pub(crate) struct Batch<T>(T);

    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    #[tensor(record)]
    pub(crate) struct Dict(std::collections::BTreeMap<String, f32>);

    #[derive(tensor_format::Tensor, Debug, PartialEq)]
    pub(crate) struct Dicts(Batch<Dict>);

    /// What is not sent may hold what has no size.
    #[derive(tensor_format::Tensor)]
    pub(crate) struct Marked {
        pub(crate) x: f32,
        #[tensor(skip)]
        pub(crate) _mark: std::marker::PhantomData<(u8, str)>,
    }

    #[test]
    fn types_are_what_they_are_and_not_what_they_are_called() {
        let dicts = Dicts(Batch(Dict([("a".to_owned(), 0.5)].into())));
        assert_eq!(super::from_slice::<Dicts>(&super::to_vec(&dicts).unwrap()).unwrap(), dicts);
        let made = Made(Point { x: 0.5 });
        assert_eq!(super::from_slice::<Made>(&super::to_vec(&made).unwrap()).unwrap(), made);
        let around = forbidden::Around(Spot(Point { x: 0.5 }));
        let marked = super::from_slice::<Marked>(&super::to_vec(&around).unwrap()).unwrap();
        assert_eq!(marked.x.to_bits(), 0.5f32.to_bits());
    }

    #[test]
    fn visible_structs_are_items_of_lists() {
        use tensor_format::HasRules;

        let rules = "{ spots.x: f32 [spots.n], texts: string [_], rows.x: f32 [rows.n] }";
        assert_eq!(Lists::RULES.to_string(), rules);
        let lists =
            Lists { spots: vec![Spot(Point { x: 0.5 })], texts: vec![Text(Lent("cat"))], rows: Spots(Vec::new()) };
        let bytes = super::to_vec(&lists).unwrap();
        assert_eq!(super::from_slice::<Lists<'_>>(&bytes).unwrap(), lists);
    }
}
