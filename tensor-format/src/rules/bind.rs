//! Named axes: one name, one length, over a whole record.

use alloc::{boxed::Box, vec::Vec};

use smallvec::SmallVec;

use crate::{ErrorKind, Param, TensorRules};

/// The lengths that named axes have taken so far in one record.
#[derive(Clone, Debug, Default)]
pub struct Bindings(SmallVec<[Binding; 4]>);

#[derive(Clone, Debug)]
struct Binding {
    name: Box<str>,
    len: u64,
    first: Box<str>,
}

impl Bindings {
    /// No name has a length yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The length a name has taken.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.iter().find(|binding| *binding.name == *name).map(|binding| binding.len)
    }

    /// Binds the named axes of a tensor that satisfies `rules`; `parameter` is named in later errors.
    ///
    /// # Errors
    ///
    /// [`Symbol`](ErrorKind::Symbol) at the first axis whose name has another length already.
    pub fn bind(&mut self, parameter: &str, rules: &TensorRules<'_>, shape: &[usize]) -> Result<(), ErrorKind> {
        let mut first = None;
        self.bind_each(parameter, rules, shape, |kind| {
            first.get_or_insert(kind);
        });
        first.map_or(Ok(()), Err)
    }

    /// Like [`bind`](Self::bind), but reports every axis.
    pub(crate) fn check_all(&mut self, param: &Param<'_>, shape: &[usize]) -> Vec<ErrorKind> {
        let mut faults = Vec::new();
        self.bind_each(param.name, &param.rules, shape, |kind| faults.push(kind));
        faults
    }

    fn bind_each(
        &mut self,
        parameter: &str,
        rules: &TensorRules<'_>,
        shape: &[usize],
        mut fault: impl FnMut(ErrorKind),
    ) {
        for (axis, (dim, &len)) in rules.axes.over(shape.len()).zip(shape).enumerate() {
            let Some(name) = dim.name else { continue };
            let len = len as u64;
            match self.0.iter().find(|binding| *binding.name == *name) {
                Some(binding) if binding.len == len => {}
                Some(binding) => fault(ErrorKind::Symbol {
                    name: name.into(),
                    first: binding.first.clone(),
                    axis,
                    expected: binding.len,
                    found: len,
                }),
                None => self.0.push(Binding { name: name.into(), len, first: parameter.into() }),
            }
        }
    }
}
