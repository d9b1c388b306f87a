//! The writer of `ShapeProto` messages: the bytes that XLA's own serializer gives.

use alloc::vec::Vec;

use crate::{
    TileDim,
    formats::xla::{
        Dimension, Layout, PrimitiveType, Shape, ShapeKind, SplitConfig, Tile,
        primitive::{BUFFER, OPAQUE, TOKEN, TUPLE},
        shape::members::MEMBER,
        wire::{put_bytes, put_nonzero, put_number, put_packed, put_unknown},
    },
};

/// The number that means "no bound" in dimensions and "combine" in tiles: the least integer of 64 bits.
const LEAST: u64 = 1 << 63;

impl Shape {
    /// Returns the bytes of the `ShapeProto` message.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        // Enough for an array of a few dimensions.
        let mut out = Vec::with_capacity(64);
        self.append(&mut out);
        out
    }

    /// Appends the bytes of the `ShapeProto` message.
    pub fn append(&self, out: &mut Vec<u8>) {
        match self.kind() {
            ShapeKind::Array(array) => put_array(out, array.element_type(), array.dimensions(), array.layout()),
            ShapeKind::Tuple(members) => {
                put_number(out, 2, TUPLE.into());
                out.extend_from_slice(members.as_bytes());
            }
            ShapeKind::Buffer(buffer) => {
                put_number(out, 2, BUFFER.into());
                put_bytes(out, MEMBER, |out| {
                    let array = &buffer.array;
                    put_array(out, array.element_type(), array.dimensions(), array.layout());
                    put_unknown(out, &buffer.unknown);
                });
            }
            ShapeKind::Token => put_number(out, 2, TOKEN.into()),
            ShapeKind::Opaque => put_number(out, 2, OPAQUE.into()),
        }
        put_unknown(out, &self.unknown);
    }
}

/// Appends the fields of the message of an array with this element type, dimensions and layout.
pub(in super::super) fn put_array(
    out: &mut Vec<u8>,
    element_type: PrimitiveType,
    dimensions: &[Dimension],
    layout: &Layout,
) {
    let dimensions = dimensions.iter();
    put_number(out, 2, element_type.number().into());
    put_packed(out, 3, dimensions.clone().map(|dimension| dimension.bound().map_or(LEAST, |size| size as u64)));
    put_bytes(out, 5, |out| put_layout(out, layout));
    put_packed(out, 6, dimensions.copied().map(Dimension::is_dynamic).map(u64::from));
}

fn put_layout(out: &mut Vec<u8>, layout: &Layout) {
    put_packed(out, 1, layout.minor_to_major.iter().map(|dimension| *dimension as u64));
    layout.tiles.iter().for_each(|tile| put_bytes(out, 6, |out| put_tile(out, tile)));
    put_nonzero(out, 7, layout.element_size_in_bits);
    put_nonzero(out, 8, layout.memory_space);
    put_packed(out, 9, layout.dim_level_types.iter().map(|level| level.number().into()));
    if let Some(physical) = &layout.physical_shape {
        put_bytes(out, 10, |out| physical.append(out));
    }
    put_nonzero(out, 11, layout.index_primitive_type.map_or(0, |found| found.number().into()));
    put_nonzero(out, 12, layout.pointer_primitive_type.map_or(0, |found| found.number().into()));
    put_packed(out, 13, layout.dim_unique.iter().copied().map(u64::from));
    put_packed(out, 14, layout.dim_ordered.iter().copied().map(u64::from));
    put_nonzero(out, 15, layout.dynamic_shape_metadata_prefix_bytes);
    put_nonzero(out, 16, layout.tail_padding_alignment_in_elements);
    layout.split_configs.iter().for_each(|split| put_bytes(out, 17, |out| put_split_config(out, split)));
    put_unknown(out, &layout.unknown);
}

fn put_tile(out: &mut Vec<u8>, tile: &Tile) {
    let len = |dimension: &TileDim| match dimension {
        TileDim::Size(len) => len.get() as u64,
        TileDim::Combine => LEAST,
    };
    put_packed(out, 1, tile.dimensions.iter().map(len));
    put_unknown(out, &tile.unknown);
}

fn put_split_config(out: &mut Vec<u8>, split: &SplitConfig) {
    put_nonzero(out, 1, split.dimension as u64);
    put_packed(out, 2, split.split_indices.iter().copied());
    put_unknown(out, &split.unknown);
}
