//! The text of shapes, as XLA prints it.

use core::fmt;

use crate::{
    TileDim,
    formats::xla::{ArrayShape, DimLevelType, Layout, Shape, ShapeKind, SplitConfig, Tile},
};

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ShapeKind::Array(array) => array.fmt(f),
            ShapeKind::Tuple(members) => {
                f.write_str("(")?;
                for (i, member) in members.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { ", " })?;
                    // XLA numbers every fifth member, so that a reader of long tuples need not count.
                    if i > 0 && i.checked_rem(5) == Some(0) {
                        write!(f, "/*index={i}*/")?;
                    }
                    member.fmt(f)?;
                }
                f.write_str(")")
            }
            ShapeKind::Buffer(buffer) => write!(f, "b({})", buffer.array),
            ShapeKind::Token => f.write_str("token[]"),
            ShapeKind::Opaque => f.write_str("opaque[]"),
        }
    }
}

impl fmt::Display for ArrayShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.element_type())?;
        join(f, ",", self.dimensions())?;
        f.write_str("]")?;
        // The layout of a scalar says nothing, unless it has attributes.
        if self.rank() == 0 && !self.layout().has_attributes() {
            return Ok(());
        }
        self.layout().fmt(f)
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        join(f, ",", &self.minor_to_major)?;
        if self.has_attributes() {
            f.write_str(":")?;
            self.fmt_attributes(f)?;
        }
        f.write_str("}")
    }
}

impl Layout {
    /// Returns whether the layout has anything to print beside the order of the dimensions.
    fn has_attributes(&self) -> bool {
        !self.is_dense()
            || !self.tiles.is_empty()
            || self.tail_padding_alignment_in_elements != 1
            || self.index_primitive_type.is_some()
            || self.pointer_primitive_type.is_some()
            || self.element_size_in_bits != 0
            || self.memory_space != 0
            || !self.split_configs.is_empty()
            || self.physical_shape.is_some()
            || self.dynamic_shape_metadata_prefix_bytes != 0
    }

    fn fmt_attributes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_dense() {
            self.fmt_levels(f)?;
        }
        if !self.tiles.is_empty() {
            f.write_str("T")?;
            join(f, "", &self.tiles)?;
        }
        let attribute = |f: &mut fmt::Formatter<'_>, name, value: u64, default| {
            if value == default { Ok(()) } else { write!(f, "{name}({value})") }
        };
        attribute(f, "L", self.tail_padding_alignment_in_elements, 1)?;
        if let Some(index_type) = self.index_primitive_type {
            write!(f, "#({index_type})")?;
        }
        if let Some(pointer_type) = self.pointer_primitive_type {
            write!(f, "*({pointer_type})")?;
        }
        attribute(f, "E", self.element_size_in_bits, 0)?;
        attribute(f, "S", self.memory_space, 0)?;
        if !self.split_configs.is_empty() {
            f.write_str("SC")?;
            join(f, "", &self.split_configs)?;
        }
        if let Some(physical) = &self.physical_shape {
            write!(f, "P({physical})")?;
        }
        attribute(f, "M", self.dynamic_shape_metadata_prefix_bytes, 0)
    }

    fn fmt_levels(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("D(")?;
        for (i, level) in self.dim_level_types.iter().copied().map(DimLevelType::letters).enumerate() {
            let unique = self.dim_unique.get(i).copied().unwrap_or(true);
            let ordered = self.dim_ordered.get(i).copied().unwrap_or(true);
            let separator = if i == 0 { "" } else { "," };
            write!(f, "{separator}{level}{}{}", if unique { "" } else { "+" }, if ordered { "" } else { "~" })?;
        }
        f.write_str(")")
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, dimension) in self.dimensions.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "," })?;
            match dimension {
                TileDim::Size(len) => write!(f, "{len}")?,
                TileDim::Combine => f.write_str("*")?,
            }
        }
        f.write_str(")")
    }
}

impl fmt::Display for SplitConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}:", self.dimension)?;
        join(f, ",", &self.split_indices)?;
        f.write_str(")")
    }
}

/// Writes items with a separator between them.
pub(in super::super) fn join<T: fmt::Display>(f: &mut fmt::Formatter<'_>, separator: &str, items: &[T]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if i == 0 { "" } else { separator })?;
    }
    Ok(())
}
