//! Validation: all faults of a text, also in parts that are not kept.

use alloc::vec::Vec;
use core::mem;

use super::{Reader, cell_window::Window, fault_list::Faults, find_type};
use crate::{
    DecodeError,
    formats::vespa::{Labels, Options, TensorType},
};

impl Options {
    /// Returns all faults of a text, in the order of their positions; none if [`read`](Self::read) or
    /// [`read_as`](Self::read_as) accepts it.
    ///
    /// What comes twice or once too often is judged too: cells and blocks that are repeated, a second container, lists
    /// and numbers beyond a size. What is where no reader looks for it must be JSON, and is not read
    /// further: under an unknown key or dimension, in a container that the type does not have, and in place of a
    /// value of another kind. A string has one fault at most. After a fault of the JSON text itself, a text that names
    /// no type, and a [limit](Options) that is exceeded nothing more is read.
    ///
    /// ```
    /// use tensor_format::vespa::Options;
    /// let faults = Options::new().validate(Some(&"tensor(x[2])".parse()?), r#"{"values": [true], "shape": [2]}"#);
    /// let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    /// let expected = [
    ///     "line 1, column 12: `values`: dimension `x`: expected 2 values, found 1 (byte 11)",
    ///     "line 1, column 13: `values[0]`: expected a number, found true (byte 12)",
    ///     "line 1, column 20: `shape`: key: expected `type`, `values`, `cells` or `blocks`, \
    ///      found \"shape\" (byte 19)",
    /// ];
    /// assert_eq!(faults, expected);
    /// # Ok::<(), tensor_format::DecodeError>(())
    /// ```
    #[must_use]
    pub fn validate(&self, tensor_type: Option<&TensorType>, text: &str) -> Vec<DecodeError> {
        let mut cursor = match self.cursor(text) {
            Ok(cursor) => cursor.collecting(Faults::new(self.max_faults, text)),
            Err(error) => return [error].into(),
        };
        let found;
        let tensor_type = match tensor_type {
            Some(tensor_type) => tensor_type,
            None => match find_type(&mut cursor) {
                Ok(tensor_type) => {
                    found = tensor_type;
                    &found
                }
                Err(error) => return cursor.into_faults(Some(error)),
            },
        };
        cursor.go_to(0);
        let mut reader = Reader::new(self, tensor_type, cursor, None);
        let last = reader.file().err();
        reader.cursor.into_faults(last)
    }
}

impl Reader<'_, '_> {
    /// Calls `read` for a part of the text that is at fault as a whole, to find the faults in it; nothing of it is
    /// kept.
    pub(super) fn aside(&mut self, read: impl FnOnce(&mut Self) -> Result<(), DecodeError>) -> Result<(), DecodeError> {
        let cells = mem::replace(&mut self.cells, Window::new(self.tensor_type.cell(), None));
        let labels = mem::replace(&mut self.labels, Labels::new(self.mapped));
        let given = mem::take(&mut self.given);
        let is_aside = mem::replace(&mut self.is_aside, true);
        read(self)?;
        (self.cells, self.labels, self.given, self.is_aside) = (cells, labels, given, is_aside);
        Ok(())
    }

    /// Reports a fault if no cell can hold the number at `at`, which is not kept.
    pub(super) fn judge(&mut self, number: Option<f64>, at: usize) -> Result<(), DecodeError> {
        match number {
            Some(number) if !self.cells.holds(number) => self.cursor.not_representable(at),
            _ => Ok(()),
        }
    }

    /// Appends zeros until the tensor has `len` cells, so that addresses can point at them.
    pub(super) fn fill_to(&mut self, len: usize) {
        if !self.is_aside {
            self.cells.fill_to(len);
        }
    }
}
