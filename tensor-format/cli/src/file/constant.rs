//! A tensor of Vespa, without holding its cells.

use tensor_format::{
    ByteOrder, DecodeError, ErrorKind, Header, RecordRef, Tensor, TensorRef, Value,
    rules::VALUES,
    vespa::{Options, TensorType},
};

use crate::{
    failure::Unread,
    file::reading::Reading,
    io::input::{Input, Spool},
};

/// A tensor of Vespa: its labels in memory, since none may occur twice, its cells in a file if they are many.
#[derive(Debug)]
pub struct Constant {
    /// The type.
    pub tensor_type: TensorType,
    /// The labels of each mapped dimension, under its name.
    labels: Vec<(String, Tensor)>,
    header: Header,
    cells: Input,
}

impl Constant {
    /// Returns the tensor of a text that names its type, or of one whose type is declared.
    ///
    /// # Errors
    ///
    /// The error says what is wrong with the text, and if there is no room for its cells.
    pub fn from_slice(bytes: &[u8], reading: &Reading) -> Result<Self, Unread> {
        let text = std::str::from_utf8(bytes)
            .map_err(|error| DecodeError::new(ErrorKind::InvalidUtf8).at(error.valid_up_to() as u64))?;
        // The text is in memory already, and what it describes is no larger, except for cells that are not given.
        let mut options = Options::new().max_text(usize::MAX).max_cells(usize::MAX).max_labels(usize::MAX);
        if let Some(max) = reading.limit.max_expanded {
            options = options.max_expanded(max);
        }
        let mut spool = Spool::new();
        let read = options.read_to_writer(reading.declared.as_ref(), text, &mut spool);
        let (tensor_type, labels) = spool.check(read.map_err(Unread::from))?;
        let names = tensor_type.mapped().map(|dimension| dimension.name().to_owned()).enumerate();
        let columns = names.map(|(index, name)| Ok((name, labels.to_tensor(index)?)));
        let columns = columns.collect::<Result<_, ErrorKind>>().map_err(DecodeError::from)?;
        let blocks = (labels.dimensions() > 0).then_some(labels.len());
        let shape: Vec<usize> = blocks.into_iter().chain(tensor_type.shape().iter().copied()).collect();
        let header = Header::new(tensor_type.cell().element_type(), shape);
        Ok(Self { tensor_type, labels: columns, header, cells: spool.finish()? })
    }

    /// Returns one tensor if the type is dense, else a record of labels and values.
    ///
    /// # Errors
    ///
    /// If the cells are not as many as the type says.
    pub fn value(&self) -> Result<Value<'_>, DecodeError> {
        let Header { element_type, shape, .. } = &self.header;
        let values = TensorRef::from_bytes(*element_type, shape.clone(), &self.cells, ByteOrder::Little)?;
        if self.labels.is_empty() {
            return Ok(Value::Tensor(values));
        }
        let mut record = RecordRef::new();
        self.labels.iter().for_each(|(name, labels)| record.push(&**name, labels.as_ref()));
        record.push(VALUES, values);
        Ok(Value::Record(record))
    }
}
