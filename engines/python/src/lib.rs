//! The Python module `urlspec`, which parses, compares and explains single URLs and columns of URLs.
//!
//! This crate converts between Python objects and the types of the Rust crates, and contains no URL logic.
//! `urlspec.pyi` documents the module for Python programmers.

#![allow(clippy::needless_pass_by_value, reason = "Python's arguments are converted to values")]

/// Defines the Python attributes of `$class`. Each has a description, a name, a type, and an expression for
/// its value. In the expression, `$this` is the object.
macro_rules! getters {
    ($class:ty, $this:tt: $(#[doc = $doc:literal] $name:ident: $of:ty = $value:expr;)*) => {
        #[pymethods]
        impl $class {
            $(
                #[doc = $doc]
                #[getter]
                fn $name(&$this) -> $of {
                    $value
                }
            )*
        }
    };
}

mod columns;
mod compare;
mod explain;
mod guard;
mod text;
mod url;

use pyo3::{create_exception, exceptions::PyValueError, prelude::*};
use url_facade::ParseError;

use text::{Places, given};

create_exception!(
    urlspec,
    UrlError,
    PyValueError,
    "A string is not a URL under a profile, or a value was refused.\n\nIts attributes are `reason`, `section`, `span` and `source`."
);
create_exception!(
    urlspec,
    Disagreement,
    PyValueError,
    "Profiles do not agree on a URL.\n\nIts attributes are `profiles`, `component`, `reason` and `sections`."
);
create_exception!(
    urlspec,
    Refused,
    PyValueError,
    "A guard refuses a URL, an address or a redirect.\n\nIts attributes are `code`, `cwe` and `details`."
);

pub(crate) fn refused(py: Python<'_>, error: ParseError, input: &str, base: Option<&str>) -> PyErr {
    let exception = UrlError::new_err(error.to_string());
    let value = exception.value(py);
    let (source, text) = given(error.span_source(), input, base);
    let attributes = value
        .setattr("reason", error.reason().name())
        .and_then(|()| value.setattr("section", error.section().id()))
        .and_then(|()| value.setattr("span", Places::new(text).span(error.span())))
        .and_then(|()| value.setattr("source", source));
    attributes.err().unwrap_or(exception)
}

/// URLs as specifications read them: parse, resolve, compare and explain, one at a time or by the column.
#[pymodule]
mod urlspec {
    use pyo3::{prelude::*, types::PyTuple};
    use url_columns::Function;
    use url_facade::Profile;

    #[pymodule_export]
    use crate::{
        Disagreement, Refused, UrlError,
        columns::{
            Column, url_agree, url_canon, url_canon_policy, url_diff_rule, url_error, url_host, url_origin,
            url_parse, url_path, url_port, url_query_param, url_registrable_domain, url_resolve, url_risk,
            url_surt, url_without_params,
        },
        compare::{Agreement, Difference, Side, agree, diff},
        explain::{Explanation, Step, explain},
        guard::{Guard, Permitted},
        url::{Url, can_parse, parse},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let profiles = Profile::available().iter().map(|profile| profile.name());
        module.add("PROFILES", PyTuple::new(module.py(), profiles.collect::<Vec<_>>())?)?;
        let functions = Function::ALL.iter().map(|function| function.name());
        module.add("FUNCTIONS", PyTuple::new(module.py(), functions.collect::<Vec<_>>())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
