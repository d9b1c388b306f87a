//! The elements of a tensor as bytes in a chosen byte order, whole or part by part.

use alloc::{borrow::Cow, vec::Vec};

use super::{Data, TensorRef};
use crate::{
    ByteOrder, ErrorKind, Layout,
    error::memory,
    layout::{for_each_part, gather_into},
};

impl<'a> TensorRef<'a> {
    /// Returns the bytes of the elements in row-major order and the `wanted` byte order: borrowed if they are so
    /// already, else copied. Elements of variable size are returned packed, as they are.
    ///
    /// As with any collection of the standard library, the program ends if there is no memory for a copy: a layout that
    /// repeats elements may take any amount. [`try_to_bytes`](Self::try_to_bytes) is for those.
    #[must_use]
    pub fn to_bytes(&self, wanted: ByteOrder) -> Cow<'a, [u8]> {
        memory::or_abort(self.try_to_bytes(wanted), self.element_bytes_len())
    }

    /// Does the same as [`to_bytes`](Self::to_bytes), but returns an error if there is no memory for a copy.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`](ErrorKind::OutOfMemory).
    ///
    /// ```
    /// use tensor_format::{ByteOrder, ElementType, ErrorKind, TensorRef, layout::Layout};
    /// let layout = Layout::new(&[0], 0);
    /// let repeated = TensorRef::with_layout(ElementType::U8, [1 << (usize::BITS - 2)], &[7], layout, ByteOrder::Little)?;
    /// assert!(matches!(repeated.try_to_bytes(ByteOrder::Little), Err(ErrorKind::OutOfMemory { .. })));
    /// # Ok::<(), ErrorKind>(())
    /// ```
    pub fn try_to_bytes(&self, wanted: ByteOrder) -> Result<Cow<'a, [u8]>, ErrorKind> {
        let Data::Fixed { bytes, layout, .. } = &self.data else { return Ok(Cow::Borrowed(self.buffer())) };
        let size = self.element_type().size().unwrap_or(1);
        let row_major = self.row_major_bytes();
        let turn = self.byte_order() != wanted && size > 1;
        if let (Some(run), false) = (row_major, turn) {
            return Ok(Cow::Borrowed(run));
        }
        let mut out = Vec::new();
        memory::reserve_exact(&mut out, self.element_bytes_len())?;
        match (row_major, layout) {
            (Some(run), _) => out.extend_from_slice(run),
            (None, Some(layout)) => gather_into(&mut out, size, self.shape(), layout, bytes)?,
            (None, None) => {}
        }
        if turn {
            self.turn(&mut out);
        }
        Ok(Cow::Owned(out))
    }

    /// Returns the size in bytes of all elements; 0 if they are of variable size.
    pub(crate) fn element_bytes_len(&self) -> usize {
        self.len().saturating_mul(self.element_type().size().unwrap_or_default())
    }

    /// Calls `take` with the bytes that [`to_bytes`](Self::to_bytes) returns part by part, so that memory does not grow
    /// with the tensor: all at once if they need no copy, else at most 8 KiB at a time.
    ///
    /// # Errors
    ///
    /// Those of `take`.
    ///
    /// ```
    /// use tensor_format::{ByteOrder, TensorRef};
    /// let tensor = TensorRef::from_slice([3], &[1u16, 2, 3])?;
    /// let mut out = Vec::new();
    /// tensor.try_for_each_part(ByteOrder::Big, |part| std::io::Write::write_all(&mut out, part))?;
    /// assert_eq!(out, [0, 1, 0, 2, 0, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn try_for_each_part<E>(
        &self,
        wanted: ByteOrder,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Data::Fixed { bytes, layout, .. } = &self.data else { return take(self.buffer()) };
        let size = self.element_type().size().unwrap_or(1);
        let turn = self.byte_order() != wanted && size > 1;
        let (bytes, layout) = match (self.row_major_bytes(), layout) {
            (Some(run), _) if !turn => return take(run),
            (Some(run), _) => (run, &Layout::row_major(self.shape(), size)),
            (None, Some(layout)) => (*bytes, &**layout),
            (None, None) => return Ok(()),
        };
        for_each_part(size, self.shape(), layout, bytes, &mut |part| {
            if turn {
                self.turn(part);
            }
            take(part)
        })
    }

    /// Reverses the byte order of each element in `bytes`, of complex numbers that of each part.
    pub(super) fn turn(&self, bytes: &mut [u8]) {
        bytes.chunks_exact_mut(self.element_type().part_size()).for_each(<[u8]>::reverse);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ElementType, Layout};

    #[test]
    fn parts_are_the_bytes() {
        // Miri takes the square of the size.
        let len = if cfg!(miri) { 700 } else { 70_000 };
        let bytes: Vec<u8> = (0..len).map(|byte| (byte % 251) as u8).collect();
        for element_type in [ElementType::U8, ElementType::I16, ElementType::F32, ElementType::C64, ElementType::C128] {
            let size = element_type.size().unwrap();
            let shapes: [&[usize]; 5] = [&[], &[0, 5], &[len / size], &[3, 4, 3], &[2, len / 2 / size]];
            for shape in shapes {
                let rows = Layout::row_major(shape, size);
                let columns = Layout::column_major(shape, size);
                for (layout, order) in [rows, columns]
                    .iter()
                    .flat_map(|layout| [ByteOrder::Little, ByteOrder::Big].map(|order| (layout, order)))
                {
                    let tensor = TensorRef::with_layout(element_type, shape, &bytes, layout.clone(), order).unwrap();
                    for wanted in [ByteOrder::Little, ByteOrder::Big] {
                        let mut found = Vec::new();
                        let taken: Result<(), ()> = tensor.try_for_each_part(wanted, |part| {
                            found.extend_from_slice(part);
                            Ok(())
                        });
                        taken.unwrap();
                        let mut slow = Vec::new();
                        for (at, len) in layout.runs(shape, size) {
                            slow.extend_from_slice(&bytes[at..at + len]);
                        }
                        if order != wanted {
                            slow.chunks_exact_mut(element_type.part_size()).for_each(<[u8]>::reverse);
                        }
                        assert!(
                            found == slow && *tensor.to_bytes(wanted) == *slow,
                            "{element_type} {shape:?} {order:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn an_error_ends_it() {
        let bytes = [0; 20_000];
        let tensor = TensorRef::from_bytes(ElementType::U16, 10_000, &bytes, ByteOrder::Big).unwrap();
        let mut parts = 0;
        let ended = tensor.try_for_each_part(ByteOrder::Little, |_| {
            parts += 1;
            if parts == 2 { Err("enough") } else { Ok(()) }
        });
        assert_eq!((ended, parts), (Err("enough"), 2));
    }
}
