//! How the columns of a file are encoded.
//!
//! Parquet's writer makes a dictionary of every column unless it is told otherwise, which costs time for each value and
//! helps only where whole values repeat; and it has no numbers of 8 or 16 bits, but writes each as one of 32.

use parquet_60::{
    basic::Encoding,
    file::properties::{WriterProperties, WriterPropertiesBuilder},
    schema::types::ColumnPath,
};

use crate::arrow_schema::{DataType, Field, Schema};

/// Where a column is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// A value a row.
    Row,
    /// The elements of a list.
    Elements,
    /// The sizes of tensors of variable shape, which repeat.
    Sizes,
}

/// Returns properties for writing batches of this schema.
pub(super) fn properties(schema: &Schema) -> WriterProperties {
    let fields = schema.fields().iter();
    fields.fold(WriterProperties::builder(), |builder, field| encode(builder, field, &[], Place::Row)).build()
}

/// Chooses the encodings of the columns below a field, at this path.
fn encode(builder: WriterPropertiesBuilder, field: &Field, above: &[&str], place: Place) -> WriterPropertiesBuilder {
    let path = [above, &[field.name()]].concat();
    let column = || ColumnPath::new(path.iter().map(|&part| part.to_owned()).collect());
    match field.data_type() {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            let place = if place == Place::Row { Place::Elements } else { place };
            encode(builder, item, &[&path[..], &["list"]].concat(), place)
        }
        DataType::Struct(fields) => fields.iter().fold(builder, |builder, part| {
            let place = if part.name() == "shape" { Place::Sizes } else { place };
            encode(builder, part, &path, place)
        }),
        // Content, which hardly repeats.
        DataType::Binary | DataType::LargeBinary => builder.set_column_dictionary_enabled(column(), false),
        // There are 256 of them: with a dictionary none takes more than 8 bits, and fewer where not all of them are there.
        DataType::Int8 | DataType::UInt8 => builder.set_column_dictionary_enabled(column(), true),
        // The differences of neighbours take a bit more than 16 at most, and fewer where they are alike, as in sound.
        DataType::Int16 | DataType::UInt16 if place == Place::Elements => builder
            .set_column_dictionary_enabled(column(), false)
            .set_column_encoding(column(), Encoding::DELTA_BINARY_PACKED),
        other if other.is_numeric() && place == Place::Elements => {
            builder.set_column_dictionary_enabled(column(), false)
        }
        _ => builder,
    }
}
