//! The functions on whole columns, each under its name in the table [`Function`].
//!
//! They accept and return any object with Arrow's `PyCapsule` interface, array or stream, and run without
//! Python's lock. Invalid rows never raise an exception; invalid arguments do.

use std::{
    collections::VecDeque,
    error::Error,
    time::{Duration, Instant},
};

use arrow_array::{Array, ArrayRef};
use arrow_schema::ArrowError;
use pyo3::{exceptions::PyValueError, prelude::*};
use url_columns::{Call, CallError, Function};

use crate::{column::Column, imported, text::Text};

/// The maximum time until Ctrl-C takes effect, unless a single row takes longer.
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
    /// The port, if one is written that is not the default of the scheme.
    url_port(; profile) = Port;
    /// The path.
    url_path(; profile) = Path;
    /// The first value of the parameter `name` of the query, decoded.
    url_query_param(name; profile) = QueryParam;
    /// The canonical URL without the parameters of these names, separated by commas; a final `*` matches any
    /// rest.
    url_without_params(names; profile) = WithoutParams;
    /// The registrable domain of the host, by the Public Suffix List.
    url_registrable_domain(; profile) = RegistrableDomain;
    /// The origin; null if it is opaque, since an opaque origin equals no other.
    url_origin(; profile) = Origin;
    /// The key of CDX files, which sorts URLs by domain.
    url_surt(; profile) = Surt;
    /// The result of a policy on the URL: a URL or a key to compare.
    url_canon_policy(policy; profile) = CanonPolicy;
    /// The class of the host by the network it points to.
    url_risk(; profile) = Risk;
    /// The reason why the text is not a URL, with section and offset in bytes; null if it is one.
    url_error(; profile) = Error;
    /// True if all `profiles`, separated by commas, see the same URL.
    url_agree(profiles) = Agree;
    /// The rules by which the profiles `a` and `b` first differ, separated by ` / `; null if they agree.
    url_diff_rule(a, b) = DiffRule;
}

/// The components of the URL, or the reason why it is not one: the named `columns`, or all except the
/// registrable domain.
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
        let named = columns.iter().map(|name| {
            url_columns::Column::from_name(name).ok_or_else(|| {
                let known: Vec<_> = url_columns::Column::ALL.iter().map(|column| column.name()).collect();
                PyValueError::new_err(format!("unknown column {name:?}; known: {}", known.join(", ")))
            })
        });
        call = call.with_columns(&named.collect::<PyResult<Vec<_>>>()?);
    }
    evaluate(py, &call, url)
}

/// The canonical URL that the text resolves to against `base`: one base for all rows, or a column.
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
        return evaluate(py, &call.with_base(base.as_str()).map_err(wrong_call)?, url);
    }
    let (urls, bases) = (imported::Chunks::of(url)?, imported::Chunks::of(base)?);
    let chunks = py.detach(|| resolve(&call, urls, bases)).map_err(failed)?;
    Column::new(&url_arrow::result_type(&call), chunks)
}

/// Evaluates `call` on each chunk of `url`.
fn evaluate(py: Python<'_>, call: &Call, url: &Bound<'_, PyAny>) -> PyResult<Column> {
    let urls = imported::Chunks::of(url)?;
    let evaluated = py.detach(|| {
        let (mut chunks, mut keep_going) = (Vec::new(), signals());
        for urls in urls {
            chunks.extend(url_arrow::evaluate_chunks(call, &urls?, &mut keep_going)?);
        }
        Ok(chunks)
    });
    Column::new(&url_arrow::result_type(call), evaluated.map_err(failed)?)
}

/// Returns a function that runs Python's signal handlers at intervals, for example that of Ctrl-C. An
/// exception of a handler ends the evaluation.
fn signals() -> impl FnMut() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut asked = Instant::now();
    move || {
        if asked.elapsed() > PATIENCE {
            Python::attach(|py| -> PyResult<()> { py.check_signals() })?;
            // Take the time after the check, so that waiting for Python's lock does not count as work.
            asked = Instant::now();
        }
        Ok(())
    }
}

/// Resolves the rows of `urls` against those of `bases`. The chunks of the two may differ in length.
fn resolve(
    call: &Call,
    urls: imported::Chunks,
    bases: imported::Chunks,
) -> Result<Vec<ArrayRef>, ArrowError> {
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

/// Returns a call of `function` with those `constants` that are `Some`. The last one may be a profile.
fn call(function: Function, constants: &[Option<&str>], max_len: Option<usize>) -> PyResult<Call> {
    let constants: Vec<_> = constants.iter().copied().flatten().collect();
    let call = Call::new(function, &constants).map_err(wrong_call)?;
    Ok(call.with_max_len(max_len.unwrap_or(url_columns::DEFAULT_MAX_LEN)))
}

fn wrong_call(error: CallError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the exception for `error`: unreadable data, results too large for a column, or a signal.
fn failed(error: ArrowError) -> PyErr {
    match error {
        ArrowError::ExternalError(error) => {
            error.downcast().map_or_else(|error| PyValueError::new_err(error.to_string()), |error| *error)
        }
        error => PyValueError::new_err(error.to_string()),
    }
}
