//! The schema that values of a type are written under.

use std::{collections::HashMap, sync::Arc};

use tensor_format::{ElementType, EncodeError, HasRules, RecordRules, Rules, rules::Presence};

use super::arrow_schema::{DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use crate::{
    extension::{self, BOOL8, FIXED, JSON, METADATA_KEY, NAME_KEY, VARIABLE},
    options::WriteOptions,
    plan::{Plan, PlanForm, plans, record_of},
};

/// Returns the schema that values of a type are written under: a column for each parameter, in order, then one for each
/// metadata field. It follows from the type alone, never from values.
///
/// ```
/// use tensor_format::Tensor;
/// use tensor_format_arrow::schema_of;
///
/// #[derive(Tensor)]
/// struct Sample {
///     #[tensor(shape = [c: 3, h: 32, w: 32])]
///     pixels: Vec<[[f32; 32]; 32]>,
///     label: String,
/// }
///
/// let schema = schema_of::<Sample>()?;
/// assert_eq!(schema.field(0).extension_type_name(), Some("arrow.fixed_shape_tensor"));
/// let metadata = r#"{"shape":[3,32,32],"dim_names":["c","h","w"]}"#;
/// assert_eq!(schema.field(0).extension_type_metadata(), Some(metadata));
/// assert!(!schema.field(1).is_nullable());
/// # Ok::<(), tensor_format::EncodeError>(())
/// ```
///
/// # Errors
///
/// All parameters that have no column, with the reason: several element types or ranks, `bf16`, complex numbers, more
/// than 2^31-1 elements in a fixed shape, texts of variable shape and more than one axis, several media.
/// [`NoColumns`](crate::FaultKind::NoColumns) if the type is one tensor, or a record without parameters of its own.
pub fn schema_of<T: HasRules>() -> Result<SchemaRef, EncodeError> {
    schema_of_with::<T>(&WriteOptions::new())
}

/// Does the same as [`schema_of`], for values that are written with these options.
///
/// # Errors
///
/// As [`schema_of`].
pub fn schema_of_with<T: HasRules>(options: &WriteOptions) -> Result<SchemaRef, EncodeError> {
    let rules: Rules<'static> = T::RULES;
    Ok(schema(&plans(&rules, options)?, &record_of(&rules)?, options))
}

/// Returns the schema of these columns, and of the metadata fields of a record.
pub(super) fn schema(plans: &[Plan<'_>], record: &RecordRules<'_>, options: &WriteOptions) -> SchemaRef {
    let params = plans.iter().map(|plan| field(plan, options));
    let metadata = record.metadata().iter().map(|metadata| {
        let field = Field::new(metadata.name, DataType::Utf8, !metadata.required);
        if options.plain { field } else { with_extension(field, JSON, "") }
    });
    Arc::new(Schema::new(params.chain(metadata).collect::<Vec<_>>()))
}

fn field(plan: &Plan<'_>, options: &WriteOptions) -> Field {
    match plan.presence {
        Presence::Required => column(plan, plan.name, false, options),
        Presence::Optional => column(plan, plan.name, true, options),
        Presence::Many => {
            let item = Arc::new(column(plan, "item", true, options));
            Field::new(plan.name, DataType::List(item), true)
        }
    }
}

/// Returns the field of a column of single tensors.
fn column(plan: &Plan<'_>, name: &str, nullable: bool, options: &WriteOptions) -> Field {
    let field = Field::new(name, data_type(plan, options), nullable);
    match plan.form {
        _ if options.plain => field,
        PlanForm::Fixed(_) => with_extension(field, FIXED, &extension::write(&plan.axes, true)),
        PlanForm::Variable => with_extension(field, VARIABLE, &extension::write(&plan.axes, false)),
        PlanForm::Media => with_extension(field, &format!("tensor_format.{}", plan.element), "{}"),
        PlanForm::Scalar if is_bool8(plan, options) => with_extension(field, BOOL8, ""),
        PlanForm::Scalar | PlanForm::List => field,
    }
}

pub(super) fn data_type(plan: &Plan<'_>, options: &WriteOptions) -> DataType {
    match plan.form {
        PlanForm::Scalar => element_type(plan, options),
        // The plan has no more elements than that.
        PlanForm::Fixed(count) => {
            DataType::FixedSizeList(item(plan, options), i32::try_from(count).unwrap_or(i32::MAX))
        }
        PlanForm::List => DataType::List(item(plan, options)),
        PlanForm::Variable => {
            let data = Field::new("data", DataType::List(item(plan, options)), true);
            let rank = i32::try_from(plan.axes.len()).unwrap_or(i32::MAX);
            let shape = Field::new("shape", DataType::FixedSizeList(sizes_item(), rank), true);
            DataType::Struct(vec![data, shape].into())
        }
        PlanForm::Media => DataType::Struct(media_fields(options)),
    }
}

/// The field of the sizes in a column of variable shape.
pub(super) fn sizes_item() -> FieldRef {
    Arc::new(Field::new("item", DataType::Int32, true))
}

fn media_fields(options: &WriteOptions) -> Fields {
    let bytes = if options.large { DataType::LargeBinary } else { DataType::Binary };
    vec![Field::new("bytes", bytes, true), Field::new("path", DataType::Utf8, true)].into()
}

/// The field of the elements of a list, as pyarrow writes it: nullable, though no element is null.
fn item(plan: &Plan<'_>, options: &WriteOptions) -> FieldRef {
    let field = Field::new("item", element_type(plan, options), true);
    Arc::new(if is_bool8(plan, options) { with_extension(field, BOOL8, "") } else { field })
}

/// Returns whether truth values are bytes. In tensors of variable shape they are bits: pyarrow opens no file that has
/// an extension type in these.
pub(super) fn is_bool8(plan: &Plan<'_>, options: &WriteOptions) -> bool {
    let may_be = matches!(plan.form, PlanForm::Scalar | PlanForm::Fixed(_));
    plan.element == ElementType::Bool && options.writes_bool8() && may_be
}

fn element_type(plan: &Plan<'_>, options: &WriteOptions) -> DataType {
    match plan.element {
        ElementType::Bool if is_bool8(plan, options) => DataType::Int8,
        ElementType::Bool => DataType::Boolean,
        ElementType::U8 => DataType::UInt8,
        ElementType::U16 => DataType::UInt16,
        ElementType::U32 => DataType::UInt32,
        ElementType::U64 => DataType::UInt64,
        ElementType::I8 => DataType::Int8,
        ElementType::I16 => DataType::Int16,
        ElementType::I32 => DataType::Int32,
        ElementType::I64 => DataType::Int64,
        ElementType::F16 => DataType::Float16,
        ElementType::F32 => DataType::Float32,
        ElementType::F64 => DataType::Float64,
        ElementType::String if options.large => DataType::LargeUtf8,
        ElementType::String => DataType::Utf8,
        // No plan has other types.
        _ if options.large => DataType::LargeBinary,
        _ => DataType::Binary,
    }
}

fn with_extension(field: Field, name: &str, metadata: &str) -> Field {
    let entries = [(NAME_KEY.to_owned(), name.to_owned()), (METADATA_KEY.to_owned(), metadata.to_owned())];
    field.with_metadata(HashMap::from(entries))
}
