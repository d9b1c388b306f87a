//! The reader of `ShapeProto` messages.

use alloc::{boxed::Box, vec::Vec};
use core::mem;

use smallvec::SmallVec;

use super::{
    ArrayShape, DimLevelType, Dimension, Layout, PrimitiveType, Shape, ShapeKind, SplitConfig, Tile, UnknownFields,
    check::check_array,
    options::Budget,
    shape::check_depth,
    wire::{Bytes, Field, Value},
};
use crate::{DecodeError, ErrorKind, InlineVec, TileDim};

/// The numbers of element types that are no array's.
pub(super) const TUPLE: u8 = 13;
pub(super) const OPAQUE: u8 = 14;
pub(super) const TOKEN: u8 = 17;
pub(super) const BUFFER: u8 = 34;

/// The shape of a message.
pub(super) fn shape(bytes: &[u8], mut budget: Budget) -> Result<Shape, DecodeError> {
    let mut raw = RawShape::default();
    raw.read(Bytes::new(bytes), 1, &mut budget)?;
    raw.finish()
}

/// A message as far as it has been read: a field that holds one message may come in several pieces.
#[derive(Default)]
struct RawShape {
    at: u64,
    element_type: i64,
    element_type_at: u64,
    dimensions: SmallVec<[i64; 6]>,
    dimensions_at: u64,
    dynamic: SmallVec<[bool; 6]>,
    dynamic_at: u64,
    members: Vec<Shape>,
    /// The first member if the shape is known to be a buffer's, which has no other.
    held: Option<Shape>,
    members_at: u64,
    layout: Option<RawLayout>,
    unknown: UnknownFields,
}

struct RawLayout {
    at: u64,
    layout: Layout,
    physical: Option<Box<RawShape>>,
}

impl RawShape {
    fn read(&mut self, mut message: Bytes<'_>, depth: usize, budget: &mut Budget) -> Result<(), DecodeError> {
        self.at = message.at;
        check_depth(depth).and_then(|()| budget.take()).map_err(|kind| DecodeError::new(kind).at(self.at))?;
        while let Some(field) = message.field()? {
            let known = match (field.number, field.value) {
                (2, Value::Varint(number)) => {
                    (self.element_type, self.element_type_at) = (number as i64, field.at);
                    true
                }
                (3, _) => {
                    self.dimensions_at = field.at;
                    field.numbers(|number, at| {
                        if number < 0 && number != i64::MIN {
                            return Err(invalid("dimensions", "a size that is not negative", number, at));
                        }
                        self.dimensions.push(number);
                        Ok(())
                    })?
                }
                (4, Value::Bytes(message)) => {
                    self.members_at = field.at;
                    let mut member = RawShape::default();
                    member.read(message, depth.saturating_add(1), budget)?;
                    let buffer = self.element_type == i64::from(BUFFER);
                    match &mut self.held {
                        held @ None if buffer && self.members.is_empty() => *held = Some(member.finish()?),
                        _ => self.members.push(member.finish()?),
                    }
                    true
                }
                (5, Value::Bytes(message)) => {
                    let new = || RawLayout { at: field.at, layout: Layout::new(&[]), physical: None };
                    self.layout.get_or_insert_with(new).read(message, depth, budget)?;
                    true
                }
                (6, _) => {
                    self.dynamic_at = field.at;
                    field.numbers(|number, _| {
                        self.dynamic.push(number != 0);
                        Ok(())
                    })?
                }
                _ => false,
            };
            if !known {
                self.unknown.push(&field);
            }
        }
        Ok(())
    }

    /// Takes what has been read. A shape is large, and each move of it takes as long as reading a field.
    fn finish(&mut self) -> Result<Shape, DecodeError> {
        let (at, number) = (self.at, self.element_type);
        let mut shape = if let Some(element_type) = PrimitiveType::from_number(number) {
            return self.finish_array(element_type);
        } else if number == i64::from(TUPLE) {
            self.refuse_array_parts()?;
            if let Some(first) = self.held.take() {
                self.members.insert(0, first);
            }
            Shape::tuple(mem::take(&mut self.members))
        } else if number == i64::from(BUFFER) {
            self.refuse_array_parts()?;
            let count = self.members.len().saturating_add(usize::from(self.held.is_some())) as i64;
            match self.held.take().or_else(|| self.members.pop()).map(Shape::into_buffer) {
                Some(Some(buffer)) if count == 1 => {
                    let below = buffer.array.depth();
                    Shape::over(ShapeKind::Buffer(buffer), below)
                }
                _ => return Err(invalid("tuple_shapes", "the one array that a buffer holds", count, self.members_at)),
            }
        } else if number == i64::from(TOKEN) || number == i64::from(OPAQUE) {
            self.refuse_array_parts()?;
            self.refuse_members()?;
            Ok(if number == i64::from(TOKEN) { Shape::TOKEN } else { Shape::OPAQUE })
        } else {
            return Err(invalid("element_type", "a number that is defined", number, self.element_type_at.max(at)));
        }
        .map_err(|kind| DecodeError::new(kind).at(at))?;
        shape.unknown = mem::take(&mut self.unknown);
        Ok(shape)
    }

    fn finish_array(&mut self, element_type: PrimitiveType) -> Result<Shape, DecodeError> {
        self.refuse_members()?;
        let rank = self.dimensions.len();
        if self.dynamic.len() != rank && !self.dynamic.is_empty() {
            let kind = ErrorKind::Rank { expected: rank, or_more: false, found: self.dynamic.len() };
            return Err(DecodeError::new(kind).at(self.dynamic_at));
        }
        let mut dimensions: InlineVec<Dimension> = InlineVec::new();
        let mut flags = self.dynamic.iter().copied();
        for &number in &self.dimensions {
            dimensions.push(match (usize::try_from(number), flags.next().unwrap_or(false)) {
                (Ok(size), false) => Dimension::Static(size),
                (Ok(size), true) => Dimension::Bounded(size),
                (Err(_), true) if number == i64::MIN => Dimension::Unbounded,
                (Err(_), _) => {
                    let expected = "a size that can be addressed";
                    return Err(invalid("dimensions", expected, number, self.dimensions_at));
                }
            });
        }
        let Some(RawLayout { at, mut layout, physical }) = self.layout.take() else {
            let array = ArrayShape::from_parts(element_type, dimensions, Layout::row_major(rank));
            let mut shape = Shape::from(array.map_err(|kind| DecodeError::new(kind).at(self.at))?);
            shape.unknown = mem::take(&mut self.unknown);
            return Ok(shape);
        };
        if let Some(mut physical) = physical {
            layout.physical_shape = Some(Box::new(physical.finish()?));
        }
        check_array(element_type, &dimensions, &layout).map_err(|kind| DecodeError::new(kind).at(at))?;
        // Put together where it is returned.
        let unknown = mem::take(&mut self.unknown);
        Ok(Shape::of_checked(ArrayShape::of_checked(element_type, dimensions, layout), unknown))
    }

    fn refuse_array_parts(&self) -> Result<(), DecodeError> {
        let number = self.element_type;
        if !self.dimensions.is_empty() {
            return Err(invalid("dimensions", "none but on an array", number, self.dimensions_at));
        }
        if !self.dynamic.is_empty() {
            return Err(invalid("is_dynamic_dimension", "none but on an array", number, self.dynamic_at));
        }
        match &self.layout {
            Some(layout) => Err(invalid("layout", "none but on an array", number, layout.at)),
            None => Ok(()),
        }
    }

    fn refuse_members(&self) -> Result<(), DecodeError> {
        if self.members.is_empty() && self.held.is_none() {
            return Ok(());
        }
        Err(invalid("tuple_shapes", "none but on a tuple or buffer", self.element_type, self.members_at))
    }
}

impl RawLayout {
    fn read(&mut self, mut message: Bytes<'_>, depth: usize, budget: &mut Budget) -> Result<(), DecodeError> {
        let layout = &mut self.layout;
        while let Some(field) = message.field()? {
            let known = match (field.number, field.value) {
                (1, _) => dimension_numbers("minor_to_major", &field, &mut layout.minor_to_major)?,
                (6, Value::Bytes(message)) => {
                    layout.tiles.push(tile(message)?);
                    true
                }
                (7, Value::Varint(number)) => {
                    layout.element_size_in_bits = count("element_size_in_bits", number as i64, field.at)?;
                    true
                }
                (8, Value::Varint(number)) => {
                    layout.memory_space = count("memory_space", number as i64, field.at)?;
                    true
                }
                (9, _) => field.numbers(|number, at| {
                    let level = DimLevelType::from_number(number);
                    let level = level.ok_or_else(|| invalid("dim_level_types", "from 0 to 3", number, at))?;
                    layout.dim_level_types.push(level);
                    Ok(())
                })?,
                (10, Value::Bytes(message)) => {
                    budget.enter_physical().map_err(|kind| DecodeError::new(kind).at(field.at))?;
                    let physical = self.physical.get_or_insert_default();
                    physical.read(message, depth.saturating_add(1), budget)?;
                    budget.leave_physical();
                    true
                }
                (11, Value::Varint(number)) => {
                    layout.index_primitive_type = optional_type("index_primitive_type", number as i64, field.at)?;
                    true
                }
                (12, Value::Varint(number)) => {
                    layout.pointer_primitive_type = optional_type("pointer_primitive_type", number as i64, field.at)?;
                    true
                }
                (13, _) => field.numbers(|number, _| {
                    layout.dim_unique.push(number != 0);
                    Ok(())
                })?,
                (14, _) => field.numbers(|number, _| {
                    layout.dim_ordered.push(number != 0);
                    Ok(())
                })?,
                (15, Value::Varint(number)) => {
                    let name = "dynamic_shape_metadata_prefix_bytes";
                    layout.dynamic_shape_metadata_prefix_bytes = count(name, number as i64, field.at)?;
                    true
                }
                (16, Value::Varint(number)) => {
                    let name = "tail_padding_alignment_in_elements";
                    // Protobuf tells no 0 from a number that is not there, and XLA takes both for 1.
                    layout.tail_padding_alignment_in_elements = count(name, number as i64, field.at)?.max(1);
                    true
                }
                (17, Value::Bytes(message)) => {
                    layout.split_configs.push(split_config(message)?);
                    true
                }
                _ => false,
            };
            if !known {
                layout.unknown.push(&field);
            }
        }
        Ok(())
    }
}

fn tile(mut message: Bytes<'_>) -> Result<Tile, DecodeError> {
    let mut tile = Tile::default();
    while let Some(field) = message.field()? {
        let known = field.number == 1
            && field.numbers(|number, at| {
                tile.dimensions.push(tile_dim(number).map_err(|kind| DecodeError::new(kind).at(at))?);
                Ok(())
            })?;
        if !known {
            tile.unknown.push(&field);
        }
    }
    Ok(tile)
}

/// The length of a tile along one axis.
pub(super) fn tile_dim(number: i64) -> Result<TileDim, ErrorKind> {
    if number == i64::MIN {
        return Ok(TileDim::Combine);
    }
    let expected = "a length of at least 1";
    usize::try_from(number).ok().and_then(TileDim::size).ok_or(ErrorKind::Field {
        field: "tiles",
        expected,
        found: number,
    })
}

fn split_config(mut message: Bytes<'_>) -> Result<SplitConfig, DecodeError> {
    let mut split = SplitConfig::default();
    while let Some(field) = message.field()? {
        let known = match (field.number, field.value) {
            (1, Value::Varint(number)) => {
                split.dimension = dimension("split_configs", number as i64, field.at)?;
                true
            }
            (2, _) => field.numbers(|number, at| {
                split.split_indices.push(count("split_configs", number, at)?);
                Ok(())
            })?,
            _ => false,
        };
        if !known {
            split.unknown.push(&field);
        }
    }
    Ok(split)
}

/// Appends the dimension numbers of a repeated field; `false` if it is no such field.
pub(super) fn dimension_numbers(
    name: &'static str,
    field: &Field<'_>,
    out: &mut InlineVec<usize>,
) -> Result<bool, DecodeError> {
    field.numbers(|number, at| {
        out.push(dimension(name, number, at)?);
        Ok(())
    })
}

fn dimension(name: &'static str, number: i64, at: u64) -> Result<usize, DecodeError> {
    usize::try_from(number).map_err(|_| invalid(name, "a dimension of the shape", number, at))
}

fn count(name: &'static str, number: i64, at: u64) -> Result<u64, DecodeError> {
    u64::try_from(number).map_err(|_| invalid(name, "a number that is not negative", number, at))
}

fn optional_type(name: &'static str, number: i64, at: u64) -> Result<Option<PrimitiveType>, DecodeError> {
    match PrimitiveType::from_number(number) {
        None if number != 0 => Err(invalid(name, "an unsigned integer type", number, at)),
        element_type => Ok(element_type),
    }
}

pub(super) fn invalid(field: &'static str, expected: &'static str, found: i64, at: u64) -> DecodeError {
    DecodeError::new(ErrorKind::Field { field, expected, found }).at(at)
}
