//! Records of any type from their columns, as a format reads them whose rows are columns.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{RecordList, record};
use crate::{
    DecodeError, DecodeOwned, ErrorKind, HasRules, RecordRules, RecordType, Rules, Source,
    rules::{
        columns::{AnyLength, ColumnForm, can_be_listed, list_rules},
        has_rules::record_type_of,
    },
    traits::decode::{
        places::Behind,
        records::{RecordColumns, read_owned},
    },
};

/// Reads many records from their columns, the tensors of a `Vec` of them, and adds them to `records`.
///
/// `source` has the tensors that `Vec<T>` has as a record, in their order: for each parameter of `T` one of lengths if it is
/// optional, 0 or 1 for each record; one of lengths, or of shapes, if its rules have open axes; and its values. For a format
/// whose rows are columns this is many times as fast as to read record after record. How much memory a record takes beside its
/// tensors is not limited here, as for one record.
///
/// # Errors
///
/// As [`Decode::decode`](crate::Decode::decode) of the `Vec`; [`Custom`](ErrorKind::Custom) if records of this type
/// cannot be in a `Vec`, which must not fail to compile here, or if one that is read by code of your own leaves a tensor. A
/// format then reads them one by one; `records` are as before.
///
/// ```
/// use tensor_format::{RecordRef, Tensor, TensorRef, Value, codec::{ValueSource, from_columns}};
///
/// #[derive(Tensor, Debug, PartialEq)]
/// struct Point {
///     id: u32,
///     tags: Vec<u8>,
/// }
///
/// let mut columns = RecordRef::new();
/// columns.push("id", TensorRef::from_slice([2], &[7u32, 8])?);
/// columns.push("tags.lengths", TensorRef::from_slice([2], &[0u64, 3])?);
/// columns.push("tags.values", TensorRef::from_slice([3], &[1u8, 2, 3])?);
/// let mut points: Vec<Point> = Vec::new();
/// from_columns(&mut points, &mut ValueSource::new(&Value::Record(columns)))?;
/// assert_eq!(points, [Point { id: 7, tags: vec![] }, Point { id: 8, tags: vec![1, 2, 3] }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_columns<'de, T: DecodeOwned, S: Source<'de>>(
    records: &mut Vec<T>,
    source: &mut S,
) -> Result<(), DecodeError> {
    if !<ColumnsOf<T>>::EXIST {
        return Err(ErrorKind::custom("records of this type cannot be in a list").into());
    }
    let of = RecordColumns {
        record: <ColumnsOf<T>>::RECORD,
        rules: &record(&<ColumnsOf<T>>::RULES),
        row: &record(&T::RULES),
        listed: <RecordList<T>>::LISTED,
        bounded: <RecordList<T>>::BOUNDED,
        form: ColumnForm::of,
    };
    let before = records.len();
    let read = read_owned(&mut Behind::new(records), source, &of);
    if read.is_err() {
        records.truncate(before);
    }
    read
}

/// The rules of a list of `T`; those of no record if there are no such lists, whose rules would not compile.
struct ColumnsOf<T>(PhantomData<T>);

impl<T: HasRules> ColumnsOf<T> {
    const EXIST: bool = can_be_listed::<T>();
}

impl<T: HasRules> HasRules for ColumnsOf<T> {
    const RULES: Rules<'static> =
        if Self::EXIST { list_rules::<T, AnyLength>() } else { Rules::Record(RecordRules::ANY) };
    const RECORD: RecordType = record_type_of::<Self>().in_one_call();
}
