//! The tensors of an npz archive, without holding what it unpacks to.

use std::ops::Range;

use tensor_format::{
    DecodeError, RecordRef,
    npy::{self, Head},
    npz::{self, Member},
};

use crate::{
    foreign::Foreign,
    input::{Input, Spool},
    parse::Unread,
};

/// The tensors of an archive: those that are stored where they lie, those that are deflated unpacked.
#[derive(Debug)]
pub struct Archive<'a> {
    entries: Vec<(String, Place<'a>)>,
    unpacked: Input,
}

#[derive(Debug)]
enum Place<'a> {
    Stored(&'a [u8]),
    Unpacked(Range<usize>),
}

impl<'a> Archive<'a> {
    /// The tensors of an archive, their checksums verified, and what else it holds.
    ///
    /// # Errors
    ///
    /// What is wrong with the archive, and if there is no room for what it unpacks to.
    pub fn from_slice(bytes: &'a [u8]) -> Result<(Self, Vec<Foreign>), Unread> {
        let archive = npz::Archive::from_slice(bytes)?;
        let (mut entries, mut foreign) = (Vec::new(), Vec::new());
        let mut spool = Spool::new();
        let first = bytes.as_ptr().addr();
        for member in archive.members() {
            if let Err(error) = member.head() {
                foreign.push(foreign_member(&member, error)?);
                continue;
            }
            let place = if member.is_stored() {
                // They lie in the archive, which lends them no longer than it lives itself.
                let stored = member.bytes()?;
                let start = stored.as_ptr().addr().wrapping_sub(first);
                Place::Stored(bytes.get(start..start.saturating_add(stored.len())).unwrap_or_default())
            } else {
                let start = spool.position().map_err(DecodeError::from)?;
                let unpacked = member.write_to(&mut spool);
                spool.check(unpacked.map_err(Unread::from))?;
                Place::Unpacked(start..spool.position().map_err(DecodeError::from)?)
            };
            entries.push((member.name().to_owned(), place));
        }
        Ok((Self { entries, unpacked: spool.finish()? }, foreign))
    }

    /// Name and bytes of each tensor.
    fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.entries.iter().map(|(name, place)| match place {
            Place::Stored(bytes) => (&**name, *bytes),
            Place::Unpacked(range) => (&**name, self.unpacked.get(range.clone()).unwrap_or_default()),
        })
    }

    /// The tensors.
    ///
    /// # Errors
    ///
    /// What is wrong with one.
    pub fn record(&self) -> Result<RecordRef<'_>, DecodeError> {
        let mut record = RecordRef::new();
        for (name, bytes) in self.iter() {
            record.push(name, npy::from_slice(bytes).map_err(|error| error.in_parameter(name))?);
        }
        Ok(record)
    }
}

/// Names and headers of tensors, and what is no tensor.
pub type Heads = (Vec<(String, Head)>, Vec<Foreign>);

/// Names and headers of the tensors, no element of which is read, and what else the archive holds.
///
/// # Errors
///
/// What is wrong with the archive or a header.
pub fn heads(bytes: &[u8]) -> Result<Heads, DecodeError> {
    let archive = npz::Archive::from_slice(bytes)?;
    let (mut heads, mut foreign) = (Vec::new(), Vec::new());
    for member in archive.members() {
        match member.head() {
            Ok(head) => heads.push((member.name().to_owned(), head)),
            Err(error) => foreign.push(foreign_member(&member, error)?),
        }
    }
    Ok((heads, foreign))
}

fn foreign_member(member: &Member<'_, '_>, error: DecodeError) -> Result<Foreign, DecodeError> {
    Foreign::new(member.name(), member.dtype(), member.shape(), member.len(), error)
}
