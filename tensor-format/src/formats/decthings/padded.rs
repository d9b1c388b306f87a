//! How values that may have padding are written: measured once, then written as measured.

use alloc::vec::Vec;

use super::{
    Options, Parts,
    write::{Writer, exact_reserve::make_room, verbs::restored},
};
use crate::{Encode, EncodeError};

impl Options {
    pub(super) fn append_padded<T: Encode + ?Sized>(&self, value: &T, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let plan = self.plan(value)?;
        make_room(out, plan.total)?;
        let start = out.len();
        restored(start, plan.write(value, &mut Writer::new(&mut *out, self)), out)
    }

    pub(super) fn padded_len<T: Encode + ?Sized>(&self, value: &T) -> Result<usize, EncodeError> {
        self.plan(value).map(|plan| plan.total)
    }

    pub(super) fn padded_slices<'a, T: Encode + ?Sized>(&self, value: &'a T) -> Result<Parts<'a>, EncodeError> {
        let plan = self.plan(value)?;
        let mut parts = Parts::new();
        plan.write(value, &mut Writer::new(&mut parts, self))?;
        Ok(parts)
    }

    #[cfg(feature = "std")]
    pub(super) fn put_padded<T: Encode + ?Sized, W: std::io::Write>(
        &self,
        value: &T,
        writer: W,
    ) -> Result<(), EncodeError> {
        let plan = self.plan(value)?;
        let mut writer = Writer::new(super::write::io_writer::Out::new(writer), self);
        plan.write(value, &mut writer)?;
        writer.out.finish()
    }
}
