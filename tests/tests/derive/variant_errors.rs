//! Errors in a variant are those of a record with the same parameters, at the same bytes.

use tensor_format::{Batch, Encode, Record, Tensor, decthings::Options, to_vec};

/// Numbers up to 9.
mod level {
    pub(super) fn to_wire(level: &u8) -> u8 {
        *level
    }

    pub(super) fn from_wire(level: u8) -> Result<u8, String> {
        if level < 10 { Ok(level) } else { Err(format!("{level} is above 9")) }
    }
}

#[derive(Tensor, Debug, Clone, Default, PartialEq)]
struct Inner {
    nothing: Vec<[u8; 0]>,
    id: u8,
}

#[derive(Tensor, Debug, Clone, PartialEq)]
enum Either {
    A {
        #[tensor(with = level)]
        level: u8,
        #[tensor(shape = [n])]
        x: Vec<f32>,
        #[tensor(shape = [n])]
        y: Vec<bool>,
        inner: Inner,
        any: Batch<Tensor>,
    },
    B(u8),
}

#[derive(Tensor, Debug, Clone, PartialEq)]
#[tensor(deny_unknown)]
struct Plain {
    variant: String,
    #[tensor(rename = "A.level", with = level)]
    level: u8,
    #[tensor(rename = "A.x", shape = [n])]
    x: Vec<f32>,
    #[tensor(rename = "A.y", shape = [n])]
    y: Vec<bool>,
    #[tensor(rename = "A.inner")]
    inner: Inner,
    #[tensor(rename = "A.any")]
    any: Batch<Tensor>,
}

/// The same without rules, to write what breaks them.
#[derive(Tensor, Clone)]
struct Wire {
    variant: String,
    #[tensor(rename = "A.level")]
    level: u8,
    #[tensor(rename = "A.x")]
    x: Vec<f32>,
    #[tensor(rename = "A.y")]
    y: Vec<bool>,
    #[tensor(rename = "A.inner")]
    inner: Inner,
    #[tensor(rename = "A.any")]
    any: Vec<[u8; 1]>,
}

/// Asserts that both are refused alike, in declared order and in the reverse, and returns the kind of the error.
fn refused(value: &impl Encode, options: Options) -> &'static str {
    let declared = to_vec(value).expect("bytes");
    let record: Record = options.from_slice(&declared).expect("a record");
    let mut all: Vec<(String, Tensor)> =
        record.iter().map(|(name, tensor)| (name.to_owned(), tensor.clone())).collect();
    all.reverse();
    let reversed: Record = all.into_iter().collect();
    let faults = |bytes: &[u8]| {
        let plain = options.from_slice::<Plain>(bytes).expect_err("a fault");
        (plain, options.from_slice::<Either>(bytes).expect_err("the same fault"))
    };
    let (plain, either) = faults(&declared);
    let shown = (plain.kind().name(), plain.parameter(), plain.offset());
    assert_eq!((either.kind().name(), either.parameter(), either.offset()), shown, "{either}");
    // Behind its tensors, a label comes too late for them to be read where they are.
    let (other, either) = faults(&to_vec(&reversed).expect("bytes"));
    assert_eq!((either.kind().name(), either.offset().is_some()), (other.kind().name(), other.offset().is_some()));
    plain.kind().name()
}

#[test]
fn errors_in_a_variant_are_those_of_a_record() {
    let inner = Inner { nothing: vec![[]; 3], id: 1 };
    let good = Wire { variant: "A".into(), level: 3, x: vec![0.5, 1.5], y: vec![false, true], inner, any: vec![[1]] };
    let options = Options::new();
    assert_eq!(refused(&Wire { level: 10, ..good.clone() }, options), "custom");
    assert_eq!(refused(&Wire { x: vec![0.5], ..good.clone() }, options), "axis_name_mismatch");
    assert_eq!(refused(&Wire { any: vec![], ..good.clone() }, options), "custom");
    let few = Inner { nothing: vec![[]; 1000], id: 1 };
    let strict = options.max_empty_items(10);
    assert_eq!(refused(&Wire { inner: few, ..good.clone() }, strict), "limit_exceeded");
    let many = Inner { nothing: vec![[]; 100_000], id: 1 };
    assert_eq!(refused(&Wire { inner: many, ..good.clone() }, options), "limit_exceeded");
}
