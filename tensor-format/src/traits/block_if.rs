//! The traits of blocks as conditions, which a derive puts on the type of a field and which may be false.

use super::{Block, DecodeBlock, ElementSink, ElementSource};
use crate::{DecodeError, EncodeError};

/// The trait [`Block`] with a lifetime parameter, so that a derive can make an implementation depend on a field whose
/// type has no parameters: a clause `for<'x> Field: BlockIf<'x>` may be false. It must have no supertrait, whose clause
/// may not.
#[doc(hidden)]
pub trait BlockIf<'x> {
    /// Writes the elements in row-major order, as [`Block::write`] does.
    ///
    /// # Errors
    ///
    /// Those of the sink.
    fn write_block<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError>;
}

impl<T: Block> BlockIf<'_> for T {
    #[inline]
    fn write_block<'a, W: ElementSink<'a>>(&'a self, out: &mut W) -> Result<(), EncodeError> {
        self.write(out)
    }
}

/// A condition that is never true: no type implements this trait. The derive makes it a condition for a struct whose
/// field is converted by `with` to be a [`Block`], so that the compiler refuses the struct with this message. The
/// lifetime is there so that the condition may be false.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an inner axis of a tensor",
    label = "a module converts its field",
    note = "what a module of `with` makes of a value may have any length: use `Batch<T>`, or let the module convert the whole list"
)]
pub trait Unconverted<'x> {}

/// The trait [`DecodeBlock`] as a condition that may be false, as [`BlockIf`] is for [`Block`].
#[doc(hidden)]
pub trait DecodeBlockIf<'de>: Sized {
    /// Reads the elements of one value, as [`DecodeBlock::read`] does.
    ///
    /// # Errors
    ///
    /// Those of the source.
    fn read_block<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError>;

    /// Reads the elements of `N` values, as [`DecodeBlock::read_array`] does.
    ///
    /// # Errors
    ///
    /// Those of the source.
    fn read_blocks<E: ElementSource<'de>, const N: usize>(source: &mut E) -> Result<[Self; N], DecodeError>;
}

impl<'de, T: DecodeBlock<'de>> DecodeBlockIf<'de> for T {
    #[inline]
    fn read_block<E: ElementSource<'de>>(source: &mut E) -> Result<Self, DecodeError> {
        T::read(source)
    }

    #[inline]
    fn read_blocks<E: ElementSource<'de>, const N: usize>(source: &mut E) -> Result<[Self; N], DecodeError> {
        T::read_array(source)
    }
}
