//! Finds element types by their names.

use core::str::FromStr;

use super::ElementType;
use crate::ErrorKind;

impl ElementType {
    /// Returns the element type of this [`name`](Self::name).
    ///
    /// ```
    /// use tensor_format::ElementType;
    /// assert_eq!(ElementType::from_name("f32"), Some(ElementType::F32));
    /// assert_eq!(ElementType::from_name("float"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|t| t.name() == name)
    }
}

impl FromStr for ElementType {
    type Err = ErrorKind;

    fn from_str(name: &str) -> Result<Self, ErrorKind> {
        Self::from_name(name)
            .ok_or_else(|| ErrorKind::Rules { why: alloc::format!("`{name}` is no element type").into() })
    }
}
