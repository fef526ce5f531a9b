//! The class `Column`: results that other libraries can import.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, StructArray, cast::AsArray as _, new_empty_array};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use arrow_select::concat::concat;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyCapsule, PyIterator, PyTuple},
};
use pyo3_arrow::{
    error::PyArrowResult,
    ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule},
};

/// A column of results, as Arrow data.
#[pyclass(module = "urlspec", frozen)]
pub(crate) struct Column {
    /// The chunks of the column; there is at least one.
    chunks: Vec<ArrayRef>,
    field: FieldRef,
}

impl Column {
    /// Creates a column from `chunks`, which are of `data_type`.
    pub(crate) fn new(data_type: &DataType, mut chunks: Vec<ArrayRef>) -> PyResult<Self> {
        if chunks.is_empty() {
            chunks.push(new_empty_array(data_type));
        }
        if chunks.iter().any(|chunk| chunk.data_type() != data_type) {
            return Err(PyValueError::new_err(format!("a chunk is not of type {data_type}")));
        }
        Ok(Self { chunks, field: Arc::new(Field::new("", data_type.clone(), true)) })
    }
}

/// Converts `column` to a `ChunkedArray` of pyarrow.
fn chunked<'py>(column: &Bound<'py, Column>) -> PyResult<Bound<'py, PyAny>> {
    column.py().import("pyarrow")?.call_method1("chunked_array", (column,))
}

#[pymethods]
impl Column {
    /// Returns the columns of a column of structs, as a table. A null row is null in each of them.
    fn unnest(&self) -> PyResult<Self> {
        if !matches!(self.field.data_type(), DataType::Struct(_)) {
            return Err(PyTypeError::new_err(format!("{} has no columns", self.field.data_type())));
        }
        let unnested = self.chunks.iter().map(|chunk| -> Result<ArrayRef, ArrowError> {
            let (fields, arrays, _) = chunk.as_struct().clone().into_parts();
            Ok(Arc::new(StructArray::try_new_with_length(fields, arrays, None, chunk.len())?))
        });
        let chunks = unnested.collect::<Result<_, _>>();
        Self::new(self.field.data_type(), chunks.map_err(|error| PyValueError::new_err(error.to_string()))?)
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    fn __repr__(&self) -> String {
        format!("<Column of {} rows: {}>", self.__len__(), self.field.data_type())
    }

    /// Iterates over the rows as Python objects. With this, pandas treats a column as values, not as one
    /// object.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        chunked(slf)?.call_method0("to_pylist")?.try_iter()
    }

    /// Returns the rows as a numpy array.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        chunked(slf)?.call_method1("__array__", (dtype, copy))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.field.as_ref())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        let chunks: Vec<&dyn Array> = self.chunks.iter().map(AsRef::as_ref).collect();
        match chunks.as_slice() {
            [only] => to_array_pycapsules(py, self.field.clone(), *only, requested_schema),
            all => to_array_pycapsules(py, self.field.clone(), &concat(all)?, requested_schema),
        }
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let chunks = self.chunks.clone().into_iter().map(Ok);
        to_stream_pycapsule(py, Box::new(ArrayIterator::new(chunks, self.field.clone())), requested_schema)
    }
}
