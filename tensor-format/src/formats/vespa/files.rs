//! Files of constants: `.json`, and `.json.lz4` with the feature `lz4`.

use alloc::string::String;
use std::{fs, io, path::Path};

use super::{Constant, Options, TensorType};
use crate::{DecodeError, EncodeError};

enum Ending {
    Plain,
    Lz4,
}

fn ending(path: &Path) -> io::Result<Ending> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.ends_with(".json") {
        Ok(Ending::Plain)
    } else if name.ends_with(".json.lz4") {
        Ok(Ending::Lz4)
    } else {
        let why = alloc::format!("{}: expected a file that ends in .json or .json.lz4", path.display());
        Err(io::Error::new(io::ErrorKind::InvalidInput, why))
    }
}

#[cfg(not(feature = "lz4"))]
fn no_lz4() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "the feature `lz4` of tensor-format is off")
}

impl Options {
    /// Returns the text of a file, whose name ends in `.json` or `.json.lz4`.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorKind::Io), also for other endings;
    /// [`BadCompression`](super::Fault::BadCompression), [`InvalidUtf8`](crate::ErrorKind::InvalidUtf8),
    /// [`LimitExceeded`](crate::ErrorKind::LimitExceeded).
    pub fn text_of_file(&self, path: impl AsRef<Path>) -> Result<String, DecodeError> {
        let path = path.as_ref();
        match ending(path)? {
            Ending::Plain => self.text_of(fs::File::open(path)?),
            #[cfg(feature = "lz4")]
            Ending::Lz4 => {
                let file = fs::File::open(path)?;
                let len = file.metadata()?.len();
                self.text_of_frame(file, len)
            }
            #[cfg(not(feature = "lz4"))]
            Ending::Lz4 => Err(no_lz4().into()),
        }
    }

    /// Returns the tensor in a file, whose name ends in `.json` or `.json.lz4`, of `tensor_type` or else of the type
    /// that the file names.
    ///
    /// # Errors
    ///
    /// As [`text_of_file`](Self::text_of_file) and [`read`](Self::read).
    pub fn read_file(&self, tensor_type: Option<&TensorType>, path: impl AsRef<Path>) -> Result<Constant, DecodeError> {
        let text = self.text_of_file(path)?;
        match tensor_type {
            Some(tensor_type) => self.read_as(tensor_type, &text),
            None => self.read(&text),
        }
    }
}

impl Constant {
    /// Writes the tensor to a file, whose name ends in `.json` or `.json.lz4`.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorKind::Io), also for other endings.
    pub fn write_file(&self, path: impl AsRef<Path>) -> Result<(), EncodeError> {
        let path = path.as_ref();
        match ending(path)? {
            Ending::Plain => self.write_to(&mut fs::File::create(path)?),
            #[cfg(feature = "lz4")]
            Ending::Lz4 => Ok(fs::write(path, self.to_lz4()?)?),
            #[cfg(not(feature = "lz4"))]
            Ending::Lz4 => Err(no_lz4().into()),
        }
    }
}
