//! Where the elements of dense, tiled and padded arrays lie.

use serde::Deserialize;
use tensor_format::{
    layout::{DimOrder, Index, TileDim},
    xla::{ArrayShape, Layout, PaddedLayout, PaddedShape, PaddingValue, PrimitiveType, Tile},
};

use super::{Kind, Pairs, forms, pairs, parsed_array, unknown_kind};
use crate::conformance::{Case, decthings::from_hex};

pub(super) fn judge(line: &str, case: &mut Case) -> Result<(), serde_json::Error> {
    match &*serde_json::from_str::<Kind>(line)?.kind {
        "dense" => dense(&serde_json::from_str(line)?, case),
        "tiled" => tiled(&serde_json::from_str(line)?, case),
        "padded" => padded(&serde_json::from_str(line)?, case),
        kind => return Err(unknown_kind(kind)),
    }
    Ok(())
}

#[derive(Deserialize)]
struct Dense {
    element_type: String,
    dims: Vec<usize>,
    minor_to_major: Vec<usize>,
    hlo_string: String,
    #[serde(deserialize_with = "from_hex")]
    proto_hex: Vec<u8>,
    rank: usize,
    true_rank: usize,
    elements: usize,
    strides: Vec<usize>,
    dim0_minor: bool,
    dim0_major: bool,
    linear: Option<Vec<i64>>,
    byte_size: Option<usize>,
}

/// The same array comes of its parts.
fn made(element_type: &str, dims: &[usize], layout: Layout, array: &ArrayShape, case: &mut Case) {
    let Some(element_type) = PrimitiveType::from_name(element_type) else {
        return case.fault("element type", element_type, "none");
    };
    match ArrayShape::new(element_type, dims).and_then(|array| array.with_layout(layout)) {
        Ok(made) => case.equal("made from parts", array, &made),
        Err(error) => case.fault("made from parts", array, error),
    }
}

fn dense(vector: &Dense, case: &mut Case) {
    forms(&vector.hlo_string, &vector.proto_hex, case);
    let Some(array) = parsed_array("text", &vector.hlo_string, case) else { return };
    let layout = Layout::new(&vector.minor_to_major);
    case.equal("dim 0 minor", &vector.dim0_minor, &layout.is_column_major());
    case.equal("dim 0 major", &vector.dim0_major, &layout.is_row_major());
    made(&vector.element_type, &vector.dims, layout, &array, case);
    case.equal("rank", &vector.rank, &array.rank());
    case.equal("true rank", &vector.true_rank, &array.true_rank());
    case.equal("elements", &Some(vector.elements), &array.element_count().ok());
    case.equal("strides", &Some(&*vector.strides), &array.strides().ok().as_deref());
    if let Some(bytes) = vector.byte_size {
        case.equal("byte size", &Some(bytes), &array.byte_size().ok());
    }
    if let Some(linear) = &vector.linear {
        whole_order(linear, &vector.dims, &array, case);
    }
}

#[derive(Deserialize)]
struct Tiled {
    element_type: String,
    dims: Vec<usize>,
    minor_to_major: Vec<usize>,
    tiles: Vec<Vec<TileEntry>>,
    hlo_string: String,
    #[serde(deserialize_with = "from_hex")]
    proto_hex: Vec<u8>,
    physical_elements: usize,
    byte_size: usize,
    linear: Option<Vec<i64>>,
    pairs: Option<Pairs>,
    later_tile_pads: bool,
    xla_reported_bytes: Option<usize>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TileEntry {
    Size(usize),
    Combine(String),
}

impl TileEntry {
    fn dim(&self) -> Option<TileDim> {
        match self {
            TileEntry::Size(len) => TileDim::size(*len),
            TileEntry::Combine(mark) => (mark == "*").then_some(TileDim::Combine),
        }
    }
}

fn tiled(vector: &Tiled, case: &mut Case) {
    forms(&vector.hlo_string, &vector.proto_hex, case);
    let Some(array) = parsed_array("text", &vector.hlo_string, case) else { return };
    let mut layout = Layout::new(&vector.minor_to_major);
    for tile in &vector.tiles {
        match tile.iter().map(TileEntry::dim).collect::<Option<Tile>>() {
            Some(tile) => layout = layout.tiled(tile),
            None => case.fault("tiles", "a tile", "none"),
        }
    }
    made(&vector.element_type, &vector.dims, layout, &array, case);
    let positions = array.order().map(|order| order.positions());
    case.equal("physical elements", &Some(vector.physical_elements), &positions.ok());
    case.equal("byte size", &Some(vector.byte_size), &array.byte_size().ok());
    let reported = array.first_tile_byte_size().ok();
    case.equal("a later tile pads", &Some(vector.later_tile_pads), &reported.map(|bytes| bytes != vector.byte_size));
    if vector.xla_reported_bytes.is_some() {
        case.equal("reported bytes", &vector.xla_reported_bytes, &reported);
    }
    if vector.linear.is_none() && vector.pairs.is_none() {
        case.fault("order", "`linear` or `pairs`", "neither");
    }
    if let Some(linear) = &vector.linear {
        whole_order(linear, &vector.dims, &array, case);
    }
    if let Some(listed) = &vector.pairs {
        pairs(&array, listed, case);
    }
}

/// Every position holds the element that is listed, -1 for padding.
fn whole_order(linear: &[i64], dims: &[usize], array: &ArrayShape, case: &mut Case) {
    let Ok(order) = array.order() else { return case.fault("order", "an order", "none") };
    let found: Vec<i64> = order.memory_order().map(|index| ordinal(dims, index)).collect();
    case.equal("order", &linear, &&*found);
    let mut positions = vec![-1; linear.len()];
    for (ordinal, index) in order.indices().enumerate() {
        match order.position(&index).ok().and_then(|position| positions.get_mut(position)) {
            Some(place) => *place = ordinal as i64,
            None => case.fault(format_args!("position of {index:?}"), "a position of the buffer", "none"),
        }
    }
    case.equal("positions", &linear, &&*positions);
}

/// The row-major number of an element, -1 for padding.
fn ordinal(dims: &[usize], index: Option<Index>) -> i64 {
    let Some(index) = index else { return -1 };
    index.iter().zip(dims).fold(0, |sum, (i, len)| sum * len + i) as i64
}

#[derive(Deserialize)]
struct Padded {
    element_type: String,
    dims: Vec<usize>,
    minor_to_major: Vec<usize>,
    padded_dimensions: Vec<usize>,
    padding_value: String,
    padding_value_enum: i64,
    strides: Vec<usize>,
    physical_elements: usize,
    byte_size: usize,
    linear: Vec<i64>,
    #[serde(deserialize_with = "from_hex")]
    proto_hex: Vec<u8>,
}

fn padded(vector: &Padded, case: &mut Case) {
    let shape = match PaddedShape::from_slice(&vector.proto_hex) {
        Ok(shape) => shape,
        Err(error) => return case.fault("from_slice", "a shape", error),
    };
    case.equal("message", &hex::encode(&vector.proto_hex), &hex::encode(shape.to_vec()));
    case.equal("element type", &&*vector.element_type, &shape.element_type().name());
    case.equal("dims", &&*vector.dims, &&**shape.sizes());
    let layout = shape.layout();
    case.equal("padding value", &&*vector.padding_value, &layout.padding_value.name());
    case.equal("padding value number", &vector.padding_value_enum, &layout.padding_value.number().into());
    let Some(value) = PaddingValue::from_number(vector.padding_value_enum) else {
        return case.fault("padding value", &vector.padding_value, "none");
    };
    let made = PaddedLayout::new(&vector.minor_to_major, &vector.padded_dimensions, value);
    case.equal("made", &Some(shape.clone()), &PaddedShape::new(shape.element_type(), &vector.dims, made).ok());
    let order = shape.order();
    case.equal("strides", &&*vector.strides, &order.strides());
    case.equal("physical elements", &vector.physical_elements, &order.positions());
    case.equal("byte size", &vector.byte_size, &shape.byte_size());
    let found: Vec<i64> = order.memory_order().map(|index| ordinal(&vector.dims, index)).collect();
    case.equal("order", &vector.linear, &found);
    // The same order from the array whose dimensions are the padded ones.
    let whole = DimOrder::new(&vector.padded_dimensions, &vector.minor_to_major);
    case.equal("strides of the padded sizes", &Some(order.strides()), &whole.as_ref().ok().map(DimOrder::strides));
}
