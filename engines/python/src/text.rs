//! Arguments that are text, and the names of profiles.

use std::borrow::Cow;

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytes, PyString},
};
use url_facade::{Parser, Profile};

/// A Python string. A lone surrogate, which UTF-8 cannot represent, becomes U+FFFD, as in the URL Standard's
/// scalar value strings.
pub(crate) struct Text<'a>(Cow<'a, str>);

impl Text<'_> {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Text<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<&'a str>() {
            Ok(text) => Ok(Self(Cow::Borrowed(text))),
            // A lone surrogate is the only reason why a Python string cannot be a `str`.
            Err(_) if object.is_instance_of::<PyString>() => {
                let units: Vec<u8> =
                    object.call_method1("encode", ("utf-32-le", "surrogatepass"))?.extract()?;
                let (code_points, _) = units.as_chunks::<4>();
                let code_points = code_points.iter().map(|&unit| u32::from_le_bytes(unit));
                Ok(Self(Cow::Owned(url_facade::from_code_points(code_points))))
            }
            Err(error) => Err(error),
        }
    }
}

/// Bytes, or a Python string in UTF-8, unchanged: a lone surrogate is not replaced, and is not UTF-8.
pub(crate) struct Raw<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    pub(crate) is_text: bool,
}

impl<'a, 'py> FromPyObject<'a, 'py> for Raw<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let is_text = object.is_instance_of::<PyString>();
        let bytes = match object.extract::<&'a str>() {
            Ok(text) => Cow::Borrowed(text.as_bytes()),
            Err(_) if is_text => {
                Cow::Owned(object.call_method1("encode", ("utf-8", "surrogatepass"))?.extract()?)
            }
            Err(_) => match object.cast::<PyBytes>() {
                Ok(bytes) => Cow::Owned(bytes.as_bytes().to_vec()),
                Err(_) => return Err(PyTypeError::new_err("a URL must be a str or bytes")),
            },
        };
        Ok(Self { bytes, is_text })
    }
}

/// Returns the parser of the profile `name`, by default that of the URL Standard.
pub(crate) fn parser(name: Option<&str>) -> PyResult<Parser<'static>> {
    Ok(name.map(profile).transpose()?.map_or_else(Parser::default, Parser::new))
}

/// Returns the profile with the name `name`.
pub(crate) fn profile(name: &str) -> PyResult<Profile> {
    name.parse().map_err(|error: url_facade::ParseProfileError| PyValueError::new_err(error.to_string()))
}
