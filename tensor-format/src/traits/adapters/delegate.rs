//! The element methods of a source around another.

/// The methods of [`ElementSource<$de>`](crate::ElementSource), handed on to a field.
macro_rules! delegate_elements {
    ($de:lifetime, $inner:ident) => {
        fn array<T: Element, const N: usize>(&mut self) -> Result<[T; N], DecodeError> {
            self.$inner.array()
        }

        fn extend<T: Element>(&mut self, count: usize, out: &mut Vec<T>) -> Result<(), DecodeError> {
            self.$inner.extend(count, out)
        }

        fn borrow<T: Element>(&mut self, count: usize) -> Result<View<$de, T>, DecodeError> {
            self.$inner.borrow(count)
        }

        fn variable(&mut self) -> Result<Variable<$de>, DecodeError> {
            self.$inner.variable()
        }

        fn texts<F>(&mut self, count: usize, take: F) -> Result<(), DecodeError>
        where
            F: FnMut(alloc::borrow::Cow<$de, str>) -> Result<(), DecodeError>,
        {
            self.$inner.texts(count, take)
        }

        fn media<F>(&mut self, element_type: $crate::ElementType, count: usize, take: F) -> Result<(), DecodeError>
        where
            F: FnMut(&$de [u8], &$de [u8]) -> Result<(), DecodeError>,
        {
            self.$inner.media(element_type, count, take)
        }

        fn take(&mut self, header: Header) -> Result<TensorRef<$de>, DecodeError> {
            self.$inner.take(header)
        }

        fn take_into(&mut self, header: Header, into: &mut Tensor) -> Result<(), DecodeError> {
            self.$inner.take_into(header, into)
        }

        fn skip(&mut self, count: usize) -> Result<(), DecodeError> {
            self.$inner.skip(count)
        }

        fn size_hint(&self) -> usize {
            self.$inner.size_hint()
        }

        fn count_empty(&mut self, items: usize) -> Result<(), $crate::ErrorKind> {
            self.$inner.count_empty(items)
        }

        fn element_offset(&self) -> Option<u64> {
            self.$inner.element_offset()
        }
    };
}
pub(crate) use delegate_elements;
