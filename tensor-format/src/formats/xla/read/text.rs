//! The reader of the text of shapes.

use alloc::{boxed::Box, vec::Vec};

use crate::{
    DecodeError, ErrorKind, InlineVec, TileDim,
    formats::xla::{
        ArrayShape, DimLevelType, Dimension, Layout, Members, PrimitiveType, Shape, ShapeKind, SplitConfig, Tile,
        UnknownFields,
        primitive::TUPLE,
        read::budget::Budget,
        read::fields::{FEW, check_rank, invalid, tile_dim, tile_dims},
        read::tokens::{Lexer, Token},
        shape::members::MEMBER,
        wire::{put_bytes, put_number},
    },
};

/// Returns the shape in a text.
pub(in super::super) fn shape(text: &str, budget: Budget) -> Result<Shape, DecodeError> {
    let mut parser = Parser { lexer: Lexer::new(text)?, budget };
    let shape = parser.shape(1)?;
    match parser.lexer.peek() {
        Token::End => Ok(shape),
        _ => Err(parser.lexer.syntax("shape", "the end of the text")),
    }
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    budget: Budget,
}

impl<'t> Parser<'t> {
    fn shape(&mut self, depth: usize) -> Result<Shape, DecodeError> {
        if self.lexer.peek() != Token::Mark('(') {
            return self.leaf(depth);
        }
        let mut messages = Vec::with_capacity(FEW);
        let count = self.members(depth, &mut messages)?;
        Ok(Shape::of_kind(ShapeKind::Tuple(Members::of_messages(&messages, count)), UnknownFields::NONE))
    }

    /// Reads the members of a tuple, appends their messages to `out`, one field for each, and returns how many there
    /// are. This is the only function that calls itself, and it keeps no shape on the stack.
    fn members(&mut self, depth: usize, out: &mut Vec<u8>) -> Result<usize, DecodeError> {
        self.begin(depth)?;
        self.lexer.advance()?;
        let mut count = 0usize;
        if self.lexer.take(')')? {
            return Ok(count);
        }
        loop {
            put_bytes(out, MEMBER, |out| match self.lexer.peek() {
                Token::Mark('(') => {
                    put_number(out, 2, TUPLE.into());
                    self.members(depth.saturating_add(1), out).map(drop)
                }
                _ => self.leaf_member(depth.saturating_add(1), out),
            })?;
            count = count.saturating_add(1);
            if !self.lexer.take(',')? {
                self.lexer.expect(')', "shape", "`,` or `)`")?;
                return Ok(count);
            }
        }
    }

    fn leaf_member(&mut self, depth: usize, out: &mut Vec<u8>) -> Result<(), DecodeError> {
        self.leaf(depth)?.append(out);
        Ok(())
    }

    /// Counts a shape that is `depth` deep against the limits, and returns the byte offset where it begins.
    fn begin(&mut self, depth: usize) -> Result<u64, DecodeError> {
        let at = self.lexer.at();
        self.budget.take(depth).map_err(|kind| DecodeError::new(kind).at(at))?;
        Ok(at)
    }

    /// Reads a shape that is no tuple.
    fn leaf(&mut self, depth: usize) -> Result<Shape, DecodeError> {
        let at = self.begin(depth)?;
        match self.lexer.peek() {
            Token::Name("b") => {
                self.lexer.advance()?;
                self.lexer.expect('(', "shape", "`(`, as in `b(f32[2])`")?;
                if self.lexer.peek() == Token::Mark('(') {
                    return Err(self.lexer.syntax("buffer", "an array"));
                }
                // As in a message, the array is a shape of its own.
                let (depth, array_at) = (depth.saturating_add(1), self.lexer.at());
                self.budget.take(depth).map_err(|kind| DecodeError::new(kind).at(array_at))?;
                let array = self.array(depth)?;
                self.lexer.expect(')', "shape", "`)`")?;
                Shape::buffer(array).map_err(|kind| DecodeError::new(kind).at(at))
            }
            Token::Name("token") => self.without_parts(Shape::TOKEN),
            Token::Name("opaque") => self.without_parts(Shape::OPAQUE),
            _ => self.array(depth).map(Shape::from),
        }
    }

    /// Reads the name of a shape without dimensions, as `token`, and the `[]` behind it; returns `shape`.
    fn without_parts(&mut self, shape: Shape) -> Result<Shape, DecodeError> {
        self.lexer.advance()?;
        self.lexer.expect('[', "shape", "`[`")?;
        self.lexer.expect(']', "dimensions", "`]`: only arrays have dimensions")?;
        if self.lexer.peek() == Token::Mark('{') {
            return Err(self.lexer.syntax("layout", "no layout: only arrays have one"));
        }
        Ok(shape)
    }

    fn array(&mut self, depth: usize) -> Result<ArrayShape, DecodeError> {
        let mut at = self.lexer.at();
        let Token::Name(name) = self.lexer.peek() else {
            return Err(self.lexer.syntax("shape", "a shape, as `f32[2,3]`"));
        };
        let element_type = self.primitive_type(name)?;
        self.lexer.expect('[', "shape", "`[`")?;
        let mut dimensions: InlineVec<Dimension> = InlineVec::new();
        if !self.lexer.take(']')? {
            loop {
                check_rank(dimensions.len(), self.lexer.at())?;
                dimensions.push(self.dimension()?);
                if !self.lexer.take(',')? {
                    self.lexer.expect(']', "dimensions", "`,` or `]`")?;
                    break;
                }
            }
        }
        let layout = if self.lexer.peek() == Token::Mark('{') {
            at = self.lexer.at();
            self.layout(depth)?
        } else {
            Layout::row_major(dimensions.len())
        };
        ArrayShape::from_parts(element_type, dimensions, layout).map_err(|kind| DecodeError::new(kind).at(at))
    }

    fn primitive_type(&mut self, name: &str) -> Result<PrimitiveType, DecodeError> {
        let expected = "an element type, as `f32`";
        let element_type = PrimitiveType::from_name(name).ok_or_else(|| self.lexer.syntax("element_type", expected))?;
        self.lexer.advance()?;
        Ok(element_type)
    }

    fn dimension(&mut self) -> Result<Dimension, DecodeError> {
        if self.lexer.take('?')? {
            return Ok(Dimension::Unbounded);
        }
        let bounded = self.lexer.peek() == Token::AtMost;
        if bounded {
            self.lexer.advance()?;
        }
        let size = match self.lexer.peek() {
            Token::Number(digits) => digits.parse().ok().filter(|size: &u64| i64::try_from(*size).is_ok()),
            _ => None,
        };
        let expected = if bounded { "a bound, as `<=3`" } else { "a size, as `3`, `<=3` or `?`" };
        let size = size.ok_or_else(|| self.lexer.syntax("dimensions", expected))?;
        let at = self.lexer.at();
        let size = usize::try_from(size).map_err(|_| DecodeError::new(ErrorKind::ShapeOverflow).at(at))?;
        self.lexer.advance()?;
        Ok(if bounded { Dimension::Bounded(size) } else { Dimension::Static(size) })
    }

    fn layout(&mut self, depth: usize) -> Result<Layout, DecodeError> {
        self.lexer.advance()?;
        let mut layout = Layout::new(&[]);
        while let Token::Number(_) = self.lexer.peek() {
            let at = self.lexer.at();
            check_rank(layout.minor_to_major.len(), at)?;
            let number = self.integer("layout")?;
            let dimension = usize::try_from(number);
            let expected = "each dimension once";
            layout.minor_to_major.push(dimension.map_err(|_| invalid("minor_to_major", expected, number, at))?);
            if !self.lexer.take(',')? {
                break;
            }
            if !matches!(self.lexer.peek(), Token::Number(_)) {
                return Err(self.lexer.syntax("layout", "a dimension"));
            }
        }
        if self.lexer.take(':')? {
            self.attributes(&mut layout, depth)?;
            self.lexer.expect('}', "attribute", "`}`, or an attribute; their order is D T L # * E S SC P M")?;
        } else {
            self.lexer.expect('}', "layout", "`,`, `:` or `}`")?;
        }
        Ok(layout)
    }

    fn attributes(&mut self, layout: &mut Layout, depth: usize) -> Result<(), DecodeError> {
        if self.lexer.take_name("D")? {
            self.levels(layout)?;
        }
        if self.lexer.take_name("T")? {
            loop {
                let at = self.lexer.at();
                self.budget.check_tiles(layout.tiles.len()).map_err(|kind| DecodeError::new(kind).at(at))?;
                let tile = self.tile(tile_dims(&layout.tiles))?;
                layout.tiles.push(tile);
                if self.lexer.peek() != Token::Mark('(') {
                    break;
                }
            }
        }
        if self.lexer.take_name("L")? {
            layout.tail_padding_alignment_in_elements = self.count("tail_padding_alignment_in_elements")?;
        }
        if self.lexer.take('#')? {
            layout.index_primitive_type = Some(self.type_attribute()?);
        }
        if self.lexer.take('*')? {
            layout.pointer_primitive_type = Some(self.type_attribute()?);
        }
        if self.lexer.take_name("E")? {
            layout.element_size_in_bits = self.count("element_size_in_bits")?;
        }
        if self.lexer.take_name("S")? {
            layout.memory_space = self.count("memory_space")?;
        }
        if self.lexer.take_name("SC")? {
            loop {
                check_rank(layout.split_configs.len(), self.lexer.at())?;
                let split = self.split_config()?;
                layout.split_configs.push(split);
                if self.lexer.peek() != Token::Mark('(') {
                    break;
                }
            }
        }
        let at = self.lexer.at();
        if self.lexer.take_name("P")? {
            self.lexer.expect('(', "attribute", "`(`")?;
            self.budget.enter_physical().map_err(|kind| DecodeError::new(kind).at(at))?;
            layout.physical_shape = Some(Box::new(self.shape(depth.saturating_add(1))?));
            self.budget.leave_physical();
            self.lexer.expect(')', "attribute", "`)`")?;
        }
        if self.lexer.take_name("M")? {
            layout.dynamic_shape_metadata_prefix_bytes = self.count("dynamic_shape_metadata_prefix_bytes")?;
        }
        Ok(())
    }

    /// Reads `(D,C+~)`: how each dimension is stored. A list of only dense dimensions is the same as no list.
    fn levels(&mut self, layout: &mut Layout) -> Result<(), DecodeError> {
        self.lexer.expect('(', "attribute", "`(`")?;
        loop {
            check_rank(layout.dim_level_types.len(), self.lexer.at())?;
            let level = match self.lexer.peek() {
                Token::Name(letters) => DimLevelType::from_letters(letters),
                _ => None,
            };
            let level = level.ok_or_else(|| self.lexer.syntax("attribute", "D, C, S or H"))?;
            self.lexer.advance()?;
            layout.dim_level_types.push(level);
            layout.dim_unique.push(!self.lexer.take('+')?);
            layout.dim_ordered.push(!self.lexer.take('~')?);
            if !self.lexer.take(',')? {
                break;
            }
        }
        self.lexer.expect(')', "attribute", "`,` or `)`")?;
        let dense = layout.is_dense();
        if dense {
            layout.dim_level_types.clear();
        }
        for flags in [&mut layout.dim_unique, &mut layout.dim_ordered] {
            if dense || flags.iter().all(|flag| *flag) {
                flags.clear();
            }
        }
        Ok(())
    }

    /// Reads a tile of a layout whose other tiles have `others` lengths in all.
    fn tile(&mut self, others: usize) -> Result<Tile, DecodeError> {
        let mut tile = Tile::default();
        self.lexer.expect('(', "attribute", "`(`, as in `T(8,128)`")?;
        if self.lexer.take(')')? {
            return Ok(tile);
        }
        loop {
            check_rank(tile.dimensions.len().saturating_add(others), self.lexer.at())?;
            if self.lexer.take('*')? {
                tile.dimensions.push(TileDim::Combine);
            } else {
                tile.dimensions.push(self.tile_len()?);
            }
            if !self.lexer.take(',')? {
                self.lexer.expect(')', "attribute", "`,` or `)`")?;
                return Ok(tile);
            }
        }
    }

    fn tile_len(&mut self) -> Result<TileDim, DecodeError> {
        let at = self.lexer.at();
        let Token::Number(digits) = self.lexer.peek() else {
            return Err(self.lexer.syntax("attribute", "a length or `*`"));
        };
        // A length of too many digits is refused as 0 is. The number that means "combine" is written `*`.
        let number = match digits.parse() {
            Ok(i64::MIN) => -1,
            Ok(number) => number,
            Err(_) if digits.bytes().all(|digit| digit.is_ascii_digit()) => {
                return Err(invalid("tiles", "a length of 63 bits", i64::MAX, at));
            }
            Err(_) => return Err(self.lexer.syntax("attribute", "a length or `*`")),
        };
        self.lexer.advance()?;
        tile_dim(number).map_err(|kind| DecodeError::new(kind).at(at))
    }

    fn split_config(&mut self) -> Result<SplitConfig, DecodeError> {
        let mut split = SplitConfig::default();
        self.lexer.expect('(', "attribute", "`(`, as in `SC(0:512)`")?;
        let at = self.lexer.at();
        let dimension = self.integer("attribute")?;
        let expected = "a dimension of the shape";
        split.dimension = usize::try_from(dimension).map_err(|_| invalid("split_configs", expected, dimension, at))?;
        self.lexer.expect(':', "attribute", "`:`")?;
        loop {
            let index = self.integer_from_0("split_configs")?;
            split.split_indices.push(index);
            if !self.lexer.take(',')? {
                self.lexer.expect(')', "attribute", "`,` or `)`")?;
                return Ok(split);
            }
        }
    }

    fn type_attribute(&mut self) -> Result<PrimitiveType, DecodeError> {
        self.lexer.expect('(', "attribute", "`(`")?;
        let Token::Name(name) = self.lexer.peek() else {
            return Err(self.lexer.syntax("attribute", "an element type, as `u32`"));
        };
        let found = self.primitive_type(name)?;
        self.lexer.expect(')', "attribute", "`)`")?;
        Ok(found)
    }

    /// Reads `(8)`: a number that is not negative.
    fn count(&mut self, field: &'static str) -> Result<u64, DecodeError> {
        self.lexer.expect('(', "attribute", "`(`")?;
        let count = self.integer_from_0(field)?;
        self.lexer.expect(')', "attribute", "`)`")?;
        Ok(count)
    }

    fn integer_from_0(&mut self, field: &'static str) -> Result<u64, DecodeError> {
        let at = self.lexer.at();
        let number = self.integer("attribute")?;
        u64::try_from(number).map_err(|_| invalid(field, "a number that is not negative", number, at))
    }

    /// Reads an integer of 64 bits.
    fn integer(&mut self, field: &'static str) -> Result<i64, DecodeError> {
        let number = match self.lexer.peek() {
            Token::Number(digits) => digits.parse().ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| self.lexer.syntax(field, "an integer"))?;
        self.lexer.advance()?;
        Ok(number)
    }
}
