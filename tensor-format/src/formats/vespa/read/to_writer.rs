//! Reads cells into a writer, for tensors that do not fit into memory.

use std::io::{Seek, SeekFrom, Write};

use super::{Reader, find_type};
use crate::{
    ByteOrder, DecodeError, TensorRef,
    formats::vespa::{
        Labels, Options, TensorType,
        cell::{Cells, each},
    },
};

impl Options {
    /// Reads a tensor whose cells do not fit into memory: they are written as they are read, little-endian, each at its
    /// offset from the position of the writer. In a dense type that is its offset in the shape of the dimensions; in
    /// any other the blocks before it come first, as in [`Constant::cells`](super::super::Constant::cells).
    ///
    /// The type is the declared one, or the one that the text names. Cells that the text leaves out are passed over:
    /// the writer is to hold zeros there, as a new file does. Memory is taken for some thousand cells, for the
    /// [labels](Labels) and, where cells have an index in their address, for a bit a cell.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use tensor_format::vespa::Options;
    /// let text = r#"{"type": "tensor<float>(k{},x[2])", "blocks": {"b": [3, 4], "a": [1, 2]}}"#;
    /// let mut file = Cursor::new(Vec::new());
    /// let (tensor_type, labels) = Options::new().read_to_writer(None, text, &mut file)?;
    /// assert_eq!((tensor_type.shape()[..].to_vec(), labels.label(0, 0)), (vec![2], Some("b")));
    /// let cells = tensor_format::TensorRef::from_bytes(
    ///     tensor_type.cell().element_type(), [2, 2], file.get_ref(), tensor_format::ByteOrder::Little,
    /// )?;
    /// assert_eq!(cells.to_vec::<f32>()?, [3.0, 4.0, 1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), and [`Io`](crate::ErrorKind::Io). What was written until then is of no use.
    pub fn read_to_writer(
        &self,
        tensor_type: Option<&TensorType>,
        text: &str,
        mut writer: impl Write + Seek,
    ) -> Result<(TensorType, Labels), DecodeError> {
        let mut cursor = self.cursor(text)?;
        let tensor_type = match tensor_type {
            Some(tensor_type) => tensor_type.clone(),
            None => find_type(&mut cursor)?,
        };
        cursor.go_to(0);
        let start = writer.stream_position()?;
        let size = tensor_type.cell().size() as u64;
        let mut at = start;
        let mut take = |place: usize, cells: &Cells| {
            let place = start.saturating_add(size.saturating_mul(place as u64));
            if place != at {
                writer.seek(SeekFrom::Start(place))?;
            }
            let bytes = each!(cells, cells => TensorRef::from(&cells[..]).to_bytes(ByteOrder::Little));
            writer.write_all(&bytes)?;
            at = place.saturating_add(bytes.len() as u64);
            Ok(())
        };
        let mut reader = Reader::new(self, &tensor_type, cursor, Some(&mut take));
        reader.file()?;
        reader.cells.finish()?;
        let labels = reader.labels;
        Ok((tensor_type, labels))
    }
}
