//! The lengths of named axes: a name stands for one length throughout a record.

use alloc::{boxed::Box, vec::Vec};

use smallvec::SmallVec;

use crate::{ErrorKind, Param, RecordRules, TensorRules};

/// The lengths that named axes have in the tensors of a record that were checked so far.
#[derive(Clone, Debug, Default)]
pub struct Bindings(SmallVec<[Binding; 4]>);

/// The UTF-8 bytes of a name, on the stack if they are at most 32.
type Name = SmallVec<[u8; 32]>;

fn text(name: &Name) -> Box<str> {
    core::str::from_utf8(name).unwrap_or_default().into()
}

#[derive(Clone, Debug)]
struct Binding {
    name: Name,
    /// The position of the axis among those that count the records of a batch; `None` for an axis with a name in the
    /// rules.
    batch: Option<usize>,
    len: u64,
    /// The name of the first parameter that had this axis.
    first: Name,
}

impl Bindings {
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

    fn find(&self, name: &str, batch: Option<usize>) -> Option<&Binding> {
        self.0.iter().find(|binding| binding.batch == batch && *binding.name == *name.as_bytes())
    }

    /// Stores the lengths of the named axes of a tensor that satisfies `rules`, and compares them with those stored
    /// before. Later errors name `parameter` as the one that had a name first.
    ///
    /// # Errors
    ///
    /// [`AxisName`](ErrorKind::AxisName) at the first axis whose name has another length already.
    pub fn bind(&mut self, parameter: &str, rules: &TensorRules<'_>, shape: &[usize]) -> Result<(), ErrorKind> {
        let mut first = None;
        self.bind_each(parameter, rules, shape, |kind| {
            first.get_or_insert(kind);
        });
        first.map_or(Ok(()), Err)
    }

    /// Does the same as [`bind`](Self::bind) for a parameter of a record, and if `rules` are of a batch also compares
    /// the number of records in it with that of the other parameters.
    pub(crate) fn bind_param(
        &mut self,
        rules: &RecordRules<'_>,
        param: &Param<'_>,
        shape: &[usize],
    ) -> Result<(), ErrorKind> {
        self.check_all(param, shape, rules.batch_axes()).into_iter().next().map_or(Ok(()), Err)
    }

    /// Does the same as [`bind`](Self::bind), but returns an error for every axis, and also compares the first
    /// `batch_axes`, which count the records of a batch, with those of the other parameters.
    pub(crate) fn check_all(&mut self, param: &Param<'_>, shape: &[usize], batch_axes: usize) -> Vec<ErrorKind> {
        let mut faults = Vec::new();
        for (axis, &len) in shape.iter().enumerate().take(batch_axes) {
            faults.extend(self.bind_axis("batch", Some(axis), param.name, axis, len).err());
        }
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
            if let Err(kind) = self.bind_axis(name, None, parameter, axis, len) {
                fault(kind);
            }
        }
    }

    fn bind_axis(
        &mut self,
        name: &str,
        batch: Option<usize>,
        parameter: &str,
        axis: usize,
        len: usize,
    ) -> Result<(), ErrorKind> {
        let len = len as u64;
        match self.find(name, batch) {
            Some(binding) if binding.len == len => Ok(()),
            Some(binding) => Err(ErrorKind::AxisName {
                name: name.into(),
                first: text(&binding.first),
                axis,
                expected: binding.len,
                found: len,
            }),
            None => {
                let (name, first) = (name.as_bytes().into(), parameter.as_bytes().into());
                self.0.push(Binding { name, batch, len, first });
                Ok(())
            }
        }
    }
}
