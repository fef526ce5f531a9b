//! Converts columns of results to Arrow arrays, without copying their vectors.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BooleanArray, PrimitiveArray, StringArray, StructArray,
    types::{UInt16Type, UInt32Type},
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields};
use url_columns::{Call, Column, FixedColumn, Kind, Values};

/// Returns the type of arrays of `kind`.
pub fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::U16 => DataType::UInt16,
        Kind::U32 => DataType::UInt32,
        Kind::Flag => DataType::Boolean,
        Kind::Struct(columns) => DataType::Struct(columns.iter().map(|&column| field(column)).collect()),
        _ => DataType::Utf8,
    }
}

/// Returns the type of the results of `call`; for `url_parse`, a struct of the requested columns.
pub fn result_type(call: &Call) -> DataType {
    match call.empty() {
        Values::Struct { fields, .. } => DataType::Struct(fields_of(&fields)),
        _ => data_type(call.function().result()),
    }
}

fn field(column: Column) -> Field {
    Field::new(column.name(), data_type(column.kind()), true)
}

fn fields_of(columns: &[(Column, Values)]) -> Fields {
    columns.iter().map(|(column, _)| field(*column)).collect()
}

/// Converts `values` to an array.
pub(crate) fn array(values: Values) -> Result<ArrayRef, ArrowError> {
    Ok(match values {
        Values::Text(column) => {
            let (text, offsets, validity) = column.into_parts();
            let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
            Arc::new(StringArray::try_new(offsets, Buffer::from_vec(text.into_bytes()), nulls(validity))?)
        }
        Values::U16(column) => numbers::<UInt16Type>(column)?,
        Values::U32(column) => numbers::<UInt32Type>(column)?,
        Values::Flag(column) => {
            let (values, validity) = column.into_parts();
            Arc::new(BooleanArray::new(BooleanBuffer::from(values), nulls(validity)))
        }
        Values::Struct { fields: columns, validity } => {
            let fields = fields_of(&columns);
            let (len, nulls) = (validity.len(), nulls(validity));
            let arrays = columns.into_iter().map(|(_, values)| array(values)).collect::<Result<_, _>>()?;
            Arc::new(StructArray::try_new_with_length(fields, arrays, nulls, len)?)
        }
        _ => return Err(ArrowError::NotYetImplemented("results of this kind".into())),
    })
}

fn numbers<T: ArrowPrimitiveType>(column: FixedColumn<T::Native>) -> Result<ArrayRef, ArrowError>
where
    T::Native: Copy + Default,
{
    let (values, validity) = column.into_parts();
    Ok(Arc::new(PrimitiveArray::<T>::try_new(ScalarBuffer::from(values), nulls(validity))?))
}

/// Returns the buffer of nulls, if any row is null.
fn nulls(validity: Vec<bool>) -> Option<NullBuffer> {
    Some(NullBuffer::new(BooleanBuffer::from(validity))).filter(|nulls| nulls.null_count() > 0)
}
