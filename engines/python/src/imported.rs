//! Columns that come from other libraries.
//!
//! `pyo3-arrow` imports them without validation: offsets may decrease, and strings may not be UTF-8. Here
//! every layout is converted to bytes, and offsets, views and keys are checked. Text that is not UTF-8 is
//! then an invalid row, not an error of the whole column.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, StringArray, StructArray, cast::AsArray as _, make_array};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};
use pyo3::{exceptions::PyTypeError, prelude::*, types::IntoPyDict as _};
use pyo3_arrow::{ffi::ArrayReader, input::AnyArray};

/// The chunks of a column, each checked when it is read.
pub(crate) struct Chunks(Box<dyn ArrayReader + Send>);

impl Chunks {
    /// Returns the chunks of `column`, which is an array, a stream, or a table with a single column.
    pub(crate) fn of(column: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_arrow = column.hasattr("__arrow_c_array__")? || column.hasattr("__arrow_c_stream__")?;
        let reader = if is_arrow {
            column.extract::<AnyArray>()?.into_reader()?
        } else if is_series(column)? {
            let from_pandas = [("from_pandas", true)].into_py_dict(column.py())?;
            let column =
                column.py().import("pyarrow")?.call_method("array", (column,), Some(&from_pandas))?;
            column.extract::<AnyArray>()?.into_reader()?
        } else {
            let name = column.get_type().name()?;
            let message = format!("a column must be Arrow data, such as pyarrow.array(...), not {name}");
            return Err(PyTypeError::new_err(message));
        };
        let field = reader.field();
        let data_type = match field.data_type() {
            DataType::Struct(fields) => {
                let [only] = &fields[..] else {
                    let message = format!("a table of {} columns: choose one", fields.len());
                    return Err(PyTypeError::new_err(message));
                };
                only.data_type()
            }
            data_type => data_type,
        };
        if !url_arrow::is_supported(data_type) {
            let message = format!("URLs must be a column of strings or bytes, not {data_type}");
            return Err(PyTypeError::new_err(message));
        }
        Ok(Self(reader))
    }
}

/// Returns true if `column` is a series of pandas. Before pandas 3, a series has no Arrow interface.
fn is_series(column: &Bound<'_, PyAny>) -> PyResult<bool> {
    // If pandas was not imported, there are no series.
    let modules = column.py().import("sys")?.getattr("modules")?;
    match modules.call_method1("get", ("pandas",))? {
        pandas if pandas.is_none() => Ok(false),
        pandas => column.is_instance(&pandas.getattr("Series")?),
    }
}

impl Iterator for Chunks {
    type Item = Result<ArrayRef, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.and_then(|chunk| match chunk.as_struct_opt() {
            Some(table) => of_table(table),
            None => checked_array(&chunk),
        }))
    }
}

/// Returns the column of `table`, which must have only one.
fn of_table(table: &StructArray) -> Result<ArrayRef, ArrowError> {
    match table.columns() {
        [column] if table.null_count() == 0 => checked_array(column),
        _ => Err(ArrowError::InvalidArgumentError("the rows of a table must not be null".into())),
    }
}

/// Returns `array` as checked bytes; or as strings, if all of them are UTF-8.
fn checked_array(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let bytes = make_array(checked(array.to_data())?);
    // FAST: one UTF-8 check of the whole buffer takes less time than one for each row, except for a small
    // slice of a large buffer.
    if let (DataType::Utf8, Some(bytes)) = (array.data_type(), bytes.as_binary_opt::<i32>())
        && let [first, .., last] = bytes.value_offsets()
        && usize::try_from(last - first).is_ok_and(|len| len >= bytes.value_data().len() / 2)
        && let Ok(strings) = StringArray::try_from_binary(bytes.clone())
    {
        return Ok(Arc::new(strings));
    }
    Ok(bytes)
}

/// Returns `data` as bytes, with checked offsets, views and keys.
fn checked(data: ArrayData) -> Result<ArrayData, ArrowError> {
    let bytes = match data.data_type() {
        DataType::Utf8 => DataType::Binary,
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        DataType::Dictionary(keys, values) => {
            let keys = keys.clone();
            let values = match data.child_data() {
                [values] => checked(values.clone())?,
                _ => return Err(ArrowError::InvalidArgumentError(format!("no values of {values}"))),
            };
            let dictionary = DataType::Dictionary(keys, Box::new(values.data_type().clone()));
            return data.into_builder().data_type(dictionary).child_data(vec![values]).build();
        }
        other => other.clone(),
    };
    // Without rows, `pyo3-arrow` does not read the offsets, and assumes that the first one is 0.
    if data.is_empty() {
        return Ok(ArrayData::new_empty(&bytes));
    }
    // The builder checks the references to the bytes; `url_arrow` checks the bytes of each row.
    data.into_builder().data_type(bytes).build()
}
