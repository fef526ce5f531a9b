//! The exceptions of the module.

use pyo3::{create_exception, exceptions::PyValueError, prelude::*};
use url_facade::ParseError;

use crate::places::{Places, given};

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

/// Returns the exception for `error`, found in `input` or in `base`.
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
