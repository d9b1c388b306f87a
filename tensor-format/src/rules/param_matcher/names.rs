//! The names under which a record's parameters are found: their own, and their aliases.

use crate::{Param, RecordRules, const_text::bytes::same};

impl<'a> Param<'a> {
    /// Returns the name on the wire, and then the aliases.
    ///
    /// ```
    /// use tensor_format::rules::{Param, TensorRules};
    /// let param = Param { aliases: &["picture"], ..Param::new("image", TensorRules::ANY) };
    /// assert_eq!(param.names().collect::<Vec<_>>(), ["image", "picture"]);
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        core::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Returns whether readers take a tensor of this name for the parameter: it is the parameter's name or an alias.
    ///
    /// ```
    /// use tensor_format::rules::{Param, TensorRules};
    /// const IMAGE: Param<'_> = Param { aliases: &["picture"], ..Param::new("image", TensorRules::ANY) };
    /// const _: () = assert!(IMAGE.is_called("image") && IMAGE.is_called("picture") && !IMAGE.is_called("photo"));
    /// ```
    #[must_use]
    pub const fn is_called(&self, name: &str) -> bool {
        let mut aliases = self.aliases;
        while let [first, rest @ ..] = aliases {
            if same(first, name) {
                return true;
            }
            aliases = rest;
        }
        same(self.name, name)
    }
}

impl RecordRules<'_> {
    /// Returns the position of the parameter of this name, or else of the one that has it as an alias. `near` is where
    /// to look first.
    #[must_use]
    pub fn position(&self, name: &str, near: usize) -> Option<usize> {
        let params = self.listed();
        if params.get(near).is_some_and(|param| param.name == name) {
            return Some(near);
        }
        let named = params.iter().position(|param| param.name == name);
        named.or_else(|| params.iter().position(|param| param.aliases.contains(&name)))
    }
}
