//! The Python class `Column`, and the evaluation of [`Function`]s on columns of URLs.
//!
//! The Python module `urlspec._columns` converts the columns of each library to the Arrow data that
//! `_evaluate` accepts, and the results back. Evaluation releases Python's lock. Invalid arguments raise
//! exceptions; invalid rows do not.

use std::{
    borrow::Cow,
    collections::VecDeque,
    error::Error,
    sync::Arc,
    time::{Duration, Instant},
};

use arrow_array::{
    Array, ArrayRef, GenericStringArray, LargeBinaryArray, OffsetSizeTrait, RecordBatchReader as _,
    cast::AsArray as _,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema},
    ffi_stream::ArrowArrayStreamReader,
    make_array, new_empty_array,
    types::{UInt16Type, UInt32Type},
};
use arrow_data::{ArrayData, transform::MutableArrayData};
use arrow_pyarrow::FromPyArrow as _;
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::{
    exceptions::{PyIndexError, PyTypeError},
    prelude::*,
    types::{PyBytes, PyCapsule, PyDict, PyFloat, PyIterator, PyList, PyString},
};
use url_columns::{ArgumentKind, Call, Function};
use url_facade::with_default_scheme;

use crate::text::{Raw, Text, named, value_error};

/// The time between two checks for signals such as Ctrl-C, unless a single row takes longer.
const PATIENCE: Duration = Duration::from_millis(100);

/// The name of a function, its summary, the names of its constant arguments, and true for each of these two:
/// the function takes a profile; the first of the arguments may be a column.
pub(crate) type Described = (&'static str, &'static str, Vec<&'static str>, bool, bool);

/// Describes every function on columns, in the order of the table of functions.
#[pyfunction]
#[pyo3(name = "_table")]
pub(crate) fn functions() -> Vec<Described> {
    let describe = |function: &Function| {
        let own = &function.arguments()[1..];
        let names = own.iter().map(|argument| argument.name).collect();
        let has_base = own.iter().any(|argument| argument.kind == ArgumentKind::ColumnOrConstant);
        (function.name(), function.summary(), names, function.takes_profile(), has_base)
    };
    Function::ALL.iter().map(describe).collect()
}

/// Returns the result of a function for zero rows, which shows its type.
#[pyfunction]
#[pyo3(name = "_empty")]
pub(crate) fn empty(function: &str) -> PyResult<Column> {
    let function: Function = function.parse().map_err(value_error)?;
    Ok(Column::of(url_arrow::data_type(function.result()), Vec::new()))
}

/// Evaluates a function on `column`: Arrow data, a list of Arrow arrays, or a list of strings and bytes.
#[pyfunction]
#[pyo3(name = "_evaluate", signature = (function, column, constants, *, base = None, profile = None, columns = None, max_len = None, default_scheme = None))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword")]
pub(crate) fn evaluate(
    py: Python<'_>,
    function: &str,
    column: &Bound<'_, PyAny>,
    mut constants: Vec<String>,
    base: Option<&Bound<'_, PyAny>>,
    profile: Option<String>,
    columns: Option<Vec<String>>,
    max_len: Option<usize>,
    default_scheme: Option<String>,
) -> PyResult<Column> {
    constants.extend(profile);
    let constants: Vec<&str> = constants.iter().map(String::as_str).collect();
    let mut call = Call::new(function.parse().map_err(value_error)?, &constants)
        .map_err(value_error)?
        .with_max_len(max_len.unwrap_or(url_columns::DEFAULT_MAX_LEN));
    if let Some(columns) = columns {
        let (all, of) = (url_columns::Column::ALL, url_columns::Column::name);
        let columns = columns.iter().map(|name| named("column", name, all, of));
        call = call.with_columns(&columns.collect::<PyResult<Vec<_>>>()?);
    }
    let mut urls = chunks_of(column)?;
    if let Some(scheme) = default_scheme {
        urls = Box::new(urls.map(move |chunk| complete(&chunk?, &scheme)));
    }
    let data_type = url_arrow::result_type(&call);
    let chunks = match base {
        Some(base) if base.is_instance_of::<PyString>() => {
            let call = call.with_base(base.extract::<Text<'_>>()?.as_str()).map_err(value_error)?;
            py.detach(|| each(&call, urls))
        }
        Some(bases) => {
            let bases = chunks_of(bases)?;
            py.detach(|| resolve(&call, urls, bases))
        }
        None => py.detach(|| each(&call, urls)),
    };
    Ok(Column::of(data_type, chunks.map_err(failed)?))
}

/// Adds `scheme` to each row that has no scheme, as browsers do with text in the address bar.
fn complete(chunk: &ArrayRef, scheme: &str) -> Result<ArrayRef, ArrowError> {
    let bytes = url_arrow::to_bytes(chunk)?;
    let mut keep_going = signals();
    let completed = |row| match str::from_utf8(row).map(|text| with_default_scheme(text, scheme)) {
        Ok(Cow::Owned(text)) => Cow::Owned(text.into_bytes()),
        _ => Cow::Borrowed(row),
    };
    let rows = bytes.iter().map(|row| keep_going().map(|()| row.map(completed)));
    Ok(Arc::new(rows.collect::<Result<LargeBinaryArray, _>>().map_err(ArrowError::ExternalError)?))
}

fn each(call: &Call, urls: Chunks) -> Result<Vec<ArrayRef>, ArrowError> {
    let (mut chunks, mut keep_going) = (Vec::new(), signals());
    for urls in urls {
        chunks.extend(url_arrow::evaluate_chunks(call, &urls?, &mut keep_going)?);
    }
    Ok(chunks)
}

/// Returns a function for `keep_going` that runs Python's signal handlers, such as that of Ctrl-C, at
/// intervals of [`PATIENCE`]. An exception of a handler ends the evaluation.
fn signals() -> impl FnMut() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut asked = Instant::now();
    move || {
        if asked.elapsed() > PATIENCE {
            Python::attach(|py| -> PyResult<()> { py.check_signals() })?;
            // Take the time after the check, because the check may wait long for Python's lock.
            asked = Instant::now();
        }
        Ok(())
    }
}

/// Resolves each row of `urls` against the same row of `bases`. Their chunks may have different lengths.
fn resolve(call: &Call, urls: Chunks, bases: Chunks) -> Result<Vec<ArrayRef>, ArrowError> {
    let mut urls = urls.collect::<Result<VecDeque<_>, _>>()?;
    let mut bases = bases.collect::<Result<VecDeque<_>, _>>()?;
    let rows = |chunks: &VecDeque<ArrayRef>| chunks.iter().map(Array::len).sum::<usize>();
    if rows(&urls) != rows(&bases) {
        let message = format!("{} URLs and {} bases", rows(&urls), rows(&bases));
        return Err(ArrowError::InvalidArgumentError(message));
    }
    let (mut chunks, mut keep_going) = (Vec::new(), signals());
    while let (Some(url), Some(base)) = (urls.pop_front(), bases.pop_front()) {
        let len = url.len().min(base.len());
        let (of_url, of_base) = (url.slice(0, len), base.slice(0, len));
        chunks.extend(url_arrow::resolve_chunks(call, &of_url, &of_base, &mut keep_going)?);
        for (chunk, rest) in [(url, &mut urls), (base, &mut bases)] {
            if chunk.len() > len {
                rest.push_front(chunk.slice(len, chunk.len() - len));
            }
        }
    }
    Ok(chunks)
}

fn failed(error: ArrowError) -> PyErr {
    match error {
        ArrowError::ExternalError(error) => error.downcast().map_or_else(value_error, |error| *error),
        error => value_error(error),
    }
}

/// A column of results, as Arrow data.
#[pyclass(module = "urlspec", frozen, sequence)]
pub(crate) struct Column {
    /// The chunks of the column; there is at least one.
    chunks: Vec<ArrayRef>,
    data_type: DataType,
}

impl Column {
    fn of(data_type: DataType, mut chunks: Vec<ArrayRef>) -> Self {
        if chunks.is_empty() {
            chunks.push(new_empty_array(&data_type));
        }
        Self { chunks, data_type }
    }
}

/// Returns the value of `row` as a Python object. Results have only the types of [`url_arrow::data_type`].
fn value<'py>(py: Python<'py>, array: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::List(_) => {
            let list = array.as_list::<i32>().value(row);
            let texts = (0..list.len()).map(|row| value(py, &list, row)).collect::<PyResult<Vec<_>>>()?;
            PyList::new(py, texts)?.into_any()
        }
        DataType::Struct(fields) => {
            let values = PyDict::new(py);
            for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                values.set_item(field.name(), value(py, column, row)?)?;
            }
            values.into_any()
        }
        _ => array.as_string::<i32>().value(row).into_pyobject(py)?.into_any(),
    })
}

#[pymethods]
impl Column {
    /// Creates a column from Arrow arrays that are results of functions on columns. Unpickles columns.
    #[new]
    fn new(chunks: Vec<Bound<'_, PyAny>>) -> PyResult<Self> {
        let valid = |chunk| {
            let data = ArrayData::from_pyarrow_bound(chunk)?.into_builder().build();
            data.map(make_array).map_err(value_error)
        };
        let chunks = chunks.iter().map(valid).collect::<PyResult<Vec<_>>>()?;
        let data_type = chunks.first().map_or(DataType::Utf8, |chunk| chunk.data_type().clone());
        let mut kinds = Function::ALL.iter().map(|function| url_arrow::data_type(function.result()));
        let is_result = matches!(data_type, DataType::Struct(_)) || kinds.any(|kind| kind == data_type);
        if !is_result || chunks.iter().any(|chunk| *chunk.data_type() != data_type) {
            return Err(PyTypeError::new_err(format!("{data_type} is not the type of a result")));
        }
        Ok(Self::of(data_type, chunks))
    }

    /// Pickles the column as arrays of pyarrow.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        Ok((slf.get_type().into_any(), (slf.call_method0("to_arrow")?.getattr("chunks")?,)))
    }

    /// Returns the chunks of the column, each as a column.
    fn chunks(&self) -> Vec<Self> {
        let of = |chunk: &ArrayRef| Self::of(self.data_type.clone(), vec![chunk.clone()]);
        self.chunks.iter().map(of).collect()
    }

    /// Returns the rows as a list of Python objects.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = self.chunks.iter().flat_map(|chunk| (0..chunk.len()).map(move |row| (chunk, row)));
        let mut keep_going = signals();
        let values = rows.map(|(chunk, row)| {
            keep_going().map_err(|error| failed(ArrowError::ExternalError(error)))?;
            value(py, chunk, row)
        });
        PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns the column as a chunked array of pyarrow.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pyarrow = py.import("pyarrow")?;
        let arrays = self.chunks().into_iter().map(|chunk| pyarrow.call_method1("array", (chunk,)));
        pyarrow.call_method1("chunked_array", (arrays.collect::<PyResult<Vec<_>>>()?,))
    }

    /// Returns the column as a series of pandas.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("urlspec._columns")?.call_method1("to_pandas", (slf,))
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_list(py)?.try_iter()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Bound<'py, PyAny>> {
        let row = if row < 0 { self.__len__().checked_add_signed(row) } else { row.try_into().ok() };
        let mut row = row.unwrap_or(usize::MAX);
        for chunk in &self.chunks {
            if row < chunk.len() {
                return value(py, chunk, row);
            }
            row -= chunk.len();
        }
        Err(PyIndexError::new_err("there is no such row"))
    }

    /// Compares all rows with those of another column or a list. A comparison with a single value would
    /// always be false, so it raises an exception.
    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<bool> {
        let rows = self.to_list(py)?;
        match other.cast::<Self>() {
            Ok(other) => rows.eq(other.get().to_list(py)?),
            Err(_) if other.is_instance_of::<PyList>() => rows.eq(other),
            Err(_) => {
                let of = other.get_type().name()?;
                let message =
                    format!("a column equals a column or a list, not {of}: use to_list() for each row");
                Err(PyTypeError::new_err(message))
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("<Column of {} rows: {}>", self.__len__(), self.data_type)
    }

    /// Returns the rows as a numpy array.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy;
        let is_full = self.chunks.iter().all(|chunk| chunk.null_count() == 0);
        let own = if self.data_type == DataType::UInt16 && is_full { "uint16" } else { "object" };
        let dtype = dtype.unwrap_or_else(|| PyString::new(py, own).into_any());
        py.import("numpy")?.call_method1("array", (self.to_list(py)?, dtype))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let field = Field::new("", self.data_type.clone(), true);
        let schema = FFI_ArrowSchema::try_from(&field).map_err(value_error)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// Ignores `requested_schema`, as the Arrow interface permits.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let chunks: Vec<_> = self.chunks.iter().map(Array::to_data).collect();
        let data = match chunks.as_slice() {
            [only] => only.clone(),
            all => {
                let mut joined = MutableArrayData::new(all.iter().collect(), true, self.__len__());
                for (chunk, data) in all.iter().enumerate() {
                    joined.try_extend(chunk, 0, data.len()).map_err(value_error)?;
                }
                joined.freeze()
            }
        };
        let array = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&data), c"arrow_array")?;
        Ok((self.__arrow_c_schema__(py)?, array))
    }
}

/// The chunks of a column from another library. Each chunk is checked when the iterator returns it.
///
/// `arrow-pyarrow` imports chunks without validation, so offsets may decrease, and strings may not be UTF-8.
/// The check converts strings to bytes, and fails on invalid offsets, views and keys. Text that is not UTF-8
/// is then an error of its row, not of the whole column.
type Chunks = Box<dyn Iterator<Item = Result<ArrayRef, ArrowError>> + Send>;

/// Returns the chunks of `column`: an array, a table with a single column, or a list.
fn chunks_of(column: &Bound<'_, PyAny>) -> PyResult<Chunks> {
    if let Ok(list) = column.cast::<PyList>() {
        let is_array = |item: Bound<'_, PyAny>| item.hasattr("__arrow_c_array__").unwrap_or(false);
        if !list.get_item(0).is_ok_and(is_array) {
            let rows = list.iter().map(|cell| bytes_of(&cell)).collect::<PyResult<LargeBinaryArray>>()?;
            return Ok(Box::new([Ok(Arc::new(rows) as ArrayRef)].into_iter()));
        }
        let arrays = list.iter().map(|array| array_of(&array)).collect::<PyResult<Vec<_>>>()?;
        return Ok(Box::new(arrays.into_iter().map(|array| checked_array(&array))));
    }
    if column.hasattr("__arrow_c_array__")? {
        let array = array_of(column)?;
        return Ok(Box::new([checked_array(&array)].into_iter()));
    }
    let batches = ArrowArrayStreamReader::from_pyarrow_bound(column)?;
    single(batches.schema().fields())?;
    Ok(Box::new(batches.map(|batch| checked_array(batch?.column(0)))))
}

/// Imports an array, or the only column of a table. Does not check its data.
fn array_of(array: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let array = make_array(ArrayData::from_pyarrow_bound(array)?);
    let DataType::Struct(fields) = array.data_type() else {
        return supported(array.data_type()).map(|()| array);
    };
    single(fields)?;
    if array.null_count() > 0 {
        return Err(value_error("the rows of a table must not be null"));
    }
    Ok(array.as_struct().column(0).clone())
}

fn single(fields: &[Arc<Field>]) -> PyResult<()> {
    match fields {
        [only] => supported(only.data_type()),
        _ => Err(PyTypeError::new_err(format!("a table of {} columns: choose one", fields.len()))),
    }
}

fn supported(data_type: &DataType) -> PyResult<()> {
    if url_arrow::is_supported(data_type) {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!("URLs must be a column of strings or bytes, not {data_type}")))
}

/// Returns the text of a cell of a list. A cell that is neither missing nor text nor bytes becomes a byte
/// that is not UTF-8, so that it is an error of its row.
fn bytes_of(cell: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    let is_missing = cell.is_none() || cell.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    if is_missing {
        return Ok(None);
    }
    if !cell.is_instance_of::<PyString>() && !cell.is_instance_of::<PyBytes>() {
        return Ok(Some(vec![0xFF]));
    }
    cell.extract::<Raw<'_>>().map(|raw| Some(raw.bytes.into_owned()))
}

/// Returns `array` as an array of bytes, or of strings if all of its text is UTF-8. Fails if the data of the
/// array is inconsistent, for example if an offset is out of bounds.
fn checked_array(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let bytes = make_array(checked(array.to_data())?);
    let strings = match array.data_type() {
        DataType::Utf8 => strings::<i32>(&bytes),
        DataType::LargeUtf8 => strings::<i64>(&bytes),
        _ => None,
    };
    Ok(strings.unwrap_or(bytes))
}

/// Returns `bytes` as strings if all of its text is UTF-8.
///
/// FAST: a UTF-8 check of the whole buffer takes less time than checks of single rows, unless the array is a
/// small slice of a large buffer.
fn strings<O: OffsetSizeTrait>(bytes: &ArrayRef) -> Option<ArrayRef> {
    let bytes = bytes.as_binary_opt::<O>()?;
    let [first, .., last] = bytes.value_offsets() else { return None };
    if last.as_usize() - first.as_usize() < bytes.value_data().len() / 2 {
        return None;
    }
    Some(Arc::new(GenericStringArray::<O>::try_from_binary(bytes.clone()).ok()?))
}

/// Returns `data_type` with bytes instead of strings.
fn as_bytes(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Utf8 => DataType::Binary,
        DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::Utf8View => DataType::BinaryView,
        DataType::Dictionary(keys, values) => DataType::Dictionary(keys.clone(), as_bytes(values).into()),
        DataType::RunEndEncoded(ends, values) => {
            let values = Field::new(values.name(), as_bytes(values.data_type()), true);
            DataType::RunEndEncoded(ends.clone(), values.into())
        }
        other => other.clone(),
    }
}

fn checked(data: ArrayData) -> Result<ArrayData, ArrowError> {
    let bytes = as_bytes(data.data_type());
    // The offsets of an array without rows may be missing, so do not use them.
    if data.is_empty() {
        return Ok(ArrayData::new_empty(&bytes));
    }
    let values = data.child_data().iter().cloned().map(checked).collect::<Result<_, _>>()?;
    // The builder checks offsets, views and keys. `url_arrow` checks if the bytes of each row are UTF-8.
    data.into_builder().data_type(bytes).child_data(values).build()
}
