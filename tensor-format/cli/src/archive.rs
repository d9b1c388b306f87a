//! The tensors of an npz archive, without holding what it unpacks to.

use std::{io, ops::Range};

use tensor_format::{
    DecodeError, RecordRef, npy,
    npz::{self, Entry},
};

use crate::{
    input::{Input, Spool},
    parse::Unread,
    reading::Expansion,
};

/// The entries of an archive: those that are stored where they lie, those that are deflated unpacked.
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
    /// The entries of an archive, their checksums verified.
    ///
    /// # Errors
    ///
    /// What is wrong with the archive, and if it unpacks to more than it may or there is room for.
    pub fn from_slice(bytes: &'a [u8], limit: Expansion) -> Result<Self, Unread> {
        let mut entries = Vec::new();
        let mut spool = Spool::new();
        let unpacked =
            npz::Options::new().max_unpacked(limit.most(bytes.len())).try_for_each_entry(bytes, |name, entry| {
                let place = match entry {
                    Entry::Stored(bytes) => Place::Stored(bytes),
                    Entry::Deflated(reader) => {
                        let start = spool.position()?;
                        io::copy(reader, &mut spool)?;
                        Place::Unpacked(start..spool.position()?)
                    }
                };
                entries.push((name.to_owned(), place));
                Ok(())
            });
        spool.check(unpacked.map_err(Unread::from))?;
        Ok(Self { entries, unpacked: spool.finish()? })
    }

    /// Name and bytes of each entry, and whether it is deflated.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8], bool)> {
        self.entries.iter().map(|(name, place)| match place {
            Place::Stored(bytes) => (&**name, *bytes, false),
            Place::Unpacked(range) => (&**name, self.unpacked.get(range.clone()).unwrap_or_default(), true),
        })
    }

    /// The tensors.
    ///
    /// # Errors
    ///
    /// What is wrong with an entry.
    pub fn record(&self) -> Result<RecordRef<'_>, DecodeError> {
        let mut record = RecordRef::new();
        for (name, bytes, _) in self.iter() {
            record.push(name, npy::from_slice(bytes).map_err(|error| error.in_parameter(name))?);
        }
        Ok(record)
    }
}
