//! Recognises how types are spelled. That decides only where the compiler reports a type that is no tensor, and in
//! which words; whether it is one, the traits of the runtime crate decide.
//!
//! To report one error at the field in place of several at the derive takes code that the compiler has to work through
//! for each field. It is left out of types that are spelled as tensors of the standard library, as most fields are, and
//! whose error hardly anyone sees: a user's own type of such a name that is no tensor.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Expr, ExprLit, GenericArgument, Ident, Lit, PathArguments, PathSegment, Type, TypeArray, TypeParamBound, TypePath,
};

mod lent;
mod maps;
mod ragged;
mod unsized_types;

pub(crate) use lent::{asked_to_read, lacks_lifetime};
pub(crate) use maps::is_map;
pub(crate) use ragged::asked_of_ragged;
pub(crate) use unsized_types::unsized_in;

use maps::{held_by_key, is_label, is_no_label, key};

const SCALARS: [&str; 12] = ["f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool", "String"];

/// The name of a type, and the traits whose words are about it, and about a `Vec` of it.
type NoTensor = (&'static str, &'static str, &'static str);

/// Types that are no tensors, and the traits whose words say what to do with one, and with a `Vec` of them.
static NO_TENSORS: [NoTensor; 31] = [
    ("i128", "IsFieldElement", "IsFieldElements"),
    ("u128", "IsFieldElement", "IsFieldElements"),
    ("Duration", "IsFieldDuration", "IsFieldDurations"),
    ("Instant", "IsFieldInstant", "IsFieldInstant"),
    ("SystemTime", "IsFieldSystemTime", "IsFieldSystemTimes"),
    ("Path", "IsFieldPath", "IsFieldPath"),
    ("PathBuf", "IsFieldPath", "IsFieldPaths"),
    ("OsString", "IsFieldOsString", "IsFieldOsStrings"),
    ("SocketAddr", "IsFieldText", "IsFieldTexts"),
    ("SocketAddrV4", "IsFieldText", "IsFieldTexts"),
    ("SocketAddrV6", "IsFieldText", "IsFieldTexts"),
    ("IpAddr", "IsFieldText", "IsFieldTexts"),
    ("Ipv4Addr", "IsFieldText", "IsFieldTexts"),
    ("Ipv6Addr", "IsFieldText", "IsFieldTexts"),
    ("Uuid", "IsFieldText", "IsFieldTexts"),
    ("Url", "IsFieldText", "IsFieldTexts"),
    ("Bytes", "IsFieldBytes", "IsFieldBytes"),
    ("Value", "IsFieldJson", "IsFieldJson"),
    ("Result", "IsFieldResult", "IsFieldResult"),
    ("LinkedList", "IsFieldLinked", "IsFieldLinked"),
    ("BinaryHeap", "IsFieldLinked", "IsFieldLinked"),
    ("Range", "IsFieldRange", "IsFieldRange"),
    ("RangeInclusive", "IsFieldRange", "IsFieldRange"),
    ("Wrapping", "IsFieldWrapping", "IsFieldWrapping"),
    ("Saturating", "IsFieldWrapping", "IsFieldWrapping"),
    ("Ordering", "IsFieldOrdering", "IsFieldOrdering"),
    ("File", "IsFieldHandle", "IsFieldHandle"),
    ("JoinHandle", "IsFieldHandle", "IsFieldHandle"),
    ("TcpStream", "IsFieldHandle", "IsFieldHandle"),
    ("Sender", "IsFieldHandle", "IsFieldHandle"),
    ("Receiver", "IsFieldHandle", "IsFieldHandle"),
];

/// Returns whether a type is spelled as a scalar, an array, a `Vec`, or an `Option` of one of them.
pub(crate) fn is_usual(ty: &Type) -> bool {
    is_usual_in(ty, &["Option", "Vec"])
}

/// Returns whether a type is spelled as one of numbers alone, or of lists of them.
pub(crate) fn is_of_numbers(ty: &Type) -> bool {
    is_usual(ty) && std_names(ty).iter().all(|name| *name == "Vec")
}

/// Returns the names in a type that is spelled as a tensor of the standard library that a user's own type may have too.
pub(crate) fn std_names(ty: &Type) -> Vec<&Ident> {
    match generic(ty) {
        Some((name, Some(inner))) => std_names(inner).into_iter().chain([name]).collect(),
        Some((name, None)) if name == "String" => vec![name],
        _ => {
            if let Type::Array(array) = ty {
                std_names(&array.elem)
            } else {
                Vec::new()
            }
        }
    }
}

/// Returns whether [`is_usual`] holds for a type that is inside the types named in `around`, the outermost first.
fn is_usual_in(ty: &Type, around: &[&str]) -> bool {
    match (ty, generic(ty)) {
        (Type::Array(array), _) => is_usual_in(&array.elem, &[]),
        (_, Some((name, None))) => SCALARS.iter().any(|scalar| name == scalar),
        (_, Some((name, Some(inner)))) => {
            let at = around.iter().position(|outer| name == outer);
            at.and_then(|at| around.get(at + 1..)).is_some_and(|around| is_usual_in(inner, around))
        }
        _ => false,
    }
}

/// Returns whether a type is spelled as `str`.
pub(crate) fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("str"))
}

/// Returns whether a type is spelled as an array of more elements than arrays with a `Default` have.
pub(crate) fn is_long_array(ty: &Type) -> bool {
    let Type::Array(TypeArray { len: Expr::Lit(ExprLit { lit: Lit::Int(len), .. }), .. }) = ty else { return false };
    len.base10_parse::<u64>().is_ok_and(|len| len > 32)
}

/// Returns the first type in one that is written `_`.
pub(crate) fn left_open(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Infer(_) => Some(ty),
        Type::Group(group) => left_open(&group.elem),
        Type::Paren(paren) => left_open(&paren.elem),
        _ => inner(ty).into_iter().find_map(left_open),
    }
}

/// Returns whether a type is spelled as a list.
pub(crate) fn is_list(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => is_list(&reference.elem),
        Type::Slice(_) => true,
        _ => last(ty).is_some_and(|name| ["Vec", "VecDeque", "Batch"].iter().any(|list| name == list)),
    }
}

/// Returns whether a type is spelled as `PhantomData`.
pub(crate) fn is_phantom(ty: &Type) -> bool {
    last(ty).is_some_and(|last| last == "PhantomData")
}

/// Returns the name at the end of the path that a type is, which a macro may have put into a group.
fn last(ty: &Type) -> Option<&Ident> {
    last_segment(ty).map(|last| &last.ident)
}

/// Returns the name of the trait that generated code requires of the type of a field. All these traits are implemented
/// for the same types, but the compiler's error for other types has different words for each.
pub(crate) fn asked(ty: &Type) -> &'static str {
    let asked = match outermost(ty) {
        // Whatever the arguments of the function or of the trait are.
        asked @ ("IsFieldFunction" | "IsFieldDyn") => return asked,
        "IsField" if argument(ty).is_some() => "IsFieldGeneric",
        asked => asked,
    };
    // The words for a value of such a type do not help with a key.
    if key(ty).is_some_and(|key| no_tensor(key.to_token_stream()).is_some()) {
        return "IsFieldKey";
    }
    let Some((name, of_one, of_list)) = no_tensor(ty.to_token_stream()) else { return asked };
    let list = held(ty).unwrap_or(ty);
    let items = if is_vec(list) { argument(list) } else { None };
    match items {
        Some(item) if last(item).is_some_and(|item| item == name) => of_list,
        Some(item) if *of_list == "IsFieldElements" && is_vec(item) => "IsFieldElementLists",
        _ => of_one,
    }
}

/// Returns the type in `ty` that the words of the trait `name` are about, as `PathBuf` in `Option<PathBuf>`; `ty` itself
/// if they are about all of it.
pub(crate) fn faulty<'t>(ty: &'t Type, name: &str) -> &'t Type {
    let (of_one, of_list) = match name {
        "IsFieldKey" => return key(ty).unwrap_or(ty),
        "IsFieldMap" | "IsFieldMapOfOptions" | "IsFieldMapOfLists" if key(ty).is_some_and(is_label) => {
            return held_by_key(ty).unwrap_or(ty);
        }
        "IsFieldHalf" | "IsFieldComplex" | "IsFieldCell" | "IsFieldPointer" | "IsFieldFunction" | "IsFieldDyn"
        | "IsFieldMutable" => (name, name),
        _ => match NO_TENSORS.iter().find(|(_, of_one, of_list)| name == *of_one || name == *of_list) {
            Some((_, of_one, of_list)) => (*of_one, *of_list),
            None => return ty,
        },
    };
    let is_about = |inner: &&Type| [of_one, of_list].contains(&asked(inner));
    inner(ty).into_iter().find(is_about).map_or(ty, |inner| faulty(inner, name))
}

/// Returns the type in `ty` that is asked first, before all of it is asked through the trait `name`, and the trait for
/// that; `None` if `ty` is spelled with types that are known here.
pub(crate) fn asked_inside<'t>(ty: &'t Type, name: &str) -> Option<(&'t Type, &'static str)> {
    match name {
        "IsFieldNdarrayOf" | "IsFieldArrays" => {
            let array = array_in(ty)?;
            let element = argument(array)?;
            Some(match outermost(element) {
                "IsFieldHalf" => (element, "IsHalf"),
                "IsFieldComplex" => (element, "IsComplex"),
                _ if name == "IsFieldArrays" => (array, "IsArray"),
                _ => (element, "IsElement"),
            })
        }
        "IsFieldHalf" | "IsFieldComplex" => None,
        _ if optional_number(ty).is_some() => optional_number(ty),
        "IsFieldList"
        | "IsFieldLists"
        | "IsFieldOtherLists"
        | "IsFieldBatchOfLists"
        | "IsFieldListOfMaps"
        | "IsFieldHolder"
        | "IsFieldAround"
        | "IsFieldMap"
        | "IsFieldMapOfOptions"
        | "IsFieldMapOfLists" => {
            let held = unknown_in(ty).filter(|inner| !std::ptr::eq(*inner, ty))?;
            let is_alone = argument(ty).is_some_and(|argument| std::ptr::eq(argument, held)) && !is_vec(ty);
            Some((held, if is_alone && !is_map(ty) { "IsHeldAlone" } else { "IsHeld" }))
        }
        _ => None,
    }
}

/// Returns the type in `ty` whose name is that of a hash map or set, and the name.
pub(crate) fn hashed(ty: &Type) -> Option<(&Type, &Ident)> {
    let is_own = matches!(ty, Type::Path(path) if is_own(path));
    match last(ty).filter(|name| !is_own && (*name == "HashMap" || *name == "HashSet")) {
        Some(name) => Some((ty, name)),
        None => inner(ty).into_iter().find_map(hashed),
    }
}

/// Returns the number in a type whose name is that of a number of a crate for which there is a feature, and the trait that
/// is asked of it. What is between the `<` and `>` of an unknown type need not be sent.
fn optional_number(ty: &Type) -> Option<(&Type, &'static str)> {
    let is_own = matches!(ty, Type::Path(path) if is_own(path));
    match last(ty).map(Ident::to_string).as_deref() {
        _ if is_own => None,
        Some("f16" | "bf16") => Some((ty, "IsHalf")),
        Some("Complex" | "Complex32" | "Complex64") => Some((ty, "IsComplex")),
        Some("BTreeMap" | "HashMap") => optional_number(held_by_key(ty)?),
        None
        | Some("Option" | "Many" | "Vec" | "VecDeque" | "Box" | "Arc" | "Rc" | "Cow" | "Batch" | "View" | "Ragged") => {
            inner(ty).into_iter().find_map(optional_number)
        }
        Some(_) => None,
    }
}

/// Returns the array of ndarray in a type that is one or holds one.
fn array_in(ty: &Type) -> Option<&Type> {
    if is_ndarray(ty) { Some(ty) } else { inner(ty).into_iter().find_map(array_in) }
}

/// Returns the type in lists, options, pointers and the values of maps that is spelled as none of the standard library.
pub(crate) fn unknown_in(ty: &Type) -> Option<&Type> {
    let held = match ty {
        Type::Array(array) => return unknown_in(&array.elem),
        Type::Slice(slice) => return unknown_in(&slice.elem),
        Type::Group(group) => return unknown_in(&group.elem),
        Type::Paren(paren) => return unknown_in(&paren.elem),
        Type::Path(path) if !is_own(path) => last(ty).map(Ident::to_string),
        Type::Path(_) => return Some(ty),
        _ => return None,
    };
    match held.as_deref() {
        Some("Option" | "Many" | "Vec" | "VecDeque" | "Box" | "Arc" | "Rc" | "Batch") => unknown_in(argument(ty)?),
        Some("BTreeMap" | "HashMap") => unknown_in(arguments(ty).nth(1)?),
        // `Option` or `Vec` of another crate has arguments of its own, and names of numbers begin in lower case.
        Some(name) if outermost(ty) == "IsField" && name.starts_with(char::is_uppercase) => {
            (!matches!(name, "String" | "Cow" | "Ragged")).then_some(ty)
        }
        _ => None,
    }
}

/// Returns the types that a type is written with.
fn inner(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Array(array) => vec![&array.elem],
        Type::Slice(slice) => vec![&slice.elem],
        Type::Reference(reference) => vec![&reference.elem],
        Type::Tuple(tuple) => tuple.elems.iter().collect(),
        _ => arguments(ty).collect(),
    }
}

fn outermost(ty: &Type) -> &'static str {
    let within = |inner: Option<&Type>, other| match inner.map_or("IsField", outermost) {
        "IsField" | "IsFieldHolder" | "IsFieldTwiceAbsent" | "IsFieldAround" => other,
        asked => asked,
    };
    match ty {
        Type::Array(array) => match list_of(&array.elem) {
            "IsFieldOptions" => "IsFieldOptionArray",
            asked => asked,
        },
        Type::Slice(slice) => list_of(&slice.elem),
        Type::Reference(reference) if reference.mutability.is_some() => "IsFieldMutable",
        Type::Reference(reference) => outermost(&reference.elem),
        Type::Ptr(_) => "IsFieldPointer",
        Type::FnPtr(_) => "IsFieldFunction",
        Type::TraitObject(object) if object.bounds.iter().any(is_function) => "IsFieldFunction",
        Type::TraitObject(_) => "IsFieldDyn",
        Type::Tuple(tuple) if tuple.elems.is_empty() => "IsFieldUnit",
        Type::Tuple(tuple) if tuple.elems.len() > LONGEST_TUPLE => "IsFieldLongTuple",
        Type::Tuple(_) => "IsFieldTuple",
        Type::Path(path) if is_own(path) => "IsField",
        _ if key(ty).is_some_and(is_no_label) => "IsFieldKey",
        // What may be wrong is the key alone.
        _ if key(ty).is_some_and(|key| !is_label(key)) && held_by_key(ty).is_some_and(is_usual) => "IsFieldKey",
        _ if is_map(ty) => match held_by_key(ty) {
            Some(held) if last(held).is_some_and(|name| name == "Option") => "IsFieldMapOfOptions",
            Some(held) if outermost(held) == "IsFieldLists" => "IsFieldMapOfLists",
            _ => "IsFieldMap",
        },
        _ if is_ndarray(ty) => match argument(ty).and_then(last) {
            Some(element) if SCALARS.iter().all(|scalar| element != scalar) => "IsFieldNdarrayOf",
            _ => "IsFieldNdarray",
        },
        _ => match last(ty).map(Ident::to_string).as_deref() {
            Some("Option" | "Many") if argument(ty).is_some_and(may_be_absent) => "IsFieldTwiceAbsent",
            Some("Option" | "Many") if argument(ty).is_none() => "IsFieldStd",
            Some("Option" | "Many") => within(argument(ty), "IsFieldHolder"),
            Some("Batch") => match within(argument(ty), "IsFieldAround") {
                "IsFieldLists" => "IsFieldBatchOfLists",
                asked => asked,
            },
            Some("Cow") if argument(ty).is_some_and(is_slice) => match within(argument(ty), "IsFieldCow") {
                "IsFieldList" => "IsFieldCow",
                asked => asked,
            },
            Some("Box" | "Arc" | "Rc" | "Cow") => within(argument(ty), "IsFieldAround"),
            Some("Vec") => match argument(ty).map_or("IsFieldList", list_of) {
                "IsFieldOtherLists" => "IsFieldLists",
                other => other,
            },
            Some("VecDeque") => argument(ty).map_or("IsFieldList", list_of),
            Some("Ragged") if argument(ty).is_some_and(is_ndarray) => "IsFieldRaggedArrays",
            Some("Ragged") if argument(ty).is_some() => "IsFieldRagged",
            Some("View") if argument(ty).is_some() => "IsFieldView",
            Some("BTreeSet" | "HashSet") => "IsFieldSet",
            Some("PhantomData") => "IsFieldUnit",
            Some("NonNull" | "Weak") => "IsFieldPointer",
            Some("Mutex" | "RwLock" | "Cell" | "RefCell" | "OnceCell" | "OnceLock") => "IsFieldCell",
            Some(name) if name.starts_with("Atomic") => "IsFieldCell",
            Some("f16" | "bf16") => "IsFieldHalf",
            Some("Complex" | "Complex32" | "Complex64") => "IsFieldComplex",
            _ => "IsField",
        },
    }
}

/// Returns whether a type is spelled as one of the user's crate, whatever its name.
fn is_own(path: &TypePath) -> bool {
    path.path.segments.first().is_some_and(|first| ["self", "super", "crate"].iter().any(|own| first.ident == own))
}

/// Returns whether a type is spelled as one whose values may be absent, and which therefore stands only in fields of a
/// record.
pub(crate) fn may_be_absent(ty: &Type) -> bool {
    last(ty).is_some_and(|name| name == "Option" || name == "Many")
}

/// Returns the type in one that is spelled as an `Option` or `Many`.
pub(crate) fn held(ty: &Type) -> Option<&Type> {
    if may_be_absent(ty) { argument(ty) } else { None }
}

/// The number of fields of the longest tuple that is a record.
const LONGEST_TUPLE: usize = 8;

/// Returns the trait for a list of items of this type.
fn list_of(item: &Type) -> &'static str {
    match outermost(item) {
        "IsFieldNdarray" | "IsFieldNdarrayOf" => "IsFieldArrays",
        // What is wrong with the item alone.
        asked @ ("IsFieldHalf" | "IsFieldComplex" | "IsFieldCell" | "IsFieldPointer" | "IsFieldFunction"
        | "IsFieldDyn") => asked,
        "IsFieldHolder" | "IsFieldTwiceAbsent" if last(item).is_some_and(|name| name == "Option") => "IsFieldOptions",
        "IsFieldUnit" if matches!(item, Type::Tuple(_)) => "IsFieldUnits",
        "IsFieldMap" if last(item).is_some_and(|name| name != "Option") => "IsFieldListOfMaps",
        _ if is_vec(item) || is_lent_list(item) => "IsFieldOtherLists",
        _ => "IsFieldList",
    }
}

/// Returns whether a type is spelled as a slice that is borrowed, with or without a copy.
fn is_lent_list(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => is_slice(&reference.elem),
        _ => last(ty).is_some_and(|name| name == "View" || name == "Cow" && argument(ty).is_some_and(is_slice)),
    }
}

/// Returns whether a bound is spelled as a trait of functions.
fn is_function(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    bound.path.segments.last().is_some_and(|last| ["Fn", "FnMut", "FnOnce"].iter().any(|name| last.ident == name))
}

/// Returns whether a type is spelled as a `Vec`.
pub(crate) fn is_vec(ty: &Type) -> bool {
    last(ty).is_some_and(|name| name == "Vec")
}

/// Returns whether a type is spelled as a slice.
fn is_slice(ty: &Type) -> bool {
    matches!(ty, Type::Slice(_))
}

/// Returns whether a type is spelled as an array of ndarray.
fn is_ndarray(ty: &Type) -> bool {
    let kinds = ["ArrayViewMut", "ArrayView", "ArrayBase", "ArrayRef", "ArcArray", "CowArray", "Array"];
    let is_rank = |rest: &str| rest.is_empty() || rest == "D" || matches!(rest.as_bytes(), [b'0'..=b'6']);
    let is_array = |name: &str| kinds.iter().any(|kind| name.strip_prefix(kind).is_some_and(is_rank));
    last(ty).is_some_and(|name| is_array(&name.to_string()))
}

/// Returns whether a type is spelled as a reference.
fn is_reference(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_reference(&group.elem),
        Type::Paren(paren) => is_reference(&paren.elem),
        _ => matches!(ty, Type::Reference(_)),
    }
}

/// Returns the first type among the arguments of the path that a type is.
fn argument(ty: &Type) -> Option<&Type> {
    arguments(ty).next()
}

/// Returns the types among the arguments of the path that a type is.
fn arguments(ty: &Type) -> impl Iterator<Item = &Type> {
    let arguments = match last_segment(ty).map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => Some(&arguments.args),
        _ => None,
    };
    arguments.into_iter().flatten().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// Returns the last segment of the path that a type is, which may be in groups or parentheses.
fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Group(group) => last_segment(&group.elem),
        Type::Paren(paren) => last_segment(&paren.elem),
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        _ => None,
    }
}

/// Returns the entry for the first type that a type mentions and that is no tensor; lengths of arrays do not count.
fn no_tensor(tokens: TokenStream) -> Option<&'static NoTensor> {
    let mut is_length = false;
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Punct(punct) => {
            is_length = punct.as_char() == ';';
            None
        }
        TokenTree::Group(group) if !is_length => no_tensor(group.stream()),
        TokenTree::Ident(word) if !is_length => NO_TENSORS.iter().find(|(name, ..)| word == name),
        _ => None,
    })
}

/// Splits `Name` or `Name<Type>` into the name and its argument.
fn generic(ty: &Type) -> Option<(&Ident, Option<&Type>)> {
    let Type::Path(path) = ty else { return None };
    if path.qself.is_some() || path.path.leading_colon.is_some() || path.path.segments.len() != 1 {
        return None;
    }
    let segment = path.path.segments.first()?;
    match &segment.arguments {
        PathArguments::None => Some((&segment.ident, None)),
        PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1 => match arguments.args.first()? {
            GenericArgument::Type(ty) => Some((&segment.ident, Some(ty))),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests;
