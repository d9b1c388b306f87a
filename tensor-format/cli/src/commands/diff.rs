//! `diff`: two files of whatever formats.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    io::Write,
    path::Path,
};

use half::{bf16, f16};
use num_complex::Complex;
use serde_json::{Value as Json, json};
use tensor_format::{ElementType, TensorRef, codec::Variable, layout::next_index};

use crate::{
    args::Diff,
    failure::{Failure, Outcome},
    file::{
        Files,
        foreign::Foreign,
        parsed::{Named, tensors},
        reading::Reading,
    },
    show::stats::float_json,
    terminal::{style::Paint, text},
};

/// A difference between two tensors of one name.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// Only one of the files has a tensor or other part of this name.
    Missing {
        /// Whether the file that has it is the first one.
        in_first: bool,
    },
    /// Element types or shapes differ.
    Header {
        /// Element type and shape in the first file.
        first: String,
        /// Element type and shape in the second file.
        second: String,
    },
    /// Elements differ.
    Elements(Elements),
    /// Both files have it, but it is no tensor of the model.
    NotCompared {
        /// Element type and shape in the first file.
        first: String,
        /// Element type and shape in the second file.
        second: String,
    },
}

/// The differences between the elements of two tensors.
#[derive(Clone, Debug, PartialEq)]
pub struct Elements {
    /// The number of elements that differ.
    pub count: u64,
    /// The number of all elements.
    pub of: u64,
    /// The index of the first element that differs.
    pub index: Vec<usize>,
    /// The first element that differs, as the first file has it.
    pub first: String,
    /// The same element, as the second file has it.
    pub second: String,
    /// The greatest difference; `None` for elements that are no numbers.
    pub absolute: Option<f64>,
    /// The greatest difference in relation to the greater of the two.
    pub relative: Option<f64>,
}

/// Compares two files.
///
/// # Errors
///
/// If one cannot be read.
pub fn run(args: &Diff, paint: Paint, out: &mut dyn Write) -> Result<Outcome, Failure> {
    if args.a == args.b && args.a == Path::new("-") {
        return Err(Failure::new("standard input", "it is read once").help("name a file for one of the two"));
    }
    let reading = |format, declared: &Option<_>| Reading {
        format,
        declared: declared.clone(),
        limit: args.limit,
        ..Reading::default()
    };
    let first = Files::open(&args.a, &reading(args.format_a, &args.type_a))?;
    let second = Files::open(&args.b, &reading(args.format_b, &args.type_b))?;
    let parsed = (first.parse()?, second.parse()?);
    let (a, b) = (first.elements(&parsed.0)?, second.elements(&parsed.1)?);
    let (mut a, mut b) = (tensors(&a), tensors(&b));
    if let ([a], [b]) = (&mut a[..], &mut b[..])
        && (a.0.is_none() || b.0.is_none())
    {
        // One tensor each, of which one format has no name.
        (a.0, b.0) = (None, None);
    }
    let mut found = compare(&a, &b, args.tolerance);
    found.extend(others(&parsed.0.foreign, &parsed.1.foreign));
    if args.json {
        let list: Vec<Json> = found.iter().map(|(name, difference)| json_of(name.as_deref(), difference)).collect();
        writeln!(out, "{}", text::json(&json!({"equal": found.is_empty(), "differences": list})))?;
    } else if found.is_empty() {
        let within = if args.tolerance > 0.0 { format!(" within {}", args.tolerance) } else { String::new() };
        let what = text::count(a.len(), "tensor");
        writeln!(out, "{}", paint.green(&format!("{what} agree{}{within}", if a.len() == 1 { "s" } else { "" })))?;
    } else {
        let names = [first.main.name(), second.main.name()];
        for (name, difference) in &found {
            let name = name.as_deref().map(|name| format!("{}: ", paint.bold(&text::name(name)))).unwrap_or_default();
            writeln!(out, "{name}{}", paint.red(&text::printable(&words(difference, names))))?;
        }
    }
    Ok(Outcome::of(!found.is_empty()))
}

/// Compares tensors of the same names, and returns the differences. Of tensors of one name the first is compared with
/// the first, the second with the second.
#[must_use]
pub fn compare(a: &[Named<'_>], b: &[Named<'_>], tolerance: f64) -> Vec<(Option<String>, Difference)> {
    let mut found = Vec::new();
    let mut places: HashMap<Option<&str>, VecDeque<usize>> = HashMap::new();
    b.iter().enumerate().for_each(|(at, (name, _))| places.entry(*name).or_default().push_back(at));
    let mut taken = vec![false; b.len()];
    for (name, first) in a {
        let at = places.get_mut(name).and_then(VecDeque::pop_front);
        let name = || name.map(str::to_owned);
        let Some((at, (_, second))) = at.and_then(|at| Some((at, b.get(at)?))) else {
            found.push((name(), Difference::Missing { in_first: true }));
            continue;
        };
        taken[at] = true;
        let headers = (first.header().to_string(), second.header().to_string());
        if headers.0 != headers.1 {
            found.push((name(), Difference::Header { first: headers.0, second: headers.1 }));
        }
        if first.shape() == second.shape() {
            found.extend(elements(first, second, tolerance).map(|e| (name(), Difference::Elements(e))));
        }
    }
    let left = b.iter().zip(taken).filter(|(_, taken)| !taken);
    found.extend(left.map(|((name, _), _)| (name.map(str::to_owned), Difference::Missing { in_first: false })));
    found
}

/// Lists the parts that are no tensors of the model: they cannot be compared, and do not agree because both files have
/// them.
fn others(a: &[Foreign], b: &[Foreign]) -> Vec<(Option<String>, Difference)> {
    let mut left: BTreeMap<&str, &Foreign> = b.iter().map(|second| (second.name.as_str(), second)).collect();
    let mut found = Vec::new();
    for first in a {
        let difference = match left.remove(first.name.as_str()) {
            Some(second) => Difference::NotCompared { first: first.header(), second: second.header() },
            None => Difference::Missing { in_first: true },
        };
        found.push((Some(first.name.clone()), difference));
    }
    let rest = left.into_keys().map(|name| (Some(name.to_owned()), Difference::Missing { in_first: false }));
    found.extend(rest);
    found
}

fn words(difference: &Difference, names: [&str; 2]) -> String {
    match difference {
        Difference::Missing { in_first } => format!("only in {}", names[usize::from(!in_first)]),
        Difference::Header { first, second } => format!("{first} against {second}"),
        Difference::NotCompared { first, second } => {
            format!("not compared, for it is no tensor of the model: {first} against {second}")
        }
        Difference::Elements(e) => {
            let mut text =
                format!("{} of {} differ, first at {:?}: {} against {}", e.count, e.of, e.index, e.first, e.second);
            if let (Some(absolute), Some(relative)) = (e.absolute, e.relative) {
                let (absolute, relative) = (text::number(absolute), text::number(relative));
                text.push_str(&format!("; at most {absolute} absolute, {relative} relative"));
            }
            text
        }
    }
}

fn json_of(name: Option<&str>, difference: &Difference) -> Json {
    let mut json = match difference {
        Difference::Missing { in_first } => json!({"kind": "missing", "in": if *in_first { "a" } else { "b" }}),
        Difference::Header { first, second } => json!({"kind": "header", "a": first, "b": second}),
        Difference::NotCompared { first, second } => json!({"kind": "not_compared", "a": first, "b": second}),
        Difference::Elements(e) => json!({
            "kind": "elements", "count": e.count, "of": e.of, "index": e.index, "a": e.first, "b": e.second,
            "absolute": e.absolute.map(float_json), "relative": e.relative.map(float_json),
        }),
    };
    json["name"] = json!(name);
    json
}

/// A number in the widest form of its kind.
#[derive(Clone, Copy, Debug)]
enum Number {
    Int(i128),
    Float(f64),
    Complex(Complex<f64>),
}

impl Number {
    /// Returns the number with the digits that tell it from others of its type.
    fn text(self, element_type: ElementType) -> String {
        match self {
            Number::Int(value) => value.to_string(),
            Number::Float(value) if element_type.size() < Some(8) => (value as f32).to_string(),
            Number::Float(value) => value.to_string(),
            Number::Complex(value) => value.to_string(),
        }
    }

    fn complex(self) -> Complex<f64> {
        match self {
            Number::Int(value) => Complex::new(value as f64, 0.0),
            Number::Float(value) => Complex::new(value, 0.0),
            Number::Complex(value) => value,
        }
    }

    /// Returns the difference to another number and the greater magnitude; the difference is 0 between two NaN and
    /// between the same infinities.
    fn distance(self, other: Self) -> (f64, f64) {
        if let (Number::Int(a), Number::Int(b)) = (self, other) {
            return (a.abs_diff(b) as f64, a.unsigned_abs().max(b.unsigned_abs()) as f64);
        }
        let (a, b) = (self.complex(), other.complex());
        let part = |a: f64, b: f64| match (a.is_nan(), b.is_nan()) {
            _ if a == b => 0.0,
            (true, true) => 0.0,
            (false, false) => (a - b).abs(),
            _ => f64::INFINITY,
        };
        (part(a.re, b.re).hypot(part(a.im, b.im)), a.norm().max(b.norm()))
    }
}

type Numbers<'t> = Box<dyn Iterator<Item = Number> + 't>;

/// Returns the elements in row-major order; `None` if they are no numbers.
fn numbers<'t>(tensor: &TensorRef<'t>) -> Option<Numbers<'t>> {
    macro_rules! of {
        ($ty:ty, $number:expr) => {
            Box::new(tensor.iter::<$ty>().ok()?.map($number))
        };
    }
    Some(match tensor.element_type() {
        ElementType::F32 => of!(f32, |x| Number::Float(x.into())),
        ElementType::F64 => of!(f64, Number::Float),
        ElementType::F16 => of!(f16, |x| Number::Float(x.into())),
        ElementType::BF16 => of!(bf16, |x| Number::Float(x.into())),
        ElementType::I8 => of!(i8, |x| Number::Int(x.into())),
        ElementType::I16 => of!(i16, |x| Number::Int(x.into())),
        ElementType::I32 => of!(i32, |x| Number::Int(x.into())),
        ElementType::I64 => of!(i64, |x| Number::Int(x.into())),
        ElementType::U8 => of!(u8, |x| Number::Int(x.into())),
        ElementType::U16 => of!(u16, |x| Number::Int(x.into())),
        ElementType::U32 => of!(u32, |x| Number::Int(x.into())),
        ElementType::U64 => of!(u64, |x| Number::Int(x.into())),
        ElementType::Bool => of!(bool, |x| Number::Int(x.into())),
        ElementType::C64 => of!(Complex<f32>, |x| Number::Complex(Complex::new(x.re.into(), x.im.into()))),
        ElementType::C128 => of!(Complex<f64>, Number::Complex),
        _ => return None,
    })
}

fn elements(first: &TensorRef<'_>, second: &TensorRef<'_>, tolerance: f64) -> Option<Elements> {
    let shape = first.shape();
    let mut found: Option<Elements> = None;
    let of = first.len() as u64;
    let mut index = vec![0; shape.rank()];
    let mut differs = |index: &[usize], a: &dyn Fn() -> String, b: &dyn Fn() -> String| {
        let found = found.get_or_insert_with(|| Elements {
            count: 0,
            of,
            index: index.to_vec(),
            first: a(),
            second: b(),
            absolute: None,
            relative: None,
        });
        found.count += 1;
    };
    let (mut absolute, mut relative) = (0.0f64, 0.0f64);
    let numeric = match (numbers(first), numbers(second)) {
        (Some(a), Some(b)) => {
            for (a, b) in a.zip(b) {
                let (distance, magnitude) = a.distance(b);
                if distance > tolerance {
                    differs(&index, &|| a.text(first.element_type()), &|| b.text(second.element_type()));
                }
                if distance > 0.0 {
                    absolute = absolute.max(distance);
                    // The relative difference to an infinity is infinite.
                    relative = relative.max(if distance.is_finite() { distance / magnitude } else { f64::INFINITY });
                }
                next_index(shape, &mut index);
            }
            true
        }
        (None, None) => {
            for (a, b) in first.variables().zip(second.variables()) {
                if a != b {
                    differs(&index, &|| shown(&a), &|| shown(&b));
                }
                next_index(shape, &mut index);
            }
            false
        }
        // Element types differ, which is noted already.
        _ => return None,
    };
    let found = found?;
    Some(if numeric { Elements { absolute: Some(absolute), relative: Some(relative), ..found } } else { found })
}

/// Returns a text of one line, cut if it is long.
fn shown(element: &Variable<'_>) -> String {
    const MOST: usize = 40;
    match element {
        Variable::Text(text) => {
            let cut: String = text.chars().take(MOST).collect();
            let dots = if cut.len() < text.len() { "…" } else { "" };
            format!("{cut:?}{dots}")
        }
        Variable::Bytes(bytes) => text::bytes(bytes.len() as u64),
        Variable::Media { format, data } => format!("{}, {}", format.escape_ascii(), text::bytes(data.len() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use tensor_format::Tensor;

    use super::*;

    fn one(a: &Tensor, b: &Tensor, tolerance: f64) -> Vec<Difference> {
        let (a, b) = (a.as_ref(), b.as_ref());
        compare(&[(None, &a)], &[(None, &b)], tolerance).into_iter().map(|(_, difference)| difference).collect()
    }

    #[test]
    fn numbers_are_compared_by_value() {
        let a = Tensor::from_slice([2, 2], &[1.0f32, f32::NAN, f32::INFINITY, 4.0]).unwrap();
        assert!(one(&a, &a, 0.0).is_empty());
        let b = Tensor::from_slice([2, 2], &[1.0f32, f32::NAN, f32::INFINITY, 4.5]).unwrap();
        let [Difference::Elements(found)] = &one(&a, &b, 0.0)[..] else { panic!() };
        assert_eq!((found.count, found.of, &found.index[..]), (1, 4, &[1, 1][..]));
        assert_eq!((found.absolute, found.relative), (Some(0.5), Some(0.5 / 4.5)));
        assert!(one(&a, &b, 0.5).is_empty());
        let c = Tensor::from_slice([2, 2], &[1.0f32, 0.0, f32::INFINITY, 4.0]).unwrap();
        let [Difference::Elements(found)] = &one(&a, &c, 1e30)[..] else { panic!() };
        assert_eq!((found.index.as_slice(), found.absolute), (&[0, 1][..], Some(f64::INFINITY)));
        let infinite = |x: f32| Tensor::from_slice([1], &[x]).unwrap();
        let [Difference::Elements(found)] = &one(&infinite(f32::INFINITY), &infinite(f32::NEG_INFINITY), 0.0)[..]
        else {
            panic!()
        };
        assert_eq!((found.absolute, found.relative), (Some(f64::INFINITY), Some(f64::INFINITY)));
        let [Difference::Elements(found)] = &one(&infinite(0.1), &infinite(0.2), 0.0)[..] else { panic!() };
        assert_eq!((found.first.as_str(), found.second.as_str()), ("0.1", "0.2"));
        let big = |n: i64| Tensor::from_slice([1], &[n]).unwrap();
        let [Difference::Elements(found)] = &one(&big(i64::MAX), &big(i64::MAX - 1), 0.0)[..] else { panic!() };
        assert_eq!(found.absolute, Some(1.0));
    }

    #[test]
    fn many_names_in_another_order_are_found() {
        let tensor = Tensor::from(vec![1u8]);
        let tensor = tensor.as_ref();
        // To compare each with each would take many minutes.
        let names: Vec<String> = (0..200_000).map(|index| format!("x{index}")).collect();
        let a: Vec<Named<'_>> = names.iter().map(|name| (Some(name.as_str()), &tensor)).collect();
        let b: Vec<Named<'_>> = a.iter().rev().copied().collect();
        assert_eq!(compare(&a, &b, 0.0), []);
    }

    #[test]
    fn types_shapes_names_and_texts() {
        let a = Tensor::from_slice([2], &[1u8, 2]).unwrap();
        let wide = Tensor::from_slice([2], &[1i32, 2]).unwrap();
        assert!(matches!(&one(&a, &wide, 0.0)[..], [Difference::Header { .. }]));
        let longer = Tensor::from_slice([3], &[1u8, 2, 3]).unwrap();
        assert!(matches!(&one(&a, &longer, 0.0)[..], [Difference::Header { .. }]));
        let texts = |last| Tensor::from_strings([2], ["a", last]).unwrap();
        let [Difference::Elements(found)] = &one(&texts("b"), &texts("c"), 0.0)[..] else { panic!() };
        assert_eq!((found.first.as_str(), found.second.as_str(), found.absolute), ("\"b\"", "\"c\"", None));
        let a = a.as_ref();
        let found = compare(&[(Some("x"), &a), (Some("y"), &a)], &[(Some("y"), &a), (Some("z"), &a)], 0.0);
        let missing = |name: &str, in_first| (Some(name.to_owned()), Difference::Missing { in_first });
        assert_eq!(found, [missing("x", true), missing("z", false)]);
        // An empty name is one; of one name the first belongs to the first.
        let wide = wide.as_ref();
        assert_eq!(compare(&[(Some(""), &a)], &[(Some("a"), &a)], 0.0), [missing("", true), missing("a", false)]);
        let twice = [(Some("x"), &a), (Some("x"), &wide)];
        assert_eq!(compare(&twice, &twice, 0.0), []);
        assert_eq!(compare(&twice, &twice[..1], 0.0), [missing("x", true)]);
        assert_eq!(compare(&twice[..1], &twice, 0.0), [missing("x", false)]);
    }
}
