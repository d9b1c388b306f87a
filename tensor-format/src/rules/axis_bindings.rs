//! The lengths of named axes: axes of one name have one length throughout a record.

use alloc::{collections::BTreeMap, vec::Vec};

use smallvec::SmallVec;

use crate::{ErrorKind, Param, RecordRules, TensorRules};

/// The number of names up to which a linear search is used, which is faster for so few.
const FEW: usize = 32;

/// The lengths that named axes have in the tensors of a record that were checked so far, with names borrowed from the
/// rules.
#[derive(Clone, Debug, Default)]
pub struct Bindings<'r> {
    all: SmallVec<[Binding<'r>; 4]>,
    /// The positions of all but the first [`FEW`], by what they are called.
    later: BTreeMap<(Option<usize>, &'r str), usize>,
}

#[derive(Clone, Copy, Debug)]
struct Binding<'r> {
    name: &'r str,
    /// The position of the axis among those that count the records of a batch; `None` for an axis with a name in the
    /// rules.
    batch: Option<usize>,
    len: u64,
    /// The name of the first parameter that had this axis.
    first: &'r str,
}

impl<'r> Bindings<'r> {
    /// Creates an empty list, in which no name has a length yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the length that axes of this name have; `None` if there was none yet.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<u64> {
        self.find(name, None).map(|binding| binding.len)
    }

    #[inline(always)]
    fn find(&self, name: &str, batch: Option<usize>) -> Option<&Binding<'r>> {
        let is_it = |binding: &&Binding<'_>| binding.batch == batch && binding.name == name;
        let found = self.all.iter().take(FEW).find(is_it);
        if found.is_some() || self.later.is_empty() {
            return found;
        }
        self.all.get(*self.later.get(&(batch, name))?)
    }

    /// Stores the lengths of the named axes of a tensor that satisfies `rules`, and compares them with those stored
    /// before. Later errors name `parameter` as the one that had a name first.
    ///
    /// # Errors
    ///
    /// [`AxisName`](ErrorKind::AxisName) at the first axis whose name has another length already.
    pub fn bind(&mut self, parameter: &'r str, rules: &TensorRules<'r>, shape: &[usize]) -> Result<(), ErrorKind> {
        let mut first = None;
        self.bind_each(parameter, rules, shape, |kind| {
            first.get_or_insert(kind);
        });
        first.map_or(Ok(()), Err)
    }

    /// Does the same as [`bind`](Self::bind), and returns whether there is no error.
    pub(crate) fn binds(&mut self, parameter: &'r str, rules: &TensorRules<'r>, shape: &[usize]) -> bool {
        let mut agree = true;
        rules.axes.each_name(shape.len(), |axis, name| {
            agree &= shape.get(axis).is_none_or(|len| self.agrees(name, None, parameter, *len));
        });
        agree
    }

    /// Does the same as [`bind`](Self::bind) for a parameter of a record, and if `rules` are of a batch also compares
    /// the number of records in it with that of the other parameters.
    pub(crate) fn bind_param(
        &mut self,
        rules: &RecordRules<'_>,
        param: &Param<'r>,
        shape: &[usize],
    ) -> Result<(), ErrorKind> {
        self.check_all(param, shape, rules.batch_axes()).into_iter().next().map_or(Ok(()), Err)
    }

    /// Does the same as [`bind`](Self::bind), but returns an error for every axis, and also compares the first
    /// `batch_axes`, which count the records of a batch, with those of the other parameters.
    pub(crate) fn check_all(&mut self, param: &Param<'r>, shape: &[usize], batch_axes: usize) -> Vec<ErrorKind> {
        let mut faults = Vec::new();
        for (axis, &len) in shape.iter().enumerate().take(batch_axes) {
            faults.extend(self.bind_axis("batch", Some(axis), param.name, axis, len).err());
        }
        self.bind_each(param.name, &param.rules, shape, |kind| faults.push(kind));
        faults
    }

    fn bind_each(
        &mut self,
        parameter: &'r str,
        rules: &TensorRules<'r>,
        shape: &[usize],
        mut fault: impl FnMut(ErrorKind),
    ) {
        rules.axes.each_name(shape.len(), |axis, name| {
            let bound = shape.get(axis).map(|len| self.bind_axis(name, None, parameter, axis, *len));
            if let Some(Err(kind)) = bound {
                fault(kind);
            }
        });
    }

    fn bind_axis(
        &mut self,
        name: &'r str,
        batch: Option<usize>,
        parameter: &'r str,
        axis: usize,
        len: usize,
    ) -> Result<(), ErrorKind> {
        if self.agrees(name, batch, parameter, len) { Ok(()) } else { Err(self.disagreement(name, batch, axis, len)) }
    }

    /// Returns whether an axis has the length that others of its name have, which is stored if it is the first.
    #[inline(always)]
    fn agrees(&mut self, name: &'r str, batch: Option<usize>, parameter: &'r str, len: usize) -> bool {
        let len = len as u64;
        if let Some(binding) = self.find(name, batch) {
            return binding.len == len;
        }
        if self.all.len() >= FEW {
            self.later.insert((batch, name), self.all.len());
        }
        self.all.push(Binding { name, batch, len, first: parameter });
        true
    }

    #[cold]
    fn disagreement(&self, name: &str, batch: Option<usize>, axis: usize, len: usize) -> ErrorKind {
        let (first, expected) = self.find(name, batch).map_or(("", 0), |binding| (binding.first, binding.len));
        ErrorKind::AxisName { name: name.into(), first: first.into(), axis, expected, found: len as u64 }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString};

    use super::{Bindings, FEW};
    use crate::{AxisRules, Dim, ElementType, ElementTypes, Param, TensorRules};

    fn rules<'r>(dims: &'r [Dim<'r>]) -> TensorRules<'r> {
        TensorRules::new(ElementTypes::of(ElementType::U8), AxisRules::new(dims))
    }

    #[test]
    fn names_beyond_the_first_are_found_in_a_few_steps() {
        // Miri takes a thousand times as long.
        let count = if cfg!(miri) { 100 } else { 50_000 };
        let names: alloc::vec::Vec<_> = (0..count).map(|index| format!("n{index}")).collect();
        let dims: alloc::vec::Vec<_> = names.iter().map(|name| [Dim::ANY.named(name)]).collect();
        let mut axes = Bindings::new();
        // Twice: once each name is new, once it is found.
        for _ in 0..2 {
            for (len, (name, dims)) in names.iter().zip(&dims).enumerate() {
                axes.bind(name, &rules(dims), &[len]).expect("the same length again");
            }
        }
        for len in [0, FEW - 1, FEW, FEW + 1, count - 1] {
            let (name, dims) = (&names[len], &dims[len]);
            assert_eq!(axes.get(name), Some(len as u64));
            let error = axes.bind("p", &rules(dims), &[7]).unwrap_err();
            assert_eq!(error.to_string(), format!("axis 0: `{name}` is {len} in `{name}`, found 7"));
        }
        assert_eq!(axes.get("n"), None);
        // The axis of a batch is another than one of its name.
        let unnamed = [Dim::ANY];
        let param = Param::new("p", rules(&unnamed));
        let mut axes = Bindings::new();
        assert!(axes.check_all(&param, &[3], 1).is_empty());
        assert_eq!(axes.check_all(&param, &[4], 1).len(), 1);
        assert_eq!(axes.get("batch"), None);
    }
}
