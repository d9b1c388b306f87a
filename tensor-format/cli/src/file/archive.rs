//! The tensors of an npz archive, without holding what it unpacks to.

use std::{
    io::{self, Write},
    ops::Range,
};

use tensor_format::{
    DecodeError, ErrorKind, RecordRef,
    error::Limit,
    npy::{self, Head},
    npz::{self, Member},
};

use crate::{
    failure::Unread,
    file::{foreign::Foreign, reading::Expansion},
    io::input::{Input, Spool},
};

/// The tensors of an archive: stored members in place, deflated ones unpacked.
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

/// A reader that takes no more bytes than are left, and remembers if there were more.
struct Bounded<'s> {
    left: u64,
    exceeded: bool,
    into: &'s mut Spool,
}

impl Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.left.checked_sub(bytes.len() as u64) else {
            self.exceeded = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        };
        self.left = left;
        self.into.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.into.flush()
    }
}

impl<'a> Archive<'a> {
    /// Returns the tensors of an archive, their checksums verified, and what else it holds.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the archive, and if it unpacks to more than it may or there is room for.
    pub fn from_slice(bytes: &'a [u8], limit: Expansion) -> Result<(Self, Vec<Foreign>), Unread> {
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
                // A part of `bytes`, taken by its offset: the archive lends it no longer than it lives itself.
                let stored = member.bytes()?;
                let start = stored.as_ptr().addr().wrapping_sub(first);
                Place::Stored(bytes.get(start..start.saturating_add(stored.len())).unwrap_or_default())
            } else {
                let start = spool.position().map_err(DecodeError::from)?;
                let most = limit.most(bytes.len());
                let mut bounded =
                    Bounded { left: most.saturating_sub(start as u64), exceeded: false, into: &mut spool };
                let unpacked = member.write_to(&mut bounded);
                if bounded.exceeded {
                    let kind =
                        ErrorKind::LimitExceeded { limit: Limit::Expanded, max: most, found: most.saturating_add(1) };
                    return Err(DecodeError::from(kind).in_parameter(member.name()).into());
                }
                spool.check(unpacked.map_err(Unread::from))?;
                Place::Unpacked(start..spool.position().map_err(DecodeError::from)?)
            };
            entries.push((member.name().to_owned(), place));
        }
        Ok((Self { entries, unpacked: spool.finish()? }, foreign))
    }

    /// Returns name and bytes of each tensor.
    fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.entries.iter().map(|(name, place)| match place {
            Place::Stored(bytes) => (&**name, *bytes),
            Place::Unpacked(range) => (&**name, self.unpacked.get(range.clone()).unwrap_or_default()),
        })
    }

    /// Returns the tensors.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with one.
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

/// Returns names and headers of the tensors, no element of which is read, and what else the archive holds.
///
/// # Errors
///
/// The error says what is wrong with the archive or a header.
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
