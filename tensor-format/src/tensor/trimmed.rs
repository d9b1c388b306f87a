//! Cuts a tensor's buffer down to the bytes of its elements.

use alloc::sync::Arc;

use super::{Data, TensorRef};
use crate::Layout;

impl<'a> TensorRef<'a> {
    /// Returns the tensor over only the part of its buffer that its elements touch: with strides that are not negative
    /// its offset is 0, as formats without an offset need it.
    ///
    /// ```
    /// use tensor_format::{ByteOrder, ElementType, TensorRef, layout::Layout};
    /// let layout = Layout::new(&[2], 3);
    /// let t = TensorRef::with_layout(ElementType::U8, [3], b"0123456789", layout, ByteOrder::Little)?;
    /// assert_eq!((t.trimmed().buffer(), t.trimmed().layout().unwrap().offset()), (b"34567".as_slice(), 0));
    /// # Ok::<(), tensor_format::ErrorKind>(())
    /// ```
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let Data::Fixed { bytes, layout: Some(layout), order } = &self.data else { return self.clone() };
        let touched = layout.bytes(self.shape(), self.element_type().size().unwrap_or(1)).unwrap_or_default();
        let layout = Layout::new(layout.strides(), layout.offset().saturating_sub(touched.start));
        let bytes = bytes.get(touched).unwrap_or_default();
        let data = Data::Fixed { bytes, layout: Some(Arc::new(layout)), order: *order };
        Self { header: self.header.clone(), data }
    }
}
