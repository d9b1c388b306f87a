//! Indices, bitcasts and moves between layouts.

use serde::Deserialize;
use tensor_format::{
    layout::DimOrder,
    xla::{ArrayShape, Layout, PrimitiveType},
};

use super::{Kind, Pairs, pairs, parsed_array, unknown_kind};
use crate::conformance::Case;

pub(super) fn judge(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    match &*serde_json::from_str::<Kind>(line)?.kind {
        "index" => index(&serde_json::from_str(line)?, case),
        "bitcast" => bitcast(&serde_json::from_str(line)?, case),
        "relayout" => relayout(&serde_json::from_str(line)?, case),
        kind => return Err(unknown_kind(kind)),
    }
    Ok(())
}

#[derive(Deserialize)]
struct Indices {
    element_type: String,
    dims: Vec<usize>,
    minor_to_major: Vec<usize>,
    strides: Vec<usize>,
    elements: usize,
    pairs: Pairs,
    hlo_string: String,
}

fn index(vector: &Indices, case: &mut Case) {
    let Some(array) = parsed_array("text", &vector.hlo_string, case) else { return };
    case.equal("printed", &vector.hlo_string, &array.to_string());
    case.equal("element type", &&*vector.element_type, &array.element_type().name());
    case.equal("dims", &Some(&*vector.dims), &array.sizes().ok().as_deref());
    case.equal("minor to major", &&*vector.minor_to_major, &&*array.layout().minor_to_major);
    case.equal("strides", &Some(&*vector.strides), &array.strides().ok().as_deref());
    case.equal("elements", &Some(vector.elements), &array.element_count().ok());
    pairs(&array, &vector.pairs, case);
}

#[derive(Deserialize)]
struct Bitcast {
    op: String,
    input: String,
    output: String,
    dimensions: Option<Vec<usize>>,
    physical_bitcast: bool,
    xla_rule: Option<bool>,
}

fn bitcast(vector: &Bitcast, case: &mut Case) {
    let input = parsed_array("input", &vector.input, case);
    let output = parsed_array("output", &vector.output, case);
    let (Some(input), Some(output)) = (input, output) else { return };
    match (&*vector.op, &vector.dimensions, vector.xla_rule) {
        ("transpose", Some(dimensions), Some(rule)) => {
            let exact = input.transpose_is_bitcast(&output, dimensions);
            case.equal("physical bitcast", &Some(vector.physical_bitcast), &exact.ok());
            case.equal("XLA's rule", &Some(rule), &input.transpose_keeps_order(&output, dimensions).ok());
            if rule {
                let moved = input.permute(dimensions);
                case.equal("permuted", &Some(output), &moved.ok());
            }
        }
        ("reshape", None, None) => {
            let exact = input.reshape_is_bitcast(&output);
            case.equal("physical bitcast", &Some(vector.physical_bitcast), &exact.ok());
        }
        _ => case.fault("op", "a transpose with dimensions and rule, or a reshape", &vector.op),
    }
}

#[derive(Deserialize)]
struct Relayout {
    dims: Vec<usize>,
    source_minor_to_major: Vec<usize>,
    target_minor_to_major: Vec<usize>,
    gather: Vec<usize>,
}

/// `target[i] = source[gather[i]]` in memory: by index arithmetic, and by moving numbers from one buffer to another.
fn relayout(vector: &Relayout, case: &mut Case) {
    let source = DimOrder::new(&vector.dims, &vector.source_minor_to_major);
    let target = DimOrder::new(&vector.dims, &vector.target_minor_to_major);
    let (Ok(source), Ok(target)) = (source, target) else { return case.fault("orders", "orders", "none") };
    let found = target.memory_order().flatten().filter_map(|index| source.position(&index).ok());
    case.equal("gather", &vector.gather, &found.collect());
    match moved(vector) {
        Ok(moved) => case.equal("moved", &vector.gather.iter().map(|i| *i as u32).collect::<Vec<_>>(), &moved),
        Err(error) => case.fault("moved", "the elements", error),
    }
}

fn moved(vector: &Relayout) -> Result<Vec<u32>, tensor_format::ErrorKind> {
    let array = ArrayShape::new(PrimitiveType::U32, &vector.dims)?;
    let source = array.clone().with_layout(Layout::new(&vector.source_minor_to_major))?;
    let target = array.with_layout(Layout::new(&vector.target_minor_to_major))?;
    let numbers: Vec<u8> = (0..vector.gather.len() as u32).flat_map(u32::to_le_bytes).collect();
    let mut buffer = vec![0; target.byte_size()?];
    target.write(&source.view(&numbers)?, &mut buffer)?;
    let (words, _) = buffer.as_chunks::<4>();
    Ok(words.iter().copied().map(u32::from_le_bytes).collect())
}
