//! The Python module `urlspec._urlspec`, which parses, compares and explains single URLs and columns of URLs.
//!
//! This crate converts between Python objects and the types of the Rust crates, and contains no URL logic.
//! `python/urlspec/__init__.pyi` documents the package for Python programmers.

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

create_exception!(urlspec, Error, PyValueError, "The base class of the exceptions of this package.");
create_exception!(
    urlspec,
    UrlError,
    Error,
    "A string is not a URL under a profile, or a value was refused.\n\nIts attributes are `reason`, `section`, `span` and `source`."
);
create_exception!(
    urlspec,
    Disagreement,
    Error,
    "Profiles do not agree on a URL.\n\nIts attributes are `profiles`, `component`, `reason` and `sections`."
);
create_exception!(
    urlspec,
    Refused,
    Error,
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

/// The part of the package `urlspec` that is written in Rust.
#[pymodule]
mod _urlspec {
    use pyo3::{prelude::*, types::PyTuple};
    use url_facade::Profile;

    #[pymodule_export]
    use crate::{
        Disagreement, Error, Refused, UrlError,
        columns::{Column, empty, evaluate, functions},
        compare::{Agreement, Difference, Side, agree, diff},
        explain::{Explanation, Step, explain},
        guard::{Guard, Permitted},
        url::{Query, Url, can_parse, components, parse},
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let profiles = Profile::available().iter().map(|profile| profile.name());
        module.add("PROFILES", PyTuple::new(module.py(), profiles.collect::<Vec<_>>())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
