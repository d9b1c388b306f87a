//! The reader of `ShapeProto` messages.

use alloc::{boxed::Box, vec::Vec};
use core::mem;

use crate::{
    DecodeError, ErrorKind, InlineVec,
    formats::xla::{
        ArrayShape, DimLevelType, Dimension, Layout, Members, PrimitiveType, Shape, ShapeKind, SplitConfig, Tile,
        UnknownFields,
        primitive::{BUFFER, OPAQUE, TOKEN, TUPLE},
        read::budget::Budget,
        read::fields::{
            FEW, SIZE, check_format, check_rank, count, dimension, invalid, is_padding, push_each, tile_dim, tile_dims,
        },
        shape::check::check_array,
        shape::members::MEMBER,
        wire::{WireBytes, WireField, WireValue, put_bytes, put_number, put_unknown},
        write::put_array,
    },
};

/// Returns the shape that a message holds.
pub(in super::super) fn shape(bytes: &[u8], budget: Budget) -> Result<Shape, DecodeError> {
    shape_of(WireBytes::new(bytes), budget)
}

/// Returns the shape that a message holds, which may be a field of another message.
pub(in super::super) fn shape_of(message: WireBytes<'_>, mut budget: Budget) -> Result<Shape, DecodeError> {
    let mut raw = RawShape::default();
    raw.read(message, 1, &mut budget)?;
    raw.finish()
}

/// The fields of a message read so far: a field that holds one message may come in several pieces.
#[derive(Default)]
struct RawShape {
    at: u64,
    element_type: i64,
    element_type_at: u64,
    dimensions: InlineVec<i64>,
    dimensions_at: u64,
    dynamic: InlineVec<bool>,
    dynamic_at: u64,
    /// The encoded members of a tuple: one field of the message for each, as this crate writes it.
    members: Vec<u8>,
    /// The number of members.
    count: usize,
    /// The first member, if the shape was known to be a buffer, which has only one; it is then not in `members`.
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
    fn read(&mut self, mut message: WireBytes<'_>, depth: usize, budget: &mut Budget) -> Result<(), DecodeError> {
        self.at = message.at;
        budget.take(depth).map_err(|kind| DecodeError::new(kind).at(self.at))?;
        while let Some(field) = message.field()? {
            let mut known = true;
            match (field.number, field.value) {
                (2, WireValue::Varint(number)) => (self.element_type, self.element_type_at) = (number as i64, field.at),
                (3, _) => {
                    self.dimensions_at = field.at;
                    known = push_each(&field, &mut self.dimensions, |number, at| match number {
                        0.. | i64::MIN => Ok(number),
                        _ => Err(invalid("dimensions", SIZE, number, at)),
                    })?;
                }
                (4, WireValue::Bytes(message)) => {
                    self.members_at = field.at;
                    let mut member = RawShape::default();
                    member.read(message, depth.saturating_add(1), budget)?;
                    if self.count == 0 && self.element_type == i64::from(BUFFER) {
                        self.held = Some(member.finish()?);
                    } else {
                        if self.members.is_empty() {
                            // Room for a few members: not much, since tuples may be nested.
                            self.members.reserve(FEW);
                        }
                        put_bytes(&mut self.members, MEMBER, |out| member.write(out))?;
                    }
                    self.count = self.count.saturating_add(1);
                }
                (5, WireValue::Bytes(message)) => {
                    let new = || RawLayout { at: field.at, layout: Layout::new(&[]), physical: None };
                    self.layout.get_or_insert_with(new).read(message, depth, budget)?;
                }
                (6, _) => {
                    self.dynamic_at = field.at;
                    known = push_each(&field, &mut self.dynamic, |number, _| Ok(number != 0))?;
                }
                _ => known = false,
            }
            if !known {
                self.unknown.push(&field);
            }
        }
        Ok(())
    }

    /// Returns the shape that the fields describe. They are taken out of `self`: a shape is large, and each move of it
    /// takes as long as reading a field.
    fn finish(&mut self) -> Result<Shape, DecodeError> {
        let (at, number) = (self.at, self.element_type);
        let mut shape = if let Some(element_type) = PrimitiveType::from_number(number) {
            return self.finish_array(element_type);
        } else if number == i64::from(TUPLE) {
            self.refuse_array_parts()?;
            self.release_held();
            Ok(Shape::of_kind(ShapeKind::Tuple(Members::of_messages(&self.members, self.count)), UnknownFields::NONE))
        } else if number == i64::from(BUFFER) {
            self.refuse_array_parts()?;
            let only = match self.count {
                1 => self.held.take().or_else(|| Members::of_messages(&self.members, 1).get(0)),
                _ => None,
            };
            let Some(buffer) = only.and_then(Shape::into_buffer) else {
                let (expected, count) = ("the one array that a buffer holds", self.count as i64);
                return Err(invalid("tuple_shapes", expected, count, self.members_at));
            };
            Shape::of_buffer(buffer)
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

    /// Appends the shape as this crate writes its message. The members of a tuple are appended as they are.
    fn write(&mut self, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        if let Some(element_type) = PrimitiveType::from_number(self.element_type) {
            return self.write_array(element_type, out);
        }
        if self.element_type != i64::from(TUPLE) {
            self.finish()?.append(out);
            return Ok(());
        }
        self.refuse_array_parts()?;
        self.release_held();
        put_number(out, 2, TUPLE.into());
        out.extend_from_slice(&self.members);
        put_unknown(out, &self.unknown);
        Ok(())
    }

    /// Encodes the member in `held`, if there is one, in front of `members`: the shape is not a buffer then.
    fn release_held(&mut self) {
        if let Some(first) = self.held.take() {
            let mut members = Vec::new();
            put_bytes(&mut members, MEMBER, |out| first.append(out));
            members.append(&mut self.members);
            self.members = members;
        }
    }

    #[inline(always)]
    fn array_dimensions(&self) -> Result<InlineVec<Dimension>, DecodeError> {
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
                (Err(_), _) if number < 0 => return Err(invalid("dimensions", SIZE, number, self.dimensions_at)),
                (Err(_), _) => return Err(DecodeError::new(ErrorKind::ShapeOverflow).at(self.dimensions_at)),
            });
        }
        Ok(dimensions)
    }

    /// Appends an array as this crate writes its message. Its layout, which is large, is not moved.
    fn write_array(&mut self, element_type: PrimitiveType, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        let dimensions = self.array_dimensions()?;
        let row_major;
        let (layout, at) = match &mut self.layout {
            Some(raw) => {
                if let Some(mut physical) = raw.physical.take() {
                    raw.layout.physical_shape = Some(Box::new(physical.finish()?));
                }
                (&raw.layout, raw.at)
            }
            None => {
                row_major = Layout::row_major(dimensions.len());
                (&row_major, self.at)
            }
        };
        check_array(element_type, &dimensions, layout).map_err(|kind| DecodeError::new(kind).at(at))?;
        put_array(out, element_type, &dimensions, layout);
        put_unknown(out, &self.unknown);
        Ok(())
    }

    fn finish_array(&mut self, element_type: PrimitiveType) -> Result<Shape, DecodeError> {
        let dimensions = self.array_dimensions()?;
        let Some(RawLayout { at, mut layout, physical }) = self.layout.take() else {
            let array = ArrayShape::from_parts(element_type, dimensions, Layout::row_major(self.dimensions.len()));
            let mut shape = Shape::from(array.map_err(|kind| DecodeError::new(kind).at(self.at))?);
            shape.unknown = mem::take(&mut self.unknown);
            return Ok(shape);
        };
        if let Some(mut physical) = physical {
            layout.physical_shape = Some(Box::new(physical.finish()?));
        }
        check_array(element_type, &dimensions, &layout).map_err(|kind| DecodeError::new(kind).at(at))?;
        // Composed where it is returned, so that it is not moved.
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
        let layout = self.layout.as_ref();
        layout.map_or(Ok(()), |layout| Err(invalid("layout", "none but on an array", number, layout.at)))
    }

    fn refuse_members(&self) -> Result<(), DecodeError> {
        if self.count == 0 {
            return Ok(());
        }
        Err(invalid("tuple_shapes", "none but on a tuple or buffer", self.element_type, self.members_at))
    }
}

impl RawLayout {
    fn read(&mut self, mut message: WireBytes<'_>, depth: usize, budget: &mut Budget) -> Result<(), DecodeError> {
        let layout = &mut self.layout;
        while let Some(field) = message.field()? {
            let (at, mut known) = (field.at, true);
            match (field.number, field.value) {
                (1, _) => known = push_each(&field, &mut layout.minor_to_major, dimension("minor_to_major"))?,
                (2 | 3, _) if is_padding(&field) => return Err(padded(&field)),
                (4, WireValue::Varint(number)) => {
                    check_format(number as i64, at)?;
                    known = false;
                }
                (6, WireValue::Bytes(message)) => {
                    budget.check_tiles(layout.tiles.len()).map_err(|kind| DecodeError::new(kind).at(at))?;
                    layout.tiles.push(tile(message, tile_dims(&layout.tiles))?);
                }
                (7, WireValue::Varint(n)) => layout.element_size_in_bits = count("element_size_in_bits", n as i64, at)?,
                (8, WireValue::Varint(n)) => layout.memory_space = count("memory_space", n as i64, at)?,
                (9, _) => {
                    known = push_each(&field, &mut layout.dim_level_types, |number, at| {
                        let level = DimLevelType::from_number(number);
                        level.ok_or_else(|| invalid("dim_level_types", "from 0 to 3", number, at))
                    })?;
                }
                (10, WireValue::Bytes(message)) => {
                    budget.enter_physical().map_err(|kind| DecodeError::new(kind).at(at))?;
                    let physical = self.physical.get_or_insert_default();
                    physical.read(message, depth.saturating_add(1), budget)?;
                    budget.leave_physical();
                }
                (11, WireValue::Varint(n)) => {
                    layout.index_primitive_type = element_type("index_primitive_type", n, at)?
                }
                (12, WireValue::Varint(n)) => {
                    layout.pointer_primitive_type = element_type("pointer_primitive_type", n, at)?;
                }
                (13, _) => known = push_each(&field, &mut layout.dim_unique, |number, _| Ok(number != 0))?,
                (14, _) => known = push_each(&field, &mut layout.dim_ordered, |number, _| Ok(number != 0))?,
                (15, WireValue::Varint(n)) => {
                    let name = "dynamic_shape_metadata_prefix_bytes";
                    layout.dynamic_shape_metadata_prefix_bytes = count(name, n as i64, at)?;
                }
                (16, WireValue::Varint(n)) => {
                    let name = "tail_padding_alignment_in_elements";
                    // In protobuf 0 and a missing number are the same, and XLA takes both for 1.
                    layout.tail_padding_alignment_in_elements = count(name, n as i64, at)?.max(1);
                }
                (17, WireValue::Bytes(message)) => {
                    check_rank(layout.split_configs.len(), at)?;
                    layout.split_configs.push(split_config(message)?);
                }
                _ => known = false,
            }
            if !known {
                layout.unknown.push(&field);
            }
        }
        Ok(())
    }
}

/// Reads a tile of a layout whose other tiles have `others` lengths in all.
fn tile(mut message: WireBytes<'_>, others: usize) -> Result<Tile, DecodeError> {
    let mut tile = Tile::default();
    while let Some(field) = message.field()? {
        let known = field.number == 1
            && field.numbers(|number, at| {
                check_rank(tile.dimensions.len().saturating_add(others), at)?;
                tile.dimensions.push(tile_dim(number).map_err(|kind| DecodeError::new(kind).at(at))?);
                Ok(())
            })?;
        if !known {
            tile.unknown.push(&field);
        }
    }
    Ok(tile)
}

fn split_config(mut message: WireBytes<'_>) -> Result<SplitConfig, DecodeError> {
    let (mut split, start) = (SplitConfig::default(), message.at);
    while let Some(field) = message.field()? {
        let known = match (field.number, field.value) {
            (1, WireValue::Varint(number)) => {
                split.dimension = dimension("split_configs")(number as i64, field.at)?;
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
    if split.split_indices.is_empty() {
        return Err(invalid("split_configs", "at least one index", 0, start));
    }
    Ok(split)
}

/// Returns the error of a layout with padding, as XLA wrote it in 2017.
#[cold]
fn padded(field: &WireField<'_>) -> DecodeError {
    let name = if field.number == 2 { "padded_dimensions" } else { "padding_value" };
    let expected = "a layout without padding (`AnyShape` reads such a message if it is one array)";
    let found = match field.value {
        WireValue::Varint(number) => number as i64,
        _ => 1,
    };
    invalid(name, expected, found, field.at)
}

fn element_type(name: &'static str, number: u64, at: u64) -> Result<Option<PrimitiveType>, DecodeError> {
    match PrimitiveType::from_number(number as i64) {
        None if number != 0 => Err(invalid(name, "an unsigned integer type", number as i64, at)),
        element_type => Ok(element_type),
    }
}
