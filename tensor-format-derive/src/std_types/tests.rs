//! What the spelling of a type says of it.

use super::*;
use syn::parse_quote;

#[test]
fn finds_tensors_of_the_standard_library() {
    let usual: [Type; 6] = [
        parse_quote!(u8),
        parse_quote!(Vec<String>),
        parse_quote!(Vec<[f32; 4]>),
        parse_quote!([[bool; N]; 3]),
        parse_quote!(Option<Vec<i64>>),
        parse_quote!(Option<f64>),
    ];
    assert!(usual.iter().all(is_usual));
    let other: [Type; 12] = [
        parse_quote!(<Own>::String),
        parse_quote!(::String),
        parse_quote!(usize),
        parse_quote!(char),
        parse_quote!(Vec<Vec<f32>>),
        parse_quote!(Vec<Option<f32>>),
        parse_quote!(Option<Option<f32>>),
        parse_quote!(Option),
        parse_quote!(Vec<Own>),
        parse_quote!(own::String),
        parse_quote!([Own; 2]),
        parse_quote!(<Own as Trait>::String),
    ];
    assert!(!other.iter().any(is_usual));
}

#[test]
fn finds_the_type_that_the_words_are_about() {
    let expected: [(Type, Type); 8] = [
        (parse_quote!(Option<PathBuf>), parse_quote!(PathBuf)),
        (parse_quote!(Vec<std::time::Duration>), parse_quote!(std::time::Duration)),
        (parse_quote!(Option<Vec<(u8, u128)>>), parse_quote!(u128)),
        (parse_quote!(HashMap<String, Vec<Duration>>), parse_quote!(Duration)),
        (parse_quote!(Vec<Box<dyn Layer>>), parse_quote!(dyn Layer)),
        (parse_quote!([Vec<f16>; 3]), parse_quote!(f16)),
        (parse_quote!(Box<[f16]>), parse_quote!(f16)),
        (parse_quote!(Vec<Vec<Own>>), parse_quote!(Vec<Vec<Own>>)),
    ];
    for (ty, inner) in &expected {
        let found = faulty(ty, asked(ty));
        assert_eq!(found.to_token_stream().to_string(), inner.to_token_stream().to_string());
    }
}

#[test]
fn finds_the_type_that_is_asked_first() {
    let expected: [(Type, Option<(Type, &str)>); 25] = [
        (parse_quote!(Vec<Array1<f16>>), Some((parse_quote!(f16), "IsHalf"))),
        (parse_quote!(Option<crate::own::Complex>), Some((parse_quote!(crate::own::Complex), "IsHeldAlone"))),
        (parse_quote!((u8, crate::Signal<Complex>)), None),
        (parse_quote!(Packed<half::f16>), None),
        (parse_quote!(Option<Packed<f16>>), Some((parse_quote!(Packed<f16>), "IsHeldAlone"))),
        (parse_quote!(BTreeMap<Complex, Vec<f32>>), None),
        (parse_quote!(Vec<ArrayPool>), Some((parse_quote!(ArrayPool), "IsHeld"))),
        (parse_quote!(HashMap<String, half::f16>), Some((parse_quote!(half::f16), "IsHalf"))),
        (parse_quote!(View<'static, f16>), Some((parse_quote!(f16), "IsHalf"))),
        (parse_quote!(Vec<(f32, Complex32)>), Some((parse_quote!(Complex32), "IsComplex"))),
        (parse_quote!(Vec<Array1<f32>>), Some((parse_quote!(Array1<f32>), "IsArray"))),
        (parse_quote!(Complex<f32>), None),
        (parse_quote!(Option<Array1<Complex<f32>>>), Some((parse_quote!(Complex<f32>), "IsComplex"))),
        (parse_quote!(Array<half::f16, Ix2>), Some((parse_quote!(half::f16), "IsHalf"))),
        (parse_quote!(ArrayView2<'a, Pixel>), Some((parse_quote!(Pixel), "IsElement"))),
        (parse_quote!(Array2<f32>), None),
        (parse_quote!(Option<Own>), Some((parse_quote!(Own), "IsHeldAlone"))),
        (parse_quote!(Option<Vec<Own>>), Some((parse_quote!(Own), "IsHeld"))),
        (parse_quote!(Vec<[Own<'a>; 2]>), Some((parse_quote!(Own<'a>), "IsHeld"))),
        (parse_quote!(Vec<Vec<self::Option>>), Some((parse_quote!(self::Option), "IsHeld"))),
        (parse_quote!(HashMap<Key, Own>), Some((parse_quote!(Own), "IsHeld"))),
        (parse_quote!(Box<Own>), Some((parse_quote!(Own), "IsHeldAlone"))),
        (parse_quote!(Vec<char>), None),
        (parse_quote!(Vec<Cow<'a, str>>), None),
        (parse_quote!(Own), None),
    ];
    let text = |ty: &Type| ty.to_token_stream().to_string();
    for (ty, inside) in &expected {
        let found = asked_inside(ty, asked(ty)).map(|(ty, name)| (text(ty), name));
        assert_eq!(found, inside.as_ref().map(|(ty, name)| (text(ty), *name)), "{}", text(ty));
    }
}

#[test]
fn sees_what_is_no_tensor() {
    let with: [Type; 3] = [parse_quote!(i128), parse_quote!(Option<Vec<[u128; 2]>>), parse_quote!(&'a [u128])];
    assert!(with.iter().all(|ty| asked(ty) == "IsFieldElement"));
    assert_eq!(asked(&parse_quote!(Vec<std::time::Duration>)), "IsFieldDurations");
    assert_eq!(asked(&parse_quote!(Option<Vec<PathBuf>>)), "IsFieldPaths");
    assert_eq!(asked(&parse_quote!(Option<serde_json::Value>)), "IsFieldJson");
    assert_eq!(asked(&parse_quote!(Array1<Complex<f32>>)), "IsFieldNdarrayOf");
    assert_eq!(asked(&parse_quote!(Option<ndarray::ArrayView2<'a, u8>>)), "IsFieldNdarray");
    assert_eq!(asked(&parse_quote!(Vec<Array1<f16>>)), "IsFieldArrays");
    assert_eq!(asked(&parse_quote!(Option<Vec<Vec<u32>>>)), "IsFieldLists");
    assert_eq!(asked(&parse_quote!(Vec<Vec<f16>>)), "IsFieldHalf");
    assert_eq!(asked(&parse_quote!(Vec<Box<dyn Fn(&Path) -> f32>>)), "IsFieldFunction");
    assert_eq!(asked(&parse_quote!(Option<std::ptr::NonNull<f32>>)), "IsFieldPointer");
    assert_eq!(asked(&parse_quote!(std::ops::Range<f32>)), "IsFieldRange");
    assert_eq!(asked(&parse_quote!(Own<f32>)), "IsFieldGeneric");
    assert_eq!(asked(&parse_quote!(Vec<Vec<u128>>)), "IsFieldElementLists");
    assert_eq!(asked(&parse_quote!(View<'a, String>)), "IsFieldView");
    assert_eq!(asked(&parse_quote!([Vec<f32>; 3])), "IsFieldOtherLists");
    assert_eq!(asked(&parse_quote!(Box<[Vec<f32>]>)), "IsFieldOtherLists");
    let lists: [Type; 3] =
        [parse_quote!(Vec<&'a [f32]>), parse_quote!(Vec<View<'a, f32>>), parse_quote!(Vec<Cow<'a, [f32]>>)];
    assert_eq!(lists.each_ref().map(asked), ["IsFieldLists"; 3]);
    let others: [Type; 3] =
        [parse_quote!(Vec<&'a f32>), parse_quote!(Vec<Cow<'a, f32>>), parse_quote!(Vec<Own<[f32]>>)];
    assert!(others.iter().all(|ty| asked(ty) != "IsFieldLists"));
    assert_eq!(asked(&parse_quote!([Option<f32>; 3])), "IsFieldOptionArray");
    assert_eq!(asked(&parse_quote!(Vec<()>)), "IsFieldUnits");
    assert_eq!(asked(&parse_quote!(Vec<HashMap<String, f32>>)), "IsFieldListOfMaps");
    assert_eq!(asked(&parse_quote!(HashMap<String, Option<f32>>)), "IsFieldMapOfOptions");
    assert_eq!(asked(&parse_quote!(BTreeMap<String, Vec<Vec<f32>>>)), "IsFieldMapOfLists");
    assert_eq!(asked(&parse_quote!(Batch<Vec<Vec<f32>>>)), "IsFieldBatchOfLists");
    assert_eq!(asked(&parse_quote!(Ragged<Array2<f32>>)), "IsFieldRaggedArrays");
    assert_eq!(asked(&parse_quote!(Option)), "IsFieldStd");
    assert_eq!(asked(&parse_quote!(&'a Path)), "IsFieldPath");
    assert_eq!(asked(&parse_quote!(std::collections::HashSet<Own>)), "IsFieldSet");
    assert_eq!(asked(&parse_quote!(Option<BTreeSet<Own>>)), "IsFieldSet");
    assert_eq!(asked(&parse_quote!(Option<Option<Own>>)), "IsFieldTwiceAbsent");
    assert_eq!(asked(&parse_quote!(Many<Option<Own>>)), "IsFieldTwiceAbsent");
    assert_eq!(asked(&parse_quote!(Option<Own>)), "IsFieldHolder");
    assert_eq!(asked(&parse_quote!(std::sync::Arc<Option<Own>>)), "IsFieldAround");
    assert_eq!(asked(&parse_quote!(Cow<'a, [Own]>)), "IsFieldCow");
    assert_eq!(asked(&parse_quote!(Vec<ndarray::Array2<f32>>)), "IsFieldArrays");
    assert_eq!(asked(&parse_quote!((u8, u8))), "IsFieldTuple");
    assert_eq!(asked(&parse_quote!((u8, u8, u8, u8, u8, u8, u8, u8))), "IsFieldTuple");
    assert_eq!(asked(&parse_quote!((u8, u8, u8, u8, u8, u8, u8, u8, u8))), "IsFieldLongTuple");
    assert_eq!(asked(&parse_quote!(Vec<Option<Own>>)), "IsFieldOptions");
    assert_eq!(asked(&parse_quote!(Vec<Many<Own>>)), "IsFieldList");
    assert_eq!(asked(&parse_quote!(Ragged<Own>)), "IsFieldRagged");
    assert_eq!(asked(&parse_quote!(Ragged)), "IsField");
    assert_eq!(asked(&parse_quote!(())), "IsFieldUnit");
    let without: [Type; 2] = [parse_quote!(Vec<u64>), parse_quote!([Own; { 2 + u128::MAX as usize }])];
    assert!(without.iter().all(|ty| asked(ty) == "IsFieldList"));
}

#[test]
fn finds_what_is_left_to_the_compiler() {
    let left: [Type; 4] =
        [parse_quote!(_), parse_quote!((_)), parse_quote!(Vec<Option<_>>), parse_quote!([(u8, _); 2])];
    assert!(left.iter().all(|ty| left_open(ty).is_some()));
    let written: [Type; 2] = [parse_quote!((Own)), parse_quote!(Vec<Own>)];
    assert!(!written.iter().any(|ty| left_open(ty).is_some()));
}
