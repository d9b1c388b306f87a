//! Shapes that servers use in place of others.

use tensor_format::rules::AxisRules;

/// Which shapes are taken for each other when a value is read or written. By default none are: a scalar is not `[1]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShapeOptions {
    scalar_as_one: bool,
    drop_trailing_one: bool,
}

impl ShapeOptions {
    /// Returns the default options: shapes are what they are.
    #[must_use]
    pub const fn new() -> Self {
        Self { scalar_as_one: false, drop_trailing_one: false }
    }

    /// Sets whether a scalar is written as `[1]`, and read from a shape of nothing but ones: Triton has no rank 0.
    #[must_use]
    pub const fn scalar_as_one(mut self, allow: bool) -> Self {
        self.scalar_as_one = allow;
        self
    }

    /// Sets whether a last axis of length 1 is dropped if the type has one axis less: `MLServer`'s codec for `NumPy`
    /// makes `[n]` into `[n, 1]`.
    #[must_use]
    pub const fn drop_trailing_one(mut self, allow: bool) -> Self {
        self.drop_trailing_one = allow;
        self
    }

    /// Returns the number of axes that remain for a type with these rules when the options drop some of the shape's.
    fn seen_axes<T: PartialEq>(self, rules: AxisRules<'_>, shape: &[T], one: &T, any: Option<&T>) -> usize {
        let is_one = |len: &T| len == one || Some(len) == any;
        let rank = shape.len();
        if rules.is_open() || rank <= rules.rank() {
            return rank;
        }
        if self.scalar_as_one && rules.rank() == 0 && shape.iter().all(is_one) {
            return 0;
        }
        if self.drop_trailing_one && rank == rules.rank() + 1 && shape.last().is_some_and(is_one) {
            return rank - 1;
        }
        rank
    }

    /// Returns the number of axes that a shape has for a type with these rules.
    pub(crate) fn lengths(self, rules: AxisRules<'_>, shape: &[usize]) -> usize {
        self.seen_axes(rules, shape, &1, None)
    }

    /// Returns the shape of metadata for a type with these rules, without the axes that the options drop.
    pub(crate) fn seen(self, rules: AxisRules<'_>, shape: &[i64]) -> Vec<i64> {
        let axes = self.seen_axes(rules, shape, &1, Some(&-1).filter(|_| rules.rank() == 0));
        shape.get(..axes).unwrap_or(shape).to_vec()
    }

    pub(crate) fn writes_scalars_as_one(self) -> bool {
        self.scalar_as_one
    }
}
