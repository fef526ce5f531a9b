//! The Python class `Column`, and the functions on columns of URLs, which have the names of [`Function`].
//!
//! The functions accept every object with Arrow's `PyCapsule` interface. They return a `Column`, which has
//! this interface too. They release Python's lock. Invalid arguments raise exceptions; invalid rows do not.

use std::{
    collections::VecDeque,
    error::Error,
    sync::Arc,
    time::{Duration, Instant},
};

use arrow_array::{
    Array, ArrayRef, StringArray, StructArray, cast::AsArray as _, make_array, new_empty_array,
};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use arrow_select::concat::concat;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{IntoPyDict as _, PyCapsule, PyIterator, PyTuple},
};
use pyo3_arrow::{
    error::PyArrowResult,
    ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule},
    input::AnyArray,
};
use url_columns::{Call, Function};

use crate::text::{Text, unknown, value_error};

/// The time between two checks for signals such as Ctrl-C, unless a single row takes longer.
const PATIENCE: Duration = Duration::from_millis(100);

macro_rules! functions {
    ($($(#[doc = $doc:literal])+ $name:ident($($constant:ident),* $(; $profile:ident)?) = $function:ident;)*) => {
        $(
            $(#[doc = $doc])+
            #[pyfunction]
            #[pyo3(signature = (url, $($constant,)* *, $($profile = None,)? max_len = None))]
            pub(crate) fn $name(
                py: Python<'_>,
                url: &Bound<'_, PyAny>,
                $($constant: &str,)*
                $($profile: Option<&str>,)?
                max_len: Option<usize>,
            ) -> PyResult<Column> {
                let call = call(Function::$function, &[$(Some($constant),)* $($profile)?], max_len)?;
                evaluate(py, &call, url)
            }
        )*
    };
}

functions! {
    /// The canonical URL.
    url_canon(; profile) = Canon;
    /// The host, with the brackets of an IPv6 address.
    url_host(; profile) = Host;
    /// The port, if the URL has a port that is not the default port of its scheme.
    url_port(; profile) = Port;
    /// The path.
    url_path(; profile) = Path;
    /// The first value of the parameter `name` of the query, decoded.
    url_query_param(name; profile) = QueryParam;
    /// The canonical URL without the parameters in `names`, separated by commas. `x*` means all names that
    /// begin with `x`.
    url_without_params(names; profile) = WithoutParams;
    /// The registrable domain of the host, by the Public Suffix List.
    url_registrable_domain(; profile) = RegistrableDomain;
    /// The origin; null if it is opaque, since an opaque origin equals no other.
    url_origin(; profile) = Origin;
    /// The key of CDX files, which sorts URLs by domain.
    url_surt(; profile) = Surt;
    /// The result of a policy on the URL: a URL or a key to compare.
    url_canon_policy(policy; profile) = CanonPolicy;
    /// The class of the host, which depends on its network: for example, `public` or `not-public`.
    url_risk(; profile) = Risk;
    /// The reason why the text is not a URL, with section and offset in bytes; null if the text is a URL.
    url_error(; profile) = Error;
    /// True if all `profiles`, separated by commas, see the same URL.
    url_agree(profiles) = Agree;
    /// The rules by which the profiles `a` and `b` first differ, separated by ` / `; null if they agree.
    url_diff_rule(a, b) = DiffRule;
}

/// The components of the URL, or the reason why the text is not a URL. The result has the named `columns`. By
/// default, it has all except the registrable domain.
#[pyfunction]
#[pyo3(signature = (url, *, columns = None, profile = None, max_len = None))]
pub(crate) fn url_parse(
    py: Python<'_>,
    url: &Bound<'_, PyAny>,
    columns: Option<Vec<String>>,
    profile: Option<&str>,
    max_len: Option<usize>,
) -> PyResult<Column> {
    let mut call = call(Function::Parse, &[profile], max_len)?;
    if let Some(columns) = columns {
        let known = || url_columns::Column::ALL.iter().map(|column| column.name()).collect::<Vec<_>>();
        let named = columns.iter().map(|name| {
            url_columns::Column::from_name(name).ok_or_else(|| unknown("column", name, &known()))
        });
        call = call.with_columns(&named.collect::<PyResult<Vec<_>>>()?);
    }
    evaluate(py, &call, url)
}

/// The canonical URL that the text resolves to. `base` is one base for all rows, or a column of bases.
#[pyfunction]
#[pyo3(signature = (url, base, *, profile = None, max_len = None))]
pub(crate) fn url_resolve(
    py: Python<'_>,
    url: &Bound<'_, PyAny>,
    base: &Bound<'_, PyAny>,
    profile: Option<&str>,
    max_len: Option<usize>,
) -> PyResult<Column> {
    let call = call(Function::Resolve, &[profile], max_len)?;
    if let Ok(base) = base.extract::<Text<'_>>() {
        return evaluate(py, &call.with_base(base.as_str()).map_err(value_error)?, url);
    }
    let (urls, bases) = (chunks_of(url)?, chunks_of(base)?);
    let chunks = py.detach(|| resolve(&call, urls, bases)).map_err(failed)?;
    Column::new(&url_arrow::result_type(&call), chunks)
}

fn evaluate(py: Python<'_>, call: &Call, url: &Bound<'_, PyAny>) -> PyResult<Column> {
    let urls = chunks_of(url)?;
    let evaluated = py.detach(|| {
        let (mut chunks, mut keep_going) = (Vec::new(), signals());
        for urls in urls {
            chunks.extend(url_arrow::evaluate_chunks(call, &urls?, &mut keep_going)?);
        }
        Ok(chunks)
    });
    Column::new(&url_arrow::result_type(call), evaluated.map_err(failed)?)
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

/// Returns a call of `function` with the `constants` that are `Some`: its arguments, and the profile's name.
fn call(function: Function, constants: &[Option<&str>], max_len: Option<usize>) -> PyResult<Call> {
    let constants: Vec<_> = constants.iter().copied().flatten().collect();
    let call = Call::new(function, &constants).map_err(value_error)?;
    Ok(call.with_max_len(max_len.unwrap_or(url_columns::DEFAULT_MAX_LEN)))
}

fn failed(error: ArrowError) -> PyErr {
    match error {
        ArrowError::ExternalError(error) => error.downcast().map_or_else(value_error, |error| *error),
        error => value_error(error),
    }
}

/// A column of results, as Arrow data.
#[pyclass(module = "urlspec", frozen)]
pub(crate) struct Column {
    /// The chunks of the column; there is at least one.
    chunks: Vec<ArrayRef>,
    field: FieldRef,
}

impl Column {
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

fn chunked<'py>(column: &Bound<'py, Column>) -> PyResult<Bound<'py, PyAny>> {
    column.py().import("pyarrow")?.call_method1("chunked_array", (column,))
}

#[pymethods]
impl Column {
    /// Converts a column of structs to a table. If a row is null, its values in all columns are null.
    fn unnest(&self) -> PyResult<Self> {
        if !matches!(self.field.data_type(), DataType::Struct(_)) {
            return Err(PyTypeError::new_err(format!("{} has no columns", self.field.data_type())));
        }
        let unnested = self.chunks.iter().map(|chunk| -> Result<ArrayRef, ArrowError> {
            let (fields, arrays, _) = chunk.as_struct().clone().into_parts();
            Ok(Arc::new(StructArray::try_new_with_length(fields, arrays, None, chunk.len())?))
        });
        let chunks = unnested.collect::<Result<_, _>>().map_err(value_error)?;
        Self::new(self.field.data_type(), chunks)
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    fn __repr__(&self) -> String {
        format!("<Column of {} rows: {}>", self.__len__(), self.field.data_type())
    }

    /// Iterates over the rows as Python objects. Because of this method, pandas treats a `Column` as many
    /// values, not as one object.
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

/// The chunks of a column from another library. Each chunk is checked when the iterator returns it.
///
/// `pyo3-arrow` imports chunks without validation, so offsets may decrease, and strings may not be UTF-8. The
/// check converts strings to bytes, and fails on invalid offsets, views and keys. Text that is not UTF-8 is
/// then an error of its row, not of the whole column.
type Chunks = Box<dyn Iterator<Item = Result<ArrayRef, ArrowError>> + Send>;

/// Returns the chunks of `column`, which is an array, a stream, or a table with a single column.
fn chunks_of(column: &Bound<'_, PyAny>) -> PyResult<Chunks> {
    let is_arrow = column.hasattr("__arrow_c_array__")? || column.hasattr("__arrow_c_stream__")?;
    let reader = if is_arrow {
        column.extract::<AnyArray>()?.into_reader()?
    } else if is_series(column)? {
        let from_pandas = [("from_pandas", true)].into_py_dict(column.py())?;
        let column = column.py().import("pyarrow")?.call_method("array", (column,), Some(&from_pandas))?;
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
    Ok(Box::new(reader.map(|chunk| {
        let chunk = chunk?;
        match chunk.as_struct_opt().map(|table| (table.columns(), table.null_count())) {
            None => checked_array(&chunk),
            Some(([column], 0)) => checked_array(column),
            Some(_) => Err(ArrowError::InvalidArgumentError("the rows of a table must not be null".into())),
        }
    })))
}

/// Returns true if `column` is a series of pandas. Before pandas 3, a series has no Arrow interface.
fn is_series(column: &Bound<'_, PyAny>) -> PyResult<bool> {
    // If no module has imported pandas, `column` cannot be a series of pandas.
    let modules = column.py().import("sys")?.getattr("modules")?;
    match modules.call_method1("get", ("pandas",))? {
        pandas if pandas.is_none() => Ok(false),
        pandas => column.is_instance(&pandas.getattr("Series")?),
    }
}

/// Returns `array` as an array of bytes, or of strings if all of its text is UTF-8. Fails if the data of the
/// array is inconsistent, for example if an offset is out of bounds.
fn checked_array(array: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let bytes = make_array(checked(array.to_data())?);
    // FAST: a UTF-8 check of the whole buffer takes less time than checks of single rows, unless the array is
    // a small slice of a large buffer.
    if let (DataType::Utf8, Some(bytes)) = (array.data_type(), bytes.as_binary_opt::<i32>())
        && let [first, .., last] = bytes.value_offsets()
        && usize::try_from(last - first).is_ok_and(|len| len >= bytes.value_data().len() / 2)
        && let Ok(strings) = StringArray::try_from_binary(bytes.clone())
    {
        return Ok(Arc::new(strings));
    }
    Ok(bytes)
}

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
    // If the array has no rows, `pyo3-arrow` assumes that its first offset is 0, so do not use its offsets.
    if data.is_empty() {
        return Ok(ArrayData::new_empty(&bytes));
    }
    // The builder checks offsets, views and keys. `url_arrow` checks if the bytes of each row are UTF-8.
    data.into_builder().data_type(bytes).build()
}
