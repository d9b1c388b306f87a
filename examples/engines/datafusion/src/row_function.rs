//! Scalar functions over tensor columns.

use std::{
    fmt::Debug,
    hash::{Hash, Hasher},
    marker::PhantomData,
    sync::Arc,
};

use datafusion::{
    arrow::{
        array::{Float64Array, RecordBatch, RecordBatchOptions},
        datatypes::{DataType, Field, FieldRef, Schema},
    },
    common::{DataFusionError, Result, plan_datafusion_err},
    logical_expr::{
        ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
    },
};
use tensor_format::{Decode, HasRules};
use tensor_format_arrow::v59::{Rows, check_schema};

/// A function from a row of tensors to a number.
pub trait RowFunction: Debug + Send + Sync + 'static {
    /// What it takes: a record, whose parameters are the arguments in their order. It may borrow from the columns.
    type Row<'b>: Decode<'b>;

    /// The name in queries.
    const NAME: &'static str;

    /// Returns the number.
    fn call(row: Self::Row<'_>) -> f64;
}

/// Returns a function for queries. Columns that do not fit the rules of its row are refused when the query is planned,
/// before anything is read.
#[must_use]
pub fn row_function<F: RowFunction>() -> ScalarUDF {
    let signature = Signature::any(names::<F>().len(), Volatility::Immutable);
    ScalarUDF::from(Planned::<F> { signature, function: PhantomData })
}

fn names<F: RowFunction>() -> Vec<&'static str> {
    let rules = <F::Row<'static> as HasRules>::RULES;
    rules.as_record().map(|record| record.iter().map(|param| param.name).collect()).unwrap_or_default()
}

/// Returns the schema of the arguments, under the names that the parameters of the row have.
fn schema_of<F: RowFunction>(arguments: &[FieldRef]) -> Schema {
    let fields = names::<F>().into_iter().zip(arguments);
    Schema::new(fields.map(|(name, field)| field.as_ref().clone().with_name(name)).collect::<Vec<_>>())
}

#[derive(Debug)]
struct Planned<F> {
    signature: Signature,
    function: PhantomData<F>,
}

// There is one function of each type.
impl<F> PartialEq for Planned<F> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<F> Eq for Planned<F> {}

impl<F> Hash for Planned<F> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<F: RowFunction> ScalarUDFImpl for Planned<F> {
    fn name(&self) -> &str {
        F::NAME
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Float64)
    }

    // The fields of the arguments are at hand here, and with them the extension types: a plan that does not fit ends here.
    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        let checked = check_schema::<F::Row<'static>>(&schema_of::<F>(args.arg_fields));
        checked.map_err(|error| plan_datafusion_err!("{}: {error}", F::NAME))?;
        Ok(Arc::new(Field::new(F::NAME, DataType::Float64, false)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let columns = args.args.iter().map(|column| column.to_array(args.number_rows)).collect::<Result<_>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(args.number_rows));
        let schema = Arc::new(schema_of::<F>(&args.arg_fields));
        let batch = RecordBatch::try_new_with_options(schema, columns, &options)?;
        let failed = |error| DataFusionError::External(Box::new(error));
        let rows = Rows::<F::Row<'_>>::new(&batch).map_err(failed)?;
        let numbers = rows.map(|row| row.map(F::call).map_err(failed)).collect::<Result<Vec<f64>>>()?;
        Ok(ColumnarValue::Array(Arc::new(Float64Array::from(numbers))))
    }
}
