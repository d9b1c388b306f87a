//! Makes batches of messages, whose heads and bodies are checked before arrow-rs reads them.

use std::{collections::HashMap, io, sync::Arc};

use tensor_format::{DecodeError, ErrorKind, codec::MAX_EMPTY_ITEMS, error::Limit};

use super::{
    super::{
        arrow_array::{Array, ArrayRef, RecordBatch, cast::AsArray},
        arrow_buffer::Buffer,
        arrow_ipc::{
            DictionaryBatch, Message, MessageHeader,
            reader::{read_dictionary, read_record_batch},
            root_as_message,
        },
        arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef},
        batch_columns::is_weightless,
        field::check_all_sizes,
        lists::Lists,
    },
    layout::{self, Parts},
};
use crate::{expansion, fault::Fault, options::ReadOptions};

/// Returns the error of a file or stream: ours, of its input, or of Arrow. For programs that read batches themselves.
#[must_use]
pub fn unread(error: ArrowError) -> DecodeError {
    match error {
        ArrowError::IoError(text, error) => match error.downcast::<DecodeError>() {
            Ok(ours) => ours,
            // An error of arrow-rs's own has no cause of the system.
            Err(error) if error.raw_os_error().is_none() && error.kind() == io::ErrorKind::Other => {
                Fault::arrow(&text).into()
            }
            Err(error) => error.into(),
        },
        error => Fault::arrow(&error).into(),
    }
}

/// Returns what is wrong with an input: that it ends too early, or that it cannot be read.
pub(super) fn input(error: io::Error) -> DecodeError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => Fault::ipc("the rest of a message: the input is cut off", "its end").into(),
        _ => error.into(),
    }
}

/// Parses the head of a message.
pub(super) fn message(head: &[u8]) -> Result<Message<'_>, DecodeError> {
    root_as_message(head).map_err(|error| Fault::arrow(&error).into())
}

/// What a message is.
pub(super) enum Kind<'m> {
    Batch,
    Dictionary(DictionaryBatch<'m>),
}

pub(super) fn kind<'m>(message: &Message<'m>) -> Result<Kind<'m>, DecodeError> {
    if message.header_as_record_batch().is_some() {
        return Ok(Kind::Batch);
    }
    let dictionary = message.header_as_dictionary_batch().map(Kind::Dictionary);
    dictionary.ok_or_else(|| {
        let found = match message.header_type() {
            MessageHeader::Schema => "another schema".to_owned(),
            other => format!("{other:?}"),
        };
        Fault::ipc("a batch or a dictionary", found).into()
    })
}

/// Makes the batches of one file or stream.
pub(super) struct Decoder {
    schema: SchemaRef,
    /// The positions of the columns that are read, in order; all if there are none.
    columns: Option<Vec<usize>>,
    read: SchemaRef,
    dictionaries: HashMap<i64, ArrayRef>,
    options: ReadOptions,
}

impl Decoder {
    /// Creates a decoder for batches of this schema; refuses lists of negative sizes in it.
    pub(super) fn new(schema: Schema, options: &ReadOptions) -> Result<Self, DecodeError> {
        check_all_sizes(&schema)?;
        let schema = Arc::new(schema);
        let read = schema.clone();
        Ok(Self { schema, columns: None, read, dictionaries: HashMap::new(), options: *options })
    }

    /// Reads only the columns at these positions, which rise, of those that are read.
    pub(super) fn project(&mut self, columns: Vec<usize>) -> Result<(), DecodeError> {
        self.read = Arc::new(self.read.project(&columns).map_err(unread)?);
        let columns = match &self.columns {
            Some(before) => columns.iter().filter_map(|column| before.get(*column).copied()).collect(),
            None => columns,
        };
        self.columns = Some(columns);
        Ok(())
    }

    /// The schema of the batches, of the columns that are read.
    pub(super) fn batch_schema(&self) -> &SchemaRef {
        &self.read
    }

    /// Whether a column that is read has a dictionary.
    pub(super) fn reads_dictionaries(&self) -> bool {
        self.read.fields().iter().any(|field| has_dictionary(field.data_type()))
    }

    /// Checks the head of a batch whose body has this many bytes, and returns what of it is needed.
    pub(super) fn parts(&self, message: &Message<'_>, body: usize) -> Result<Parts, DecodeError> {
        let batch = message.header_as_record_batch().ok_or_else(|| Fault::ipc("a batch", "none"))?;
        let wanted = |index| self.columns.as_ref().is_none_or(|columns| columns.binary_search(&index).is_ok());
        Ok(layout::check(&batch, message.version(), self.schema.fields(), wanted, body)?)
    }

    /// Reads a batch, of which the parts that [`parts`](Self::parts) returns are in the body.
    pub(super) fn batch(
        &self,
        message: &Message<'_>,
        parts: &Parts,
        body: &Buffer,
    ) -> Result<RecordBatch, DecodeError> {
        parts.check_body(body, self.options.max_expanded)?;
        let batch = message.header_as_record_batch().ok_or_else(|| Fault::ipc("a batch", "none"))?;
        let (schema, columns) = (self.schema.clone(), self.columns.as_deref());
        let batch = read_record_batch(body, batch, schema, &self.dictionaries, columns, &message.version());
        let batch = batch.map_err(unread)?;
        check_shared(batch.columns(), expansion::most(body.len() as u64, self.options.max_expanded))?;
        let rows = batch.num_rows() as u64;
        if rows > parts.most_rows() && is_weightless(&batch) {
            self.options.check_empty(rows)?;
        }
        Ok(batch)
    }

    /// Reads a dictionary, or more of one.
    pub(super) fn dictionary(
        &mut self,
        message: &Message<'_>,
        dictionary: DictionaryBatch<'_>,
        body: &Buffer,
    ) -> Result<(), DecodeError> {
        let values = self.schema.fields().iter().find_map(|field| values_of(field, dictionary.id()));
        let values = values.ok_or_else(|| Fault::ipc("a dictionary of the schema", dictionary.id().to_string()))?;
        let batch = dictionary.data().ok_or_else(|| Fault::ipc("the values of a dictionary", "none"))?;
        let values: FieldRef = Arc::new(Field::new("", values.clone(), true));
        let parts = layout::check(&batch, message.version(), &[values], |_| true, body.len())?;
        parts.check_body(body, self.options.max_expanded)?;
        let (schema, id) = (&self.schema, dictionary.id());
        read_dictionary(body, dictionary, schema, &mut self.dictionaries, &message.version()).map_err(unread)?;
        let most = expansion::most(body.len() as u64, self.options.max_expanded);
        check_shared(self.dictionaries.get(&id), most)
    }
}

/// The rest of a batch, which is given in pieces if its rows take no memory: a value of each may.
#[derive(Default)]
pub(super) struct Pieces(Option<RecordBatch>);

impl Pieces {
    /// Returns the next piece of the batch before.
    pub(super) fn next(&mut self) -> Option<RecordBatch> {
        self.0.take().map(|rest| self.first(rest))
    }

    /// Returns a batch, or its first piece.
    pub(super) fn first(&mut self, batch: RecordBatch) -> RecordBatch {
        match batch.num_rows().checked_sub(MAX_EMPTY_ITEMS) {
            Some(rest @ 1..) if is_weightless(&batch) => {
                self.0 = Some(batch.slice(MAX_EMPTY_ITEMS, rest));
                batch.slice(0, MAX_EMPTY_ITEMS)
            }
            _ => batch,
        }
    }
}

/// Checks how many bytes the texts and byte strings of arrays are together where several may be the same bytes: a small
/// input could name them again and again, and values that own them have each its own.
fn check_shared<'a>(arrays: impl IntoIterator<Item = &'a ArrayRef>, max: u64) -> Result<(), DecodeError> {
    let found = arrays.into_iter().map(|array| shared(array.as_ref())).fold(0, u64::saturating_add);
    if found <= max {
        return Ok(());
    }
    Err(ErrorKind::LimitExceeded { limit: Limit::Expanded, max, found }.into())
}

/// Returns the bytes of all texts and byte strings of an array whose bytes may be shared.
fn shared(array: &dyn Array) -> u64 {
    if let Some((_, items)) = Lists::of(array) {
        return shared(items);
    }
    if let Some(lists) = array.as_fixed_size_list_opt() {
        return shared(lists.values().as_ref());
    }
    if let Some(fields) = array.as_struct_opt() {
        return fields.columns().iter().map(|field| shared(field.as_ref())).fold(0, u64::saturating_add);
    }
    // The length is in the first four bytes of a view.
    let of_views = |views: &[u128]| views.iter().map(|view| *view as u32 as u64).fold(0, u64::saturating_add);
    if let Some(views) = array.as_string_view_opt() {
        return of_views(views.views());
    }
    array.as_binary_view_opt().map_or(0, |views| of_views(views.views()))
}

/// Returns the types in a type.
fn inner(data_type: &DataType) -> Vec<&Field> {
    match data_type {
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _)
        | DataType::Map(item, _) => vec![item],
        DataType::Struct(fields) => fields.iter().map(AsRef::as_ref).collect(),
        DataType::Union(fields, _) => fields.iter().map(|(_, field)| field.as_ref()).collect(),
        DataType::RunEndEncoded(ends, values) => vec![ends, values],
        _ => Vec::new(),
    }
}

fn has_dictionary(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Dictionary(..))
        || inner(data_type).iter().any(|field| has_dictionary(field.data_type()))
}

/// Returns the type of the values of the dictionary with this number, if the field or one in it has it, which may be in the
/// values of another dictionary.
fn values_of(field: &Field, id: i64) -> Option<&DataType> {
    #[allow(deprecated, reason = "the only way in which arrow-rs tells the numbers of dictionaries")]
    let own = field.dict_id();
    match field.data_type() {
        DataType::Dictionary(_, values) if own == Some(id) => Some(values),
        DataType::Dictionary(_, values) => inner(values).into_iter().find_map(|field| values_of(field, id)),
        other => inner(other).into_iter().find_map(|field| values_of(field, id)),
    }
}
