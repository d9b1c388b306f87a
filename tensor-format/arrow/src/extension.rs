//! Extension types of columns: their names, and their metadata as text, read and written.
//!
//! Neither pyarrow's nor arrow-rs's own types serve: each refuses files of the other, and reads permutations wrongly or
//! under another name.

use serde_json::Value;

use crate::{
    fault::{Fault, FaultKind},
    object::Object,
};

/// The key of a field's metadata that names its extension type.
pub(crate) const NAME_KEY: &str = "ARROW:extension:name";
/// The key of a field's metadata that holds the metadata of its extension type.
pub(crate) const METADATA_KEY: &str = "ARROW:extension:metadata";

pub(crate) const FIXED: &str = "arrow.fixed_shape_tensor";
pub(crate) const VARIABLE: &str = "arrow.variable_shape_tensor";
pub(crate) const BOOL8: &str = "arrow.bool8";
pub(crate) const JSON: &str = "arrow.json";
pub(crate) const RAY: &str = "ray.data.arrow_tensor";
pub(crate) const RAY_V2: &str = "ray.data.arrow_tensor_v2";
pub(crate) const RAY_VARIABLE: &str = "ray.data.arrow_variable_shaped_tensor";

/// Returns whether an extension type is one of the arrays of Hugging Face's `datasets`.
pub(crate) fn is_hugging_face(name: &str) -> bool {
    let rank =
        name.strip_prefix("datasets.features.features.Array").and_then(|rest| rest.strip_suffix("DExtensionType"));
    rank.is_some_and(|rank| matches!(rank, "2" | "3" | "4" | "5"))
}

/// What the metadata of a tensor column say, of the axes as they are stored.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct TensorText {
    /// The sizes that all rows have; `None` where they differ.
    pub(crate) sizes: Vec<Option<usize>>,
    /// A name for each axis; empty for none.
    pub(crate) names: Option<Vec<String>>,
    /// For each axis as it is seen the axis as it is stored; `None` if they are the same.
    pub(crate) permutation: Option<Vec<usize>>,
}

/// The most elements that any shape may have.
const MOST: u64 = i64::MAX as u64;

/// The most axes of any tensor. Memory and time are taken for each, whatever a schema claims.
const MOST_AXES: usize = 255;

/// Refuses more axes than any tensor has.
pub(crate) fn check_rank(rank: usize) -> Result<usize, Fault> {
    let too_many = || Fault::schema(FaultKind::Shape, format!("at most {MOST_AXES} axes"), rank.to_string());
    if rank <= MOST_AXES { Ok(rank) } else { Err(too_many()) }
}

/// Reads the metadata of a tensor of fixed shape, which is stored in lists of `size` elements.
pub(crate) fn read_fixed(text: Option<&str>, size: usize) -> Result<TensorText, Fault> {
    let missing = || Fault::schema(FaultKind::MetadataMissing, "metadata with `shape`", "none");
    let object = Object::parse(text.ok_or_else(missing)?)?;
    let shape = object.get("shape");
    let shape = shape.ok_or_else(|| Fault::schema(FaultKind::ShapeMissing, "the key `shape`", "none"))?;
    let sizes = sizes_of(shape)?;
    let product = product(&sizes);
    let product =
        product.ok_or_else(|| Fault::schema(FaultKind::Shape, "at most 2^63-1 elements", shape.to_string()))?;
    if product != size as u64 {
        let expected = format!("a shape of {size} elements, as the list has");
        return Err(Fault::schema(FaultKind::ShapeProduct, expected, format!("{product} of {shape}")));
    }
    let rank = sizes.len();
    let permutation = permutation_of(&object, rank)?;
    let names = names_of(&object, rank)?;
    let sizes = sizes.into_iter().map(|size| usize::try_from(size).ok()).collect();
    Ok(TensorText { sizes, names, permutation })
}

/// Reads the metadata of a tensor of variable shape and this number of axes.
pub(crate) fn read_variable(text: Option<&str>, rank: usize) -> Result<TensorText, Fault> {
    let object = match text {
        // Minimal metadata, as the text of the format has it.
        None | Some("") => Object::default(),
        Some(text) => Object::parse(text)?,
    };
    let permutation = permutation_of(&object, rank)?;
    let names = names_of(&object, rank)?;
    let sizes = match object.get("uniform_shape") {
        None => vec![None; rank],
        Some(value) => {
            let fault = || {
                let expected = format!("a list of {rank} sizes or null");
                Fault::schema(FaultKind::UniformShape, expected, value.to_string())
            };
            let list = value.as_array().filter(|list| list.len() == rank).ok_or_else(fault)?;
            let size = |size: &Value| match size {
                Value::Null => Ok(None),
                size => {
                    let size = size.as_u64().and_then(|size| i32::try_from(size).ok());
                    Ok(Some(usize::try_from(size.ok_or_else(fault)?).map_err(|_| fault())?))
                }
            };
            list.iter().map(size).collect::<Result<_, Fault>>()?
        }
    };
    Ok(TensorText { sizes, names, permutation })
}

/// Reads the shape that Ray's tensors of one shape have as metadata, a list.
pub(crate) fn read_list(text: Option<&str>) -> Result<Vec<usize>, Fault> {
    let value = read_json(text)?;
    let fault = || Fault::schema(FaultKind::Shape, "a list of sizes", value.to_string());
    sizes_of(&value)?.into_iter().map(|size| usize::try_from(size).map_err(|_| fault())).collect()
}

/// Reads the number of axes that Ray's tensors of variable shape have as metadata; `None` if they may differ in it.
pub(crate) fn read_rank(text: Option<&str>) -> Result<Option<usize>, Fault> {
    let value = read_json(text)?;
    let fault = || Fault::schema(FaultKind::Shape, "a number of axes", value.to_string());
    match value.as_u64() {
        Some(rank) => usize::try_from(rank).map_err(|_| fault()).and_then(check_rank).map(Some),
        None if value.is_null() => Ok(None),
        None => Err(fault()),
    }
}

/// Reads the shape in the metadata of an array of Hugging Face's, `[[2, 3], "float32"]`, where the first size may be
/// null.
pub(crate) fn read_hugging_face(text: Option<&str>) -> Result<Vec<Option<usize>>, Fault> {
    let value = read_json(text)?;
    let fault = || Fault::schema(FaultKind::Shape, "a list of a shape and a type", value.to_string());
    let shape = value.get(0).and_then(Value::as_array).ok_or_else(fault)?;
    check_rank(shape.len())?;
    let size = |size: &Value| match size {
        Value::Null => Ok(None),
        size => size.as_u64().and_then(|size| usize::try_from(size).ok()).map(Some).ok_or_else(fault),
    };
    shape.iter().map(size).collect()
}

fn read_json(text: Option<&str>) -> Result<Value, Fault> {
    let text = text.ok_or_else(|| Fault::schema(FaultKind::MetadataMissing, "metadata with a shape", "none"))?;
    serde_json::from_str(text).map_err(|error| Fault::schema(FaultKind::MetadataNotJson, "JSON", error.to_string()))
}

fn sizes_of(value: &Value) -> Result<Vec<u64>, Fault> {
    let fault = |found: &Value| Fault::schema(FaultKind::Shape, "a list of sizes from 0 to 2^63-1", found.to_string());
    let list = value.as_array().ok_or_else(|| fault(value))?;
    check_rank(list.len())?;
    let size = |size: &Value| size.as_u64().filter(|size| *size <= MOST).ok_or_else(|| fault(size));
    let at_axis = |(axis, value)| size(value).map_err(|fault| fault.at_axis(axis));
    list.iter().enumerate().map(at_axis).collect()
}

/// Returns the number of elements; `None` if the sizes other than 0 make more than can be counted.
fn product(sizes: &[u64]) -> Option<u64> {
    let nonzero = sizes.iter().filter(|size| **size > 0);
    let product = nonzero.copied().try_fold(1u64, u64::checked_mul).filter(|product| *product <= MOST)?;
    Some(if sizes.contains(&0) { 0 } else { product })
}

fn permutation_of(object: &Object, rank: usize) -> Result<Option<Vec<usize>>, Fault> {
    // arrow-rs has the second spelling.
    let (own, other) = (object.get("permutation"), object.get("permutations"));
    let read = |value: &Value| {
        let fault = || {
            let expected = format!("an order of the numbers of {rank} axes");
            Fault::schema(FaultKind::Permutation, expected, value.to_string())
        };
        let list = value.as_array().filter(|list| list.len() == rank).ok_or_else(fault)?;
        let axis = |axis: &Value| axis.as_u64().and_then(|axis| usize::try_from(axis).ok());
        let list: Vec<usize> = list.iter().map(|value| axis(value).ok_or_else(fault)).collect::<Result<_, Fault>>()?;
        let mut seen = vec![false; rank];
        for axis in &list {
            match seen.get_mut(*axis) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(fault()),
            }
        }
        Ok(list)
    };
    let own = own.map(read).transpose()?;
    let permutation = match (own, other.map(read).transpose()?) {
        (Some(own), Some(other)) if own != other => {
            let expected = "`permutation` and `permutations` alike";
            return Err(Fault::schema(FaultKind::Permutation, expected, format!("{own:?} and {other:?}")));
        }
        (own, other) => own.or(other),
    };
    Ok(permutation.filter(|order| !order.iter().copied().eq(0..rank)))
}

fn names_of(object: &Object, rank: usize) -> Result<Option<Vec<String>>, Fault> {
    let Some(value) = object.get("dim_names") else { return Ok(None) };
    let fault = || {
        let expected = format!("a list of {rank} names");
        Fault::schema(FaultKind::DimNames, expected, value.to_string())
    };
    let list = value.as_array().filter(|list| list.len() == rank).ok_or_else(fault)?;
    let names = list.iter().map(|name| name.as_str().map(String::from).ok_or_else(fault));
    names.collect::<Result<_, Fault>>().map(Some)
}

/// The size of an axis that all rows have, and its name.
pub(crate) type Axis<'a> = (Option<u64>, Option<&'a str>);

/// Writes the metadata of a tensor column as pyarrow prints them: of fixed shape if `fixed`, where every axis has a
/// size. No permutation is ever written: no other library reads it right.
pub(crate) fn write(axes: &[Axis<'_>], fixed: bool) -> String {
    let mut entries = Vec::new();
    let sizes = || Value::from(axes.iter().map(|(size, _)| Value::from(*size)).collect::<Vec<_>>());
    if fixed {
        entries.push(("shape", sizes()));
    }
    if axes.iter().any(|(_, name)| name.is_some()) {
        let names: Vec<Value> = axes.iter().map(|(_, name)| Value::from(name.unwrap_or_default())).collect();
        entries.push(("dim_names", names.into()));
    }
    if !fixed && axes.iter().any(|(size, _)| size.is_some()) {
        entries.push(("uniform_shape", sizes()));
    }
    let entries: Vec<String> = entries.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{}}}", entries.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(read: Result<TensorText, Fault>) -> FaultKind {
        read.unwrap_err().kind
    }

    #[test]
    fn metadata_are_written_as_pyarrow_prints_them() {
        let axes = [(Some(3), Some("c")), (Some(32), Some("h")), (Some(32), Some("w"))];
        assert_eq!(write(&axes, true), r#"{"shape":[3,32,32],"dim_names":["c","h","w"]}"#);
        assert_eq!(
            write(&[(None, Some("n")), (Some(4), None)], false),
            r#"{"dim_names":["n",""],"uniform_shape":[null,4]}"#
        );
        assert_eq!(write(&[(None, None)], false), "{}");
        assert_eq!(write(&[], true), r#"{"shape":[]}"#);
        assert_eq!(write(&[(Some(1), Some("a\"b\\"))], true), r#"{"shape":[1],"dim_names":["a\"b\\"]}"#);
    }

    #[test]
    fn what_is_written_is_read() {
        let axes = [(Some(3), Some("c")), (Some(4), None)];
        let text = read_fixed(Some(&write(&axes, true)), 12).unwrap();
        assert_eq!(text.sizes, [Some(3), Some(4)]);
        assert_eq!(text.names, Some(vec!["c".into(), String::new()]));
        assert_eq!(text.permutation, None);
        let text = read_variable(Some(&write(&[(None, None), (Some(4), None)], false)), 2).unwrap();
        assert_eq!(text, TensorText { sizes: vec![None, Some(4)], names: None, permutation: None });
    }

    #[test]
    fn an_identity_is_no_permutation() {
        let read = |text| read_fixed(Some(text), 6).unwrap().permutation;
        assert_eq!(read(r#"{"shape":[2,3],"permutation":[0,1]}"#), None);
        assert_eq!(read(r#"{"shape":[2,3],"permutation":[1,0]}"#), Some(vec![1, 0]));
        assert_eq!(read(r#"{"shape":[2,3],"permutations":[1,0],"permutation":null}"#), Some(vec![1, 0]));
    }

    #[test]
    fn faults_of_fixed_shapes() {
        for (text, kind) in [
            ("", FaultKind::MetadataNotJson),
            ("[2]", FaultKind::MetadataNotObject),
            ("{}", FaultKind::ShapeMissing),
            (r#"{"shape":null}"#, FaultKind::ShapeMissing),
            (r#"{"shape":[6],"shape":[6]}"#, FaultKind::DuplicateKey),
            (r#"{"shape":[6.0]}"#, FaultKind::Shape),
            (r#"{"shape":[18446744073709551622]}"#, FaultKind::Shape),
            (r#"{"shape":[9223372036854775807,2,0]}"#, FaultKind::Shape),
            (r#"{"shape":[4294967296,4294967296]}"#, FaultKind::Shape),
            (&format!(r#"{{"shape":[6{}]}}"#, ",1".repeat(255)), FaultKind::Shape),
            (r#"{"shape":[2,2]}"#, FaultKind::ShapeProduct),
            (r#"{"shape":[]}"#, FaultKind::ShapeProduct),
            (r#"{"shape":[2,3],"permutation":[0,0]}"#, FaultKind::Permutation),
            (r#"{"shape":[2,3],"permutation":{}}"#, FaultKind::Permutation),
            (r#"{"shape":[2,3],"permutation":[0,1],"permutations":[1,0]}"#, FaultKind::Permutation),
            (r#"{"shape":[2,3],"dim_names":["a"]}"#, FaultKind::DimNames),
            (r#"{"shape":[2,3],"dim_names":["a",null]}"#, FaultKind::DimNames),
        ] {
            assert_eq!(fault(read_fixed(Some(text), 6)), kind, "{text}");
        }
        assert_eq!(fault(read_fixed(None, 6)), FaultKind::MetadataMissing);
    }

    #[test]
    fn faults_of_variable_shapes() {
        for text in [r#"{"uniform_shape":[1]}"#, r#"{"uniform_shape":[1,-1]}"#, r#"{"uniform_shape":[1,2147483648]}"#] {
            assert_eq!(fault(read_variable(Some(text), 2)), FaultKind::UniformShape, "{text}");
        }
        assert_eq!(fault(read_variable(Some("2"), 2)), FaultKind::MetadataNotObject);
    }

    #[test]
    fn the_types_of_ray_and_hugging_face() {
        assert_eq!(read_list(Some("[2, 3]")).unwrap(), [2, 3]);
        assert_eq!(read_list(Some("{}")).unwrap_err().kind, FaultKind::Shape);
        assert_eq!(read_list(None).unwrap_err().kind, FaultKind::MetadataMissing);
        assert_eq!(read_rank(Some("2")).unwrap(), Some(2));
        assert_eq!(read_rank(Some("null")).unwrap(), None);
        for text in ["-1", "256", "18446744073709551616"] {
            assert_eq!(read_rank(Some(text)).unwrap_err().kind, FaultKind::Shape, "{text}");
        }
        assert_eq!(read_rank(Some("x")).unwrap_err().kind, FaultKind::MetadataNotJson);
        assert_eq!(read_hugging_face(Some(r#"[[null, 3], "float32"]"#)).unwrap(), [None, Some(3)]);
        assert_eq!(read_hugging_face(Some(r#"[[-1], "float32"]"#)).unwrap_err().kind, FaultKind::Shape);
        assert_eq!(read_hugging_face(Some(r#"["float32"]"#)).unwrap_err().kind, FaultKind::Shape);
        assert!(is_hugging_face("datasets.features.features.Array2DExtensionType"));
        assert!(!is_hugging_face("datasets.features.features.Array6DExtensionType"));
    }
}
